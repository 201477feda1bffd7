#include "mutate/strategy.h"

#include <array>

namespace pg {
namespace {

using Needs = Strategy::Needs;
using Started = Result<std::unique_ptr<Mutator>>;

constexpr auto kStrategies = std::to_array<Strategy>({
    {"sae", "weaken the literals of what is sat, strengthen those of what is unsat", Needs::Nothing,
     [](Pool& pool, const Seed& seed, const StrategyOptions& options, const Rng& rng) -> Started {
       return start_sae(pool, seed, options.sae, rng);
     }},
    {"diver", "replace any terms as long as a known model, or an unsat core, stays",
     Needs::Evidence,
     [](Pool& pool, const Seed& seed, const StrategyOptions& options, const Rng& rng) {
       return start_diver(pool, seed, options.diver, rng);
     }},
    {"value", "let a solver choose other literals, so that sub-formulas become true or false",
     Needs::Solvers,
     [](Pool& pool, const Seed& seed, const StrategyOptions& options, const Rng& rng) {
       return start_value(pool, seed, options.value, rng);
     }},
});

}  // namespace

std::span<const Strategy> strategies() { return kStrategies; }

}  // namespace pg
