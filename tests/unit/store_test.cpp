#include "campaign/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include "bug/case_text.h"
#include "support/cases.h"
#include "support/counters.h"
#include "support/process.h"
#include "support/store.h"

namespace pg {
namespace {

using test::counted;
using ::testing::AllOf;
using ::testing::HasSubstr;

const MakeMutants kMake{{1, 0}, "sae", 7, 32};

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
    EXPECT_EQ(*store->setting("rng"), std::nullopt);
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
  EXPECT_EQ(*store->setting("rng"), "2");
  const std::vector<SeedRow> seeds = *store->seeds();
  ASSERT_EQ(seeds.size(), 2u);
  EXPECT_EQ(seeds[0].hash, ~uint64_t{0});
  EXPECT_TRUE(seeds[0].taken);
  EXPECT_EQ(seeds[0].facts, facts);
  EXPECT_EQ(seeds[1].skipped, "too large");
  const std::vector<Job> jobs = *store->jobs();
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_EQ(jobs[0].at, 32u);
  EXPECT_TRUE(jobs[0].done);
  EXPECT_EQ(jobs[0].yield.made, 20u);
  EXPECT_EQ(jobs[0].suspicions.at("z3 crash"), 3u);
  EXPECT_EQ(jobs[0].texts, std::vector<uint64_t>({1, ~uint64_t{0}}));
  EXPECT_EQ(jobs[0].task, Task(kMake));
  EXPECT_EQ(store->counters()->strategy("sae").mutants, 20u);
  EXPECT_EQ(store->counters()->digest, 2u) << "sums wrap around";
  ASSERT_EQ(store->samples()->size(), 1u);
  EXPECT_EQ((*store->samples())[0].counters.solver("z3").calls, 7u);
  EXPECT_TRUE((*store->samples())[0].counters.operators.empty()) << "they have no curve";
}

// A claim is for one worker; what was not done is free for the next process.
TEST_F(StoreTest, AJobIsClaimedOnceInAProcess) {
  {
    const std::unique_ptr<Store> store = open();
    EXPECT_FALSE(*store->claim());
    EXPECT_TRUE(store->add_seeds({{.id = 0, .path = "a"}, {.id = 1, .path = "b"}}));
    EXPECT_TRUE(store->add_jobs({{.id = 0, .round = 1, .task = TakeSeed{1}},
                                 {.id = 1, .round = 1, .task = kMake},
                                 {.id = 2, .round = 1, .task = kMake}}));
    std::optional<Job> first = *store->claim();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->id, 0u);
    EXPECT_EQ(first->task, Task(TakeSeed{1}));
    const std::optional<Job> second = *store->claim();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->id, 1u);
    first->done = true;
    EXPECT_TRUE(store->save({*first, {}}));
    EXPECT_EQ((*store->claim())->id, 2u);
    EXPECT_FALSE(*store->claim());
  }
  const std::unique_ptr<Store> store = open();
  EXPECT_EQ((*store->claim())->id, 1u) << "its worker was ended";
  EXPECT_EQ((*store->claim())->id, 2u);
  EXPECT_FALSE(*store->claim());
}

TEST_F(StoreTest, AFindingIsThereOnce) {
  const std::unique_ptr<Store> store = open();
  EXPECT_TRUE(test::add_finding(*store, finding("a")));
  EXPECT_TRUE(test::add_finding(*store, finding("a")));
  EXPECT_TRUE(test::add_finding(*store, finding("b")));
  EXPECT_TRUE(store->save({{}, counted({{"duplicates", "a", "", 3}})}));
  const std::vector<FindingRow> rows = *store->findings();
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
  EXPECT_TRUE(*store->replace_finding("a", finding("small")));
  EXPECT_TRUE(test::add_finding(*store, finding("b")));
  EXPECT_TRUE(store->save({{}, counted({{"duplicates", "b", "", 4}})}));
  EXPECT_FALSE(*store->replace_finding("b", finding("small")));
  const std::vector<FindingRow> rows = *store->findings();
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
    const Result<std::vector<FindingRow>> rows = store->findings();
    for (const FindingRow& row : *rows) text += row.found.fingerprint + (row.ready ? "! " : " ");
    return text;
  };
  EXPECT_EQ(names(), "a b c ");
  for (const char* name : {"c", "a"}) {
    FindingRow row = finding(name);
    row.ready = true;
    EXPECT_TRUE(*store->replace_finding(name, row));
  }
  EXPECT_EQ(names(), "c! a! b ");
  EXPECT_TRUE(store->remove_finding("b"));
  EXPECT_EQ(names(), "c! a! ");
}

