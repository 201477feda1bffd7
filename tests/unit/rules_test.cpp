#include "mutate/rules.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "prove/enumerate.h"
#include "prove/languages.h"
#include "prove/obligations.h"
#include "prove/prove.h"
#include "support/process.h"
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
    EXPECT_NE(result.outcome, Enumeration::Outcome::Refuted)
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
    EXPECT_EQ(result.outcome, Enumeration::Outcome::Refuted) << describe(rule);
    EXPECT_NE(result.counterexample, "") << describe(rule);
  }
}

TEST(Rules, WrongOnesAreNotInTheTables) {
  for (const Rule& wrong : kWrong)
    for (const RuleEntry& entry : all_rules()) EXPECT_NE(describe(*entry.rule), describe(wrong));
}

using Outcome = Enumeration::Outcome;

TEST(Rules, AllValuesOfFiniteSortsAreAProofAtTheirSizes) {
  const Enumeration truth =
      enumerate({.terms = "p q: Bool", .stronger = "(and p q)", .weaker = "p"});
  EXPECT_EQ(truth.outcome, Outcome::Exhaustive);
  EXPECT_EQ(truth.cases, 4u);
  EXPECT_EQ(truth.complete, (std::vector<std::string_view>{"Bool"}));
  const Rule bits{.terms = "x y: BV(n)", .stronger = "(bvult x y)", .weaker = "(bvule x y)"};
  const Enumeration widths = enumerate(bits);
  EXPECT_EQ(widths.outcome, Outcome::Exhaustive);
  EXPECT_EQ(widths.cases, 4u + 16u + 64u);
  EXPECT_EQ(widths.complete, (std::vector<std::string_view>{"n=1", "n=2", "n=3"}));
  // A size at which not all values were tried is not named.
  EXPECT_EQ(enumerate(bits, 20).complete, (std::vector<std::string_view>{"n=1", "n=2"}));
  EXPECT_EQ(enumerate(bits, 3).outcome, Outcome::Tested);
}

TEST(Rules, SamplesOfInfiniteSortsAreTestsAndNoProof) {
  constexpr Rule kSampled[] = {
      {.terms = "x y: Int", .stronger = "(< x y)", .weaker = "(<= x y)"},
      {.terms = "x y: Real", .stronger = "(< x y)", .weaker = "(<= x y)"},
      {.terms = "x y: String", .stronger = "(= x y)", .weaker = "(str.<= x y)"},
      {.terms = "x: String; r: RegLan",
       .stronger = "(str.in_re x r)",
       .weaker = "(str.in_re x (re.opt r))"},
      {.terms = "x y: Seq(A)", .stronger = "(= x y)", .weaker = "(seq.prefixof x y)"},
      {.terms = "x y: Bag(A)", .stronger = "(= x y)", .weaker = "(bag.subbag x y)"},
      // True of all samples, and false.
      {.terms = "x: Int", .stronger = "(> x 4)", .weaker = "(= x 5)"},
  };
  for (const Rule& rule : kSampled) {
    const Enumeration result = enumerate(rule);
    EXPECT_EQ(result.outcome, Outcome::Tested) << describe(rule);
    EXPECT_TRUE(result.complete.empty()) << describe(rule);
  }
}

TEST(Rules, ACaseThatSmtLibLeavesOpenIsNotCovered) {
  // Which zero is the least of two is open.
  const Enumeration result = enumerate({.terms = "x y: FP(e,s)",
                                        .stronger = "(fp.eq x y)",
                                        .weaker = "(fp.eq (fp.min x y) (fp.max x y))"});
  EXPECT_EQ(result.outcome, Outcome::Tested);
}

RuleProof proof_of(size_t solvers, Outcome outcome, bool by_hand) {
  RuleProof proof;
  proof.different_solvers = solvers;
  for (size_t i = 0; i < solvers; ++i) proof.solvers.push_back(i == 0 ? "z3" : "cvc5");
  proof.by_enumeration.outcome = outcome;
  proof.by_enumeration.cases = 81;
  if (outcome == Outcome::Exhaustive) proof.by_enumeration.complete = {"n=1", "n=2"};
  proof.by_hand = by_hand;
  return proof;
}

TEST(Rules, AcceptanceNeedsTwoProofsAndOneOfThemByASolver) {
  struct Row {
    size_t solvers;
    Outcome outcome;
    bool by_hand;
    RuleEvidence evidence;
    std::string_view text;
  };
  constexpr Row kRows[] = {
      {2, Outcome::Unsupported, false, RuleEvidence::TwoSolvers, "z3, cvc5"},
      {2, Outcome::Tested, false, RuleEvidence::TwoSolvers, "z3, cvc5; tested on 81 cases"},
      {1, Outcome::Exhaustive, false, RuleEvidence::SolverAndEnumeration,
       "z3 + all values at n=1, n=2"},
      {1, Outcome::Unsupported, true, RuleEvidence::SolverAndHand, "z3 + by hand"},
      {1, Outcome::Tested, false, RuleEvidence::NotEnough, "z3; tested on 81 cases: NOT ACCEPTED"},
      {0, Outcome::Exhaustive, true, RuleEvidence::NotEnough,
       "all values at n=1, n=2 + by hand: NOT ACCEPTED"},
      {0, Outcome::Tested, false, RuleEvidence::NotEnough, "tested on 81 cases only: NOT ACCEPTED"},
      {0, Outcome::Unsupported, false, RuleEvidence::NotEnough, "nothing: NOT ACCEPTED"},
  };
  for (const Row& row : kRows) {
    RuleProof proof = proof_of(row.solvers, row.outcome, row.by_hand);
    EXPECT_EQ(proof.evidence(), row.evidence) << row.text;
    EXPECT_EQ(proof.text(), row.text);
    proof.refutation = "z3 at n=4";
    EXPECT_EQ(proof.evidence(), RuleEvidence::Refuted);
    EXPECT_EQ(proof.text(), "REFUTED by z3 at n=4: NOT ACCEPTED");
  }
}

