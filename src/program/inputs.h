#pragma once

#include <vector>

#include "base/rng.h"
#include "program/interface.h"

namespace pg {

// Numbers that a program mentions.
struct Constants {
  std::vector<uint64_t> integers;
  std::vector<double> floats;
};

// Draws inputs that programs are sensitive to: boundaries of the types, the program's own constants
// and their neighbours, small numbers, values equal or next to each other.
class InputSource {
 public:
  InputSource(const Interface& interface, const Constants& constants, Rng rng);

  // The same for the same number.
  Input draw(uint64_t number) const;

 private:
  uint64_t draw_value(const Leaf& leaf, Rng& rng, const Input& before) const;
  uint64_t draw_character(const Leaf& leaf, Rng& rng, const Input& before) const;
  uint64_t draw_float(const Leaf& leaf, Rng& rng, const Input& before) const;

  const Interface& interface_;
  std::vector<uint64_t> constants_;
  std::vector<double> float_constants_;
  Rng rng_;
};

// The value that a leaf can hold.
uint64_t fit(const Leaf& leaf, uint64_t value);

}  // namespace pg
