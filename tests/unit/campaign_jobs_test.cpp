// Jobs of a campaign in this process: progress, what is learnt of seeds, and strategies of several
// seeds.
#include <atomic>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/campaign.h"
#include "campaign/progress.h"
#include "campaign/seed_taker.h"
#include "mutate/strategy.h"
#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

Evidence said(const std::string& solver, AnswerKind kind, double seconds) {
  Evidence evidence;
  evidence.solver.name = solver;
  evidence.answer.kind = kind;
  evidence.answer.seconds = seconds;
  return evidence;
}

TEST(Learn, AnAnswerIsTakenIfNobodyContradicts) {
  SeedFacts facts;
  learn({{said("a", AnswerKind::Sat, 0.1), said("b", AnswerKind::Sat, 0.2)},
         {said("a", AnswerKind::Sat, 0.3), said("b", AnswerKind::Unsat, 0.1)},
         {said("a", AnswerKind::Unsat, 0.1), said("b", AnswerKind::Timeout, 2.0)}},
        facts);
  EXPECT_THAT(facts.answers, ElementsAre(Truth::Sat, std::nullopt, Truth::Unsat));
  ASSERT_THAT(facts.solvers, SizeIs(2));
  EXPECT_TRUE(facts.find("a")->usable);
  EXPECT_EQ(facts.find("a")->seconds, 0.3);
  EXPECT_FALSE(facts.find("b")->usable) << "it did not always answer";
}

TEST(ProgressOfJobs, WhatIsSavedIsWhatWasAddedSince) {
  std::vector<std::pair<Job, Counters>> saved;
  double waited = 0;
  Progress progress(
      [&](const Advance& advance) {
        saved.emplace_back(advance.job, advance.more);
        return true;
      },
      [&] { return waited; });
  progress.begin({.id = 3, .task = MakeMutants{{0}, "sae", 0, 10}});
  progress.counts().mutants = 2;
  progress.job().at = 2;
  EXPECT_TRUE(progress.flush());
  progress.counts().mutants = 5;
  EXPECT_TRUE(progress.finish());
  progress.begin({.id = 4, .task = TakeSeed{7}});
  ++progress.counts().calls;
  EXPECT_TRUE(progress.finish());
  ASSERT_THAT(saved, SizeIs(3));
  EXPECT_EQ(saved[0].first.at, 2u);
  EXPECT_FALSE(saved[0].first.done);
  EXPECT_EQ(saved[0].second.strategy("sae").mutants, 2u);
  EXPECT_TRUE(saved[1].first.done);
  EXPECT_EQ(saved[1].second.strategy("sae").mutants, 5u);
  EXPECT_EQ(saved[2].second.seeds.calls, 1u);
  EXPECT_TRUE(saved[2].second.strategies.empty());
}

TEST(Counts, WhatIsWrittenIsReadAgain) {
  Counters counters;
  counters.solvers["z3 smt.seed=1.5"].calls = 3;
  counters.solvers["z3 smt.seed=1.5"].answers[static_cast<size_t>(AnswerKind::OutOfMemory)] = 2;
  counters.strategies["sae"] = {1, 2, 3, 4};
  counters.seeds = {0, 0, 5, 6};
  counters.models = {7, 8, 9};
  counters.operators["str.++"] = 10;
  counters.duplicates["z3-crash-1"] = 11;
  counters.spent = {1, 2, 3, 4, 5, 6};
  counters.worked = 100;
  counters.waited = 90;
  counters.digest = ~uint64_t{0};
  Counters again;
  for (const Count& each : counts_of(counters))
    add_count(again, each.metric, each.subject, each.detail, each.value);
  const auto text = [](const Counters& all) {
    std::string made;
    for (const Count& each : counts_of(all))
      made += fmt::format("{}|{}|{}={} ", each.metric, each.subject, each.detail, each.value);
    return made;
  };
  EXPECT_EQ(text(again), text(counters));
  again.add(counters);
  EXPECT_EQ(again.digest, ~uint64_t{1}) << "sums of hashes wrap around";
  EXPECT_EQ(again.strategy("sae").found, 8u);
  EXPECT_NEAR(counters.overhead(), 10, 1e-9);
  // Of a newer version, or of a damaged store.
  add_count(again, "love", "z3", "", 5);
  add_count(again, "answers", "z3", "maybe", 5);
  add_count(again, "calls", "", "", 5);
  EXPECT_EQ(again.calls(), 6u);
}

