#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/check.h"
#include "model/evaluator.h"
#include "model/print_value.h"
#include "smtlib/parser.h"
#include "support/scale.h"
#include "support/small_stack.h"

namespace pg {
namespace {

// The verdict on a model at the check-sat with that number (from 0), in one word.
std::string verdict(std::string_view script, std::string_view model, size_t check = 0,
                    bool escapes_strings = false) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, script);
  if (!parsed.errors.empty()) return "bad script: " + parsed.errors[0].message;
  const CheckState state = state_at(pool, parsed.script, check);
  const Result<Model> read = read_model(pool, state.script, model, escapes_strings);
  if (!read) return "bad model: " + format_error("m", read.error());
  ValuePool values;
  return std::string(name_of(check_model(pool, values, state, *read).verdict));
}

constexpr std::string_view kSum =
    "(declare-const x Int)(declare-const y Int)(assert (= (+ x y) 10))(check-sat)";

TEST(CheckModel, ReadsTheFormsThatSolversPrint) {
  for (const std::string_view model :
       {"sat\n(model\n  (define-fun x () Int 3)\n  (define-fun y () Int 7))",
        "((define-fun x () Int 3) (define-fun y () Int 7))",
        "(define-fun x () Int 3)(define-fun y () Int 7)", "((x 3) (y 7))"}) {
    EXPECT_EQ(verdict(kSum, model), "true") << model;
  }
  EXPECT_EQ(verdict(kSum, "((x 3) (y (- 7)))"), "false");
}

TEST(CheckModel, BadModelsSayWhere) {
  EXPECT_EQ(verdict(kSum, ""),
            "bad model: m:1:1: error: expected a model, found the end of the input");
  EXPECT_EQ(verdict(kSum, "((define-fun x () Int true))"),
            "bad model: m:1:23: error: the value must have sort Int, but this term has sort Bool");
}

constexpr std::string_view kAll =
    "(declare-sort U 0)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
    "(declare-const x Int)(declare-const y Int)(declare-const p Bool)(declare-const u U)"
    "(declare-fun f (Int) Int)(define-fun g ((z Int)) Int (+ z y))"
    "(assert (or p (not p)))(assert (> x 3))(check-sat)";

// Z3 writes arrays as functions, too; one with a finite table is compared like any other.
TEST(CheckModel, ArraysThatAreLambdas) {
  constexpr std::string_view kScript =
      "(declare-const a (Array Int Int))(declare-const b (Array Int Int))"
      "(assert (= a (store ((as const (Array Int Int)) 0) 3 7)))(assert (distinct a b))(check-sat)";
  const auto model = [](const std::string& a, const std::string& b) {
    return "((define-fun a () (Array Int Int) (lambda ((x Int)) " + a +
           "))(define-fun b () (Array Int Int) (lambda ((x Int)) " + b + ")))";
  };
  EXPECT_EQ(verdict(kScript, model("(ite (= x 3) 7 0)", "(ite (= x 3) 8 0)")), "true");
  EXPECT_EQ(verdict(kScript, model("(ite (= x 3) 8 0)", "0")), "false");
  EXPECT_EQ(verdict(kScript, model("(ite (= x 3) 7 0)", "(ite (= x 3) (+ 3 4) 0)")), "false");
  EXPECT_EQ(verdict(kScript, model("(ite (= x 3) 7 0)", "(* x x)")), "unknown");
}

// An Int fits both, in whatever order they are declared.
TEST(CheckModel, OverloadsDifferByIntAndReal) {
  const std::string first = "(declare-fun b (Int Int) Int)";
  const std::string second = "(declare-fun b (Int Real) (Array Int Int))";
  const std::string rest = "(assert (= (b 1 2) (select (b 1 2.0) 3)))(check-sat)";
  for (const std::string& script : {first + second + rest, second + first + rest}) {
    EXPECT_EQ(
        verdict(script,
                "((define-fun b ((x Int) (y Int)) Int 7)"
                "(define-fun b ((x Int) (y Real)) (Array Int Int) ((as const (Array Int Int)) "
                "7)))"),
        "true");
    EXPECT_EQ(
        verdict(script,
                "((define-fun b ((x Int) (y Int)) Int 7)"
                "(define-fun b ((x Int) (y Real)) (Array Int Int) ((as const (Array Int Int)) "
                "6)))"),
        "false");
  }
}

// A declaration has no value: only an element of an uninterpreted sort needs none.
TEST(CheckModel, OnlyElementsAreDeclared) {
  EXPECT_EQ(verdict(kAll, "((declare-fun p () Bool))"),
            "bad model: m:1:15: error: a model declares only elements of uninterpreted sorts: "
            "'p' has sort Bool");
  for (const std::string_view model :
       {"((declare-fun x () Int))", "((declare-const x Int))", "((declare-fun k () L))",
        "((declare-fun k () Int)(define-fun x () Int k))"})
    EXPECT_TRUE(verdict(kAll, model).ends_with(" has sort Int") ||
                verdict(kAll, model).ends_with(" has sort L"))
        << model;
  EXPECT_EQ(verdict(kAll, "((declare-fun u () U))"),
            "bad model: m:1:15: error: 'u' is declared already: it is no new element of U");
  EXPECT_EQ(verdict(kAll, "((declare-fun e () U)(declare-fun e () U))"),
            "bad model: m:1:35: error: 'e' is declared already: it is no new element of U");
  EXPECT_EQ(verdict(kAll, "((declare-fun e () U)(define-fun e () U e))"),
            "bad model: m:1:22: error: the model declares and defines 'e'");
  EXPECT_EQ(verdict(kAll, "((declare-const e U)(define-fun u () U e)(define-fun x () Int 4))"),
            "true");
  // CVC4 does so for the parameter T of a sort definition.
  EXPECT_EQ(verdict(kAll, "((declare-sort T 0)(declare-fun t () T)(define-fun x () Int 4))"),
            "true");
}

