#include "bug/normal_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smtlib/parser.h"

namespace pg {
namespace {

std::string form(std::string_view text) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  EXPECT_TRUE(parsed.errors.empty()) << text;
  return normal_form(pool, parsed.script);
}

constexpr const char* kBug =
    "(declare-const x String)(declare-const n Int)"
    "(assert (= (str.len x) n))(assert (str.contains x \"abc\"))(check-sat)";

struct Pair {
  std::string_view name;
  std::string_view one;
  std::string_view other;
};

class SameForm : public ::testing::TestWithParam<Pair> {};

TEST_P(SameForm, IsTheSame) { EXPECT_EQ(form(GetParam().one), form(GetParam().other)); }

INSTANTIATE_TEST_SUITE_P(
    NormalForm, SameForm,
    ::testing::Values(
        Pair{"names", kBug,
             "(declare-const long String)(declare-const |a b| Int)"
             "(assert (= (str.len long) |a b|))(assert (str.contains long \"abc\"))(check-sat)"},
        Pair{"order", kBug,
             "(declare-const n Int)(declare-const x String)"
             "(assert (str.contains x \"abc\"))(assert (= n (str.len x)))(check-sat)"},
        Pair{"settings", kBug,
             "(set-logic ALL)(set-info :status sat)(set-option :produce-models true)"
             "(declare-const unused Int)(declare-fun x () String)(declare-fun n () Int)"
             "(assert (= (str.len x) n))(assert (! (str.contains x \"abc\") :named a))(check-sat)"
             "(get-model)(exit)"},
        Pair{"values", kBug,
             "(declare-const x String)(declare-const n Int)"
             "(assert (= (str.len x) 17))(assert (str.contains x \"\"))(check-sat)"},
        Pair{"arrays",
             "(declare-const a (Array Int Int))(declare-const b (Array Int Int))"
             "(assert (distinct a b))(assert (= 1 (select a 2)))(check-sat)",
             "(declare-const a (Array Int Int))(assert (distinct a ((as const (Array Int Int)) (- "
             "1))))(assert (= (- 1) (select a 2)))(check-sat)"},
        Pair{"conjunctions", kBug,
             "(declare-const x String)(declare-const n Int)(assert (and (= (str.len x) n)"
             "(and (str.contains x \"abc\") (= n (str.len x)))))(check-sat)"},
        Pair{"widths", "(declare-const x (_ BitVec 8))(assert (bvult (bvnot x) #x07))(check-sat)",
             "(declare-const x (_ BitVec 3))(assert (bvult (bvnot x) #b111))(check-sat)"},
        Pair{"directions", "(declare-const x Real)(assert (> (+ x 1.0) x))(check-sat)",
             "(declare-const x Real)(assert (not (<= (+ x 1.0) 3.0)))(check-sat)"},
        Pair{"integers", "(declare-const x Int)(assert (< (* x x) 3))(check-sat)",
             "(declare-const x Int)(assert (<= (* x x) 2))(check-sat)"},
        Pair{"negatedIntegers", "(declare-const x Int)(assert (not (<= (* x x) 3)))(check-sat)",
             "(declare-const x Int)(assert (>= (* x x) 2))(check-sat)"},
        Pair{"negations",
             "(declare-const x Real)(assert (not (! (= x (* x x)) :named n)))(check-sat)",
             "(declare-const x Real)(assert (distinct (* x 2.0) x))(check-sat)"},
        Pair{"doubleNegations",
             "(declare-const x String)(assert (not (not (str.contains x x))))(check-sat)",
             "(declare-const x String)(assert (str.contains x x))(check-sat)"},
        Pair{
            "complements",
            "(declare-const x String)(assert (str.in_re x (re.comp (re.+ re.allchar))))(check-sat)",
            "(declare-const x String)(assert (not (str.in_re x (re.+ re.allchar))))(check-sat)"},
        Pair{"twoComplements",
             "(declare-const x String)(assert (str.in_re x (re.* (re.comp (re.comp re.all)))))"
             "(assert (str.in_re x (re.comp (re.comp (re.+ re.all)))))(check-sat)",
             "(declare-const x String)(assert (str.in_re x (re.* re.all)))"
             "(assert (str.in_re x (re.+ re.all)))(check-sat)"},
        Pair{"exclusiveOr", "(declare-const x Int)(assert (xor (> x 1) (= x (* x x))))(check-sat)",
             "(declare-const x Int)(assert (not (= (= x (* x x)) (> x 1))))(check-sat)"},
        Pair{"equalNegations",
             "(declare-const p Bool)(declare-const q Bool)(declare-fun f (Bool) Bool)"
             "(assert (= (f p) (not (f q))))(check-sat)",
             "(declare-const p Bool)(declare-const q Bool)(declare-fun f (Bool) Bool)"
             "(assert (xor (f q) (f p)))(check-sat)"},
        Pair{"padding", "(declare-const x Int)(assert (= x (* x x)))(check-sat)",
             "(declare-const x Int)(declare-const p Bool)(declare-const q Bool)(assert p)"
             "(assert (and (= x (* x x)) (or q (not q)) (= true true)))(check-sat)"},
        Pair{"lets", "(declare-const x Int)(assert (> (+ x 1) (+ x 1)))(check-sat)",
             "(declare-const x Int)(assert (let ((y (+ x 1))) (> y y)))(check-sat)"},
        Pair{"binders", "(assert (forall ((a Int) (b Int)) (> (+ a b) 0)))(check-sat)",
             "(assert (forall ((y Int) (x Int)) (> (+ x y) 5)))(check-sat)"}),
    [](const auto& param) { return std::string(param.param.name); });

class OtherForm : public ::testing::TestWithParam<Pair> {};

TEST_P(OtherForm, IsAnother) { EXPECT_NE(form(GetParam().one), form(GetParam().other)); }

INSTANTIATE_TEST_SUITE_P(
    NormalForm, OtherForm,
    ::testing::Values(
        Pair{"strictness", "(declare-const x Int)(assert (< x (* x x)))(check-sat)",
             "(declare-const x Int)(assert (<= x (* x x)))(check-sat)"},
        Pair{"reals", "(declare-const x Real)(assert (< (* x x) 3.0))(check-sat)",
             "(declare-const x Real)(assert (<= (* x x) 3.0))(check-sat)"},
        Pair{"negatedFloats", "(declare-const x Float16)(assert (not (fp.lt x x)))(check-sat)",
             "(declare-const x Float16)(assert (fp.leq x x))(check-sat)"},
        Pair{"operators", "(declare-const x Int)(assert (> (div x 2) 0))(check-sat)",
             "(declare-const x Int)(assert (> (mod x 2) 0))(check-sat)"},
        Pair{"sorts", "(declare-const x Int)(assert (= x 0))(check-sat)",
             "(declare-const x String)(assert (= x \"\"))(check-sat)"},
        Pair{"elements",
             "(declare-const a (Array Int Int))(assert (= a ((as const (Array Int Int)) 0)))",
             "(declare-const a (Array Int Bool))(assert (= a ((as const (Array Int Bool)) true)))"},
        Pair{"nesting", "(declare-const x Int)(assert (= (div (mod x 2) 3) 0))(check-sat)",
             "(declare-const x Int)(assert (= (mod (div x 2) 3) 0))(check-sat)"},
        Pair{"noPadding",
             "(declare-const x Int)(declare-const p Bool)(assert (= p (= x (* x x))))(check-sat)",
             "(declare-const x Int)(declare-const p Bool)(assert p)(assert (= p (= x (* x x))))"
             "(check-sat)"},
        Pair{"onlyPropositional", "(declare-const p Bool)(assert (xor p p))(check-sat)",
             "(declare-const p Bool)(assert (=> p p))(check-sat)"},
        Pair{"scopes", "(push 1)(assert false)(check-sat)(pop 1)(check-sat)",
             "(assert false)(check-sat)(check-sat)"},
        Pair{"checks", "(assert false)(check-sat)", "(assert false)(check-sat)(check-sat)"},
        Pair{"functions", "(declare-fun f (Int) Int)(assert (= (f 1) 0))(check-sat)",
             "(declare-fun f (Int Int) Int)(assert (= (f 1 1) 0))(check-sat)"},
        Pair{"bodies", "(define-fun-rec f ((x Int)) Int (+ x 1))(assert (= (f 1) 0))(check-sat)",
             "(define-fun-rec f ((x Int)) Int (* x 2))(assert (= (f 1) 0))(check-sat)"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(NormalForm, OfATextThatIsNoScriptHasNoNames) {
  const std::string form =
      normal_form("(declare-fun a () (Set Real))\n(assert (odd a b)) (check-sat)");
  EXPECT_EQ(form,
            normal_form("(declare-fun |x y| () (Set Real)) (assert (odd |x y| b))(check-sat)"));
  EXPECT_NE(form, normal_form("(declare-fun a () (Set Real)) (assert (odd b a)) (check-sat)"));
  EXPECT_EQ(normal_form("(assert \""), "(assert \"");
}

TEST(NormalForm, ReadsLikeTheFormula) {
  EXPECT_EQ(form("(declare-const x Int)(assert (not (= (abs x) 3)))(check-sat)"),
            "1 leaf Int \n2 abs 1\n3 distinct 1 2\nassert 3\ncheck-sat \n");
}

// Shared terms are written once, and nothing recurses.
TEST(NormalForm, IsAsLongAsTheFormula) {
  constexpr size_t kDepth = 200'000;
  std::string nested = "(declare-const x Int)(assert (= 0 ";
  for (size_t i = 0; i < kDepth; ++i) nested += "(- ";
  nested += "x";
  nested.append(kDepth + 2, ')');
  EXPECT_LT(form(nested).size(), 30 * kDepth);
  std::string shared = "(declare-const x Int)(assert (let ((y0 (* x x))) ";
  for (size_t i = 1; i < 60; ++i)
    shared += "(let ((y" + std::to_string(i) + " (+ y" + std::to_string(i - 1) + " y" +
              std::to_string(i - 1) + "))) ";
  shared += "(= y59 x)";
  shared.append(61, ')');
  EXPECT_LT(form(shared).size(), 3'000u);
}

TEST(CrashSignature, HasNoNumbersAndFolders) {
  const std::string one = crash_signature(
      "Fatal failure within void ns::Engine::run(int) at /build/a/src/engine.cpp:40 Check "
      "failure d_level > 0x7f00");
  EXPECT_EQ(one,
            "Fatal failure within void ns::Engine::run(int) at engine.cpp: Check failure "
            "d_level");
  EXPECT_EQ(one, crash_signature("Fatal failure within void ns::Engine::run(int) at "
                                 "/home/b/engine.cpp:52 Check failure d_level > 17"));
  EXPECT_NE(one, crash_signature("Fatal failure within void ns::Engine::stop(int) at "
                                 "/home/b/engine.cpp:52 Check failure d_level > 17"));
}

TEST(CrashSignature, IsEmptyWhereNoPlaceIsNamed) {
  EXPECT_EQ(crash_signature("signal SIGSEGV"), "");
  EXPECT_EQ(crash_signature("The solver suffered a segfault. Offending address is 0x7ffe12"), "");
  EXPECT_NE(crash_signature("ASSERTION VIOLATION File: ../src/a.cpp Line: 118"), "");
}

}  // namespace
}  // namespace pg
