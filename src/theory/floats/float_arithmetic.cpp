#include "theory/floats/float_arithmetic.h"

#include <algorithm>
#include <utility>

namespace pg::floats {
namespace {

mp_bitcnt_t count(int64_t bits) { return static_cast<mp_bitcnt_t>(std::max<int64_t>(bits, 0)); }

int64_t digits_end(const mpz_class& significand, int64_t exponent) {
  return bit_length(significand) + exponent;
}

Exact exact(const Float& x) { return {x.negative, x.significand, x.exponent}; }

// The sum of two numbers that are not zero. One that is so small that it cannot reach a digit next
// to the rounded result only makes the sum sticky.
Exact sum(const FloatFormat& format, Exact x, Exact y) {
  if (x.exponent < y.exponent) std::swap(x, y);
  const int64_t distance = x.exponent - y.exponent;
  const int64_t room = int64_t{format.significand} + 3;
  if (distance > room + bit_length(y.significand)) {
    x.significand <<= count(room);
    x.exponent -= room;
    x.sticky = true;
    if (x.negative != y.negative) --x.significand;
    return x;
  }
  x.significand <<= count(distance);
  if (x.negative) mpz_neg(x.significand.get_mpz_t(), x.significand.get_mpz_t());
  if (y.negative) mpz_neg(y.significand.get_mpz_t(), y.significand.get_mpz_t());
  const mpz_class total = x.significand + y.significand;
  return {total < 0, abs(total), y.exponent};
}

// IEEE 754-2019, 6.3: an exact zero of operands with unlike signs is +0, in RTN -0.
bool sign_of_zero(RoundingMode mode, bool x, bool y) {
  return x == y ? x : mode == RoundingMode::TowardNegative;
}

Float round_sum(const FloatFormat& format, RoundingMode mode, const Exact& x, const Exact& y) {
  Exact total = sum(format, x, y);
  if (total.significand == 0) return Float::zero(sign_of_zero(mode, x.negative, y.negative));
  return round(format, mode, total);
}

// top / bottom * 2^exponent, both positive, to more digits than the format has.
Exact quotient(const FloatFormat& format, bool negative, const mpz_class& top,
               const mpz_class& bottom, int64_t exponent) {
  const int64_t wanted = int64_t{format.significand} + 3;
  const int64_t shift = std::max<int64_t>(wanted + bit_length(bottom) - bit_length(top), 0);
  const mpz_class dividend = top << count(shift);
  Exact result{negative, 0, exponent - shift};
  mpz_class rest;
  mpz_tdiv_qr(result.significand.get_mpz_t(), rest.get_mpz_t(), dividend.get_mpz_t(),
              bottom.get_mpz_t());
  result.sticky = rest != 0;
  return result;
}

// value * 2^exponent modulo modulus, for exponents of any size.
mpz_class shifted_modulo(const mpz_class& value, int64_t exponent, const mpz_class& modulus) {
  mpz_class result;
  if (exponent <= 2 * bit_length(modulus)) {
    result = value << count(exponent);
  } else {
    const mpz_class two = 2;
    mpz_powm_ui(result.get_mpz_t(), two.get_mpz_t(), static_cast<unsigned long>(exponent),
                modulus.get_mpz_t());
    result *= value;
  }
  return result % modulus;
}

}  // namespace

Float negate(Float x) {
  if (!x.is_nan()) x.negative = !x.negative;
  return x;
}

Float absolute(Float x) {
  x.negative = false;
  return x;
}

Float add(const FloatFormat& format, RoundingMode mode, const Float& x, const Float& y) {
  if (x.is_nan() || y.is_nan()) return Float::nan();
  if (x.is_infinite() && y.is_infinite()) return x.negative == y.negative ? x : Float::nan();
  if (x.is_infinite()) return x;
  if (y.is_infinite()) return y;
  if (x.is_zero() && y.is_zero()) return Float::zero(sign_of_zero(mode, x.negative, y.negative));
  if (x.is_zero()) return y;
  if (y.is_zero()) return x;
  return round_sum(format, mode, exact(x), exact(y));
}

Float multiply(const FloatFormat& format, RoundingMode mode, const Float& x, const Float& y) {
  if (x.is_nan() || y.is_nan()) return Float::nan();
  const bool negative = x.negative != y.negative;
  if (x.is_infinite() || y.is_infinite())
    return x.is_zero() || y.is_zero() ? Float::nan() : Float::infinity(negative);
  if (x.is_zero() || y.is_zero()) return Float::zero(negative);
  return round(format, mode, {negative, x.significand * y.significand, x.exponent + y.exponent});
}

Float divide(const FloatFormat& format, RoundingMode mode, const Float& x, const Float& y) {
  if (x.is_nan() || y.is_nan()) return Float::nan();
  const bool negative = x.negative != y.negative;
  if (x.is_infinite()) return y.is_infinite() ? Float::nan() : Float::infinity(negative);
  if (y.is_infinite()) return Float::zero(negative);
  if (y.is_zero()) return x.is_zero() ? Float::nan() : Float::infinity(negative);
  if (x.is_zero()) return Float::zero(negative);
  return round(format, mode,
               quotient(format, negative, x.significand, y.significand, x.exponent - y.exponent));
}

Float fused(const FloatFormat& format, RoundingMode mode, const Float& x, const Float& y,
            const Float& z) {
  if (x.is_nan() || y.is_nan() || z.is_nan()) return Float::nan();
  const bool negative = x.negative != y.negative;
  if (x.is_infinite() || y.is_infinite()) {
    if (x.is_zero() || y.is_zero()) return Float::nan();
    if (z.is_infinite() && z.negative != negative) return Float::nan();
    return Float::infinity(negative);
  }
  if (z.is_infinite()) return z;
  if (x.is_zero() || y.is_zero())
    return z.is_zero() ? Float::zero(sign_of_zero(mode, negative, z.negative)) : z;
  const Exact product{negative, x.significand * y.significand, x.exponent + y.exponent};
  if (z.is_zero()) return round(format, mode, product);
  return round_sum(format, mode, product, exact(z));
}

Float square_root(const FloatFormat& format, RoundingMode mode, const Float& x) {
  if (x.is_nan() || x.is_zero()) return x;
  if (x.negative) return Float::nan();
  if (x.is_infinite()) return x;
  const int64_t wanted = 2 * (int64_t{format.significand} + 3);
  int64_t shift = std::max<int64_t>(wanted - bit_length(x.significand), 0);
  if ((x.exponent - shift) % 2 != 0) ++shift;
  const mpz_class square = x.significand << count(shift);
  Exact result{false, 0, (x.exponent - shift) / 2};
  mpz_class rest;
  mpz_sqrtrem(result.significand.get_mpz_t(), rest.get_mpz_t(), square.get_mpz_t());
  result.sticky = rest != 0;
  return round(format, mode, result);
}

Float remainder(const FloatFormat& format, const Float& x, const Float& y) {
  if (x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero()) return Float::nan();
  if (x.is_zero() || y.is_infinite()) return x;
  // |x| < |y| / 2, so n is 0.
  if (digits_end(x.significand, x.exponent) + 1 < digits_end(y.significand, y.exponent)) return x;
  mpz_class divisor = y.significand << count(y.exponent - x.exponent);
  // Modulo 2 * y, because what n is modulo 2 decides a tie.
  const mpz_class twice = divisor << 1;
  mpz_class rest =
      shifted_modulo(x.significand, std::max<int64_t>(x.exponent - y.exponent, 0), twice);
  const bool odd = rest >= divisor;
  if (odd) rest -= divisor;
  const int side = cmp(mpz_class(rest << 1), divisor);
  const bool up = side > 0 || (side == 0 && odd);
  if (up) rest = divisor - rest;
  return round(format, RoundingMode::NearestEven,
               {x.negative != up, rest, std::min(x.exponent, y.exponent)});
}

Float round_to_integral(const FloatFormat& format, RoundingMode mode, const Float& x) {
  if (!x.is_finite() || x.exponent >= 0) return x;
  // Where the greatest numbers of a format have fractions, the integer may lie beyond them.
  return round(format, mode, {x.negative, round_at(mode, exact(x), 0), 0});
}

Float convert(const FloatFormat& format, RoundingMode mode, const Float& x) {
  return x.is_finite() ? round(format, mode, exact(x)) : x;
}

Float from_integer(const FloatFormat& format, RoundingMode mode, const mpz_class& value) {
  return round(format, mode, {value < 0, abs(value), 0});
}

Float from_rational(const FloatFormat& format, RoundingMode mode, const mpq_class& value,
                    int64_t exponent) {
  if (value == 0) return Float::zero(false);
  return round(format, mode,
               quotient(format, value < 0, abs(value.get_num()), value.get_den(), exponent));
}

std::optional<mpz_class> to_integer(RoundingMode mode, const Float& x, uint32_t width) {
  if (x.is_zero()) return mpz_class(0);
  if (!x.is_finite() || digits_end(x.significand, x.exponent) > int64_t{width}) return std::nullopt;
  mpz_class result = round_at(mode, exact(x), 0);
  if (x.negative) mpz_neg(result.get_mpz_t(), result.get_mpz_t());
  return result;
}

int compare(const Float& x, const Float& y) {
  const auto rank = [](const Float& f) {
    const int size = f.is_zero() ? 0 : f.is_finite() ? 1 : 2;
    return f.negative ? -size : size;
  };
  if (rank(x) != rank(y)) return rank(x) < rank(y) ? -1 : 1;
  if (!x.is_finite()) return 0;
  const int sign = x.negative ? -1 : 1;
  const int64_t x_end = digits_end(x.significand, x.exponent);
  const int64_t y_end = digits_end(y.significand, y.exponent);
  if (x_end != y_end) return x_end < y_end ? -sign : sign;
  const mpz_class left = x.significand << count(x.exponent - y.exponent);
  const mpz_class right = y.significand << count(y.exponent - x.exponent);
  return sign * sgn(mpz_class(left - right));
}

}  // namespace pg::floats
