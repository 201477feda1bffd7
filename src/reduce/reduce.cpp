#include "reduce/reduce.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>
#include <xxhash.h>

#include "judge/trial.h"
#include "model/state.h"
#include "reduce/loose.h"
#include "reduce/passes.h"
#include "reduce/tokens.h"
#include "reduce/trace.h"
#include "reduce/workers.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// A pool only grows: beyond this many terms the script moves to a new one.
constexpr size_t kMaxTerms = 2'000'000;

// Candidates are given up after a multiple of the time that the original takes.
constexpr double kSlower = 5;
constexpr double kLeastSeconds = 0.25;

constexpr int kConfirmations = 3;
constexpr size_t kMaxWitnesses = 2;

double bound_seconds(double original, double most) {
  return std::min(most, std::max(kLeastSeconds, kSlower * original));
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

uint64_t key_of(const std::string& text) { return XXH3_64bits(text.data(), text.size()); }

class Reducer {
 public:
  Reducer(const ReduceTask& task, const ReduceOptions& options, Reduction& reduction)
      : task_(task), options_(options), reduction_(reduction) {
    for (const Pass& pass : passes()) entries_.push_back({&pass, {pass.name}});
    if (options.seconds > 0)
      deadline_ = begin_ + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(options.seconds));
  }

  void start(std::string text, std::string model) {
    read(std::move(text));
    model_ = std::move(model);
    save();
  }

  // From now on these test; what others refused is open again.
  void use(Workers& workers) {
    workers_ = &workers;
    known_.clear();
  }

  // Undoes what the mutation did, as far as the lie stays.
  void undo_mutation() {
    if (task_.seed.empty()) return;
    std::vector<Difference> left;
    auto propose = [&] {
      Trace traced = trace(*pool_, task_.seed, text_);
      script_ = std::move(traced.mutant);
      left = std::move(traced.differences);
      std::vector<Edit> edits;
      for (const Difference& each : left) edits.emplace_back().spots.push_back(each.spot);
      return edits;
    };
    reduction_.changes = propose().size();
    if (reduction_.changes == 0) return;
    PassCount count{"mutation"};
    run(count, propose, true, false);
    reduction_.passes.push_back(count);
    propose();
    for (const Difference& each : left) reduction_.steps.push_back(describe(*pool_, each, script_));
    read(text_);
  }

  // Passes in turn until none of them helps; those that helped most come first in the next turn.
  void run_passes() {
    bool again = true;
    while (again && !stopped()) {
      while (run_turn(Turn::Always) && !stopped())
        std::ranges::stable_sort(entries_, std::greater(), &Entry::gain);
      again = run_turn(Turn::After);
    }
    run_turn(Turn::Last);
    reduction_.finished = !stopped();
  }

  void count_passes() {
    for (const Entry& entry : entries_) reduction_.passes.push_back(entry.count);
  }

  const std::string& text() const { return text_; }
  const std::string& model() const { return model_; }
  double seconds() const { return seconds_since(begin_); }

 private:
  struct Pending {
    size_t size;
    size_t start;
    std::string text;
    std::string model;
    uint64_t ticket;
  };

  struct Entry {
    const Pass* pass;
    PassCount count;
    uint64_t gain = 0;  // bytes, when it was run last
  };

  // Runs the passes of that turn; true if one of them helped.
  bool run_turn(Turn turn) {
    bool helped = false;
    for (Entry& entry : entries_) {
      if (entry.pass->turn != turn) continue;
      const uint64_t before = text_.size();
      const uint64_t accepted = entry.count.accepted;
      run(
          entry.count, [&] { return propose(*entry.pass); }, entry.pass->together, true);
      entry.gain = before > text_.size() ? before - text_.size() : 0;
      helped = helped || entry.count.accepted > accepted;
    }
    return helped;
  }

  bool stopped() const {
    return (options_.stop && *options_.stop) || (deadline_ && Clock::now() >= *deadline_);
  }

  void read(std::string text) {
    if (!pool_ || pool_->term_count() > kMaxTerms) pool_ = std::make_unique<Pool>();
    ParsedScript parsed = parse_script(*pool_, text);
    CHECK(parsed.errors.empty(), "a script that was read before");
    text_ = std::move(text);
    script_ = std::move(parsed.script);
    size_ = size_of(*pool_, script_, text_);
  }

  void save() {
    if (options_.save) options_.save(text_);
  }

  std::vector<Edit> propose(const Pass& pass) {
    const Rng rng = Rng(options_.rng).fork(accepted_);
    return pass.propose({*pool_, script_, rng});
  }

  // Makes a candidate of some edits; false if it is none, or is known to be of no interest.
  bool make(std::span<const Edit> edits, bool smaller, Pending& pending) {
    const Script made = apply(*pool_, script_, edits);
    // What shows a lie asks something.
    if (count_checks(made) == 0 && count_checks(script_) > 0) return false;
    pending.text = print_script(*pool_, made);
    if (pending.text == text_) return false;
    if (smaller && size_of(*pool_, made, pending.text) >= size_) return false;
    // What is being tested is as good as known: if it is of interest, this one is not needed.
    if (!known_.insert(key_of(pending.text)).second) {
      ++reduction_.cached;
      return false;
    }
    pending.model = model_;
    for (const Edit& edit : edits)
      if (!edit.renaming.empty()) pending.model = rename_tokens(model_, edit.renaming);
    pending.ticket = workers_->submit({pending.text, pending.model});
    return true;
  }

  // Tries edits in chunks of all, then half as many, down to one. Several are tested at the same
  // time, but their outcomes are taken in order: the result depends on no timing.
  template <typename Propose>
  void run(PassCount& count, Propose propose, bool together, bool smaller) {
    std::vector<Edit> edits = propose();
    size_t size = together ? edits.size() : 1;
    size_t start = 0;
    std::deque<Pending> pending;
    auto fill = [&] {
      while (pending.size() <= options_.jobs && !edits.empty() && !stopped()) {
        if (start >= edits.size()) {
          if (size <= 1) return;
          size = (size + 1) / 2;
          start = 0;
        }
        const size_t end = std::min(start + size, edits.size());
        Pending next{size, start, {}, {}, 0};
        if (make(std::span(edits).subspan(start, end - start), smaller, next))
          pending.push_back(std::move(next));
        start = end;
      }
    };
    for (fill(); !pending.empty() && !stopped(); fill()) {
      Pending next = std::move(pending.front());
      pending.pop_front();
      Outcome outcome = workers_->wait(next.ticket);
      ++reduction_.calls;
      ++count.tried;
      reduction_.queries += outcome.queries;
      reduction_.malformed += outcome.malformed;
      report(count.name);
      if (!outcome.interesting) continue;
      workers_->forget();
      for (const Pending& other : pending) known_.erase(key_of(other.text));
      pending.clear();
      read(std::move(next.text));
      model_ = outcome.model.empty() ? std::move(next.model) : std::move(outcome.model);
      ++accepted_;
      ++count.accepted;
      save();
      edits = propose();
      size = std::clamp<size_t>(next.size, 1, std::max<size_t>(1, edits.size()));
      start = next.start;
    }
    workers_->forget();
  }

  void report(std::string_view pass) {
    if (options_.progress) options_.progress({pass, text_.size(), reduction_.calls, accepted_});
  }

  const ReduceTask& task_;
  const ReduceOptions& options_;
  Workers* workers_ = nullptr;
  Reduction& reduction_;
  std::vector<Entry> entries_;
  Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> deadline_;
  std::unique_ptr<Pool> pool_;
  Script script_;
  std::string text_;
  std::string model_;
  Size size_;
  uint64_t accepted_ = 0;
  absl::flat_hash_set<uint64_t> known_;  // texts that are tested, or were
};

