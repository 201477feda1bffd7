#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mutate/canonical.h"
#include "prove/check_chain.h"
#include "smtlib/parser.h"
#include "support/read.h"

namespace pg {
namespace {

using ::testing::HasSubstr;

// A seed and a mutant as texts, and the chain between them.
struct Made {
  std::string seed;
  std::string mutant;
  RuleChain chain;

  // What is wrong; empty if nothing is.
  std::string error() const {
    Pool pool;
    const ParsedScript read_seed = parse_script(pool, seed);
    const ParsedScript read_mutant = parse_script(pool, mutant);
    EXPECT_TRUE(read_seed.errors.empty()) << read_seed.errors[0].message;
    EXPECT_TRUE(read_mutant.errors.empty()) << read_mutant.errors[0].message;
    const Result<CheckedChain> result =
        check_chain(pool, read_seed.script, read_mutant.script, chain);
    return result ? "" : result.error().message;
  }
};

constexpr std::string_view kInts =
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const p Bool)";

Made weakened(std::string_view before, std::string_view after, const ChainStep& step) {
  const std::string start(kInts);
  return {start + "(assert " + std::string(before) + ")(check-sat)",
          start + "(assert " + std::string(after) + ")(check-sat)",
          {.answer = Truth::Sat, .check = 0, .steps = {step}}};
}

// (and (< x y) p) to (and (< (- x 3) y) p)
constexpr const char* kRule = "(< x y) => (< (- x a) y) where (<= (- a) a)";
Made by_rule() {
  return weakened("(and (< x y) p)", "(and (< (- x 3) y) p)",
                  {.command = 4,
                   .path = {0},
                   .before = "(< x y)",
                   .after = "(< (- x 3) y)",
                   .direction = Direction::Weaker,
                   .rules = {kRule},
                   .constants = {"3"}});
}

TEST(RuleChain, AStepByARuleIsAccepted) { EXPECT_EQ(by_rule().error(), ""); }

TEST(RuleChain, SaysWhatWasChecked) {
  const Made made = by_rule();
  Pool pool;
  const ParsedScript seed = parse_script(pool, made.seed);
  const ParsedScript mutant = parse_script(pool, made.mutant);
  const Result<CheckedChain> result = check_chain(pool, seed.script, mutant.script, made.chain);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->by_rule, 1u);
  EXPECT_EQ(result->assertions, 1u);
  EXPECT_EQ(result->text(),
            "1 step by rules and 0 by snippets make 1 assertion of the mutant of the seed's");
}

TEST(RuleChain, AnotherConstantIsRefused) {
  Made made = by_rule();
  made.chain.steps[0].constants = {"4"};
  EXPECT_THAT(made.error(), HasSubstr("step 1 (command 5, path [0]): "));
  made.chain.steps[0].constants = {"3", "3"};
  EXPECT_NE(made.error(), "");
  made.chain.steps[0].constants = {};
  EXPECT_THAT(made.error(), HasSubstr("takes more constants"));
  made.chain.steps[0].constants = {"3.0"};
  EXPECT_THAT(made.error(), HasSubstr("another sort"));
}

TEST(RuleChain, AConstantThatBreaksTheConditionIsRefused) {
  Made made = weakened("(and (< x y) p)", "(and (< (- x (- 3)) y) p)", by_rule().chain.steps[0]);
  made.chain.steps[0].after = "(< (- x (- 3)) y)";
  made.chain.steps[0].constants = {"(- 3)"};
  EXPECT_THAT(made.error(), HasSubstr("do not satisfy the rule's condition"));
  // Neither a symbol, whose value nobody knows.
  made = weakened("(and (< x y) p)", "(and (< (- x y) y) p)", by_rule().chain.steps[0]);
  made.chain.steps[0].after = "(< (- x y) y)";
  made.chain.steps[0].constants = {"y"};
  EXPECT_THAT(made.error(), HasSubstr("do not satisfy the rule's condition"));
}

TEST(RuleChain, AnotherRuleIsRefused) {
  Made made = by_rule();
  made.chain.steps[0].rules = {"(< x y) => (<= x y)"};
  EXPECT_NE(made.error(), "");
  made.chain.steps[0].rules = {"(< x y) => (< (- x a) y)"};
  EXPECT_THAT(made.error(), HasSubstr("there is no rule '(< x y) => (< (- x a) y)'"));
  made.chain.steps[0].rules = {};
  EXPECT_THAT(made.error(), HasSubstr("no snippet"));
}

