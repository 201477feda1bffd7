#pragma once

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include <gmpxx.h>

#include "theory/value.h"

namespace pg::test {

// What the processor computes, in a rounding mode that it has; compute() reads volatile operands.
template <typename Compute>
auto on_hardware(RoundingMode mode, Compute compute) {
  int wanted = FE_TONEAREST;
  if (mode == RoundingMode::TowardPositive) wanted = FE_UPWARD;
  if (mode == RoundingMode::TowardNegative) wanted = FE_DOWNWARD;
  if (mode == RoundingMode::TowardZero) wanted = FE_TOWARDZERO;
  std::fesetround(wanted);
  const volatile auto result = compute();
  std::fesetround(FE_TONEAREST);
  return static_cast<decltype(compute())>(result);
}

// A small format as the list of all its numbers, which the definition of each rounding mode chooses
// from. Slow, plain, and unlike the evaluation that it checks: numbers are rationals; infinities,
// NaN and the sign of zero are left to the processor, which has every number of a small format.
class FloatOracle {
 public:
  FloatOracle(uint32_t exponent, uint32_t significand) : exponent_(exponent), digits_(significand) {
    const uint64_t fractions = uint64_t{1} << (significand - 1);
    const uint64_t top = (uint64_t{1} << exponent) - 1;
    const int64_t bias = static_cast<int64_t>(top / 2);
    // One number more than there are: where infinity begins.
    for (uint64_t bits = 0; bits <= top * fractions; ++bits) {
      const auto field = static_cast<int64_t>(bits / fractions);
      const uint64_t fraction = bits % fractions;
      mpq_class value(static_cast<unsigned long>(fraction), static_cast<unsigned long>(fractions));
      value.canonicalize();
      if (field != 0) value += 1;
      for (int64_t e = field == 0 ? 1 : field; e > bias; --e) value *= 2;
      for (int64_t e = field == 0 ? 1 : field; e < bias; ++e) value /= 2;
      numbers_.push_back(value);
    }
  }

  uint32_t width() const { return exponent_ + digits_; }
  uint64_t count() const { return uint64_t{1} << width(); }
  uint64_t infinity() const { return numbers_.size() - 1; }
  uint64_t sign() const { return count() / 2; }
  uint64_t nan() const { return infinity() + (uint64_t{1} << (digits_ - 2)); }
  bool is_nan(uint64_t bits) const { return bits % sign() > infinity(); }
  bool is_number(uint64_t bits) const { return bits % sign() < infinity(); }

  mpq_class real(uint64_t bits) const {
    const mpq_class& magnitude = numbers_[bits % sign()];
    return bits < sign() ? magnitude : mpq_class(-magnitude);
  }

  double hardware(uint64_t bits) const {
    if (is_nan(bits)) return std::numeric_limits<double>::quiet_NaN();
    const double magnitude =
        is_number(bits) ? numbers_[bits % sign()].get_d() : std::numeric_limits<double>::infinity();
    return bits < sign() ? magnitude : -magnitude;
  }

  // The magnitude, given by how it compares with a number.
  using Compare = std::function<int(const mpq_class&)>;
  uint64_t round(RoundingMode mode, bool negative, const Compare& compare) const {
    const auto above =
        std::partition_point(numbers_.begin() + 1, numbers_.end(),
                             [&](const mpq_class& number) { return compare(number) >= 0; });
    const auto below = static_cast<uint64_t>(above - numbers_.begin()) - 1;
    return choose(mode, negative, below, compare) + (negative ? sign() : 0);
  }

  uint64_t round(RoundingMode mode, const mpq_class& value) const {
    const mpq_class magnitude = abs(value);
    return round(mode, value < 0, [&](const mpq_class& number) { return cmp(magnitude, number); });
  }

  // An exact result, or what the processor says where that is zero, infinite or no number.
  uint64_t result(RoundingMode mode, const mpq_class& exact, double special) const {
    return exact == 0 ? from_special(special) : round(mode, exact);
  }
  uint64_t from_special(double value) const {
    if (std::isnan(value)) return nan();
    const uint64_t negative = std::signbit(value) ? sign() : 0;
    if (std::isinf(value)) return infinity() + negative;
    return round(RoundingMode::TowardZero, mpq_class(std::fabs(value))) + negative;
  }

 private:
  uint64_t choose(RoundingMode mode, bool negative, uint64_t below, const Compare& compare) const {
    const bool beyond = below == infinity();
    if (!beyond && compare(numbers_[below]) == 0) return below;
    const uint64_t lower = beyond ? infinity() - 1 : below;
    const uint64_t upper = lower + 1;
    switch (mode) {
      case RoundingMode::TowardZero:
        return lower;
      case RoundingMode::TowardPositive:
        return negative ? lower : upper;
      case RoundingMode::TowardNegative:
        return negative ? upper : lower;
      case RoundingMode::NearestEven:
      case RoundingMode::NearestAway:
        break;
    }
    const int side = compare((numbers_[lower] + numbers_[upper]) / 2);
    if (side != 0) return side < 0 ? lower : upper;
    return mode == RoundingMode::NearestAway || lower % 2 == 1 ? upper : lower;
  }

  uint32_t exponent_;
  uint32_t digits_;
  std::vector<mpq_class> numbers_;  // by their bits
};

// The integer that a rational rounds to.
inline mpz_class oracle_integer(RoundingMode mode, const mpq_class& value) {
  mpz_class below;
  mpz_fdiv_q(below.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  const mpq_class part = value - below;
  if (part == 0) return below;
  const mpz_class above = below + 1;
  const int side = cmp(part, mpq_class(1, 2));
  switch (mode) {
    case RoundingMode::TowardPositive:
      return above;
    case RoundingMode::TowardNegative:
      return below;
    case RoundingMode::TowardZero:
      return value < 0 ? above : below;
    case RoundingMode::NearestAway:
      if (side == 0) return value < 0 ? below : above;
      break;
    case RoundingMode::NearestEven:
      if (side == 0) return below % 2 == 0 ? below : above;
      break;
  }
  return side < 0 ? below : above;
}

}  // namespace pg::test
