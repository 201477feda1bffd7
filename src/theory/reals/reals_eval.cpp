#include "theory/reals/reals_eval.h"

#include <optional>

#include "theory/computed.h"
#include "theory/enclosure.h"
#include "theory/ints/numbers_eval.h"

namespace pg::reals {
namespace {

constexpr Value kZero = Value::integer(0);

// The divisor is not known to be zero.
Value quotient(const EvalCall& call, Value a, Value b) {
  ValuePool& values = call.values;
  if (computed::is_computed(a) || computed::is_computed(b)) {
    const Value sign = enclosure::sign(call, b);
    if (!sign.is_defined()) return sign;
    const Value inverse = computed::invert(values, b);
    return inverse.is_defined() ? computed::multiply(values, a, inverse) : inverse;
  }
  if (a.kind() == ValueKind::Integer && b.kind() == ValueKind::Integer && b.as_int64() != -1 &&
      a.as_int64() % b.as_int64() == 0)
    return Value::integer(a.as_int64() / b.as_int64());
  if (values.is_rational(a) && values.is_rational(b))
    return values.rational(values.as_rational(a) / values.as_rational(b));
  const std::optional<RealNumber> result = multiply(values.as_real(a), invert(values.as_real(b)));
  return result ? values.real(*result) : numbers::too_complex(call);
}

// What Z3 chose, by the function that its models print: of the dividend and the zero.
Value open_at(const EvalCall& call, Value dividend) {
  const Value args[] = {dividend, kZero};
  return call.open("/0", args);
}

// To a whole power that is not negative.
mpq_class power(const mpq_class& base, uint64_t exponent) {
  mpq_class result;
  mpz_pow_ui(result.get_num_mpz_t(), base.get_num_mpz_t(), exponent);
  mpz_pow_ui(result.get_den_mpz_t(), base.get_den_mpz_t(), exponent);
  return result;
}

// Of a number that an expression gives.
Value whole_power(const EvalCall& call, Value base, Value exponent) {
  if (exponent.kind() != ValueKind::Integer)
    return call.values.unsupported("a power too large to compute");
  if (exponent.as_int64() <= 0) {
    const Value sign = enclosure::sign(call, base);
    if (!sign.is_defined()) return sign;
  }
  return computed::power(call.values, base, exponent.as_int64());
}

// To a power that is not whole, of what is positive.
Value real_power(const EvalCall& call, Value base, Value exponent) {
  ValuePool& values = call.values;
  const Value sign = enclosure::sign(call, base);
  if (!sign.is_defined()) return sign;
  if (sign.as_int64() < 0) return Value::unspecified();
  if (values.is_rational(base) && values.is_rational(exponent)) {
    const mpq_class power_and_root = values.as_rational(exponent);
    const mpz_class times = abs(power_and_root.get_num());
    const mpq_class number = values.as_rational(base);
    if (times <= numbers::kMaxRootBits / bits_of(number) &&
        power_and_root.get_den() <= computed::kMaxRoot) {
      const mpq_class raised = power(number, times.get_ui());
      const Value root = computed::root(values, power_and_root > 0 ? raised : mpq_class(1 / raised),
                                        power_and_root.get_den().get_ui());
      if (root.is_defined()) return root;
    }
  }
  const Value log = computed::apply(values, computed::Operation::Log, base);
  const Value product = computed::multiply(values, exponent, log);
  return product.is_defined() ? computed::apply(values, computed::Operation::Exp, product)
                              : product;
}

}  // namespace

Value eval_divide(const EvalCall& call) {
  Value result = call.args[0];
  for (const Value& divisor : call.args.subspan(1)) {
    result = divisor == kZero ? open_at(call, result) : quotient(call, result, divisor);
    if (!result.is_defined()) break;
  }
  return result;
}

Value eval_divide_total(const EvalCall& call) {
  return call.args[1] == kZero ? kZero : quotient(call, call.args[0], call.args[1]);
}

// Z3's own name as a term.
Value eval_divide0(const EvalCall& call) { return call.open("/0", call.args); }

Value eval_to_real(const EvalCall& call) { return call.args[0]; }

// Of a real: the identity in cvc5, but Z3 makes it an Int first, by rounding down.
Value eval_real_to_real(const EvalCall& call) {
  if (call.values.is_integer(call.args[0])) return call.args[0];
  const Value whole = eval_is_int(call);
  return whole.is_defined() ? Value::unspecified() : whole;
}

Value eval_to_int(const EvalCall& call) {
  const Value arg = call.args[0];
  if (call.values.is_integer(arg)) return arg;
  if (computed::is_computed(arg)) return enclosure::floor(call, arg);
  if (arg.kind() == ValueKind::Algebraic)
    return call.values.integer(std::get<Algebraic>(call.values.as_real(arg)).floor());
  const mpq_class number = call.values.as_rational(arg);
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return call.values.integer(floor);
}

Value eval_is_int(const EvalCall& call) {
  if (computed::is_computed(call.args[0])) return enclosure::is_whole(call, call.args[0]);
  return Value::boolean(call.values.is_integer(call.args[0]));
}

// Solvers disagree on zero to what is not positive, and on roots of what is negative.
Value eval_pow(const EvalCall& call) {
  const Value base = call.args[0];
  const Value exponent = call.args[1];
  const Value sign_of_exponent = enclosure::sign(call, exponent);
  if (!sign_of_exponent.is_defined()) return sign_of_exponent;
  const int64_t sign = sign_of_exponent.as_int64();
  if (base == kZero) return sign > 0 ? kZero : Value::unspecified();
  if (!call.values.is_integer(exponent)) return real_power(call, base, exponent);
  if (computed::is_computed(base)) return whole_power(call, base, exponent);
  if (base.kind() == ValueKind::Algebraic) {
    if (sign < 0 || exponent.kind() != ValueKind::Integer) return numbers::too_complex(call);
    return numbers::power_of(call, base, static_cast<size_t>(exponent.as_int64()));
  }
  const mpq_class number = call.values.as_rational(base);
  const mpz_class times = abs(call.values.as_integer(exponent));
  const size_t bits =
      mpz_sizeinbase(number.get_num_mpz_t(), 2) + mpz_sizeinbase(number.get_den_mpz_t(), 2);
  if (times > numbers::kMaxPowerBits / bits)
    return call.values.unsupported("a power too large to compute");
  const mpq_class result = power(number, times.get_ui());
  return call.values.rational(sign < 0 ? mpq_class(1 / result) : result);
}

// cvc5 takes either root of what is not negative, whatever its documentation says.
Value eval_sqrt(const EvalCall& call) {
  return call.args[0] == kZero ? kZero : Value::unspecified();
}

}  // namespace pg::reals
