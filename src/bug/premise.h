#pragma once

#include <cstddef>
#include <string>

#include "judge/case.h"

namespace pg {

// The formula whose answer a chain of rules rests on, and the check-sat that matters in it: the
// seed, or where only a core of it counts, that core alone.
struct Premise {
  std::string text;
  size_t check = 0;
};
Premise premise_of(const Case& found, const ByRules& rules);

}  // namespace pg
