#pragma once

#include <functional>
#include <string>
#include <vector>

#include "campaign/counters.h"
#include "campaign/store.h"
#include "solve/process.h"

namespace pg {

// The job that a worker is at: what it did, what it counted since it was saved last, and how long
// that took.
class Progress {
 public:
  // Saves what a job did; false: it could not be.
  using Save = std::function<bool(const Advance&)>;
  // `waited` says how many seconds were spent waiting for solvers, ever.
  Progress(Save save, std::function<double()> waited);

  void begin(const Job& job);
  // Writes down how far the job is; with a seed that it took in. False: it could not be.
  bool flush(const SeedRow* seed = nullptr);
  // The same, and the job is done.
  bool finish(const SeedRow* seed = nullptr);

  Job& job() { return job_; }
  Yield& yield() { return job_.yield; }
  Counters& more() { return more_; }
  // Bugs that are saved with it.
  std::vector<FindingRow>& findings() { return findings_; }
  // Where calls, tries and bugs of this job are counted.
  StrategyCounts& counts();

  // What was done and counted up to now, to go back to when something is given up half-way.
  struct Mark {
    Job job;
    Counters more;
    std::vector<FindingRow> findings;
  };
  Mark mark() const { return {job_, more_, findings_}; }
  void go_back(Mark mark);

  double seconds_since_flush() const;
  // Of all jobs.
  double worked() const { return worked_ + seconds_since_flush(); }

 private:
  Save save_;
  std::function<double()> waited_;
  Job job_;
  Counters more_;
  std::vector<FindingRow> findings_;
  Clock::time_point flushed_;
  double waited_before_ = 0;
  double worked_ = 0;
};

}  // namespace pg
