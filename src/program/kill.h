#pragma once

#include <cstdint>

namespace pg {

// How a test tells a mutant from the original.
enum class KillKind : char {
  Difference = 'd',
  Trap = 't',       // it crashes, however it is compiled for a machine whose divisions trap
  Timeout = 'o',    // it does not end
  Sanitizer = 's',  // it does what only a sanitizer is sure to see
  Slow = 'l',       // it takes many more steps, and may do the same in the end: no kill
};

struct Kill {
  uint32_t fault = 0;
  KillKind kind = KillKind::Difference;
  bool operator==(const Kill&) const = default;
};

// The less, the easier it is to see.
constexpr int rank_of(KillKind kind) {
  switch (kind) {
    case KillKind::Difference:
      return 0;
    case KillKind::Trap:
      return 1;
    case KillKind::Timeout:
      return 2;
    case KillKind::Sanitizer:
      return 3;
    case KillKind::Slow:
      return 4;
  }
  return 4;
}

}  // namespace pg
