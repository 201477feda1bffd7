#pragma once

#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/result.h"
#include "mutate/samples.h"
#include "solve/session.h"

namespace pg {

// Which operators solvers refuse: each solver is asked once about each operator in each logic, in a
// script that has nothing else in it (sample_of). What it says depends on the solver, the operator
// and the logic alone, so that it does not matter who asks first, or whether a campaign was
// interrupted. Workers share one of these.
class Refusals {
 public:
  using Refused = absl::flat_hash_map<const OpSpec*, bool>;

  // Of these operators, those that one of the solvers refuses. An error: a solver could not be
  // asked; nothing is known of it then.
  Result<Rows> among(std::span<const OpSpec* const> rows, std::string_view logic,
                     std::span<const Solver> solvers, const QueryLimits& limits);

 private:
  std::mutex lock_;
  std::map<std::pair<std::string, std::string>, Refused> known_;  // by solver and logic
};

// What mutants of a script must not use because of these solvers; adds it to the dialect, in which
// other rows may be left out already.
Result<bool> leave_out_refused(Pool& pool, const Script& script, std::span<const Solver> solvers,
                               const QueryLimits& limits, Refusals& refusals, Dialect& dialect);

}  // namespace pg
