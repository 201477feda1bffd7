#include "program/inputs.h"

#include <cmath>
#include <iterator>

namespace pg {
namespace {

uint64_t boundary(const Leaf& leaf, uint64_t which) {
  const uint64_t top = uint64_t{1} << (leaf.bits - 1);
  switch (which) {
    case 0:
      return 0;
    case 1:
      return top;  // the least signed number
    case 2:
      return top - 1;
    case 3:
      return top + 1;
    case 4:
      return top - 2;
    default:
      return ~uint64_t{0};
  }
}
constexpr uint64_t kBoundaries = 6;
constexpr uint64_t kNan32 = 0x7fc00000;
constexpr uint64_t kNan64 = 0x7ff8000000000000;

// Zeros, ones, infinities, NaN, the least and the largest ones.
uint64_t float_boundary(const Leaf& leaf, uint64_t which) {
  const double least = leaf.bits == 32 ? 0x1p-149 : 0x1p-1074;
  const double normal = leaf.bits == 32 ? 0x1p-126 : 0x1p-1022;
  const double largest = leaf.bits == 32 ? 0x1.fffffep+127 : 0x1.fffffffffffffp+1023;
  const double numbers[] = {0.0,   -0.0,   1.0,    -1.0,    HUGE_VAL, -HUGE_VAL,
                            least, -least, normal, largest, -largest, std::nan("")};
  return bits_of(numbers[which % std::size(numbers)], leaf.bits);
}

}  // namespace

uint64_t fit(const Leaf& leaf, uint64_t value) {
  if (leaf.is_truth) return value & 1;
  // There is one NaN.
  if (leaf.is_float && std::isnan(float_of(value, leaf.bits)))
    return leaf.bits == 32 ? kNan32 : kNan64;
  return leaf.bits >= 64 ? value : value & ((uint64_t{1} << leaf.bits) - 1);
}

InputSource::InputSource(const Interface& interface, const Constants& constants, Rng rng)
    : interface_(interface),
      constants_(constants.integers),
      float_constants_(constants.floats),
      rng_(rng) {}

uint64_t InputSource::draw_float(const Leaf& leaf, Rng& rng, const Input& before) const {
  const uint64_t kind = rng.below(16);
  const uint64_t which = rng.next();
  if (kind < 3) return float_boundary(leaf, which);
  if (kind < 6 && !float_constants_.empty()) {
    const double step[] = {0, 0, 1, -1};
    return bits_of(float_constants_[which % float_constants_.size()] + step[rng.below(4)],
                   leaf.bits);
  }
  // The same as before, or the next larger one.
  if (kind < 8 && !before.empty()) return before[which % before.size()] + rng.below(2);
  if (kind < 13) return bits_of((static_cast<double>(which % 256) - 100) / 4, leaf.bits);
  return which;
}

uint64_t InputSource::draw_value(const Leaf& leaf, Rng& rng, const Input& before) const {
  const uint64_t kind = rng.below(16);
  if (kind < 2) {
    const uint64_t which = rng.below(kBoundaries);
    return boundary(leaf, which);
  }
  if (kind < 5 && !constants_.empty()) {
    const uint64_t which = rng.below(constants_.size());
    const uint64_t step = rng.below(3);
    return constants_[which] + step - 1;
  }
  if (kind < 9 && !before.empty()) {
    const uint64_t which = rng.below(before.size());
    const uint64_t step = rng.below(5);
    return before[which] + (step < 3 ? 0 : step == 3 ? 1 : ~uint64_t{0});
  }
  if (kind < 14) {
    const uint64_t small = rng.below(24);
    return small - 6;
  }
  return rng.next();
}

// Of a string: its end, a letter, and what else there may be.
uint64_t InputSource::draw_character(const Leaf& leaf, Rng& rng, const Input& before) const {
  const uint64_t kind = rng.below(8);
  const uint64_t letter = rng.below(3);
  if (kind < 2) return 0;
  return kind < 5 ? 'a' + letter : draw_value(leaf, rng, before);
}

Input InputSource::draw(uint64_t number) const {
  Rng rng = rng_.fork(number);
  Input input;
  for_each_value(interface_, [&](const Parameter& parameter, uint32_t, const Leaf& leaf, size_t) {
    const uint64_t value = leaf.is_float         ? draw_float(leaf, rng, input)
                           : parameter.is_string ? draw_character(leaf, rng, input)
                                                 : draw_value(leaf, rng, input);
    input.push_back(fit(leaf, value));
  });
  return input;
}

}  // namespace pg
