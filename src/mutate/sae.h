#pragma once

#include <memory>
#include <string>

#include "mutate/mutant.h"
#include "mutate/own_rules.h"
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
  Dialect dialect;
  std::string rules_file;               // rules of the user; empty: none
  std::shared_ptr<const OwnRules> own;  // what is in it
};

// Of a seed with a core, only the assertions of the core are mutated.
std::unique_ptr<Mutator> start_sae(Pool& pool, const Seed& seed, const SaeOptions& options,
                                   const Rng& rng);

}  // namespace pg
