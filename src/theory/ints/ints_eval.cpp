#include "theory/ints/ints_eval.h"

#include <cstdlib>
#include <string>

#include "term/pool.h"
#include "theory/ints/numbers_eval.h"

namespace pg::ints {
namespace {

constexpr Value kZero = Value::integer(0);

bool is_small(Value value) { return value.kind() == ValueKind::Integer; }

// Ints: m = n * (div m n) + (mod m n) and 0 <= (mod m n) < |n|. The divisor is not zero.
Value quotient(ValuePool& values, Value a, Value b) {
  if (is_small(a) && is_small(b) && b.as_int64() != -1) {
    const int64_t divisor = b.as_int64();
    const int64_t result = a.as_int64() / divisor;
    if (a.as_int64() % divisor >= 0) return Value::integer(result);
    return Value::integer(divisor > 0 ? result - 1 : result + 1);
  }
  const mpz_class dividend = values.as_integer(a);
  const mpz_class divisor = values.as_integer(b);
  mpz_class result;
  // The remainder is not negative: round down for a positive divisor, up for a negative one.
  const auto divide = divisor > 0 ? mpz_fdiv_q : mpz_cdiv_q;
  divide(result.get_mpz_t(), dividend.get_mpz_t(), divisor.get_mpz_t());
  return values.integer(result);
}

Value remainder(ValuePool& values, Value a, Value b) {
  if (is_small(a) && is_small(b) && b.as_int64() != INT64_MIN) {
    if (b.as_int64() == -1) return kZero;
    const int64_t result = a.as_int64() % b.as_int64();
    return Value::integer(result >= 0 ? result : result + std::abs(b.as_int64()));
  }
  mpz_class result;
  mpz_mod(result.get_mpz_t(), values.as_integer(a).get_mpz_t(), values.as_integer(b).get_mpz_t());
  return values.integer(result);
}

Value negative(ValuePool& values, Value value) { return values.integer(-values.as_integer(value)); }

// What Z3 chose, by the function that its models print: of the dividend and the zero.
Value open_at(const EvalCall& call, std::string_view name, Value dividend) {
  const Value args[] = {dividend, kZero};
  return call.open(name, args);
}

// The lowest bits that two numbers share, both in two's complement.
mpz_class common_bits(const mpz_class& a, const mpz_class& b, uint64_t bits) {
  mpz_class result = a & b;
  mpz_fdiv_r_2exp(result.get_mpz_t(), result.get_mpz_t(), bits);
  return result;
}

}  // namespace

Value eval_div(const EvalCall& call) {
  Value result = call.args[0];
  for (const Value& divisor : call.args.subspan(1)) {
    result =
        divisor == kZero ? open_at(call, "div0", result) : quotient(call.values, result, divisor);
    if (!result.is_defined()) break;
  }
  return result;
}

Value eval_mod(const EvalCall& call) {
  if (call.args[1] == kZero) return open_at(call, "mod0", call.args[0]);
  return remainder(call.values, call.args[0], call.args[1]);
}

// Z3: has the sign of the divisor. Zero is rem0's where it is written, but mod0's where it is the
// value of something else.
Value eval_rem(const EvalCall& call) {
  if (call.args[1] == kZero) {
    const Value written = open_at(call, "rem0", call.args[0]);
    const Value other = open_at(call, "mod0", call.args[0]);
    return other.is_defined() && other != written ? Value::unspecified() : written;
  }
  const Value result = remainder(call.values, call.args[0], call.args[1]);
  return call.values.sign(call.args[1]) < 0 ? negative(call.values, result) : result;
}

Value eval_div_total(const EvalCall& call) {
  return call.args[1] == kZero ? kZero : quotient(call.values, call.args[0], call.args[1]);
}

Value eval_mod_total(const EvalCall& call) {
  return call.args[1] == kZero ? call.args[0] : remainder(call.values, call.args[0], call.args[1]);
}

// Z3's own names as terms.
Value eval_div0(const EvalCall& call) { return call.open("div0", call.args); }
Value eval_mod0(const EvalCall& call) { return call.open("mod0", call.args); }
Value eval_rem0(const EvalCall& call) { return call.open("rem0", call.args); }

// The index is a numeral of any size; Ints has the operator for positive ones only.
Value eval_divisible(const EvalCall& call) {
  const std::string text(call.pool.text(call.pool.data(call.term).indices[0].text));
  mpz_class divisor;
  if (divisor.set_str(text, 10) != 0)
    return call.values.unsupported("divisible by what is no number");
  if (divisor == 0) return Value::unspecified();
  const mpz_class number = call.values.as_integer(call.args[0]);
  return Value::boolean(mpz_divisible_p(number.get_mpz_t(), divisor.get_mpz_t()) != 0);
}

// Solvers disagree on 0^0 and on negative exponents.
Value eval_pow(const EvalCall& call) {
  const Value base = call.args[0];
  const Value exponent = call.args[1];
  const int sign = call.values.sign(exponent);
  if (sign < 0 || (sign == 0 && base == kZero)) return Value::unspecified();
  if (base == kZero || base == Value::integer(1)) return base;
  if (base == Value::integer(-1))
    return Value::integer(mpz_even_p(call.values.as_integer(exponent).get_mpz_t()) ? 1 : -1);
  const mpz_class number = call.values.as_integer(base);
  const size_t bits = mpz_sizeinbase(number.get_mpz_t(), 2);
  if (!is_small(exponent) ||
      static_cast<uint64_t>(exponent.as_int64()) > numbers::kMaxPowerBits / bits)
    return call.values.unsupported("a power too large to compute");
  mpz_class result;
  mpz_pow_ui(result.get_mpz_t(), number.get_mpz_t(),
             static_cast<unsigned long>(exponent.as_int64()));
  return call.values.integer(result);
}

Value eval_iand(const EvalCall& call) {
  const uint32_t bits = call.pool.data(call.term).indices[0].value;
  return call.values.integer(common_bits(call.values.as_integer(call.args[0]),
                                         call.values.as_integer(call.args[1]), bits));
}

Value eval_piand(const EvalCall& call) {
  const Value bits = call.args[0];
  if (call.values.sign(bits) <= 0) return Value::unspecified();
  if (!is_small(bits) || static_cast<uint64_t>(bits.as_int64()) > numbers::kMaxPowerBits)
    return call.values.unsupported("a power too large to compute");
  return call.values.integer(common_bits(call.values.as_integer(call.args[1]),
                                         call.values.as_integer(call.args[2]),
                                         static_cast<uint64_t>(bits.as_int64())));
}

Value eval_pow2(const EvalCall& call) {
  const Value exponent = call.args[0];
  if (call.values.sign(exponent) < 0) return Value::unspecified();
  if (!is_small(exponent) || static_cast<uint64_t>(exponent.as_int64()) > numbers::kMaxPowerBits)
    return call.values.unsupported("a power too large to compute");
  return call.values.integer(mpz_class(1) << static_cast<unsigned long>(exponent.as_int64()));
}

Value eval_log2(const EvalCall& call) {
  if (call.values.sign(call.args[0]) <= 0) return Value::unspecified();
  const mpz_class number = call.values.as_integer(call.args[0]);
  return Value::integer(static_cast<int64_t>(mpz_sizeinbase(number.get_mpz_t(), 2)) - 1);
}

Value eval_ispow2(const EvalCall& call) {
  const mpz_class number = call.values.as_integer(call.args[0]);
  return Value::boolean(number > 0 && mpz_popcount(number.get_mpz_t()) == 1);
}

}  // namespace pg::ints
