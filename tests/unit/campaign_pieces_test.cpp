// The pieces of the engine that decide something, each alone: no solver is run.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/recipe.h"
#include "campaign/audience.h"
#include "campaign/facts.h"
#include "campaign/time_limits.h"
#include "campaign/tuning.h"
#include "support/paths.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

CampaignOptions with_solvers(std::vector<std::string> names) {
  CampaignOptions options;
  options.limits.seconds = 8;
  options.strategies = {"sae"};
  for (const std::string& name : names) {
    Solver solver;
    solver.name = name;
    solver.spec = &solver_specs()[0];
    options.solvers.push_back(solver);
  }
  return options;
}

SeedFacts seconds_of(std::vector<std::pair<std::string, double>> solvers) {
  SeedFacts facts;
  for (const auto& [name, seconds] : solvers)
    facts.solvers.push_back({.solver = name, .usable = true, .seconds = seconds});
  return facts;
}

std::vector<size_t> asked(const Audience& audience) {
  return {audience.solvers().begin(), audience.solvers().end()};
}

TEST(Audience, TheFastestIsAskedFirstAndWhoDoesNotAnswerIsNot) {
  const CampaignOptions options = with_solvers({"slow", "fast", "mute", "new"});
  SeedFacts facts = seconds_of({{"slow", 0.9}, {"fast", 0.1}, {"mute", 0.0}});
  facts.solvers[2].usable = false;
  EXPECT_THAT(asked(Audience(options, facts)), ElementsAre(1, 0));
}

TEST(Audience, WhoFallsSilentIsLeftAlone) {
  const CampaignOptions options = with_solvers({"a", "b"});
  Audience audience(options, seconds_of({{"a", 0.1}, {"b", 0.2}}));
  audience.heard(0, false);
  audience.heard(0, false);
  audience.heard(0, true);
  audience.heard(0, true);
  audience.heard(0, false);
  EXPECT_THAT(asked(audience), ElementsAre(0, 1)) << "answers make up for silence";
  audience.heard(0, false);
  EXPECT_THAT(asked(audience), ElementsAre(1));
  for (int i = 0; i < 3; ++i) audience.heard(1, false);
  EXPECT_THAT(asked(audience), IsEmpty());
}

TEST(Audience, ARepeatableCampaignAsksAllInTheOrderOfTheUser) {
  CampaignOptions options = with_solvers({"slow", "fast"});
  options.mutants = 10;
  Audience audience(options, seconds_of({{"slow", 0.9}, {"fast", 0.1}}));
  for (int i = 0; i < 20; ++i) audience.heard(0, false);
  EXPECT_THAT(asked(audience), ElementsAre(0, 1));
}

TEST(TimeLimits, AMutantGetsWhatItsSeedSuggests) {
  const CampaignOptions options = with_solvers({"z3"});
  TimeLimits limits(options);
  const auto limit = [&](double seed) {
    return limits.for_mutant(seconds_of({{"z3", seed}}), "z3", 100);
  };
  EXPECT_EQ(limit(0.04), 8) << "at first as long as the user allows";
  limits.add(0.08, 50);
  EXPECT_EQ(limit(0.04), 8) << "a query with a smaller limit was not a patient one";
  limits.add(8, 4);
  EXPECT_DOUBLE_EQ(limit(0.04), 0.08);
  EXPECT_DOUBLE_EQ(limit(0.001), 0.01) << "there is a floor";
  EXPECT_DOUBLE_EQ(limit(0.06), 0.1);
  EXPECT_DOUBLE_EQ(limit(2), 3) << "slow ones get less";
  EXPECT_DOUBLE_EQ(limit(20), 8);
  EXPECT_EQ(limits.for_mutant({}, "z3", 100), 8) << "nothing is known of the seed";
}

TEST(TimeLimits, ASeedGetsAPartUnlessItIsWhatIsTested) {
  CampaignOptions options = with_solvers({"z3"});
  EXPECT_DOUBLE_EQ(TimeLimits(options).for_seed(), 2);
  options.strategies.clear();
  EXPECT_DOUBLE_EQ(TimeLimits(options).for_seed(), 8);
}

