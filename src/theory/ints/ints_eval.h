#pragma once

#include "theory/value.h"

namespace pg::ints {

Value eval_div(const EvalCall& call);
Value eval_mod(const EvalCall& call);
Value eval_rem(const EvalCall& call);
Value eval_div_total(const EvalCall& call);
Value eval_mod_total(const EvalCall& call);
Value eval_div0(const EvalCall& call);
Value eval_mod0(const EvalCall& call);
Value eval_rem0(const EvalCall& call);
Value eval_divisible(const EvalCall& call);
Value eval_pow(const EvalCall& call);
Value eval_iand(const EvalCall& call);
Value eval_piand(const EvalCall& call);
Value eval_pow2(const EvalCall& call);
Value eval_log2(const EvalCall& call);
Value eval_ispow2(const EvalCall& call);

}  // namespace pg::ints
