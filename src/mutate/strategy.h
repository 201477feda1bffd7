#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "mutate/mutant.h"
#include "mutate/sae.h"

namespace pg {

// The options of every strategy.
struct StrategyOptions {
  SaeOptions sae;
};

// One row a strategy.
struct Strategy {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Mutator> (*start)(Pool& pool, const Script& script, const Answers& answers,
                                    const StrategyOptions& options, const Rng& rng);
};

std::span<const Strategy> strategies();

}  // namespace pg
