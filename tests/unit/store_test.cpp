#include "campaign/store.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "bug/case_text.h"
#include "support/cases.h"
#include "support/counters.h"
#include "support/process.h"
#include "support/store.h"

namespace pg {
namespace {

using test::counted;

const MakeMutants kMake{{3, 1}, "sae", 7, 32};

class StoreTest : public ::testing::Test {
 protected:
  std::unique_ptr<Store> open() const {
    Result<std::unique_ptr<Store>> store = Store::open(path());
    if (store) return std::move(*store);
    ADD_FAILURE() << store.error().message;
    return nullptr;
  }
  std::string path() const { return (directory_.path() / "campaign.sqlite").string(); }

  test::TemporaryDirectory directory_;
};

FindingRow finding(const std::string& fingerprint) {
  FindingRow row;
  row.found = test::wrong_unsat();
  row.found.fingerprint = fingerprint;
  row.found.output = std::string("with\0zero", 9);
  row.shelf = Shelf::Held;
  return row;
}

TEST_F(StoreTest, KeepsWhatItWasGiven) {
  const SeedFacts facts{.answers = {Truth::Sat, std::nullopt},
                        .solvers = {{.solver = "z3",
                                     .usable = true,
                                     .seconds = 0.25,
                                     .answers = {Truth::Sat, Truth::Unsat}}},
                        .strategies = {"sae"}};
  {
    const std::unique_ptr<Store> store = open();
    EXPECT_FALSE(store->setting("rng"));
    EXPECT_TRUE(store->set("rng", "1"));
    EXPECT_TRUE(store->set("rng", "2"));
    EXPECT_TRUE(store->add_seeds({{.id = 0, .path = "a", .hash = ~uint64_t{0}},
                                  {.id = 1, .path = "b", .skipped = "too large"}}));
    EXPECT_TRUE(store->add_jobs({{.id = 5, .round = 1, .task = kMake}}));
    const SeedRow taken{.id = 0, .path = "a", .logic = "QF_LIA", .taken = true, .facts = facts};
    EXPECT_TRUE(store->save({{.id = 5, .at = 16, .yield = {.made = 12}},
                             counted({{"mutants", "sae", "", 12}, {"digest", "", "", ~0ull}}),
                             &taken}));
    EXPECT_TRUE(store->save({{.id = 5,
                              .at = 32,
                              .done = true,
                              .yield = {.made = 20},
                              .suspicions = {{"z3 crash", 3}},
                              .texts = {1, ~uint64_t{0}}},
                             counted({{"mutants", "sae", "", 8}, {"digest", "", "", 3}})}));
    EXPECT_TRUE(store->add_sample(
        {.seconds = 1.5,
         .counters = counted({{"calls", "z3", "", 7}, {"operators", "and", "", 1}})}));
  }
  const std::unique_ptr<Store> store = open();
  EXPECT_EQ(store->setting("rng"), "2");
  const std::vector<SeedRow> seeds = store->seeds();
  ASSERT_EQ(seeds.size(), 2u);
  EXPECT_EQ(seeds[0].hash, ~uint64_t{0});
  EXPECT_TRUE(seeds[0].taken);
  EXPECT_EQ(seeds[0].facts, facts);
  EXPECT_EQ(seeds[1].skipped, "too large");
  const std::vector<Job> jobs = store->jobs();
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_EQ(jobs[0].at, 32u);
  EXPECT_TRUE(jobs[0].done);
  EXPECT_EQ(jobs[0].yield.made, 20u);
  EXPECT_EQ(jobs[0].suspicions.at("z3 crash"), 3u);
  EXPECT_EQ(jobs[0].texts, std::vector<uint64_t>({1, ~uint64_t{0}}));
  EXPECT_EQ(jobs[0].task, Task(kMake));
  EXPECT_EQ(store->counters().strategy("sae").mutants, 20u);
  EXPECT_EQ(store->counters().digest, 2u) << "sums wrap around";
  ASSERT_EQ(store->samples().size(), 1u);
  EXPECT_EQ(store->samples()[0].counters.solver("z3").calls, 7u);
  EXPECT_TRUE(store->samples()[0].counters.operators.empty()) << "they have no curve";
}

// A claim is for one worker; what was not done is free for the next process.
TEST_F(StoreTest, AJobIsClaimedOnceInAProcess) {
  {
    const std::unique_ptr<Store> store = open();
    EXPECT_FALSE(store->claim());
    EXPECT_TRUE(store->add_jobs({{.id = 0, .round = 1, .task = TakeSeed{4}},
                                 {.id = 1, .round = 1, .task = kMake},
                                 {.id = 2, .round = 1, .task = kMake}}));
    std::optional<Job> first = store->claim();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->id, 0u);
    EXPECT_EQ(first->task, Task(TakeSeed{4}));
    const std::optional<Job> second = store->claim();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->id, 1u);
    first->done = true;
    EXPECT_TRUE(store->save({*first, {}}));
    EXPECT_EQ(store->claim()->id, 2u);
    EXPECT_FALSE(store->claim());
  }
  const std::unique_ptr<Store> store = open();
  EXPECT_EQ(store->claim()->id, 1u) << "its worker was ended";
  EXPECT_EQ(store->claim()->id, 2u);
  EXPECT_FALSE(store->claim());
}

