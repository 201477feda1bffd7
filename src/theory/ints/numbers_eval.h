#pragma once

#include "theory/value.h"

namespace pg::numbers {

// Operators that mean the same for Int and Real: both have the same values.
Value eval_neg(const EvalCall& call);
Value eval_abs(const EvalCall& call);
Value eval_add(const EvalCall& call);
Value eval_sub(const EvalCall& call);
Value eval_mul(const EvalCall& call);
Value eval_le(const EvalCall& call);
Value eval_lt(const EvalCall& call);
Value eval_ge(const EvalCall& call);
Value eval_gt(const EvalCall& call);

// Of a root of a polynomial.
Value power_of(const EvalCall& call, Value base, size_t exponent);
// What is said where the polynomial of a result would be too large.
Value too_complex(const EvalCall& call);

// Powers whose result needs more bits than this are not computed.
inline constexpr uint64_t kMaxPowerBits = uint64_t{1} << 20;
// Nor are roots of numbers with more bits found as roots of polynomials.
inline constexpr uint64_t kMaxRootBits = 1024;

}  // namespace pg::numbers
