#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "bug/paths.h"
#include "campaign/confirm.h"
#include "campaign/options.h"
#include "campaign/store.h"

namespace pg {

// Keeps each bug once: confirms suspects, makes those that are stored small in a thread of its own,
// and writes their folders. Workers share it.
class Triage {
 public:
  struct Hooks {
    // Seconds and solver calls of the campaign.
    std::function<std::pair<double, uint64_t>()> clock;
    Patience folders = {};  // with what cannot be written
    Patience solvers = {};  // with those that do not run
    // Told that the store cannot be used.
    std::function<void(const Error&)> failed = [](const Error&) {};
    // Called with each new bug once it is on the disk; `known_as` where an earlier run has told of
    // it already.
    std::function<void(const FindingRow&, const std::string& known_as)> found;
    // Set when reductions are to be given up (base/stop.h).
    const std::atomic<bool>* leave = nullptr;
  };
  Triage(const CampaignOptions& options, Store& store, Hooks hooks);
  // Bugs that are not small yet are written as they are.
  ~Triage();

  // Takes up bugs of the store that are not ready, or not small, or whose folder may be missing.
  Result<bool> resume();

  enum class Outcome : uint8_t {
    New,
    Flaky,      // a fresh process does not always show it: kept apart
    Duplicate,  // it is there already
    Muted,      // the user knows it
    Untested,   // its solver does not run, or it was time to go: nothing is known of it
  };
  struct Examined {
    Outcome outcome;
    FindingRow row = {};  // of what is new or flaky: to be stored, then kept
  };
  // Counts go to `more`, the time that solvers took to `waited`.
  Examined examine(const Case& suspect, Counters& more, double& waited);
  // Takes care of a bug that is in the store.
  void keep(FindingRow row);

  // Bugs that are being reduced, or wait for it.
  size_t waiting();
  // From now on nothing is reduced any more.
  void hurry() { hurry_ = true; }

 private:
  bool is_muted(const std::string& fingerprint) const;
  // Whether it was seen; counts it then.
  bool is_duplicate(const std::string& name, Counters& more);
  // Confirms it; false if its solver does not run.
  bool confirm(const Case& suspect, Case& confirmed);
  bool wants_reduction(const Case& found) const;
  bool goes_on(const FindingRow& row) const;
  void reduce_all();
  void reduce_one(FindingRow& row);
  void publish(FindingRow row, const std::string& stored_as);
  Shelf shelf_for(const Case& found);
  void write_folder(const FindingRow& row);

  const CampaignOptions& options_;
  Store& store_;
  const Hooks hooks_;
  const CampaignPaths paths_;
  Confirmer confirmer_;
  std::atomic<bool> hurry_ = false;

  std::mutex publishing_;  // one bug at a time, so that a quota is kept
  std::mutex lock_;        // for what follows
  std::condition_variable changed_;
  // What stands for a bug, its fingerprint or a sketch, and the fingerprint that it has now.
  absl::flat_hash_map<std::string, std::string> seen_;
  absl::flat_hash_set<std::string> examined_;  // sketches that a worker is at
  std::map<std::string, uint64_t> shelved_;    // bugs in bugs/, by program
  std::deque<FindingRow> queue_;               // to be made small
  std::deque<FindingRow> unwritten_;           // those that are, and whose folder may be missing
  absl::flat_hash_set<std::string> told_;      // of an earlier run: fingerprints that go on
  size_t busy_ = 0;
  bool ending_ = false;
  std::jthread reducer_;  // the last: it uses all the others
};

}  // namespace pg
