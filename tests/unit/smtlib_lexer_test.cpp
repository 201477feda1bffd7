#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smtlib/lexer.h"

namespace pg {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string_view name_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Open:
      return "open";
    case TokenKind::Close:
      return "close";
    case TokenKind::Name:
      return "name";
    case TokenKind::Keyword:
      return "keyword";
    case TokenKind::Numeral:
      return "numeral";
    case TokenKind::Decimal:
      return "decimal";
    case TokenKind::Hex:
      return "hex";
    case TokenKind::Binary:
      return "binary";
    case TokenKind::String:
      return "string";
    case TokenKind::End:
      return "end";
    case TokenKind::Bad:
      return "bad";
  }
  return {};
}

// "kind text" of each token before the end; a quoted symbol is "quoted text".
std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> list;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    std::string shown(token.quoted ? "quoted" : name_of(token.kind));
    if (!token.text.empty()) shown.append(" ").append(token.text);
    list.push_back(shown);
    if (list.size() > 10 * text.size() + 10) {
      ADD_FAILURE() << "the lexer does not move on";
      break;
    }
  }
  return list;
}

TEST(Lexer, ReadsEachKindOfToken) {
  EXPECT_THAT(
      tokens("(abc |d e| :key 12 3.50 #xAf09 #b010 \"text\")"),
      ElementsAre("open", "name abc", "quoted d e", "keyword :key", "numeral 12", "decimal 3.50",
                  "hex #xAf09", "binary #b010", "string \"text\"", "close"));
}

TEST(Lexer, EmptyTextHasNoToken) {
  EXPECT_THAT(tokens(""), IsEmpty());
  EXPECT_THAT(tokens(" \t\r\n\f\v"), IsEmpty());
  EXPECT_THAT(tokens("; only a comment"), IsEmpty());
  EXPECT_THAT(tokens("; one\n;two\n"), IsEmpty());
}

TEST(Lexer, EverySymbolCharacterStandsInASymbol) {
  constexpr std::string_view kAll =
      "~!@$%^&*_-+=<>.?/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  EXPECT_THAT(tokens(kAll), ElementsAre("name " + std::string(kAll)));
  for (const char c : std::string_view("~!@$%^&*_-+=<>.?/aZ"))
    EXPECT_THAT(tokens(std::string(1, c)), ElementsAre("name " + std::string(1, c)));
}

TEST(Lexer, TokensNeedNoSpaceBetweenThem) {
  EXPECT_THAT(tokens("(a)(b|c|\"d\":e)"),
              ElementsAre("open", "name a", "close", "open", "name b", "quoted c", "string \"d\"",
                          "keyword :e", "close"));
}

TEST(Lexer, QuotedSymbolHoldsAnythingButABar) {
  EXPECT_THAT(tokens("|| | | |a\nb| |;| |(| |\"| |\\|"),
              ElementsAre("quoted", "quoted  ", "quoted a\nb", "quoted ;", "quoted (", "quoted \"",
                          "quoted \\"));
}

TEST(Lexer, StringKeepsItsSpelling) {
  EXPECT_THAT(tokens(R"("a""b" "" """" "\u{1F600}" "\x" ";|")"),
              ElementsAre(R"(string "a""b")", R"(string "")", R"(string """")",
                          R"(string "\u{1F600}")", R"(string "\x")", R"(string ";|")"));
}

TEST(Lexer, StringMayHoldLinesAndBytesBeyondAscii) {
  EXPECT_THAT(tokens("\"a\nb\""), ElementsAre("string \"a\nb\""));
  EXPECT_THAT(tokens("\"\xc3\xa4\xff\""), ElementsAre("string \"\xc3\xa4\xff\""));
}

TEST(Lexer, CommentEndsAtTheEndOfTheLine) {
  EXPECT_THAT(tokens("a ; b ( \" |\nc;d"), ElementsAre("name a", "name c"));
  // A carriage return alone is no end of line.
  EXPECT_THAT(tokens("a ; b\rc\nd"), ElementsAre("name a", "name d"));
  EXPECT_THAT(tokens("; \xff\xfe\nx"), ElementsAre("name x"));
}

TEST(Lexer, BadTokensSayWhatIsWrong) {
  struct Row {
    std::string_view text;
    std::string_view message;
  };
  constexpr std::string_view kNotAscii =
      "a character beyond ASCII can stand only in a string, a quoted symbol or a comment";
  constexpr std::string_view kHash = "expected #x or #b and digits";
  constexpr std::string_view kDigit = "a bit-vector literal with a digit that it cannot have";
  constexpr std::string_view kNumber = "a number with a character that it cannot have";
  const Row rows[] = {
      {"\"abc", "unterminated string"},
      {"\"abc\"\"", "unterminated string"},
      {"|abc", "unterminated quoted symbol"},
      {"|", "unterminated quoted symbol"},
      {"#", kHash},
      {"#x", kHash},
      {"#b", kHash},
      {"#d1", kHash},
      {"#b2", kHash},
      {"#xg", kHash},
      {"#x1g", kDigit},
      {"#b012", kDigit},
      {":", "expected a keyword after ':'"},
      {": a", "expected a keyword after ':'"},
      {"1a", kNumber},
      {"1.", kNumber},
      {"1.a", kNumber},
      {"1.2.3", kNumber},
      {"0x10", kNumber},
      {std::string_view("\0", 1), "NUL byte in the input"},
      {std::string_view("\"a\0b\"", 5), "NUL byte in a string"},
      {std::string_view("|a\0b|", 5), "NUL byte in a quoted symbol"},
      {"\xc3\xa4", kNotAscii},
      {"\x80", kNotAscii},
      {"[", "unexpected character"},
      {"'", "unexpected character"},
      {"\x7f", "unexpected character"},
      {"\x01", "unexpected character"},
      {"\\", "unexpected character"},
  };
  for (const Row& row : rows) {
    Lexer lexer(row.text);
    const Token token = lexer.next();
    EXPECT_EQ(token.kind, TokenKind::Bad) << row.text;
    EXPECT_EQ(token.text, row.message) << row.text;
    EXPECT_EQ(token.offset, 0u) << row.text;
  }
}

