#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "smtlib/printer.h"
#include "support/smtlib.h"
#include "term/traverse.h"

namespace pg {
namespace {

using test::reprint;

constexpr PrintOptions kShared{.share = true, .width = 0};

// Of the last command only.
std::string shared(std::string_view text) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return test::lines(parsed.errors);
  std::string out;
  print_command(pool, parsed.script.commands.back(), kShared, out);
  test::expect_round_trip(text);
  return out;
}

constexpr std::string_view kDeclarations =
    "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(declare-const y Int)"
    "(declare-fun f (Int) Int)(declare-fun long-name (Int Int) Int)(declare-fun h (Int) Bool)";

std::string shared_assert(std::string_view term) {
  return shared(std::string(kDeclarations) + "(assert " + std::string(term) + ")");
}

TEST(Printer, SmallSharedTermsAreWrittenAgain) {
  EXPECT_EQ(shared_assert("(and (or p q) (not (or p q)))"),
            "(assert (and (or p q) (not (or p q))))");
  EXPECT_EQ(shared_assert("(= (f (+ x 1)) (+ x 1))"), "(assert (= (f (+ x 1)) (+ x 1)))");
}

TEST(Printer, LargeSharedTermsAreNamed) {
  EXPECT_EQ(shared_assert("(= (long-name (f x) (f y)) (f (long-name (f x) (f y))))"),
            "(assert (let (($1 (long-name (f x) (f y)))) (= $1 (f $1))))");
  // Used once: as it is.
  EXPECT_EQ(shared_assert("(= (long-name (f x) (f y)) (f (long-name (f x) (f x))))"),
            "(assert (= (long-name (f x) (f y)) (f (long-name (f x) (f x)))))");
  // Those that do not mention each other share one let; one that does comes after.
  EXPECT_EQ(shared_assert("(let ((u (long-name (f x) (f y))) (v (long-name (f y) (f x)))) (let ((w "
                          "(long-name (f u) (f v)))) (and (< u v) (> v u) (= w (f w)))))"),
            "(assert (let (($1 (long-name (f x) (f y))) ($2 (long-name (f y) (f x)))) (let (($3 "
            "(long-name (f $1) (f $2)))) (and (< $1 $2) (> $2 $1) (= $3 (f $3))))))");
}

TEST(Printer, SharingIsAskedFor) {
  const std::string text = std::string(kDeclarations) +
                           "(assert (= (long-name (f x) (f y)) (f (long-name (f x) (f y)))))";
  EXPECT_NE(reprint(text, kShared).find("let"), std::string::npos);
  EXPECT_EQ(reprint(text, {.share = false, .width = 0}).find("let"), std::string::npos);
}

TEST(Printer, LetStandsInTheBinderThatItsVariablesNeed) {
  // Mentions the bound variable: inside.
  EXPECT_EQ(shared_assert("(forall ((z Int)) (= (long-name (f z) (f y)) (f (long-name (f z) (f "
                          "y)))))"),
            "(assert (forall ((z Int)) (let (($1 (long-name (f z) (f y)))) (= $1 (f $1)))))");
  // Does not: outside, and shared with what is outside.
  EXPECT_EQ(shared_assert("(forall ((z Int)) (= (long-name (f x) (f y)) (+ z (long-name (f x) (f "
                          "y)))))"),
            "(assert (let (($1 (long-name (f x) (f y)))) (forall ((z Int)) (= $1 (+ z $1)))))");
  EXPECT_EQ(
      shared_assert("(and (h (long-name (f x) (f y))) (forall ((z Int)) (= z (long-name (f x) "
                    "(f y)))))"),
      "(assert (let (($1 (long-name (f x) (f y)))) (and (h $1) (forall ((z Int)) (= z "
      "$1)))))");
  // In the outer of two binders.
  EXPECT_EQ(shared_assert("(forall ((z Int)) (exists ((w Int)) (= w (long-name (f z) (f z)) (f "
                          "(long-name (f z) (f z))))))"),
            "(assert (forall ((z Int)) (let (($1 (long-name (f z) (f z)))) (exists ((w Int)) (= w "
            "$1 (f $1))))))");
  // In a case of match and in lambda.
  EXPECT_EQ(
      shared("(declare-datatypes ((D 0)) (((c (s Int)) (e))))(declare-fun long-name (Int Int) "
             "Int)(declare-const d D)(assert (match d (((c z) (= (long-name z (+ z 10)) (- "
             "(long-name z (+ z 10))))) (e false))))"),
      "(assert (match d (((c z) (let (($1 (long-name z (+ z 10)))) (= $1 (- $1)))) (e "
      "false))))");
  EXPECT_EQ(
      shared("(declare-fun long-name (Int Int) Int)(define c (lambda ((z Int)) (+ (long-name z "
             "(+ z 10)) (- (long-name z (+ z 10))))))"),
      "(define c (lambda ((z Int)) (let (($1 (long-name z (+ z 10)))) (+ $1 (- $1)))))");
}

TEST(Printer, TheSameTextUnderTwoBindersIsNamedInEach) {
  EXPECT_EQ(
      shared_assert("(and (forall ((z Int)) (= (long-name (f z) (f y)) (f (long-name (f z) (f "
                    "y))))) (exists ((z Int)) (= (long-name (f z) (f y)) (f (long-name (f z) "
                    "(f y))))))"),
      "(assert (and (forall ((z Int)) (let (($1 (long-name (f z) (f y)))) (= $1 (f $1)))) "
      "(exists ((z Int)) (let (($2 (long-name (f z) (f y)))) (= $2 (f $2))))))");
}

TEST(Printer, ParametersOfDefinitionsAreInScope) {
  EXPECT_EQ(
      shared("(declare-fun long-name (Int Int) Int)(define-fun g ((z Int)) Int (+ (long-name z "
             "(+ z 10)) (- (long-name z (+ z 10)))))"),
      "(define-fun g ((z Int)) Int (let (($1 (long-name z (+ z 10)))) (+ $1 (- $1))))");
  EXPECT_EQ(shared("(define-funs-rec ((g ((z Int)) Int) (k ((g Int)) Int)) ((k z) (g g)))"),
            "(define-funs-rec ((g ((z Int)) Int) (k ((g!0 Int)) Int)) ((k z) (g g!0)))");
  // A parameter that hides a function of the body.
  EXPECT_EQ(shared("(declare-const x Int)(define-fun g ((y Int)) Int (let ((z x)) (+ y z)))"),
            "(define-fun g ((y Int)) Int (+ y x))");
  EXPECT_EQ(shared("(define-fun-rec g ((g Int)) Int (g g))"),
            "(define-fun-rec g ((g!0 Int)) Int (g g!0))");
  EXPECT_EQ(shared("(define-fun g ((y Int) (y Bool)) Bool y)"),
            "(define-fun g ((y Int) (y!1 Bool)) Bool y!1)");
}

TEST(Printer, PatternsStayNextToTheirQuantifier) {
  EXPECT_EQ(shared_assert("(forall ((z Int)) (! (= (long-name (f z) (f y)) (f (long-name (f z) (f "
                          "y)))) :pattern ((long-name (f z) (f y)))))"),
            "(assert (forall ((z Int)) (! (let (($1 (long-name (f z) (f y)))) (= $1 (f $1))) "
            ":pattern ((long-name (f z) (f y))))))");
  // Nothing of a pattern is named outside of it.
  EXPECT_EQ(
      shared_assert("(and (h (long-name (f x) (f y))) (forall ((z Int)) (! (h z) :pattern ((h "
                    "z) (h (long-name (f x) (f y)))))))"),
      "(assert (and (h (long-name (f x) (f y))) (forall ((z Int)) (! (h z) :pattern ((h z) (h "
      "(long-name (f x) (f y))))))))");
}

TEST(Printer, TheLetsOfANamedAssertionAreInsideOfTheName) {
  EXPECT_EQ(shared_assert("(! (= (long-name (f x) (f y)) (f (long-name (f x) (f y)))) :named a)"),
            "(assert (! (let (($1 (long-name (f x) (f y)))) (= $1 (f $1))) :named a))");
  // cvc5 takes no name inside of let, so a small term with one inside is written in full.
  EXPECT_EQ(shared_assert("(and (! p :named a) (= (long-name (f x) (f y)) (f (long-name (f x) (f "
                          "y)))))"),
            "(assert (and (! p :named a) (= (long-name (f x) (f y)) (f (long-name (f x) (f "
            "y))))))");
}

TEST(Printer, ASharedNameIsGivenOnceAndUsedElsewhere) {
  EXPECT_EQ(shared_assert("(let ((u (! (h x) :named a))) (and u (not u)))"),
            "(assert (and (! (h x) :named a) (not a)))");
  // Also inside of a term that is short enough to be written again.
  EXPECT_EQ(shared_assert("(let ((u (! 4 :named a))) (or (< x (- u)) (> y (- u))))"),
            "(assert (or (< x (- (! 4 :named a))) (> y (- a))))");
  // Written in full this is large with the names' terms in place of the names, and small without.
  std::string term = "(h x)";
  std::string lets;
  std::string end;
  for (int i = 0; i < 12; ++i) {
    lets += fmt::format("(let ((u{} (! {} :named a{}))) ", i, term, i);
    term = fmt::format("(and u{} u{})", i, i);
    end += ")";
  }
  shared_assert(lets + term + end);
}

TEST(Printer, AFunctionThatIsAppliedHasAName) {
  EXPECT_EQ(shared_assert("(let ((u (lambda ((z Int)) (+ z 1)))) (= (u 1) 3))"),
            "(assert (let (($1 (lambda ((z Int)) (+ z 1)))) (= ($1 1) 3)))");
  EXPECT_EQ(shared_assert("(let ((u (long-name x))) (= (u 1) 3))"),
            "(assert (let (($1 (long-name x))) (= ($1 1) 3)))");
  EXPECT_EQ(shared_assert("(forall ((u (-> Int Int))) (= ((ite p u f) 1) (u 2)))"),
            "(assert (forall ((u (-> Int Int))) (let (($1 (ite p u f))) (= ($1 1) (u 2)))))");
  EXPECT_EQ(shared("(declare-fun k (Int) (-> Int Bool))(assert (k 1 2))"), "(assert (k 1 2))");
  EXPECT_EQ(shared("(declare-fun k (Int) (-> Int Bool))(assert (let ((u (k 1))) (u 2)))"),
            "(assert (k 1 2))");
}

TEST(Printer, AnArrayThatIsCalledIsSelected) {
  EXPECT_EQ(shared("(declare-const a (Array Int Bool))(assert (let ((u a)) (u 1)))"),
            "(assert (select a 1))");
  EXPECT_EQ(shared("(assert (forall ((u (Array Int (Array Int Bool)))) (select (u 1) 2)))"),
            "(assert (forall ((u (Array Int (Array Int Bool)))) (select (select u 1) 2)))");
}

TEST(Printer, NamesOfLetNeverClash) {
  const std::string_view kTwice = "(= (long-name (f x) (f y)) (f (long-name (f x) (f y))) %)";
  const auto with = [&](std::string_view declaration, std::string_view used) {
    std::string term(kTwice);
    term.replace(term.find('%'), 1, used);
    return shared(std::string(kDeclarations) + std::string(declaration) + "(assert " + term + ")");
  };
  EXPECT_EQ(with("(declare-const $1 Int)", "$1"),
            "(assert (let (($$1 (long-name (f x) (f y)))) (= $$1 (f $$1) $1)))");
  EXPECT_EQ(with("(declare-const $7 Int)(declare-const $$2 Int)", "(+ $7 $$2)"),
            "(assert (let (($$$1 (long-name (f x) (f y)))) (= $$$1 (f $$$1) (+ $7 $$2))))");
  // Only names that look alike matter, and only in this term.
  EXPECT_EQ(with("(declare-const $a Int)", "$a"),
            "(assert (let (($1 (long-name (f x) (f y)))) (= $1 (f $1) $a)))");
  EXPECT_EQ(with("(declare-const $1 Int)", "1"),
            "(assert (let (($1 (long-name (f x) (f y)))) (= $1 (f $1) 1)))");
  EXPECT_EQ(
      with("", "(ite (forall (($1 Int)) (> $1 0)) 1 2)"),
      "(assert (let (($$1 (long-name (f x) (f y)))) (= $$1 (f $$1) (ite (forall (($1 Int)) (> "
      "$1 0)) 1 2))))");
}

TEST(Printer, LinesAreWrappedAtTheWidth) {
  const std::string text = std::string(kDeclarations) +
                           "(assert (and (or p q (h (long-name x y))) (= x (f (f (f y))))))";
  const auto printed = [&](uint32_t width) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, text);
    std::string out;
    print_command(pool, parsed.script.commands.back(), {.share = true, .width = width}, out);
    return out;
  };
  EXPECT_EQ(printed(0), "(assert (and (or p q (h (long-name x y))) (= x (f (f (f y))))))");
  EXPECT_EQ(printed(100), "(assert (and (or p q (h (long-name x y))) (= x (f (f (f y))))))");
  EXPECT_EQ(printed(50), "(assert (and\n  (or p q (h (long-name x y)))\n  (= x (f (f (f y))))))");
  EXPECT_EQ(
      printed(1),
      "(assert (and\n  (or\n    p\n    q\n    (h\n      (long-name\n        x\n        y)))\n  "
      "(=\n    x\n    (f\n      (f\n        (f\n          y))))))");
  const std::string lets = std::string(kDeclarations) +
                           "(assert (= (long-name (f x) (f y)) (f (long-name (f x) (f y)))))";
  Pool pool;
  const ParsedScript parsed = parse_script(pool, lets);
  std::string out;
  print_command(pool, parsed.script.commands.back(), {.share = true, .width = 40}, out);
  EXPECT_EQ(out, "(assert (let (($1 (long-name\n        (f x)\n        (f y))))\n(= $1 (f $1))))");
}

