#pragma once

#include <string>
#include <string_view>

#include "solve/solver.h"

namespace pg {

// What a solver itself says of one of its options. A bug that needs an option its authors do not
// stand by is worth less to them.
struct Standing {
  std::string level;  // experimental, expert; empty: nothing is said against it
  std::string help;   // the solver's own words on the option, on one line; empty: none
  bool operator==(const Standing&) const = default;
};

// Reads it from the solver's help text. The option may have a value: --arith-prop=none.
Standing read_standing(std::string_view help, std::string_view option);

// Asks the solver for its help text, once. Nothing, for solvers whose row has no help option.
Standing standing_of(const Solver& solver, std::string_view option);

}  // namespace pg
