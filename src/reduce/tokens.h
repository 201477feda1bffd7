#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "smtlib/rename.h"

namespace pg {

// The text with (- 2.0) for the -2.0 that some solvers take for a number.
std::string spell_negations(std::string_view text);

// Where lists and words begin and end in a text, outermost first.
struct Piece {
  uint32_t begin;
  uint32_t end;
};
std::vector<Piece> pieces_of(std::string_view text);

// True if a term of the command gives itself a name, and the script uses such names: it can neither
// go nor be written twice.
bool gives_used_names(const Pool& pool, const Script& script, const Command& command);

// True if no name is declared twice: then scopes do not matter to what a name means.
bool declares_once(const Pool& pool, const Script& script);

}  // namespace pg
