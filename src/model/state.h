#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "smtlib/script.h"

namespace pg {

struct Assertion {
  Term term;
  Place place;
  size_t command = 0;  // in the script that was asked about
};

// What a solver knows at one check-sat: the commands that are in force, and what it is asked.
struct CheckState {
  Script script;                      // declarations, definitions and assertions in scope
  std::vector<Assertion> assertions;  // with the assumptions of check-sat-assuming
  Place place;                        // of the check-sat; line 0 where there is none
  std::string foreign;                // a command before it that we do not follow; empty: none
};

size_t count_checks(const Script& script);

// The state at the check-sat with this number, from 0. Without any check-sat it is that at the end.
CheckState state_at(const Pool& pool, const Script& script, size_t check);

}  // namespace pg
