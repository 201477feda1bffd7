#pragma once

#include <cstdint>

#include "mutate/vocabulary.h"
#include "term/pool.h"

namespace pg {

// What may be put in the place of a term so that the script stays within its logic and solvers
// still read it.
enum class Allowed : uint8_t { Nothing, Divisors, Literals, Terms };  // Divisors: literals but zero

// Of an argument of `parent`, or, without one, of an assertion.
Allowed allowed_at(const Pool& pool, const Vocabulary& vocabulary, Term parent, size_t child,
                   Term term);

// Whether a literal that was drawn for such a place may stand there.
bool fits(const Pool& pool, Allowed allowed, Term literal);

}  // namespace pg
