#pragma once

#include <string>

#include "base/result.h"
#include "mutate/sae.h"
#include "smtlib/parser.h"
#include "term/pool.h"

namespace pg {

// Reads and parses a file; a file that cannot be read is one error about the whole of it.
ParsedScript load_script(Pool& pool, const std::string& path);

// Reads the user's rules, if the options name a file of them. Reports what is wrong with it, and a
// rule that is not proved, and gives the exit code.
int load_rules(SaeOptions& options);

// "<stdin>" for "-".
std::string display_name(const std::string& path);

// Errors, and warnings if asked for, on standard error as FILE:LINE:COL: error: ...
void report_problems(const std::string& path, const ParsedScript& parsed, bool warnings);

}  // namespace pg
