#include "mutate/value.h"

#include <array>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/models.h"
#include "base/input.h"
#include "mutate/holes.h"
#include "mutate/monitors.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/paths.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// Records what it is asked, and answers by a text.
class FakeModels final : public ModelSource {
 public:
  std::optional<Model> model(Pool& pool, const Script& script, uint64_t number) override {
    asked.push_back(print_script(pool, script, test::kPlain));
    numbers.push_back(number);
    if (answers.empty()) return {};
    Result<Model> read = read_model(pool, script, answers[(asked.size() - 1) % answers.size()]);
    EXPECT_TRUE(read);
    return read ? std::optional(*read) : std::nullopt;
  }
  std::vector<std::string> asked;
  std::vector<uint64_t> numbers;
  std::vector<std::string> answers;
};

class Mutants {
 public:
  Mutants(std::string_view text, std::string_view variant, ModelSource* models, uint64_t rng = 1) {
    const ParsedScript parsed = parse_script(pool, text);
    EXPECT_EQ(test::lines(parsed.errors), "") << text;
    script = parsed.script;
    const Result<ValueOptions> options = read_value_options(variant);
    EXPECT_TRUE(options) << variant;
    const Seed seed{.script = script, .answers = Answers(1), .models = models};
    Result<std::unique_ptr<Mutator>> made = start_value(pool, seed, *options, Rng(rng));
    if (made)
      mutator = std::move(*made);
    else
      why = made.error().message;
  }
  std::string print(const Mutant& mutant) {
    return print_script(pool, script_of(pool, mutator->base(), mutant), test::kPlain);
  }

  Pool pool;
  Script script;
  std::unique_ptr<Mutator> mutator;
  std::string why;
};

std::vector<std::string> holes_of(std::string_view text, bool split = false) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  EXPECT_EQ(test::lines(parsed.errors), "") << text;
  Vocabulary vocabulary(pool, parsed.script, {});
  const Script script = split ? with_bodies_in_place(pool, parsed.script,
                                                     functions_with_literals(pool, parsed.script))
                              : parsed.script;
  const std::vector<Formula> formulas = formulas_with_literals(pool, script, 0);
  std::vector<std::string> found;
  for (const Hole& hole : find_holes(pool, script, formulas, vocabulary, split, Rng(1)).list)
    found.push_back(print_term(pool, hole.literal));
  return found;
}

// The conditions that are watched, with holes as pg0, pg1, ...
// All of them: they are enforced at once.
std::vector<std::string> monitors_of(std::string_view text, const std::string& variant) {
  FakeModels models;
  Mutants mutants(text, variant + ",MULTIEF1000", &models);
  if (!mutants.mutator) return {mutants.why};
  mutants.mutator->mutate(1);
  std::vector<std::string> found;
  std::string_view script = models.asked.at(0);
  while (!script.empty()) {
    const size_t end = std::min(script.find('\n'), script.size());
    std::string_view line = script.substr(0, end);
    script.remove_prefix(std::min(end + 1, script.size()));
    if (!line.starts_with("(assert (= pg")) continue;
    line.remove_prefix(line.find(' ', 11) + 1);
    found.emplace_back(line.substr(0, line.size() - 2));
  }
  return found;
}

TEST(ValueHoles, AreLiteralsWhereATermCanStand) {
  EXPECT_THAT(holes_of("(declare-const x Int)(assert (or (< x 7) (> x (- 1))))"),
              ElementsAre("7", "1"));
  EXPECT_THAT(holes_of("(declare-const x Real)(assert (= x (/ 1.0 3.0)))"),
              ElementsAre("1.0", "3.0"));
  EXPECT_THAT(holes_of("(declare-const p Bool)(assert (= p true))"), ElementsAre("true"));
  EXPECT_THAT(holes_of("(declare-const s String)(assert (= s \"a\"\"b\"))"),
              ElementsAre("\"a\"\"b\""));
  EXPECT_THAT(
      holes_of("(declare-const f Float32)(assert (fp.lt f (fp #b0 #x7f #b0"
               "0000000000000000000000)))(assert (= f (_ +oo 8 24)))"
               "(assert (= f (fp.add RTZ f ((_ to_fp 8 24) RNE 0.5))))"),
      ElementsAre("(fp #b0 #x7f #b00000000000000000000000)", "(_ +oo 8 24)", "RTZ", "RNE", "0.5"));
}

TEST(ValueTraps, NumeralsThatAreNoTermsStay) {
  EXPECT_THAT(holes_of("(set-logic ALL)(declare-const a (_ BitVec 16))(push 1)"
                       "(assert (= ((_ extract 7 0) a) (_ bv10 8)))"
                       "(assert (str.in_re \"aa\" ((_ re.loop 1 3) (str.to_re \"a\"))))"
                       "(assert (! (= a #x0001) :weight 5))"),
              ElementsAre("(_ bv10 8)", "\"aa\"", "\"a\"", "#x0001"));
}

TEST(ValueTraps, WhatSolversTakeOnlyLiteralsForStays) {
  EXPECT_THAT(holes_of("(declare-const s String)(assert (str.in_re s (re.range \"a\" \"z\")))"),
              ElementsAre());
  EXPECT_THAT(holes_of("(declare-const a (Array Int Int))"
                       "(assert (= a (store ((as const (Array Int Int)) 0) 1 2)))"),
              ElementsAre("1", "2"));
}

