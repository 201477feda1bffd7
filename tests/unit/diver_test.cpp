#include "mutate/diver.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/certify.h"
#include "model/check.h"
#include "mutate/expand.h"
#include "mutate/occurrences.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/scale.h"
#include "support/smtlib.h"
#include "theory/core/core.h"

namespace pg {
namespace {

using ::testing::HasSubstr;

// A script, a model of it, and its mutants.
class Mutants {
 public:
  Mutants(std::string_view text, std::string_view model, const DiverOptions& options = {},
          uint64_t rng = 1) {
    const ParsedScript parsed = parse_script(pool, text);
    EXPECT_EQ(test::lines(parsed.errors), "") << text;
    script = parsed.script;
    Result<Model> read = read_model(pool, script, model);
    EXPECT_TRUE(read) << model;
    if (read) known = *std::move(read);
    const Seed seed{.script = script, .answers = {Truth::Sat}, .model = &known};
    Result<std::unique_ptr<Mutator>> made = start_diver(pool, seed, options, Rng(rng));
    if (made)
      mutator = std::move(*made);
    else
      why = made.error().message;
  }

  std::string print(const Mutant& mutant) {
    return print_script(pool, script_of(pool, mutator->base(), mutant), test::kPlain);
  }
  Verdict verdict(const Mutant& mutant) {
    Certifier certifier(pool, script, *mutator);
    EXPECT_EQ(certifier.set_model(known), Verdict::True);
    return certifier.check(mutant);
  }

