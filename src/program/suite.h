#pragma once

#include <vector>

#include "base/result.h"
#include "program/report.h"
#include "program/subject.h"
#include "solve/session.h"

namespace pg {

struct Suite {
  std::vector<Test> tests;
  std::vector<Kill> best;  // of each fault that the tests kill: how it is easiest to see
  size_t lower_bound = 0;
  size_t candidates = 0;
};

// Chooses as few inputs as possible that kill all the faults, each in a way that is as easy to see
// as the wanted one; faults are in order. Inputs that others dominate are left
// out, the rest is chosen greedily, and a solver is asked for a smaller choice until there is none.
// Then the values become as simple as the kills allow. When the time is over, it stays at the
// greedy choice and the values as they are.
Result<Suite> choose_suite(Subject& subject, const std::vector<Input>& candidates,
                           const std::vector<Kill>& wanted, const Solver& solver,
                           const QueryLimits& limits, const Budget& budget);

// All inputs as tests, in their order.
Result<Suite> keep_all(Subject& subject, const std::vector<Input>& inputs,
                       const std::vector<Kill>& wanted);

}  // namespace pg
