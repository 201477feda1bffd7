#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/rules.h"

namespace pg {

// What evaluating a rule at small sorts says of it.
struct Enumeration {
  enum class Outcome : uint8_t {
    Exhaustive,  // it holds for all values of all its variables, at the sorts named in `complete`
    Tested,      // it holds for some values: a sample, or too many to try all
    Refuted,
    Unsupported,  // there are no values to try
  };
  Outcome outcome = Outcome::Unsupported;
  uint64_t cases = 0;                           // in which the rule's condition holds
  std::vector<std::string_view> complete = {};  // "n=1", "FP(2,2)"
  std::string counterexample = {};
};

std::string_view name_of(Enumeration::Outcome outcome);

// Evaluates a rule for all values of small sorts: widths 1 to 3, tiny floats; of infinite sorts for
// a few that are worth it. Where there are more than `most` cases at a setting, only a part of them
// is tried, and the setting is not complete.
Enumeration enumerate(const Rule& rule, uint64_t most = 20'000);

}  // namespace pg