constexpr const char* kCalls =
    "(define-fun f ((x Int)) Int (+ x 3))(define-fun g ((x Int)) Int (f (f x)))"
    "(define-fun unused () Int 9)(declare-const y Int)(assert (< (g y) (f 7)))(check-sat)";

TEST(ValueHoles, AreInBodiesOfFunctionsOnce) {
  EXPECT_THAT(holes_of(kCalls), ElementsAre("3", "7"));
  EXPECT_THAT(
      holes_of("(define-fun f () Bool (! (< 1 2) :named n))(assert (and f true))(check-sat)"),
      ElementsAre("1", "2", "true"));
}

TEST(ValueHoles, SplitTheyAreThereForEachCall) {
  EXPECT_THAT(holes_of(kCalls, true), UnorderedElementsAre("3", "3", "3", "7"));
  EXPECT_THAT(
      holes_of("(define-fun f () Bool (! (< 1 2) :named n))(assert (and f true))(check-sat)", true),
      ElementsAre("1", "2", "true"))
      << "a name must not be there twice";
}

// Fifteen literals, each of them in what uses all those before it twice.
std::string doubling() {
  std::string text = "(declare-const x Int)(assert (let ((v0 (+ x 100 (* x x x x x x)))) ";
  for (int i = 1; i < 15; ++i)
    text += "(let ((v" + std::to_string(i) + " (+ v" + std::to_string(i - 1) + " (* v" +
            std::to_string(i - 1) + " " + std::to_string(100 + i) + ")))) ";
  return text + "(= v14 x)" + std::string(15, ')') + ")(check-sat)";
}

TEST(ValueHoles, AreAsManyAsLiteralsAreWritten) {
  EXPECT_EQ(holes_of(doubling()).size(), 15u);
  EXPECT_GT(holes_of(doubling(), true).size(), 300u);
}

TEST(ValueHoles, AreLiteralsOfTheirOwnInShortTermsThatAreWrittenTwice) {
  EXPECT_THAT(holes_of("(declare-const x Int)(assert (or (< x 3) (not (< x 3))))"),
              ElementsAre("3", "3"));
}

// None is left out for being written late.
TEST(ValueHoles, OfVeryManyAnySomeAreTaken) {
  std::string text = "(declare-const x Int)(assert (or";
  for (int i = 0; i < 1000; ++i) text += " (= x " + std::to_string(i) + ")";
  const std::vector<std::string> found = holes_of(text + "))");
  EXPECT_EQ(found.size(), 400u);
  EXPECT_GT(std::stoi(found.back()), 900);
}

TEST(ValueHoles, ChangeEverywhereTheyAreUsed) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 5) (define-fun pg1 () Int 8))"};
  Mutants mutants(kCalls, "SKOLU", &models);
  const std::optional<Mutant> mutant = mutants.mutator->mutate(1);
  ASSERT_TRUE(mutant);
  EXPECT_THAT(models.asked.at(0), HasSubstr("(declare-const pg0 Int)\n(declare-const pg1 Int)\n"
                                            "(define-fun f ((x Int)) Int (+ x pg0))\n"));
  EXPECT_EQ(mutants.print(*mutant),
            "(define-fun f ((x Int)) Int (+ x 5))\n(define-fun g ((x Int)) Int (f (f x)))\n"
            "(define-fun unused () Int 9)\n(declare-const y Int)\n"
            "(assert (< (g y) (f 8)))\n(check-sat)\n");
}

TEST(ValueHoles, MutantsAreNotLargerThanTheSeed) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 5))"};
  Mutants mutants(doubling(), "SKOLU", &models);
  const std::optional<Mutant> mutant = mutants.mutator->mutate(1);
  ASSERT_TRUE(mutant);
  Pool& pool = mutants.pool;
  const std::string seed = print_script(pool, mutants.script);
  EXPECT_LT(print_script(pool, script_of(pool, mutants.mutator->base(), *mutant)).size(),
            2 * seed.size());
}

TEST(ValueTraps, BodiesOfRecursiveFunctionsStay) {
  EXPECT_THAT(holes_of("(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (f (- n 1))))"
                       "(assert (> (f 3) 0))"),
              ElementsAre("3", "0"));
}

TEST(ValueMonitors, AreAllFormulas) {
  EXPECT_THAT(monitors_of("(declare-const x Int)(assert (or (> x 1) (< x 2)))", "SKOLU"),
              UnorderedElementsAre("(or (> x pg0) (< x pg1))", "(> x pg0)", "(< x pg1)"));
  EXPECT_THAT(monitors_of("(declare-const x Int)(assert (or (> x 1) (< x 2)))", "LEAFOPT"),
              UnorderedElementsAre("(> x pg0)", "(< x pg1)"));
}

