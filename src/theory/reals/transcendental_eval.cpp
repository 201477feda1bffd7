#include "theory/reals/transcendental_eval.h"

#include "theory/enclosure.h"

namespace pg::reals {
namespace {

using computed::Operation;

constexpr Value kZero = Value::integer(0);
constexpr Value kOne = Value::integer(1);
constexpr Value kMinusOne = Value::integer(-1);

// Whether a number lies where a function is defined: a Boolean, or undefined where we cannot tell.
struct Range {
  const EvalCall& call;

  Value holds(Value order, bool (*accepts)(int64_t)) const {
    return order.is_defined() ? Value::boolean(accepts(order.as_int64())) : order;
  }
  Value above(Value number, Value bound) const {
    return holds(enclosure::order(call, number, bound), [](int64_t sign) { return sign > 0; });
  }
  Value at_least(Value number, Value bound) const {
    return holds(enclosure::order(call, number, bound), [](int64_t sign) { return sign >= 0; });
  }
  Value not_zero(Value number) const {
    return holds(enclosure::sign(call, number), [](int64_t sign) { return sign != 0; });
  }
  Value both(Value a, Value b) const {
    if (a.is_false() || b.is_false()) return Value::boolean(false);
    return a.is_true() ? b : a;
  }
  Value from_minus_one_to_one(Value number) const {
    return both(at_least(number, kMinusOne), at_least(kOne, number));
  }
  // cvc5 leaves one end out of the range of each inverse (cvc5 source, operator_elim.cpp: above
  // -pi/2, or below pi), and so has no value at -1.
  Value above_minus_one_to_one(Value number) const {
    return both(above(number, kMinusOne), at_least(kOne, number));
  }
};

// The value of `make` where `defined` is true; SMT-LIB and solvers leave open what it is elsewhere.
template <typename Make>
Value where(Value defined, Make make) {
  if (!defined.is_defined()) return defined;
  return defined.is_true() ? make() : Value::unspecified();
}

Value function(const EvalCall& call, Operation operation, Value arg) {
  return computed::apply(call.values, operation, arg);
}

// One over a number that may be zero.
Value inverse(const EvalCall& call, Value number) {
  return where(Range{call}.not_zero(number), [&] { return computed::invert(call.values, number); });
}

Value ratio(const EvalCall& call, Value top, Value bottom) {
  const Value factor = inverse(call, bottom);
  return factor.is_defined() ? computed::multiply(call.values, top, factor) : factor;
}

// Half of pi, so many times.
Value quarter_turns(const EvalCall& call, int times) {
  return computed::multiply(
      call.values, computed::pi(call.values),
      call.values.rational(times % 2 == 0 ? mpq_class(times / 2) : mpq_class(times, 2)));
}

// The inverse of a function of one over the number, which is outside of (-1, 1).
Value of_inverse(const EvalCall& call, Operation operation) {
  const Value one_over = inverse(call, call.args[0]);
  if (!one_over.is_defined()) return one_over;
  return where(Range{call}.above_minus_one_to_one(one_over),
               [&] { return function(call, operation, one_over); });
}

// The argument whose order to the other is this sign.
Value extreme(const EvalCall& call, int64_t sign) {
  const Value order = enclosure::order(call, call.args[0], call.args[1]);
  if (!order.is_defined()) return order;
  return order.as_int64() == sign ? call.args[0] : call.args[1];
}

}  // namespace

Value eval_pi(const EvalCall& call) { return computed::pi(call.values); }
Value eval_euler(const EvalCall& call) { return function(call, Operation::Exp, kOne); }

Value eval_log(const EvalCall& call) {
  return where(Range{call}.above(call.args[0], kZero),
               [&] { return function(call, Operation::Log, call.args[0]); });
}

Value eval_tan(const EvalCall& call) {
  return where(Range{call}.not_zero(function(call, Operation::Cos, call.args[0])),
               [&] { return function(call, Operation::Tan, call.args[0]); });
}

Value eval_csc(const EvalCall& call) {
  return inverse(call, function(call, Operation::Sin, call.args[0]));
}
Value eval_sec(const EvalCall& call) {
  return inverse(call, function(call, Operation::Cos, call.args[0]));
}
Value eval_cot(const EvalCall& call) {
  return ratio(call, function(call, Operation::Cos, call.args[0]),
               function(call, Operation::Sin, call.args[0]));
}

Value eval_asin(const EvalCall& call) {
  return where(Range{call}.from_minus_one_to_one(call.args[0]),
               [&] { return function(call, Operation::Asin, call.args[0]); });
}
Value eval_acos(const EvalCall& call) {
  return where(Range{call}.from_minus_one_to_one(call.args[0]),
               [&] { return function(call, Operation::Acos, call.args[0]); });
}
Value eval_arcsin(const EvalCall& call) {
  return where(Range{call}.above_minus_one_to_one(call.args[0]),
               [&] { return function(call, Operation::Asin, call.args[0]); });
}
Value eval_arccos(const EvalCall& call) {
  return where(Range{call}.above_minus_one_to_one(call.args[0]),
               [&] { return function(call, Operation::Acos, call.args[0]); });
}
Value eval_arccsc(const EvalCall& call) { return of_inverse(call, Operation::Asin); }
Value eval_arcsec(const EvalCall& call) { return of_inverse(call, Operation::Acos); }

// Of what is negative some take the angle below zero, some the one between pi/2 and pi.
Value eval_arccot(const EvalCall& call) {
  return where(Range{call}.at_least(call.args[0], kZero), [&] {
    return computed::subtract(call.values, quarter_turns(call, 1),
                              function(call, Operation::Atan, call.args[0]));
  });
}

// The angle of the point (x, y), above -pi and at most pi, as in C. It has no value at zero.
Value eval_atan2(const EvalCall& call) {
  const Value y = call.args[0];
  const Value side = enclosure::sign(call, call.args[1]);
  if (!side.is_defined()) return side;
  if (side.as_int64() > 0) {
    const Value slope = ratio(call, y, call.args[1]);
    return slope.is_defined() ? function(call, Operation::Atan, slope) : slope;
  }
  const Value height = enclosure::sign(call, y);
  if (!height.is_defined()) return height;
  const bool below = height.as_int64() < 0;
  if (side == kZero)
    return height == kZero ? Value::unspecified() : quarter_turns(call, below ? -1 : 1);
  const Value slope = ratio(call, y, call.args[1]);
  if (!slope.is_defined()) return slope;
  return computed::add(call.values, function(call, Operation::Atan, slope),
                       quarter_turns(call, below ? -2 : 2));
}

Value eval_acosh(const EvalCall& call) {
  return where(Range{call}.at_least(call.args[0], kOne),
               [&] { return function(call, Operation::Acosh, call.args[0]); });
}
Value eval_atanh(const EvalCall& call) {
  const Range range{call};
  return where(range.both(range.above(call.args[0], kMinusOne), range.above(kOne, call.args[0])),
               [&] { return function(call, Operation::Atanh, call.args[0]); });
}

Value eval_min(const EvalCall& call) { return extreme(call, -1); }
Value eval_max(const EvalCall& call) { return extreme(call, 1); }

}  // namespace pg::reals
