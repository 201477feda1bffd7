#pragma once

#include "theory/value.h"

// What the rows of sequences evaluate to, beyond what strings/words.h shares with strings.
namespace pg::sequences {

Value eval_unit(const EvalCall& call);
Value eval_nth(const EvalCall& call);
Value eval_nth_string(const EvalCall& call);
Value eval_nth_i(const EvalCall& call);
Value eval_nth_u(const EvalCall& call);
Value eval_map(const EvalCall& call);
Value eval_mapi(const EvalCall& call);
Value eval_foldl(const EvalCall& call);
Value eval_foldli(const EvalCall& call);

}  // namespace pg::sequences
