#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "mutate/mutant.h"
#include "mutate/vocabulary.h"
#include "term/path.h"
#include "term/pool.h"

namespace pg {

// A literal where a term can stand: a number, a bit-vector, a string, a float in any of its forms,
// a Boolean, a rounding mode. Indices are none, nor what solvers take only literals for.
struct Hole {
  Formula formula;
  Path path;  // the first of its places
  Term literal;
  Head constant;         // stands for it in the skeleton
  bool factor = false;   // in a product or quotient that must stay linear
  bool fraction = true;  // solvers take a quotient there
  bool sign = true;      // and a minus
  bool zero = true;      // it is no divisor that must not be zero
};

bool is_literal(const Pool& pool, Term term);

// What the holes of a script are, and the script with a constant in each: its assertions, and the
// bodies of the functions that they call.
struct Holes {
  std::vector<Hole> list;
  std::vector<std::pair<Formula, Term>> skeleton;  // in their order
};

// What has literals that matter at a check-sat: assertions in force, assumptions, and the
// definitions of functions that these call. Recursive functions stay as they are.
std::vector<Formula> formulas_with_literals(const Pool& pool, const Script& script, size_t check);

// A literal is one hole as often as it is written: what a let names is written once, and so is the
// body of a function, however often they are used. Split, each use is a hole of its own. Of very
// many holes some are drawn.
Holes find_holes(Pool& pool, const Script& script, std::span<const Formula> formulas,
                 Vocabulary& vocabulary, bool split, Rng rng);

// The functions of a script that have literals in their bodies, or call such functions.
absl::flat_hash_set<Head> functions_with_literals(const Pool& pool, const Script& script);

// The script with the bodies of these functions in place of their calls, as far as that makes no
// formula too large.
Script with_bodies_in_place(Pool& pool, const Script& script,
                            const absl::flat_hash_set<Head>& functions);

}  // namespace pg