TEST(ValueMonitors, HaveDomainsOfEverySort) {
  EXPECT_THAT(monitors_of("(declare-const x Int)(assert (> x 2))", "ADOMAIN"),
              UnorderedElementsAre("(> x pg0)", "(= x 0)", "(< x 0)", "(> x 0)", "(= pg0 0)",
                                   "(< pg0 0)", "(> pg0 0)"));
  EXPECT_THAT(monitors_of("(declare-const x Int)(assert (> (+ x 1) 2))", "ADOMAINE"),
              Contains("(< (+ x pg0) 0)"));
  EXPECT_THAT(monitors_of("(declare-const b (_ BitVec 4))(assert (= b #x1))", "ADOMAIN"),
              Contains("(bvslt b (_ bv0 4))"));
  EXPECT_THAT(monitors_of("(declare-const m RoundingMode)(assert (= m RNE))", "ADOMAIN"),
              Contains("(= m RTZ)"));
  EXPECT_THAT(monitors_of("(declare-const f Float16)(assert (= f (_ NaN 5 11)))", "ADOMAIN"),
              Contains("(and (fp.lt (_ +zero 5 11) f) (fp.lt f (_ +oo 5 11)))"));
  EXPECT_THAT(monitors_of("(declare-const s String)(assert (= s \"x\"))", "ADOMAIN"),
              Contains("(= s \"\")"));
}

TEST(ValueMonitors, RelateHoles) {
  const std::vector<std::string> found =
      monitors_of("(declare-const x Int)(assert (or (> x 1) (< x 2)))", "RELC3");
  EXPECT_EQ(found.size(), 3u + 5u);
  EXPECT_THAT(monitors_of("(declare-const x Int)(assert (or (> x 1) (< x 2)))", "RELC1"),
              ::testing::SizeIs(3));
}

TEST(ValueMonitors, RelateIntegersWithRealsAndBitVectorsByTheirOrder) {
  EXPECT_THAT(monitors_of("(declare-const x Int)(declare-const y Real)"
                          "(assert (or (> x 1) (< y 2.5)))",
                          "RELC3"),
              ::testing::IsSupersetOf(
                  {::testing::AnyOf("(< (to_real pg0) pg1)", "(< pg1 (to_real pg0))")}));
  const std::vector<std::string> found =
      monitors_of("(declare-const b (_ BitVec 4))(assert (or (= b #x1) (= b #x2)))", "RELC2");
  EXPECT_THAT(found, Contains(HasSubstr("(bvult pg")));
  EXPECT_THAT(found, Contains(HasSubstr("(bvsgt pg")));
}

TEST(ValueMonitors, LeavesHaveNoFormulaInsideAtAnyDepth) {
  EXPECT_THAT(monitors_of("(declare-const x Int)(assert (< (+ (ite (> x 1) 2 3) x) 4))", "LEAFOPT"),
              ElementsAre("(> x pg0)"));
}

TEST(ValueMonitors, EachQuantifierHasConstantsOfItsOwn) {
  const std::vector<std::string> found =
      monitors_of("(assert (and (exists ((x Int)) (> x 3)) (forall ((x Int)) (< x 4))))", "SKOLU");
  EXPECT_THAT(found,
              UnorderedElementsAre("(and (> pg2 pg0) (< pg3 pg1))", "(> pg2 pg0)", "(< pg3 pg1)"));
}

TEST(ValueMonitors, NoQuantifierStaysThatIsToGo) {
  for (const std::string& each :
       monitors_of("(declare-fun p (Int) Bool)"
                   "(assert (not (forall ((x Int)) (! (exists ((y Int)) (and (p y) (> x y 3)))"
                   " :pattern ((p x))))))",
                   "SKOLU"))
    EXPECT_THAT(each, Not(::testing::AnyOf(HasSubstr("forall"), HasSubstr("exists"),
                                           HasSubstr("pattern"))));
}

TEST(ValueMonitors, BoundVariablesHaveDomains) {
  EXPECT_THAT(monitors_of("(assert (exists ((x Int)) (> x 3)))", "ADOMAIN"),
              ::testing::IsSupersetOf({"(= pg1 0)", "(< pg1 0)", "(> pg1 0)"}));
}

TEST(ValueMonitors, TakeQuantifiersApartOrCopyThem) {
  constexpr const char* kForall = "(assert (forall ((x Int)) (or (> x 3) (> x 4))))";
  constexpr const char* kExists = "(assert (exists ((x Int)) (or (> x 3) (> x 4))))";
  EXPECT_THAT(monitors_of(kForall, "SKOLU"), Contains("(> pg2 pg1)"));
  EXPECT_THAT(monitors_of(kForall, "SKOLE"), Contains("(forall ((x Int)) (> x pg1))"));
  EXPECT_THAT(monitors_of(kExists, "SKOLE"), Contains("(> pg2 pg1)"));
  EXPECT_THAT(monitors_of(kExists, "NOSKOLE"), Contains("(exists ((x Int)) (> x pg1))"));
}

TEST(ValueTraps, LetsAreInlined) {
  EXPECT_THAT(monitors_of("(assert (let ((x 8)) (and (< x 3) (< x 4))))", "SKOLU"),
              Contains("(< pg0 pg1)"));
}

TEST(ValueTraps, TheSkeletonOfAMixedLogicIsInAll) {
  FakeModels models;
  Mutants mutants("(set-logic QF_SLIA)(declare-const x Int)(assert (< (* 3 x) 7))(check-sat)",
                  "BLENDB", &models);
  mutants.mutator->mutate(1);
  EXPECT_THAT(models.asked.at(0), HasSubstr("(set-logic ALL)"));
}

