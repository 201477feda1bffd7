#pragma once

#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "judge/case.h"
#include "solve/session.h"

namespace pg {

// Asks again, in fresh processes, what looked wrong in a session. Workers share it.
class Confirmer {
 public:
  Confirmer(std::span<const Solver> solvers, const QueryLimits& limits)
      : solvers_(solvers.begin(), solvers.end()), limits_(limits) {}

  // The case as fresh processes show it, three times in a row. Marked as flaky where they do not
  // always, with what the session said where they never do. It has its fingerprint.
  Case confirm(const Case& suspect);

  // Those under test, and those that were asked to settle a disagreement.
  std::vector<Solver> all_solvers();

 private:
  std::optional<Case> confirm_form(Pool& pool, const Script& form, const Case& suspect,
                                   bool& always);
  std::optional<Case> settle(Pool& pool, const Script& script, const Case& suspect);
  const std::vector<Solver>& others();
  bool is_replayed(const Case& found, const Solver& solver);

  const std::vector<Solver> solvers_;
  const QueryLimits limits_;
  std::mutex lock_;
  std::optional<std::vector<Solver>> others_;  // installed, and not under test
};

}  // namespace pg
