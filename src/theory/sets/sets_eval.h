#pragma once

#include "theory/value.h"

namespace pg::sets {

Value eval_empty(const EvalCall& call);
Value eval_universe(const EvalCall& call);
Value eval_singleton(const EvalCall& call);
Value eval_union(const EvalCall& call);
Value eval_inter(const EvalCall& call);
Value eval_minus(const EvalCall& call);
Value eval_member(const EvalCall& call);
Value eval_select(const EvalCall& call);
Value eval_const(const EvalCall& call);
Value eval_store(const EvalCall& call);
Value eval_subset(const EvalCall& call);
Value eval_insert(const EvalCall& call);
Value eval_card(const EvalCall& call);
Value eval_choose(const EvalCall& call);
Value eval_is_empty(const EvalCall& call);
Value eval_is_singleton(const EvalCall& call);
Value eval_map(const EvalCall& call);
Value eval_filter(const EvalCall& call);
Value eval_all(const EvalCall& call);
Value eval_some(const EvalCall& call);
Value eval_fold(const EvalCall& call);
Value eval_comprehension(const EvalCall& call);

Value eval_transpose(const EvalCall& call);
Value eval_tclosure(const EvalCall& call);
Value eval_join(const EvalCall& call);
Value eval_product(const EvalCall& call);
Value eval_iden(const EvalCall& call);
Value eval_join_image(const EvalCall& call);
Value eval_table_join(const EvalCall& call);
Value eval_group(const EvalCall& call);
Value eval_aggr(const EvalCall& call);
Value eval_project(const EvalCall& call);

}  // namespace pg::sets
