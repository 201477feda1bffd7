#pragma once

#include "theory/floats/float_value.h"
#include "theory/value.h"

// The evaluation column of the rows of floats.cpp.
namespace pg::floats {

template <RoundingMode kMode>
Value eval_mode(const EvalCall&) {
  return Value::mode(kMode);
}

// Constants and bits.
Value eval_infinity(const EvalCall& call);
Value eval_minus_infinity(const EvalCall& call);
Value eval_zero(const EvalCall& call);
Value eval_minus_zero(const EvalCall& call);
Value eval_nan(const EvalCall& call);
Value eval_fields(const EvalCall& call);     // sign, exponent and fraction
Value eval_from_bits(const EvalCall& call);  // the three in one

// Arithmetic.
Value eval_abs(const EvalCall& call);
Value eval_neg(const EvalCall& call);
Value eval_add(const EvalCall& call);
Value eval_sub(const EvalCall& call);
Value eval_mul(const EvalCall& call);
Value eval_div(const EvalCall& call);
Value eval_fma(const EvalCall& call);
Value eval_sqrt(const EvalCall& call);
Value eval_rem(const EvalCall& call);
Value eval_round_to_integral(const EvalCall& call);
Value eval_min(const EvalCall& call);
Value eval_max(const EvalCall& call);

// Comparisons and classes.
Value eval_leq(const EvalCall& call);
Value eval_lt(const EvalCall& call);
Value eval_geq(const EvalCall& call);
Value eval_gt(const EvalCall& call);
Value eval_eq(const EvalCall& call);
Value eval_is_normal(const EvalCall& call);
Value eval_is_subnormal(const EvalCall& call);
Value eval_is_zero(const EvalCall& call);
Value eval_is_infinite(const EvalCall& call);
Value eval_is_nan(const EvalCall& call);
Value eval_is_negative(const EvalCall& call);
Value eval_is_positive(const EvalCall& call);

// Conversions.
Value eval_from_float(const EvalCall& call);
Value eval_from_signed(const EvalCall& call);
Value eval_from_unsigned(const EvalCall& call);
Value eval_from_real(const EvalCall& call);
Value eval_from_scaled(const EvalCall& call);  // a real and an exponent of two, in either order
Value eval_to_unsigned(const EvalCall& call);
Value eval_to_signed(const EvalCall& call);
Value eval_to_real(const EvalCall& call);
Value eval_to_bits(const EvalCall& call);

}  // namespace pg::floats