// What looks like an element is one of its sort, or nothing that we know.
TEST(CheckModel, ElementsHaveSorts) {
  for (const std::string_view model :
       {"((define-fun p () Bool @a)(define-fun x () Int @b))", "((p @a))", "((x (+ @a 4)))",
        "((define-fun p () Bool (as @p_0 Bool)))", "((define-fun p () Bool (= 1 @a_1)))",
        "((p (_ as-array k)))",
        "((define-fun p () Bool (_ as-array k!0))"
        "(define-fun k!0 ((a Int) (b Int)) Bool true))"})
    EXPECT_EQ(verdict(kAll, model), "unknown") << model;
  EXPECT_EQ(verdict(kAll, "((p U!val!0))"),
            "bad model: m:1:5: error: the value must have sort Bool, but this term has sort U");
  EXPECT_EQ(verdict(kAll, "((define-fun x () Int (as @U_0 Int)))"),
            "bad model: m:1:23: error: '(as @U_0 Int)' does not take (); it takes -> U");
  EXPECT_EQ(verdict("(declare-sort U 0)(declare-const a U)(declare-const b U)"
                    "(assert (distinct a b))(check-sat)",
                    "((a @U_0) (b (as @U_0 U)))"),
            "false");
}

TEST(CheckModel, AModelDefinesOnce) {
  EXPECT_EQ(verdict(kAll, "((define-fun x () Int 5)(define-fun x () Int 6))"),
            "bad model: m:1:25: error: the model defines 'x' twice");
  EXPECT_EQ(verdict(kAll, "((x 5) (x 6))"), "bad model: m:1:8: error: the model defines 'x' twice");
  EXPECT_EQ(verdict(kAll, "((define-fun x () Int 5)(define-fun x () Int 5))"), "true");
}

TEST(CheckModel, AModelKeepsToTheScript) {
  EXPECT_EQ(verdict(kAll, "((define-fun x () Bool true))"),
            "bad model: m:1:2: error: the model defines 'x' as () Bool, but the script declares it "
            "as () Int");
  EXPECT_EQ(verdict(kAll, "((define-fun f ((a Int) (b Int)) Int 3))"),
            "bad model: m:1:2: error: the model defines 'f' as (Int Int) Int, but the script "
            "declares it as (Int) Int");
  EXPECT_EQ(verdict(kAll, "((define-fun hd ((l L)) Int 3))"),
            "bad model: m:1:2: error: 'hd' is a selector of the script, which no model defines");
  EXPECT_EQ(
      verdict(kAll, "((define-fun nil () L nil))"),
      "bad model: m:1:2: error: 'nil' is a constructor of the script, which no model defines");
  EXPECT_EQ(verdict(kAll, "((define-fun + ((a Int) (b Int)) Int 3))"),
            "bad model: m:1:2: error: '+' is an operator of SMT-LIB, which no model defines");
  EXPECT_EQ(verdict(kAll, "((define-fun x () Int (! 5 :named y)))"),
            "bad model: m:1:2: error: a model cannot name terms with :named");
  // As cvc5 prints it: no contradiction, but no value that we understand.
  EXPECT_EQ(verdict("(set-logic HO_ALL)(declare-const h (-> Int Int))(declare-const x Int)"
                    "(assert (> x 3))(check-sat)",
                    "((define-fun h ((z Int)) Int 1)(define-fun x () Int 4))"),
            "true");
  // What the script defines is that, whatever the model says.
  EXPECT_EQ(
      verdict("(define-fun x () Int 3)(assert (= x 3))(check-sat)", "((define-fun x () Int 4))"),
      "true");
}

TEST(CheckModel, CommandsAreNoModel) {
  for (const std::string_view word : {"check-sat", "set-option :a b", "assert true", "error \"no\"",
                                      "x", "push 1", "get-model"}) {
    const std::string name(word.substr(0, word.find(' ')));
    EXPECT_EQ(verdict(kAll, fmt::format("({})", word)),
              "bad model: m:1:2: error: expected a definition of the model, found '" + name + "'");
  }
  EXPECT_EQ(verdict(kAll, "((set-option :a b)(define-fun x () Int 4))"),
            "bad model: m:1:3: error: expected a definition of the model, found 'set-option'");
  EXPECT_EQ(verdict(kAll, "((define-fun x () Int 4)(check-sat))"),
            "bad model: m:1:26: error: expected a definition of the model, found 'check-sat'");
  EXPECT_EQ(verdict("(declare-const push Int)(assert (> push 3))(check-sat)", "((push 4))"),
            "true");
}

TEST(CheckModel, CircularDefinitionsAreRefused) {
  for (const auto& [model, name] : {std::pair{"((define-fun x () Int x))", "x"},
                                    {"((define-fun x () Int y)(define-fun y () Int (+ 1 x)))", "x"},
                                    {"((define-fun y () Int (g 1)))", "y"},
                                    {"((define-fun x () Int x)(define-fun y () Int x))", "x"},
                                    {"((define-fun f ((z Int)) Int (f (+ z 1))))", "f"},
                                    {"((define-fun f ((z Int)) Int (select (_ as-array k!0) z))"
                                     "(define-fun k!0 ((z Int)) Int (f z)))",
                                     "f"}})
    EXPECT_EQ(verdict(kAll, model),
              fmt::format("bad model: m:1:2: error: the definition of '{}' needs itself", name));
  // What is meant to recurse ends when it has an end, or after some steps.
  EXPECT_EQ(verdict(kAll,
                    "((define-fun-rec f ((z Int)) Int (ite (= z 0) 4 (f (- z 1))))"
                    "(define-fun x () Int (f 9)))"),
            "true");
  EXPECT_EQ(verdict(kAll, "((define-fun-rec x () Int x))"), "unknown");
  EXPECT_EQ(verdict(kAll, "((define-fun-rec f ((z Int)) Int (f z))(define-fun x () Int (f 9)))"),
            "unknown");
}

