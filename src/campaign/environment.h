#pragma once

#include <span>
#include <string>

#include "solve/session.h"
#include "solve/solver.h"

namespace pg {

// What the machine does to solvers is no fact about what they were asked: a program that is gone
// for a moment, no file descriptors, no memory.

// What the last of these says to a trivial question; empty if one of them answers it just now.
std::string why_silent(std::span<const Solver> solvers, const QueryLimits& limits);

}  // namespace pg
