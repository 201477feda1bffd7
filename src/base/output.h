#pragma once

#include <string>
#include <string_view>

namespace pg {

// Writes a whole file: afterwards the path holds the new text, or what it held before. Devices and
// pipes are written to in place. False: it could not be written.
bool write_output(const std::string& path, std::string_view text);

}  // namespace pg