TEST(CheckModel, DeepAndHugeModels) {
  constexpr size_t kDepth = test::scaled(1'000'000);
  auto nested = [](std::string_view open, std::string_view close) {
    std::string text = "((define-fun x () Int ";
    for (size_t i = 0; i < kDepth; ++i) text += open;
    text += "5";
    for (size_t i = 0; i < kDepth; ++i) text += close;
    return text + "))";
  };
  test::on_small_stack([&] {
    EXPECT_EQ(verdict(kAll, nested("(+ 1 ", ")")), "true");
    EXPECT_EQ(verdict(kAll, nested("(ite true ", " 2)")), "true");
    EXPECT_EQ(verdict(kAll, nested("(let ((z 1)) ", ")")), "true");
    EXPECT_TRUE(verdict(kAll, nested("(", "")).starts_with("bad model: m:1:"));
    EXPECT_TRUE(verdict(kAll, std::string(kDepth, '(')).starts_with("bad model: m:1:"));
    EXPECT_EQ(verdict(kAll, "((x " + std::string(kDepth, '9') + "))"), "true");
    std::string chain = "(";
    for (size_t i = 0; i < kDepth / 10; ++i)
      chain += fmt::format("(define-fun k!{} () Int k!{})", i, i + 1);
    EXPECT_EQ(verdict(kAll, fmt::format("{}(define-fun k!{} () Int 4)(define-fun x () Int k!0))",
                                        chain, kDepth / 10)),
              "true");
  });
  EXPECT_EQ(verdict(kAll, "((define-fun k!0 () (_ BitVec 8) (_ bv1 4000000000)))"),
            "bad model: m:1:34: error: the width of a bit-vector is 1 to 16777216");
}

TEST(CheckModel, WhatTheModelLeavesOutNeverAccuses) {
  // Under the default y = 0 the sum is wrong, but another y would do.
  EXPECT_EQ(verdict(kSum, "((x 3))"), "unknown");
  EXPECT_EQ(verdict(kSum, "((x 10))"), "true");
  // Here y does not matter.
  EXPECT_EQ(verdict("(declare-const x Int)(declare-const y Int)(assert (and (> x 0) (= y y)))",
                    "((x 0))"),
            "false");
}

TEST(CheckModel, ANameMayBeDeclaredAgainAfterAReset) {
  EXPECT_EQ(verdict("(declare-fun a () (Array Int Int))(assert (= (select a 0) 1))(check-sat)"
                    "(reset-assertions)(declare-fun a () Int)(assert (= a 99))(check-sat)",
                    "((define-fun a () Int 99)"
                    "(define-fun a () (Array Int Int) ((as const (Array Int Int)) 0)))",
                    1),
            "true");
}

TEST(CheckModel, OpenCasesAreTheModelsOrNobodys) {
  constexpr std::string_view kDivision = "(declare-const x Int)(assert (= (div x 0) 7))(check-sat)";
  EXPECT_EQ(verdict(kDivision, "((define-fun x () Int 1))"), "true");
  EXPECT_EQ(
      verdict(kDivision, "((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int 7))"),
      "true");
  EXPECT_EQ(
      verdict(kDivision, "((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int 8))"),
      "false");
  // It says nothing of arguments of other sorts, and has no end.
  EXPECT_EQ(
      verdict(kDivision,
              "((define-fun x () Int 1) (define-fun div0 ((a Bool) (b Int)) Int (ite a 8 9)))"),
      "true");
  EXPECT_EQ(verdict(kDivision,
                    "((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int"
                    " (+ 1 (div a 0))))"),
            "unknown");
}

TEST(CheckModel, AnOpenCaseMayHaveAnyValue) {
  EXPECT_EQ(verdict("(declare-const x Int)(assert (= (div x 0) 0))(check-sat)", "((x 1))"), "true");
  EXPECT_EQ(verdict("(declare-const x Int)(assert (= (mod x 0) x))(check-sat)", "((x 5))"), "true");
  // One choice for all assertions.
  EXPECT_EQ(
      verdict("(declare-const x Int)(assert (= (div x 0) 0))(assert (= (div x 0) 1))(check-sat)",
              "((x 1))"),
      "unknown");
  // But another for other arguments; and the same for equal ones, however they are written.
  constexpr std::string_view kTwo =
      "(declare-const x Int)(declare-const y Int)"
      "(assert (and (= (div x 0) 12345) (= (div y 0) 54321)))(check-sat)";
  EXPECT_EQ(verdict(kTwo, "((x 1) (y 2))"), "unknown");  // one by one, neither helps
  constexpr std::string_view kApart =
      "(declare-const x Int)(declare-const y Int)"
      "(assert (= (div x 0) 12345))(assert (= (div y 0) 54321))(check-sat)";
  EXPECT_EQ(verdict(kApart, "((x 1) (y 2))"), "true");
  EXPECT_EQ(verdict(kApart, "((x 1) (y 1))"), "unknown");
}

// The empty sets of all sorts are one value.
TEST(CheckModel, EachSortHasOpenCasesOfItsOwn) {
  constexpr std::string_view kScript =
      "(declare-const b Bool)(assert (= b (set.choose (as set.empty (Set Bool)))))"
      "(assert (<= 3 (set.choose (as set.empty (Set Int))) 3))"
      "(assert (<= 2.75 (set.choose (as set.empty (Set Real))) 2.75))(check-sat)";
  EXPECT_EQ(verdict(kScript, "((b true))"), "true");
}

