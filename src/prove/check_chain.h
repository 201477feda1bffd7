#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "mutate/chain.h"

namespace pg {

// What was checked.
struct CheckedChain {
  size_t by_rule = 0;     // steps
  size_t by_snippet = 0;  // steps
  size_t expanded = 0;    // steps that write a formula differently
  size_t free = 0;        // steps outside of the core: whatever they did
  size_t assertions = 0;  // of the mutant that are what the steps make of the seed's
  std::string text() const;
};

// Checks that the mutant's answer follows from the seed's, and trusts nothing that the chain says:
// each step is at its place, changes it by rules of the tables with constants that satisfy their
// conditions or by a snippet beside it, and goes in the one direction that keeps the answer, by the
// polarity of the place; and the steps make the mutant of the seed, which has nothing else but new
// constants. The error says which step fails and why. What solvers answer to the seed, or to the
// assertions of its core, is not asked here.
Result<CheckedChain> check_chain(const Pool& pool, const Script& seed, const Script& mutant,
                                 const RuleChain& chain);

}  // namespace pg
