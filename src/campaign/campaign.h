#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/lock.h"
#include "campaign/options.h"
#include "campaign/schedule.h"
#include "campaign/status.h"
#include "campaign/store.h"
#include "campaign/triage.h"
#include "campaign/worker.h"

namespace pg {

// What a folder's campaign was begun with, for going on with it; empty if there is none.
Result<std::vector<OptionWords>> stored_settings(const std::string& out);
// As the store keeps it.
std::string settings_text(std::span<const OptionWords> settings);

// A campaign in its folder, new or gone on with.
class Campaign {
 public:
  // The flag stops it. Workers end what they are at, if that does not take long.
  static Result<std::unique_ptr<Campaign>> open(const CampaignOptions& options,
                                                const std::atomic<bool>& stop);
  // What is wrong in its folder and does not stop it, a sentence for each.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Runs until its budget is used up, nothing is left to do, or it is stopped. `tick` is called
  // from time to time, `found` with each new bug.
  void run(const std::function<void()>& tick, const std::function<void(const FindingRow&)>& found);

  // Before it runs: who is told of each mutant, by all workers: how to make it again, and its text.
  void watch_mutants(std::function<void(const std::string&, const std::string&)> asked) {
    asked_ = std::move(asked);
  }

  Status status();
  Store& store() { return *store_; }

 private:
  Campaign(const CampaignOptions& options, const std::atomic<bool>& stop,
           std::unique_ptr<Store> store, std::unique_ptr<CampaignLock> lock);

  // What stands in the way for a while.
  enum class Obstacle : uint8_t { Store, Folders, Solvers };
  static constexpr size_t kObstacles = static_cast<size_t>(Obstacle::Solvers) + 1;

  Result<bool> begin();
  Result<bool> check_settings(const std::optional<std::string>& options,
                              const std::optional<std::string>& solvers) const;
  Result<bool> find_new_seeds();
  Result<bool> resume();
  void resume_jobs(std::vector<Job> jobs);
  Result<bool> write_beginning();
  void open_triage(const std::function<void(const FindingRow&)>& found);
  void work();
  void watch(const std::function<void()>& tick);
  void look_at_clock();
  void do_job(Worker& worker, const Job& job);
  void finish_round();
  void plan_round();
  void prepare_memories();
  bool save(const Advance& advance);
  Patience patience_with(Obstacle obstacle);
  bool wait_for(Obstacle obstacle, const std::string& why);
  bool is_over() const;
  void fail(const Error& error);
  void add_finding(FindingRow row, const std::string& known_as = {});
  void finish_bugs(const std::function<void()>& tick);
  void sample();
  double seconds() const;

  const CampaignOptions options_;
  const std::atomic<bool>& user_stop_;
  std::atomic<bool> stop_ = false;
  // What is asked when the campaign stops is given up a little later; all else that still goes on
  // only when the user wants to leave.
  std::atomic<bool> stop_asking_ = false;
  std::atomic<bool> leave_ = false;
  std::optional<Clock::time_point> stopped_at_;
  std::optional<Clock::time_point> left_at_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<CampaignLock> folder_lock_;
  std::vector<std::string> warnings_;
  Schedule schedule_;
  std::function<void(const std::string&, const std::string&)> asked_;
  std::unique_ptr<Triage> triage_;
  std::vector<SeedRow> seeds_;
  bool new_seeds_ = false;     // they are not in the store yet
  bool new_settings_ = false;  // nor are these
  std::map<std::pair<uint64_t, std::string>, ArmMemory> memories_;
  std::vector<Job> jobs_;       // of this round
  uint64_t skipped_early_ = 0;  // seeds that were never looked at
  std::atomic<uint64_t> round_ = 0;
  uint64_t next_id_ = 0;
  bool over_ = false;

  std::mutex lock_;  // for what follows
  std::condition_variable changed_;
  Counters counters_;
  Counters run_counters_;
  std::vector<FindingRow> findings_;
  struct Waiting {
    std::string why = {};
    double pause = 0;
  };
  std::array<Waiting, kObstacles> waiting_;
  std::string failure_;  // why it had to end
  bool finished_ = false;

  double seconds_before_ = 0;
  size_t known_before_ = 0;  // findings of earlier runs
  Clock::time_point begun_;
};

}  // namespace pg
