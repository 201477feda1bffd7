#pragma once

#include <span>
#include <string>
#include <vector>

#include "ask/seed.h"
#include "base/result.h"
#include "campaign/facts.h"
#include "campaign/options.h"
#include "campaign/store.h"

namespace pg {

// The files below the paths, each text once, in an order that the number says; those that are too
// large are there with the reason.
Result<std::vector<SeedRow>> find_seeds(std::span<const std::string> paths, size_t max_size,
                                        uint64_t rng);

// The text of a seed, if the file is what it was.
Result<std::string> read_seed(const SeedRow& seed);

// Why the last check-sat of a seed has its answer; empty if nobody can say.
struct SeedProof {
  std::string model = {};         // one that makes it true, as we write it
  std::vector<size_t> core = {};  // assertions that are unsat together
  std::string by = {};            // the solver that gave it
};
// Asks those that gave the answer, in fresh processes: what a session says can depend on what it
// was asked before.
SeedProof find_proof(Pool& pool, const Script& script, const SeedFacts& facts,
                     std::span<const Solver> solvers, const QueryLimits& limits);

// The seed as strategies want it: unsat ones by cores want their conjuncts one by one.
Result<KnownSeed> known_seed(Pool& pool, const Script& script, const SeedFacts& facts,
                             const SeedProof& proof, const Strategy& strategy);

// Why a script is no seed, without asking anybody; empty if it may be one.
std::string why_unfit(Pool& pool, const Script& script, const CampaignOptions& options);

}  // namespace pg