TEST(ValueTraps, TheSkeletonHasALogicThatHolesFitIn) {
  FakeModels models;
  Mutants mutants("(set-logic QF_LIA)(declare-const x Int)(assert (< (* 3 x) 7))(check-sat)",
                  "BLENDB", &models);
  mutants.mutator->mutate(1);
  EXPECT_THAT(models.asked.at(0), HasSubstr("(set-logic QF_NIA)"));
  models.answers = {"((define-fun pg0 () Int 5) (define-fun pg1 () Int (- 1)))"};
  const std::optional<Mutant> mutant = mutants.mutator->mutate(2);
  ASSERT_TRUE(mutant);
  EXPECT_EQ(mutants.print(*mutant),
            "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< (* 5 x) (- 1)))\n(check-sat)\n");
}

TEST(ValueTraps, TheLogicStaysLinearWhereNoHoleIsAFactor) {
  FakeModels models;
  Mutants mutants("(set-logic QF_IDL)(declare-const x Int)(assert (< (- x 3) 7))(check-sat)",
                  "BLENDB", &models);
  mutants.mutator->mutate(1);
  EXPECT_THAT(models.asked.at(0), HasSubstr("(set-logic QF_LIA)"));
}

// A solver has no more to think about than what it is asked for.
TEST(ValueMonitors, OnlyThoseThatAreEnforcedAreAsked) {
  FakeModels models;
  Mutants mutants("(declare-const x Int)(assert (or (> x 1) (< x 2)))(check-sat)", "SKOLU",
                  &models);
  mutants.mutator->mutate(1);
  EXPECT_EQ(std::ranges::count(models.asked.at(0), '='), 1);
}

// A recipe leaves out what is the default.
TEST(ValueOptionsOfNames, TheDefaultIsWhatItsNameSays) {
  EXPECT_EQ(*read_value_options(ValueOptions().variant), ValueOptions());
}

// The model of one query is worth several mutants, also where its own values are old.
TEST(ValueSamples, ValuesThatWereThereBeforeAreSampledFrom) {
  size_t made = 0;
  for (uint64_t rng = 1; rng <= 20; ++rng) {
    FakeModels models;
    models.answers = {"((define-fun x () Int 9) (define-fun pg0 () Int 3))"};
    Mutants mutants("(declare-const x Int)(assert (> x 3))(check-sat)", "SKOLU,SAMPLES4", &models,
                    rng);
    // The solver gives the seed back, which holds where the assertion is to be true.
    made += mutants.mutator->mutate(1) && models.asked.size() == 1;
  }
  EXPECT_GT(made, 5u);
}

TEST(ValueTraps, TheNegationIsThatOfAllAssertions) {
  FakeModels models;
  Mutants mutants("(declare-const p Bool)(assert (or p false))(assert (not p))(check-sat)", "CPOG",
                  &models);
  for (uint64_t number = 1; number <= 8; ++number) mutants.mutator->mutate(number);
  std::string all;
  for (const std::string& script : models.asked) all += script;
  EXPECT_THAT(all, HasSubstr("(assert (or (not (or p pg0)) (not (not p))))"));
  EXPECT_THAT(all, HasSubstr("(assert (or p pg0))\n(assert (not p))\n"));
}

TEST(ValueEnforcement, TheFormulaAndItsNegationAreAskedForTheSameGoals) {
  FakeModels models;
  Mutants mutants("(declare-const x Int)(assert (< x 3))(check-sat)", "CPOG", &models);
  for (uint64_t number = 1; number <= 2; ++number) mutants.mutator->mutate(number);
  ASSERT_EQ(models.asked.size(), 2u);
  size_t negations = 0;
  for (std::string& script : models.asked) {
    const size_t with = script.find("(assert (not (< x pg0)))\n");
    if (with != script.npos) ++negations;
    script.erase(with != script.npos ? with : script.find("(assert (< x pg0))\n"));
  }
  EXPECT_EQ(negations, 1u);
  EXPECT_EQ(models.asked[0], models.asked[1]);
}

TEST(ValueEnforcement, AppendsNothingThatIsDeclaredLater) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 4)(define-fun later () Int 0))",
                    "((define-fun pg0 () Int 5)(define-fun later () Int 9))"};
  Mutants mutants("(declare-const x Int)(assert (< x 3))(declare-const later Int)(check-sat)",
                  "EFFINAL,ADOMAIN", &models);
  size_t made = 0;
  for (uint64_t number = 1; number <= 20; ++number)
    if (const auto mutant = mutants.mutator->mutate(number)) {
      ++made;
      Pool other;
      EXPECT_EQ(test::lines(parse_script(other, mutants.print(*mutant)).errors), "");
    }
  EXPECT_GT(made, 10u);
}

TEST(ValueEnforcement, OneQueryWishesForAllThatIsOpen) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 4)(define-fun x () Int 9))"};
  Mutants mutants("(declare-const x Int)(assert (or (> x 1) (< x 2)))(check-sat)", "MAXSAT",
                  &models);
  EXPECT_TRUE(mutants.mutator->mutate(1));
  ASSERT_EQ(models.asked.size(), 1u);
  size_t wishes = 0;
  for (size_t at = 0; (at = models.asked[0].find("(assert-soft ", at)) != std::string::npos; ++at)
    ++wishes;
  EXPECT_EQ(wishes, 3u);
}

