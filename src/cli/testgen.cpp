#include "program/testgen.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "ask/trial.h"
#include "base/check.h"
#include "base/input.h"
#include "bug/fingerprint.h"
#include "bug/folder.h"
#include "bug/paths.h"
#include "campaign/show.h"
#include "cli/fail.h"
#include "cli/progress_line.h"
#include "cli/signals.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "program/write.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

std::atomic<bool> stop_asked = false;
std::atomic<bool> give_up = false;

struct Options {
  TestgenOptions testgen;
  SolverOptions solvers;
  std::string out;
  std::vector<std::string> formats;
  std::string tests;
  std::string against;
  std::string ub = "machine";
};

std::string result_text(const Interface& interface, const Observation& seen) {
  if (seen.end == Observation::End::Exit && seen.code == kNoReturnCode)
    return " calls a function that does not return";
  if (seen.end == Observation::End::Exit) return fmt::format(" exits with {}", seen.code);
  if (seen.end == Observation::End::Trap) return " traps";
  if (interface.returns_structure()) {
    std::string fields;
    for (const Leaf& leaf : interface.returned.leaves)
      fields += fmt::format("{}{} = {}", fields.empty() ? "" : ", ", leaf.name(),
                            print_number(read_leaf(seen.arrays.back(), 0, leaf), leaf));
    return fmt::format(" = {{{}}}", fields);
  }
  if (interface.result.bits == 0) return "";
  return " = " + print_result(seen.result, interface);
}

void print_tests(const TestgenReport& report) {
  for (size_t i = 0; i < report.tests.size(); ++i) {
    const Test& test = report.tests[i];
    std::printf("test %zu%s: %s%s  kills %zu\n", i + 1, i < report.given ? " (given)" : "",
                call_text(report.interface, test.input).c_str(),
                result_text(report.interface, test.expected).c_str(), test.kills.size());
  }
}

void print_survivors(const TestgenReport& report) {
  for (const MutantResult& mutant : report.mutants) {
    if (is_killed(mutant.status)) continue;
    const std::string& file = mutant.fault.file.empty() ? report.file : mutant.fault.file;
    std::printf("%s:%u:%u: %s %s: %s\n", file.c_str(), mutant.fault.place.line,
                mutant.fault.place.column, mutant.fault.op.c_str(), mutant.fault.change.c_str(),
                verdict_text(mutant).c_str());
  }
}

double percent(size_t part, size_t whole) {
  return whole == 0 ? 100 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

// What is equivalent only if something holds that the user has not accepted.
std::string conditional_text(const TestgenReport& report) {
  const size_t count = report.conditional();
  return count == 0 ? "" : fmt::format("{} equivalent if what is assumed holds, ", count);
}

// What a suite that is compiled as usual may not notice.
std::string sanitizer_text(const TestgenReport& report) {
  const size_t count = report.count(MutantStatus::KilledBySanitizer);
  return count == 0 ? "" : fmt::format(" ({} of them seen with sanitizers only)", count);
}

void print_notes(const Interface& interface) {
  for (const std::string& note : notes_of(interface)) std::printf("note: %s\n", note.c_str());
}

void print_text(const TestgenReport& report, bool quiet) {
  print_notes(report.interface);
  const size_t all = report.mutants.size();
  const size_t rest = all - report.equivalent();
  if (!quiet) {
    print_survivors(report);
    print_tests(report);
  }
  if (report.given > 0)
    std::printf("the %zu tests that were given kill %zu of %zu that can be killed: %.1f %%\n",
                report.given, report.killed_by_given, rest, percent(report.killed_by_given, rest));
  std::printf("%zu faults: %zu killed by %zu tests%s, %zu equivalent, %s%zu beyond the bound, ",
              all, report.killed(), report.tests.size(), sanitizer_text(report).c_str(),
              report.equivalent(), conditional_text(report).c_str(),
              report.count(MutantStatus::BoundExceeded));
  std::printf("%zu unknown\n", report.count(MutantStatus::Unknown));
  for (const auto& [assumption, count] : assumptions_of(report))
    std::printf("assumed for %zu (%s): %s\n", count, std::string(name_of(assumption.kind)).c_str(),
                assumption.text.c_str());
  for (const LoweredBound& each : report.lowered)
    std::printf("decided with --unwind %u, as %u is too much: %zu\n", each.unwind, report.unwind,
                each.mutants);
  std::printf("mutation score %.1f %%, without equivalents %.1f %%\n",
              percent(report.killed(), all), percent(report.killed(), rest));
  if (quiet) return;
  if (report.lower_bound > 0)
    std::printf("no suite out of %zu inputs has fewer than %zu tests\n", report.candidates,
                report.lower_bound);
  std::printf("%llu executions, %llu queries, %.2f s of %s%s\n",
              static_cast<unsigned long long>(report.executions),
              static_cast<unsigned long long>(report.queries), report.solver_seconds,
              report.solver.c_str(),
              report.exhausted ? "; every input was run on what was not killed" : "");
}

int fail(const std::string& file, const TestgenFailure& failure) {
  tell(file, failure.error, "error");
  switch (failure.kind) {
    case TestgenFailure::Kind::BadInput:
      return kExitInput;
    case TestgenFailure::Kind::SolverLied:
      return kExitLie;
    case TestgenFailure::Kind::Internal:
      return kExitInternal;
    case TestgenFailure::Kind::Environment:
      return kExitEnvironment;
  }
  return kExitInternal;
}

// Execution shows that a model is false: the judge makes a bug of it, as of any other lie.
void write_lie(const Options& options, const std::string& query) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, query);
  std::vector<Solver> solvers{options.testgen.solver};
  solvers.insert(solvers.end(), options.testgen.more_solvers.begin(),
                 options.testgen.more_solvers.end());
  const Trial trial = try_script(pool, parsed.script, solvers, options.testgen.limits);
  if (trial.cases.empty())
    warn(fmt::format("a fresh process of {} does not say it again", solvers.front().name));
  const CampaignPaths paths(options.out.empty() ? "." : options.out);
  for (Case found : trial.cases) {
    found.origin.strategy = "testgen";
    found.origin.seed_file = options.testgen.file;
    found.origin.seed = query;
    found.fingerprint = fingerprint_of(found);
    const Result<std::string> place =
        write_bug(paths.bug(Shelf::Bugs, found.fingerprint).string(), found);
    std::fprintf(stderr, "polygraph: %s\n", place ? place->c_str() : place.error().message.c_str());
  }
}

