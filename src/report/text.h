#pragma once

#include <string>
#include <string_view>

namespace pg {

// At most so many bytes of a text, whole characters, with a word about what is missing.
std::string cut(std::string_view text, size_t limit);

// The same with a replacement character for each byte that is no UTF-8.
std::string valid_utf8(std::string_view text);

// For the text and the attributes of XML. What XML does not allow becomes a replacement character.
std::string escape_xml_text(std::string_view text);

std::string base64(std::string_view bytes);
// Deflated, with zlib's header.
std::string compressed(std::string_view bytes);

}  // namespace pg
