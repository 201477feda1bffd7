#include "smtlib/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace pg {
namespace {

enum CharClass : uint8_t {
  kSpace = 1,
  kSymbolChar = 2,
  kDigit = 4,
  kHexDigit = 8,
};

constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> classes{};
  for (char c : std::string_view(" \t\r\n\f\v")) classes[static_cast<uint8_t>(c)] = kSpace;
  for (char c : std::string_view("~!@$%^&*_-+=<>.?/"))
    classes[static_cast<uint8_t>(c)] = kSymbolChar;
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<size_t>(c)] = kSymbolChar;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<size_t>(c)] = kSymbolChar;
  for (int c = '0'; c <= '9'; ++c)
    classes[static_cast<size_t>(c)] = kSymbolChar | kDigit | kHexDigit;
  for (char c : std::string_view("abcdefABCDEF")) classes[static_cast<uint8_t>(c)] |= kHexDigit;
  return classes;
}();

bool is(char c, uint8_t mask) { return (kClasses[static_cast<uint8_t>(c)] & mask) != 0; }

}  // namespace

bool is_simple_symbol(std::string_view text) {
  if (text.empty() || is(text[0], kDigit)) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is(c, kSymbolChar); });
}

bool is_reserved_word(std::string_view text) {
  static constexpr auto kReserved =
      std::to_array<std::string_view>({"BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "_",
                                       "!", "as", "let", "exists", "forall", "match", "par"});
  return std::find(kReserved.begin(), kReserved.end(), text) != kReserved.end();
}

Token Lexer::bad(uint32_t offset, size_t resume, std::string_view message) {
  at_ = static_cast<uint32_t>(resume);
  return {TokenKind::Bad, false, offset, message};
}

Token Lexer::scan() {
  const auto size = static_cast<uint32_t>(text_.size());
  const char* data = text_.data();
  while (at_ < size) {
    const char c = data[at_];
    if (is(c, kSpace)) {
      ++at_;
    } else if (c == ';') {
      const void* end = std::memchr(data + at_, '\n', size - at_);
      at_ = end ? static_cast<uint32_t>(static_cast<const char*>(end) - data) : size;
    } else {
      break;
    }
  }
  if (at_ == size) return {TokenKind::End, false, at_, {}};
  const uint32_t start = at_;
  const char c = data[at_];
  if (c == '(' || c == ')') {
    ++at_;
    return {c == '(' ? TokenKind::Open : TokenKind::Close, false, start, {}};
  }
  if (is(c, kDigit)) return scan_number();
  if (is(c, kSymbolChar)) {
    while (at_ < size && is(data[at_], kSymbolChar)) ++at_;
    return {TokenKind::Name, false, start, text_.substr(start, at_ - start)};
  }
  switch (c) {
    case ':':
      ++at_;
      while (at_ < size && is(data[at_], kSymbolChar)) ++at_;
      if (at_ == start + 1) return bad(start, start + 1, "expected a keyword after ':'");
      return {TokenKind::Keyword, false, start, text_.substr(start, at_ - start)};
    case '"':
      return scan_string();
    case '|':
      return scan_quoted();
    case '#':
      return scan_hash();
    case '\0':
      return bad(start, start + 1, "NUL byte in the input");
    default:
      return bad(start, start + 1,
                 static_cast<uint8_t>(c) >= 0x80
                     ? "a character beyond ASCII can stand only in a string, a quoted symbol or a "
                       "comment"
                     : "unexpected character");
  }
}

// A quote inside a string is doubled; the text keeps its spelling.
Token Lexer::scan_string() {
  const uint32_t start = at_;
  size_t from = start + 1;
  while (true) {
    const size_t quote = text_.find('"', from);
    if (quote == std::string_view::npos) return bad(start, text_.size(), "unterminated string");
    if (quote + 1 < text_.size() && text_[quote + 1] == '"') {
      from = quote + 2;
      continue;
    }
    if (std::memchr(text_.data() + start, '\0', quote - start))
      return bad(start, quote + 1, "NUL byte in a string");
    at_ = static_cast<uint32_t>(quote + 1);
    return {TokenKind::String, false, start, text_.substr(start, at_ - start)};
  }
}

