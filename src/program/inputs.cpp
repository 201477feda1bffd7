#include "program/inputs.h"

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

}  // namespace

uint64_t fit(const Leaf& leaf, uint64_t value) {
  if (leaf.is_truth) return value & 1;
  return leaf.bits >= 64 ? value : value & ((uint64_t{1} << leaf.bits) - 1);
}

InputSource::InputSource(const Interface& interface, std::vector<uint64_t> constants, Rng rng)
    : interface_(interface), constants_(std::move(constants)), rng_(rng) {}

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

Input InputSource::draw(uint64_t number) const {
  Rng rng = rng_.fork(number);
  Input input;
  for_each_value(interface_, [&](const Parameter&, uint32_t, const Leaf& leaf, size_t) {
    const uint64_t value = draw_value(leaf, rng, input);
    input.push_back(fit(leaf, value));
  });
  return input;
}

}  // namespace pg
