#pragma once

#include <memory>

#include "mutate/mutant.h"
#include "mutate/skeleton.h"
#include "mutate/snippets.h"

namespace pg {

// Skeletal approximation enumeration: literals of a satisfiable formula are weakened, those of an
// unsatisfiable one are strengthened, so that the answer stays.
struct SaeOptions {
  Skeleton skeleton = Skeleton::Original;
  bool rules = true;      // predicate symbol transformation
  bool snippets = true;   // live predicate injection
  uint32_t literals = 5;  // at most, in a round
  uint32_t rounds = 1;    // each mutates what the one before made
  SnippetOptions snippet;
  Known solvers = kZ3 | kCvc5;  // who has to understand the mutants
};

// The answers are those of the script's check-sats. What is drawn for the seed as a whole comes
// from `rng`, each mutant from its own.
std::unique_ptr<Mutator> start_sae(Pool& pool, const Script& script, const Answers& answers,
                                   const SaeOptions& options, const Rng& rng);

}  // namespace pg
