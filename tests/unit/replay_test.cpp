#include "bug/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mutate/sae.h"
#include "prove/rules_file.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/cases.h"
#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

using ::testing::HasSubstr;
using Outcome = Replay::Outcome;

Solver fake(const std::string& behaviour) {
  Result<Solver> solver = find_solver("liar=" + test::fake_solver() + " " + behaviour);
  EXPECT_TRUE(solver);
  return *std::move(solver);
}

Replay against(const Case& found, const std::string& behaviour) {
  return replay(found, fake(behaviour), {});
}

Case wrong_unsat() {
  Case found = test::wrong_unsat();
  found.original = "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";
  found.witnesses[0].answer = AnswerKind::Sat;
  return found;
}

TEST(Replay, AWrongUnsatHasThreeOutcomes) {
  const Case found = wrong_unsat();
  EXPECT_EQ(against(found, "lie-unsat").outcome, Outcome::StillLies);
  EXPECT_EQ(against(found, "lie-sat").outcome, Outcome::Fixed);
  for (const char* behaviour : {"exit-silently", "refuse", "die-at-start", "no-such-behaviour"}) {
    const Replay untested = against(found, behaviour);
    EXPECT_EQ(untested.outcome, Outcome::NotTested) << behaviour;
    EXPECT_FALSE(untested.why.empty()) << behaviour;
  }
}

TEST(Replay, AnotherLieIsNotFixed) {
  const Replay replay = against(wrong_unsat(), "false-model");
  EXPECT_EQ(replay.outcome, Outcome::NotTested);
  EXPECT_THAT(replay.why, HasSubstr("a model that makes the formula false"));
}

TEST(Replay, AWrongUnsatNeedsAModelThatHolds) {
  Case found = wrong_unsat();
  found.certificate = TrueModel{"((define-fun x () Int 1))", "cvc5"};
  const Replay broken = against(found, "lie-unsat");
  EXPECT_EQ(broken.outcome, Outcome::NotTested);
  EXPECT_THAT(broken.why, HasSubstr("certificate does not hold"));
  // True only by a choice for division by zero: that proves nothing.
  found.original = "(declare-const x Int)\n(assert (= (div x 0) 3))\n(check-sat)\n";
  EXPECT_EQ(against(found, "lie-unsat").outcome, Outcome::NotTested);
}

TEST(Replay, AFalseModelIsEvaluatedAgain) {
  Case found = wrong_unsat();
  found.kind = Kind::InvalidModel;
  found.answer = AnswerKind::Sat;
  found.certificate = FalseModel{"((define-fun x () Int (- 7)))", true, "why"};
  EXPECT_EQ(against(found, "false-model").outcome, Outcome::StillLies);
  EXPECT_EQ(replay(found, *find_solver("z3"), {}).outcome, Outcome::Fixed);
  const Replay unsat = against(found, "lie-unsat");
  EXPECT_EQ(unsat.outcome, Outcome::NotTested) << "that may be another lie";
  EXPECT_THAT(unsat.why, HasSubstr("whether that is right"));
  found.kind = Kind::WrongSat;
  EXPECT_EQ(against(found, "lie-unsat").outcome, Outcome::Fixed) << "others answered unsat";
  found.kind = Kind::InvalidModel;
  const Replay without = against(found, "lie-sat");
  EXPECT_EQ(without.outcome, Outcome::NotTested);
  EXPECT_THAT(without.why, HasSubstr("whether its model holds"));
  found.certificate = FalseModel{"((define-fun x () Int 7))", true, "why"};
  EXPECT_EQ(against(found, "false-model").outcome, Outcome::NotTested) << "that model holds";
}

TEST(Replay, ACrashIsRecognisedByItsSignature) {
  Case found = wrong_unsat();
  found.kind = Kind::Crash;
  found.answer = AnswerKind::Crash;
  found.certificate = Breakdown{"ASSERTION VIOLATION File: fake.cpp Line: 99"};
  EXPECT_EQ(against(found, "answer-and-crash").outcome, Outcome::StillLies);
  EXPECT_EQ(against(found, "lie-sat").outcome, Outcome::Fixed);
  EXPECT_EQ(against(found, "exit-silently").outcome, Outcome::NotTested);
  found.certificate = Breakdown{"ASSERTION VIOLATION File: other.cpp Line: 99"};
  const Replay other = against(found, "answer-and-crash");
  EXPECT_EQ(other.outcome, Outcome::NotTested);
  EXPECT_THAT(other.why, HasSubstr("crashes otherwise"));
}