TEST_F(StoreTest, DuplicatesFollowTheirBugToItsNewName) {
  const std::unique_ptr<Store> store = open();
  EXPECT_TRUE(test::add_finding(*store, finding("a")));
  EXPECT_TRUE(store->save({{}, counted({{"duplicates", "a", "", 3}})}));
  EXPECT_TRUE(*store->replace_finding("a", finding("small")));
  EXPECT_EQ(store->findings()->at(0).duplicates, 3u);
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
  bool over = false;
  store->set_patience({.wait =
                           [&](const std::string& why) {
                             EXPECT_FALSE(why.empty());
                             if (++asked == 2) limit_files(before.rlim_cur);
                             return asked < 4;
                           },
                       .over = [&] { over = true; }});
  EXPECT_TRUE(store->set("large", large));
  EXPECT_EQ(asked, 2);
  EXPECT_TRUE(over);
  EXPECT_EQ(*store->setting("large"), large);
  limit_files(before.rlim_cur);
}

// What will not pass is not waited for.
TEST_F(StoreTest, GivesUpAtOnceWhereWaitingIsNoUse) {
  const std::unique_ptr<Store> store = open();
  store->set_patience({.wait = [](const std::string& why) {
    ADD_FAILURE() << "waits: " << why;
    return false;
  }});
  EXPECT_TRUE(store->add_seeds({{.id = 0, .path = "a"}}));
  const Result<bool> again = store->add_seeds({{.id = 0, .path = "b"}});
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("UNIQUE constraint failed: seeds.id"));
  EXPECT_EQ(again.error().kind, Error::Kind::Environment);
}

// A store that somebody changed: each of these must be told, and by the reading of that table.
class ChangedStore : public StoreTest {
 protected:
  void SetUp() override {
    const std::unique_ptr<Store> store = open();
    const SeedFacts facts{.answers = {Truth::Sat},
                          .solvers = {{.solver = "z3", .usable = true, .answers = {Truth::Sat}}},
                          .strategies = {"sae"}};
    ASSERT_TRUE(store->add_seeds(
        {{.id = 0, .path = "a", .taken = true, .facts = facts}, {.id = 1, .path = "b"}}));
    ASSERT_TRUE(store->add_jobs(
        {{.id = 0, .round = 1, .task = TakeSeed{0}}, {.id = 1, .round = 1, .task = kMake}}));
    ASSERT_TRUE(store->save({{.id = 0}, counted({{"mutants", "sae", "", 12}})}));
    ASSERT_TRUE(store->add_sample({.seconds = 1, .counters = counted({{"calls", "z3", "", 7}})}));
    ASSERT_TRUE(test::add_finding(*store, finding("a")));
  }
  void change(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    sqlite3_close(database);
  }
  template <typename Rows>
  static std::string message_of(const Rows& rows) {
    return rows ? "no error" : rows.error().message;
  }
};

