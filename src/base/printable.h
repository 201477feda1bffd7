#pragma once

#include <string>
#include <string_view>

namespace pg {

// The text with \x1b for what moves the cursor, rings or hides: all control characters but newline
// and tab. What others say goes through this before it is shown.
std::string printable(std::string_view text);

}  // namespace pg