TEST(Replay, ADisagreementNeedsNoOtherSolver) {
  Case found = wrong_unsat();
  found.kind = Kind::Disagreement;
  found.certificate = OtherAnswers{};
  EXPECT_EQ(against(found, "lie-unsat").outcome, Outcome::StillLies);
  EXPECT_EQ(against(found, "lie-sat").outcome, Outcome::Fixed);
  found.answer = AnswerKind::Sat;
  found.witnesses[0].answer = AnswerKind::Unsat;
  EXPECT_EQ(against(found, "lie-sat").outcome, Outcome::StillLies);
  const Replay settled = replay(found, *find_solver("z3"), {});
  EXPECT_EQ(settled.outcome, Outcome::NotTested) << "nothing was wrong with it";
  EXPECT_THAT(settled.why, HasSubstr("the other solver that is wrong"));
  found.witnesses.clear();
  EXPECT_EQ(against(found, "lie-sat").outcome, Outcome::NotTested);
}

TEST(Replay, AFlakyBugThatDoesNotShowIsNotFixed) {
  Case found = wrong_unsat();
  found.flaky = true;
  EXPECT_EQ(against(found, "lie-unsat").outcome, Outcome::StillLies);
  EXPECT_EQ(against(found, "lie-sat").outcome, Outcome::NotTested);
}

// A solver that gives one answer to scripts with these words, and another one to all others.
class TwoAnswers {
 public:
  TwoAnswers(const std::string& words, const std::string& one, const std::string& other) {
    directory_.write(
        "solver", "#!/bin/sh\nsaid=" + other + "\nwhile read -r line; do\n  case $line in\n    *'" +
                      words + "'*) said=" + one +
                      " ;;\n    '(check-sat)') echo $said ;;\n"
                      "    '(echo \"'*) line=${line#*\\\"}; echo \"${line%\\\"*}\" ;;\n"
                      "  esac\ndone\n");
    std::filesystem::permissions(directory_.path() / "solver", std::filesystem::perms::owner_all);
  }
  Solver solver() const {
    Result<Solver> found = find_solver("liar=" + (directory_.path() / "solver").string());
    EXPECT_TRUE(found);
    return *std::move(found);
  }

 private:
  test::TemporaryDirectory directory_;
};

constexpr const char* kSeed = "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";

// What sae makes of the seed by a rule, and why it must be sat as well.
Case contradiction() {
  Pool pool;
  const ParsedScript seed = parse_script(pool, kSeed);
  SaeOptions options;
  options.snippets = false;
  options.rounds = 1;
  const std::unique_ptr<Mutator> mutator =
      start_sae(pool, {.script = seed.script, .answers = {Truth::Sat}}, options, Rng(1));
  Case found = wrong_unsat();
  found.kind = Kind::Contradiction;
  for (uint64_t number = 1; number < 100; ++number) {
    const std::optional<Mutant> mutant = mutator->mutate(number);
    if (!mutant) continue;
    found.original = print_script(pool, script_of(pool, mutator->base(), *mutant));
    if (found.original.find("(> x 3)") != std::string::npos) continue;
    found.origin.seed = print_script(pool, mutator->base());
    found.certificate = ByRules{chain_of(pool, mutator->base(), *mutant, 0), {"liar"}};
    return found;
  }
  ADD_FAILURE() << "no mutant";
  return found;
}

TEST(Replay, AContradictionChecksTheRulesAndAsksForBothAnswers) {
  const Case found = contradiction();
  const TwoAnswers liar("(> x 3)", "sat", "unsat");
  const Replay shown = replay(found, liar.solver(), {});
  EXPECT_EQ(shown.outcome, Outcome::StillLies) << shown.why;
  EXPECT_THAT(shown.certificate, HasSubstr("by rules"));
  EXPECT_THAT(shown.said, HasSubstr("to the seed: sat"));
  EXPECT_EQ(replay(found, fake("lie-sat"), {}).outcome, Outcome::Fixed);
  EXPECT_EQ(replay(found, fake("lie-unsat"), {}).outcome, Outcome::Fixed) << "it is consistent now";
  const TwoAnswers silent("(> x 3)", "unknown", "unsat");
  EXPECT_EQ(replay(found, silent.solver(), {}).outcome, Outcome::NotTested);
}