TEST(RuleChain, TheWrongDirectionIsRefused) {
  Made made = by_rule();
  made.chain.steps[0].direction = Direction::Stronger;
  EXPECT_THAT(made.error(), HasSubstr("a stronger formula there does not keep sat"));
  made = by_rule();
  made.chain.answer = Truth::Unsat;
  EXPECT_THAT(made.error(), HasSubstr("a weaker formula there does not keep unsat"));
  // Both together are one direction, but the rule does not work in it.
  made.chain.steps[0].direction = Direction::Stronger;
  EXPECT_THAT(made.error(), HasSubstr("no instance of the rule's pattern"));
  made.chain.steps[0].direction.reset();
  EXPECT_THAT(made.error(), HasSubstr("neither weaker nor stronger"));
}

TEST(RuleChain, NegationTurnsTheDirection) {
  Made made =
      weakened("(not (and (< x y) p))", "(not (and (< (- x 3) y) p))", by_rule().chain.steps[0]);
  made.chain.steps[0].path = {0, 0};
  EXPECT_THAT(made.error(), HasSubstr("a weaker formula there does not keep sat"));
  made.chain.answer = Truth::Unsat;
  EXPECT_EQ(made.error(), "");
}

Made expanded(std::string_view before, std::string_view after, std::string_view definitions = {}) {
  Made made = weakened(before, after, {.command = 4, .equal = true});
  made.chain.steps[0].before = before;
  made.chain.steps[0].after = after;
  if (definitions.empty()) return made;
  made.chain.steps[0].command = 5;
  for (std::string* text : {&made.seed, &made.mutant})
    text->insert(text->find("(assert"), definitions);
  return made;
}

TEST(RuleChain, AFormulaMayBeSplitByAPartOfIt) {
  for (const auto& [before, after] : std::initializer_list<std::pair<const char*, const char*>>{
           {"(xor p (< x y))", "(and (=> p (not (< x y))) (or p (< x y)))"},
           {"(xor p (< x y))", "(and (=> (< x y) (not p)) (or (< x y) p))"},
           {"(= p (< x y))", "(and (=> p (< x y)) (or p (not (< x y))))"},
           {"(= p p (< x y))", "(and (=> p (= true p (< x y))) (or p (= false p (< x y))))"},
           {"(distinct p (< x y))", "(and (=> p (not (< x y))) (or p (< x y)))"},
           {"(ite p (< x y) (= x y))", "(and (=> p (< x y)) (or p (= x y)))"},
           {"(< x (+ y (ite p 1 2)))", "(and (=> p (< x (+ y 1))) (or p (< x (+ y 2))))"},
       })
    EXPECT_EQ(expanded(before, after).error(), "") << before;
  for (const auto& [before, after] : std::initializer_list<std::pair<const char*, const char*>>{
           {"(xor p (< x y))", "(and (=> p (< x y)) (or p (not (< x y))))"},
           {"(xor p (< x y))", "(and (=> p (not (< x y))) (or p p))"},
           {"(xor p (< x y))", "(or (=> p (not (< x y))) (or p (< x y)))"},
           {"(xor p (< x y))", "(and (=> p (not (< x y))) (or (< x y) p))"},
           {"(ite p (< x y) (= x y))", "(and (=> p (= x y)) (or p (< x y)))"},
           {"(< x (+ y (ite p 1 2)))", "(and (=> p (< x (+ y 2))) (or p (< x (+ y 2))))"},
           {"(or p (< x y))", "(and p (< x y))"},
           {"p", "(and (=> p true) (or p true))"},
       })
    EXPECT_THAT(expanded(before, after).error(), HasSubstr("no expansion")) << after;
}

TEST(RuleChain, ABodyMayStandInThePlaceOfACall) {
  constexpr std::string_view kDefined = "(define-fun f ((a Int) (b Bool)) Int (ite b a (+ a x)))";
  EXPECT_EQ(expanded("(< (f y p) 3)", "(< (ite p y (+ y x)) 3)", kDefined).error(), "");
  for (const std::string_view after :
       {"(< (ite p x (+ x x)) 3)", "(< (ite p y (+ y y)) 3)", "(< (ite p y (+ y x)) 4)"})
    EXPECT_THAT(expanded("(< (f y p) 3)", after, kDefined).error(), HasSubstr("no expansion"));
  // What is recursive has no body to put anywhere; its meaning is not our business here.
  EXPECT_THAT(
      expanded("(< (f y) 3)", "(< (+ y (f y)) 3)", "(define-fun-rec f ((a Int)) Int (+ a (f a)))")
          .error(),
      HasSubstr("no expansion"));
}