  Pool pool;
  Script script;
  Model known;
  std::unique_ptr<Mutator> mutator;
  std::string why;
};

struct Case {
  const char* name;
  const char* script;
  const char* model;
};
constexpr Case kCases[] = {
    {"Ints",
     "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)"
     "(assert (and (< x y) (or (= (* 2 x) 4) (> (div y 3) 100))))(check-sat)",
     "((define-fun x () Int 2)(define-fun y () Int 7))"},
    {"Reals",
     "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)"
     "(assert (<= 0.0 y))(assert (= x (+ 2.0 y)))(check-sat)",
     "((define-fun x () Real 3.0)(define-fun y () Real 1.0))"},
    {"BitVectors",
     "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))"
     "(assert (bvult (bvand a #x0f) b))(assert (= ((_ extract 3 0) b) #xf))"
     "(assert (not (= (bvmul a #x02) b)))(check-sat)",
     "((define-fun a () (_ BitVec 8) #x12)(define-fun b () (_ BitVec 8) #x1f))"},
    {"Floats",
     "(set-logic QF_FP)(declare-const x Float32)(declare-const y Float32)"
     "(assert (fp.lt x y))(assert (not (fp.isNaN (fp.add RNE x y))))"
     "(assert (fp.isNegative x))(check-sat)",
     "((define-fun x () Float32 (_ -zero 8 24))"
     "(define-fun y () Float32 (fp #b0 #x7f #b00000000000000000000000)))"},
    {"Strings",
     "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)"
     "(assert (str.prefixof \"a\" (str.++ s t)))(assert (> (str.len s) 1))"
     "(assert (str.in_re t (re.+ (str.to_re \"b\"))))(assert (str.< s t))(check-sat)",
     "((define-fun s () String \"ab\")(define-fun t () String \"bb\"))"},
    {"Arrays",
     "(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const i Int)"
     "(assert (> (select a i) 3))(assert (= (select (store a 1 7) 1) 7))(check-sat)",
     "((define-fun a () (Array Int Int) ((as const (Array Int Int)) 5))(define-fun i () Int 0))"},
    {"Datatypes",
     "(set-logic ALL)(declare-datatype L ((nil) (cons (head Int) (tail L))))"
     "(declare-const l L)(assert ((_ is cons) l))(assert (> (head l) 0))"
     "(assert (not (= (tail l) l)))(check-sat)",
     "((define-fun l () L (cons 4 nil)))"},
    {"Functions",
     "(set-logic QF_UFLIA)(declare-fun f (Int) Int)(declare-const x Int)"
     "(assert (> (f (+ x 1)) (f x)))(check-sat)",
     "((define-fun f ((y Int)) Int (ite (= y 1) 5 3))(define-fun x () Int 0))"},
    {"Definitions",
     "(set-logic QF_LIA)(declare-const x Int)(define-fun g ((k Int)) Int (+ k (ite (> k 3) x 1)))"
     "(define-fun phi () Bool (or (< x 2) (= (g x) 10)))(assert phi)(check-sat)",
     "((define-fun x () Int 5))"},
    {"Assumptions",
     "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (> x 0))"
     "(check-sat-assuming ((< x y) (not (= x 3))))",
     "((define-fun x () Int 5)(define-fun y () Int 6))"},
    {"Quantifiers",
     "(set-logic ALL)(declare-const p Bool)(declare-const b (_ BitVec 2))"
     "(assert (forall ((q Bool)) (or q p (not q))))"
     "(assert (exists ((c (_ BitVec 2))) (bvult b c)))(check-sat)",
     "((define-fun p () Bool false)(define-fun b () (_ BitVec 2) #b01))"},
    {"Sequences",
     "(set-logic ALL)(declare-const s (Seq Int))"
     "(assert (> (seq.len s) 1))(assert (seq.contains s (seq.unit 3)))(check-sat)",
     "((define-fun s () (Seq Int) (seq.++ (seq.unit 3) (seq.unit 4))))"},
    {"Scopes",
     "(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))(push 1)(declare-const y Int)"
     "(assert (< y x))(pop 1)(assert (! (< x 9) :named small))(check-sat-assuming (small))",
     "((define-fun x () Int 5))"},
};

TEST(DiverReach, BodiesOfFunctionsAndAssumptionsAreChanged) {
  for (const auto& [name, wanted] :
       {std::pair{"Definitions", std::set<std::string>{"(< x 2)", "(> x 3)", "2"}},
        std::pair{"Assumptions", std::set<std::string>{"(< x y)", "(= x 3)", "3"}}}) {
    const auto found = std::ranges::find(kCases, std::string_view(name), &Case::name);
    Mutants mutants(found->script, found->model);
    ASSERT_TRUE(mutants.mutator) << mutants.why;
    std::set<std::string> changed;
    for (uint64_t number = 1; number <= 400; ++number)
      if (const std::optional<Mutant> mutant = mutants.mutator->mutate(number))
        changed.insert(print_term(mutants.pool, mutant->steps.back().before, test::kPlain));
    for (const std::string& term : wanted) EXPECT_TRUE(changed.contains(term)) << term;
  }
}

class Diver : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Theories, Diver, ::testing::ValuesIn(kCases),
                         [](const auto& test) { return test.param.name; });

TEST_P(Diver, EveryMutantIsTrueUnderTheModelAndReadsBack) {
  Mutants mutants(GetParam().script, GetParam().model);
  ASSERT_TRUE(mutants.mutator) << mutants.why;
  size_t made = 0;
  size_t complicated = 0;
  const uint64_t wanted = test::kSanitized ? 200 : 1500;
  for (uint64_t number = 1; number <= wanted; ++number) {
    const std::optional<Mutant> mutant = mutants.mutator->mutate(number);
    if (!mutant) continue;
    ++made;
    if (!mutant->declared.empty()) ++complicated;
    ASSERT_EQ(mutants.verdict(*mutant), Verdict::True) << mutants.print(*mutant);
    Pool other;
    const ParsedScript again = parse_script(other, mutants.print(*mutant));
    ASSERT_EQ(test::lines(again.errors), "") << mutants.print(*mutant);
  }
  EXPECT_GT(made, wanted / 4);
  EXPECT_GT(complicated, made / 20);
}

TEST_P(Diver, AMutantDependsOnItsNumberAlone) {
  Mutants forwards(GetParam().script, GetParam().model);
  std::map<uint64_t, std::string> first;
  for (const uint64_t number : {1, 5, 16, 17, 40, 100, 1024, 1025, 1030, 2100})
    if (const auto mutant = forwards.mutator->mutate(number))
      first[number] = forwards.print(*mutant);
  for (const uint64_t number : {2100, 1030, 1025, 1024, 100, 40, 17, 16, 5, 1}) {
    Mutants alone(GetParam().script, GetParam().model);
    const auto mutant = alone.mutator->mutate(number);
    ASSERT_EQ(mutant.has_value(), first.contains(number)) << number;
    if (!mutant) continue;
    EXPECT_EQ(alone.print(*mutant), first[number]) << number;
  }
}

TEST(DiverVariants, WithoutComplicateThereAreNoNewConstants) {
  DiverOptions options;
  options.complicate = false;
  Mutants mutants(kCases[0].script, kCases[0].model, options);
  for (uint64_t number = 1; number <= 300; ++number)
    if (const auto mutant = mutants.mutator->mutate(number)) {
      EXPECT_TRUE(mutant->declared.empty());
    }
}

TEST(DiverVariants, WeightsFindMoreMutantsInAsManyTries) {
  auto rate = [](bool weighted) {
    Tally sum;
    for (const Case& each : kCases) {
      DiverOptions options;
      options.weighted = weighted;
      Mutants mutants(each.script, each.model, options);
      for (uint64_t number = 1; number <= 200; ++number) mutants.mutator->mutate(number);
      sum.tries += mutants.mutator->tally().tries;
      sum.accepted += mutants.mutator->tally().accepted;
    }
    return static_cast<double>(sum.accepted) / static_cast<double>(sum.tries);
  };
  EXPECT_GT(rate(true), 1.6 * rate(false));
}

TEST(DiverVariants, WidenedMutantsAreOfLogicAll) {
  DiverOptions options;
  options.dialect.widened = true;
  Mutants mutants(kCases[0].script, kCases[0].model, options);
  std::string all;
  for (uint64_t number = 1; number <= 300; ++number)
    if (const auto mutant = mutants.mutator->mutate(number)) all += mutants.print(*mutant);
  EXPECT_THAT(all, HasSubstr("(set-logic ALL)"));
  EXPECT_THAT(all, HasSubstr("str."));
  EXPECT_THAT(all, HasSubstr("bv"));
}

TEST(DiverVariants, OperatorsOfOneSolverComeOnlyWhenAskedFor) {
  auto text = [](bool specific) {
    DiverOptions options;
    options.dialect = {.solvers = kCvc5, .specific = specific};
    Mutants mutants(kCases[4].script, kCases[4].model, options);
    std::string all;
    for (uint64_t number = 1; number <= 800; ++number)
      if (const auto mutant = mutants.mutator->mutate(number)) all += mutants.print(*mutant);
    return all;
  };
  EXPECT_THAT(text(true), HasSubstr("str.update"));
  EXPECT_THAT(text(false), ::testing::Not(HasSubstr("str.update")));
}

// What z3 refuses in a linear logic: products of terms, also of negated ones, and quotients as
// divisors.
TEST(DiverVariants, LinearStaysLinear) {
  Mutants mutants(
      "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)"
      "(assert (< (+ (* (- 1) x) (* y (/ 3 13))) (* 2.0 y)))(check-sat)",
      "((define-fun x () Real 3.0)(define-fun y () Real 1.0))");
  for (uint64_t number = 1; number <= 2000; ++number) {
    const auto mutant = mutants.mutator->mutate(number);
    if (!mutant) continue;
    for (const auto& [command, root] : mutant->assertions)
      post_order(mutants.pool, root, [&](Term term) {
        const OpSpec* op = mutants.pool.op(term);
        if (!op || op->linear == Linear::Always) return;
        const std::span<const Term> args = mutants.pool.args(term);
        size_t open = 0;
        for (const Term arg : args)
          if (!functions(mutants.pool, arg).empty()) ++open;
        const bool nested = op->name == "/" && mutants.pool.op(args.back()) == op;
        EXPECT_FALSE(nested) << print_term(mutants.pool, term);
        EXPECT_LE(open, 1u) << print_term(mutants.pool, term);
      });
  }
}

// The number of replacements that led to a mutant.
size_t steps_of(const Mutant& mutant) {
  size_t count = 0;
  for (const Step& step : mutant.steps)
    if (step.how == Step::How::Other) ++count;
  return count;
}

// 32 numbers are a visit of a campaign, 1024 four of the longest.
TEST(DiverChains, MutantsAreMadeOfMutants) {
  auto most = [](uint64_t first, uint64_t last) {
    Mutants mutants(kCases[0].script, kCases[0].model);
    size_t steps = 0;
    for (uint64_t number = first; number <= last; ++number)
      if (const auto mutant = mutants.mutator->mutate(number))
        steps = std::max(steps, steps_of(*mutant));
    return steps;
  };
  EXPECT_GE(most(1, 32), 3u);
  EXPECT_GE(most(993, 1024), 8u);
  EXPECT_EQ(most(1025, 1028), 1u) << "begins again with the seed";
}

// In places that do not matter, too.
TEST(DiverVariants, DivisorsOfLinearLogicsAreNotZero) {
  Mutants mutants(
      "(set-logic QF_LIA)(declare-const x Int)"
      "(assert (or (= x 1) (= (div x 3) (mod x 5))))(check-sat)",
      "((define-fun x () Int 1))");
  size_t changed = 0;
  for (uint64_t number = 1; number <= 2000; ++number) {
    const auto mutant = mutants.mutator->mutate(number);
    if (!mutant) continue;
    for (const auto& [command, root] : mutant->assertions)
      post_order(mutants.pool, root, [&](Term term) {
        const OpSpec* op = mutants.pool.op(term);
        if (!op || (op->name != "div" && op->name != "mod")) return;
        for (const Term divisor : mutants.pool.args(term).subspan(1)) {
          const std::string text = print_term(mutants.pool, divisor);
          EXPECT_NE(text, "0");
          if (text != "3" && text != "5") ++changed;
        }
      });
  }
  EXPECT_GT(changed, 0u);
}

// What each connective and each theory says with two arguments, it also says with more; what is
// drawn once may stand in several places; quantifiers come where the logic has them.
TEST(DiverGrammar, HasManyArgumentsLetsAndQuantifiers) {
  auto all = [](const Case& each) {
    Mutants mutants(each.script, each.model);
    std::string text;
    for (uint64_t number = 1; number <= 2000; ++number)
      if (const auto mutant = mutants.mutator->mutate(number))
        text +=
            print_script(mutants.pool, script_of(mutants.pool, mutants.mutator->base(), *mutant));
    return text;
  };
  const std::string ints = all(kCases[0]);
  EXPECT_THAT(ints, ::testing::ContainsRegex("[(]distinct [a-z0-9]+ [a-z0-9]+ [a-z0-9]+"));
  EXPECT_THAT(ints, ::testing::ContainsRegex("[(][+] [a-z0-9]+ [a-z0-9]+ [a-z0-9]+"));
  EXPECT_THAT(ints, HasSubstr("(let ("));
  EXPECT_THAT(ints, ::testing::Not(HasSubstr("(exists (")));
  const std::string quantified =
      all(*std::ranges::find(kCases, std::string_view("Quantifiers"), &Case::name));
  EXPECT_THAT(quantified, HasSubstr("(exists ((pgq0 "));
  EXPECT_THAT(quantified, HasSubstr("(forall ((pgq0 "));
}

// A sort of the logic that the seed lacks.
TEST(DiverGrammar, LengthsOfStringsNeedNoIntegerInTheSeed) {
  Mutants mutants(
      "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)"
      "(assert (or (= s t) (str.prefixof s t)))(check-sat)",
      "((define-fun s () String \"a\")(define-fun t () String \"a\"))");
  std::string all;
  for (uint64_t number = 1; number <= 500; ++number)
    if (const auto mutant = mutants.mutator->mutate(number)) all += mutants.print(*mutant);
  EXPECT_THAT(all, HasSubstr("(str.len "));
  EXPECT_THAT(all, HasSubstr("(str.to_re "));
}

// No operator has several times the share of another because it has indices or overloads.
TEST(DiverGrammar, OperatorsAreDrawnAlike) {
  DiverOptions options;
  options.complicate = false;
  Mutants mutants(
      "(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
      "(assert (or (= x y) (bvult x y)))(check-sat)",
      "((define-fun x () (_ BitVec 8) #x01)(define-fun y () (_ BitVec 8) #x01))", options);
  std::map<std::string_view, size_t> uses;
  for (uint64_t number = 1; number <= 4000; ++number)
    if (const auto mutant = mutants.mutator->mutate(number))
      post_order(mutants.pool, mutant->steps.back().after, [&](Term term) {
        if (const OpSpec* op = mutants.pool.op(term)) ++uses[op->name];
      });
  for (const char* name : {"rotate_left", "rotate_right", "zero_extend", "bvneg"})
    EXPECT_LT(uses[name], 2 * uses["bvadd"]) << name;
}

TEST(DiverSeeds, TheCheckOfTheModelHasALimit) {
  std::string sum = "x";
  for (int i = 0; i < 40; ++i) sum = "(bvadd x " + sum + ")";
  const std::string script =
      "(assert (forall ((x (_ BitVec 16))) (bvule (bvand x " + sum + ") x)))(check-sat)";
  EXPECT_THAT(Mutants(script, "()").why, HasSubstr("no known value"));
}

TEST(DiverSeeds, AModelThatIsNotCertifiedIsNotUsed) {
  EXPECT_EQ(
      Mutants("(declare-const x Int)(assert (> x 0))(check-sat)", "((define-fun x () Int 0))").why,
      "the model makes an assertion false");
  EXPECT_THAT(Mutants("(declare-const x Real)(assert (= (/ x 0.0) 1.0))(check-sat)",
                      "((define-fun x () Real 1.0))")
                  .why,
              HasSubstr("leaves open"));
  EXPECT_THAT(
      Mutants("(assert (forall ((x Int)) (exists ((y Int)) (= (* y y) (* x x)))))(check-sat)", "()")
          .why,
      HasSubstr("no known value"));
}

TEST(DiverSeeds, SymbolsThatTheModelLeavesOutHaveOneValue) {
  Mutants mutants(
      "(declare-const x Int)(declare-const y Int)(assert (or (> x 0) (> y 5)))(check-sat)",
      "((define-fun x () Int 1))");
  ASSERT_TRUE(mutants.mutator) << mutants.why;
  bool used = false;
  for (uint64_t number = 1; number <= 300; ++number) {
    const auto mutant = mutants.mutator->mutate(number);
    if (!mutant) continue;
    used = used || mutants.print(*mutant).find("y", 60) != std::string::npos;
    EXPECT_EQ(mutants.verdict(*mutant), Verdict::True) << mutants.print(*mutant);
  }
  EXPECT_TRUE(used);
}

// The requirements of places, by what is there.
class Places {
 public:
  Places(std::string_view text, std::string_view model) {
    const ParsedScript parsed = parse_script(pool_, text);
    script_ = parsed.script;
    Result<Model> read = read_model(pool_, script_, model);
    if (read) model_ = *std::move(read);
    evaluator_ =
        std::make_unique<Evaluator>(pool_, values_, script_, model_, Evaluator::Missing::Undefined);
    std::vector<Occurrences::Root> roots;
    for (size_t i = 0; i < script_.commands.size(); ++i)
      if (script_.commands[i].kind == CommandKind::Assert)
        roots.push_back({i, 0, script_.commands[i].terms[0]});
    Vocabulary vocabulary(pool_, script_, {});
    Expander expander(pool_, script_, vocabulary);
    list_ = std::make_unique<Occurrences>(pool_, *evaluator_, expander, roots, fixed_);
  }

