#include "theory/floats/float_eval.h"

#include <array>
#include <optional>
#include <span>
#include <utility>

#include "term/pool.h"
#include "theory/floats/float_arithmetic.h"

namespace pg::floats {
namespace {

FloatFormat format_of(const EvalCall& call, Sort sort) {
  const std::span<const uint32_t> indices = call.pool.indices(sort);
  return {indices[0], indices[1]};
}

FloatFormat result_format(const EvalCall& call) {
  return format_of(call, call.pool.sort(call.term));
}

FloatFormat argument_format(const EvalCall& call, size_t arg) {
  return format_of(call, call.pool.sort(call.pool.args(call.term)[arg]));
}

Value too_wide(const EvalCall& call) {
  return call.values.unsupported("a floating-point format too wide to compute with");
}

Value keep(const EvalCall& call, const FloatFormat& format, const Float& value) {
  return call.values.float_bits(format.width(), pack(format, value));
}

// Of a supported format.
Float argument(const EvalCall& call, size_t arg) {
  return unpack(argument_format(call, arg), call.values.as_unsigned(call.args[arg]));
}

// A constant of the sort of the term: NaN, infinity or zero, of any format.
Value constant(const EvalCall& call, const Float& value) {
  return keep(call, result_format(call), value);
}

// Of the many NaNs one is kept.
Value from_bits(const EvalCall& call, const mpz_class& bits) {
  const FloatFormat format = result_format(call);
  const uint32_t fraction = format.significand - 1;
  const mpz_class ones = (mpz_class(1) << format.exponent) - 1;
  const mpz_class field = (bits >> fraction) & ones;
  if (field == ones && bits % (mpz_class(1) << fraction) != 0) return constant(call, Float::nan());
  return call.values.float_bits(format.width(), bits);
}

using Floats = std::array<Float, 3>;

// What compute(format, mode, floats) makes of the arguments, which are floats of one format, with a
// rounding mode before them or without.
template <typename Compute>
Value arithmetic(const EvalCall& call, Compute compute) {
  const FloatFormat format = result_format(call);
  if (!format.is_supported()) return too_wide(call);
  RoundingMode mode = RoundingMode::NearestEven;
  Floats floats;
  size_t count = 0;
  for (const Value& arg : call.args) {
    if (arg.kind() == ValueKind::RoundingMode)
      mode = arg.as_mode();
    else
      floats[count++] = unpack(format, call.values.as_unsigned(arg));
  }
  return keep(call, format, compute(format, mode, floats));
}

// Either argument where SMT-LIB says so; `wanted` is the sign of compare(x, y) for which it is x.
Value extreme(const EvalCall& call, int wanted) {
  if (!argument_format(call, 0).is_supported()) return too_wide(call);
  const Float x = argument(call, 0);
  const Float y = argument(call, 1);
  if (x.is_nan()) return call.args[1];
  if (y.is_nan()) return call.args[0];
  // SMT-LIB, after IEEE 754-2008, 5.3.1: of two zeros with unlike signs it may be either.
  if (x.is_zero() && y.is_zero() && x.negative != y.negative) return Value::unspecified();
  return compare(x, y) == wanted ? call.args[0] : call.args[1];
}

// Chainable: each argument with the next. NaN is in no relation, not even with itself.
template <typename Holds>
Value chain(const EvalCall& call, Holds holds) {
  if (!argument_format(call, 0).is_supported()) return too_wide(call);
  Float left = argument(call, 0);
  for (size_t i = 1; i < call.args.size(); ++i) {
    Float right = argument(call, i);
    if (left.is_nan() || right.is_nan() || !holds(compare(left, right)))
      return Value::boolean(false);
    left = std::move(right);
  }
  return Value::boolean(true);
}

template <typename Test>
Value predicate(const EvalCall& call, Test test) {
  const FloatFormat format = argument_format(call, 0);
  if (!format.is_supported()) return too_wide(call);
  return Value::boolean(test(format, argument(call, 0)));
}

// Normal numbers are as great as the least one whose hidden bit is set.
bool is_normal(const FloatFormat& format, const Float& x) {
  return x.is_finite() && bit_length(x.significand) + x.exponent - 1 >= format.min_exponent();
}

// A float of the format of the term from the value of its last argument.
template <typename Convert>
Value conversion(const EvalCall& call, Convert convert) {
  const FloatFormat format = result_format(call);
  if (!format.is_supported()) return too_wide(call);
  return keep(call, format, convert(format, call.args[0].as_mode()));
}

// The integer that the second argument rounds to, if it lies in the range (so -0.25 has one in RNE:
// the definition decides, not the note on negative numbers); else SMT-LIB leaves the result open.
// The solvers print no function for it in their models.
Value to_bits_in_range(const EvalCall& call, const mpz_class& least, const mpz_class& greatest,
                       uint32_t width) {
  if (!argument_format(call, 1).is_supported()) return too_wide(call);
  const std::optional<mpz_class> integer =
      to_integer(call.args[0].as_mode(), argument(call, 1), width);
  if (!integer || *integer < least || *integer > greatest) return Value::unspecified();
  return call.values.bits(width, *integer);
}

uint32_t result_width(const EvalCall& call) {
  return call.pool.indices(call.pool.sort(call.term))[0];
}

// Beyond this every number of every supported format has overflown, or vanished.
constexpr int64_t kFarExponent = int64_t{1} << 50;

int64_t clamp_exponent(const mpz_class& exponent) {
  if (exponent > kFarExponent) return kFarExponent;
  if (exponent < -kFarExponent) return -kFarExponent;
  return exponent.get_si();
}

// A real number of more digits than this is not written out.
constexpr int64_t kMaxRealDigits = int64_t{1} << 22;

}  // namespace

Value eval_infinity(const EvalCall& call) { return constant(call, Float::infinity(false)); }
Value eval_minus_infinity(const EvalCall& call) { return constant(call, Float::infinity(true)); }
Value eval_zero(const EvalCall& call) { return constant(call, Float::zero(false)); }
Value eval_minus_zero(const EvalCall& call) { return constant(call, Float::zero(true)); }
Value eval_nan(const EvalCall& call) { return constant(call, Float::nan()); }

Value eval_fields(const EvalCall& call) {
  mpz_class bits = 0;
  for (const Value& field : call.args) {
    bits <<= field.aux();
    bits += call.values.as_unsigned(field);
  }
  return from_bits(call, bits);
}

Value eval_from_bits(const EvalCall& call) {
  return from_bits(call, call.values.as_unsigned(call.args[0]));
}

Value eval_abs(const EvalCall& call) {
  return arithmetic(
      call, [](const FloatFormat&, RoundingMode, const Floats& x) { return absolute(x[0]); });
}

Value eval_neg(const EvalCall& call) {
  return arithmetic(call,
                    [](const FloatFormat&, RoundingMode, const Floats& x) { return negate(x[0]); });
}

Value eval_add(const EvalCall& call) {
  return arithmetic(call, [](const FloatFormat& format, RoundingMode mode, const Floats& x) {
    return add(format, mode, x[0], x[1]);
  });
}

Value eval_sub(const EvalCall& call) {
  return arithmetic(call, [](const FloatFormat& format, RoundingMode mode, const Floats& x) {
    return add(format, mode, x[0], negate(x[1]));
  });
}

Value eval_mul(const EvalCall& call) {
  return arithmetic(call, [](const FloatFormat& format, RoundingMode mode, const Floats& x) {
    return multiply(format, mode, x[0], x[1]);
  });
}

Value eval_div(const EvalCall& call) {
  return arithmetic(call, [](const FloatFormat& format, RoundingMode mode, const Floats& x) {
    return divide(format, mode, x[0], x[1]);
  });
}

Value eval_fma(const EvalCall& call) {
  return arithmetic(call, [](const FloatFormat& format, RoundingMode mode, const Floats& x) {
    return fused(format, mode, x[0], x[1], x[2]);
  });
}

Value eval_sqrt(const EvalCall& call) {
  return arithmetic(call, [](const FloatFormat& format, RoundingMode mode, const Floats& x) {
    return square_root(format, mode, x[0]);
  });
}

Value eval_rem(const EvalCall& call) {
  return arithmetic(call, [](const FloatFormat& format, RoundingMode, const Floats& x) {
    return remainder(format, x[0], x[1]);
  });
}

Value eval_round_to_integral(const EvalCall& call) {
  return arithmetic(call, [](const FloatFormat& format, RoundingMode mode, const Floats& x) {
    return round_to_integral(format, mode, x[0]);
  });
}

Value eval_min(const EvalCall& call) { return extreme(call, -1); }
Value eval_max(const EvalCall& call) { return extreme(call, 1); }

Value eval_leq(const EvalCall& call) {
  return chain(call, [](int order) { return order <= 0; });
}
Value eval_lt(const EvalCall& call) {
  return chain(call, [](int order) { return order < 0; });
}
Value eval_geq(const EvalCall& call) {
  return chain(call, [](int order) { return order >= 0; });
}
Value eval_gt(const EvalCall& call) {
  return chain(call, [](int order) { return order > 0; });
}
Value eval_eq(const EvalCall& call) {
  return chain(call, [](int order) { return order == 0; });
}

Value eval_is_normal(const EvalCall& call) { return predicate(call, is_normal); }

Value eval_is_subnormal(const EvalCall& call) {
  return predicate(call, [](const FloatFormat& format, const Float& x) {
    return x.is_finite() && !is_normal(format, x);
  });
}

Value eval_is_zero(const EvalCall& call) {
  return predicate(call, [](const FloatFormat&, const Float& x) { return x.is_zero(); });
}

Value eval_is_infinite(const EvalCall& call) {
  return predicate(call, [](const FloatFormat&, const Float& x) { return x.is_infinite(); });
}

Value eval_is_nan(const EvalCall& call) {
  return predicate(call, [](const FloatFormat&, const Float& x) { return x.is_nan(); });
}

Value eval_is_negative(const EvalCall& call) {
  return predicate(call,
                   [](const FloatFormat&, const Float& x) { return !x.is_nan() && x.negative; });
}

Value eval_is_positive(const EvalCall& call) {
  return predicate(call,
                   [](const FloatFormat&, const Float& x) { return !x.is_nan() && !x.negative; });
}

Value eval_from_float(const EvalCall& call) {
  if (!argument_format(call, 1).is_supported()) return too_wide(call);
  return conversion(call, [&](const FloatFormat& format, RoundingMode mode) {
    return convert(format, mode, argument(call, 1));
  });
}

Value eval_from_signed(const EvalCall& call) {
  return conversion(call, [&](const FloatFormat& format, RoundingMode mode) {
    return from_integer(format, mode, call.values.as_signed(call.args[1]));
  });
}

Value eval_from_unsigned(const EvalCall& call) {
  return conversion(call, [&](const FloatFormat& format, RoundingMode mode) {
    return from_integer(format, mode, call.values.as_unsigned(call.args[1]));
  });
}

Value eval_from_real(const EvalCall& call) {
  if (!call.values.is_rational(call.args[1]))
    return call.values.unsupported("rounding an irrational number");
  return conversion(call, [&](const FloatFormat& format, RoundingMode mode) {
    return from_rational(format, mode, call.values.as_rational(call.args[1]));
  });
}

Value eval_from_scaled(const EvalCall& call) {
  // Z3 tells the two by their sorts, and refuses two integers.
  const std::span<const Term> terms = call.pool.args(call.term);
  const bool first = call.pool.sort(terms[1]) == kInt;
  if (first == (call.pool.sort(terms[2]) == kInt))
    return call.values.unsupported("which argument is the exponent of two");
  const Value real = call.args[first ? 2 : 1];
  const Value exponent = call.args[first ? 1 : 2];
  if (!call.values.is_rational(real))
    return call.values.unsupported("rounding an irrational number");
  return conversion(call, [&](const FloatFormat& format, RoundingMode mode) {
    return from_rational(format, mode, call.values.as_rational(real),
                         clamp_exponent(call.values.as_integer(exponent)));
  });
}

Value eval_to_unsigned(const EvalCall& call) {
  const uint32_t width = result_width(call);
  return to_bits_in_range(call, 0, (mpz_class(1) << width) - 1, width);
}

Value eval_to_signed(const EvalCall& call) {
  const uint32_t width = result_width(call);
  const mpz_class half = mpz_class(1) << (width - 1);
  return to_bits_in_range(call, -half, half - 1, width);
}

Value eval_to_real(const EvalCall& call) {
  if (!argument_format(call, 0).is_supported()) return too_wide(call);
  const Float x = argument(call, 0);
  if (x.is_nan() || x.is_infinite()) return Value::unspecified();
  if (x.exponent > kMaxRealDigits || x.exponent < -kMaxRealDigits)
    return call.values.unsupported("a real number with too many digits");
  mpq_class real(x.significand);
  if (x.exponent >= 0)
    real <<= static_cast<mp_bitcnt_t>(x.exponent);
  else
    real >>= static_cast<mp_bitcnt_t>(-x.exponent);
  return call.values.rational(x.negative ? mpq_class(-real) : real);
}

Value eval_to_bits(const EvalCall& call) {
  if (!argument_format(call, 0).is_supported()) return too_wide(call);
  const Float x = argument(call, 0);
  // Z3 lets its model choose among the NaNs, and does not print what it chose.
  if (x.is_nan()) return Value::unspecified();
  return call.values.bits(call.args[0].aux(), call.values.as_unsigned(call.args[0]));
}

}  // namespace pg::floats
