#include "base/rng.h"

#include <bit>

#include "base/check.h"

namespace pg {
namespace {

// SplitMix64: spreads any seed, also 0, over the whole state.
uint64_t split_mix(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(uint64_t seed) {
  for (uint64_t& word : state_) word = split_mix(seed);
}

uint64_t Rng::next() {
  const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

uint64_t Rng::below(uint64_t bound) {
  CHECK(bound > 0, "draw from an empty range");
  // Rejects the low remainder of 2^64 so that every value is equally likely.
  const uint64_t reject = -bound % bound;
  uint64_t draw = next();
  while (draw < reject) draw = next();
  return draw % bound;
}

bool Rng::chance(uint64_t numerator, uint64_t denominator) {
  return below(denominator) < numerator;
}

Rng Rng::fork(uint64_t stream) const {
  uint64_t mix = state_[0] ^ std::rotl(state_[2], 23);
  uint64_t seed = split_mix(mix) ^ (stream * 0xd1342543de82ef95u + 0x632be59bd9b4e019u);
  return Rng(split_mix(seed));
}

}  // namespace pg
