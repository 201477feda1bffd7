#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "prove/check_chain.h"
#include "solve/session.h"

namespace pg {

// Proves the rules that a chain carries, by the criteria for rules, at the sizes of its steps: a
// proof at four widths is none at a fifth. Says what proves them, or what is not proved.
Result<std::string> prove_own(const RuleChain& chain, std::span<const OwnUse> uses,
                              std::span<const Solver> solvers, QueryLimits limits);

}  // namespace pg
