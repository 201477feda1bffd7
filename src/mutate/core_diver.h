#pragma once

#include <memory>

#include "mutate/diver.h"

namespace pg {

// The unsat side of diver: terms of the assertions outside of the seed's core become any others,
// those of the core are strengthened by rules.
std::unique_ptr<Mutator> start_core_diver(Pool& pool, const Seed& seed, const DiverOptions& options,
                                          const Rng& rng);

}  // namespace pg