TEST(Printer, WidthZeroIsOneLineACommand) {
  for (const auto& file : test::seed_files()) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, test::read_file(file));
    const std::string printed = print_script(pool, parsed.script, kShared);
    EXPECT_EQ(std::count(printed.begin(), printed.end(), '\n'),
              static_cast<std::ptrdiff_t>(parsed.script.commands.size()))
        << file;
  }
}

TEST(Printer, DeepTermsAreNotMostlySpaces) {
  std::string text = "(declare-const p Bool)(assert ";
  for (int i = 0; i < 2000; ++i) text += "(not ";
  text += "p" + std::string(2000, ')') + ")";
  EXPECT_LT(reprint(text, {.share = true, .width = 80}).size(), 3 * text.size());
}

TEST(Printer, WideTermsGoOnWithTheNextLine) {
  std::string text = "(declare-const p Bool)(assert (or";
  for (int i = 0; i < 200; ++i) text += " p";
  text += "))";
  const std::string printed = reprint(text, {.share = true, .width = 80});
  EXPECT_NE(printed.find("(or\n  p\n  p\n"), std::string::npos);
}

TEST(Printer, SymbolsAreQuotedOnlyWhereNeeded) {
  struct Row {
    std::string_view text;
    std::string_view printed;
  };
  const Row rows[] = {
      {"abc", "abc"},
      {"a b", "|a b|"},
      {"", "||"},
      {"1a", "|1a|"},
      {"-1", "-1"},
      {"_", "|_|"},
      {"!", "|!|"},
      {"let", "|let|"},
      {"as", "|as|"},
      {"par", "|par|"},
      {"match", "|match|"},
      {"forall", "|forall|"},
      {"exists", "|exists|"},
      {"NUMERAL", "|NUMERAL|"},
      {"numeral", "numeral"},
      {"lambda", "lambda"},
      {"assert", "assert"},
      {"a:b", "|a:b|"},
      {"\xc3\xa4", "|\xc3\xa4|"},
      {"a\\b", "|a\\b|"},
      {"@x", "@x"},
      {"$1", "$1"},
      {"a|b", "|a|b|"},
  };
  for (const Row& row : rows) EXPECT_EQ(print_symbol(row.text), row.printed);
}