  // Whether the n-th place where this term stands admits a value.
  bool admits(std::string_view term, std::string_view value, size_t nth = 0) {
    const Result<Term> literal = parse_term(pool_, value);
    EXPECT_TRUE(literal) << value;
    for (size_t i = 0; i < list_->size(); ++i)
      if (print_term(pool_, (*list_)[i].term) == term && nth-- == 0)
        return pg::admits(values_, (*list_)[i].requirement, evaluator_->eval(*literal));
    ADD_FAILURE() << term << " is nowhere";
    return false;
  }
  size_t size() const { return list_->size(); }
  const Occurrence& operator[](size_t index) const { return (*list_)[index]; }

 private:
  Pool pool_;
  ValuePool values_;
  Script script_;
  Model model_;
  absl::flat_hash_set<Term> fixed_;
  std::unique_ptr<Evaluator> evaluator_;
  std::unique_ptr<Occurrences> list_;
};

// The paper's example, section II.B.
TEST(DiverPlaces, HaveTheRequirementsOfThePaper) {
  Places places(
      "(declare-const x Real)(declare-const y Real)"
      "(assert (and (<= 0.0 y) (= x (+ 2.0 y))))",
      "((define-fun x () Real 3.0)(define-fun y () Real 1.0))");
  EXPECT_TRUE(places.admits("0.0", "1.0"));
  EXPECT_TRUE(places.admits("0.0", "(- 77.0)"));
  EXPECT_FALSE(places.admits("0.0", "1.5"));
  EXPECT_TRUE(places.admits("y", "1000.0"));
  EXPECT_FALSE(places.admits("y", "(- 0.5)"));
  EXPECT_FALSE(places.admits("y", "2.0", 1));
  EXPECT_TRUE(places.admits("x", "3.0"));
  EXPECT_FALSE(places.admits("x", "4.0"));
}

// What follows are the traps of the paper, one test a trap.
TEST(DiverTraps, ASharedTermHasARequirementAtEachPlace) {
  Places places("(declare-const t Int)(assert (and (>= t 0) (<= t 0)))",
                "((define-fun t () Int 0))");
  EXPECT_TRUE(places.admits("t", "5", 0));
  EXPECT_FALSE(places.admits("t", "(- 5)", 0));
  EXPECT_TRUE(places.admits("t", "(- 5)", 1));
  EXPECT_FALSE(places.admits("t", "5", 1));
}

TEST(DiverTraps, EqualDisjunctsAreTwoPlaces) {
  Places places("(declare-const t Int)(assert (or (< t 0) (< t 0)))",
                "((define-fun t () Int (- 1)))");
  EXPECT_TRUE(places.admits("(< t 0)", "false", 0));
  EXPECT_TRUE(places.admits("(< t 0)", "false", 1));
}

TEST(DiverTraps, StrictBoundsAreOpen) {
  Places places("(declare-const n Real)(assert (< 0.0 n 0.000001))",
                "((define-fun n () Real 0.0000005))");
  EXPECT_TRUE(places.admits("n", "0.0000005"));
  EXPECT_TRUE(places.admits("n", "0.0000000001"));
  EXPECT_FALSE(places.admits("n", "0.0"));
  EXPECT_FALSE(places.admits("n", "0.000001"));
}

TEST(DiverTraps, ANegativeFactorTurnsTheRangeRound) {
  Places places("(declare-const x Int)(assert (> (* x (- 2)) 4))", "((define-fun x () Int (- 3)))");
  EXPECT_TRUE(places.admits("x", "(- 3)"));
  EXPECT_TRUE(places.admits("x", "(- 100)"));
  EXPECT_FALSE(places.admits("x", "(- 2)"));
  EXPECT_FALSE(places.admits("x", "5"));
}

TEST(DiverTraps, AFactorZeroLeavesTheOtherFree) {
  Places places("(declare-const x Int)(declare-const z Int)(assert (> 4 (* x z)))",
                "((define-fun x () Int 3)(define-fun z () Int 0))");
  EXPECT_TRUE(places.admits("x", "99999"));
}

TEST(DiverTraps, WhatIsSubtractedIsTurnedRound) {
  Places places("(declare-const x Int)(assert (< (- 10 x) 4))", "((define-fun x () Int 8))");
  EXPECT_TRUE(places.admits("x", "7"));
  EXPECT_FALSE(places.admits("x", "6"));
  EXPECT_TRUE(places.admits("10", "11"));
  EXPECT_FALSE(places.admits("10", "12"));
}

TEST(DiverTraps, TheOrderOfStringsAdmitsTheModelItself) {
  Places places("(declare-const s String)(assert (str.< s \"a\"))",
                "((define-fun s () String \"\"))");
  EXPECT_TRUE(places.admits("s", "\"\""));
  EXPECT_TRUE(places.admits("s", "\"A\""));
  EXPECT_FALSE(places.admits("s", "\"a\""));
  EXPECT_TRUE(places.admits("\"a\"", "\"\\u{0}\""));
  EXPECT_FALSE(places.admits("\"a\"", "\"\""));
}

TEST(DiverTraps, BoundVariablesStay) {
  constexpr const char* kScript =
      "(set-logic ALL)(declare-const n (_ BitVec 2))(assert (forall ((x (_ BitVec 2))) (= x x)))"
      "(check-sat)";
  Mutants mutants(kScript, "((define-fun n () (_ BitVec 2) #b01))");
  for (uint64_t number = 1; number <= 400; ++number) {
    const auto mutant = mutants.mutator->mutate(number);
    if (!mutant) continue;
    for (const Step& step : mutant->steps)
      EXPECT_NE(mutants.pool.kind(step.before), HeadKind::Variable);
    EXPECT_EQ(mutants.verdict(*mutant), Verdict::True) << mutants.print(*mutant);
  }
}

TEST(DiverTraps, WhatIsOpenIsNeverTrue) {
  Mutants mutants(
      "(set-logic QF_NRA)(declare-const x Real)(assert (or (> x 1.0) (= x 0.0)))(check-sat)",
      "((define-fun x () Real 0.0))");
  for (uint64_t number = 1; number <= 1000; ++number) {
    const auto mutant = mutants.mutator->mutate(number);
    if (!mutant) continue;
    const Script script = script_of(mutants.pool, mutants.mutator->base(), *mutant);
    Model model = mutants.known;
    for (const NewConstant& constant : mutant->declared)
      model.functions[constant.head] = {constant.head, {}, constant.value};
    ValuePool values;
    const ModelVerdict verdict =
        check_model(mutants.pool, values, state_at(mutants.pool, script, 0), model);
    EXPECT_EQ(verdict.verdict, Verdict::True) << mutants.print(*mutant);
    EXPECT_TRUE(verdict.opened.empty()) << mutants.print(*mutant);
  }
}

TEST(DiverTraps, ThirdsAreExact) {
  Places places("(declare-const x Real)(assert (= (* 3.0 x) 1.0))",
                "((define-fun x () Real (/ 1 3)))");
  EXPECT_TRUE(places.admits("x", "(/ 1.0 3.0)"));
  EXPECT_FALSE(places.admits("x", "0.33333333333333333333"));
}

TEST(DiverUnsat, OutsideOfTheCoreAnythingChanges) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool,
                   "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)"
                   "(assert (and (> x 3) (< y (+ x 1)) (< x 3)))(assert (= y 8))(check-sat)");
  const Script script = with_separate_conjuncts(pool, parsed.script);
  ASSERT_EQ(script.commands.size(), 8u);
  const Seed seed{.script = script, .answers = {Truth::Unsat}, .core = {3, 5}};
  const Result<std::unique_ptr<Mutator>> mutator = start_diver(pool, seed, {}, Rng(1));
  ASSERT_TRUE(mutator);
  std::set<size_t> changed;
  for (uint64_t number = 1; number <= 300; ++number) {
    const std::optional<Mutant> mutant = (*mutator)->mutate(number);
    if (!mutant) continue;
    EXPECT_EQ(mutant->claims, Answers{Truth::Unsat});
    EXPECT_EQ(mutant->core, seed.core);
    const Claims claims = claims_of(pool, (*mutator)->base(), *mutant);
    EXPECT_EQ(std::get<Follows>(claims.at(0)).chain.core, seed.core);
    for (const Step& step : mutant->steps) {
      changed.insert(step.command);
      const bool in_core = step.command == 3 || step.command == 5;
      EXPECT_EQ(in_core, step.how == Step::How::Stronger || step.how == Step::How::Weaker);
    }
    // No values of two small numbers make it true.
    for (int x = 0; x < 7; ++x) {
      const Result<Model> model = read_model(
          pool, script, "((define-fun x () Int " + std::to_string(x) + ")(define-fun y () Int 8))");
      ValuePool values;
      const Script made = script_of(pool, (*mutator)->base(), *mutant);
      EXPECT_NE(check_model(pool, values, state_at(pool, made, 0), *model).verdict, Verdict::True);
    }
  }
  EXPECT_EQ(changed, (std::set<size_t>{3, 4, 5, 6}));
}

TEST(DiverUnsat, WithoutACoreThereIsNothingToKeep) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, "(assert false)(check-sat)");
  const Seed seed{.script = parsed.script, .answers = {Truth::Unsat}};
  const Result<std::unique_ptr<Mutator>> mutator = start_diver(pool, seed, {}, Rng(1));
  ASSERT_FALSE(mutator);
  EXPECT_EQ(mutator.error().message, "there is no unsat core");
}

}  // namespace
}  // namespace pg