// Two seeds side by side: as sat or as unsat as both of them.
class Pairs final : public Mutator {
 public:
  explicit Pairs(const Seed& seed) : claims_(seed.answers) {
    for (const Command& command : seed.script.commands)
      if (!is_check(command)) base_.commands.push_back(command);
    for (const Command& command : seed.others[0].script.commands)
      if (command.kind != CommandKind::SetLogic) base_.commands.push_back(command);
    if (const Model* model = seed.others[0].model)
      for (const auto& [head, function] : model->functions)
        if (function.params.empty()) extension_.emplace_back(head, function.body);
  }
  const Script& base() const override { return base_; }
  const std::vector<std::pair<Head, Term>>& extension() const override { return extension_; }
  std::optional<Mutant> mutate(uint64_t) override {
    Mutant mutant;
    mutant.claims = claims_;
    return mutant;
  }
  Tally tally() const override { return {}; }

 private:
  Script base_;
  std::vector<std::pair<Head, Term>> extension_;
  Answers claims_;
};

constexpr Strategy kPairs{.name = "pairs",
                          .summary = "two seeds side by side",
                          .needs = Strategy::Needs::Evidence,
                          .start = [](Pool&, const Seed& seed, const StrategyOptions&,
                                      const Rng&) -> Result<std::unique_ptr<Mutator>> {
                            return std::unique_ptr<Mutator>(std::make_unique<Pairs>(seed));
                          },
                          .seeds = 2};

class SeveralSeeds : public ::testing::Test {
 protected:
  SeveralSeeds() {
    directory_.write("a.smt2",
                     "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)");
    directory_.write("b.smt2",
                     "(set-logic QF_LIA)(declare-const x Int)(assert (< x 3))(check-sat)");
    directory_.write("c.smt2",
                     "(set-logic QF_LIA)(declare-const x Int)(assert (and (< x 3) (> x "
                     "5)))(check-sat)");
    directory_.write("d.smt2",
                     "(set-logic QF_LIA)(declare-const y Int)(assert (< y 0))(assert (> y "
                     "0))(check-sat)");
    options_.seeds = {directory_.path().string()};
    options_.strategies = {"pairs"};
    options_.mutants = 40;
    options_.jobs = 1;
    options_.out = (directory_.path() / "out").string();
  }
  Status run() {
    const std::atomic<bool> stop = false;
    Result<std::unique_ptr<Campaign>> campaign = Campaign::open(options_, stop);
    if (!campaign) {
      ADD_FAILURE() << campaign.error().message;
      return {};
    }
    (*campaign)->run([] {}, [this](const FindingRow& row) { found_.push_back(row); });
    jobs_ = *(*campaign)->store().jobs();
    return (*campaign)->status();
  }

  const ExtraStrategy extra_{kPairs};
  test::TemporaryDirectory directory_;
  CampaignOptions options_;
  std::vector<FindingRow> found_;
  std::vector<Job> jobs_;
};

TEST_F(SeveralSeeds, AreOfTheSameAnswerAndHaveNamesOfTheirOwn) {
  options_.solvers = {*find_solver("z3")};
  const Status status = run();
  EXPECT_GT(status.counters.strategy("pairs").mutants, 10u);
  EXPECT_THAT(found_, SizeIs(0)) << "x of one seed is not x of the other";
  size_t pairs = 0;
  for (const Job& job : jobs_) {
    const auto* make = std::get_if<MakeMutants>(&job.task);
    if (!make) continue;
    ++pairs;
    EXPECT_THAT(make->seeds, SizeIs(2));
    EXPECT_NE(make->seeds[0], make->seeds[1]);
  }
  EXPECT_GT(pairs, 0u);
}

TEST_F(SeveralSeeds, TheRecipeNamesThemAll) {
  options_.solvers = {*find_solver("liar=" + test::fake_solver() + " lie-unsat"),
                      *find_solver("z3")};
  run();
  std::vector<std::string> recipes;
  for (const FindingRow& row : found_)
    if (row.found.origin.strategy == "pairs") recipes.push_back(row.found.origin.recipe);
  ASSERT_FALSE(recipes.empty());
  EXPECT_THAT(recipes[0], AllOf(HasSubstr("polygraph mutate "), HasSubstr(" --with "),
                                HasSubstr(" --answer sat ")));
}

}  // namespace
}  // namespace pg
