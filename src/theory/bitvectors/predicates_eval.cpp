#include "theory/bitvectors/bitvectors_eval.h"

namespace pg::bitvectors {
namespace {

// Wide enough for sums and products of signed 64-bit numbers.
__extension__ using Wide = __int128;

template <typename Relation>
Value unsigned_order(const EvalCall& call, Relation holds) {
  const Value a = call.args[0];
  const Value b = call.args[1];
  if (is_small(a)) return Value::boolean(holds(a.payload(), b.payload()));
  return Value::boolean(holds(call.values.as_unsigned(a), call.values.as_unsigned(b)));
}

int64_t small_signed(Value value) {
  const uint64_t sign = uint64_t{1} << (value.aux() - 1);
  return static_cast<int64_t>((value.payload() ^ sign) - sign);
}

template <typename Relation>
Value signed_order(const EvalCall& call, Relation holds) {
  const Value a = call.args[0];
  const Value b = call.args[1];
  if (is_small(a)) return Value::boolean(holds(small_signed(a), small_signed(b)));
  return Value::boolean(holds(call.values.as_signed(a), call.values.as_signed(b)));
}

constexpr auto kLess = [](const auto& a, const auto& b) { return a < b; };
constexpr auto kLessEq = [](const auto& a, const auto& b) { return a <= b; };
constexpr auto kGreater = [](const auto& a, const auto& b) { return a > b; };
constexpr auto kGreaterEq = [](const auto& a, const auto& b) { return a >= b; };

// Which side of the signed numbers of a width the exact result of an operation is on.
struct Range {
  bool below;
  bool above;
};

template <typename Operation>
Range signed_range(const EvalCall& call, Operation operation) {
  const Value a = call.args[0];
  const Value b = call.args[1];
  const uint32_t width = a.aux();
  if (is_small(a)) {
    const Wide result = operation(Wide{small_signed(a)}, Wide{small_signed(b)});
    const Wide limit = Wide{1} << (width - 1);
    return {result < -limit, result >= limit};
  }
  const mpz_class result = operation(call.values.as_signed(a), call.values.as_signed(b));
  const mpz_class limit = mpz_class(1) << (width - 1);
  return {result < -limit, result >= limit};
}

constexpr auto kSum = [](const auto& a, const auto& b) -> std::remove_cvref_t<decltype(a)> {
  return a + b;
};
constexpr auto kDifference = [](const auto& a, const auto& b) -> std::remove_cvref_t<decltype(a)> {
  return a - b;
};
constexpr auto kProduct = [](const auto& a, const auto& b) -> std::remove_cvref_t<decltype(a)> {
  return a * b;
};

Value outside(Range range) { return Value::boolean(range.below || range.above); }

// The two that have to do with the least number only, whose absolute value does not fit.
bool is_least(const EvalCall& call, Value value) {
  if (is_small(value)) return value.payload() == uint64_t{1} << (value.aux() - 1);
  return call.values.as_unsigned(value) == mpz_class(1) << (value.aux() - 1);
}

bool product_fits(const EvalCall& call) {
  const Value a = call.args[0];
  const Value b = call.args[1];
  const uint32_t width = a.aux();
  uint64_t product = 0;
  if (is_small(a))
    return !__builtin_mul_overflow(a.payload(), b.payload(), &product) &&
           product <= ones(width, product);
  const mpz_class result = call.values.as_unsigned(a) * call.values.as_unsigned(b);
  return result <= ones(width, result);
}

}  // namespace

Value eval_ult(const EvalCall& call) { return unsigned_order(call, kLess); }
Value eval_ule(const EvalCall& call) { return unsigned_order(call, kLessEq); }
Value eval_ugt(const EvalCall& call) { return unsigned_order(call, kGreater); }
Value eval_uge(const EvalCall& call) { return unsigned_order(call, kGreaterEq); }
Value eval_slt(const EvalCall& call) { return signed_order(call, kLess); }
Value eval_sle(const EvalCall& call) { return signed_order(call, kLessEq); }
Value eval_sgt(const EvalCall& call) { return signed_order(call, kGreater); }
Value eval_sge(const EvalCall& call) { return signed_order(call, kGreaterEq); }

Value eval_nego(const EvalCall& call) { return Value::boolean(is_least(call, call.args[0])); }

// The sum exceeds the width if and only if one is more than what the other leaves.
Value eval_uaddo(const EvalCall& call) {
  return unsigned_order(call, [width = call.args[0].aux()](const auto& a, const auto& b) {
    return a > complemented(b, width);
  });
}

Value eval_usubo(const EvalCall& call) { return unsigned_order(call, kLess); }
Value eval_umulo(const EvalCall& call) { return Value::boolean(!product_fits(call)); }
Value eval_saddo(const EvalCall& call) { return outside(signed_range(call, kSum)); }
Value eval_ssubo(const EvalCall& call) { return outside(signed_range(call, kDifference)); }
Value eval_smulo(const EvalCall& call) { return outside(signed_range(call, kProduct)); }

Value eval_sdivo(const EvalCall& call) {
  const mpz_class divisor = call.values.as_unsigned(call.args[1]);
  const bool minus_one = divisor == ones(call.args[1].aux(), divisor);
  return Value::boolean(minus_one && is_least(call, call.args[0]));
}

// Z3 tells a product that is too large from one that is too small.
Value eval_umul_noovfl(const EvalCall& call) { return Value::boolean(product_fits(call)); }
Value eval_smul_noovfl(const EvalCall& call) {
  return Value::boolean(!signed_range(call, kProduct).above);
}
Value eval_smul_noudfl(const EvalCall& call) {
  return Value::boolean(!signed_range(call, kProduct).below);
}

}  // namespace pg::bitvectors
