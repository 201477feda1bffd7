#pragma once

#include "theory/value.h"

// What the rows of strings evaluate to, beyond what words.h shares with sequences.
namespace pg::strings {

Value eval_lt(const EvalCall& call);
Value eval_le(const EvalCall& call);
Value eval_is_digit(const EvalCall& call);
Value eval_to_code(const EvalCall& call);
Value eval_from_code(const EvalCall& call);
Value eval_to_int(const EvalCall& call);
Value eval_from_int(const EvalCall& call);
Value eval_to_lower(const EvalCall& call);
Value eval_to_upper(const EvalCall& call);

// Z3's. A character is its code point, an integer.
Value eval_from_ubv(const EvalCall& call);
Value eval_from_sbv(const EvalCall& call);
Value eval_char_le(const EvalCall& call);
Value eval_char_to_int(const EvalCall& call);
Value eval_char_to_bv(const EvalCall& call);
Value eval_char_from_bv(const EvalCall& call);
Value eval_char_is_digit(const EvalCall& call);
Value eval_unit(const EvalCall& call);

// Regular expressions, over strings and over sequences.
Value eval_to_re(const EvalCall& call);
Value eval_in_re(const EvalCall& call);
Value eval_re_none(const EvalCall& call);
Value eval_re_all(const EvalCall& call);
Value eval_re_allchar(const EvalCall& call);
Value eval_re_concat(const EvalCall& call);
Value eval_re_union(const EvalCall& call);
Value eval_re_inter(const EvalCall& call);
Value eval_re_diff(const EvalCall& call);
Value eval_re_star(const EvalCall& call);
Value eval_re_plus(const EvalCall& call);
Value eval_re_opt(const EvalCall& call);
Value eval_re_comp(const EvalCall& call);
Value eval_re_range(const EvalCall& call);
Value eval_re_power(const EvalCall& call);
Value eval_re_loop(const EvalCall& call);
Value eval_re_reverse(const EvalCall& call);
Value eval_re_derivative(const EvalCall& call);
Value eval_replace_re(const EvalCall& call);
Value eval_replace_re_all(const EvalCall& call);
Value eval_indexof_re(const EvalCall& call);

}  // namespace pg::strings
