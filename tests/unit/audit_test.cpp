#include "prove/audit.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "mutate/sae.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/paths.h"
#include "support/smtlib.h"

namespace pg {
namespace {

constexpr std::string_view kText =
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const p Bool)"
    "(assert (! (or (< x y) (and p (= x 3))) :named n))(assert (xor (not n) (> y 5) p))"
    "(assert (=> p (distinct x y 7)))(check-sat)";

std::vector<Solver> z3() {
  const Result<Solver> solver = find_solver("z3");
  EXPECT_TRUE(solver);
  return {*solver};
}

TEST(Audit, MutantsOfSaeHold) {
  for (const Skeleton skeleton : {Skeleton::Original, Skeleton::Nnf, Skeleton::Cnf}) {
    for (const Truth answer : {Truth::Sat, Truth::Unsat}) {
      Pool pool;
      const ParsedScript parsed = parse_script(pool, kText);
      ASSERT_EQ(test::lines(parsed.errors), "");
      SaeOptions options{.skeleton = skeleton, .rounds = 2};
      options.snippet.fresh = true;
      const std::unique_ptr<Mutator> mutator =
          start_sae(pool, {.script = parsed.script, .answers = {answer}}, options, Rng(1));
      size_t asked = 0;
      for (uint64_t number = 1; number <= 3; ++number) {
        const std::optional<Mutant> mutant = mutator->mutate(number);
        if (!mutant) continue;
        ++asked;
        const std::optional<Audit> found =
            audit(pool, parsed.script, *mutator, *mutant, z3(), {.seconds = 20});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->outcome, Audit::Outcome::Holds)
            << print_script(pool, script_of(pool, mutator->base(), *mutant));
        EXPECT_EQ(found->solvers, std::vector<std::string>{"z3"});
      }
      EXPECT_GT(asked, 0u);
    }
  }
}

// A mutator whose steps claim what is not so.
class Liar final : public Mutator {
 public:
  explicit Liar(const Script& script) : script_(script) {}
  const Script& base() const override { return script_; }
  const std::vector<std::pair<Head, Term>>& extension() const override { return none_; }
  std::optional<Mutant> mutate(uint64_t) override { return {}; }
  Tally tally() const override { return {}; }

 private:
  const Script& script_;
  std::vector<std::pair<Head, Term>> none_;
};

// The second formula in the place of the first.
Audit audit_of(std::string_view before, std::string_view after, Truth claim,
               std::span<const Solver> solvers) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "(declare-const x Int)(assert " + std::string(before) + ")(assert " +
                             std::string(after) + ")(check-sat)");
  Script seed = parsed.script;
  const Term mutated = seed.commands[2].terms[0];
  seed.commands.erase(seed.commands.begin() + 2);
  const Liar mutator(seed);
  Mutant mutant;
  mutant.set({.command = 1}, mutated);
  mutant.claims = {claim};
  mutant.steps.push_back({.command = 1,
                          .path = {},
                          .before = seed.commands[1].terms[0],
                          .after = mutated,
                          .how = claim == Truth::Sat ? Step::How::Weaker : Step::How::Stronger});
  const std::optional<Audit> found = audit(pool, seed, mutator, mutant, solvers, {.seconds = 20});
  EXPECT_TRUE(found);
  return found.value_or(Audit{});
}

TEST(Audit, WhatDoesNotFollowIsRefutedByAModel) {
  const std::vector<Solver> solvers = z3();
  EXPECT_EQ(audit_of("(< x 3)", "(<= x 3)", Truth::Sat, solvers).outcome, Audit::Outcome::Holds);
  EXPECT_EQ(audit_of("(<= x 3)", "(< x 3)", Truth::Unsat, solvers).outcome, Audit::Outcome::Holds);
  const Audit refuted = audit_of("(<= x 3)", "(< x 3)", Truth::Sat, solvers);
  EXPECT_EQ(refuted.outcome, Audit::Outcome::Refuted);
  EXPECT_NE(refuted.model.find("(define-fun x () Int 3)"), std::string::npos) << refuted.model;
  EXPECT_EQ(audit_of("(< x 3)", "(<= x 3)", Truth::Unsat, solvers).outcome,
            Audit::Outcome::Refuted);
}

TEST(Audit, AnAnswerWithoutAModelThatHoldsIsNoRefutation) {
  const Result<Solver> wrong = find_solver("a=" + test::fake_solver() + " false-model");
  ASSERT_TRUE(wrong);
  EXPECT_EQ(audit_of("(< x 3)", "(<= x 3)", Truth::Sat, std::vector{*wrong}).outcome,
            Audit::Outcome::Unknown);
  // Nor is one against another.
  const std::vector<Solver> both{z3()[0], *wrong};
  EXPECT_EQ(audit_of("(< x 3)", "(<= x 3)", Truth::Sat, both).outcome, Audit::Outcome::Unknown);
}

}  // namespace
}  // namespace pg
