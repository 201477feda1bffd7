#include "reduce/reduce.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "ask/trial.h"
#include "bug/fingerprint.h"
#include "model/state.h"
#include "reduce/loose.h"
#include "reduce/reducer.h"
#include "reduce/tokens.h"
#include "reduce/workers.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "smtlib/safety.h"

namespace pg {
namespace {

// Candidates are given up after a multiple of the time that the original takes.
constexpr double kSlower = 5;
constexpr double kLeastSeconds = 0.25;
// What is left was found within the limit of a candidate: a witness that needs much more would only
// hold up the end.
constexpr double kPatience = 4;

constexpr int kConfirmations = 3;
constexpr size_t kMaxWitnesses = 2;

double bound_seconds(double original, double most) {
  return std::min(most, std::max(kLeastSeconds, kSlower * original));
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The case that is to stay: the liar's, of that kind, or the gravest one of the first liar.
std::optional<Case> choose_case(const ReduceTask& task, const Trial& trial) {
  std::optional<Case> chosen;
  const auto place = [&](const Case& found) {
    const auto& solvers = task.solvers;
    const auto at = std::ranges::find_if(
        solvers, [&](const Solver& solver) { return solver.id() == found.liar; });
    return std::pair(at - solvers.begin(), found.kind);
  };
  for (const Case& each : trial.cases) {
    const std::optional<Case> found = task.liar ? turned_to(trial, each, *task.liar) : each;
    if (!found || (task.kind && found->kind != *task.kind)) continue;
    if (!chosen || place(*found) < place(*chosen)) chosen = found;
  }
  if (!chosen && task.liar && task.kind == Kind::Disagreement)
    chosen = find_loner(trial, *task.liar);
  return chosen;
}

// How the lie shows, the fastest way first, and how long that may take.
struct Manner {
  Asking asking;
  QueryLimits limits;
};
std::optional<Manner> choose_manner(std::initializer_list<Asking> manners, const Target& target,
                                    QueryLimits limits, const Candidate& original,
                                    std::string& model) {
  for (const Asking asking : manners) {
    const std::unique_ptr<Predicate> predicate = lie_predicate(target, asking, limits);
    Outcome outcome = predicate->test(original);
    if (!outcome.interesting) continue;
    model = std::move(outcome.model);
    // Once more, now that the sessions are there.
    const Clock::time_point begin = Clock::now();
    const Outcome again = predicate->test({original.text, model});
    const double taken = asking == Asking::Fresh ? seconds_since(begin) : again.slowest;
    limits.seconds = bound_seconds(taken, limits.seconds);
    return Manner{asking, limits};
  }
  return {};
}

// The liar and the fastest of those who decide: the others would only take time. Who contradicts
// the liar comes first.
std::vector<Solver> choose_witnesses(const ReduceTask& task, const Trial& trial,
                                     const Case& found) {
  const std::vector<Evidence>& row = trial.checks[found.check];
  std::vector<Solver> chosen;
  std::vector<size_t> witnesses;
  for (size_t i = 0; i < row.size(); ++i) {
    if (row[i].solver == found.liar)
      chosen.push_back(task.solvers[i]);
    else if (row[i].answer.decided())
      witnesses.push_back(i);
  }
  std::ranges::stable_sort(witnesses, {}, [&](size_t i) {
    return std::pair(row[i].answer.kind == found.answer, row[i].answer.seconds);
  });
  if (witnesses.size() > kMaxWitnesses) witnesses.resize(kMaxWitnesses);
  for (const size_t i : witnesses) chosen.push_back(task.solvers[i]);
  return chosen;
}

void measure(Pool& pool, const std::string& text, uint64_t& bytes, uint64_t& terms) {
  bytes = text.size();
  terms = count_terms(pool, parse_script(pool, text).script);
}

// The target about the liar without the user's options: maintainers want those first.
std::optional<Target> without_options(const Target& target) {
  Target plain = target;
  Solver& liar = plain.solvers[0];
  if (liar.argv.size() <= liar.leading) return {};
  liar.argv.resize(liar.leading);
  liar.name = liar.name.substr(0, liar.name.find(' '));  // of "z3 smt.arith.solver=2"
  plain.found.liar = liar.id();
  return plain;
}

// Three fresh trials of what came out. The first one asks everybody, for the report: a model of a
// solver's own says more than the one that we have.
class Confirmation {
 public:
  Confirmation(const ReduceTask& task, const Solver& liar, const std::string& text,
               const std::string& model, const QueryLimits& limits)
      : task_(task), liar_(liar), limits_(limits), script_(parse_script(pool_, text).script) {
    claims_ = claims_by(pool_, script_, model);
  }

  // How often the target shows, and what it is then.
  int count(const Target& target, std::optional<Case>& shown) {
    shown = find_target(target, try_script(pool_, script_, all_with(target), limits_));
    int confirmed = shown.has_value();
    while (confirmed < kConfirmations) {
      const bool by_model = target.found.kind == Kind::WrongUnsat;
      std::optional<Case> found = find_target(
          target, try_script(pool_, script_, target.solvers, limits_, by_model ? claims_ : Claims(),
                             advisers_for(target.found, task_.solvers, limits_)));
      if (!found) break;
      ++confirmed;
      if (!shown) shown = std::move(found);
    }
    return confirmed;
  }

 private:
  // All solvers of the task, the target's liar in the place of the one that was reduced with.
  std::vector<Solver> all_with(const Target& target) const {
    std::vector<Solver> all{target.liar()};
    for (const Solver& solver : task_.solvers)
      if (solver.argv != target.liar().argv && solver.argv != liar_.argv) all.push_back(solver);
    return all;
  }

  const ReduceTask& task_;
  const Solver& liar_;
  const QueryLimits& limits_;
  Pool pool_;
  Script script_;
  Claims claims_;
};

void confirm(const ReduceTask& task, const Target& target, const std::string& model,
             const QueryLimits& limits, Reduction& reduction) {
  Confirmation confirmation(task, target.liar(), reduction.text, model, limits);
  std::optional<Case> shown;
  const std::optional<Target> plain = without_options(target);
  if (plain) reduction.confirmed = confirmation.count(*plain, shown);
  const bool is_plain = plain && reduction.confirmed == kConfirmations;
  const bool never_plain = plain && !shown;
  if (!is_plain) reduction.confirmed = confirmation.count(target, shown);
  if (!shown) return;
  reduction.found = *std::move(shown);
  set_standing(reduction.found, is_plain ? plain->liar() : target.liar(), never_plain);
}

void finish(Reducer& reducer, Reduction& reduction) {
  Pool pool;
  reducer.count_passes();
  reduction.text = reducer.text();
  reduction.seconds = reducer.seconds();
  measure(pool, reduction.text, reduction.bytes_after, reduction.terms_after);
}

Result<Reduction> reduce_by_predicate(const ReduceTask& task, const ReduceOptions& options,
                                      const std::string& printed, Reduction reduction) {
  QueryLimits limits = options.limits;
  const Clock::time_point begin = Clock::now();
  if (!task.predicate(limits)->test({printed, {}}).interesting)
    return Error{{}, "the check command fails on the input file"};
  limits.seconds = bound_seconds(seconds_since(begin), limits.seconds);
  Workers workers(options.jobs, [&] { return task.predicate(limits); });
  Reducer reducer(task, options, reduction);
  reducer.use(workers);
  reducer.start(printed, {});
  reducer.undo_mutation();
  reducer.run_passes();
  finish(reducer, reduction);
  for (int i = 0; i < kConfirmations; ++i)
    reduction.confirmed += task.predicate(limits)->test({reduction.text, {}}).interesting;
  return reduction;
}

// What has to stay, and how it is asked.
struct Plan {
  Target target;
  Manner manner;
  std::string model;  // of a wrong unsat: one that holds
};

Result<Plan> make_plan(const ReduceTask& task, const QueryLimits& limits, Pool& pool,
                       const Script& script, const std::string& printed) {
  const Claims claims = claims_by(pool, script, task.model);
  const Trial all = try_script(pool, script, task.solvers, limits, claims);
  const std::optional<Case> shown = choose_case(task, all);
  if (!shown) return Error{{}, "no solver lies on this input"};
  const auto lost = [&] {
    return Error{{}, fmt::format("the {} does not show again", spec_of(shown->kind).label)};
  };
  const std::vector<Solver> solvers = choose_witnesses(task, all, *shown);
  const Trial trial =
      try_script(pool, script, solvers, limits, claims, advisers_for(*shown, task.solvers, limits));
  const std::optional<Case> found = find_target(target_of(all, *shown, solvers), trial);
  if (!found) return lost();
  Plan plan;
  plan.target = target_of(trial, *found, solvers);
  if (found->kind == Kind::WrongUnsat) plan.model = model_of(found->certificate);
  const std::optional<Manner> manner =
      choose_manner({Asking::PlainSession, Asking::Session, Asking::Fresh}, plan.target, limits,
                    {printed, plan.model}, plan.model);
  if (!manner) return lost();
  plan.manner = *manner;
  return plan;
}

Result<Reduction> reduce_lie(const ReduceTask& task, const ReduceOptions& options, Pool& pool,
                             const Script& script, const std::string& printed,
                             Reduction reduction) {
  Result<Plan> plan = make_plan(task, options.limits, pool, script, printed);
  if (!plan) return plan.error();
  const Target& target = plan->target;
  const auto predicate_of = [&](const Manner& how) {
    return [&target, how] { return lie_predicate(target, how.asking, how.limits); };
  };
  Workers workers(options.jobs, predicate_of(plan->manner));
  Reducer reducer(task, options, reduction);
  reducer.use(workers);
  reducer.start(printed, plan->model);
  reducer.undo_mutation();
  // What is refused without a reset is tried again, when little is left of the script.
  const Candidate undone{reducer.text(), reducer.model()};
  std::optional<Manner> quick;
  std::string ignored;
  if (target.liar().spec->resets)
    quick = choose_manner({Asking::Scope}, target, plan->manner.limits, undone, ignored);
  if (quick) {
    Workers quick_workers(options.jobs, predicate_of(*quick));
    reducer.use(quick_workers);
    reducer.run_passes();
    reducer.use(workers);
  }
  reducer.run_passes();
  finish(reducer, reduction);
  QueryLimits patient = options.limits;
  patient.seconds = std::min(patient.seconds, kPatience * (plan->manner.limits.seconds + 1));
  confirm(task, target, reducer.model(), patient, reduction);
  return reduction;
}

}  // namespace

Result<Reduction> reduce(const ReduceTask& task, const ReduceOptions& options) {
  CHECK(options.jobs > 0, "somebody has to work");
  Pool pool;
  ParsedScript parsed = parse_script(pool, task.original, 1);
  if (!parsed.errors.empty()) {
    ParsedScript again = parse_script(pool, spell_negations(task.original), 1);
    if (again.errors.empty()) parsed = std::move(again);
  }
  Reduction reduction;
  measure(pool, task.original, reduction.bytes_before, reduction.terms_before);
  if (!parsed.errors.empty()) {
    Result<Reduction> loose = reduce_loosely(task, options, std::move(reduction));
    return loose || task.predicate ? loose : Result<Reduction>(parsed.errors[0]);
  }
  if (!task.predicate) parsed.script = safe_script(pool, parsed.script);
  const std::string printed = print_script(pool, parsed.script);
  if (task.predicate) return reduce_by_predicate(task, options, printed, std::move(reduction));
  return reduce_lie(task, options, pool, parsed.script, printed, std::move(reduction));
}

ReduceTask task_of(const Case& found, std::span<const Solver> solvers) {
  ReduceTask task;
  task.original = found.original;
  task.seed = found.origin.seed;
  task.solvers.assign(solvers.begin(), solvers.end());
  task.liar = found.liar;
  task.kind = found.kind;
  if (const auto* proof = std::get_if<TrueModel>(&found.certificate)) task.model = proof->model;
  return task;
}

Case with_reduction(Case found, const Reduction& reduction) {
  Case made = reduction.found;
  made.original = std::move(found.original);
  made.smaller = reduction.text;
  made.reduced = reduction.finished ? Reduced::Yes : Reduced::CutShort;
  made.origin = std::move(found.origin);
  made.flaky = found.flaky || reduction.confirmed < kConfirmations;
  made.fingerprint = fingerprint_of(made);
  return made;
}

}  // namespace pg