// The finding that is to stay: the liar's, of that kind, or the gravest one of the first liar.
std::optional<Finding> choose_finding(const ReduceTask& task, const Trial& trial) {
  std::optional<Finding> chosen;
  auto order = [](const Finding& finding) { return std::pair(finding.which, finding.kind); };
  for (Finding finding : trial.findings) {
    // A disagreement names who says sat, and is about who says unsat as well.
    if (task.liar && finding.kind == FindingKind::Disagreement &&
        trial.checks[finding.check][*task.liar].answer.kind == AnswerKind::Unsat)
      finding.which = *task.liar;
    if (task.liar && finding.which != *task.liar) continue;
    if (task.kind && finding.kind != *task.kind) continue;
    if (!chosen || order(finding) < order(*chosen)) chosen = finding;
  }
  return chosen;
}

// Solvers that contradict the liar, where rules convicted it.
std::optional<Finding> choose_contradiction(const ReduceTask& task, const Trial& trial) {
  if (task.kind != FindingKind::Contradiction || !task.liar) return {};
  for (size_t check = 0; check < trial.checks.size(); ++check) {
    Finding finding;
    finding.kind = FindingKind::Contradiction;
    finding.which = *task.liar;
    finding.check = check;
    const Lie lie = lie_of(trial, finding, task.solvers);
    if (lie.opponents > 0) return finding;
  }
  return {};
}

