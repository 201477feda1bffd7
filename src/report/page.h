#pragma once

#include <string_view>

namespace pg {

// web/dist/page.html, which the build puts into the program.
std::string_view page_template();

}  // namespace pg
