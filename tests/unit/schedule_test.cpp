#include "campaign/schedule.h"

#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "campaign/status.h"

namespace pg {
namespace {

const std::vector<std::string> kStrategies{"sae", "diver"};

Schedule with_arms(uint64_t seeds, bool adaptive) {
  Schedule schedule(1, adaptive);
  for (uint64_t seed = 0; seed < seeds; ++seed) schedule.add_arms(seed, kStrategies, 0);
  return schedule;
}

const MakeMutants& make_of(const Job& job) { return std::get<MakeMutants>(job.task); }
uint64_t seed_of(const Job& job) { return make_of(job).seeds[0]; }

std::string text_of(const std::vector<Job>& jobs) {
  std::string text;
  for (const Job& job : jobs) {
    if (const auto* take = std::get_if<TakeSeed>(&job.task)) {
      text += fmt::format("{}: take {}; ", job.id, take->seed);
      continue;
    }
    const MakeMutants& make = make_of(job);
    text += fmt::format("{}: {} of {} by {}, visit {}; ", job.id, make.count,
                        fmt::join(make.seeds, "+"), make.strategy, make.visit);
  }
  return text;
}

TEST(Schedule, SeedsComeFirst) {
  Schedule schedule(1, true);
  for (uint64_t seed = 0; seed < 3; ++seed) schedule.add_seed(seed);
  const std::vector<Job> jobs = schedule.plan(1, 10, 1000);
  EXPECT_EQ(text_of(jobs), "10: take 0; 11: take 1; 12: take 2; ");
  for (const Job& job : jobs) schedule.add(job);
  EXPECT_TRUE(schedule.plan(2, 13, 1000).empty()) << "they suit no strategy";
}

TEST(Schedule, AnArmHasOneJobOfARoundAtMost) {
  Schedule schedule = with_arms(10, true);
  std::set<std::pair<uint64_t, std::string>> arms;
  for (const Job& job : schedule.plan(1, 0, ~uint64_t{0}))
    EXPECT_TRUE(arms.insert({seed_of(job), make_of(job).strategy}).second);
  EXPECT_EQ(arms.size(), 20u);
}

TEST(Schedule, NeverMoreMutantsThanAllowed) {
  Schedule schedule = with_arms(10, true);
  uint64_t sum = 0;
  for (const Job& job : schedule.plan(1, 0, 70)) sum += make_of(job).count;
  EXPECT_EQ(sum, 70u);
}

TEST(Schedule, DependsOnWhatItWasToldAlone) {
  Schedule one = with_arms(100, true);
  Schedule two = with_arms(100, true);
  for (uint64_t round = 1; round < 20; ++round) {
    std::vector<Job> jobs = one.plan(round, 0, ~uint64_t{0});
    EXPECT_EQ(text_of(jobs), text_of(two.plan(round, 0, ~uint64_t{0})));
    for (Job& job : jobs) {
      job.yield = {.made = seed_of(job) % 32, .calls = 64, .news = seed_of(job) % 3};
      one.add(job);
      two.add(job);
    }
  }
}

// Visits of each seed after some rounds in which only the first seed shows something new.
std::map<uint64_t, uint64_t> visits(bool adaptive, const Yield& of_first) {
  Schedule schedule = with_arms(200, adaptive);
  std::map<uint64_t, uint64_t> made;
  for (uint64_t round = 1; round <= 60; ++round) {
    for (Job job : schedule.plan(round, 0, ~uint64_t{0})) {
      ++made[seed_of(job)];
      if (seed_of(job) == 0) job.yield = of_first;
      job.yield.made = make_of(job).count;
      job.yield.calls = 2 * make_of(job).count;
      schedule.add(job);
    }
  }
  return made;
}

TEST(Schedule, WhatBringsSomethingNewComesMoreOftenAndNobodyStarves) {
  const uint64_t usual = visits(false, {.news = 8})[0];
  const std::map<uint64_t, uint64_t> rewarded = visits(true, {.news = 8});
  EXPECT_GT(rewarded.at(0), 2 * usual);
  for (uint64_t seed = 0; seed < 200; ++seed) EXPECT_GE(rewarded.at(seed), 2u) << seed;
  EXPECT_LT(visits(true, {.timeouts = 64})[0], usual);
  EXPECT_LT(visits(true, {.duplicates = 20})[0], usual) << "a storm is turned down";
  EXPECT_LT(visits(true, {.micros = 10'000'000})[0], usual) << "slow";
  EXPECT_GT(visits(true, {.micros = 10'000})[0], usual) << "fast";
}

TEST(Schedule, AnArmGetsTimeRatherThanMutants) {
  for (const bool adaptive : {true, false}) {
    Schedule schedule(1, adaptive);
    schedule.add_arms(0, kStrategies, 2'000);
    schedule.add_arms(1, kStrategies, 200'000);
    std::map<uint64_t, uint64_t> mutants;
    for (const Job& job : schedule.plan(1, 0, ~uint64_t{0}))
      mutants[seed_of(job)] += make_of(job).count;
    if (adaptive)
      EXPECT_GT(mutants[0], 5 * mutants[1]);
    else
      EXPECT_EQ(mutants[0], mutants[1]);
  }
}

TEST(Schedule, UniformMeansAlike) {
  const std::map<uint64_t, uint64_t> made = visits(false, {.news = 8});
  uint64_t least = ~uint64_t{0};
  uint64_t most = 0;
  for (const auto& [seed, count] : made) {
    least = std::min(least, count);
    most = std::max(most, count);
  }
  EXPECT_LE(most - least, 2u);
}

TEST(Schedule, WhatMakesNothingIsLeft) {
  Schedule schedule = with_arms(1, false);
  uint64_t round = 0;
  while (true) {
    const std::vector<Job> jobs = schedule.plan(++round, 0, ~uint64_t{0});
    if (jobs.empty()) break;
    ASSERT_LT(round, 10u);
    for (const Job& job : jobs) schedule.add(job);
  }
  EXPECT_EQ(round, 3u);
}

TEST(Status, DurationsAreShort) {
  EXPECT_EQ(duration_text(0), "0s");
  EXPECT_EQ(duration_text(59.4), "59s");
  EXPECT_EQ(duration_text(65), "1m05s");
  EXPECT_EQ(duration_text(7380), "2h03m");
  EXPECT_EQ(duration_text(273600), "3d04h");
}

}  // namespace
}  // namespace pg