TEST(ValueEnforcement, WhereNobodyGrantsWishesGoalsAreEnforced) {
  FakeModels models;
  Mutants mutants("(declare-const x Int)(assert (> x 1))(check-sat)", "MAXSAT", &models);
  mutants.mutator->mutate(1);
  ASSERT_EQ(models.asked.size(), 2u);
  EXPECT_THAT(models.asked[1], Not(HasSubstr("assert-soft")));
}

// After a model, values around it that hold are found without a solver.
TEST(ValueEnforcement, ValuesAreDrawnBeforeASolverIsAsked) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 4)(define-fun x () Int 2))"};
  Mutants mutants("(declare-const x Int)(assert (> x 1))(check-sat)", "SKOLU,SAMPLES2", &models);
  size_t made = 0;
  for (uint64_t number = 1; number <= 40; ++number) made += mutants.mutator->mutate(number) ? 1 : 0;
  EXPECT_GT(made, 35u);
  EXPECT_LT(models.asked.size(), 5u);
}

// The model makes pg0 a divisor of zero, which the mutant cannot have: its literal stays.
TEST(ValueCoverage, IsOfTheMutantsOwnLiterals) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 0)(define-fun pg1 () Int 7)(define-fun x () Int 0))"};
  Mutants mutants("(set-logic QF_LIA)(declare-const x Int)(assert (< (div x 4) 9))(check-sat)",
                  "ADOMAIN", &models);
  ASSERT_TRUE(mutants.mutator->mutate(1));
  const Tally tally = mutants.mutator->tally();
  // (< (div x 4) 7), x = 0, and of 4 and 7 that they are positive: each of ten conditions has one
  // value, as with the model, but pg0 = 0 is false and pg0 > 0 is true.
  EXPECT_EQ(tally.goals, 20u);
  EXPECT_EQ(tally.covered, 10u);
  models.answers = {"((define-fun pg0 () Int 3)(define-fun pg1 () Int 8)(define-fun x () Int 0))"};
  mutants.mutator->mutate(2);
  EXPECT_EQ(mutants.mutator->tally().covered, 10u) << "nothing new is true or false";
}

TEST(ValueTraps, ValuesThatAreNoLiteralsAreNotTaken) {
  FakeModels models;
  models.answers = {
      "((define-fun pg0 () Real (root-obj (+ (^ x 2) (- 2)) 1)) (define-fun pg1 () Real 4.0))"};
  Mutants mutants("(declare-const x Real)(assert (< x 3.0))(assert (> x 5.0))(check-sat)", "SKOLU",
                  &models);
  const std::optional<Mutant> mutant = mutants.mutator->mutate(1);
  ASSERT_TRUE(mutant);
  ASSERT_EQ(mutant->steps.size(), 1u);
  EXPECT_EQ(print_term(mutants.pool, mutant->steps[0].after), "4.0");
}

TEST(ValueTraps, ALogicWithoutMinusHasNoNegativeNumbers) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () RoundingMode RTZ) (define-fun pg1 () Real (- 2.0)))"};
  Mutants mutants(
      "(set-logic QF_FP)(declare-const x Float32)"
      "(assert (fp.lt x ((_ to_fp 8 24) RNE 0.5)))(check-sat)",
      "SKOLU", &models);
  const std::optional<Mutant> mutant = mutants.mutator->mutate(1);
  ASSERT_TRUE(mutant);
  EXPECT_THAT(mutants.print(*mutant), HasSubstr("((_ to_fp 8 24) RTZ 0.5)"));
}

TEST(ValueLiterals, FloatsOfALogicWithoutBitVectorsAreFinite) {
  constexpr const char* kFloat =
      "(set-logic QF_FP)(declare-const x Float16)(assert (fp.lt x (_ +oo 5 11)))(check-sat)";
  FakeModels models;
  models.answers = {"((define-fun pg0 () Float16 (fp #b0 #b01111 #b0000000001)))"};
  Mutants mutants(kFloat, "SKOLU", &models);
  const std::optional<Mutant> mutant = mutants.mutator->mutate(1);
  ASSERT_TRUE(mutant);
  EXPECT_THAT(mutants.print(*mutant), HasSubstr("(fp #b0 #b01111 #b0000000001)"));
  Mutants random(kFloat, "RBASE", nullptr);
  EXPECT_TRUE(random.mutator->mutate(1));
}

TEST(ValueLiterals, TheBaselineChangesRealsOfLogicsWithoutIntegers) {
  for (const char* logic : {"QF_LRA", "QF_RDL", "QF_UFLRA"}) {
    Mutants mutants(
        std::string("(set-logic ") + logic + ")(declare-const x Real)(assert (< x 0.5))(check-sat)",
        "RBASE", nullptr);
    for (uint64_t number = 1; number <= 20; ++number) {
      const std::optional<Mutant> mutant = mutants.mutator->mutate(number);
      ASSERT_TRUE(mutant) << logic;
      EXPECT_THAT(mutants.print(*mutant), Not(HasSubstr("to_real")));
    }
  }
  Mutants mutants(
      "(set-logic QF_FP)(declare-const x Float32)"
      "(assert (fp.lt x ((_ to_fp 8 24) RNE 0.5)))(check-sat)",
      "RBASE", nullptr);
  std::string all;
  for (uint64_t number = 1; number <= 20; ++number)
    if (const auto mutant = mutants.mutator->mutate(number)) {
      all += mutants.print(*mutant);
      EXPECT_THAT(mutants.print(*mutant), Not(HasSubstr("(- ")));
    }
  EXPECT_THAT(all, ::testing::ContainsRegex("[0-9][0-9][0-9]\\.[0-9]+\\)"));
}

