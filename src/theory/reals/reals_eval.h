#pragma once

#include "theory/value.h"

namespace pg::reals {

Value eval_divide(const EvalCall& call);
Value eval_divide_total(const EvalCall& call);
Value eval_divide0(const EvalCall& call);
Value eval_to_real(const EvalCall& call);
Value eval_real_to_real(const EvalCall& call);
Value eval_to_int(const EvalCall& call);
Value eval_is_int(const EvalCall& call);
Value eval_pow(const EvalCall& call);
Value eval_sqrt(const EvalCall& call);

}  // namespace pg::reals