TEST(Printer, NamesOfEveryKindAreQuoted) {
  constexpr std::string_view kText =
      "(set-logic |a logic|)\n(declare-sort |a sort| 0)\n(declare-sort-parameter |a parameter|)\n"
      "(define-sort |a definition| (|X Y|) (Array |X Y| |a sort|))\n"
      "(declare-datatypes ((|a type| 1)) ((par (|T U|) ((|a constructor| (|a selector| |T "
      "U|))))))\n"
      "(declare-fun |a function| (|a sort|) |a parameter|)\n(declare-const |a constant| |a sort|)\n"
      "(define-fun |a macro| ((|a variable| Int)) Int |a variable|)\n"
      "(assert (! (forall ((|a b| Int)) (= |a b| (|a macro| 1))) :named |a name|))\n"
      "(declare-const |1| (|a type| Int))\n"
      "(assert (match |1| (((|a constructor| |let|) (= |let| 1)))))\n"
      "(assert ((_ is |a constructor|) |1|))\n";
  EXPECT_EQ(reprint(kText), kText);
  test::expect_round_trip(kText);
}

TEST(Printer, SortsArePrintedByTheirShortNames) {
  Pool pool;
  const auto printed = [&](std::string_view sort) {
    const ParsedScript parsed = parse_script(
        pool, "(declare-sort U 0)(declare-sort P 2)(declare-const x " + std::string(sort) + ")");
    EXPECT_TRUE(parsed.errors.empty()) << sort;
    return print_sort(pool, pool.data(parsed.script.commands.back().definitions[0].function).sort);
  };
  EXPECT_EQ(printed("(_ FloatingPoint 8 24)"), "Float32");
  EXPECT_EQ(printed("Float64"), "Float64");
  EXPECT_EQ(printed("(_ FloatingPoint 3 5)"), "(_ FloatingPoint 3 5)");
  EXPECT_EQ(printed("(_ BitVec 32)"), "(_ BitVec 32)");
  EXPECT_EQ(printed("(Array (P U Int) (Seq Bool))"), "(Array (P U Int) (Seq Bool))");
  EXPECT_EQ(printed("(-> Int (-> Bool Int))"), "(-> Int Bool Int)");
  EXPECT_EQ(printed("(Relation Int Bool)"), "(Set (Tuple Int Bool))");
  EXPECT_EQ(printed("UnitTuple"), "UnitTuple");
  EXPECT_EQ(printed("(RegEx String)"), "RegLan");
}

