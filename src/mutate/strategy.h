#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "mutate/diver.h"
#include "mutate/mutant.h"
#include "mutate/sae.h"

namespace pg {

// The options of every strategy.
struct StrategyOptions {
  SaeOptions sae;
  DiverOptions diver;
};

// One row a strategy.
struct Strategy {
  std::string_view name;
  std::string_view summary;
  bool needs_evidence = false;  // a model of a sat seed, a core of an unsat one
  // Says why not, where a seed does not suit it. What is drawn depends on the generator alone.
  Result<std::unique_ptr<Mutator>> (*start)(Pool& pool, const Seed& seed,
                                            const StrategyOptions& options, const Rng& rng);
};

std::span<const Strategy> strategies();

}  // namespace pg
