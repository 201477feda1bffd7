#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "mutate/mutant.h"
#include "mutate/sae.h"
#include "mutate/vocabulary.h"

namespace pg {

// Oracle-guided unrestricted mutation: any term becomes any other, as long as the evaluator says
// that a known model still makes the formula true. Of an unsat formula with a known core, anything
// outside of the core changes, and the core is strengthened.
struct DiverOptions {
  bool weighted = true;    // prefer places where much is allowed; else all alike
  bool complicate = true;  // also put new constants into new terms
  uint32_t depth = 5;      // of new terms
  uint32_t tries = 50;     // for one place
  uint32_t model = 0;      // which of the seed's models whoever finds them takes; 0: the first
  Dialect dialect;
};

Result<std::unique_ptr<Mutator>> start_diver(Pool& pool, const Seed& seed,
                                             const DiverOptions& options, const Rng& rng);

// The script with each conjunct asserted on its own: cores are smaller then.
Script with_separate_conjuncts(const Pool& pool, const Script& script);

}  // namespace pg