int fail(const Options& options, const TestgenFailure& failure) {
  const int code = fail(options.testgen.file, failure);
  if (failure.kind == TestgenFailure::Kind::SolverLied) write_lie(options, failure.query);
  return code;
}

void tell_contradictions(const Options& options, const TestgenReport& report) {
  for (const Contradiction& each : report.contradictions) {
    tell(options.testgen.file, {{}, each.message}, "warning");
    if (each.solver_lied) write_lie(options, each.query);
  }
}

int run_against(const Options& options, bool quiet) {
  const auto result = compare_versions(options.testgen, options.against);
  if (const auto* failure = std::get_if<TestgenFailure>(&result)) return fail(options, *failure);
  const AgainstReport& report = std::get<AgainstReport>(result);
  print_notes(report.interface);
  if (report.differs) {
    const std::string call = call_text(report.interface, report.input);
    std::printf("different: %s\n", call.c_str());
    if (!quiet)
      std::printf("  %s:%s\n  %s:%s\n", options.testgen.file.c_str(),
                  result_text(report.interface, report.first).c_str(), options.against.c_str(),
                  result_text(report.interface, report.second).c_str());
    return kExitLie;
  }
  if (report.unknown) {
    std::printf("unknown: %s\n", report.note.c_str());
    return kExitLie;
  }
  if (report.assumptions.empty())
    std::printf("proved equivalent\n");
  else
    std::printf("equivalent if %s\n", text_of(report.assumptions).c_str());
  return report.accepted ? kExitOk : kExitLie;
}

bool make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    pg::fail(environment_error(fmt::format("cannot make {}: {}", folder, failed.message())));
  return !failed;
}

// Says why there is no suite where one was asked for.
void tell_missing_suite(const TestgenReport& report, const std::vector<std::string>& formats) {
  const std::string why = why_no_suite(report);
  const bool wanted = std::ranges::any_of(output_formats(), [&](const OutputFormat& format) {
    return format.needs_suite &&
           (formats.empty() || std::ranges::find(formats, format.name) != formats.end());
  });
  if (wanted && !why.empty()) warn(fmt::format("no {} is written: {}", kDriverName, why));
}

int exit_code_of(const TestgenReport& report) {
  const size_t left = report.mutants.size() - report.killed() - report.equivalent();
  const bool incomplete =
      report.given > 0 && report.killed_by_given + report.equivalent() < report.mutants.size();
  return left == 0 && !incomplete ? kExitOk : kExitLie;
}

