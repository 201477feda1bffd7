#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "smtlib/script.h"

namespace pg {

using Renaming = std::vector<std::pair<std::string, std::string>>;

// The symbols of a text.
absl::flat_hash_set<std::string> names_in(std::string_view text);

// The text with other texts in the place of symbols, all at once.
std::string replace_names(std::string_view text, const Renaming& replacements);
// The same; the new ones are symbols, too.
std::string rename_tokens(std::string_view text, const Renaming& renaming);

// The names that a command gives to functions, sorts, constructors and selectors.
std::vector<std::string> names_declared(const Pool& pool, const Command& command);

// A script with other names for all that it declares, so that it can stand beside others: names of
// different numbers are different.
std::string with_names_apart(const std::string& text, size_t number);

}  // namespace pg
