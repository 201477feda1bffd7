#pragma once

#include <string_view>

namespace pg {

// Whether an option of a solver stays within the solver: its name speaks of no file, program or
// other machine, and its value is a truth value, a number or a plain word.
bool is_safe_option(std::string_view name, std::string_view value);

// The same for a word of a command line: --incremental, smt.arith.solver=2.
bool is_safe_option(std::string_view word);

}  // namespace pg