// What z3 4.8.12, cvc5 1.0.3 and cvc4 1.8 read in QF_LRA.
TEST(ValueLiterals, FactorsOfLinearLogicsAreAnyNumbers) {
  struct Row {
    const char* term;
    const char* value;
    const char* mutant;
  };
  for (const Row& row : std::vector<Row>{
           {"(* 5.0 x)", "(- 3.0)", "(* (- 3.0) x)"},
           {"(* 5.0 x)", "0.0", "(* 0.0 x)"},
           {"(* 5.0 x)", "(/ 1.0 3.0)", "(* (/ 1.0 3.0) x)"},
           {"(* 5.0 x)", "(- (/ 1.0 3.0))", "(* (- (/ 1.0 3.0)) x)"},
           {"(* (- 5.0) x)", "(- 3.0)", "(* (- (- 3.0)) x)"},
           {"(* (- 5.0) x)", "(/ 1.0 3.0)", ""},
           {"(* (- 5.0) x)", "(/ 1.0 4.0)", "(* (- 0.25) x)"},
           {"(* (/ 1.0 (- y)) x)", "(- 3.0)", "(* (/ (- 3.0) (- y)) x)"},
           {"(* (/ y (- 1.0)) x)", "3.0", "(* (/ y (- 3.0)) x)"},
           {"(* (/ y (- 1.0)) x)", "(- 3.0)", ""},
           {"(/ x 5.0)", "(- 3.0)", "(/ x (- 3.0))"},
           {"(/ x 5.0)", "0.0", ""},
       }) {
    FakeModels models;
    models.answers = {std::string("((define-fun pg0 () Real ") + row.value + "))"};
    Mutants mutants(
        std::string("(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)(assert (< x ") +
            row.term + "))(check-sat)",
        "SKOLU", &models);
    const std::optional<Mutant> mutant = mutants.mutator->mutate(1);
    EXPECT_EQ(mutant.has_value(), std::string(row.mutant) != "") << row.term << row.value;
    if (mutant) {
      EXPECT_THAT(mutants.print(*mutant), HasSubstr(row.mutant));
    }
  }
}

TEST(ValueTraps, QuotientsOfLinearLogicsHaveNoQuotientsInside) {
  FakeModels models;
  models.answers = {
      "((define-fun pg0 () Real (/ 1 3)) (define-fun pg1 () Real 0.0) (define-fun pg2 () Real "
      "7.0))"};
  Mutants mutants(
      "(set-logic QF_LRA)(declare-const x Real)"
      "(assert (< (/ 2.0 (- 3.0)) (* 5.0 x)))(check-sat)",
      "SKOLU", &models);
  const std::optional<Mutant> mutant = mutants.mutator->mutate(1);
  ASSERT_TRUE(mutant);
  EXPECT_THAT(mutants.print(*mutant), HasSubstr("(< (/ 2.0 (- 3.0)) (* 7.0 x))"));
}

TEST(ValueTraps, AnOldStatusIsNotInTheWay) {
  FakeModels models;
  Mutants mutants("(set-info :status unsat)(declare-const x Int)(assert (< x 3))(check-sat)",
                  "SKOLU", &models);
  mutants.mutator->mutate(1);
  EXPECT_THAT(models.asked.at(0), Not(HasSubstr("status")));
}

TEST(Value, NoMutantIsMadeTwice) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 4))"};
  Mutants mutants("(declare-const x Int)(assert (< x 3))(check-sat)", "SKOLU", &models);
  EXPECT_TRUE(mutants.mutator->mutate(1));
  EXPECT_FALSE(mutants.mutator->mutate(2));
}

TEST(Value, AMutantDependsOnItsNumberAndTheAnswersAlone) {
  FakeModels models;
  for (int i = 0; i < 50; ++i)
    models.answers.push_back("((define-fun pg0 () Int " + std::to_string(i) + "))");
  constexpr const char* kScript = "(declare-const x Int)(assert (< x 3))(check-sat)";
  Mutants first(kScript, "BLENDB", &models);
  std::vector<std::string> texts;
  for (uint64_t number = 1; number <= 5; ++number)
    if (const auto mutant = first.mutator->mutate(number)) texts.push_back(first.print(*mutant));
  models.asked.clear();
  Mutants second(kScript, "BLENDB", &models);
  const auto last = second.mutator->mutate(5);
  ASSERT_TRUE(last);
  EXPECT_EQ(second.print(*last), texts.back());
}

TEST(Value, SamplesAskAgainForOtherValues) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Real 4.0))", "((define-fun pg0 () Real 5.0))"};
  // The evaluator cannot tell whether it holds.
  Mutants mutants("(declare-const a (Array Real Real))(assert (< (array-ext a a) 3.0))(check-sat)",
                  "SAMPLES2", &models);
  EXPECT_TRUE(mutants.mutator->mutate(1));
  EXPECT_TRUE(mutants.mutator->mutate(2));
  EXPECT_THAT(models.asked.at(1), HasSubstr("(assert (distinct pg0 4.0))"));
}

