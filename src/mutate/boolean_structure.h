#pragma once

#include <cstdint>
#include <optional>

#include "model/state.h"
#include "mutate/mutant.h"
#include "term/pool.h"

namespace pg {

// The answer that follows from the connectives alone, whatever the atoms mean: sat if the formula
// is true for all truth values of its atoms, unsat if it is for none. Atoms without symbols, such
// as (> 1 2), have the value that they have. None if the atoms matter, or if it takes more steps to
// tell.
std::optional<Truth> trivial_answer(Pool& pool, const CheckState& state,
                                    uint64_t max_steps = 2'000'000);

// All check-sats of a script have such an answer. The paper of Sparrow takes no such seeds: solvers
// decide them while they simplify, and what is made of them hardly gets further.
bool is_trivial(Pool& pool, const Script& script);

}  // namespace pg
