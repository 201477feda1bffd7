#include "campaign/triage.h"

#include <algorithm>
#include <filesystem>

#include "base/stop.h"
#include "bug/fingerprint.h"
#include "bug/folder.h"
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

void Triage::resume() {
  for (FindingRow& row : store_.findings()) {
    if (!row.problem.empty()) continue;
    {
      const std::lock_guard lock(lock_);
      seen_[row.found.fingerprint] = row.found.fingerprint;
      if (row.ready && row.shelf == Shelf::Bugs) ++shelved_[row.found.liar.program];
      if (!row.ready) {
        queue_.push_back(std::move(row));
        changed_.notify_all();
        continue;
      }
    }
    // It may have been ended between the store and the folder.
    write_folder(row);
  }
}

size_t Triage::waiting() {
  const std::lock_guard lock(lock_);
  return queue_.size() + busy_;
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

Triage::Examined Triage::examine(const Case& suspect, Counters& more, double& waited) {
  const std::string sketch = sketch_of(suspect, operators_of(suspect.original));
  if (is_duplicate(sketch, more)) return {Outcome::Duplicate};
  {
    const std::lock_guard lock(lock_);
    if (!examined_.insert(sketch).second) return {Outcome::Duplicate};
  }
  const auto begin = Clock::now();
  FindingRow row;
  row.found = confirmer_.confirm(suspect);
  waited += seconds_since(begin);
  if (must_stop()) {
    const std::lock_guard lock(lock_);
    examined_.erase(sketch);
    return {Outcome::GivenUp};
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
  const StopScope scope(hooks_.stop);
  while (true) {
    FindingRow row;
    {
      std::unique_lock lock(lock_);
      changed_.wait(lock, [&] { return ending_ || !queue_.empty(); });
      if (queue_.empty()) return;
      row = std::move(queue_.front());
      queue_.pop_front();
      ++busy_;
    }
    const std::string stored_as = row.found.fingerprint;
    if (!hurry_ && wants_reduction(row.found)) reduce_one(row);
    publish(std::move(row), stored_as);
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
    store_.remove_finding(stored_as);
    return;
  }
  row.shelf = shelf_for(row.found);
  row.ready = true;
  if (!store_.replace_finding(stored_as, row)) return;
  if (row.shelf == Shelf::Bugs) {
    const std::lock_guard lock(lock_);
    ++shelved_[row.found.liar.program];
  }
  // A report may have written it before it was ready.
  std::error_code ignored;
  if (fingerprint != stored_as)
    std::filesystem::remove_all(paths_.bug(Shelf::Bugs, stored_as), ignored);
  write_folder(row);
  if (hooks_.found) hooks_.found(row);
}

Shelf Triage::shelf_for(const Case& found) {
  if (found.flaky) return Shelf::Flaky;
  const std::lock_guard lock(lock_);
  const bool full = options_.quota > 0 && shelved_[found.liar.program] >= options_.quota;
  return full ? Shelf::Held : Shelf::Bugs;
}

void Triage::write_folder(const FindingRow& row) {
  const std::string place = paths_.bug(row.shelf, row.found.fingerprint).string();
  while (true) {
    const Result<std::string> written = write_bug(place, row.found);
    if (written || !hooks_.patience(written.error().message)) return;
  }
}

}  // namespace pg
