#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include <absl/container/flat_hash_map.h>

#include "campaign/options.h"
#include "campaign/store.h"
#include "judge/bug.h"

namespace pg {

// What looks like a bug to a worker.
struct Suspect {
  std::string script;
  Claims claims = {};
  Finding finding;
  std::string solver;  // who lies
  // Where it comes from.
  std::string strategy = {};
  std::string seed_file = {};
  std::string seed = {};
  std::string recipe = {};
  std::string steps = {};
};

// Confirms suspects in fresh processes, makes them small, keeps each bug once, and writes it down:
// first into the store, then as a folder. Workers share it.
class Triage {
 public:
  // The clock tells seconds and solver calls of the campaign.
  Triage(const CampaignOptions& options, Store& store,
         std::function<std::pair<double, uint64_t>()> clock,
         std::function<bool(const std::string&)> patience, const std::atomic<bool>& stop);

  // Folders of bugs that the store has and that were not written in time.
  void write_missing();

  enum class Outcome : uint8_t {
    New,
    Flaky,      // a fresh process does not always show it: kept apart
    Duplicate,  // it is there already
    Muted,      // the user knows it
    Lost,       // it could not be written
  };
  // Counts go to `more`, the time that solvers took to `waited`.
  Outcome examine(const Suspect& suspect, Counters& more, double& waited);

  // Called with each new bug once it is on the disk.
  void set_listener(std::function<void(const FindingRow&)> listener) {
    listener_ = std::move(listener);
  }

 private:
  struct Confirmed {
    Bug bug;
    bool always = false;
  };
  Confirmed confirm(const Suspect& suspect) const;
  bool is_duplicate(const std::string& fingerprint, Counters& more);
  void shrink(Bug& bug) const;
  void write_folder(const Bug& bug);

  const CampaignOptions& options_;
  Store& store_;
  std::function<std::pair<double, uint64_t>()> clock_;
  std::function<bool(const std::string&)> patience_;
  const std::atomic<bool>& stop_;
  std::function<void(const FindingRow&)> listener_;
  std::mutex lock_;
  // Fingerprints, and those of what they became by reduction.
  absl::flat_hash_map<std::string, std::string> seen_;
  std::map<std::string, uint64_t> written_;  // folders, by program
};

}  // namespace pg
