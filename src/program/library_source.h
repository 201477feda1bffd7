#pragma once

#include <string_view>
#include <vector>

namespace pg {

// The text of library.c.
std::string_view library_source();

// The functions that have bodies there.
std::vector<std::string_view> library_bodies();

}  // namespace pg
