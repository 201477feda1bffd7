#include "program/testgen.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/output.h"
#include "base/stop.h"
#include "program/changes.h"
#include "program/inputs.h"
#include "program/operators.h"
#include "program/search.h"
#include "program/subject.h"
#include "program/suite.h"
#include "program/suite_check.h"
#include "program/testgen_options.h"
#include "program/write.h"

namespace pg {
namespace {

// Inputs that a suite is chosen from, beside those that were found to kill.
constexpr uint64_t kExtraCandidates = 400;
// Of the time; the rest is for the choice of a suite.
constexpr double kSearchShare = 0.85;

TestgenFailure bad_input(const Error& error) { return {TestgenFailure::Kind::BadInput, error}; }

// Which test kills which mutant first, and how.
void number_tests(const Suite& suite, std::vector<MutantResult>& mutants) {
  for (size_t i = 0; i < suite.tests.size(); ++i)
    for (const uint32_t fault : suite.tests[i].kills)
      if (mutants[fault - 1].test == 0) mutants[fault - 1].test = static_cast<uint32_t>(i) + 1;
}

Result<std::vector<Input>> read_given(const std::string& text, const Interface& interface) {
  if (text.empty()) return std::vector<Input>();
  Result<std::vector<Input>> given = read_tests(text, interface);
  if (!given) return Error{{}, "--tests: " + given.error().message};
  return given;
}

// A mutant that a suite could not be run on is killed by nothing that anybody can see.
void drop_unseen_kills(std::vector<MutantResult>& mutants) {
  for (MutantResult& mutant : mutants)
    if (is_killed(mutant.status) && mutant.test == 0) {
      mutant.status = MutantStatus::Unknown;
      mutant.note = "it ends the process that runs it";
    }
}

// The suite that was given, and as few tests as possible for what it does not kill.
Result<Suite> make_suite(Subject& subject, const TestgenOptions& options, const Search& search,
                         const std::vector<Input>& given, const std::vector<Kill>& killed,
                         const Budget& budget, TestgenReport& report) {
  if (options.paper) return keep_all(subject, search.verdicts().inputs(), killed);
  Result<Suite> before = keep_all(subject, given, killed);
  if (!before) return before;
  std::vector<Kill> left = killed;
  for (const Test& test : before->tests)
    std::erase_if(left, [&](const Kill& kill) {
      return std::ranges::find(test.kills, kill.fault) != test.kills.end();
    });
  report.given = given.size();
  report.killed_by_given = killed.size() - left.size();
  std::vector<Input> candidates = search.verdicts().inputs();
  const InputSource source(subject.interface, subject.constants, Rng(options.rng));
  for (uint64_t i = 0; i < std::min(kExtraCandidates, options.inputs) && !budget.is_over(); ++i)
    candidates.push_back(source.draw(i));
  Result<Suite> added =
      choose_suite(subject, candidates, left, options.solver, options.limits, budget);
  if (!added) return added;
  std::vector<Input> all = given;
  for (const Test& test : added->tests) all.push_back(test.input);
  Result<Suite> suite = keep_all(subject, all, killed);
  if (!suite) return suite;
  suite->lower_bound = given.size() + added->lower_bound;
  suite->candidates = candidates.size();
  return suite;
}

// No input of a run can tell it from the original: runs begin with the initial state and call what
// the encoding calls, but they know no bound.
bool is_same_here(const MutantResult& mutant) {
  return mutant.status == MutantStatus::ProvedEquivalent ||
         (mutant.status == MutantStatus::EquivalentIf &&
          !has(mutant.assumptions, AssumptionKind::Bound));
}

// All that was found, with the suite; the inputs of the search are its tests.
TestgenReport report_of(const Subject& subject, const TestgenOptions& options, const Search& search,
                        const Panel& panel) {
  TestgenReport report;
  report.mutants = search.verdicts().mutants();
  for (MutantResult& mutant : report.mutants)
    mutant.accepted = !mutant.assumptions.empty() && accepts(options, mutant.assumptions);
  report.lowered = search.lowered();
  report.contradictions = search.verdicts().contradictions();
  report.file = options.file;
  report.source = subject.source;
  report.clang = options.clang;
  report.unwind = options.unwind;
  report.interface = subject.interface;
  report.queries = panel.queries();
  report.solver_seconds = panel.seconds();
  report.solver = options.solver.name;
  for (const Solver& other : options.more_solvers) report.solver += ", " + other.name;
  return report;
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
    if (kill.kind != KillKind::Slow && is_same_here(report.mutants[kill.fault - 1]))
      report.contradictions.push_back(
          {fmt::format("mutant {} is said to be equivalent, and an input kills it", kill.fault)});
  withdraw_proofs(report.contradictions, report.mutants);
  return std::nullopt;
}

}  // namespace

bool accepts(const TestgenOptions& options, const Assumptions& assumptions) {
  return std::ranges::all_of(assumptions, [&](const Assumption& each) {
    return each.kind == AssumptionKind::Given ||
           std::ranges::find(options.accepted, name_of(each.kind)) != options.accepted.end();
  });
}

std::vector<MutationOperatorInfo> list_mutation_operators() {
  std::vector<MutationOperatorInfo> list;
  for (const MutationOperator& op : mutation_operators())
    list.push_back({op.name, op.summary, op.by_default});
  return list;
}

std::variant<TestgenReport, TestgenFailure> generate_tests(const TestgenOptions& options) {
  const Budget all(options.seconds, options.stop);
  const Result<SubjectOptions> wanted = subject_options(options);
  if (!wanted) return bad_input(wanted.error());
  const Result<std::unique_ptr<Subject>> made = make_subject(*wanted);
  if (!made) return bad_input(made.error());
  Subject& subject = **made;
  Panel panel(panel_options(options), all.part(kSearchShare * options.seconds));
  Search search(
      subject, panel,
      {{{.unwind = options.unwind, .most_terms = options.most_terms}, options.limits.seconds},
       options.paper,
       options.rng,
       options.inputs,
       options.native_seconds});
  Result<std::vector<Input>> given = read_given(options.tests, subject.interface);
  if (!given) return bad_input(given.error());
  search.add_inputs(*given);
  search.set_progress(options.progress);
  {
    const StopScope scope(options.give_up);
    if (!search.run()) return bad_input(*search.verdicts().error());
  }
  TestgenReport report = report_of(subject, options, search, panel);
  std::vector<Kill> killed;
  for (const MutantResult& mutant : report.mutants)
    if (const auto kind = kind_of(mutant.status)) killed.push_back({mutant.fault.id, *kind});
  Result<Suite> suite = make_suite(subject, options, search, *given, killed, all, report);
  if (!suite) return bad_input(suite.error());
  for (const Kill& kill : suite->best) report.mutants[kill.fault - 1].status = status_of(kill.kind);
  number_tests(*suite, report.mutants);
  drop_unseen_kills(report.mutants);
  report.tests = std::move(suite->tests);
  report.lower_bound = suite->lower_bound;
  report.candidates = suite->candidates;
  if (options.exhaustive)
    if (std::optional<TestgenFailure> failure = exhaust(subject, report)) return *failure;
  report.executions = subject.native->executions();
  return report;
}

std::optional<TestgenFailure> describe_faults(TestgenReport& report,
                                              const TestgenOptions& options) {
  const Result<SubjectOptions> wanted = subject_options(options);
  if (!wanted) return bad_input(wanted.error());
  if (const std::optional<Error> error = add_changes(*wanted, report)) return bad_input(*error);
  return std::nullopt;
}

std::optional<TestgenFailure> write_report(const TestgenReport& found,
                                           const TestgenOptions& options,
                                           const std::vector<std::string>& formats,
                                           const std::string& folder) {
  const Result<SubjectOptions> wanted = subject_options(options);
  if (!wanted) return bad_input(wanted.error());
  auto is_wanted = [&](const OutputFormat& format) {
    return formats.empty() || std::ranges::find(formats, format.name) != formats.end();
  };
  TestgenReport report = found;
  if (std::ranges::any_of(output_formats(), [&](const OutputFormat& format) {
        return format.shows_changes && is_wanted(format);
      }))
    if (std::optional<TestgenFailure> failure = describe_faults(report, options)) return failure;
  bool has_driver = false;
  for (const OutputFormat& format : output_formats()) {
    if (!is_wanted(format)) continue;
    for (const OutputFile& file : format.write(report, report.source)) {
      const std::filesystem::path path = std::filesystem::path(folder) / file.name;
      std::error_code ignored;
      std::filesystem::create_directories(path.parent_path(), ignored);
      if (!write_output(path.string(), file.text))
        return TestgenFailure{TestgenFailure::Kind::Environment,
                              {{}, fmt::format("cannot write {}", path.string())}};
      has_driver = has_driver || file.name == kDriverName;
    }
  }
  if (!has_driver) return std::nullopt;
  const Result<std::vector<uint32_t>> wrong =
      check_suite((std::filesystem::path(folder) / kDriverName).string(), *wanted, report);
  if (!wrong) return bad_input(wrong.error());
  if (wrong->empty()) return std::nullopt;
  return TestgenFailure{
      TestgenFailure::Kind::Internal,
      {{},
       fmt::format("{}: the suite should pass for the original and fail for each killed "
                   "mutant; it does not for {} (0 is the original)",
                   kDriverName, fmt::join(*wrong, ", "))}};
}

}  // namespace pg
