#include "program/testgen.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "program/inputs.h"
#include "program/operators.h"
#include "program/search.h"
#include "program/subject.h"
#include "program/suite.h"

namespace pg {
namespace {

// Inputs that a suite is chosen from, beside those that were found to kill.
constexpr uint64_t kExtraCandidates = 400;

Result<std::vector<ArrayLength>> read_lengths(const std::vector<std::string>& texts) {
  std::vector<ArrayLength> lengths;
  for (const std::string& text : texts) {
    const size_t colon = text.find(':');
    ArrayLength length{text.substr(0, colon), 0};
    if (colon != text.npos)
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), length.length);
    if (length.length == 0 || length.length > 4096)
      return Error{{}, fmt::format("--array {}: not of the form NAME:LENGTH", text)};
    lengths.push_back(std::move(length));
  }
  return lengths;
}

Result<std::vector<std::string>> read_operators(const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const MutationOperator& op : mutation_operators())
    if (names.empty() ? op.by_default
                      : std::ranges::find(names, op.name) != names.end() ||
                            std::ranges::find(names, "all") != names.end())
      found.emplace_back(op.name);
  for (const std::string& name : names)
    if (name != "all" && std::ranges::find(found, name) == found.end())
      return Error{{}, fmt::format("--operators: there is no '{}'", name)};
  return found;
}

TestgenFailure bad_input(const Error& error) { return {TestgenFailure::Kind::BadInput, error}; }

// Which test kills which mutant first, and how.
void number_tests(const Suite& suite, std::vector<MutantResult>& mutants) {
  for (size_t i = 0; i < suite.tests.size(); ++i)
    for (const uint32_t fault : suite.tests[i].kills)
      if (mutants[fault - 1].test == 0) mutants[fault - 1].test = static_cast<uint32_t>(i) + 1;
}

// Runs every input, where there are not too many: nothing may kill what is said to be equivalent.
std::optional<TestgenFailure> exhaust(Subject& subject, TestgenReport& report) {
  constexpr uint32_t kMostBits = 26;
  std::vector<uint32_t> left;
  for (const MutantResult& mutant : report.mutants)
    if (!is_killed(mutant.status)) left.push_back(mutant.fault.id);
  const Result<std::optional<std::vector<Kill>>> kills = subject.native->exhaust(left, kMostBits);
  if (!kills) return bad_input(kills.error());
  if (!*kills) return bad_input({{}, "--exhaustive: the function has too many inputs"});
  report.exhausted = true;
  for (const Kill& kill : **kills)
    if (report.mutants[kill.fault - 1].status == MutantStatus::ProvedEquivalent)
      return TestgenFailure{
          TestgenFailure::Kind::Internal,
          {{},
           fmt::format("mutant {} is said to be equivalent, and an input kills it", kill.fault)}};
  return std::nullopt;
}

}  // namespace

std::vector<MutationOperatorInfo> list_mutation_operators() {
  std::vector<MutationOperatorInfo> list;
  for (const MutationOperator& op : mutation_operators())
    list.push_back({op.name, op.summary, op.by_default});
  return list;
}

std::variant<TestgenReport, TestgenFailure> generate_tests(const TestgenOptions& options) {
  const Result<std::vector<ArrayLength>> lengths = read_lengths(options.arrays);
  if (!lengths) return bad_input(lengths.error());
  const Result<std::vector<std::string>> operators = read_operators(options.operators);
  if (!operators) return bad_input(operators.error());
  const Result<std::unique_ptr<Subject>> made = make_subject(
      {options.file, options.function, *lengths, *operators, options.clang, options.strict});
  if (!made) return bad_input(made.error());
  Subject& subject = **made;
  Search search(subject, options.solver,
                {{options.unwind},
                 options.limits,
                 options.paper,
                 options.rng,
                 options.inputs,
                 options.query_folder});
  search.add_inputs(options.given);
  if (!search.run()) {
    if (search.discrepancy())
      return TestgenFailure{search.discrepancy()->solver_lied ? TestgenFailure::Kind::SolverLied
                                                              : TestgenFailure::Kind::Internal,
                            {{}, search.discrepancy()->message}};
    return bad_input(*search.error());
  }
  TestgenReport report;
  report.mutants = search.mutants();
  std::vector<uint32_t> killed;
  for (const MutantResult& mutant : report.mutants)
    if (is_killed(mutant.status)) killed.push_back(mutant.fault.id);
  std::vector<Input> candidates = search.inputs();
  if (!options.paper) {
    const InputSource source(subject.interface, subject.constants, Rng(options.rng));
    for (uint64_t i = 0; i < std::min(kExtraCandidates, options.inputs); ++i)
      candidates.push_back(source.draw(i));
  }
  Result<Suite> suite =
      options.paper ? keep_all(subject, candidates, killed)
                    : choose_suite(subject, candidates, killed, options.solver, options.limits);
  if (!suite) return bad_input(suite.error());
  number_tests(*suite, report.mutants);
  report.file = options.file;
  report.unwind = options.unwind;
  report.interface = subject.interface;
  report.tests = std::move(suite->tests);
  report.lower_bound = suite->lower_bound;
  report.candidates = suite->candidates;
  if (options.exhaustive)
    if (std::optional<TestgenFailure> failure = exhaust(subject, report)) return *failure;
  report.executions = subject.native->executions();
  report.queries = search.asker().queries();
  report.solver_seconds = search.asker().seconds();
  report.solver = options.solver.name;
  return report;
}

}  // namespace pg
