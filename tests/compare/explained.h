#pragma once

#include <string_view>

#include "term/pool.h"

namespace pg::test {

// Terms of which a solver has another value than we, for a reason that is known.
struct Explained {
  Known solver;
  std::string_view row;  // of the outermost operator; empty: any
  std::string_view sig;  // its signature, where several rows have the name; empty: any
  bool (*where)(const Pool& pool, Term term);  // null: everywhere
  std::string_view reason;                     // who is right, and why
};

// The explanation for this solver, of a term of this row; null if there is none.
const Explained* explanation(Known solver, const OpSpec& row, const Pool& pool, Term term);

}  // namespace pg::test