TEST(CheckModel, AlgebraicNumbers) {
  constexpr std::string_view kRoot =
      "(declare-const x Real)(assert (and (= (* x x) 2.0) (< x 0.0)))(check-sat)";
  EXPECT_EQ(verdict(kRoot, "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 1)))"), "true");
  EXPECT_EQ(verdict(kRoot, "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))"), "false");
  EXPECT_EQ(verdict(kRoot, "((x (_ real_algebraic_number <1*x^2 + (-2), (-3/2, -5/4)>)))"), "true");
  EXPECT_EQ(verdict(kRoot, "((x (root-obj (+ (^ x 2) (- 2)) 3)))"), "unknown");
  EXPECT_EQ(verdict(kRoot, "((x (root-obj (+ (^ x 2)"),
            "bad model: m:1:5: error: the input ends within an algebraic number");
}

TEST(CheckModel, HelpersMayComeAfterTheirUse) {
  EXPECT_EQ(verdict("(declare-fun f (Int) Int)(declare-const a (Array Int Int))"
                    "(assert (and (= (f 1) 5) (= (select a 1) 5) (= (select a 2) 0)))(check-sat)",
                    "((define-fun f ((x Int)) Int (k!1 (k!0 x)))"
                    " (define-fun a () (Array Int Int) (_ as-array k!2))"
                    " (define-fun k!1 ((x Int)) Int (ite (= x 7) 5 0))"
                    " (define-fun k!0 ((x Int)) Int (ite (= x 1) 7 0))"
                    " (define-fun k!2 ((x Int)) Int (ite (= x 1) 5 0)))"),
            "true");
}

TEST(CheckModel, LambdasAreArrays) {
  EXPECT_EQ(verdict("(declare-const a (Array Int Int))(assert (= (select a 3) 4))(check-sat)",
                    "((define-fun a () (Array Int Int) (lambda ((x Int)) (+ x 1))))"),
            "true");
}

TEST(CheckModel, Z3WritesSetsAsArrays) {
  constexpr std::string_view kSet =
      "(declare-const s (Set Int))(assert (set.member 1 s))(check-sat)";
  EXPECT_EQ(
      verdict(kSet, "((define-fun s () (Set Int) (store ((as const (Set Int)) false) 1 true)))"),
      "true");
  EXPECT_EQ(verdict(kSet, "((define-fun s () (Set Int) ((as const (Set Int)) false)))"), "false");
}

TEST(CheckModel, Cvc4WritesRealsAsIntegers) {
  EXPECT_EQ(verdict("(declare-const a (Array Int Real))(assert (= (select a 3) 0.0))(check-sat)",
                    "((define-fun a () (Array Int Real) ((as const (Array Int Real)) 0)))"),
            "true");
}

// What a model says in doubtful words is no evidence.
TEST(CheckModel, DoubtfulTextsNeverAccuse) {
  // Z3 prints the six characters backslash u { 4 1 } as they are.
  constexpr std::string_view kLength =
      "(declare-const s String)(assert (= (str.len s) 6))(check-sat)";
  EXPECT_EQ(verdict(kLength, "((define-fun s () String \"\\u{41}\"))"), "unknown");
  EXPECT_EQ(verdict(kLength, "((define-fun s () String \"A\"))"), "false");
  EXPECT_EQ(verdict(kLength, "((define-fun s () String \"\\u{5c}\"))"), "false");
  EXPECT_EQ(verdict("(declare-const x Real)(assert (= (* x x) 2.0))(check-sat)",
                    "(model (approximation (and (>= x 1.4) (<= x 1.5)))"
                    " (define-fun x () Real (/ 29 20)))"),
            "unknown");
  // cvc5 prints one character beyond the alphabet as SMT-LIB writes nine.
  constexpr std::string_view kOne = "(declare-const s String)(assert (= (str.len s) 1))(check-sat)";
  for (const std::string_view large : {"\\u{93a83}", "x\\u{30000}"})
    EXPECT_EQ(verdict(kOne, fmt::format("((define-fun s () String \"{}\"))", large), 0, true),
              "unknown");
  EXPECT_EQ(verdict(kOne, "((define-fun s () String \"x\\u{2ffff}\"))", 0, true), "false");
}

// Z3 says of an element that may be anything that it is itself.
TEST(CheckModel, OpenElementsOfSequencesMayBeAnything) {
  const auto verdict_on = [](std::string_view formula, std::string_view value) {
    return verdict(fmt::format("(declare-const s (Seq Int))(assert {})(check-sat)", formula),
                   fmt::format("((define-fun s () (Seq Int) {}))", value));
  };
  constexpr std::string_view kOpen = "(seq.++ (seq.unit 7) (seq.unit (seq.nth_i s 1)))";
  EXPECT_EQ(verdict_on("(= (seq.len s) 2)", kOpen), "true");
  EXPECT_EQ(verdict_on("(= (seq.nth s 0) 7)", kOpen), "true");
  // We chose a value: what it makes false another might not.
  EXPECT_EQ(verdict_on("(= (seq.nth s 1) 12345)", kOpen), "unknown");
  // Others are not open: they need themselves.
  for (const std::string_view circular :
       {"(seq.unit (seq.nth_i s 1))", "(seq.unit (+ 1 (seq.nth_i s 0)))",
        "(seq.++ (seq.unit (seq.nth_i s 1)) (seq.unit (seq.nth_i s 0)))"})
    EXPECT_EQ(verdict_on("(= (seq.len s) 1)", circular),
              "bad model: m:1:2: error: the definition of 's' needs itself");
}

constexpr std::string_view kStreams =
    "(declare-codatatypes ((S 0)) (((c (head Int) (tail S)) (end))))"
    "(declare-const s S)(declare-const r S)";

