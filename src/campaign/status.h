#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

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
  size_t known_before = 0;                // of these: from earlier runs
  std::string trouble = {};               // what it waits for, or why it had to end
  uint64_t reducing = 0;                  // bugs that are not small yet
  bool exhausted = false;                 // it ended because there was nothing left to do

  uint64_t again(const FindingRow& finding) const;  // mutants that showed it once more
  bool answered() const;                            // some solver said sat or unsat
  bool lied() const;                                // this run found a bug that is not flaky
};

// For other programs: {"answers": {"z3": {"sat": 12}}, ...}
nlohmann::json counters_json(const Counters& counters);

// A sentence for each solver that was called and hardly tested: it never said sat or unsat, or
// nine of ten calls ended in an error. No lie of such a solver is no good news.
std::vector<std::string> hardly_tested(const Status& status);

// For machines; campaign/show.h has it for people.
std::string status_json(const Status& status, std::string_view event);

// 12,345
std::string grouped(uint64_t number);

// 59s, 1m05s, 2h03m, 3d04h.
std::string duration_text(double seconds);

}  // namespace pg
