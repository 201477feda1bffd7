#pragma once

#include <string>

#include "judge/case.h"

namespace pg {

// The formula as it has to be run to see the bug: where the model is the lie, it is asked for.
std::string shown_formula(const Case& found);

// A shell script that shows the bug with nothing but the folder and the solver. It prints what was
// expected and what the solver does, and ends with 1 if the bug shows, 0 if it does not, and 125 if
// it could not be tested, which is what `git bisect run` takes.
std::string repro_text(const Case& found);

}  // namespace pg
