#include "theory/floats/float_value.h"

#include <algorithm>

#include "base/check.h"

namespace pg::floats {
namespace {

mpz_class low_bits(const mpz_class& value, uint32_t count) {
  mpz_class result;
  mpz_fdiv_r_2exp(result.get_mpz_t(), value.get_mpz_t(), count);
  return result;
}

// Whether a magnitude between two neighbours becomes the greater one.
bool rounds_up(RoundingMode mode, bool negative, bool odd, bool half, bool rest) {
  switch (mode) {
    case RoundingMode::NearestEven:
      return half && (rest || odd);
    case RoundingMode::NearestAway:
      return half;
    case RoundingMode::TowardPositive:
      return !negative && (half || rest);
    case RoundingMode::TowardNegative:
      return negative && (half || rest);
    case RoundingMode::TowardZero:
      return false;
  }
  CHECK(false, "not a rounding mode");
}

// IEEE 754-2019, 7.4: what is returned for a number beyond the greatest.
Float overflow(const FloatFormat& format, RoundingMode mode, bool negative) {
  const bool away =
      mode == RoundingMode::NearestEven || mode == RoundingMode::NearestAway ||
      mode == (negative ? RoundingMode::TowardNegative : RoundingMode::TowardPositive);
  if (away) return Float::infinity(negative);
  const mpz_class ones = (mpz_class(1) << format.significand) - 1;
  return {FloatClass::Finite, negative, ones,
          format.max_exponent() - (int64_t{format.significand} - 1)};
}

}  // namespace

int64_t bit_length(const mpz_class& value) {
  return value == 0 ? 0 : static_cast<int64_t>(mpz_sizeinbase(value.get_mpz_t(), 2));
}

mpz_class pack(const FloatFormat& format, const Float& value) {
  const uint32_t fraction = format.significand - 1;
  const mpz_class ones = (mpz_class(1) << format.exponent) - 1;
  mpz_class bits = 0;
  switch (value.kind) {
    case FloatClass::NaN:
      return (ones << fraction) + (mpz_class(1) << (fraction - 1));
    case FloatClass::Infinite:
      bits = ones << fraction;
      break;
    case FloatClass::Zero:
      break;
    case FloatClass::Finite: {
      const int64_t digits = bit_length(value.significand);
      const int64_t position =
          std::max(digits + value.exponent - int64_t{format.significand}, format.least_exponent());
      const int64_t shift = value.exponent - position;
      if (shift >= 0) {
        bits = value.significand << static_cast<mp_bitcnt_t>(shift);
      } else {
        CHECK(mpz_scan1(value.significand.get_mpz_t(), 0) >= static_cast<mp_bitcnt_t>(-shift),
              "a float that is no number of its format");
        bits = value.significand >> static_cast<mp_bitcnt_t>(-shift);
      }
      // The hidden bit of a normal number adds one to the field of the exponent.
      bits += mpz_class(static_cast<long>(position - format.least_exponent())) << fraction;
      CHECK(bits < (ones << fraction), "a float beyond its format");
      break;
    }
  }
  if (value.negative) mpz_setbit(bits.get_mpz_t(), format.width() - 1);
  return bits;
}

Float unpack(const FloatFormat& format, const mpz_class& bits) {
  const uint32_t fraction = format.significand - 1;
  const bool negative = mpz_tstbit(bits.get_mpz_t(), format.width() - 1) != 0;
  mpz_class significand = low_bits(bits, fraction);
  const mpz_class field = low_bits(bits >> fraction, format.exponent);
  const int64_t exponent = field.get_si();
  if (exponent == 2 * format.max_exponent() + 1)
    return significand == 0 ? Float::infinity(negative) : Float::nan();
  if (exponent == 0) {
    if (significand == 0) return Float::zero(negative);
    return {FloatClass::Finite, negative, significand, format.least_exponent()};
  }
  mpz_setbit(significand.get_mpz_t(), fraction);
  return {FloatClass::Finite, negative, significand, format.least_exponent() + exponent - 1};
}

mpz_class round_at(RoundingMode mode, const Exact& number, int64_t position) {
  const int64_t shift = position - number.exponent;
  if (shift <= 0) {
    CHECK(!number.sticky, "too few digits to round");
    return number.significand << static_cast<mp_bitcnt_t>(-shift);
  }
  const mpz_class& significand = number.significand;
  const int64_t digits = bit_length(significand);
  bool half = false;
  bool rest = number.sticky;
  mpz_class kept = 0;
  if (shift <= digits) {
    const auto count = static_cast<mp_bitcnt_t>(shift);
    kept = significand >> count;
    half = mpz_tstbit(significand.get_mpz_t(), count - 1) != 0;
    rest = rest || mpz_scan1(significand.get_mpz_t(), 0) < count - 1;
  } else {
    rest = rest || significand != 0;
  }
  const bool odd = mpz_odd_p(kept.get_mpz_t()) != 0;
  if (rounds_up(mode, number.negative, odd, half, rest)) ++kept;
  return kept;
}

Float round(const FloatFormat& format, RoundingMode mode, const Exact& number) {
  const bool negative = number.negative;
  if (number.significand == 0 && !number.sticky) return Float::zero(negative);
  const int64_t digits = bit_length(number.significand);
  const int64_t precise = digits + number.exponent - int64_t{format.significand};
  // Far beyond the greatest number nothing needs to be shifted.
  if (digits + number.exponent - 1 > format.max_exponent()) return overflow(format, mode, negative);
  Float result{FloatClass::Finite, negative, number.significand, number.exponent};
  const int64_t position = std::max(precise, format.least_exponent());
  if (position > number.exponent || number.sticky) {
    result.significand = round_at(mode, number, position);
    result.exponent = position;
  }
  if (result.significand == 0) return Float::zero(negative);
  if (bit_length(result.significand) + result.exponent - 1 > format.max_exponent())
    return overflow(format, mode, negative);
  return result;
}

}  // namespace pg::floats
