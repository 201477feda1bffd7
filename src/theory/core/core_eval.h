#pragma once

#include "theory/value.h"

namespace pg::core {

Value eval_true(const EvalCall&);
Value eval_false(const EvalCall&);
Value eval_not(const EvalCall& call);
Value eval_implies(const EvalCall& call);
Value eval_and(const EvalCall& call);
Value eval_or(const EvalCall& call);
Value eval_xor(const EvalCall& call);
Value eval_equal(const EvalCall& call);
Value eval_distinct(const EvalCall& call);
Value eval_ite(const EvalCall& call);
Value eval_forall(const EvalCall& call);
Value eval_exists(const EvalCall& call);
Value eval_at_most(const EvalCall& call);
Value eval_at_least(const EvalCall& call);
Value eval_pble(const EvalCall& call);
Value eval_pbge(const EvalCall& call);
Value eval_pbeq(const EvalCall& call);

}  // namespace pg::core
