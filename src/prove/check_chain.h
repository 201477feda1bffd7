#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "mutate/chain.h"

namespace pg {

// A rule that the chain carries, at the sizes of a step: nobody but the chain says that it holds.
struct OwnUse {
  size_t rule = 0;              // of RuleChain::own_rules
  std::vector<Number> numbers;  // that its number letters stand for
  bool operator==(const OwnUse&) const = default;
};

// What was checked.
struct CheckedChain {
  size_t by_rule = 0;            // steps
  size_t by_snippet = 0;         // steps
  size_t expanded = 0;           // steps that write a formula differently
  size_t free = 0;               // steps outside of the core: whatever they did
  size_t assertions = 0;         // of the mutant that are what the steps make of the seed's
  std::vector<OwnUse> own = {};  // what has to be proved beside
  std::string text() const;
};

// Checks that the mutant's answer follows from the seed's, and trusts nothing that the chain says:
// each step is at its place, changes it by rules of the tables with constants that satisfy their
// conditions or by a snippet beside it, and goes in the one direction that keeps the answer, by the
// polarity of the place; and the steps make the mutant of the seed, which has nothing else but new
// constants. The error says which step fails and why. What solvers answer to the seed, or to the
// assertions of its core, is not asked here; nor is whether rules hold that the chain carries: see
// CheckedChain::own.
Result<CheckedChain> check_chain(const Pool& pool, const Script& seed, const Script& mutant,
                                 const RuleChain& chain);

}  // namespace pg