// How the lie shows, the fastest way first, and how long that may take.
struct Manner {
  Asking asking;
  QueryLimits limits;
};
std::optional<Manner> choose_manner(std::initializer_list<Asking> manners, const Lie& lie,
                                    QueryLimits limits, const Candidate& original,
                                    std::string& model) {
  for (const Asking asking : manners) {
    const std::unique_ptr<Predicate> predicate = lie_predicate(lie, asking, limits);
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

// The liar and the fastest of those who decide: the others would only take time. Whoever makes the
// case is among them.
ReduceTask with_fast_witnesses(const ReduceTask& task, const Trial& trial, const Finding& finding) {
  const std::vector<Evidence>& row = trial.checks[finding.check];
  std::vector<size_t> witnesses;
  for (size_t i = 0; i < row.size(); ++i)
    if (i != finding.which && row[i].answer.decided()) witnesses.push_back(i);
  // Who contradicts the liar comes first.
  std::ranges::stable_sort(witnesses, {}, [&](size_t i) {
    return std::pair(row[i].answer.kind == row[finding.which].answer.kind, row[i].answer.seconds);
  });
  if (witnesses.size() > kMaxWitnesses) witnesses.resize(kMaxWitnesses);
  ReduceTask fewer = task;
  fewer.solvers = {task.solvers[finding.which]};
  for (const size_t i : witnesses) fewer.solvers.push_back(task.solvers[i]);
  fewer.liar = 0;
  fewer.kind = finding.kind;
  return fewer;
}

void measure(Pool& pool, const std::string& text, uint64_t& bytes, uint64_t& terms) {
  bytes = text.size();
  terms = count_terms(pool, parse_script(pool, text).script);
}

// Three fresh trials of what came out.
void confirm(const Lie& lie, const QueryLimits& limits, Reduction& reduction) {
  Pool pool;
  const Script script = parse_script(pool, reduction.text).script;
  const Claims claims = claims_of(pool, script, lie.kind, lie.answer, reduction.model);
  for (int i = 0; i < kConfirmations; ++i) {
    const Trial trial = try_script(pool, script, lie.solvers, limits, claims);
    const Finding* finding = find_lie(lie, trial);
    if (!finding) continue;
    ++reduction.confirmed;
    reduction.finding = *finding;
    const Answer& answer = trial.checks[finding->check][finding->which].answer;
    reduction.output = answer.output + answer.error_output;
    if (lie.kind != FindingKind::WrongUnsat) reduction.model = answer.model;
  }
}

void finish(Reducer& reducer, Reduction& reduction) {
  Pool pool;
  reducer.count_passes();
  reduction.text = reducer.text();
  reduction.model = reducer.model();
  reduction.seconds = reducer.seconds();
  measure(pool, reduction.text, reduction.bytes_after, reduction.terms_after);
}

Result<Reduction> reduce_by_predicate(const ReduceTask& task, const ReduceOptions& options,
                                      const std::string& printed, Reduction reduction) {
  QueryLimits limits = options.limits;
  const Clock::time_point begin = Clock::now();
  if (!task.predicate(limits)->test({printed, {}}).interesting)
    return Error{{}, "it is not of interest itself"};
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

Result<Reduction> reduce_lie(const ReduceTask& task, const ReduceOptions& options, Pool& pool,
                             const Script& script, const std::string& printed,
                             Reduction reduction) {
  const Claims claims =
      claims_of(pool, script, FindingKind::WrongUnsat, AnswerKind::Unsat, task.model);
  auto find = [&](const ReduceTask& asked, const Trial& trial) {
    const std::optional<Finding> finding = choose_finding(asked, trial);
    return finding ? finding : choose_contradiction(asked, trial);
  };
  const Trial all = try_script(pool, script, task.solvers, options.limits, claims);
  const std::optional<Finding> shown = find(task, all);
  if (!shown) return Error{{}, "no lie is shown"};
  const ReduceTask fast = with_fast_witnesses(task, all, *shown);
  const Trial trial = try_script(pool, script, fast.solvers, options.limits, claims);
  const std::optional<Finding> finding = find(fast, trial);
  if (!finding) return Error{{}, fmt::format("the {} does not show again", name_of(shown->kind))};
  const Lie lie = lie_of(trial, *finding, fast.solvers);
  std::string model =
      finding->kind == FindingKind::WrongUnsat ? finding->certificate : std::string();
  const std::optional<Manner> manner =
      choose_manner({Asking::PlainSession, Asking::Session, Asking::Fresh}, lie, options.limits,
                    {printed, model}, model);
  if (!manner) return Error{{}, fmt::format("the {} does not show again", name_of(lie.kind))};

  const auto predicate_of = [&](const Manner& how) {
    return [&lie, how] { return lie_predicate(lie, how.asking, how.limits); };
  };
  Workers workers(options.jobs, predicate_of(*manner));
  Reducer reducer(task, options, reduction);
  reducer.use(workers);
  reducer.start(printed, model);
  reducer.undo_mutation();
  // What is refused without a reset is tried again, when little is left of the script.
  const Candidate undone{reducer.text(), reducer.model()};
  std::optional<Manner> quick;
  if (lie.solvers[lie.liar].spec->resets)
    quick = choose_manner({Asking::Scope}, lie, manner->limits, undone, model);
  if (quick) {
    Workers quick_workers(options.jobs, predicate_of(*quick));
    reducer.use(quick_workers);
    reducer.run_passes();
    reducer.use(workers);
  }
  reducer.run_passes();
  finish(reducer, reduction);
  confirm(lie, options.limits, reduction);
  reduction.solver = lie.solvers[0].name;
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
  const std::string printed = print_script(pool, parsed.script);
  if (task.predicate) return reduce_by_predicate(task, options, printed, std::move(reduction));
  return reduce_lie(task, options, pool, parsed.script, printed, std::move(reduction));
}

Bug with_reduction(Bug bug, const Reduction& reduction) {
  bug.reduced = reduction.text;
  bug.fingerprint = reduction.finding.fingerprint;
  bug.check = reduction.finding.check;
  bug.sentence = reduction.finding.sentence;
  bug.certificate = reduction.finding.certificate;
  bug.output = reduction.output;
  bug.model = reduction.model;
  return bug;
}

}  // namespace pg