TEST(RuleChain, AssumptionsHaveSteps) {
  Made made = by_rule();
  for (std::string* text : {&made.seed, &made.mutant}) {
    text->replace(text->find("(assert "), 8, "(check-sat-assuming (p ");
    text->replace(text->find("(check-sat)"), 11, ")");
  }
  EXPECT_NE(made.error(), "");
  made.chain.steps[0].which = 1;
  EXPECT_EQ(made.error(), "");
  made.chain.steps[0].which = 2;
  EXPECT_THAT(made.error(), HasSubstr("no such formula"));
}

TEST(RuleChain, WhatTheCheckDoesNotSeeIsFree) {
  Made made = by_rule();
  const std::string later = "(push 1)(assert (< x 1))(check-sat)(pop 1)(check-sat)";
  made.seed += later;
  made.mutant += later;
  made.mutant.replace(made.mutant.find("(< x 1)"), 7, "(< x y)");
  EXPECT_EQ(made.error(), "");
  made.chain.check = 2;
  EXPECT_EQ(made.error(), "");
  made.chain.check = 1;
  EXPECT_THAT(made.error(), HasSubstr("is not what the steps make"));
  // Unless somebody speaks of it by its name.
  Made named = by_rule();
  named.seed =
      std::string(kInts) +
      "(assert (and (< x y) p))(check-sat)(assert (! (< x 1) :named n))(assert n)(check-sat)";
  named.mutant = named.seed;
  named.mutant.replace(named.mutant.find("(< x y)"), 7, "(< (- x 3) y)");
  EXPECT_EQ(named.error(), "");
  named.mutant.replace(named.mutant.find("(< x 1)"), 7, "(< x 2)");
  EXPECT_THAT(named.error(), HasSubstr("to another term"));
}

TEST(RuleChain, AnotherPlaceIsRefused) {
  Made made = by_rule();
  made.chain.steps[0].path = {1};
  EXPECT_THAT(made.error(), HasSubstr("is not the one that the step changes"));
  made.chain.steps[0].path = {7};
  EXPECT_THAT(made.error(), HasSubstr("no polarity"));
  made.chain.steps[0].path = {0, 0};
  EXPECT_THAT(made.error(), HasSubstr("no polarity"));
  made.chain.steps[0].path = {0};
  made.chain.steps[0].command = 3;
  EXPECT_THAT(made.error(), HasSubstr("no such formula"));
  made.chain.steps[0].command = 99;
  EXPECT_THAT(made.error(), HasSubstr("no such formula"));
}

TEST(RuleChain, MixedPolarityIsRefused) {
  for (const std::string_view outer : {"xor", "=", "distinct"}) {
    const std::string op(outer);
    const Made made = weakened("(" + op + " (< x y) p)", "(" + op + " (< (- x 3) y) p)",
                               by_rule().chain.steps[0]);
    EXPECT_THAT(made.error(), HasSubstr("no polarity")) << outer;
  }
  const Made condition =
      weakened("(ite (< x y) p false)", "(ite (< (- x 3) y) p false)", by_rule().chain.steps[0]);
  EXPECT_THAT(condition.error(), HasSubstr("no polarity"));
}

TEST(RuleChain, ATermThatIsUsedByItsNameIsRefused) {
  Made made = weakened("(or (! (< x y) :named n) p)", "(or (! (< (- x 3) y) :named n) p)",
                       by_rule().chain.steps[0]);
  made.chain.steps[0].path = {0, 0};
  EXPECT_EQ(made.error(), "");
  for (std::string* text : {&made.seed, &made.mutant})
    text->insert(text->find("(check-sat)"), "(assert (not n))");
  EXPECT_THAT(made.error(), HasSubstr("no polarity"));
}

