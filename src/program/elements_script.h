#pragma once

#include <string_view>

namespace pg {

// web/dist/elements.js, which the build puts into the program: what shows mutation.html.
std::string_view elements_script();

}  // namespace pg
