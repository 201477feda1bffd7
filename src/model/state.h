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
  size_t which = 0;    // of the command's terms
};

// What a solver knows at one check-sat: the commands that are in force, and what it is asked.
struct CheckState {
  Script script;                      // declarations, definitions and assertions in scope
  std::vector<Assertion> assertions;  // with the assumptions of check-sat-assuming
  Place place;                        // of the check-sat; line 0 where there is none
  std::string foreign;                // a command before it that we do not follow; empty: none
};

size_t count_checks(const Script& script);

// The check-sats that see what a command asserts or assumes, by their numbers from 0.
struct CheckRange {
  size_t begin = 0;
  size_t end = 0;
  bool contains(size_t check) const { return begin <= check && check < end; }
};
// By command; empty for those that assert nothing. A script without check-sat counts as one that
// ends with it.
std::vector<CheckRange> checks_that_see(const Script& script);

// The state at the check-sat with this number, from 0. Without any check-sat it is that at the end.
CheckState state_at(const Pool& pool, const Script& script, size_t check);

}  // namespace pg
