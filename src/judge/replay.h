#pragma once

#include <span>
#include <string>

#include "judge/bug.h"

namespace pg {

// What a bug's files come to now.
struct Replay {
  bool certified = false;   // they alone still show that it is a bug
  std::string certificate;  // in words: what was checked, or what is wrong
  bool reproduces = false;  // the solver still does it
  std::string said;         // what it says now
};

// Checks the certificate again, and asks the solver in a fresh process; the others are those that
// took part when it was found. The reduced formula if there is one, else the original.
Result<Replay> replay(const Bug& bug, const Solver& solver, std::span<const Solver> others,
                      const QueryLimits& limits);

}  // namespace pg
