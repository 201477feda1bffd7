#include "theory/ints/numbers_eval.h"

#include <algorithm>
#include <array>
#include <optional>

#include "theory/computed.h"
#include "theory/core/eval_support.h"
#include "theory/enclosure.h"

namespace pg::numbers {
namespace {

bool is_small(Value value) { return value.kind() == ValueKind::Integer; }

struct Add {
  static bool overflows(int64_t a, int64_t b, int64_t* sum) {
    return __builtin_add_overflow(a, b, sum);
  }
  template <typename Number>
  static void apply(Number& a, const Number& b) {
    a += b;
  }
  static std::optional<RealNumber> real(const RealNumber& a, const RealNumber& b) {
    return add(a, b);
  }
  static Value any(ValuePool& values, Value a, Value b) { return computed::add(values, a, b); }
};

struct Sub {
  static bool overflows(int64_t a, int64_t b, int64_t* difference) {
    return __builtin_sub_overflow(a, b, difference);
  }
  template <typename Number>
  static void apply(Number& a, const Number& b) {
    a -= b;
  }
  static std::optional<RealNumber> real(const RealNumber& a, const RealNumber& b) {
    return add(a, negate(b));
  }
  static Value any(ValuePool& values, Value a, Value b) { return computed::subtract(values, a, b); }
};

struct Mul {
  static bool overflows(int64_t a, int64_t b, int64_t* product) {
    return __builtin_mul_overflow(a, b, product);
  }
  template <typename Number>
  static void apply(Number& a, const Number& b) {
    a *= b;
  }
  static std::optional<RealNumber> real(const RealNumber& a, const RealNumber& b) {
    return multiply(a, b);
  }
  static Value any(ValuePool& values, Value a, Value b) { return computed::multiply(values, a, b); }
};

// With numbers among the arguments that are known by expressions. A long sum is copied each time.
template <typename Op>
Value fold_computed(const EvalCall& call) {
  Value result = call.args[0];
  for (const Value& arg : call.args.subspan(1)) {
    result = Op::any(call.values, result, arg);
    if (!result.is_defined()) break;
    if (!call.context.spend(call.values.weight(result))) return call.too_many_steps();
  }
  return result;
}

// With roots of polynomials among the arguments.
template <typename Op>
Value fold_reals(const EvalCall& call) {
  RealNumber result = call.values.as_real(call.args[0]);
  for (const Value& arg : call.args.subspan(1)) {
    const std::optional<RealNumber> next = Op::real(result, call.values.as_real(arg));
    if (!next) return too_complex(call);
    result = *next;
  }
  return call.values.real(result);
}

// Any number of arguments, without 64 bits being enough.
template <typename Op>
Value fold_exactly(const EvalCall& call) {
  const ValuePool& values = call.values;
  bool whole = true;
  for (const Value& arg : call.args) {
    if (!values.is_rational(arg))
      return std::ranges::any_of(call.args, computed::is_computed) ? fold_computed<Op>(call)
                                                                   : fold_reals<Op>(call);
    whole = whole && values.is_integer(arg);
  }
  if (whole) {
    mpz_class result = values.as_integer(call.args[0]);
    for (const Value& arg : call.args.subspan(1)) {
      Op::apply(result, values.as_integer(arg));
      if (bits_of(result) > ValuePool::kMaxNumberBits) break;
    }
    return call.values.integer(result);
  }
  mpq_class result = values.as_rational(call.args[0]);
  for (const Value& arg : call.args.subspan(1)) {
    Op::apply(result, values.as_rational(arg));
    if (bits_of(result) > ValuePool::kMaxNumberBits) break;
  }
  return call.values.rational(result);
}

// Tries in 64 bits first; false if that is not enough.
template <typename Op>
bool fold_small(std::span<const Value> args, Value& result) {
  if (!is_small(args[0])) return false;
  int64_t so_far = args[0].as_int64();
  for (const Value& arg : args.subspan(1))
    if (!is_small(arg) || Op::overflows(so_far, arg.as_int64(), &so_far)) return false;
  result = Value::integer(so_far);
  return true;
}

template <typename Op>
Value fold(const EvalCall& call) {
  Value result;
  return fold_small<Op>(call.args, result) ? result : fold_exactly<Op>(call);
}

// Where two arguments stand to each other: below, at or above zero. Undefined: we cannot tell.
Value order_of(const EvalCall& call, Value a, Value b) {
  const Taint taint = taint_of(std::array{a, b});
  if (taint) return taint.value();
  return enclosure::order(call, a, b);
}

// One pair that is not in order decides, whatever the others are.
template <typename InOrder>
Value chain(const EvalCall& call, InOrder in_order) {
  const std::span<const Value> args = call.args;
  Taint taint;
  for (size_t i = 0; i + 1 < args.size(); ++i) {
    if (is_small(args[i]) && is_small(args[i + 1])) {
      if (!in_order(args[i].as_int64(), args[i + 1].as_int64())) return Value::boolean(false);
      continue;
    }
    const Value order = order_of(call, args[i], args[i + 1]);
    if (!taint.add(order) && !in_order(order.as_int64(), 0)) return Value::boolean(false);
  }
  return taint.or_else(Value::boolean(true));
}

}  // namespace

Value too_complex(const EvalCall& call) {
  return call.values.unsupported("an algebraic number of too high a degree");
}

Value eval_neg(const EvalCall& call) {
  const Value arg = call.args[0];
  if (is_small(arg) && arg.as_int64() != INT64_MIN) return Value::integer(-arg.as_int64());
  if (computed::is_computed(arg)) return computed::multiply(call.values, arg, Value::integer(-1));
  if (!call.values.is_rational(arg)) return call.values.real(negate(call.values.as_real(arg)));
  return call.values.rational(-call.values.as_rational(arg));
}

Value eval_abs(const EvalCall& call) {
  const Value sign = enclosure::sign(call, call.args[0]);
  if (!sign.is_defined()) return sign;
  return sign.as_int64() < 0 ? eval_neg(call) : call.args[0];
}

Value power_of(const EvalCall& call, Value base, size_t exponent) {
  const std::optional<RealNumber> result = power(call.values.as_real(base), exponent);
  return result ? call.values.real(*result) : too_complex(call);
}

Value eval_add(const EvalCall& call) { return fold<Add>(call); }
Value eval_sub(const EvalCall& call) { return fold<Sub>(call); }

// A factor of zero decides, whatever the others are.
Value eval_mul(const EvalCall& call) {
  Value result;
  if (fold_small<Mul>(call.args, result)) return result;
  const Value zero = Value::integer(0);
  if (std::ranges::find(call.args, zero) != call.args.end()) return zero;
  const Taint taint = taint_of(call.args);
  if (taint) return taint.value();
  // A power has a smaller polynomial than the product of equal roots.
  if (call.args[0].kind() == ValueKind::Algebraic &&
      std::ranges::count(call.args, call.args[0]) == std::ssize(call.args))
    return power_of(call, call.args[0], call.args.size());
  return fold_exactly<Mul>(call);
}

Value eval_le(const EvalCall& call) {
  return chain(call, [](int64_t a, int64_t b) { return a <= b; });
}
Value eval_lt(const EvalCall& call) {
  return chain(call, [](int64_t a, int64_t b) { return a < b; });
}
Value eval_ge(const EvalCall& call) {
  return chain(call, [](int64_t a, int64_t b) { return a >= b; });
}
Value eval_gt(const EvalCall& call) {
  return chain(call, [](int64_t a, int64_t b) { return a > b; });
}

}  // namespace pg::numbers
