#pragma once

#include <vector>

#include "base/rng.h"
#include "program/interface.h"

namespace pg {

// Draws inputs that programs are sensitive to: boundaries of the types, the program's own constants
// and their neighbours, small numbers, values equal or next to each other.
class InputSource {
 public:
  InputSource(const Interface& interface, std::vector<uint64_t> constants, Rng rng);

  // The same for the same number.
  Input draw(uint64_t number) const;

 private:
  uint64_t draw_value(const Leaf& leaf, Rng& rng, const Input& before) const;

  const Interface& interface_;
  std::vector<uint64_t> constants_;
  Rng rng_;
};

// The value that a leaf can hold.
uint64_t fit(const Leaf& leaf, uint64_t value);

}  // namespace pg