TEST(Rules, SolversProveAndRefute) {
  const Result<Solver> z3 = find_solver("z3");
  ASSERT_TRUE(z3);
  // The same solver twice is one.
  const std::vector<Solver> solvers{*z3, *z3};
  RuleProver prover(solvers, {.seconds = 5});
  EXPECT_EQ(prover.prove(kWrong[0]).evidence(), RuleEvidence::Refuted);
  EXPECT_EQ(prover.prove(kWrong[0]).by_solver[0], ProofResult::Refuted);
  const RuleProof right =
      prover.prove({.terms = "x y: BV(n)", .stronger = "(bvslt x y)", .weaker = "(bvsle x y)"});
  EXPECT_EQ(right.evidence(), RuleEvidence::SolverAndEnumeration);
  const RuleProof tested =
      prover.prove({.terms = "x y: Int", .stronger = "(< x y)", .weaker = "(<= x y)"});
  EXPECT_EQ(tested.evidence(), RuleEvidence::NotEnough);
}

// A z3 that proves what it is given six seconds for, and nothing in less.
Solver slow_z3(const test::TemporaryDirectory& directory) {
  directory.write("slow",
                  "#!/bin/sh\n"
                  "case \"$*\" in *-t:6000*) said=unsat ;; *) said=unknown ;; esac\n"
                  "while read -r line; do\n"
                  "  case $line in\n"
                  "    '(check-sat)') echo $said ;;\n"
                  "    '(echo \"'*) line=${line#*\\\"}; echo \"${line%\\\"*}\" ;;\n"
                  "  esac\n"
                  "done\n");
  const std::filesystem::path path = directory.path() / "slow";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  Result<Solver> solver = find_solver("z3");
  EXPECT_TRUE(solver);
  solver->argv[0] = path.string();
  return *std::move(solver);
}

TEST(Rules, MoreTimeIsGivenWhereAProofIsMissing) {
  const test::TemporaryDirectory directory;
  const Result<Solver> z3 = find_solver("z3");
  ASSERT_TRUE(z3);
  const std::vector<Solver> solvers{*z3, slow_z3(directory)};
  constexpr Rule kRule = {.terms = "x y: Int", .stronger = "(< x y)", .weaker = "(<= x y)"};
  RuleProver prover(solvers, {.seconds = 1});
  // Two of one kind are one solver, so that the second proof is still missing.
  const RuleProof missing = prover.prove(kRule);
  EXPECT_EQ(missing.by_solver, std::vector(2, ProofResult::Proved));
  EXPECT_EQ(missing.evidence(), RuleEvidence::NotEnough);
  Rule by_hand = kRule;
  by_hand.proof = "An argument.";
  const RuleProof enough = prover.prove(by_hand);
  EXPECT_EQ(enough.by_solver[1], ProofResult::Undecided);
  EXPECT_EQ(enough.evidence(), RuleEvidence::SolverAndHand);
}

TEST(Rules, RegularExpressionsThatAreVariablesAreAnyLanguages) {
  const std::vector<Obligation> obligations =
      obligations_of({.terms = "x: String; r s: RegLan",
                      .stronger = "(str.in_re x (re.++ r s))",
                      .weaker = "(str.in_re x (re.opt (re.++ r re.all)))"});
  ASSERT_EQ(obligations.size(), 1u);
  const std::string& text = obligations[0].script;
  EXPECT_NE(text.find("(declare-fun r (String) Bool)"), std::string::npos) << text;
  EXPECT_NE(text.find("(exists ((w1 String)(w2 String)) (and (= x (str.++ w1 w2)) (r w1) (s w2)))"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("(or (= x \"\") (exists"), std::string::npos) << text;
  EXPECT_EQ(text.find("RegLan"), std::string::npos) << text;
}

TEST(Rules, SolversRefuteWrongRulesOfLanguages) {
  const Result<Solver> cvc5 = find_solver("cvc5");
  ASSERT_TRUE(cvc5);
  const std::vector<Solver> solvers{*cvc5};
  RuleProver prover(solvers, {.seconds = 5});
  const RuleProof wrong = prover.prove({.terms = "x: String; r s: RegLan",
                                        .stronger = "(str.in_re x (re.union r s))",
                                        .weaker = "(str.in_re x r)"});
  EXPECT_EQ(wrong.by_solver[0], ProofResult::Refuted);
  const RuleProof right = prover.prove({.terms = "x: String; r s: RegLan",
                                        .stronger = "(str.in_re x (re.inter r s))",
                                        .weaker = "(str.in_re x r)"});
  EXPECT_EQ(right.by_solver[0], ProofResult::Proved);
}

// A proof by hand is an argument, and not a word.
TEST(Rules, ProofsByHandAreSentences) {
  for (const RuleEntry& entry : all_rules()) {
    const std::string_view proof = entry.rule->proof;
    if (proof.empty()) continue;
    EXPECT_GT(proof.size(), 30u) << describe(*entry.rule);
    EXPECT_EQ(proof.back(), '.') << describe(*entry.rule);
  }
}

}  // namespace
}  // namespace pg
