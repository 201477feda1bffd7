#include "base/printable.h"

#include <fmt/format.h>

namespace pg {

std::string printable(std::string_view text) {
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    // U+0080 to U+009F, which some terminals obey.
    const bool high = byte == 0xc2 && next >= 0x80 && next <= 0x9f;
    const bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
    if (high)
      made += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
    else if (control)
      made += fmt::format("\\x{:02x}", byte);
    else
      made += text[i];
  }
  return made;
}

}  // namespace pg
