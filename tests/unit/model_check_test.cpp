#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/check.h"
#include "model/print_value.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// The verdict on a model at the check-sat with that number (from 0), in one word.
std::string verdict(std::string_view script, std::string_view model, size_t check = 0) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, script);
  if (!parsed.errors.empty()) return "bad script: " + parsed.errors[0].message;
  const CheckState state = state_at(pool, parsed.script, check);
  const Result<Model> read = read_model(pool, state.script, model);
  if (!read) return "bad model: " + format_error("m", read.error());
  ValuePool values;
  switch (check_model(pool, values, state, *read).verdict) {
    case Verdict::True:
      return "true";
    case Verdict::False:
      return "false";
    case Verdict::Unknown:
      return "unknown";
  }
  return "";
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

TEST(CheckModel, WhatTheModelLeavesOutNeverAccuses) {
  // Under the default y = 0 the sum is wrong, but another y would do.
  EXPECT_EQ(verdict(kSum, "((x 3))"), "unknown");
  EXPECT_EQ(verdict(kSum, "((x 10))"), "true");
  // Here y does not matter.
  EXPECT_EQ(verdict("(declare-const x Int)(declare-const y Int)(assert (and (> x 0) (= y y)))",
                    "((x 0))"),
            "false");
}

TEST(CheckModel, OpenCasesAreTheModelsOrNobodys) {
  constexpr std::string_view kDivision = "(declare-const x Int)(assert (= (div x 0) 7))(check-sat)";
  EXPECT_EQ(verdict(kDivision, "((define-fun x () Int 1))"), "unknown");
  EXPECT_EQ(
      verdict(kDivision, "((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int 7))"),
      "true");
  EXPECT_EQ(
      verdict(kDivision, "((define-fun x () Int 1) (define-fun div0 ((a Int) (b Int)) Int 8))"),
      "false");
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

TEST(CheckModel, QuantifiersOverSmallSorts) {
  EXPECT_EQ(verdict("(declare-const x (_ BitVec 4))"
                    "(assert (forall ((y (_ BitVec 4))) (= (bvand x y) x)))(check-sat)",
                    "((x #x0))"),
            "true");
  EXPECT_EQ(
      verdict("(declare-const x Int)(assert (forall ((y Int)) (> y x)))(check-sat)", "((x 0))"),
      "unknown");
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

}  // namespace
}  // namespace pg
