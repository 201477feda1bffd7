#pragma once

#include <string>
#include <vector>

#include "campaign/store.h"

namespace pg {

// How a campaign stands.
struct Status {
  double seconds = 0;  // of all its runs
  double run = 0;      // of this one
  double budget = 0;   // seconds of this run; 0: no limit
  uint64_t mutants_budget = 0;
  uint64_t round = 0;
  uint64_t seeds = 0;
  uint64_t taken = 0;  // solvers were asked about these
  uint64_t skipped = 0;
  std::vector<std::string> solvers = {};
  std::vector<std::string> strategies = {};
  Counters counters = {};                 // of all its runs
  Counters run_counters = {};             // of this one
  std::vector<FindingRow> findings = {};  // without their texts
  std::string trouble = {};               // why nothing can be written
  uint64_t reducing = 0;                  // bugs that are not small yet
};

// A few numbers that people ask for.
uint64_t sum_of(const Counters& counters, std::string_view prefix);
double overhead_of(const Counters& counters);  // our share of the workers' time, in percent

// A sentence for each solver that was called and never said sat or unsat: silence about it is no
// good news.
std::vector<std::string> never_answered(const Status& status);

// A screenful; one line; what a run came to; the same for machines.
std::string screen_of(const Status& status);
std::string line_of(const Status& status);
std::string summary_of(const Status& status, const std::string& out);
std::string status_json(const Status& status, std::string_view event);

// 59s, 1m05s, 2h03m, 3d04h.
std::string duration_text(double seconds);

}  // namespace pg
