#include "campaign/triage.h"

#include <algorithm>
#include <filesystem>

#include "base/stop.h"
#include "bug/fingerprint.h"
#include "bug/folder.h"
#include "campaign/environment.h"
#include "reduce/reduce.h"
#include "solve/process.h"

namespace pg {
namespace {

constexpr int kConfirmations = 3;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

Triage::Triage(const CampaignOptions& options, Store& store, Hooks hooks)
    : options_(options),
      store_(store),
      hooks_(std::move(hooks)),
      paths_(options.out),
      confirmer_(options.solvers, options.limits),
      reducer_([this] { reduce_all(); }) {}

Triage::~Triage() {
  hurry();
  {
    const std::lock_guard lock(lock_);
    ending_ = true;
  }
  changed_.notify_all();
  reducer_.join();
}

Result<bool> Triage::resume() {
  Result<std::vector<FindingRow>> rows = store_.findings();
  if (!rows) return rows.error();
  const std::lock_guard lock(lock_);
  for (FindingRow& row : *rows) {
    if (!row.problem.empty()) continue;
    seen_[row.found.fingerprint] = row.found.fingerprint;
    if (goes_on(row)) {
      told_.insert(row.found.fingerprint);
      row.ready = false;
    }
    if (row.ready && row.shelf == Shelf::Bugs) ++shelved_[row.found.liar.program];
    // The last run may have been ended between the store and the folder.
    (row.ready ? unwritten_ : queue_).push_back(std::move(row));
  }
  changed_.notify_all();
  return true;
}

size_t Triage::waiting() {
  const std::lock_guard lock(lock_);
  return queue_.size() + unwritten_.size() + busy_;
}

bool Triage::is_muted(const std::string& fingerprint) const {
  return std::ranges::find(options_.known, fingerprint) != options_.known.end();
}

bool Triage::is_duplicate(const std::string& name, Counters& more) {
  const std::lock_guard lock(lock_);
  const auto found = seen_.find(name);
  if (found == seen_.end()) return false;
  if (!is_muted(found->second)) ++more.duplicates[found->second];
  return true;
}

// What a solver says of the seed and of its mutant belongs together: such a pair stays as it is.
bool Triage::wants_reduction(const Case& found) const {
  return options_.reduce_budget() > 0 && !found.flaky && found.kind != Kind::Contradiction;
}

// It is known, but nobody had the time to make it small.
bool Triage::goes_on(const FindingRow& row) const {
  const Reduced reduced = row.found.reduced;
  return row.ready && wants_reduction(row.found) &&
         (reduced == Reduced::No || reduced == Reduced::Interrupted);
}

Triage::Examined Triage::examine(const Case& suspect, Counters& more, double& waited) {
  const std::string sketch = sketch_of(suspect, operators_of(suspect.original));
  if (is_duplicate(sketch, more)) return {Outcome::Duplicate};
  {
    const std::lock_guard lock(lock_);
    if (!examined_.insert(sketch).second) return {Outcome::Duplicate};
  }
  const auto begin = Clock::now();
  FindingRow row;
  const bool tested = confirm(suspect, row.found) && !must_stop();
  waited += seconds_since(begin);
  if (!tested) {
    const std::lock_guard lock(lock_);
    examined_.erase(sketch);
    return {Outcome::Untested};
  }
  const std::string fingerprint = row.found.fingerprint;
  const bool muted = is_muted(fingerprint);
  const bool duplicate = is_duplicate(fingerprint, more);
  {
    const std::lock_guard lock(lock_);
    examined_.erase(sketch);
    // What is flaky may be shown for good by another mutant.
    if (!row.found.flaky) seen_.try_emplace(sketch, fingerprint);
    if (!muted) seen_.try_emplace(fingerprint, fingerprint);
  }
  if (muted) return {Outcome::Muted};
  if (duplicate) return {Outcome::Duplicate};
  std::tie(row.seconds, row.calls) = hooks_.clock();
  if (row.found.flaky) row.shelf = Shelf::Flaky;
  return {row.found.flaky ? Outcome::Flaky : Outcome::New, std::move(row)};
}

// That a bug does not show is said only of a solver that runs.
bool Triage::confirm(const Case& suspect, Case& confirmed) {
  const auto why_untested = [&]() -> std::string {
    confirmed = confirmer_.confirm(suspect);
    if (!confirmed.flaky) return {};
    std::vector<Solver> liar = confirmer_.all_solvers();
    std::erase_if(liar, [&](const Solver& each) { return each.id() != suspect.liar; });
    return why_silent(liar, options_.limits);
  };
  bool waited = false;
  for (std::string why = why_untested(); !why.empty(); why = why_untested()) {
    if (!hooks_.solvers.wait(why)) return false;
    waited = true;
  }
  if (waited) hooks_.solvers.over();
  return true;
}

void Triage::keep(FindingRow row) {
  if (wants_reduction(row.found)) {
    const std::lock_guard lock(lock_);
    queue_.push_back(std::move(row));
    changed_.notify_all();
    return;
  }
  const std::string fingerprint = row.found.fingerprint;
  publish(std::move(row), fingerprint);
}

void Triage::reduce_all() {
  const StopScope scope(hooks_.leave);
  while (true) {
    FindingRow row;
    {
      std::unique_lock lock(lock_);
      changed_.wait(lock, [&] { return ending_ || !queue_.empty() || !unwritten_.empty(); });
      std::deque<FindingRow>& queue = unwritten_.empty() ? queue_ : unwritten_;
      if (queue.empty()) return;
      row = std::move(queue.front());
      queue.pop_front();
      ++busy_;
    }
    const std::string stored_as = row.found.fingerprint;
    if (row.ready) {
      write_folder(row);
    } else {
      if (!hurry_ && wants_reduction(row.found)) reduce_one(row);
      publish(std::move(row), stored_as);
    }
    const std::lock_guard lock(lock_);
    --busy_;
  }
}

// Without success the bug stays as it is. Two bugs that become the same formula are one.
void Triage::reduce_one(FindingRow& row) {
  const ReduceTask task = task_of(row.found, confirmer_.all_solvers());
  const Result<Reduction> reduced = reduce(
      task, {.limits = options_.limits, .seconds = options_.reduce_budget(), .stop = &hurry_});
  if (!reduced || reduced->confirmed < kConfirmations || reduced->found.kind > row.found.kind)
    return;
  row.found = with_reduction(std::move(row.found), *reduced);
  if (hurry_ && row.found.reduced == Reduced::CutShort) row.found.reduced = Reduced::Interrupted;
}

void Triage::publish(FindingRow row, const std::string& stored_as) {
  const std::lock_guard publishing(publishing_);
  const std::string fingerprint = row.found.fingerprint;
  {
    const std::lock_guard lock(lock_);
    for (auto& [name, now] : seen_)
      if (now == stored_as) now = fingerprint;
    seen_[fingerprint] = fingerprint;
  }
  if (is_muted(fingerprint)) {
    if (const Result<bool> removed = store_.remove_finding(stored_as); !removed)
      hooks_.failed(removed.error());
    return;
  }
  row.shelf = shelf_for(row.found);
  row.ready = true;
  const Result<bool> replaced = store_.replace_finding(stored_as, row);
  if (!replaced) hooks_.failed(replaced.error());
  if (!replaced || !*replaced) return;
  if (row.shelf == Shelf::Bugs) {
    const std::lock_guard lock(lock_);
    ++shelved_[row.found.liar.program];
  }
  // A report may have written it before it was ready.
  if (fingerprint != stored_as) remove_bug(paths_.bug(Shelf::Bugs, stored_as).string());
  write_folder(row);
  const bool told = told_.contains(stored_as);
  if (hooks_.found) hooks_.found(row, told ? stored_as : "");
}

Shelf Triage::shelf_for(const Case& found) {
  if (found.flaky) return Shelf::Flaky;
  const std::lock_guard lock(lock_);
  const bool full = options_.quota > 0 && shelved_[found.liar.program] >= options_.quota;
  return full ? Shelf::Held : Shelf::Bugs;
}

void Triage::write_folder(const FindingRow& row) {
  const std::string place = paths_.bug(row.shelf, row.found.fingerprint).string();
  for (bool waited = false;; waited = true) {
    const Result<std::string> written = write_bug(place, row.found);
    if (written && waited) hooks_.folders.over();
    if (written || !hooks_.folders.wait(written.error().message)) return;
  }
}

}  // namespace pg