TEST(Printer, EverySeedIsStableAndMeansTheSame) {
  const auto files = test::seed_files();
  EXPECT_GE(files.size(), 349u);
  for (const auto& file : files) {
    SCOPED_TRACE(file);
    Pool pool;
    const ParsedScript parsed = parse_script(pool, test::read_file(file));
    EXPECT_EQ(test::lines(parsed.errors), "");
    EXPECT_EQ(test::lines(parsed.warnings), "");
    EXPECT_EQ(parsed.opaque_terms, 0u);
    test::expect_round_trip(test::read_file(file));
  }
}

TEST(Printer, WhatLetSharedIsSharedAgain) {
  // Parsing what was printed gives as many distinct terms as there were.
  for (const auto& file : test::seed_files()) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, test::read_file(file));
    Pool other;
    const ParsedScript again = parse_script(other, print_script(pool, parsed.script));
    uint64_t before = 0;
    uint64_t after = 0;
    for (const Command& command : parsed.script.commands)
      for_each_term(command, [&](Term term) { before += dag_size(pool, term); });
    for (const Command& command : again.script.commands)
      for_each_term(command, [&](Term term) { after += dag_size(other, term); });
    EXPECT_EQ(before, after) << file;
  }
}

TEST(Printer, SharingThroughManyVariablesStaysLinear) {
  // Each step uses the one before under two binders, with more variables than a small set holds.
  for (const int variables : {3, 40, 500}) {
    std::string bound;
    std::string sum;
    for (int i = 0; i < variables; ++i) {
      bound += "(x" + std::to_string(i) + " Int)";
      sum += " x" + std::to_string(i);
    }
    std::string text = "(assert (forall (" + bound + ") (let ((t0 (> (+" + sum + ") 0)))";
    constexpr int kSteps = 60;
    for (int i = 1; i <= kSteps; ++i) {
      const std::string before = "t" + std::to_string(i - 1);
      text += "(let ((t" + std::to_string(i) + " (and (forall ((y Int)) (or (> y " +
              std::to_string(i) + ") " + before + ")) (exists ((z Int)) (or (< z 1) " + before +
              ")))))";
    }
    text += "t" + std::to_string(kSteps) + std::string(kSteps + 3, ')');
    EXPECT_LT(reprint(text, kShared).size(), 2 * text.size());
    test::expect_round_trip(text, false);
  }
}

}  // namespace
}  // namespace pg
