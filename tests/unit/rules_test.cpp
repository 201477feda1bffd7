#include "mutate/rules.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "judge/prove.h"
#include "support/scale.h"
#include "theory/theories.h"

namespace pg {
namespace {

TEST(Rules, TextsAreRead) {
  const std::vector<RuleVariable> variables = rule_variables("x y: BV(n); r: RegLan");
  ASSERT_EQ(variables.size(), 3u);
  EXPECT_EQ(variables[1].name, "y");
  EXPECT_EQ(variables[1].sort, "BV(n)");
  EXPECT_EQ(variables[2].sort, "RegLan");
  const RuleShape shape = shape_of("((_ is C) x)");
  EXPECT_EQ(shape.op, "is");
  EXPECT_EQ(shape.constructor, 'C');
  ASSERT_EQ(shape.args.size(), 1u);
  const RuleShape nested = shape_of("(str.in_re x (re.++ r (str.to_re \" )\")))");
  EXPECT_EQ(nested.op, "str.in_re");
  ASSERT_EQ(nested.args.size(), 2u);
  EXPECT_EQ(nested.args[1], "(re.++ r (str.to_re \" )\"))");
}

TEST(Rules, LettersStandForWhatTheyMatch) {
  Pool pool;
  const Sort array = pool.sort(SortKind::Array, {}, {kInt, pool.sort(SortKind::BitVec, {8})});
  Letters letters;
  EXPECT_TRUE(letters.match(pool, "Array(A,BV(n))", array));
  EXPECT_EQ(letters.build(pool, "A"), kInt);
  EXPECT_EQ(letters.build(pool, "BV(n)"), pool.sort(SortKind::BitVec, {8}));
  EXPECT_FALSE(letters.match(pool, "A", kReal));
  EXPECT_FALSE(letters.build(pool, "B"));
  EXPECT_FALSE(Letters().match(pool, "Num", kString));
  EXPECT_TRUE(Letters().match(pool, "Num", kReal));
}

TEST(Rules, AreManyAndAllTheoriesHaveSome) {
  EXPECT_GE(all_rules().size(), 120u);
  for (const std::string_view name : {"core", "ints", "reals", "bitvectors", "floats", "strings",
                                      "arrays", "sets", "sequences", "datatypes", "bags"}) {
    size_t count = 0;
    for (const RuleEntry& entry : all_rules()) count += entry.theory->name == name ? 1 : 0;
    EXPECT_GE(count, 20u) << name;
  }
}

TEST(Rules, AreWellSortedAndOfUse) {
  for (const RuleEntry& entry : all_rules()) {
    const std::string text = describe(*entry.rule);
    EXPECT_TRUE(works(*entry.rule, Direction::Weaker) || works(*entry.rule, Direction::Stronger))
        << text;
    EXPECT_FALSE(obligations_of(*entry.rule).empty()) << text;
    EXPECT_NE(entry.rule->stronger, entry.rule->weaker) << text;
  }
}

TEST(Rules, NoneIsWrittenTwice) {
  std::vector<std::string> texts;
  for (const RuleEntry& entry : all_rules())
    texts.push_back(describe(*entry.rule) + std::string(entry.rule->terms));
  std::ranges::sort(texts);
  const auto twice = std::ranges::adjacent_find(texts);
  EXPECT_EQ(twice, texts.end()) << *twice;
}

// For all values of small sorts; tests of their own have solvers prove them.
class RulesOf : public ::testing::TestWithParam<const Theory*> {};

TEST_P(RulesOf, HoldForAllSmallValues) {
  size_t which = 0;
  for (const Rule& rule : GetParam()->rules) {
    if (test::kSanitized && which++ % 10 != 0) continue;
    const Enumeration result = enumerate(rule);
    EXPECT_NE(result.result, ProofResult::Refuted)
        << describe(rule) << " at " << result.counterexample;
  }
}

std::vector<const Theory*> theories_with_rules() {
  std::vector<const Theory*> found;
  for (const Theory* theory : theories())
    if (!theory->rules.empty()) found.push_back(theory);
  return found;
}

INSTANTIATE_TEST_SUITE_P(All, RulesOf, ::testing::ValuesIn(theories_with_rules()),
                         [](const auto& each) { return std::string(each.param->name); });

// Rules that the paper prints, or that look right, and are not.
constexpr Rule kWrong[] = {
    {.terms = "x y: BV(n)", .stronger = "(bvsgt x y)", .weaker = "(bvsle x y)"},
    {.terms = "x y: String", .stronger = "(str.suffixof x y)", .weaker = "(str.<= x y)"},
    {.terms = "x y: String", .stronger = "(str.contains x y)", .weaker = "(str.<= y x)"},
    {.terms = "x y: String",
     .constants = "a: String",
     .stronger = "(and (str.suffixof x a) (str.prefixof x a) (str.suffixof y a) "
                 "(str.prefixof y a))",
     .weaker = "(= x y)"},
    // The negation of a comparison of floats is no comparison, as of NaN neither holds.
    {.terms = "x y: FP(e,s)", .stronger = "(not (fp.lt x y))", .weaker = "(fp.geq x y)"},
    {.terms = "x y: FP(e,s)", .stronger = "(not (fp.leq x y))", .weaker = "(fp.gt x y)"},
    // Equality of floats and fp.eq: NaN one way, the zeros the other.
    {.terms = "x y: FP(e,s)", .stronger = "(= x y)", .weaker = "(fp.eq x y)"},
    {.terms = "x y: FP(e,s)", .stronger = "(fp.eq x y)", .weaker = "(= x y)"},
    {.terms = "x y: FP(e,s)", .stronger = "(distinct x y)", .weaker = "(not (fp.eq x y))"},
    // A chain is more than its first link.
    {.terms = "x y z: Int", .stronger = "(<= (+ x 1) y z)", .weaker = "(< x y z)"},
    // Arithmetic of bit-vectors wraps.
    {.terms = "x y: BV(n)",
     .constants = "a: BV(n)",
     .stronger = "(bvule x y)",
     .weaker = "(bvult x (bvadd y a))",
     .where = "(distinct a (bvneg a))"},
    // True one way only.
    {.terms = "x y: Int", .stronger = "(<= x y)", .weaker = "(< x y)"},
    {.terms = "x y: Int", .stronger = "(< x y)", .weaker = "(<= x y)", .equivalent = true},
};

TEST(Rules, WrongOnesAreRefuted) {
  for (const Rule& rule : kWrong) {
    const Enumeration result = enumerate(rule);
    EXPECT_EQ(result.result, ProofResult::Refuted) << describe(rule);
    EXPECT_NE(result.counterexample, "") << describe(rule);
  }
}

TEST(Rules, WrongOnesAreNotInTheTables) {
  for (const Rule& wrong : kWrong)
    for (const RuleEntry& entry : all_rules()) EXPECT_NE(describe(*entry.rule), describe(wrong));
}

TEST(Rules, SolversRefuteWrongOnes) {
  const Result<Solver> z3 = find_solver("z3");
  ASSERT_TRUE(z3);
  const std::vector<Solver> solvers{*z3};
  RuleProver prover(solvers, {.seconds = 5});
  const RuleProof proof = prover.prove(kWrong[0]);
  EXPECT_TRUE(proof.refuted());
  EXPECT_EQ(proof.by_solver[0], ProofResult::Refuted);
  const RuleProof right =
      prover.prove({.terms = "x y: BV(n)", .stronger = "(bvslt x y)", .weaker = "(bvsle x y)"});
  EXPECT_FALSE(right.refuted());
  EXPECT_EQ(right.provers(), 2u);
}

}  // namespace
}  // namespace pg
