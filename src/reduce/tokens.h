#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "reduce/edit.h"

namespace pg {

// The symbols of a text.
absl::flat_hash_set<std::string> names_in(std::string_view text);

// The text with symbols renamed, all at once.
std::string rename_tokens(std::string_view text, const Renaming& renaming);

// The names that a command gives to functions, sorts, constructors and selectors.
std::vector<std::string> names_declared(const Pool& pool, const Command& command);

// True if no name is declared twice: then scopes do not matter to what a name means.
bool declares_once(const Pool& pool, const Script& script);

}  // namespace pg