// A sample costs no solver call where the evaluator can tell that the goals still hold.
TEST(Value, SamplesAreDrawnWhereTheyCanBeChecked) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 4)(define-fun x () Int 0))"};
  Mutants mutants("(declare-const x Int)(assert (< x 3))(check-sat)", "SAMPLES20", &models);
  std::set<std::string> texts;
  const bool is_true = [&] {
    mutants.mutator->mutate(1);
    return models.asked.at(0).find("(assert (not") == std::string::npos;
  }();
  for (uint64_t number = 2; number <= 20; ++number)
    if (const auto mutant = mutants.mutator->mutate(number))
      for (const Step& step : mutant->steps) {
        const std::string value = print_term(mutants.pool, step.after);
        texts.insert(value);
        EXPECT_EQ(is_true, !value.starts_with("(-") && value != "0") << value;
      }
  EXPECT_GE(texts.size(), 10u);
  EXPECT_EQ(models.asked.size(), 1u);
}

TEST(Value, WhereGoalsDoNotHoldTogetherOneIsEnough) {
  FakeModels models;
  Mutants mutants("(declare-const x Int)(assert (< x 3))(check-sat)", "BLENDB", &models);
  EXPECT_FALSE(mutants.mutator->mutate(1));
  ASSERT_EQ(models.asked.size(), 2u);
  EXPECT_THAT(models.asked[0], Not(HasSubstr("(assert (or ")));
  EXPECT_THAT(models.asked[1], HasSubstr("(assert (or "));
}

TEST(Value, WhatWasEnforcedCanBePartOfTheMutant) {
  FakeModels models;
  models.answers = {"((define-fun pg0 () Int 4)(define-fun pg1 () Int 0))",
                    "((define-fun pg0 () Int 4)(define-fun pg1 () Int 9))"};
  Mutants mutants("(assert (exists ((y Int)) (< y 3)))(check-sat)", "EFFINAL", &models);
  std::string all;
  for (uint64_t number = 1; number <= 20; ++number)
    if (const auto mutant = mutants.mutator->mutate(number)) {
      all += mutants.print(*mutant);
      Pool other;
      EXPECT_EQ(test::lines(parse_script(other, mutants.print(*mutant)).errors), "");
    }
  EXPECT_THAT(all, HasSubstr("(< pg1 4)"));
}

TEST(Value, TheBaselineDrawsLiterals) {
  Mutants mutants(
      "(declare-const x Real)(declare-const f Float32)(declare-const b (_ BitVec 70))"
      "(assert (or (< x 1.5) (fp.lt f (_ -oo 8 24)) (= b (_ bv1 70)) (= \"a\" \"b\") (= 1 2) true "
      "(fp.isNaN (fp.add RNE f f))))(check-sat)",
      "RBASE", nullptr);
  ASSERT_TRUE(mutants.mutator) << mutants.why;
  for (uint64_t number = 1; number <= 50; ++number) {
    const auto mutant = mutants.mutator->mutate(number);
    ASSERT_TRUE(mutant);
    Pool other;
    EXPECT_EQ(test::lines(parse_script(other, mutants.print(*mutant)).errors), "");
  }
}

TEST(Value, NamesOfRefinements) {
  EXPECT_EQ(read_value_options("BLENDB")->together, 7u);
  EXPECT_EQ(read_value_options("MULTIEF3,RELC9")->together, 3u);
  EXPECT_EQ(read_value_options("MULTIEF3,RELC9")->related, 9u);
  EXPECT_TRUE(read_value_options("BLENDBLEAF")->leaves);
  EXPECT_TRUE(read_value_options("BLENDA")->original);
  EXPECT_TRUE(read_value_options("ADOMAINE")->all_domains);
  EXPECT_FALSE(read_value_options("ADOMAINX"));
  EXPECT_FALSE(read_value_options("CPOG3"));
  EXPECT_FALSE(read_value_options("RELC0"));
}

TEST(ValueOptionsOfNames, AWrongOneIsToldAllNames) {
  const Result<ValueOptions> read = read_value_options("BLENDB,BLENDC");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("there is no variant 'BLENDC'"));
  for (const Refinement& row : refinements()) {
    EXPECT_THAT(read.error().message, HasSubstr("\n  " + std::string(row.name)));
    EXPECT_THAT(read.error().message, HasSubstr(std::string(row.help)));
    EXPECT_TRUE(read_value_options(row.name)) << row.name;
  }
}

TEST(ValueOptionsOfNames, TheDocumentationHasThemAll) {
  const Result<std::string> page = read_input(test::source_folder() + "/docs/campaigns.md");
  ASSERT_TRUE(page);
  for (const Refinement& row : refinements())
    EXPECT_THAT(*page, HasSubstr(fmt::format("| `{}{}` | {} |\n", row.name,
                                             row.number > 0 ? "N" : "", row.help)));
}

// The models of a script for the numbers 1 to 8, by the last of these solvers.
std::vector<std::string> models_by(std::span<const char* const> names, std::string_view script) {
  std::vector<Solver> solvers;
  for (const char* name : names) solvers.push_back(*find_solver(name));
  SolverModels models(solvers, {.seconds = 5});
  const size_t last = solvers.size() - 1;
  models.use({&last, 1}, 5);
  std::vector<std::string> found;
  for (uint64_t number = 1; number <= 8; ++number) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, script);
    const std::optional<Model> model = models.model(pool, parsed.script, number);
    found.push_back(model ? print_model(pool, *model) : "");
  }
  EXPECT_TRUE(models.shown().empty());
  return found;
}