TEST_F(ChangedStore, ARowThatCannotBeIsAnErrorThatNamesIt) {
  struct Change {
    std::string sql;
    std::string message;
  };
  const Change changes[] = {
      {"UPDATE seeds SET hash = 'x' WHERE id = 1", "table seeds, row 1: 'hash' is not a number"},
      {"UPDATE seeds SET taken = 2 WHERE id = 1", "table seeds, row 1: 'taken' is not 0 or 1"},
      {"UPDATE seeds SET facts = '{' WHERE id = 0", "table seeds, row 0: "},
      {"UPDATE seeds SET facts = replace(facts, '[\"sat\"]', '[]') WHERE id = 0",
       "table seeds, row 0: it has no answer"},
      {"UPDATE seeds SET facts = replace(facts, '\"sat\"', '\"maybe\"') WHERE id = 0",
       "table seeds, row 0: an answer is none"},
      {"UPDATE seeds SET facts = replace(facts, '\"sae\"', '\"sea\"') WHERE id = 0",
       "table seeds, row 0: there is no strategy 'sea'"},
      {"DELETE FROM seeds WHERE id = 0", "table seeds: row 0 is missing"},
      {"UPDATE jobs SET task = '{\"take\":7}' WHERE id = 0",
       "table jobs, row 0: there is no seed 7"},
      {"UPDATE jobs SET task = '{\"take\":-1}' WHERE id = 0", "table jobs, row 0: 'task' has a"},
      {"UPDATE jobs SET task = replace(task, '[1,0]', '[]') WHERE id = 1", "row 1: it has no seed"},
      {"UPDATE jobs SET task = replace(task, 'sae', 'sea') WHERE id = 1",
       "table jobs, row 1: there is no strategy 'sea'"},
      {"UPDATE jobs SET at = 33 WHERE id = 1", "table jobs, row 1: more is done"},
      {"UPDATE jobs SET texts = 'abc' WHERE id = 1", "table jobs, row 1: 'texts' are not hashes"},
      {"UPDATE jobs SET suspicions = '[]' WHERE id = 1", "row 1: 'suspicions' are not counts"},
      {"UPDATE jobs SET id = -1 WHERE id = 1", "table jobs, row -1: no job has such a number"},
      {"UPDATE counters SET value = 'x'", "table counters, row mutants: 'value' is not a number"},
      {"UPDATE counters SET metric = 'nutants'", "table counters, row nutants: we count no such"},
      {"UPDATE samples SET seconds = 'x'", "table samples, row 1: 'seconds' is not a number"},
      {"UPDATE samples SET counters = '[[]]'", "table samples, row 1: 'counters' are not counts"},
      {"INSERT INTO settings VALUES('options', '[')", "table settings, row options: not a list"},
      {"UPDATE settings SET value = 'nan' WHERE name = 'seconds'", "row seconds: not a time"},
  };
  const std::string before = directory_.read("campaign.sqlite");
  for (const Change& each : changes) {
    change(each.sql);
    {
      const std::unique_ptr<Store> store = open();
      ASSERT_TRUE(store);
      const std::string all = message_of(store->seeds()) + message_of(store->jobs()) +
                              message_of(store->counters()) + message_of(store->samples()) +
                              message_of(store->setting("options")) +
                              message_of(store->setting("seconds"));
      EXPECT_THAT(all, AllOf(HasSubstr(each.message), HasSubstr("; try: polygraph repair ")))
          << each.sql;
    }
    directory_.write("campaign.sqlite", before);
  }
}

TEST_F(ChangedStore, AFindingThatCannotBeReadIsStillAFinding) {
  for (const char* sql :
       {"UPDATE findings SET bug = '{'", "UPDATE findings SET shelf = '../x'",
        "UPDATE findings SET seconds = 'soon'", "UPDATE findings SET calls = 'x'",
        "UPDATE findings SET fingerprint = '../../x'",
        "UPDATE findings SET fingerprint = 'b/c', "
        "bug = replace(bug, '\"fingerprint\": \"a\"', '\"fingerprint\": \"b/c\"')"}) {
    const std::string before = directory_.read("campaign.sqlite");
    change(sql);
    const Result<std::vector<FindingRow>> findings = open()->findings();
    ASSERT_TRUE(findings) << sql;
    ASSERT_EQ(findings->size(), 1u);
    EXPECT_NE((*findings)[0].problem, "") << sql;
    EXPECT_TRUE(is_fingerprint((*findings)[0].found.fingerprint)) << sql;
    directory_.write("campaign.sqlite", before);
  }
}

TEST_F(ChangedStore, TablesThatAreNotOursAreRefused) {
  for (const char* sql :
       {"DROP TABLE findings", "ALTER TABLE samples RENAME TO old",
        "CREATE TRIGGER x AFTER INSERT ON jobs BEGIN DELETE FROM findings; END",
        "DROP TABLE seeds; CREATE VIEW seeds AS SELECT 0 AS id", "ALTER TABLE jobs ADD COLUMN x"}) {
    const std::string before = directory_.read("campaign.sqlite");
    change(sql);
    const Result<std::unique_ptr<Store>> store = Store::open(path());
    EXPECT_THAT(message_of(store), HasSubstr("is damaged: ")) << sql;
    directory_.write("campaign.sqlite", before);
  }
}

}  // namespace
}  // namespace pg