TEST(RuleChain, WhatElseWasChangedIsRefused) {
  const Made made = by_rule();
  Made other = made;
  other.mutant.replace(other.mutant.find("x 3"), 3, "x 2");
  EXPECT_THAT(other.error(), HasSubstr("is not what the steps make of command 5"));
  // An assertion more, one less, another declaration, other commands.
  other = made;
  other.mutant.insert(other.mutant.find("(check-sat)"), "(assert p)");
  EXPECT_THAT(other.error(), HasSubstr("is not the seed's"));
  other = made;
  other.seed.insert(other.seed.find("(check-sat)"), "(assert p)");
  EXPECT_NE(other.error(), "");
  other = made;
  other.mutant.replace(other.mutant.find("p Bool"), 6, "q Bool");
  other.mutant.replace(other.mutant.find(" p))"), 4, " q))");
  EXPECT_NE(other.error(), "");
  other = made;
  other.mutant += "(check-sat)";
  EXPECT_THAT(other.error(), HasSubstr("no check-sat"));
  other = made;
  other.mutant.replace(other.mutant.find("QF_LIA"), 6, "QF_NIA");
  EXPECT_NE(other.error(), "");
  // Two assertions in the place of each other.
  other = made;
  other.chain.steps.clear();
  EXPECT_THAT(other.error(), HasSubstr("is not what the steps make of command 5"));
}

TEST(RuleChain, DefinitionsMustStay) {
  Made made = by_rule();
  made.seed.insert(made.seed.find("(assert"), "(define-fun f () Int 1)");
  made.mutant.insert(made.mutant.find("(assert"), "(define-fun f () Int 2)");
  made.chain.steps[0].command = 5;
  EXPECT_THAT(made.error(), HasSubstr("is not the seed's"));
  made.mutant.replace(made.mutant.find("Int 2"), 5, "Int 1");
  EXPECT_EQ(made.error(), "");
}

TEST(RuleChain, InformationMayDiffer) {
  Made made = by_rule();
  made.mutant.insert(made.mutant.find("(declare"), "(set-info :status sat)");
  EXPECT_EQ(made.error(), "");
}

// A snippet stands beside what it weakens or strengthens.
Made by_snippet(std::string_view before, std::string_view after, Truth answer) {
  Made made =
      weakened(before, after,
               {.command = 4,
                .path = {},
                .before = std::string(before),
                .after = std::string(after),
                .direction = answer == Truth::Sat ? Direction::Weaker : Direction::Stronger});
  made.chain.answer = answer;
  return made;
}

TEST(RuleChain, SnippetsStandBesideTheFormula) {
  for (const std::string_view after : {"(or (< x y) p)", "(or p (< x y))", "(=> p (< x y))"}) {
    EXPECT_EQ(by_snippet("(< x y)", after, Truth::Sat).error(), "") << after;
    EXPECT_NE(by_snippet("(< x y)", after, Truth::Unsat).error(), "") << after;
  }
  for (const std::string_view after :
       {"(and (< x y) p)", "(and p (< x y))", "(not (=> (< x y) p))"}) {
    EXPECT_EQ(by_snippet("(< x y)", after, Truth::Unsat).error(), "") << after;
    EXPECT_NE(by_snippet("(< x y)", after, Truth::Sat).error(), "") << after;
  }
  for (const std::string_view after :
       {"(=> (< x y) p)", "(or (< y x) p)", "p", "(not (=> p (< x y)))", "(xor (< x y) p)"}) {
    EXPECT_NE(by_snippet("(< x y)", after, Truth::Sat).error(), "") << after;
    EXPECT_NE(by_snippet("(< x y)", after, Truth::Unsat).error(), "") << after;
  }
}

TEST(RuleChain, NewConstantsHaveNewNames) {
  Made made = by_snippet("(< x y)", "(or (< x y) fresh)", Truth::Sat);
  made.mutant.insert(made.mutant.find("(assert"), "(declare-const fresh Bool)");
  EXPECT_EQ(made.error(), "");
  // A constant that the seed does not declare, but has a variable or an operator of that name.
  for (const std::string_view name : {"k", "div"}) {
    Made taken;
    const std::string seed_start = std::string(kInts) + "(assert (exists ((k Int)) (< k x)))";
    const std::string old(name);
    taken.seed = seed_start + "(assert (< x y))(check-sat)";
    taken.mutant =
        seed_start + "(declare-const " + old + " Bool)(assert (or (< x y) " + old + "))(check-sat)";
    taken.chain = made.chain;
    taken.chain.steps[0].command = 5;
    taken.chain.steps[0].after = "(or (< x y) " + old + ")";
    EXPECT_THAT(taken.error(), HasSubstr("which is not a new name")) << name;
  }
  // A declaration that hides the seed's.
  Made hides = by_snippet("(< x y)", "(or (< x y) p)", Truth::Sat);
  hides.mutant.insert(hides.mutant.find("(assert"), "(push 1)(declare-const p Bool)");
  EXPECT_NE(hides.error(), "");
}