std::string verdict_on_streams(std::string_view formula, std::string_view s,
                               std::string_view r = "end") {
  return verdict(fmt::format("{}(assert {})(check-sat)", kStreams, formula),
                 fmt::format("((define-fun s () S {})(define-fun r () S {}))", s, r));
}

// cvc5 and CVC4 name the place that a loop goes back to.
TEST(CheckModel, InfiniteValuesAreEqualIfTheirTreesAre) {
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "(c 1 cbv_S_0)"), "true");
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "(c 1 @uc_S_0)"), "true");
  EXPECT_EQ(verdict_on_streams("(= s (c 1 (c 1 s)))", "(c 1 cbv_S_0)"), "true");
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "(c 2 cbv_S_0)"), "false");
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "(c 1 end)"), "false");
  EXPECT_EQ(verdict_on_streams("(= s r)", "(c 1 cbv_S_0)", "(c 1 (c 1 (c 1 cbv_S_1)))"), "true");
  EXPECT_EQ(verdict_on_streams("(= s r)", "(c 1 (c 2 cbv_S_1))", "(c 1 (c 2 cbv_S_0))"), "false");
  EXPECT_EQ(verdict_on_streams("(= (c 2 s) (tail r))", "(c 1 (c 2 cbv_S_1))",
                               "(c 1 (c 2 (c 1 (c 2 cbv_S_3))))"),
            "true");
  EXPECT_EQ(verdict_on_streams("(= s r)", "(c 1 cbv_S_0)", "(c 1 (c 1 end))"), "false");
}

TEST(CheckModel, InfiniteValuesHaveFields) {
  constexpr std::string_view kOneTwo = "(c 1 (c 2 cbv_S_1))";
  EXPECT_EQ(verdict_on_streams("(= (head (tail (tail (tail s)))) 2)", kOneTwo), "true");
  EXPECT_EQ(verdict_on_streams("(= (tail (tail s)) s)", kOneTwo), "true");
  EXPECT_EQ(verdict_on_streams("((_ is c) (tail s))", kOneTwo), "true");
  EXPECT_EQ(verdict_on_streams("((_ is end) (tail s))", kOneTwo), "false");
  EXPECT_EQ(verdict_on_streams("(match s (((c h t) (= t (c 2 s))) (end false)))", kOneTwo), "true");
  EXPECT_EQ(verdict_on_streams("(= ((_ update tail) s (tail (tail s))) (c 1 s))", kOneTwo), "true");
  EXPECT_EQ(verdict_on_streams("(= ((_ update head) s 2) (c 2 (tail s)))", kOneTwo), "true");
  EXPECT_EQ(verdict_on_streams("(= (store ((as const (Array S Int)) 0) s 1)"
                               "   (store ((as const (Array S Int)) 0) (tail (tail s)) 1))",
                               kOneTwo),
            "true");
  EXPECT_EQ(verdict_on_streams("(> (dt.size s) 0)", kOneTwo), "unknown");
}

// As cvc5 1.0.3 prints them: constructors of all codatatypes count.
TEST(CheckModel, LoopsGoThroughSeveralCodatatypes) {
  constexpr std::string_view kMutual =
      "(declare-codatatypes ((T 0) (U 0)) (((c (l U) (r T))) ((d (m T) (q Int)))))"
      "(declare-fun x () T)(declare-fun y () U)"
      "(assert (= x (c y x)))(assert (= y (d (c (d x 5) x) 3)))(check-sat)";
  EXPECT_EQ(verdict(kMutual,
                    "((define-fun x () T (c (d (c (d cbv_T_3 5) cbv_T_2) 3) cbv_T_0))"
                    "(define-fun y () U"
                    " (d (c (d (c cbv_U_3 cbv_T_0) 5) (c cbv_U_2 cbv_T_0)) 3)))"),
            "true");
  constexpr std::string_view kParameters =
      "(declare-codatatypes ((St 1)) ((par (X) ((sc (h X) (t (St X)))))))"
      "(declare-datatypes ((P 0)) (((mk (fst (St Int)) (n Int)))))"
      "(declare-fun x () (St Int))(declare-fun p () P)"
      "(assert (= x (sc 1 (sc 2 x))))(assert (= p (mk (t (t x)) 5)))(check-sat)";
  EXPECT_EQ(verdict(kParameters,
                    "((define-fun x () (St Int)"
                    " ((as sc (St Int)) 1 ((as sc (St Int)) 2 cbv_(St Int)_1)))"
                    "(define-fun p () P"
                    " (mk ((as sc (St Int)) 1 ((as sc (St Int)) 2 |@uc_(St Int)_1|)) 5)))"),
            "true");
}

TEST(CheckModel, LoopsThatCannotBeFollowedAreUnknown) {
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "(c 1 cbv_S_1)"), "unknown");
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "(c 1 @uc_S_1)"), "unknown");
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "@uc_S_1"), "unknown");
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "(c 1 cbv_T_0)"), "unknown");
  EXPECT_EQ(verdict_on_streams("(= s (c 1 s))", "(c 1 cbv_S_99999999999999999999)"), "unknown");
}

// Values of other datatypes are finite.
TEST(CheckModel, NoOtherDatatypeHasLoops) {
  EXPECT_EQ(verdict("(declare-datatypes ((S 0)) (((c (head Int) (tail S)))))(declare-const s S)"
                    "(assert (= s (c 1 s)))(check-sat)",
                    "((define-fun s () S (c 1 cbv_S_0)))"),
            "bad model: m:1:2: error: the value of 's' contains itself, and is none of a "
            "codatatype");
  EXPECT_EQ(verdict("(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))"
                    "(declare-codatatypes ((T 0)) (((c (h Int) (t (L T))))))(declare-const s T)"
                    "(assert (= s (c 1 (cons s (as nil (L T))))))(check-sat)",
                    "((define-fun s () T (c 1 (cons cbv_T_1 (as nil (L T))))))"),
            "bad model: m:1:2: error: the value of 's' contains itself, and is none of a "
            "codatatype");
}

