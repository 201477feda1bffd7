#pragma once

#include <span>
#include <string>
#include <vector>

#include "ask/advice.h"
#include "ask/query.h"
#include "judge/judge.h"
#include "mutate/mutant.h"
#include "solve/session.h"

namespace pg {

// Bytes of what a solver prints that evidence keeps, and of a model that is looked at.
inline constexpr size_t kMaxOutput = size_t{1} << 20;
inline constexpr size_t kMaxModel = size_t{4} << 20;
// Of evaluating a model.
inline constexpr uint64_t kMaxModelSteps = 1'000'000;

// A script, what solvers said to it in fresh processes, and what that shows.
struct Trial {
  Query query;
  std::vector<std::vector<Evidence>> checks;  // by check-sat; by solver, in their order
  std::vector<Case> cases;                    // with the formula and how the liar was run
};

// Asks all solvers at the same time and evaluates every model. Where a quantifier leaves one open,
// the other solvers propose values, then those of `more`, then its owner.
Trial try_script(Pool& pool, const Script& script, std::span<const Solver> solvers,
                 const QueryLimits& limits, const Claims& claims = {}, const Advisers& more = {});

// For another model of a case: the values that decided the one of its certificate, and solvers that
// may propose others.
Advisers advisers_for(const Case& found, std::span<const Solver> solvers,
                      const QueryLimits& limits);

// What a solver said, as evidence, its model evaluated at the check-sat with that number.
Evidence evidence_of(Pool& pool, const Script& script, size_t check, const Solver& solver,
                     Answer answer, uint64_t max_steps = kMaxModelSteps,
                     const Advisers& advisers = {});

// Fills in what is known of the options in the case's command: what the solver's help says of them
// and, if that was tried, that the case does not show without those of the user.
void set_standing(Case& found, const Solver& solver, bool needed = false);

// What a fresh process says to a text that nobody but a solver can read, up to what ends the
// process. Whoever asks so looks for breakdowns: those in parts that do not exist count, too.
Evidence ask_text(const Solver& solver, const std::string& text, const QueryLimits& limits);

// Answers that some solver gives and no other contradicts.
Answers agreed_answers(const Trial& trial);

}  // namespace pg
