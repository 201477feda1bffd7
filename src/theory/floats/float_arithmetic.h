#pragma once

#include <optional>

#include <gmpxx.h>

#include "theory/floats/float_value.h"

// IEEE 754-2019, clause 5, on floats taken apart. Results are numbers of the format.
namespace pg::floats {

Float negate(Float x);
Float absolute(Float x);
Float add(const FloatFormat& format, RoundingMode mode, const Float& x, const Float& y);
Float multiply(const FloatFormat& format, RoundingMode mode, const Float& x, const Float& y);
Float divide(const FloatFormat& format, RoundingMode mode, const Float& x, const Float& y);
// x * y + z, rounded once.
Float fused(const FloatFormat& format, RoundingMode mode, const Float& x, const Float& y,
            const Float& z);
Float square_root(const FloatFormat& format, RoundingMode mode, const Float& x);
// x - y * n, where n is the integer nearest to x / y, the even one of two.
Float remainder(const FloatFormat& format, const Float& x, const Float& y);
Float round_to_integral(const FloatFormat& format, RoundingMode mode, const Float& x);

// A float of another format.
Float convert(const FloatFormat& format, RoundingMode mode, const Float& x);
Float from_integer(const FloatFormat& format, RoundingMode mode, const mpz_class& value);
// value * 2^exponent; zero is the positive one.
Float from_rational(const FloatFormat& format, RoundingMode mode, const mpq_class& value,
                    int64_t exponent = 0);

// The nearest integer as the mode says; nothing if x is NaN or infinite, or if the integer has more
// than `width` digits.
std::optional<mpz_class> to_integer(RoundingMode mode, const Float& x, uint32_t width);

// -1, 0 or 1; the zeros are equal. Neither is NaN.
int compare(const Float& x, const Float& y);

}  // namespace pg::floats