TEST(CheckModel, InfiniteValuesAreWrittenAsCvc5Does) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, std::string(kStreams) + "(check-sat)");
  const CheckState state = state_at(pool, parsed.script, 0);
  const Result<Model> model =
      read_model(pool, state.script, "((define-fun s () S (c 1 (c 2 (c 3 (c 2 (c 3 cbv_S_1)))))))");
  ASSERT_TRUE(model);
  EXPECT_NE(print_model(pool, *model).find("(c 2 (c 3 cbv_S_1))"), std::string::npos);
  ValuePool values;
  Evaluator evaluator(pool, values, state.script, *model, Evaluator::Missing::Undefined);
  const Term s = pool.constant(model->functions.begin()->first);
  EXPECT_EQ(print_value(pool, values, evaluator.eval(s), pool.sort(s), 1000),
            "(c 1 (c 2 (c 3 cbv_S_1)))");
}

TEST(CheckModel, QuantifiersOverLargeSorts) {
  // The body has the same value for all.
  EXPECT_EQ(verdict("(declare-fun f (Int) Int)(assert (forall ((x Int)) (> (f x) 0)))(check-sat)",
                    "((define-fun f ((x Int)) Int 3))"),
            "true");
  EXPECT_EQ(verdict("(declare-fun f (Int) Int)(assert (exists ((x Int)) (> (f x) 3)))(check-sat)",
                    "((define-fun f ((x Int)) Int 3))"),
            "false");
  // A sample decides.
  EXPECT_EQ(
      verdict("(declare-const y Int)(assert (forall ((x Int)) (> x y)))(check-sat)", "((y 0))"),
      "false");
  EXPECT_EQ(
      verdict("(declare-const y Int)(assert (exists ((x Int)) (> x y)))(check-sat)", "((y 0))"),
      "true");
  // A value that the body speaks of does, or one next to it, also for several variables.
  EXPECT_EQ(verdict("(declare-const y Int)(assert (forall ((x Int)) (distinct x y)))(check-sat)",
                    "((y 12345))"),
            "false");
  EXPECT_EQ(verdict("(assert (exists ((s String)) (str.prefixof \"AB\" s)))(check-sat)", "()"),
            "true");
  EXPECT_EQ(verdict("(assert (forall ((a Int) (b Int) (c Int) (d Int))"
                    " (distinct (+ a b c d) 78 (* 5 33))))(check-sat)",
                    "()"),
            "false");
  EXPECT_EQ(verdict("(declare-const y Real)(assert (exists ((x Real)) (< y x (+ y 2))))(check-sat)",
                    "((y (/ 1 3)))"),
            "true");
  // Neither does.
  EXPECT_EQ(verdict("(declare-const y Int)(assert (forall ((x Int)) (> (* x x) y)))(check-sat)",
                    "((y (- 1)))"),
            "unknown");
  // One variable of a small sort, one of a large one.
  EXPECT_EQ(verdict("(declare-fun f (Int) Bool)"
                    "(assert (forall ((b Bool) (x Int)) (or b (f x) (not b))))(check-sat)",
                    "((define-fun f ((x Int)) Bool (> x 3)))"),
            "true");
}

TEST(CheckModel, FunctionsAndElements) {
  constexpr std::string_view kFunctions =
      "(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(declare-const b U)"
      "(assert (and (distinct a b) (= (f a) b) (= (f b) a)))(check-sat)";
  EXPECT_EQ(verdict(kFunctions,
                    "((define-fun a () U (as @U_0 U)) (define-fun b () U (as @U_1 U))"
                    " (define-fun f ((x U)) U (ite (= x (as @U_0 U)) (as @U_1 U) (as @U_0 U))))"),
            "true");
  EXPECT_EQ(verdict(kFunctions,
                    "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
                    " (define-fun a () U U!val!0) (define-fun b () U U!val!1)"
                    " (define-fun f ((x U)) U U!val!1))"),
            "false");
}

// Z3 prints seq.nth_u once for each sort of elements.
TEST(CheckModel, OpenCasesHaveSorts) {
  constexpr std::string_view kScript =
      "(declare-sort E 0)(declare-const x (Seq E))(declare-const y (Seq E))"
      "(assert (= (seq.nth (as seq.empty (Seq Int)) 1) 0))"
      "(assert (distinct (seq.nth x 1) (seq.nth y 1)))(check-sat)";
  constexpr std::string_view kModel =
      "((declare-fun E!val!1 () E)(declare-fun E!val!0 () E)(declare-fun E!val!2 () E)"
      "(define-fun y () (Seq E) (as seq.empty (Seq E)))"
      "(define-fun x () (Seq E) (seq.unit E!val!2))"
      "(define-fun seq.nth_u ((x!0 (Seq E)) (x!1 Int)) E"
      " (ite (and (= x!0 (as seq.empty (Seq E))) (= x!1 1)) E!val!1 E!val!0))";
  EXPECT_EQ(verdict(kScript, std::string(kModel) +
                                 "(define-fun seq.nth_u ((x!0 (Seq Int)) (x!1 Int)) Int 0))"),
            "true");
  EXPECT_EQ(verdict(kScript, std::string(kModel) +
                                 "(define-fun seq.nth_u ((x!0 (Seq Int)) (x!1 Int)) Int 3))"),
            "false");
}

