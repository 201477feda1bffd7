#include "mutate/strategy.h"

#include <array>

namespace pg {
namespace {

constexpr auto kStrategies = std::to_array<Strategy>({
    {"sae", "weaken the literals of what is sat, strengthen those of what is unsat",
     [](Pool& pool, const Script& script, const Answers& answers, const StrategyOptions& options,
        const Rng& rng) { return start_sae(pool, script, answers, options.sae, rng); }},
});

}  // namespace

std::span<const Strategy> strategies() { return kStrategies; }

}  // namespace pg
