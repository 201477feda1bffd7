#pragma once

#include "theory/value.h"

namespace pg::bags {

Value eval_bag(const EvalCall& call);
Value eval_empty(const EvalCall& call);
Value eval_union_disjoint(const EvalCall& call);
Value eval_union_max(const EvalCall& call);
Value eval_inter_min(const EvalCall& call);
Value eval_difference_subtract(const EvalCall& call);
Value eval_difference_remove(const EvalCall& call);
Value eval_subbag(const EvalCall& call);
Value eval_count(const EvalCall& call);
Value eval_member(const EvalCall& call);
Value eval_setof(const EvalCall& call);
Value eval_card(const EvalCall& call);
Value eval_choose(const EvalCall& call);
Value eval_is_singleton(const EvalCall& call);
Value eval_from_set(const EvalCall& call);
Value eval_to_set(const EvalCall& call);
Value eval_map(const EvalCall& call);
Value eval_filter(const EvalCall& call);
Value eval_all(const EvalCall& call);
Value eval_some(const EvalCall& call);
Value eval_fold(const EvalCall& call);
Value eval_partition(const EvalCall& call);

Value eval_product(const EvalCall& call);
Value eval_join(const EvalCall& call);
Value eval_project(const EvalCall& call);
Value eval_group(const EvalCall& call);
Value eval_aggr(const EvalCall& call);

}  // namespace pg::bags