TEST(Lexer, GoesOnAfterABadToken) {
  EXPECT_THAT(tokens("a [ b"), ElementsAre("name a", "bad unexpected character", "name b"));
  EXPECT_THAT(
      tokens("#x1g h"),
      ElementsAre("bad a bit-vector literal with a digit that it cannot have", "name g", "name h"));
  EXPECT_THAT(tokens(std::string_view("\"\0\" x", 5)),
              ElementsAre("bad NUL byte in a string", "name x"));
  EXPECT_THAT(tokens("\"open x"), ElementsAre("bad unterminated string"));
}

TEST(Lexer, LeadingZerosAndSignsAreLeftToTheParser) {
  EXPECT_THAT(tokens("007 00.10 -1 +1.5"),
              ElementsAre("numeral 007", "decimal 00.10", "name -1", "name +1.5"));
}

TEST(Lexer, PeekDoesNotTake) {
  Lexer lexer("a b");
  EXPECT_EQ(lexer.peek().text, "a");
  EXPECT_EQ(lexer.peek().text, "a");
  EXPECT_EQ(lexer.offset(), 0u);
  EXPECT_EQ(lexer.next().text, "a");
  EXPECT_EQ(lexer.offset(), 1u);
  EXPECT_EQ(lexer.peek().text, "b");
  EXPECT_EQ(lexer.offset(), 2u);
  EXPECT_EQ(lexer.next().text, "b");
  EXPECT_EQ(lexer.next().kind, TokenKind::End);
  EXPECT_EQ(lexer.next().kind, TokenKind::End);
}

TEST(Lexer, SeekForgetsWhatWasPeeked) {
  Lexer lexer("abc def");
  lexer.next();
  EXPECT_EQ(lexer.peek().text, "def");
  lexer.seek(1);
  EXPECT_EQ(lexer.next().text, "bc");
  EXPECT_EQ(lexer.slice(1, 5), "bc d");
}

TEST(Lexer, OffsetsPointAtTheFirstByte) {
  Lexer lexer("  (a\n |b| \"c\" #x1 12 :d");
  std::vector<uint32_t> offsets;
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next())
    offsets.push_back(token.offset);
  EXPECT_THAT(offsets, ElementsAre(2u, 3u, 6u, 10u, 14u, 18u, 21u));
}

TEST(Lexer, PlacesCountLinesAndBytes) {
  Lexer lexer("ab\ncd\r\n\n\"\xc3\xa4\" x");
  EXPECT_EQ(lexer.place(0), (Place{1, 1}));
  EXPECT_EQ(lexer.place(1), (Place{1, 2}));
  EXPECT_EQ(lexer.place(2), (Place{1, 3}));  // the line break itself
  EXPECT_EQ(lexer.place(3), (Place{2, 1}));
  EXPECT_EQ(lexer.place(7), (Place{3, 1}));
  EXPECT_EQ(lexer.place(8), (Place{4, 1}));
  EXPECT_EQ(lexer.place(13), (Place{4, 6}));  // two bytes for the letter
  // Back again.
  EXPECT_EQ(lexer.place(4), (Place{2, 2}));
  EXPECT_EQ(lexer.place(0), (Place{1, 1}));
}

TEST(Lexer, SkipsOneWholeExpression) {
  Lexer lexer("atom (a (b) \")\" |)| ; )\n c) :key rest");
  EXPECT_TRUE(lexer.skip_expression());
  EXPECT_EQ(lexer.offset(), 4u);
  EXPECT_TRUE(lexer.skip_expression());
  EXPECT_EQ(lexer.peek().text, ":key");
  EXPECT_TRUE(lexer.skip_expression());
  EXPECT_EQ(lexer.next().text, "rest");
  EXPECT_FALSE(lexer.skip_expression());
}

TEST(Lexer, SkippingStopsAtWhatIsNoExpression) {
  Lexer close(") a");
  EXPECT_FALSE(close.skip_expression());
  EXPECT_EQ(close.next().kind, TokenKind::Close);

  Lexer open("(a (b)");
  EXPECT_FALSE(open.skip_expression());
  EXPECT_EQ(open.next().kind, TokenKind::End);

  Lexer bad("(a [ b)");
  EXPECT_FALSE(bad.skip_expression());
  EXPECT_EQ(bad.next().kind, TokenKind::Bad);
  EXPECT_EQ(bad.next().text, "b");
}

TEST(Lexer, SimpleSymbolsNeedNoBars) {
  for (const std::string_view text : {"a", "-", "_", "x1", ".a", "~!@$%^&*_-+=<>.?/", "let"})
    EXPECT_TRUE(is_simple_symbol(text)) << text;
  for (const std::string_view text : {"", "1", "1a", "a b", "a:b", "#a", "\xc3\xa4", "a|", ";"})
    EXPECT_FALSE(is_simple_symbol(text)) << text;
}

TEST(Lexer, ReservedWordsAreThoseOfTerms) {
  for (const std::string_view text : {"_", "!", "as", "let", "forall", "exists", "match", "par",
                                      "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING"})
    EXPECT_TRUE(is_reserved_word(text)) << text;
  for (const std::string_view text : {"", "assert", "lambda", "and", "LET", "Bool"})
    EXPECT_FALSE(is_reserved_word(text)) << text;
}

}  // namespace
}  // namespace pg
