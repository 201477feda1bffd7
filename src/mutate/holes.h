#pragma once

#include <span>
#include <utility>
#include <vector>

#include "mutate/mutant.h"
#include "mutate/vocabulary.h"
#include "term/path.h"
#include "term/pool.h"

namespace pg {

// A literal where a term can stand: a number, a bit-vector, a string, a float in any of its forms,
// a Boolean, a rounding mode. Indices are none, nor what solvers take only literals for.
struct Hole {
  size_t command = 0;
  size_t which = 0;  // of the command's terms
  Path path;
  Term literal;
  Head constant;       // stands for it in the skeleton
  bool plain = false;  // in a product or quotient that must stay linear: no fraction, and not zero
};

// The script with functions in place whose bodies have literals, as far as that makes no assertion
// too large: then these are holes, too, of each call. Recursive functions stay as they are.
Script with_literals_in_place(Pool& pool, const Script& script);

// The holes of what these commands assert or assume, a limited number of them.
std::vector<Hole> find_holes(Pool& pool, const Script& script, std::span<const size_t> commands,
                             Vocabulary& vocabulary);

// The formula with other terms in its holes, one for each hole of the list; where there is none the
// literal stays.
Term with_values(Pool& pool, Term root, const Formula& formula, std::span<const Hole> holes,
                 std::span<const Term> values);

}  // namespace pg
