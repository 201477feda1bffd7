#pragma once

#include <span>
#include <string>
#include <vector>

#include "solve/session.h"
#include "solve/solver.h"

namespace pg {

// Symbols of the probe's questions start so.
inline constexpr std::string_view kProbeSymbol = "polygraph-probe";

// What trivial questions show of a solver. One that answers none would be silent in whatever it is
// used for, and silence must not look like honesty. One that answers them wrongly does run.
struct Probe {
  std::string failure;  // its words, its mode and its command line; empty: it answers
  std::string warning;  // it answers, but gives no model; with its words
};

enum class ProbeModes : uint8_t {
  Fresh,        // a process for each question
  AndSessions,  // also one process for several, where the solver's row has that
};

Probe probe(const Solver& solver, const QueryLimits& limits, ProbeModes modes);

// All at the same time.
std::vector<Probe> probe_all(std::span<const Solver> solvers, const QueryLimits& limits,
                             ProbeModes modes);

// The words of a solver that goes on without one of the options that it was given; empty if it
// took them. The text is what it wrote to standard error.
std::string refused_option(std::string_view errors, std::span<const std::string> options);

}  // namespace pg
