// Inputs that nobody writes by hand: deep, wide, huge, broken. Nothing may recurse on them, take
// more than linear time or space, or crash.
#include <functional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/paths.h"
#include "support/scale.h"
#include "support/small_stack.h"
#include "support/smtlib.h"
#include "term/traverse.h"

namespace pg {
namespace {

using test::errors_of;
using test::on_small_stack;
using test::scaled;

constexpr size_t kMillion = scaled(1'000'000);

std::string repeat(std::string_view text, size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

// A text of any size.
using Text = std::function<std::string(size_t)>;

Text nested(std::string begin, std::string open, std::string inside, std::string close,
            std::string end) {
  return [=](size_t depth) {
    return begin + repeat(open, depth) + inside + repeat(close, depth) + end;
  };
}

// Parses, prints and parses again on a small stack; the printed text is at most `times` as long.
void expect_linear(const std::string& text, size_t times = 4) {
  on_small_stack([&] {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, text);
    ASSERT_EQ(test::lines(parsed.errors), "");
    const std::string printed = print_script(pool, parsed.script);
    EXPECT_LE(printed.size(), times * text.size() + 1000);
    Pool other;
    const ParsedScript again = parse_script(other, printed);
    ASSERT_EQ(test::lines(again.errors), "");
    EXPECT_EQ(printed, print_script(other, again.script));
  });
}

// The same at a tenth of the size, which costs more, and parsing alone at the full size.
void expect_deep(const Text& text, size_t depth = kMillion) {
  expect_linear(text(depth / 10));
  const std::string full = text(depth);
  on_small_stack([&] { EXPECT_EQ(errors_of(full), ""); });
}

void expect_error_on_small_stack(const std::string& text, std::string_view error) {
  on_small_stack([&] { EXPECT_EQ(errors_of(text), std::string(error) + "\n"); });
}

TEST(Hardening, NestedParentheses) {
  const std::string open(kMillion, '(');
  expect_error_on_small_stack(open, "1:2: expected a command, found '('");
  expect_error_on_small_stack(
      "(assert " + open,
      "1:" + std::to_string(kMillion + 9) + ": expected an operator, found the end of the input");
  expect_error_on_small_stack(
      "(assert " + open + std::string(kMillion, ')') + ")",
      "1:" + std::to_string(kMillion + 9) + ": expected an operator, found ')'");
  expect_error_on_small_stack("(declare-const x " + open,
                              "1:19: expected a sort's name, found '('");
  expect_error_on_small_stack(
      "(unknown-command " + open,
      "1:" + std::to_string(kMillion + 18) +
          ": expected ')' at the end of the command, found the end of the input");
  // Carried along as it is.
  expect_linear("(unknown-command " + open + std::string(kMillion, ')') + ")", 1);
  expect_linear("(assert (! true :a " + open + std::string(kMillion, ')') + "))", 1);
  expect_linear("(assert ((_ unknown " + open + std::string(kMillion, ')') + ") 1))", 1);
}

TEST(Hardening, NestedApplications) {
  expect_linear(nested("(declare-const p Bool)(assert ", "(not ", "p", ")", ")")(kMillion));
  expect_deep(
      nested("(declare-const a (Array Int Int))(assert (= a ", "(store ", "a", " 1 2)", "))"));
  expect_deep(
      nested("(declare-const b (_ BitVec 8))(assert (= b ", "((_ rotate_left 1) ", "b", ")", "))"),
      kMillion / 4);
  expect_deep(nested("(assert ", "(unknown 1 ", "2", " 3)", ")"), kMillion / 4);
  expect_deep(nested("(declare-fun f (Int Int) Int)(assert (= 1 ", "(f 2 ", "3", ")", "))"),
              kMillion / 4);
}

TEST(Hardening, NestedLets) {
  expect_deep(nested("(assert ", "(let ((x true)) ", "x", ")", ")"));
  // In the values.
  expect_deep(nested("(assert ", "(let ((x ", "true", ")) (not x))", ")"));
}

TEST(Hardening, NestedBinders) {
  expect_deep(nested("(assert ", "(forall ((x Int)) ", "(> x 0)", ")", ")"));
  expect_deep(nested("(assert ", "(exists ((x Int)) (or (< x 0) ", "(> x 0)", "))", ")"),
              kMillion / 4);
  expect_deep(nested("(set-logic HO_ALL)(define c ", "(lambda ((x Int)) ", "1", ")", ")"),
              kMillion / 4);
}

TEST(Hardening, NestedBindersOfDifferentNames) {
  // Every variable is free in all that is inside of it.
  std::string text = "(assert ";
  std::string all = "(and";
  const size_t depth = kMillion / 20;
  for (size_t i = 0; i < depth; ++i) {
    const std::string name = "x" + std::to_string(i);
    text += "(forall ((" + name + " Bool)) ";
    all += " " + name;
  }
  expect_linear(text + all + ")" + std::string(depth + 1, ')'));
}

TEST(Hardening, NestedAnnotations) {
  expect_deep(nested("(assert ", "(! ", "true", " :weight 1)", ")"));
  expect_deep(
      [](size_t depth) {
        std::string text = "(assert " + repeat("(! ", depth) + "true";
        for (size_t i = 0; i < depth; ++i) text += " :named n" + std::to_string(i) + ")";
        return text + ")";
      },
      kMillion / 4);
  expect_deep(nested("(declare-fun f (Bool) Bool)(assert ", "(forall ((x Int)) (! ", "true",
                     " :pattern ((f true))))", ")"),
              kMillion / 4);
  expect_deep(nested("(assert ", "(! true :pattern (", "true", "))", ")"), kMillion / 4);
}

TEST(Hardening, NestedMatches) {
  const std::string datatype = "(declare-datatypes ((D 0)) (((c (s D)) (e))))(declare-const d D)";
  expect_deep(nested(datatype + "(assert ", "(match d ((z ", "true", ")))", ")"));
  expect_deep(nested(datatype + "(assert ", "(match d (((c z) ", "true", ") (e false)))", ")"),
              kMillion / 4);
  // As the subject.
  expect_deep(nested(datatype + "(assert (= d ", "(match ", "d", " ((z z)))", "))"), kMillion / 4);
}

TEST(Hardening, NestedSorts) {
  expect_error_on_small_stack(nested("(declare-const x ", "(Array Int ", "Int", ")", ")")(kMillion),
                              "1:" + std::to_string(17 + 11 * kMillion + 3 + 50'000) +
                                  ": a sort of more than 100000 parts");
  expect_linear(nested("(declare-const x ", "(Seq ", "Int", ")", ")")(50'000));
}

TEST(Hardening, WideTerms) {
  expect_linear("(declare-const p Bool)(assert (and" + repeat(" p", kMillion) + "))");
  expect_linear("(assert (distinct" + repeat(" 1", kMillion / 4) + "))");
  std::string lets = "(assert (let (";
  std::string sum = "(= 0";
  for (size_t i = 0; i < kMillion / 10; ++i) {
    lets += "(x" + std::to_string(i) + " (+ 1 " + std::to_string(i) + "))";
    sum += " x" + std::to_string(i);
  }
  expect_linear(lets + ") " + sum + ")))");
  std::string bound = "(assert (forall (";
  for (size_t i = 0; i < kMillion / 10; ++i) bound += "(x" + std::to_string(i) + " Int)";
  expect_linear(bound + ") (> x0 x1)))");
  expect_linear("(declare-fun f (" + repeat(" Int", kMillion / 4) + ") Int)");
  expect_linear("(declare-datatype D (" + repeat("(c (s Int))", kMillion / 10) + "))");
}

TEST(Hardening, ManyCommands) {
  expect_linear(repeat("(assert true)", kMillion / 10));
  std::string text;
  for (size_t i = 0; i < kMillion / 10; ++i)
    text +=
        "(declare-const x" + std::to_string(i) + " Int)(assert (> x" + std::to_string(i) + " 0))";
  expect_linear(text);
}

TEST(Hardening, DoublingLets) {
  for (const std::string_view step : {"(+ # #)", "(f # (f # 12345))", "(ite (> # 1000) # (- #))"}) {
    std::string text = "(declare-const x0 Int)(declare-fun f (Int Int) Int)(assert (= 0 ";
    constexpr size_t kSteps = 5000;
    for (size_t i = 1; i <= kSteps; ++i) {
      text += "(let ((x" + std::to_string(i) + " ";
      for (const char c : step) {
        if (c == '#')
          text += "x" + std::to_string(i - 1);
        else
          text += c;
      }
      text += "))\n";
    }
    text += "x" + std::to_string(kSteps) + std::string(kSteps, ')') + "))";
    expect_linear(text);
  }
}

TEST(Hardening, DoublingLetsUnderBinders) {
  // Each step is under a binder of its own, whose variable it mentions.
  std::string text = "(declare-fun f (Int Int) Int)(assert ";
  constexpr size_t kSteps = 2000;
  for (size_t i = 1; i <= kSteps; ++i) {
    const std::string y = "y" + std::to_string(i);
    const std::string before = i == 1 ? "0" : "x" + std::to_string(i - 1);
    text += "(forall ((" + y + " Int)) (let ((x" + std::to_string(i) + " (f (f " + before + " " +
            y + ") (f " + before + " 12345678))))";
  }
  text += "(= 0 x" + std::to_string(kSteps) + ")" + std::string(2 * kSteps, ')') + ")";
  expect_linear(text);
}

TEST(Hardening, DoublingSortDefinitions) {
  std::string text = "(define-sort S0 () Int)\n";
  for (int i = 1; i <= 40; ++i)
    text += "(define-sort S" + std::to_string(i) + " () (Array S" + std::to_string(i - 1) + " S" +
            std::to_string(i - 1) + "))\n";
  // The first that is too large. Those that use it are not reported, until they are too large.
  expect_error_on_small_stack(text + "(declare-const x S40)(assert (= x x))",
                              "17:35: a sort of more than 100000 parts\n"
                              "33:35: a sort of more than 100000 parts");
  std::string parametric = "(define-sort S0 (X) X)\n";
  for (int i = 1; i <= 40; ++i)
    parametric += "(define-sort S" + std::to_string(i) + " (X) (Array (S" + std::to_string(i - 1) +
                  " X) (S" + std::to_string(i - 1) + " X)))\n";
  expect_error_on_small_stack(parametric,
                              "17:44: a sort of more than 100000 parts\n"
                              "33:44: a sort of more than 100000 parts");
}

TEST(Hardening, HugeNumerals) {
  const std::string digits(scaled(10'000'000), '9');
  expect_linear("(assert (= 1 " + digits + "))", 1);
  expect_linear("(assert (= 1.5 " + digits + "." + digits + "))", 1);
  expect_linear("(assert (= (_ bv" + digits + " 8) #x00))", 1);
  // As an index: no width, and no operator takes it.
  EXPECT_EQ(errors_of("(declare-const x (_ BitVec " + digits + "))"),
            "1:18: an index of sort 'BitVec' is out of range: the limit is 16777216\n");
  EXPECT_EQ(errors_of("(assert (_ bv1 " + digits + "))"),
            "1:9: the width of a bit-vector is 1 to 16777216\n");
  const std::string extract = errors_of("(assert ((_ extract " + digits + " 0) #x00))");
  EXPECT_TRUE(extract.starts_with("1:9: '(_ extract 999999")) << extract.substr(0, 100);
  EXPECT_LT(extract.size(), 2000u);
  EXPECT_EQ(errors_of("(push " + digits + ")"), "1:7: at most 1000000 levels\n");
  EXPECT_EQ(errors_of("(declare-sort U " + digits + ")"),
            "1:17: expected a number of parameters, at most 1000\n");
}

TEST(Hardening, HugeNames) {
  const std::string name(scaled(10'000'000), 'x');
  expect_linear("(declare-const " + name + " Bool)(assert " + name + ")", 1);
  expect_linear("(echo \"" + name + "\")(assert (= \"" + name + "\" \"\"))", 1);
  for (const std::string& text :
       {"(assert " + name + ")", "(declare-const x " + name + ")", "(assert (" + name + "))",
        "(assert (let ((y 1)) (and y " + name + ")))", name})
    EXPECT_LT(errors_of(text).size(), 2000u);
  Pool pool;
  const ParsedScript parsed = parse_script(pool, "(assert (" + name + " 1))");
  EXPECT_LT(test::lines(parsed.warnings).size(), 2000u);
}

TEST(Hardening, HugeLiterals) {
  EXPECT_EQ(errors_of("(assert (= #b" + std::string(16'777'216, '1') + " #b" +
                      std::string(16'777'216, '0') + "))"),
            "");
  EXPECT_EQ(errors_of("(assert (= #b" + std::string(16'777'217, '1') + " #b0))"),
            "1:12: the width of a bit-vector is 1 to 16777216\n");
  EXPECT_EQ(errors_of("(assert (= #x" + std::string(4'194'305, 'f') + " #b0))"),
            "1:12: the width of a bit-vector is 1 to 16777216\n");
}

TEST(Hardening, WidthsBeyondTheLimit) {
  for (const std::string_view width :
       {"16777217", "4294967295", "4294967296", "18446744073709551616"}) {
    EXPECT_EQ(errors_of("(declare-const x (_ BitVec " + std::string(width) + "))"),
              "1:18: an index of sort 'BitVec' is out of range: the limit is 16777216\n");
    EXPECT_EQ(errors_of("(declare-const x (_ FloatingPoint 8 " + std::string(width) + "))"),
              "1:18: an index of sort 'FloatingPoint' is out of range: the limit is 16777216\n");
    EXPECT_EQ(errors_of("(assert (= (_ bv0 " + std::string(width) + ") #x0))"),
              "1:12: the width of a bit-vector is 1 to 16777216\n");
  }
  EXPECT_EQ(errors_of("(declare-const x (_ BitVec 16777216))"), "");
  // Widths that operators make.
  EXPECT_NE(errors_of("(assert (= #x0 ((_ zero_extend 4294967294) #x0)))"), "");
  EXPECT_NE(errors_of("(assert (= #x0 ((_ repeat 4294967294) #x0)))"), "");
  EXPECT_NE(errors_of("(declare-const x (_ BitVec 16777216))(assert (= x (concat x x)))"), "");
}

TEST(Hardening, HugePushCounts) {
  EXPECT_EQ(errors_of("(push 1000000)(pop 1000000)(push 1000000)"), "");
  EXPECT_EQ(errors_of("(push 4294967295)"), "1:7: at most 1000000 levels\n");
  EXPECT_EQ(errors_of("(push 18446744073709551617)"), "1:7: at most 1000000 levels\n");
  EXPECT_EQ(errors_of("(pop 4294967295)"), "1:6: at most 1000000 levels\n");
  // All together too: memory for each level.
  const std::string text = repeat("(push 1000000)", 100);
  EXPECT_EQ(errors_of(text, 1), "1:21: at most 1000000 levels\n");
  EXPECT_EQ(errors_of("(push 1000000)(push)"), "1:20: at most 1000000 levels\n");
}

TEST(Hardening, ManyParameters) {
  std::string names;
  for (int i = 0; i < 1001; ++i) names += " X" + std::to_string(i);
  EXPECT_EQ(errors_of("(define-sort S (" + names + ") Int)").substr(0, 7), "1:4908:");
  EXPECT_NE(errors_of("(declare-datatype D (par (" + names + ") ((c (s X1000)))))"), "");
  EXPECT_NE(errors_of("(declare-datatypes (" + names + ") ((D (c (s X1000)))))"), "");
}

TEST(Hardening, NulBytesAnywhere) {
  const std::string text =
      "(declare-const |a b| String) ; c\n(assert (= |a b| \"text\" (! \"\" :x 1)))";
  for (size_t i = 0; i <= text.size(); ++i) {
    std::string broken = text;
    broken.insert(i, 1, '\0');
    const std::string errors = errors_of(broken);
    const bool in_comment = i > text.find(';') && i <= text.find('\n');
    EXPECT_EQ(errors.empty(), in_comment) << i << ": " << errors;
    // Where it does not cut a word in two.
    if (i < text.size() && text[i] == '(') {
      EXPECT_NE(errors.find("NUL byte in the input"), std::string::npos) << i << ": " << errors;
    }
  }
}

TEST(Hardening, BytesBeyondAsciiAnywhere) {
  // A lone continuation, an overlong form, a surrogate, beyond the last code point, cut off.
  for (const std::string_view bytes :
       {"\x80", "\xc0\x80", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "\xff\xfe", "\xe2\x82"}) {
    const std::string b(bytes);
    EXPECT_NE(errors_of("(declare-const x" + b + " Int)"), "");
    EXPECT_NE(errors_of("(assert " + b + ")"), "");
    EXPECT_NE(errors_of(b), "");
    const std::string good = "(declare-const |" + b + "| String)\n(assert (= |" + b + "| \"" + b +
                             "\"))\n(set-info :source |" + b + "|)\n";
    EXPECT_EQ(test::reprint("; " + b + "\n" + good), good);
  }
}

TEST(Hardening, NothingButNoise) {
  EXPECT_EQ(errors_of(""), "");
  EXPECT_EQ(errors_of(" \n\t\r\n"), "");
  EXPECT_EQ(errors_of("; a\n;b"), "");
  EXPECT_EQ(errors_of(")"), "1:1: expected '(' and a command, found ')'\n");
  EXPECT_EQ(errors_of(std::string(1000, ')')).size(),
            20 * std::string_view("1:10: expected '(' and a command, found ')'\n").size() - 9);
  EXPECT_EQ(
      errors_of(std::string(kMillion, '"'), 3),
      kMillion % 2 == 0
          ? "1:1: expected '(' and a command, found the string "
            "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"...\n"
          : "1:1: unterminated string\n");
  EXPECT_EQ(errors_of("(assert \"abc"), "1:9: unterminated string\n");
  EXPECT_EQ(errors_of("(assert |abc"), "1:9: unterminated quoted symbol\n");
  EXPECT_EQ(errors_of("(assert (= 1 1)"),
            "1:16: expected ')' at the end of the command, found the end of the input\n");
}

TEST(Hardening, BinaryGarbage) {
  uint32_t state = 12345;
  for (int round = 0; round < 300; ++round) {
    std::string text = round % 2 == 0 ? "" : "(assert ";
    for (int i = 0; i < 500; ++i) {
      state = state * 1664525u + 1013904223u;
      text += static_cast<char>(state >> 24);
    }
    EXPECT_NE(errors_of(text, 1000), "");
  }
}

TEST(Hardening, AThousandErrors) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "(assert (and (x " + std::to_string(i) + ") [)))\n";
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text, 5000);
  EXPECT_EQ(parsed.errors.size(), 2000u);  // the bad token, and the parenthesis that is too many
  EXPECT_EQ(parsed.errors.back().place.line, 1000u);
}

TEST(Hardening, ErrorsDeepInside) {
  on_small_stack([&] {
    const std::string deep = nested("(assert ", "(not ", "undeclared", ")", ")")(kMillion / 4);
    std::string text;
    for (int i = 0; i < 3; ++i) text += deep;
    Pool pool;
    EXPECT_EQ(parse_script(pool, text).errors.size(), 3u);
  });
}

// Only that parsing returns, and that what is accepted can be printed and read again.
void expect_survival(const std::string& text) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return;
  const std::string printed = print_script(pool, parsed.script);
  Pool other;
  const ParsedScript again = parse_script(other, printed);
  EXPECT_TRUE(again.errors.empty()) << text << "\n--- printed\n"
                                    << printed << test::lines(again.errors);
}

TEST(Hardening, EveryPrefixOfASeed) {
  for (const std::string_view seed : {"/datatypes/match-on-an-expression-tree.smt2",
                                      "/definitions/annotated-terms-inside-terms.smt2"}) {
    const std::string text = test::read_file(test::source_folder() + "/seeds" + std::string(seed));
    for (size_t length = 0; length <= text.size(); ++length)
      expect_survival(text.substr(0, length));
  }
}

TEST(Hardening, EveryByteOfASeedLeftOutOrReplaced) {
  for (const std::string_view seed :
       {"/definitions/annotated-terms-inside-terms.smt2", "/quantifiers/reals-are-dense.smt2"}) {
    const std::string text = test::read_file(test::source_folder() + "/seeds" + std::string(seed));
    for (size_t i = 0; i < text.size(); ++i) {
      std::string changed = text;
      changed.erase(i, 1);
      expect_survival(changed);
      for (const char c : std::string_view("()|\"; x0:!\0\xff", 12)) {
        changed = text;
        changed[i] = c;
        expect_survival(changed);
      }
    }
  }
}

}  // namespace
}  // namespace pg