Token Lexer::scan_quoted() {
  const uint32_t start = at_;
  const size_t bar = text_.find('|', start + 1);
  if (bar == std::string_view::npos) return bad(start, text_.size(), "unterminated quoted symbol");
  const std::string_view name = text_.substr(start + 1, bar - start - 1);
  if (name.find('\0') != std::string_view::npos)
    return bad(start, bar + 1, "NUL byte in a quoted symbol");
  at_ = static_cast<uint32_t>(bar + 1);
  return {TokenKind::Name, true, start, name};
}

Token Lexer::scan_hash() {
  const uint32_t start = at_;
  const bool hex = start + 1 < text_.size() && text_[start + 1] == 'x';
  const bool binary = start + 1 < text_.size() && text_[start + 1] == 'b';
  uint32_t end = start + 2;
  if (hex)
    while (end < text_.size() && is(text_[end], kHexDigit)) ++end;
  if (binary)
    while (end < text_.size() && (text_[end] == '0' || text_[end] == '1')) ++end;
  if ((!hex && !binary) || end == start + 2)
    return bad(start, start + 1, "expected #x or #b and digits");
  if (end < text_.size() && is(text_[end], kSymbolChar))
    return bad(start, end, "a bit-vector literal with a digit that it cannot have");
  at_ = end;
  return {hex ? TokenKind::Hex : TokenKind::Binary, false, start, text_.substr(start, end - start)};
}

Token Lexer::scan_number() {
  const uint32_t start = at_;
  const auto size = static_cast<uint32_t>(text_.size());
  uint32_t end = start;
  while (end < size && is(text_[end], kDigit)) ++end;
  TokenKind kind = TokenKind::Numeral;
  if (end + 1 < size && text_[end] == '.' && is(text_[end + 1], kDigit)) {
    kind = TokenKind::Decimal;
    ++end;
    while (end < size && is(text_[end], kDigit)) ++end;
  }
  if (end < size && is(text_[end], kSymbolChar))
    return bad(start, end, "a number with a character that it cannot have");
  at_ = end;
  return {kind, false, start, text_.substr(start, end - start)};
}

bool Lexer::skip_expression() {
  uint64_t depth = 0;
  while (true) {
    switch (peek().kind) {
      case TokenKind::Open:
        ++depth;
        break;
      case TokenKind::Close:
        if (depth == 0) return false;
        --depth;
        break;
      case TokenKind::End:
      case TokenKind::Bad:
        return false;
      case TokenKind::Name:
      case TokenKind::Keyword:
      case TokenKind::Numeral:
      case TokenKind::Decimal:
      case TokenKind::Hex:
      case TokenKind::Binary:
      case TokenKind::String:
        break;
    }
    next();
    if (depth == 0) return true;
  }
}

bool Lexer::skip_raw() {
  size_t at = offset();
  for (uint64_t depth = 1; depth > 0; ++at) {
    at = text_.find_first_of("()", at);
    if (at == std::string_view::npos) return false;
    depth = text_[at] == '(' ? depth + 1 : depth - 1;
  }
  seek(static_cast<uint32_t>(at));
  return true;
}

Place Lexer::place(uint32_t offset) {
  if (offset < counted_) {
    counted_ = 0;
    line_ = 1;
    line_start_ = 0;
  }
  const char* data = text_.data();
  while (counted_ < offset) {
    const void* found = std::memchr(data + counted_, '\n', offset - counted_);
    if (!found) break;
    counted_ = static_cast<uint32_t>(static_cast<const char*>(found) - data) + 1;
    line_start_ = counted_;
    ++line_;
  }
  counted_ = offset;
  return {line_, offset - line_start_ + 1};
}

}  // namespace pg
