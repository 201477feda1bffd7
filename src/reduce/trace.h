#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reduce/edit.h"

namespace pg {

// A place where a mutant differs from its seed, as small as it can be.
struct Difference {
  Spot spot;  // in the mutant; it says what the seed has there
  Term mutant;
};

// A mutant and what it changed about the assertions of its seed, in one pool. No differences if it
// has other commands than the seed with declarations added.
struct Trace {
  Script mutant;
  std::vector<Difference> differences;
};
Trace trace(Pool& pool, std::string_view seed, std::string_view mutant);

// assertion 2: SEED became MUTANT
std::string describe(const Pool& pool, const Difference& difference, const Script& mutant);

}  // namespace pg
