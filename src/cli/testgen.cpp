#include "program/testgen.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"

namespace pg {
namespace {

struct Options {
  TestgenOptions testgen;
  SolverOptions solvers;
};

void print_tests(const TestgenReport& report) {
  for (size_t i = 0; i < report.tests.size(); ++i) {
    const Test& test = report.tests[i];
    std::string arguments;
    for_each_value(
        report.interface, [&](const Parameter&, uint32_t, const Leaf& leaf, size_t index) {
          arguments +=
              (index > 0 ? ", " : "") + print_number(test.input[index], leaf.bits, leaf.is_signed);
        });
    std::printf("  %zu: %s(%s)", i + 1, report.interface.function.c_str(), arguments.c_str());
    if (test.expected.end == Observation::End::Exit)
      std::printf(" exits with %u", test.expected.code);
    else if (report.interface.result_bits > 0)
      std::printf(" = %s", print_number(test.expected.result, report.interface.result_bits,
                                        report.interface.result_signed)
                               .c_str());
    std::printf("  kills %zu\n", test.kills.size());
  }
}

void print_text(const TestgenReport& report, bool quiet) {
  const size_t killed = report.killed();
  const size_t equivalent = report.equivalent();
  const size_t all = report.mutants.size();
  for (const MutantResult& mutant : report.mutants) {
    if (is_killed(mutant.status) || quiet) continue;
    std::printf("%s:%u:%u: %s %s: %s%s%s\n", report.file.c_str(), mutant.fault.place.line,
                mutant.fault.place.column, mutant.fault.op.c_str(), mutant.fault.change.c_str(),
                std::string(name_of(mutant.status)).c_str(), mutant.note.empty() ? "" : ": ",
                mutant.note.c_str());
  }
  if (!quiet) print_tests(report);
  std::printf(
      "%zu faults: %zu killed by %zu tests, %zu equivalent, %zu beyond the bound, %zu unknown\n",
      all, killed, report.tests.size(), equivalent, report.count(MutantStatus::BoundExceeded),
      report.count(MutantStatus::Unknown));
  const double score =
      all > 0 ? 100.0 * static_cast<double>(killed) / static_cast<double>(all) : 100;
  const double adjusted =
      all > equivalent ? 100.0 * static_cast<double>(killed) / static_cast<double>(all - equivalent)
                       : 100;
  std::printf(
      "mutation score %.1f %%, without equivalents %.1f %%; at least %zu tests are needed out of "
      "%zu inputs; %llu executions, %llu queries, %.2f s of %s\n",
      score, adjusted, report.lower_bound, report.candidates,
      static_cast<unsigned long long>(report.executions),
      static_cast<unsigned long long>(report.queries), report.solver_seconds,
      report.solver.c_str());
}

int fail(const std::string& file, const TestgenFailure& failure) {
  std::fprintf(stderr, "%s\n", format_error(file, failure.error).c_str());
  switch (failure.kind) {
    case TestgenFailure::Kind::BadInput:
      return kExitInput;
    case TestgenFailure::Kind::SolverLied:
      return kExitLie;
    case TestgenFailure::Kind::Internal:
      return kExitInternal;
  }
  return kExitInternal;
}

int run_testgen(Options& options, const GlobalOptions& global) {
  if (options.solvers.names.empty()) options.solvers.names = {"z3"};
  std::vector<Solver> solvers;
  if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  options.testgen.solver = solvers.front();
  options.testgen.limits = options.solvers.limits;
  const auto result = generate_tests(options.testgen);
  if (const auto* failure = std::get_if<TestgenFailure>(&result))
    return fail(options.testgen.file, *failure);
  const TestgenReport& report = std::get<TestgenReport>(result);
  print_text(report, global.quiet);
  const size_t left = report.mutants.size() - report.killed() - report.equivalent();
  return left == 0 ? kExitOk : kExitLie;
}

}  // namespace

void add_testgen(CLI::App& app, const GlobalOptions& global, int& exit_code) {
  auto options = std::make_shared<Options>();
  TestgenOptions& testgen = options->testgen;
  app.add_option("FILE", testgen.file, "A C program (.c), or LLVM's .ll or .bc")->required();
  app.add_option("--function", testgen.function, "The function to test; default: the only one");
  app.add_option("--array", testgen.arrays, "NAME:LENGTH of a pointer parameter; repeatable")
      ->allow_extra_args(false);
  app.add_option("--unwind", testgen.unwind, "Iterations of a loop, and depth of recursion")
      ->check(CLI::Range(1, 1000));
  app.add_option("--operators", testgen.operators,
                 "Mutation operators, separated by commas, or all")
      ->delimiter(',');
  app.add_flag("--paper", testgen.paper, "One test a mutant, nothing is executed before");
  app.add_flag("--exhaustive", testgen.exhaustive,
               "Run every input on what is said to be equivalent; for small parameters");
  app.add_option("--clang", testgen.clang, "A further word for clang, such as -DN=8; repeatable")
      ->allow_extra_args(false);
  app.add_option("--rng", testgen.rng, "The number that inputs are drawn from");
  app.add_option("--inputs", testgen.inputs, "Inputs that are run before a solver is asked");
  add_solver_options(app, options->solvers);
  app.callback([options, &global, &exit_code] { exit_code = run_testgen(*options, global); });
}

}  // namespace pg
