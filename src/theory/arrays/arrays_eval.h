#pragma once

#include "theory/value.h"

namespace pg::arrays {

// The operator of (_ map f), if f names one that takes elements of these sorts; else null.
const OpSpec* mapped_operator(Pool& pool, const Index& function, std::span<const Sort> elements);

Value eval_select(const EvalCall& call);
Value eval_store(const EvalCall& call);
Value eval_const(const EvalCall& call);
Value eval_eqrange(const EvalCall& call);
Value eval_map(const EvalCall& call);
Value eval_as_array(const EvalCall& call);
Value eval_default(const EvalCall& call);
Value eval_union(const EvalCall& call);
Value eval_intersection(const EvalCall& call);
Value eval_setminus(const EvalCall& call);
Value eval_complement(const EvalCall& call);
Value eval_subset(const EvalCall& call);

}  // namespace pg::arrays
