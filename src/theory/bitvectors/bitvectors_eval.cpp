#include "theory/bitvectors/bitvectors_eval.h"

#include "term/pool.h"

namespace pg::bitvectors {
namespace {

uint32_t index_of(const EvalCall& call, size_t which) {
  return call.pool.data(call.term).indices[which].value;
}

template <typename Small, typename Big>
Value unary(const EvalCall& call, Small small, Big big) {
  const Value arg = call.args[0];
  if (is_small(arg)) return small_bits(arg.aux(), small(arg.payload(), arg.aux()));
  return call.values.bits(arg.aux(), mpz_class(big(call.values.as_unsigned(arg), arg.aux())));
}

Value rotate(const EvalCall& call, uint32_t by) {
  const auto left = [by](const auto& value, uint32_t width) {
    return rotated_left(value, by, width);
  };
  return unary(call, left, left);
}

Value bit_value(bool set) { return small_bits(1, set ? 1 : 0); }

}  // namespace

Value eval_concat(const EvalCall& call) {
  uint64_t width = 0;
  for (const Value& arg : call.args) width += arg.aux();
  if (width <= 64) {
    uint64_t result = call.args[0].payload();
    for (const Value& arg : call.args.subspan(1)) result = result << arg.aux() | arg.payload();
    return small_bits(static_cast<uint32_t>(width), result);
  }
  mpz_class result;
  for (const Value& arg : call.args) {
    result <<= arg.aux();
    result |= call.values.as_unsigned(arg);
  }
  return call.values.bits(static_cast<uint32_t>(width), result);
}

Value eval_extract(const EvalCall& call) {
  const uint32_t high = index_of(call, 0);
  const uint32_t low = index_of(call, 1);
  const Value arg = call.args[0];
  if (is_small(arg)) return small_bits(high - low + 1, arg.payload() >> low);
  return call.values.bits(high - low + 1, mpz_class(call.values.as_unsigned(arg) >> low));
}

Value eval_repeat(const EvalCall& call) {
  const Value arg = call.args[0];
  const uint32_t times = index_of(call, 0);
  const uint32_t width = arg.aux();
  // 2^width - 1 divides 2^(width * times) - 1, and the quotient has a one for each repetition.
  const mpz_class pattern = ones(width * times, mpz_class()) / ones(width, mpz_class());
  return call.values.bits(width * times, mpz_class(pattern * call.values.as_unsigned(arg)));
}

Value eval_zero_extend(const EvalCall& call) {
  const Value arg = call.args[0];
  const uint32_t width = arg.aux() + index_of(call, 0);
  if (width <= 64) return small_bits(width, arg.payload());
  return call.values.bits(width, call.values.as_unsigned(arg));
}

Value eval_sign_extend(const EvalCall& call) {
  const Value arg = call.args[0];
  const uint32_t width = arg.aux() + index_of(call, 0);
  if (width > 64) return call.values.bits(width, call.values.as_signed(arg));
  const uint64_t sign = uint64_t{1} << (arg.aux() - 1);
  return small_bits(width, (arg.payload() ^ sign) - sign);
}

Value eval_rotate_left(const EvalCall& call) {
  return rotate(call, index_of(call, 0) % call.args[0].aux());
}

Value eval_rotate_right(const EvalCall& call) {
  const uint32_t by = index_of(call, 0) % call.args[0].aux();
  return rotate(call, by == 0 ? 0 : call.args[0].aux() - by);
}

Value eval_not(const EvalCall& call) {
  return unary(call, complemented<uint64_t>, complemented<mpz_class>);
}

Value eval_neg(const EvalCall& call) { return unary(call, negated<uint64_t>, negated<mpz_class>); }

Value eval_comp(const EvalCall& call) { return bit_value(call.args[0] == call.args[1]); }

Value eval_redor(const EvalCall& call) {
  return bit_value(call.values.as_unsigned(call.args[0]) != 0);
}

Value eval_redand(const EvalCall& call) {
  const mpz_class value = call.values.as_unsigned(call.args[0]);
  return bit_value(value == ones(call.args[0].aux(), value));
}

Value eval_bvite(const EvalCall& call) {
  if (!call.args[0].is_defined()) return call.args[0];
  return call.args[0] == bit_value(true) ? call.args[1] : call.args[2];
}

Value eval_bit2bool(const EvalCall& call) {
  return Value::boolean(bit(call.values.as_unsigned(call.args[0]), index_of(call, 0)));
}

// The first argument is the lowest bit.
Value eval_mkbv(const EvalCall& call) {
  mpz_class result;
  for (size_t i = 0; i < call.args.size(); ++i)
    if (call.args[i].is_true()) mpz_setbit(result.get_mpz_t(), i);
  return call.values.bits(static_cast<uint32_t>(call.args.size()), result);
}

Value eval_bit0(const EvalCall&) { return bit_value(false); }
Value eval_bit1(const EvalCall&) { return bit_value(true); }

// bvudiv0 and its like: what Z3 takes for a division by zero where it is not the standard's choice.
Value eval_zero_case(const EvalCall& call) {
  return call.open(call.pool.op(call.term)->name, call.args);
}

Value eval_ubv_to_int(const EvalCall& call) {
  const Value arg = call.args[0];
  if (is_small(arg) && arg.payload() <= INT64_MAX)
    return Value::integer(static_cast<int64_t>(arg.payload()));
  return call.values.integer(call.values.as_unsigned(arg));
}

Value eval_sbv_to_int(const EvalCall& call) {
  return call.values.integer(call.values.as_signed(call.args[0]));
}

Value eval_int_to_bv(const EvalCall& call) {
  const uint32_t width = index_of(call, 0);
  const Value arg = call.args[0];
  if (width <= 64 && arg.kind() == ValueKind::Integer) return small_bits(width, arg.payload());
  return call.values.bits(width, call.values.as_integer(arg));
}

}  // namespace pg::bitvectors
