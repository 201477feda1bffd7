#pragma once

#include <algorithm>

#include "theory/bitvectors/bit_operations.h"
#include "theory/core/eval_support.h"

namespace pg::bitvectors {

// Two arguments of one width, and a result of it.
template <typename Op>
Value eval_binary(const EvalCall& call) {
  const Value a = call.args[0];
  const Value b = call.args[1];
  const uint32_t width = a.aux();
  if (is_small(a)) return small_bits(width, Op::apply(a.payload(), b.payload(), width));
  const mpz_class left = call.values.as_unsigned(a);
  const mpz_class right = call.values.as_unsigned(b);
  return call.values.bits(width, mpz_class(Op::apply(left, right, width)));
}

// Any number of arguments, from left to right.
template <typename Op>
Value eval_fold(const EvalCall& call) {
  const uint32_t width = call.args[0].aux();
  if (is_small(call.args[0])) {
    uint64_t result = call.args[0].payload();
    for (const Value& arg : call.args.subspan(1))
      result = modulo(Op::apply(result, arg.payload(), width), width);
    return small_bits(width, result);
  }
  mpz_class result = call.values.as_unsigned(call.args[0]);
  for (const Value& arg : call.args.subspan(1))
    result = modulo(mpz_class(Op::apply(result, call.values.as_unsigned(arg), width)), width);
  return call.values.bits(width, result);
}

// The same where one argument, all zeros or all ones, decides whatever the others are.
template <typename Op, bool kOnesDecide>
Value eval_lazy_fold(const EvalCall& call) {
  const Taint taint = taint_of(call.args);
  if (!taint) return eval_fold<Op>(call);
  for (const Value& arg : call.args) {
    if (!arg.is_defined()) continue;
    const mpz_class decides = kOnesDecide ? ones(arg.aux(), mpz_class()) : mpz_class(0);
    if (call.values.as_unsigned(arg) == decides) return arg;
  }
  return taint.value();
}

// Z3's own division, where the divisor is not zero.
template <typename Op>
Value eval_nonzero(const EvalCall& call) {
  return call.values.as_unsigned(call.args[1]) == 0 ? Value::unspecified() : eval_binary<Op>(call);
}

Value eval_concat(const EvalCall& call);
Value eval_extract(const EvalCall& call);
Value eval_repeat(const EvalCall& call);
Value eval_zero_extend(const EvalCall& call);
Value eval_sign_extend(const EvalCall& call);
Value eval_rotate_left(const EvalCall& call);
Value eval_rotate_right(const EvalCall& call);
Value eval_not(const EvalCall& call);
Value eval_neg(const EvalCall& call);
Value eval_comp(const EvalCall& call);
Value eval_redor(const EvalCall& call);
Value eval_redand(const EvalCall& call);
Value eval_bvite(const EvalCall& call);
Value eval_bit2bool(const EvalCall& call);
Value eval_mkbv(const EvalCall& call);
Value eval_bit0(const EvalCall& call);
Value eval_bit1(const EvalCall& call);
Value eval_zero_case(const EvalCall& call);

Value eval_ubv_to_int(const EvalCall& call);
Value eval_sbv_to_int(const EvalCall& call);
Value eval_int_to_bv(const EvalCall& call);

Value eval_ult(const EvalCall& call);
Value eval_ule(const EvalCall& call);
Value eval_ugt(const EvalCall& call);
Value eval_uge(const EvalCall& call);
Value eval_slt(const EvalCall& call);
Value eval_sle(const EvalCall& call);
Value eval_sgt(const EvalCall& call);
Value eval_sge(const EvalCall& call);

Value eval_nego(const EvalCall& call);
Value eval_uaddo(const EvalCall& call);
Value eval_saddo(const EvalCall& call);
Value eval_umulo(const EvalCall& call);
Value eval_smulo(const EvalCall& call);
Value eval_usubo(const EvalCall& call);
Value eval_ssubo(const EvalCall& call);
Value eval_sdivo(const EvalCall& call);
Value eval_umul_noovfl(const EvalCall& call);
Value eval_smul_noovfl(const EvalCall& call);
Value eval_smul_noudfl(const EvalCall& call);

}  // namespace pg::bitvectors
