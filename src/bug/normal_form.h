#pragma once

#include <string>
#include <string_view>

#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// What is left of a reduced script when all is taken away that says nothing about the bug: names,
// the order of assertions and of arguments, values and widths, the logic, options and notes. Two
// scripts that show the same bug mostly have the same text. Each line is a term over the lines
// before it, then come the assertions and what is asked, in the order of the script.
std::string normal_form(Pool& pool, const Script& script);

// The same of a text that is no script for us: with other names for what it declares.
std::string normal_form(std::string_view text);

// What tells one crash from another in the message of a solver: its words without numbers,
// addresses and folders. Empty if the message names no place, as that of a plain segmentation
// fault: then the formula has to tell.
std::string crash_signature(std::string_view message);

}  // namespace pg