std::string progress_text(const SearchProgress& progress) {
  constexpr size_t kWidth = 20;
  const double done = static_cast<double>(progress.decided) / static_cast<double>(progress.mutants);
  return fmt::format("{}  {} of {} mutants decided, {} killed; {}", bar(done, kWidth),
                     progress.decided, progress.mutants, progress.killed, progress.doing);
}

std::variant<TestgenReport, TestgenFailure> generate_shown(TestgenOptions& options,
                                                           const GlobalOptions& global) {
  ProgressLine line(!global.quiet && !global.json && ::isatty(STDERR_FILENO) != 0);
  options.progress = [&](const SearchProgress& progress) {
    if (progress.mutants > 0 && line.is_due()) line.show(progress_text(progress));
  };
  return generate_tests(options);
}

// Fills in what the options of the command mean for the search.
int prepare(Options& options) {
  TestgenOptions& testgen = options.testgen;
  if (options.solvers.names.empty()) options.solvers.names = {"z3"};
  std::vector<Solver> solvers;
  if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  testgen.solver = solvers.front();
  testgen.more_solvers.assign(solvers.begin() + 1, solvers.end());
  testgen.limits = options.solvers.limits;
  testgen.strict = options.ub == "strict";
  if (!testgen.query_folder.empty() && !make_folder(testgen.query_folder)) return kExitEnvironment;
  if (!options.tests.empty()) {
    const Result<std::string> text = read_input(options.tests);
    if (!text) return fail(options.tests, text.error());
    testgen.tests = *text;
  }
  SignalWatch::stop_in_order(stop_asked, &give_up);
  testgen.stop = &stop_asked;
  testgen.give_up = &give_up;
  return kExitOk;
}

int run_testgen(Options& options, const GlobalOptions& global) {
  TestgenOptions& testgen = options.testgen;
  if (const int failed = prepare(options)) return failed;
  if (!options.against.empty()) return run_against(options, global.quiet);
  auto result = generate_shown(testgen, global);
  if (const auto* failure = std::get_if<TestgenFailure>(&result)) return fail(options, *failure);
  TestgenReport& report = std::get<TestgenReport>(result);
  tell_contradictions(options, report);
  int code = kExitOk;
  if (!options.out.empty()) {
    if (!make_folder(options.out)) return kExitEnvironment;
    if (const auto failure = write_report(report, testgen, options.formats, options.out))
      code = fail(testgen.file, *failure);
    tell_missing_suite(report, options.formats);
  }
  if (global.json) {
    if (const auto failure = describe_faults(report, testgen)) return fail(testgen.file, *failure);
    std::fputs(write_json(report, report.source)[0].text.c_str(), stdout);
  } else {
    print_text(report, global.quiet);
  }
  if (stop_asked) return kExitInterrupted;
  return code == kExitOk ? exit_code_of(report) : code;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const OutputFormat& format : output_formats()) names.emplace_back(format.name);
  return names;
}

std::string operator_list() {
  std::string text = "Mutation operators";
  for (const MutationOperatorInfo& op : list_mutation_operators())
    text += fmt::format("\n  {:<6}{}{}", op.name, op.summary, op.by_default ? " (default)" : "");
  return text;
}

Words assumption_names() {
  Words names;
  for (const AssumptionInfo& each : assumption_kinds()) names.emplace_back(each.name);
  return names;
}

std::string assumption_list() {
  std::string text = "Assumptions that --accept takes";
  for (const AssumptionInfo& each : assumption_kinds())
    text += fmt::format("\n  {:<10}{}", each.name, each.summary);
  return text;
}

OptionValue operators_option(Words& values) {
  Words names{"all"};
  for (const MutationOperatorInfo& op : list_mutation_operators()) names.emplace_back(op.name);
  return list(values, "NAMES", std::move(names));
}