// CVC4 declares a constant of its own, and names the elements without declaring them.
TEST(CheckModel, DeclaredElementsMayNotBeAll) {
  const std::string model =
      "(model\n; cardinality of y is 1\n(declare-sort y 0)\n"
      "(declare-fun groundTerm_1 () y)\n(define-fun z () y @uc_y_0)\n)";
  const std::string sort = "(declare-sort y 0)(declare-const z y)";
  EXPECT_EQ(verdict(sort + "(assert (exists ((x y)) (distinct z x)))(check-sat)", model),
            "unknown");
  // What a constant is, is an element.
  EXPECT_EQ(verdict(sort + "(assert (exists ((x y)) (= z x)))(check-sat)", model), "true");
}

// The model does not say which elements there are: we may not make up another one.
TEST(CheckModel, UnknownElementsNeverAccuse) {
  for (const std::string_view body :
       {"(forall ((x U)) (= x b))", "(forall ((x (Array Int U))) (= (select x 0) b))",
        "(not (exists ((x (Pair U))) (distinct (first x) b)))"}) {
    EXPECT_EQ(verdict("(declare-sort U 0)(declare-const b U)"
                      "(declare-datatypes ((Pair 1)) ((par (T) ((pair (first T) (second T))))))"
                      "(assert " +
                          std::string(body) + ")(check-sat)",
                      "(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n"
                      "(define-fun b () U (as @U_0 U))\n)"),
              "unknown")
        << body;
  }
}

TEST(CheckModel, QuantifiersOverSmallSorts) {
  EXPECT_EQ(verdict("(declare-const x (_ BitVec 4))"
                    "(assert (forall ((y (_ BitVec 4))) (= (bvand x y) x)))(check-sat)",
                    "((x #x0))"),
            "true");
}

TEST(CheckModel, QuantifiersInsideOfConnectives) {
  EXPECT_EQ(verdict("(declare-const x Int)(define-fun q () Bool (exists ((b Bool)) b))"
                    "(assert (and (or q (forall ((b Bool)) b)) (> x 0)))(check-sat)",
                    "((x 1))"),
            "true");
}

TEST(CheckModel, DefinitionsRecursionAndMatch) {
  EXPECT_EQ(
      verdict("(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
              "(define-fun-rec sum ((l L)) Int (match l ((nil 0) ((cons h t) (+ h (sum t))))))"
              "(declare-const l L)(assert (= (sum l) 6))(check-sat)",
              "((l (cons 1 (cons 2 (cons 3 nil)))))"),
      "true");
}

TEST(CheckModel, ScopesAndAssumptions) {
  constexpr std::string_view kScopes =
      "(declare-const p Bool)(push 1)(assert p)(check-sat)(pop 1)"
      "(check-sat-assuming ((not p)))";
  EXPECT_EQ(verdict(kScopes, "((p true))", 0), "true");
  EXPECT_EQ(verdict(kScopes, "((p true))", 1), "false");
  EXPECT_EQ(verdict(kScopes, "((p false))", 1), "true");
}

// From z3's model of a benchmark of DIVER's: degrees would grow beyond any limit.
TEST(CheckModel, IrrationalNumbersOfOneField) {
  constexpr std::string_view kScript =
      "(declare-const m Real)(declare-const v Real)"
      "(assert (= 0.0 (+ (* m v v v (- 2.0)) (* m v v (- 4.0)) (* 2.0 v v v) (* m v (- 2.0)) 1.0)))"
      "(check-sat)";
  EXPECT_EQ(verdict(kScript,
                    "((define-fun v () Real (root-obj (+ (* 2 (^ x 2)) (- 1)) 2))"
                    "(define-fun m () Real (root-obj (+ (^ x 2) (* 2 x) (- 1)) 2)))"),
            "true");
  EXPECT_EQ(verdict(kScript,
                    "((define-fun v () Real (root-obj (+ (* 2 (^ x 2)) (- 1)) 2))"
                    "(define-fun m () Real (root-obj (+ (^ x 2) (- 2)) 2)))"),
            "false");
}

TEST(CheckModel, NamesTheReason) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "(declare-const x Int)\n(assert (and (> x 0) (< x 5)))(check-sat)");
  const CheckState state = state_at(pool, parsed.script, 0);
  const Result<Model> model = read_model(pool, state.script, "((x 9))");
  ASSERT_TRUE(model);
  ValuePool values;
  const ModelVerdict result = check_model(pool, values, state, *model);
  ASSERT_EQ(result.assertions.size(), 1u);
  EXPECT_EQ(result.assertions[0].assertion.place, (Place{2, 1}));
  const std::vector<Reason>& reasons = result.assertions[0].reasons;
  ASSERT_EQ(reasons.size(), 3u);
  EXPECT_EQ(print_value(pool, values, reasons[2].value, pool.sort(reasons[2].term)), "9");
}

// A character prints as the literal that Z3 reads, not as its number.
TEST(SatProof, HasAValueForEverythingThatMatters) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool,
                   "(declare-const x Int)(declare-const y Int)(declare-const z Int)"
                   "(assert (or (> x 3) (< y 5)))(check-sat)");
  const CheckState state = state_at(pool, parsed.script, 0);
  EXPECT_EQ(sat_proof(pool, state, "((define-fun x () Int 0))", true),
            "(\n(define-fun x () Int 0)\n(define-fun y () Int 0)\n)\n");
  EXPECT_EQ(sat_proof(pool, state, "((define-fun x () Int 4))", true),
            "(\n(define-fun x () Int 4)\n)\n")
      << "the value of y does not matter";
}

