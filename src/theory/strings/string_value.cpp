#include "theory/strings/string_value.h"

#include <charconv>

#include <fmt/format.h>

namespace pg::strings {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

// A number below the limit, if the text is nothing but its digits.
std::optional<uint32_t> read_code(std::string_view digits, int base) {
  uint32_t code = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, base);
  if (error != std::errc() || end != digits.data() + digits.size() || code > kLastCodePoint)
    return std::nullopt;
  return code;
}

struct Escape {
  uint32_t code;
  size_t size;  // of its spelling
};

// The escape sequence that a text starts with. \ud₃d₂d₁d₀ and \u{d₀} to \u{d₄d₃d₂d₁d₀} with d₄ <= 2
// are the only ones; what only looks like one stands for itself.
std::optional<Escape> read_escape(std::string_view text) {
  if (!text.starts_with("\\u")) return std::nullopt;
  const bool braces = text.substr(2).starts_with("{");
  const size_t start = braces ? 3 : 2;
  size_t count = text.substr(start, braces ? 6 : 4).find_first_not_of(kHexDigits);
  if (count == std::string_view::npos) count = text.substr(start, braces ? 6 : 4).size();
  const bool complete =
      braces ? count >= 1 && count <= 5 && text.substr(start + count).starts_with("}") : count == 4;
  if (!complete) return std::nullopt;
  const std::optional<uint32_t> code = read_code(text.substr(start, count), 16);
  if (!code) return std::nullopt;
  return Escape{*code, start + count + (braces ? 1 : 0)};
}

// The index of (_ name index), if that is what the spelling is.
std::string_view index_of(std::string_view spelling, std::string_view name) {
  constexpr std::string_view kSpace = " \t\r\n";
  auto take = [&](std::string_view word) {
    spelling.remove_prefix(std::min(spelling.find_first_not_of(kSpace), spelling.size()));
    if (!spelling.starts_with(word)) return false;
    spelling.remove_prefix(word.size());
    return true;
  };
  if (!take("(") || !take("_") || !take(name) || !take("") || !spelling.ends_with(")")) return {};
  spelling.remove_suffix(1);
  return spelling.substr(0, spelling.find_last_not_of(kSpace) + 1);
}

}  // namespace

std::optional<std::vector<uint32_t>> read_string_literal(std::string_view spelling) {
  if (spelling.starts_with("(")) {
    const std::string_view index = index_of(spelling, "char");
    if (!index.starts_with("#x")) return std::nullopt;
    const std::optional<uint32_t> code = read_code(index.substr(2), 16);
    if (!code) return std::nullopt;
    return std::vector<uint32_t>{*code};
  }
  if (spelling.size() < 2 || spelling.front() != '"' || spelling.back() != '"') return std::nullopt;
  const std::string_view text = spelling.substr(1, spelling.size() - 2);
  std::vector<uint32_t> code_points;
  code_points.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      // The front end's own escape: a quote is doubled.
      if (!text.substr(at).starts_with("\"\"")) return std::nullopt;
      code_points.push_back('"');
      at += 2;
    } else if (const std::optional<Escape> escape = read_escape(text.substr(at))) {
      code_points.push_back(escape->code);
      at += escape->size;
    } else {
      code_points.push_back(static_cast<uint8_t>(text[at++]));
    }
  }
  return code_points;
}

std::optional<uint32_t> read_char_literal(std::string_view spelling) {
  if (const std::string_view index = index_of(spelling, "char"); index.starts_with("#x"))
    return read_code(index.substr(2), 16);
  return read_code(index_of(spelling, "Char"), 10);
}

std::string write_string_literal(std::span<const uint32_t> code_points) {
  std::string text = "\"";
  for (uint32_t code : code_points) {
    // A backslash that stands for itself could start an escape sequence with what follows it.
    if (code == '"')
      text += "\"\"";
    else if (code >= 0x20 && code <= 0x7E && code != '\\')
      text += static_cast<char>(code);
    else
      fmt::format_to(std::back_inserter(text), "\\u{{{:x}}}", code);
  }
  return text += '"';
}

}  // namespace pg::strings