TEST_F(StoreTest, AFindingIsThereOnce) {
  const std::unique_ptr<Store> store = open();
  EXPECT_TRUE(test::add_finding(*store, finding("a")));
  EXPECT_TRUE(test::add_finding(*store, finding("a")));
  EXPECT_TRUE(test::add_finding(*store, finding("b")));
  EXPECT_TRUE(store->save({{}, counted({{"duplicates", "a", "", 3}})}));
  const std::vector<FindingRow> rows = store->findings();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].duplicates, 4u);
  EXPECT_EQ(case_text(rows[0].found), case_text(finding("a").found));
  EXPECT_EQ(rows[0].shelf, Shelf::Held);
  EXPECT_FALSE(rows[0].ready);
  EXPECT_EQ(rows[1].duplicates, 0u);
}

TEST_F(StoreTest, FindingsThatBecomeTheSameAreOne) {
  const std::unique_ptr<Store> store = open();
  EXPECT_TRUE(test::add_finding(*store, finding("a")));
  EXPECT_TRUE(store->replace_finding("a", finding("small")));
  EXPECT_TRUE(test::add_finding(*store, finding("b")));
  EXPECT_TRUE(store->save({{}, counted({{"duplicates", "b", "", 4}})}));
  EXPECT_FALSE(store->replace_finding("b", finding("small")));
  const std::vector<FindingRow> rows = store->findings();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].found.fingerprint, "small");
  EXPECT_EQ(rows[0].duplicates, 5u) << "the other one, and those that showed it";
}

// What was read of them once stays where it is.
TEST_F(StoreTest, FindingsThatAreReadyComeFirstInTheirOrder) {
  const std::unique_ptr<Store> store = open();
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(test::add_finding(*store, finding(name)));
  const auto names = [&] {
    std::string text;
    for (const FindingRow& row : store->findings())
      text += row.found.fingerprint + (row.ready ? "! " : " ");
    return text;
  };
  EXPECT_EQ(names(), "a b c ");
  for (const char* name : {"c", "a"}) {
    FindingRow row = finding(name);
    row.ready = true;
    EXPECT_TRUE(store->replace_finding(name, row));
  }
  EXPECT_EQ(names(), "c! a! b ");
  EXPECT_TRUE(store->remove_finding("b"));
  EXPECT_EQ(names(), "c! a! ");
}

TEST_F(StoreTest, DuplicatesFollowTheirBugToItsNewName) {
  const std::unique_ptr<Store> store = open();
  EXPECT_TRUE(test::add_finding(*store, finding("a")));
  EXPECT_TRUE(store->save({{}, counted({{"duplicates", "a", "", 3}})}));
  EXPECT_TRUE(store->replace_finding("a", finding("small")));
  EXPECT_EQ(store->findings().at(0).duplicates, 3u);
}

TEST_F(StoreTest, WhatIsNoStoreIsRefused) {
  directory_.write("campaign.sqlite", "This is a text file, and long enough to be looked at.");
  EXPECT_FALSE(Store::open(path()));
  EXPECT_FALSE(Store::open("/proc/nowhere/campaign.sqlite"));
}

// A limit on the size of files does what a full disk does.
TEST_F(StoreTest, WaitsForSpace) {
  const std::unique_ptr<Store> store = open();
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto limit_files = [&](rlim_t bytes) {
    const rlimit limit{bytes, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  };
  limit_files(40'000);
  const std::string large(100'000, 'x');
  EXPECT_FALSE(store->set("large", large)) << "nobody waits";
  int asked = 0;
  store->set_patience([&](const std::string& why) {
    EXPECT_FALSE(why.empty());
    if (++asked == 2) limit_files(before.rlim_cur);
    return asked < 4;
  });
  EXPECT_TRUE(store->set("large", large));
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(store->setting("large"), large);
  limit_files(before.rlim_cur);
}

}  // namespace
}  // namespace pg