TEST(CheckModel, AfterACommandThatWeDoNotFollowNothingIsKnown) {
  constexpr std::string_view kModel = "((x 3) (y 7))";
  const std::string before = "(declare-const x Int)(declare-const y Int)(assert (= (+ x y) 10))";
  EXPECT_EQ(verdict(before + "(assert-not (> x 0))(check-sat)", kModel), "unknown");
  EXPECT_EQ(verdict(before + "(check-sat)(block-model :values)(check-sat)", kModel), "true");
  EXPECT_EQ(verdict(before + "(check-sat)(block-model :values)(check-sat)", kModel, 1), "unknown");
  EXPECT_EQ(verdict("(block-model :values)(reset)" + before + "(check-sat)", kModel), "true");
  EXPECT_EQ(verdict(before + "(get-info :name)(echo \"x\")(check-sat)", kModel), "true");
}

TEST(PrintModel, ReadsAsTheSameModel) {
  for (const auto& [script, text] :
       {std::pair{kAll,
                  "((define-fun-rec f ((z Int)) Int (ite (= z 0) 4 (f (- z 1))))"
                  "(define-fun x () Int (f 9)))"},
        {kAll, "((declare-fun e () U)(define-fun u () U e)(define-fun x () Int 4))"},
        {"(declare-sort U 0)(declare-const u U)(assert (= u u))(check-sat)", "((u @U_7))"}}) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, script);
    const CheckState state = state_at(pool, parsed.script, 0);
    const Result<Model> model = read_model(pool, state.script, text);
    ASSERT_TRUE(model) << text;
    const std::string printed = print_model(pool, *model);
    const Result<Model> again = read_model(pool, state.script, printed, true);
    ASSERT_TRUE(again) << printed << again.error().message;
    EXPECT_EQ(print_model(pool, *again), printed);
    ValuePool values;
    EXPECT_EQ(check_model(pool, values, state, *again).verdict, Verdict::True) << printed;
  }
}

TEST(PrintValue, WritesCharacters) {
  Pool pool;
  const Result<Term> term = parse_term(pool, "(char.from_bv (_ bv65 18))");
  ASSERT_TRUE(term);
  ValuePool values;
  const Script script;
  const Model model;
  Evaluator evaluator(pool, values, script, model, Evaluator::Missing::Undefined);
  EXPECT_EQ(print_value(pool, values, evaluator.eval(*term), kChar), "(_ Char 65)");
}

TEST(Evaluator, EvaluatesOnlyWhatIsNew) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, "(declare-const x Int)");
  const Result<Model> model = read_model(pool, parsed.script, "((x 2))");
  ASSERT_TRUE(model);
  ValuePool values;
  Evaluator evaluator(pool, values, parsed.script, *model, Evaluator::Missing::Undefined);
  const ParsedScript more =
      parse_script(pool, "(define-fun a () Int (+ 1 (* 2 3)))(define-fun b () Int (+ 5 (* 2 3)))");
  EXPECT_EQ(evaluator.eval(more.script.commands[0].definitions[0].body), Value::integer(7));
  EXPECT_EQ(evaluator.eval(more.script.commands[1].definitions[0].body), Value::integer(11));
}

// A call with many arguments and a large value take longer than others.
TEST(Evaluator, StepsAreWhatTakesTime) {
  std::string params, args;
  for (int i = 0; i < 1000; ++i) {
    params += fmt::format("(x{} Int)", i);
    args += " 0";
  }
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "(define-fun f (" + params + ") Int x0)(assert (= 0 (f" + args +
                             ")))(assert (= 100001 (str.len (str.++ \"" +
                             std::string(100'000, 'a') + "\" \"b\"))))(check-sat)");
  const CheckState state = state_at(pool, parsed.script, 0);
  const Model model;
  ValuePool values;
  Evaluator evaluator(pool, values, state.script, model, Evaluator::Missing::Undefined);
  EXPECT_EQ(evaluator.eval(state.assertions[0].term), Value::boolean(true));
  EXPECT_GE(evaluator.steps(), 1000u);
  EXPECT_LE(evaluator.steps(), 2000u);
  EXPECT_EQ(evaluator.eval(state.assertions[1].term), Value::boolean(true));
  EXPECT_GE(evaluator.steps(), 6000u);
}

TEST(CheckModel, StepsAreOfAllAssertionsTogether) {
  Pool pool;
  std::string script = "(declare-const x Int)";
  for (int i = 0; i < 100; ++i) script += fmt::format("(assert (> x {}))", i);
  const ParsedScript parsed = parse_script(pool, script + "(check-sat)");
  const CheckState state = state_at(pool, parsed.script, 0);
  const Result<Model> model = read_model(pool, state.script, "((x 1000))");
  ASSERT_TRUE(model);
  ValuePool values;
  EXPECT_EQ(check_model(pool, values, state, *model).verdict, Verdict::True);
  EXPECT_EQ(check_model(pool, values, state, *model, 50).verdict, Verdict::Unknown);
}

// A hundred thousand strings, each longer by a little; a number that squares itself seventy times.
TEST(Evaluator, ValuesThatOutgrowTheMemoryAreUnsupported) {
  std::string open, close;
  for (int i = 0; i < 100'000; ++i) {
    open += "(str.++ \"0123456789\" ";
    close += ")";
  }
  std::string squared = "x70";
  for (int i = 70; i > 0; --i) {
    const std::string one = "x" + std::to_string(i);
    const std::string before = i == 1 ? "n" : "x" + std::to_string(i - 1);
    squared = "(let ((" + one + " (* " + before + " " + before + "))) " + squared + ")";
  }
  EXPECT_EQ(verdict("(declare-const s String)(assert (= s " + open + "s" + close + "))(check-sat)",
                    "((s \"\"))"),
            "unknown");
  EXPECT_EQ(verdict("(declare-const n Int)(assert (= n " + squared + "))(check-sat)", "((n 3))"),
            "unknown");
}

}  // namespace
}  // namespace pg
