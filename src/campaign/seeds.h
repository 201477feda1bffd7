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

// Why the last check-sat of a seed has its answer, from those that gave it; empty if none can say.
SeedProof proof_of(Pool& pool, const Script& script, const SeedFacts& facts,
                   std::span<const Solver> solvers, const QueryLimits& limits, uint64_t number = 0);

// Why a script is no seed, without asking anybody; empty if it may be one.
std::string why_unfit(Pool& pool, const Script& script, const CampaignOptions& options);

}  // namespace pg
