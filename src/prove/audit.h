#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/mutant.h"
#include "solve/session.h"

namespace pg {

// Whether a mutant is what it claims to be, without any rule: a weaker one follows from its seed,
// its seed follows from a stronger one.
struct Audit {
  enum class Outcome : uint8_t {
    Holds,    // a solver says unsat to the question, and none says sat
    Unknown,  // nobody does, or a model is not confirmed
    Refuted,  // our evaluator confirms a model of the question: a bug of ours
  };
  Outcome outcome = Outcome::Holds;
  std::vector<std::string> solvers = {};  // that say so
  std::string model = {};                 // that refutes it
};
std::string_view name_of(Audit::Outcome outcome);

// "The seed, and not the mutant" or the reverse, at one check-sat: unsatisfiable if the claim
// holds. None if the mutant claims nothing there, or has steps that are neither weaker nor
// stronger.
std::optional<Script> audit_question(Pool& pool, const Script& seed, const Mutator& mutator,
                                     const Mutant& mutant, size_t check);

// All that a mutant claims: what is least certain of it. None if there is nothing to ask.
std::optional<Audit> audit(Pool& pool, const Script& seed, const Mutator& mutator,
                           const Mutant& mutant, std::span<const Solver> solvers,
                           const QueryLimits& limits);

}  // namespace pg
