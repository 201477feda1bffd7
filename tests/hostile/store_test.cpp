// Stores that were damaged: what is wrong is said, nothing is invented, and repair saves the rest.
#include "campaign/store.h"

#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <sys/resource.h>

#include "support/paths.h"
#include "support/process.h"

namespace pg::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

std::string fake(const std::string& name, const std::string& behaviour) {
  return name + "=" + test::fake_solver() + " --later " + behaviour;
}

// A campaign with bugs, in out/.
class HostileStore : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(directory_.path() / "seeds");
    for (int i = 0; i < 6; ++i)
      directory_.write(fmt::format("seeds/{}.smt2", i),
                       fmt::format("(set-logic QF_LIA)\n(declare-const x Int)\n"
                                   "(declare-const y Int)\n(assert (and (< x y) (> x {})))\n"
                                   "(assert (< y 19))\n(check-sat)\n",
                                   i));
    const RunResult run = fuzz("30");
    ASSERT_EQ(run.exit_code, 1) << run.out << run.err;
    ASSERT_FALSE(bugs().empty());
  }
  RunResult fuzz(const std::string& mutants) const {
    return run_polygraph(directory_,
                         {"fuzz", "seeds", "--mutants", mutants, "--strategy", "sae", "--jobs", "1",
                          "--solver", fake("liar", "lie-unsat"), "--solver", "z3", "--out", "out"});
  }
  RunResult resume() const {
    return run_polygraph(directory_, {"fuzz", "--mutants", "30", "--jobs", "1", "--out", "out"});
  }
  std::set<std::string> bugs() const {
    std::set<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory_.path() / "out/bugs", error))
      names.insert(entry.path().filename().string());
    return names;
  }
  uint64_t findings() const {
    const auto store = Store::open((directory_.path() / "out/campaign.sqlite").string());
    if (!store) return 0;
    const auto rows = (*store)->findings();
    return rows ? rows->size() : 0;
  }
  void change(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((directory_.path() / "out/campaign.sqlite").c_str(), &database),
              SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    sqlite3_close(database);
  }
  // The page that a table begins with, from 1.
  size_t root_of(const std::string& table) const {
    sqlite3* database = nullptr;
    sqlite3_open((directory_.path() / "out/campaign.sqlite").c_str(), &database);
    sqlite3_stmt* statement = nullptr;
    const std::string sql = "SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'";
    sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
    const size_t page = sqlite3_step(statement) == SQLITE_ROW
                            ? static_cast<size_t>(sqlite3_column_int(statement, 0))
                            : 0;
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return page;
  }
  void zero_page(size_t page) const {
    constexpr size_t kPage = 4096;
    std::string bytes = directory_.read("out/campaign.sqlite");
    ASSERT_GE(bytes.size(), page * kPage);
    std::fill_n(bytes.begin() + static_cast<ptrdiff_t>((page - 1) * kPage), kPage, '\0');
    directory_.write("out/campaign.sqlite", bytes);
  }
  // Every command says that the store is damaged, and what to do.
  void expect_refused() const {
    for (const RunResult& run : {resume(), run_polygraph(directory_, {"report", "out"})}) {
      EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
      EXPECT_THAT(run.err, AllOf(HasSubstr("out/campaign.sqlite is damaged: "),
                                 HasSubstr("; try: polygraph repair out")));
      EXPECT_THAT(run.out, Not(HasSubstr("No lie was found.")));
    }
  }
  RunResult repair() const { return run_polygraph(directory_, {"repair", "out"}); }
  void expect_usable() const {
    const RunResult report = run_polygraph(directory_, {"report", "out"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    EXPECT_EQ(report.err, "");
    const RunResult run = fuzz("30");
    EXPECT_THAT(run.exit_code, ::testing::AnyOf(0, 1)) << run.out << run.err;
    EXPECT_EQ(run.err, "");
  }

  TemporaryDirectory directory_;
};

TEST_F(HostileStore, OneThatIsInOrderStaysAsItIs) {
  const std::string before = directory_.read("out/campaign.sqlite");
  const RunResult run = repair();
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "out/campaign.sqlite is in order; nothing was changed.\n");
  EXPECT_EQ(directory_.read("out/campaign.sqlite"), before);
  EXPECT_FALSE(fs::exists(directory_.path() / "out/campaign.sqlite.damaged-1"));
}