constexpr std::string_view kCode = "The function";
constexpr std::string_view kSuite = "The suite";
constexpr std::string_view kEffort = "Effort";

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "FILE",
         .group = kCode,
         .help = "A C program (.c), or LLVM's .ll or .bc",
         .required = true},
        [](Options& o) { return text(o.testgen.file, "FILE"); }},
    Row{{.name = "--function",
         .group = kCode,
         .help = "The function to test",
         .usual = "the only one"},
        [](Options& o) { return text(o.testgen.function, "NAME"); }},
    Row{{.name = "--array",
         .group = kCode,
         .help =
             "How many elements a pointer parameter has; with a ? behind its name it may be null; "
             "repeatable",
         .usual = "one"},
        [](Options& o) { return texts(o.testgen.arrays, "NAME[?]:LENGTH"); }},
    Row{{.name = "--string",
         .group = kCode,
         .help = "The same for a string: one of that many characters is 0; repeatable"},
        [](Options& o) { return texts(o.testgen.strings, "NAME[?]:LENGTH"); }},
    Row{{.name = "--assume",
         .group = kCode,
         .help = "A condition in C on the parameters that inputs satisfy; repeatable"},
        [](Options& o) { return texts(o.testgen.conditions, "CONDITION"); }},
    Row{{.name = "--unwind",
         .group = kCode,
         .help = "Iterations of a loop, and depth of recursion"},
        [](Options& o) { return number(o.testgen.unwind, 1, 1000); }},
    Row{{.name = "--operators",
         .group = kCode,
         .help = "Mutation operators, separated by commas",
         .usual = "those of the paper"},
        [](Options& o) { return operators_option(o.testgen.operators); }},
    Row{{.name = "--ub",
         .group = kCode,
         .help = "machine: mutants do what machines do about signed overflow, shifts, alignment "
                 "and the "
                 "like; strict: it kills them"},
        [](Options& o) {
          return choice(o.ub, {"machine", "strict"});
        }},
    Row{{.name = "--accept",
         .group = kCode,
         .help = "Assumptions that hold, separated by commas: what rests on them counts as proved"},
        [](Options& o) { return list(o.testgen.accepted, "NAMES", assumption_names()); }},
    Row{{.name = "--clang",
         .group = kCode,
         .help = "A further word for clang, such as -DN=8; repeatable"},
        [](Options& o) { return texts(o.testgen.clang, "WORD"); }},
    Row{{.name = "--out", .group = kSuite, .help = "A folder for the suite, in every format"},
        [](Options& o) { return text(o.out, "DIR"); }},
    Row{{.name = "--format",
         .group = kSuite,
         .help = "Only these formats, separated by commas",
         .usual = "all"},
        [](Options& o) { return list(o.formats, "NAMES", format_names()); }},
    Row{{.name = "--tests",
         .group = kSuite,
         .help = "A suite that exists, as JSON: its score, and the tests to add"},
        [](Options& o) { return text(o.tests, "FILE"); }},
    Row{{.name = "--against",
         .group = kSuite,
         .help = "Another version of the function: do they differ?"},
        [](Options& o) { return text(o.against, "FILE"); }},
    Row{{.name = "--emit-smt2", .group = kSuite, .help = "A folder for the queries"},
        [](Options& o) { return text(o.testgen.query_folder, "DIR"); }},
    Row{{.name = "--paper",
         .group = kEffort,
         .help = "One test for each mutant, nothing is executed before"},
        [](Options& o) { return flag(o.testgen.paper); }},
    Row{{.name = "--exhaustive",
         .group = kEffort,
         .help = "Run every input on what is said to be equivalent; for small parameters"},
        [](Options& o) { return flag(o.testgen.exhaustive); }},
    Row{{.name = "--rng", .group = kEffort, .help = "The number that inputs are drawn from"},
        [](Options& o) { return number(o.testgen.rng, 0, ~uint64_t{0}); }},
    Row{{.name = "--inputs",
         .group = kEffort,
         .help = "Inputs that are run before a solver is asked"},
        [](Options& o) { return number(o.testgen.inputs, 0, 1'000'000'000); }},
    Row{{.name = "--time",
         .group = kEffort,
         .help = "In all; what is not decided by then is unknown",
         .usual = "until all is decided"},
        [](Options& o) { return duration(o.testgen.seconds, 0, 1e9); }},
    Row{{.name = "--inputs-time", .group = kEffort, .help = "For those inputs; 0: no limit"},
        [](Options& o) { return duration(o.testgen.native_seconds, 0, 1e9); }},
    Row{{.name = "--jobs", .group = kEffort, .help = "Questions to solvers at the same time"},
        [](Options& o) { return number(o.testgen.jobs, 1, 1024); }},
    Row{{.name = "--terms",
         .group = kEffort,
         .help = "Terms that the formula for a mutant may have; beyond that, --unwind is lowered"},
        [](Options& o) { return number(o.testgen.most_terms, 1, 1'000'000'000); }},
});

}  // namespace

void add_testgen(CommandLine& line) {
  auto options = std::make_shared<Options>();
  line.options.add(kRows, *options);
  add_solver_options(line.options, options->solvers);
  line.notes = operator_list() + "\n\n" + assumption_list();
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_testgen(*options, global);
  };
}

}  // namespace pg
