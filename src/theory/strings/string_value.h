#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pg::strings {

// The last character of the theory: planes 0 to 2 of Unicode.
inline constexpr uint32_t kLastCodePoint = 0x2FFFF;

// The string that a literal denotes, by its spelling: "..." with its quotes, or (_ char #x41). None
// if it is no string literal.
//
// UnicodeStrings has only printable ASCII in literals. Any other byte is one character, as in Z3:
// it never decodes UTF-8 ("é" has length 2), but 4.8.12 reads bytes as signed and makes characters
// beyond the last one of them. cvc5 refuses such a file.
std::optional<std::vector<uint32_t>> read_string_literal(std::string_view spelling);

// Z3's characters: (_ Char 65) or (_ char #x41).
std::optional<uint32_t> read_char_literal(std::string_view spelling);

// A literal of printable ASCII that denotes the string in every solver.
std::string write_string_literal(std::span<const uint32_t> code_points);

}  // namespace pg::strings
