#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace pg {

enum class TokenKind : uint8_t {
  Open,
  Close,
  Name,     // a symbol; text without the bars of a quoted one
  Keyword,  // text with the colon
  Numeral,
  Decimal,
  Hex,
  Binary,
  String,  // text with its quotes, as written
  End,
  Bad,  // text says what is wrong
};

struct Token {
  TokenKind kind = TokenKind::End;
  bool quoted = false;  // |symbol|: never a reserved word
  uint32_t offset = 0;  // of its first byte
  std::string_view text = {};
};

// Splits a text into tokens. The text must outlive the tokens and be shorter than 4 GiB.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next() {
    if (!peeked_) return scan();
    peeked_ = false;
    return ahead_;
  }
  const Token& peek() {
    if (!peeked_) {
      ahead_ = scan();
      peeked_ = true;
    }
    return ahead_;
  }

  // The byte after the last token that was taken.
  uint32_t offset() const { return peeked_ ? ahead_.offset : at_; }
  void seek(uint32_t offset) {
    at_ = offset;
    peeked_ = false;
  }
  std::string_view slice(uint32_t from, uint32_t to) const { return text_.substr(from, to - from); }

  // Passes over one whole expression, of any depth. False at the end of the text, at a closing
  // parenthesis, and at a bad token; that is then the next one.
  bool skip_expression();

  // Passes over everything up to the parenthesis that closes one opened before, whatever it is.
  // False if there is none.
  bool skip_raw();

  // Line and column of an offset. Cheap if offsets grow from call to call.
  Place place(uint32_t offset);

 private:
  Token scan();
  Token scan_string();
  Token scan_quoted();
  Token scan_hash();
  Token scan_number();
  // A bad token from `offset`; reading goes on at `resume`.
  Token bad(uint32_t offset, size_t resume, std::string_view message);

  std::string_view text_;
  uint32_t at_ = 0;
  bool peeked_ = false;
  Token ahead_;
  uint32_t counted_ = 0;  // place() has counted the lines up to here
  uint32_t line_ = 1;
  uint32_t line_start_ = 0;
};

// True if the text has the form of a symbol without bars.
bool is_simple_symbol(std::string_view text);

// True for the words of SMT-LIB's terms, which are symbols only in bars.
bool is_reserved_word(std::string_view text);

}  // namespace pg