// Texts below binders say which variables they are over.
Made bound(std::string_view after_text, std::string_view after) {
  Made made = weakened("(forall ((x Int)) (exists ((y Int)) (< x y)))",
                       "(forall ((x Int)) (exists ((y Int)) " + std::string(after) + "))",
                       {.command = 4,
                        .path = {1, 1},
                        .before = "(exists ((x Int)) (exists ((y Int)) (< x y)))",
                        .after = std::string(after_text),
                        .direction = Direction::Weaker});
  return made;
}

TEST(RuleChain, BoundVariablesAreThoseOfThePlace) {
  EXPECT_EQ(
      bound("(exists ((x Int)) (exists ((y Int)) (or (< x y) (= y x))))", "(or (< x y) (= y x))")
          .error(),
      "");
  // The names do not matter.
  EXPECT_EQ(
      bound("(exists ((a Int)) (exists ((b Int)) (or (< a b) (= b a))))", "(or (< x y) (= y x))")
          .error(),
      "");
  // The free x is another variable.
  EXPECT_NE(
      bound("(exists ((a Int)) (exists ((b Int)) (or (< a b) (= b x))))", "(or (< x y) (= y x))")
          .error(),
      "");
  EXPECT_NE(bound("(or (< x y) (= y x))", "(or (< x y) (= y x))").error(), "");
  EXPECT_NE(
      bound("(exists ((y Int)) (exists ((x Int)) (or (< x y) (= y x))))", "(or (< x y) (= y x))")
          .error(),
      "");
}

TEST(RuleChain, ATextIsOneTerm) {
  Made made = by_rule();
  made.chain.steps[0].after = "(< (- x 3) y) p";
  EXPECT_THAT(made.error(), HasSubstr("a text is not one term"));
  made.chain.steps[0].after = "(< (- x 3) y)))(assert false)(get-value (p";
  EXPECT_THAT(made.error(), HasSubstr("a text is not one term"));
  made.chain.steps[0].after = "(< (- x 3) unknown)";
  EXPECT_THAT(made.error(), HasSubstr("step 1 (command 5, path [0]): "));
}

TEST(RuleChain, NegationIsRewrittenFirst) {
  Made made = weakened(
      "(not (< x y))", "(>= (+ x 2) y)",
      {.command = 4,
       .path = {},
       .before = "(not (< x y))",
       .after = "(>= (+ x 2) y)",
       .direction = Direction::Weaker,
       .rules = {"(not (< x y)) <=> (>= x y)", "(>= x y) => (>= (+ x a) y) where (<= (- a) a)"},
       .constants = {"2"}});
  EXPECT_EQ(made.error(), "");
  std::swap(made.chain.steps[0].rules[0], made.chain.steps[0].rules[1]);
  EXPECT_NE(made.error(), "");
}

TEST(RuleChain, ANegatedConnectiveOfManyArgumentsIsRewrittenInTwoGroups) {
  const std::string and_rule = "(not (and p q)) <=> (=> p (not q))";
  for (const auto& [before, after] :
       {std::pair{"(not (and p (< x y) (< y 3)))", "(xor (=> p (not (and (< x y) (< y 3)))) p)"},
        std::pair{"(not (and p (< x y) (< y 3)))", "(= p (and p (not (and (< x y) (< y 3)))))"}}) {
    const ChainStep step{.command = 4,
                         .path = {},
                         .before = before,
                         .after = after,
                         .direction = Direction::Weaker,
                         .rules = {and_rule, "(=> p q) <=> (= p (and p q))"}};
    const bool good = std::string_view(after).starts_with("(= p");
    EXPECT_EQ(weakened(before, after, step).error().empty(), good) << after;
  }
  // A chain is the conjunction of its links.
  ChainStep chain{.command = 4,
                  .path = {},
                  .before = "(not (< x y 3))",
                  .after = "(=> (< x y) (not (< y 3)))",
                  .direction = Direction::Weaker,
                  .rules = {and_rule}};
  EXPECT_EQ(weakened(chain.before, chain.after, chain).error(), "");
  chain.after = "(=> (< x y) (not (< x 3)))";
  EXPECT_NE(weakened(chain.before, chain.after, chain).error(), "");
}

