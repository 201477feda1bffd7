#pragma once

#include <cstdint>

namespace pg {

// Our own generator (xoshiro256**) and bounded draw: the standard library's distributions differ
// between implementations, and the same --rng must give the same mutants on any machine.
class Rng {
 public:
  explicit Rng(uint64_t seed);

  uint64_t next();
  // Uniform in [0, bound); bound > 0.
  uint64_t below(uint64_t bound);
  // True with probability numerator/denominator.
  bool chance(uint64_t numerator, uint64_t denominator);
  // An independent stream named by a number; does not advance this one.
  Rng fork(uint64_t stream) const;

 private:
  uint64_t state_[4];
};

}  // namespace pg
