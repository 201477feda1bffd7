#pragma once

#include <string>

#include "cli/subcommand.h"

namespace pg {

// Everything here is made of the rows of subcommands and their options.

// What `polygraph --help` says: the commands.
std::string overview_text();
// What `polygraph help COMMAND` says.
std::string help_text(const Subcommand& command);
// The manual page, for man(1).
std::string manual_text();

}  // namespace pg