TEST(Replay, AContradictionWithABrokenChainAccusesNobody) {
  Case found = contradiction();
  const TwoAnswers liar("(> x 3)", "sat", "unsat");
  std::get<ByRules>(found.certificate).chain.steps[0].rules = {"(> x y) => false"};
  const Replay broken = replay(found, liar.solver(), {});
  EXPECT_EQ(broken.outcome, Outcome::NotTested);
  EXPECT_THAT(broken.why, HasSubstr("there is no rule"));
}

// The same for a chain that rests on a rule of a user.
TEST(Replay, AContradictionByARuleOfAUserNeedsItsProof) {
  const auto rules = read_rules(
      "[[rule]]\nname = 'room'\nterms = 'x y: Int'\nconstants = 'c: Int'\nstronger = '(> x y)'\n"
      "weaker = '(> (+ x c) y)'\nwhere = '(>= c 0)'\n");
  ASSERT_TRUE(rules);
  const RuleText text = (*rules)->all()[0].text;
  Case found = wrong_unsat();
  found.kind = Kind::Contradiction;
  found.origin.seed = "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";
  found.original = "(declare-const x Int)\n(assert (> (+ x 7) 3))\n(check-sat)\n";
  RuleChain chain;
  chain.own_rules = {text};
  chain.steps.push_back({.command = 1,
                         .path = {},
                         .before = "(> x 3)",
                         .after = "(> (+ x 7) 3)",
                         .direction = Direction::Weaker,
                         .rules = {describe(text.rule())},
                         .constants = {"7"}});
  found.certificate = ByRules{chain, {"liar"}};
  EXPECT_TRUE(needs_provers(found));
  const TwoAnswers liar("(> x 3)", "sat", "unsat");
  const Replay unproved = replay(found, liar.solver(), {});
  EXPECT_EQ(unproved.outcome, Outcome::NotTested);
  EXPECT_THAT(unproved.why, HasSubstr("is not proved here"));
  std::vector<Solver> provers;
  for (const char* name : {"z3", "cvc5"})
    if (Result<Solver> solver = find_solver(name)) provers.push_back(*std::move(solver));
  if (provers.size() < 2) GTEST_SKIP() << "z3 and cvc5 are not here";
  const Replay shown = replay(found, liar.solver(), {}, {provers, {}});
  EXPECT_EQ(shown.outcome, Outcome::StillLies) << shown.why;
  EXPECT_THAT(shown.certificate, HasSubstr("is proved: z3, cvc5"));
  // A condition that was forged: the step fits it, and the rule is wrong.
  std::get<ByRules>(found.certificate).chain.own_rules[0].where = "(>= c (- 7))";
  std::get<ByRules>(found.certificate).chain.steps[0].rules = {
      describe(std::get<ByRules>(found.certificate).chain.own_rules[0].rule())};
  const Replay forged = replay(found, liar.solver(), {}, {provers, {}});
  EXPECT_EQ(forged.outcome, Outcome::NotTested);
  EXPECT_THAT(forged.why, HasSubstr("REFUTED"));
}

// Only the core counts: the whole seed may be unsat for another reason.
TEST(Replay, AContradictionByACoreAsksTheCoreAlone) {
  Case found = wrong_unsat();
  found.kind = Kind::Contradiction;
  found.answer = AnswerKind::Sat;
  found.origin.seed =
      "(declare-const x Int)\n(assert (> x 3))\n(assert (< x 2))\n(assert (= x 7))\n(check-sat)\n";
  found.original =
      "(declare-const x Int)\n(assert (> x 3))\n(assert (< x 2))\n(assert (= x 8))\n(check-sat)\n";
  RuleChain chain;
  chain.answer = Truth::Unsat;
  chain.core = {1, 2};
  chain.steps.push_back({.command = 3, .path = {1}, .before = "7", .after = "8"});
  found.certificate = ByRules{chain, {"liar"}};
  // Unsat for the core, sat for the mutant.
  const TwoAnswers liar("(= x 8)", "sat", "unsat");
  EXPECT_EQ(replay(found, liar.solver(), {}).outcome, Outcome::StillLies);
  // Unsat for the whole seed, but not for its core.
  const TwoAnswers other("(= x 7)", "unsat", "sat");
  EXPECT_EQ(replay(found, other.solver(), {}).outcome, Outcome::Fixed);
}

}  // namespace
}  // namespace pg