std::vector<std::string> models_by(const char* solver, std::string_view script) {
  return models_by({&solver, 1}, script);
}

// Z3's random numbers change nothing about simple arithmetic by themselves, cvc5's hardly anything
// anywhere.
TEST(ValueRandomness, SolversChooseOtherValuesForAnotherNumber) {
  constexpr std::string_view kInts =
      "(set-logic QF_LIA)(declare-const x Int)(declare-const h Int)(declare-const k Int)"
      "(assert (or (< x h) (> x k)))(assert (distinct h k))(check-sat)";
  constexpr std::string_view kReals =
      "(set-logic QF_LRA)(declare-const x Real)(declare-const h Real)"
      "(assert (or (< x h) (> x (* 2.0 h))))(check-sat)";
  constexpr std::string_view kBits =
      "(set-logic QF_BV)(declare-const x (_ BitVec 16))(declare-const h (_ BitVec 16))"
      "(assert (bvult x (bvadd h #x0003)))(check-sat)";
  constexpr std::string_view kStrings =
      "(set-logic QF_SLIA)(declare-const x String)(declare-const h String)"
      "(assert (distinct x h))(assert (> (str.len x) 2))(check-sat)";
  const std::vector<std::string> by_z3 = models_by("z3", kInts);
  EXPECT_GE(std::set(by_z3.begin(), by_z3.end()).size(), 6u);
  for (const std::string_view script : {kInts, kReals, kBits, kStrings}) {
    const std::vector<std::string> found = models_by("cvc5", script);
    const std::set<std::string> different(found.begin(), found.end());
    EXPECT_FALSE(different.contains(""));
    EXPECT_GE(different.size(), 6u) << script;
    EXPECT_EQ(models_by("cvc5", script), found) << "the same numbers, the same values";
  }
}

// A recipe names only the solvers that chose.
TEST(ValueRandomness, WhoIsNotAskedChangesNothing) {
  constexpr std::string_view kScript =
      "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (< x y))(check-sat)";
  EXPECT_EQ(models_by(std::array{"z3", "cvc5"}, kScript), models_by("cvc5", kScript));
}

// Bounds that do not hold say nothing about the script, and nobody is accused.
TEST(ValueRandomness, WhatHasOneValueOnlyHasItWithoutBounds) {
  for (const std::string& model :
       models_by("cvc5", "(set-logic QF_LIA)(declare-const x Int)(assert (= x 0))(check-sat)"))
    EXPECT_THAT(model, HasSubstr("(define-fun x () Int 0)"));
  SolverModels models(std::vector<Solver>{*find_solver("cvc5"), *find_solver("z3")},
                      {.seconds = 5});
  for (uint64_t number = 0; number <= 16; ++number) {
    Pool pool;
    const ParsedScript parsed =
        parse_script(pool, "(set-logic QF_LIA)(declare-const x Int)(assert (= x 0))(check-sat)");
    EXPECT_TRUE(models.model(pool, parsed.script, number));
  }
  EXPECT_TRUE(models.shown().empty());
}

TEST(ValueRandomness, OnlySolversThatReadWishesAreAskedThem) {
  SolverModels models(std::vector<Solver>{*find_solver("z3"), *find_solver("cvc5")},
                      {.seconds = 5});
  for (uint64_t number = 0; number <= 3; ++number) {
    Pool pool;
    const ParsedScript parsed = parse_script(
        pool,
        "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(assert-soft (< x 5))(check-sat)");
    const std::optional<Model> model = models.model(pool, parsed.script, number);
    ASSERT_TRUE(model);
    EXPECT_THAT(print_model(pool, *model), HasSubstr("4"));
  }
  EXPECT_EQ(models.counts().asked, 4u);
}

// Figure 1 of the thesis: from the harmless formula (b) to the value and the digits of (a).
TEST(Value, SolversFindTheValuesOfFigureOne) {
  constexpr const char* kSeed =
      "(set-logic ALL)(declare-fun a () String)(declare-fun b () String)"
      "(assert (= (str.++ (str.substr \"1\" 0 (str.len a)) \"0\") b))"
      "(assert (< (str.to_int b) 11))(check-sat)";
  const std::vector<Solver> solvers = {*find_solver("z3"), *find_solver("cvc5")};
  constexpr uint64_t kIterations = 60;
  auto found = [&](std::string_view variant) {
    SolverModels models(solvers, {.seconds = 5});
    Mutants mutants(kSeed, variant, &models);
    bool zero = false;
    bool digits = false;
    for (uint64_t number = 1; number <= kIterations; ++number) {
      const auto mutant = mutants.mutator->mutate(number);
      if (!mutant) continue;
      for (const Step& step : mutant->steps) {
        const std::string value = print_term(mutants.pool, step.after);
        zero = zero || (value == "0" && print_term(mutants.pool, step.before) == "11");
        const bool is_string = value.size() > 2 && value.front() == '"';
        digits = digits || (is_string && value.find_first_not_of("\"0123456789") == value.npos);
      }
    }
    return std::pair(zero, digits);
  };
  EXPECT_EQ(found("BLENDB"), std::pair(true, true));
  EXPECT_EQ(found("RBASE"), std::pair(false, false));
}

}  // namespace
}  // namespace pg
