#pragma once

#include <vector>

#include "campaign/counters.h"

namespace pg::test {

// Counters with these numbers and no others.
inline Counters counted(const std::vector<Count>& counts) {
  Counters counters;
  for (const Count& each : counts)
    add_count(counters, each.metric, each.subject, each.detail, each.value);
  return counters;
}

}  // namespace pg::test
