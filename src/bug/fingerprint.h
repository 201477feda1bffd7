#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/case.h"
#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// A name for the bug: solver, kind, and a number that is made from the normal form of its formula,
// or from how the solver crashes. The same bug from another mutant should become the same formula
// by reduction, and so get the same name. Before that only the operators count, so that the name
// does not depend on which of many mutants came first.
std::string fingerprint_of(const Case& found);

// What tells cases apart before they are reduced: solver, kind, and the operators of the formula or
// how the solver crashes. Many mutants show one bug; this is how most of them are recognised.
std::string sketch_of(const Case& found, const std::vector<std::string>& operators);

// The names of the operators of a script, sorted.
std::vector<std::string> operators_of(const Pool& pool, const Script& script);
std::vector<std::string> operators_of(const std::string& formula);

// The fingerprints that a file of known bugs mutes: the first word of each line; # begins a
// comment.
std::vector<std::string> read_known_bugs(std::string_view text);

}  // namespace pg