TEST_F(HostileStore, AZeroedPageOfAnyTableIsSaid) {
  const std::string store = directory_.read("out/campaign.sqlite");
  for (const char* table : {"settings", "seeds", "jobs", "counters", "findings", "samples"}) {
    SCOPED_TRACE(table);
    zero_page(root_of(table));
    expect_refused();
    const RunResult run = repair();
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("part of the table cannot be read"));
    EXPECT_EQ(findings(), bugs().size()) << run.out;
    expect_usable();
    directory_.write("out/campaign.sqlite", store);
    for (const char* log : {"-wal", "-shm"})
      fs::remove(directory_.path() / (std::string("out/campaign.sqlite") + log));
  }
  EXPECT_TRUE(fs::exists(directory_.path() / "out/campaign.sqlite.damaged-6"));
}

TEST_F(HostileStore, OneThatIsNoDatabaseIsMadeAnewFromTheFolders) {
  for (const std::string& text : {std::string(), std::string("This is not a database at all.")}) {
    const uint64_t before = findings();
    directory_.write("out/campaign.sqlite", text);
    const RunResult run = resume();
    EXPECT_EQ(run.exit_code, 3) << run.out;
    EXPECT_THAT(run.err, HasSubstr("try: polygraph repair out"));
    const RunResult repaired = repair();
    EXPECT_EQ(repaired.exit_code, 0) << repaired.err;
    EXPECT_THAT(repaired.out, AllOf(HasSubstr(fmt::format("findings   {0} saved, {0} of them from "
                                                          "folders",
                                                          before)),
                                    HasSubstr("Its options are lost")));
    EXPECT_EQ(findings(), before);
    expect_usable();
  }
}

TEST_F(HostileStore, AMissingTableIsNotMadeAnew) {
  change("DROP TABLE findings");
  expect_refused();
  EXPECT_EQ(repair().exit_code, 0);
  EXPECT_EQ(findings(), bugs().size());
}

TEST_F(HostileStore, ABugThatCannotBeReadIsNeverLeftOutInSilence) {
  change("UPDATE findings SET bug = '{}'");
  for (const RunResult& run : {resume(), run_polygraph(directory_, {"report", "out"})})
    EXPECT_THAT(run.err, HasSubstr("cannot be read: it was written by another version"));
  const RunResult run = repair();
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(findings(), bugs().size()) << run.out;
}

// The store forgot a bug whose folder is there.
TEST_F(HostileStore, AFolderThatTheStoreDoesNotKnowIsSaidAndTakenIn) {
  change("DELETE FROM findings");
  for (const RunResult& run : {resume(), run_polygraph(directory_, {"report", "out"})})
    EXPECT_THAT(run.err, HasSubstr("does not know bugs/"));
  EXPECT_EQ(repair().exit_code, 0);
  EXPECT_EQ(findings(), bugs().size());
}

TEST_F(HostileStore, AFingerprintNamesNoFolderElsewhere) {
  fs::create_directories(directory_.path() / "victim");
  directory_.write("victim/bug.json", "{}");
  for (const char* name : {"../../victim", "/tmp/polygraph-victim", "..", "a b", "a\nb"}) {
    change(
        fmt::format("UPDATE findings SET ready = 0, bug = json_set(bug, '$.fingerprint', '{0}'), "
                    "fingerprint = '{0}' WHERE id = (SELECT MIN(id) FROM findings)",
                    name));
    resume();
    run_polygraph(directory_, {"report", "out"});
    repair();
    EXPECT_EQ(directory_.read("victim/bug.json"), "{}");
    EXPECT_FALSE(fs::exists("/tmp/polygraph-victim"));
    EXPECT_FALSE(fs::exists(directory_.path() / "campaign.sqlite"));
  }
}

// A limit on the size of files is what a full disk is. The log of a run that was killed is longer.
TEST_F(HostileStore, AFullDiskAtTheStartIsSaid) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((directory_.path() / "out/campaign.sqlite").c_str(), &database),
            SQLITE_OK);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  ASSERT_EQ(sqlite3_exec(database, "INSERT INTO settings VALUES('large', hex(zeroblob(400000)))",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  const RunResult run =
      test::run(directory_, {"/bin/sh", "-c",
                             "ulimit -f 500; exec " + test::polygraph_binary() +
                                 " fuzz --mutants 60 --time 1 --jobs 1 --out out"});
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("waiting: out/campaign.sqlite: "));
  EXPECT_THAT(run.err, HasSubstr("out/campaign.sqlite: "));
}

}  // namespace
}  // namespace pg::test