TEST(TimeLimits, NothingDependsOnTheClockInARepeatableCampaign) {
  CampaignOptions options = with_solvers({"z3"});
  options.mutants = 10;
  TimeLimits limits(options);
  limits.add(8, 1e6);
  EXPECT_EQ(limits.for_seed(), 8);
  EXPECT_EQ(limits.for_mutant(seconds_of({{"z3", 0.01}}), "z3", 1), 8);
  EXPECT_EQ(limits.for_helpers(seconds_of({{"z3", 0.01}})), 0);
}

TEST(TimeLimits, HelpersStayWithinTheirBounds) {
  const CampaignOptions options = with_solvers({"z3"});
  const TimeLimits limits(options);
  EXPECT_DOUBLE_EQ(limits.for_helpers(seconds_of({{"z3", 0.0001}})), 0.01);
  EXPECT_DOUBLE_EQ(limits.for_helpers(seconds_of({{"z3", 0.01}})), 0.02);
  EXPECT_DOUBLE_EQ(limits.for_helpers(seconds_of({{"z3", 5}})), 0.03);
}

TEST(Recipe, SaysWhereTheClockHadASay) {
  Recipe recipe{.file = "a.smt2", .strategy = "value", .solvers = {"z3"}};
  const std::string text = recipe_text(recipe);
  recipe.timed = true;
  EXPECT_EQ(recipe_text(recipe), text + " # a query took too long: this may make another mutant");
}

TEST(Tuning, EveryRowSetsItsNumber) {
  for (const TuningRow& row : tuning_rows()) {
    Tuning tuning;
    ASSERT_TRUE(tune(tuning, std::string(row.name) + "=7")) << row.name;
    std::visit([&](auto member) { EXPECT_EQ(tuning.*member, 7) << row.name; }, row.member);
  }
  constexpr size_t kNumbers = sizeof(Tuning) / sizeof(double);
  EXPECT_EQ(tuning_rows().size(), kNumbers) << "a number without a row";
}

TEST(Tuning, TheDocsListEveryNumberWithItsDefault) {
  const std::string docs = test::read_file(test::source_folder() + "/docs/campaigns.md");
  const Tuning tuning;
  for (const TuningRow& row : tuning_rows()) {
    const std::string value =
        std::visit([&](auto member) { return fmt::format("{}", tuning.*member); }, row.member);
    EXPECT_THAT(docs, HasSubstr(fmt::format("| `{}` | {} | {} |", row.name, value, row.summary)));
  }
}

TEST(Tuning, WhatIsNoNumberIsRefused) {
  Tuning tuning;
  for (const char* text : {"times-seed", "times-seed=", "times-seed=x", "times-seed=0",
                           "times-seed=nan", "silence=1.5", "silence=-1", "silence=99999999999"})
    EXPECT_FALSE(tune(tuning, text)) << text;
  EXPECT_EQ(tuning.times_seed, Tuning().times_seed);
  EXPECT_THAT(tune(tuning, "nothing=1").error().message, HasSubstr("times-seed, least-seconds"));
}

TEST(SeedFacts, ReadBackWhatTheyWere) {
  SeedFacts facts = seconds_of({{"z3", 0.125}, {"cvc5 --x", 3}});
  facts.answers = {Truth::Sat, std::nullopt, Truth::Unsat};
  facts.solvers[0].answers = {Truth::Sat, Truth::Unsat, Truth::Unsat};
  facts.solvers[1].answers = {Truth::Sat, std::nullopt, std::nullopt};
  facts.strategies = {"sae", "value"};
  const Result<SeedFacts> read = read_facts(facts_text(facts));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, facts);
  EXPECT_THAT(facts.said_by(0), ElementsAre("z3", "cvc5 --x"));
  EXPECT_THAT(facts.said_by(1), IsEmpty()) << "nobody agrees on it";
  EXPECT_THAT(facts.said_by(2), ElementsAre("z3"));
  EXPECT_FALSE(read_facts("{\"answers\":"));
}

}  // namespace
}  // namespace pg
