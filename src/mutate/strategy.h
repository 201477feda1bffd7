#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/options.h"
#include "base/result.h"
#include "mutate/diver.h"
#include "mutate/mutant.h"
#include "mutate/sae.h"
#include "mutate/value.h"

namespace pg {

// The options of every strategy.
struct StrategyOptions {
  SaeOptions sae;
  DiverOptions diver;
  ValueOptions value;
  Dialect dialect;  // of those that draw operators
};

// One row a strategy.
struct Strategy {
  std::string_view name;
  std::string_view summary;
  enum class Needs : uint8_t { Nothing, Evidence, Solvers };
  Needs
      needs;  // nothing but answers; a model of a sat seed, a core of an unsat one; solvers to ask
  // Says why not, where a seed does not suit it. What is drawn depends on the generator alone.
  Result<std::unique_ptr<Mutator>> (*start)(Pool& pool, const Seed& seed,
                                            const StrategyOptions& options, const Rng& rng);
  size_t seeds = 1;  // that it makes a mutant of
  // Later mutants are made of earlier ones: visits of a campaign go on where the last one ended.
  bool chains = false;
  // Some visits of a campaign start from a mutant by another strategy.
  bool blends = false;
  bool draws_operators = false;  // so that it matters what solvers read
};

std::span<const Strategy> strategies();
// Null if there is none of that name.
const Strategy* find_strategy(std::string_view name);

// For tests: one more strategy as long as this lives.
class ExtraStrategy {
 public:
  explicit ExtraStrategy(const Strategy& row);
  ~ExtraStrategy();
  ExtraStrategy(const ExtraStrategy&) = delete;
  ExtraStrategy& operator=(const ExtraStrategy&) = delete;
};

// One row per option of a strategy; its group is the strategy's name, or that of options for all
// that draw operators.
std::span<const OptionRow<StrategyOptions>> strategy_options();
bool is_option_of(const OptionSpec& option, const Strategy& strategy);

}  // namespace pg
