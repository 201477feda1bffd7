#include "campaign/environment.h"

#include <algorithm>

#include "solve/probe.h"

namespace pg {

std::string why_silent(std::span<const Solver> solvers, const QueryLimits& limits) {
  // A trivial question takes milliseconds, but the machine may be busy.
  constexpr double kLeastSeconds = 5;
  QueryLimits patient = limits;
  patient.seconds = std::max(limits.seconds, kLeastSeconds);
  std::string why;
  for (const Solver& solver : solvers) {
    why = probe(solver, patient, ProbeModes::Fresh).failure;
    if (why.empty()) return why;
  }
  return why.substr(0, why.find('\n'));
}

}  // namespace pg
