#pragma once

#include <span>
#include <string>
#include <vector>

#include "judge/case.h"

namespace pg {

// The text for the solver's issue tracker. It names no path of this machine.
std::string issue_text(const Case& found);

// What is wrong, in a line: not the logic of the file, but the operators that matter.
std::string title_of(const Case& found);

// What bugs of one cause have in common: the solver, the kind, and the operators of the formula.
std::string cause_of(const Case& found);

// One text for several bugs of one cause, the smallest first.
std::string common_issue_text(std::vector<const Case*> bugs);

// How the solver's project is called, and where its issues are; empty if we do not know.
std::string tracker_of(const SolverId& solver);

}  // namespace pg
