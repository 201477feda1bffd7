#pragma once

#include <span>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "judge/query.h"
#include "solve/session.h"

namespace pg {

// A script, what solvers said to it in fresh processes, and what that shows.
struct Trial {
  Query query;
  Character character;
  std::vector<std::vector<Evidence>> checks;  // by check-sat; by solver, in their order
  std::vector<Finding> findings;
};

// Asks all solvers at the same time and evaluates every model.
Trial try_script(Pool& pool, const Script& script, std::span<const Solver> solvers,
                 const QueryLimits& limits, const Claims& claims = {});

// Asks a solver in its session. What that shows is asked again in a fresh process; where that one
// does not say it, the finding is marked.
std::vector<Finding> try_in_session(Pool& pool, const Script& script, Session& session,
                                    const QueryLimits& limits, const Claims& claims);

// Fills in what the model of an answer is worth, at the check-sat with that number.
void evaluate_model(Pool& pool, const Script& script, size_t check, const Solver& solver,
                    Evidence& evidence, uint64_t max_steps = 1'000'000);

}  // namespace pg
