#pragma once

#include "theory/value.h"

namespace pg::datatypes {

Value eval_is(const EvalCall& call);
Value eval_update(const EvalCall& call);
Value eval_size(const EvalCall& call);

Value eval_tuple(const EvalCall& call);
Value eval_tuple_select(const EvalCall& call);
Value eval_tuple_update(const EvalCall& call);
Value eval_tuple_project(const EvalCall& call);

// A nullable is a tuple of no value or of one.
Value eval_null(const EvalCall& call);
Value eval_some(const EvalCall& call);
Value eval_val(const EvalCall& call);
Value eval_is_null(const EvalCall& call);
Value eval_is_some(const EvalCall& call);
Value eval_lift(const EvalCall& call);
Value eval_lift_index(const EvalCall& call);

}  // namespace pg::datatypes
