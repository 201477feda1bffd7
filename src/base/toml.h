#pragma once

#include <string>
#include <string_view>

// The library takes some of its own mistakes for impossible ("[ (x]"), and then says what is wrong
// with the text, unless the compiler has believed it.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include "base/result.h"

namespace pg {

// An error at a place of the text.
Error toml_error(const toml::source_region& source, std::string message);

// Reads what a user, or a stranger, wrote.
Result<toml::table> read_toml(std::string_view text);

}  // namespace pg
