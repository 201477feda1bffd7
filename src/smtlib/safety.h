#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "smtlib/script.h"

namespace pg {

// Scripts come from strangers. What is sent to a solver is a list of commands that can neither
// write a file, nor run a program, nor talk to anybody: those that we know, and options whose value
// is a truth value, a number or a plain word. Whatever else a script says is dropped.
bool is_safe(const Pool& pool, const Command& command);

// The script without what is dropped; that goes to `dropped`, one line for each.
Script safe_script(const Pool& pool, const Script& script,
                   std::vector<std::string>* dropped = nullptr);

// The same for a text that we cannot parse.
std::string safe_text(std::string_view text);

}  // namespace pg