TEST(RuleChain, OneLinkOfAChainIsReplaced) {
  const ChainStep step{.command = 4,
                       .path = {},
                       .before = "(< x y 3)",
                       .after = "(and (<= x y) (< y 3))",
                       .direction = Direction::Weaker,
                       .rules = {"(< x y) => (<= x y)"}};
  EXPECT_EQ(weakened("(< x y 3)", step.after, step).error(), "");
  ChainStep both = step;
  both.after = "(and (<= x y) (<= y 3))";
  EXPECT_NE(weakened("(< x y 3)", both.after, both).error(), "");
  ChainStep dropped = step;
  dropped.after = "(<= x y)";
  EXPECT_NE(weakened("(< x y 3)", dropped.after, dropped).error(), "");
  ChainStep pairs{.command = 4,
                  .path = {},
                  .before = "(distinct x y 3)",
                  .after = "(and (distinct x y) (distinct x 3) (distinct 3 y))",
                  .direction = Direction::Weaker,
                  .rules = {"(distinct x y) <=> (distinct y x)"}};
  EXPECT_EQ(weakened(pairs.before, pairs.after, pairs).error(), "");
}

TEST(RuleChain, TwoLettersAreTwoConstructors) {
  const std::string start =
      "(set-logic ALL)(declare-datatype C ((red) (green) (blue)))(declare-const c C)";
  Made made{start + "(assert ((_ is red) c))(check-sat)",
            start + "(assert (not ((_ is blue) c)))(check-sat)",
            {.answer = Truth::Sat,
             .steps = {{.command = 3,
                        .path = {},
                        .before = "((_ is red) c)",
                        .after = "(not ((_ is blue) c))",
                        .direction = Direction::Weaker,
                        .rules = {"((_ is C) x) => (not ((_ is D) x))"}}}}};
  EXPECT_EQ(made.error(), "");
  made.mutant.replace(made.mutant.find("is blue"), 7, "is red");
  made.chain.steps[0].after = "(not ((_ is red) c))";
  EXPECT_NE(made.error(), "");
}

TEST(RuleChain, OutsideOfACoreAllIsFree) {
  const std::string start(kInts);
  Made made{start + "(assert (< x y))(assert p)(assert (< y x))(check-sat)",
            start + "(assert (and (< x y) p))(assert (= x 7))(assert (< y x))(check-sat)",
            {.answer = Truth::Unsat,
             .check = 0,
             .steps = {{.command = 5, .path = {}, .before = "p", .after = "(= x 7)"},
                       {.command = 4,
                        .path = {},
                        .before = "(< x y)",
                        .after = "(and (< x y) p)",
                        .direction = Direction::Stronger}},
             .core = {4, 6}}};
  EXPECT_EQ(made.error(), "");
  Made other = made;
  other.chain.core = {};
  EXPECT_THAT(other.error(), HasSubstr("neither weaker nor stronger"));
  other = made;
  other.chain.answer = Truth::Sat;
  EXPECT_THAT(other.error(), HasSubstr("a core says nothing of a satisfiable seed"));
  other = made;
  other.chain.core = {4, 99};
  EXPECT_THAT(other.error(), HasSubstr("of the core is nothing"));
  // What is in the core must be there, as it was or stronger.
  other = made;
  other.mutant.replace(other.mutant.find("(< y x)"), 7, "(<= y x)");
  EXPECT_THAT(other.error(), HasSubstr("is not what the steps make of command 7"));
}

TEST(RuleChain, CanonicalFormsDifferInNoNames) {
  Pool pool;
  const auto read = [&](std::string_view text) {
    return canonical(pool, test::read_terms(pool, "", {text})[0]);
  };
  EXPECT_EQ(read("(forall ((x Int)) (exists ((y Int)) (< x y)))"),
            read("(forall ((y Int)) (exists ((x Int)) (< y x)))"));
  EXPECT_NE(read("(forall ((x Int)) (exists ((y Int)) (< x y)))"),
            read("(forall ((y Int)) (exists ((x Int)) (< x y)))"));
  EXPECT_EQ(read("(forall ((x Int)) (or (< x 0) (exists ((x Int)) (> x 1))))"),
            read("(forall ((a Int)) (or (< a 0) (exists ((b Int)) (> b 1))))"));
  EXPECT_NE(read("(forall ((x Int)(y Int)) (< x y))"), read("(forall ((x Int)(y Int)) (< y x))"));
}

}  // namespace
}  // namespace pg
