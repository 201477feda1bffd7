#pragma once

#include <cstdint>

#include <gmpxx.h>

#include "theory/value.h"

namespace pg::floats {

// What (_ FloatingPoint exponent significand) says; the hidden bit counts.
struct FloatFormat {
  uint32_t exponent;
  uint32_t significand;

  uint32_t width() const { return exponent + significand; }
  // Of normal numbers 1.f * 2^e; the greatest is the bias as well.
  int64_t max_exponent() const { return (int64_t{1} << (exponent - 1)) - 1; }
  int64_t min_exponent() const { return 1 - max_exponent(); }
  // Every finite number is a multiple of two to this power.
  int64_t least_exponent() const { return min_exponent() - (int64_t{significand} - 1); }
  // Exponents are kept in 64 bits, and a remainder takes as many squarings of the significand as
  // the exponent has bits: wider formats are refused rather than waited for.
  bool is_supported() const {
    return exponent <= kMaxExponentWidth && significand <= kMaxSignificandWidth;
  }

  static constexpr uint32_t kMaxExponentWidth = 30;
  static constexpr uint32_t kMaxSignificandWidth = uint32_t{1} << 20;
};

enum class FloatClass : uint8_t { Zero, Finite, Infinite, NaN };

// A float taken apart. Finite ones are significand * 2^exponent, not zero, in no special form.
struct Float {
  FloatClass kind = FloatClass::NaN;
  bool negative = false;
  mpz_class significand = 0;
  int64_t exponent = 0;

  bool is_nan() const { return kind == FloatClass::NaN; }
  bool is_infinite() const { return kind == FloatClass::Infinite; }
  bool is_zero() const { return kind == FloatClass::Zero; }
  bool is_finite() const { return kind == FloatClass::Finite; }  // and not zero

  static Float nan() { return {}; }
  static Float infinity(bool negative) { return {FloatClass::Infinite, negative}; }
  static Float zero(bool negative) { return {FloatClass::Zero, negative}; }
};

// A magnitude and a sign before rounding: significand * 2^exponent, or, if sticky, anything
// strictly between that and (significand + 1) * 2^exponent.
struct Exact {
  bool negative = false;
  mpz_class significand = 0;
  int64_t exponent = 0;
  bool sticky = false;
};

// Number of binary digits; 0 has none.
int64_t bit_length(const mpz_class& value);

// Every NaN is the same: sign 0, quiet, no payload.
mpz_class pack(const FloatFormat& format, const Float& value);
Float unpack(const FloatFormat& format, const mpz_class& bits);

// The magnitude as a multiple of 2^position. A sticky number must have a digit below the position.
mpz_class round_at(RoundingMode mode, const Exact& number, int64_t position);

// The one rounding of IEEE 754-2019, 4.3: to the precision of the format as if its exponents were
// unbounded (but for subnormal numbers), then beyond the greatest number as the mode says. A sticky
// number must have more digits than the format. Zero keeps its sign.
Float round(const FloatFormat& format, RoundingMode mode, const Exact& number);

}  // namespace pg::floats
