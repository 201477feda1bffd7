#pragma once

#include "theory/computed.h"
#include "theory/value.h"

namespace pg::reals {

// Functions that are defined everywhere.
template <computed::Operation kFunction>
Value eval_total(const EvalCall& call) {
  return computed::apply(call.values, kFunction, call.args[0]);
}

Value eval_pi(const EvalCall& call);
Value eval_euler(const EvalCall& call);
Value eval_log(const EvalCall& call);
Value eval_tan(const EvalCall& call);
Value eval_csc(const EvalCall& call);
Value eval_sec(const EvalCall& call);
Value eval_cot(const EvalCall& call);
Value eval_asin(const EvalCall& call);
Value eval_acos(const EvalCall& call);
Value eval_arcsin(const EvalCall& call);
Value eval_arccos(const EvalCall& call);
Value eval_arccsc(const EvalCall& call);
Value eval_arcsec(const EvalCall& call);
Value eval_arccot(const EvalCall& call);
Value eval_atan2(const EvalCall& call);
Value eval_acosh(const EvalCall& call);
Value eval_atanh(const EvalCall& call);
Value eval_min(const EvalCall& call);
Value eval_max(const EvalCall& call);

}  // namespace pg::reals
