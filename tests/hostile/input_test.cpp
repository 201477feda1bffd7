// What strangers and slips of the hand give us: an error with a place, never a crash.
#include <filesystem>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/paths.h"
#include "support/process.h"
#include "support/smtlib.h"

namespace pg::test {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

constexpr const char* kSeed =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
    "(assert (and (< x y) (> x 3)))\n(assert (< y 9))\n(check-sat)\n";

class HostileInput : public ::testing::Test {
 protected:
  void SetUp() override { directory_.write("a.smt2", kSeed); }
  RunResult polygraph(const std::vector<std::string>& words) const {
    return run_polygraph(directory_, words);
  }
  RunResult shell(const std::string& command) const {
    return run(directory_, {"/bin/sh", "-c", command});
  }
  void expect_refused(const std::vector<std::string>& words, const std::string& why) const {
    const RunResult run = polygraph(words);
    EXPECT_EQ(run.exit_code, 2) << fmt::format("{}", fmt::join(words, " ")).substr(0, 200);
    EXPECT_THAT(run.err, HasSubstr(why));
  }

  TemporaryDirectory directory_;
};

TEST_F(HostileInput, LinksThatLeadNowhere) {
  fs::create_symlink("loop", directory_.path() / "loop");
  fs::create_symlink(".", directory_.path() / "self");
  expect_refused({"reduce", "loop", "--solver", "z3"}, "Too many levels of symbolic links");
  expect_refused({"mutate", "loop"}, "Too many levels of symbolic links");
  expect_refused({"fuzz", "loop"}, "loop: there is no such file");
  const RunResult run = polygraph(
      {"fuzz", ".", "--solver", "z3", "--mutants", "2", "--out", "out", "--strategy", "sae"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST_F(HostileInput, LongNames) {
  const std::string name(5000, 'a');
  for (const char* command : {"reduce", "mutate", "solve", "replay", "testgen", "report", "fuzz"})
    expect_refused({command, name}, "error: ");
  expect_refused({name}, "there is no command");
}

TEST_F(HostileInput, AWorkingFolderThatIsGone) {
  for (const char* command : {"fuzz --mutants 2 --solver z3", "solve a.smt2", "reduce a.smt2"}) {
    const RunResult run = shell(fmt::format("mkdir gone && cd gone && rmdir ../gone && exec {} {}",
                                            test::polygraph_binary(), command));
    EXPECT_THAT(run.exit_code, ::testing::AnyOf(2, 3)) << command;
    EXPECT_THAT(run.err, HasSubstr("No such file or directory"));
  }
}

TEST_F(HostileInput, ConfigurationsThatNest) {
  std::string dots = "a";
  for (int i = 0; i < 200'000; ++i) dots += ".a";
  directory_.write("a.toml", "[fuzz]\n" + dots + " = 1\n");
  expect_refused({"fuzz", "--config", "a.toml"}, "a.toml:2:1: error: a line with too many dots");
  directory_.write("a.toml", "[" + dots + "]\n");
  expect_refused({"fuzz", "--config", "a.toml"}, "a.toml:1:1: error: a line with too many dots");
  directory_.write("a.toml", "[fuzz]\nx = {" + dots + " = 1}\n");
  expect_refused({"fuzz", "--config", "a.toml"}, "a.toml:2:1: error: a line with too many dots");
  directory_.write("a.toml", "[ (x]\n");
  expect_refused({"fuzz", "--config", "a.toml"}, "a.toml:1:3: error: ");
  directory_.write("a.toml", "x = " + std::string(200'000, '['));
  expect_refused({"fuzz", "--config", "a.toml"}, "a.toml:1:");
}

TEST_F(HostileInput, RulesOfStrangers) {
  std::string dots = "a";
  for (int i = 0; i < 200'000; ++i) dots += ".a";
  const std::string start = "[[rule]]\nname = 'n'\nterms = 'x: Int'\nweaker = 'true'\nstronger = '";
  const std::string deep(100'000, '(');
  for (const std::string& text :
       {dots + " = 1\n", std::string("[ (x]\n"), "rule = " + std::string(200'000, '['),
        std::string("rule = [1, {}]\n"), std::string("rule = [[{}]]\n"), std::string("\0\xff", 2),
        start + deep + "'\n", start + "(= x " + std::string(100'000, '1') + ")'\n",
        start + "(= x \")'\n", start + "(((((((x'\n", start + "((as const Int) x)'\n",
        start + "((_ x x) x)'\n", start + "((as x x) x)'\n", start + "(x x)'\n"}) {
    directory_.write("r.toml", text);
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"rules", "--rules", "r.toml"},
          {"mutate", "a.smt2", "--rules", "r.toml"}})
      expect_refused(command, "r.toml:");
  }
  // A record that is none.
  directory_.write("r.toml", start + "(> x 3)'\n");
  for (const std::string& text :
       {std::string(200'000, '['), std::string("{\"proved\": 3}"), std::string("\0", 1)}) {
    directory_.write("r.toml.proved", text);
    expect_refused({"mutate", "a.smt2", "--rules", "r.toml"}, "r.toml:1:1: error: rule 'n' is not");
  }
}

TEST_F(HostileInput, NumbersThatDoNotFit) {
  for (const char* line : {"mutants = -1", "jobs = -5", "timeout = -1", "time = \"-5s\"",
                           "timeout = nan", "mutants = 1.5", "memory = -1"}) {
    directory_.write("a.toml", fmt::format("[fuzz]\n{}\n", line));
    expect_refused({"fuzz", "--config", "a.toml"}, "a.toml:2:");
  }
  for (const char* port : {"99999", "70000", "-1", "1e3", "99999999999999999999", "0x10"})
    expect_refused({"fuzz", "a.smt2", "--serve", port}, "is no address");
}

TEST_F(HostileInput, AnOptionBeforeTheCommand) {
  expect_refused({"--config", "a.toml", "fuzz"}, "'--config' goes after the command");
}

// The next pipe or file would have its number, and what we print would go there.
TEST_F(HostileInput, StandardStreamsThatAreClosed) {
  for (const char* command : {"solvers", "solve a.smt2 --solver z3", "help",
                              "fuzz a.smt2 --mutants 2 --solver z3 --out out"}) {
    const RunResult run = shell(fmt::format("exec {} {} >&-", test::polygraph_binary(), command));
    EXPECT_EQ(run.exit_code, 3) << command;
    EXPECT_THAT(run.err, HasSubstr("cannot write to standard output")) << command;
  }
  const RunResult run =
      shell(fmt::format("exec {} fuzz a.smt2 --mutants 2 --solver z3 -q --out b <&- >&- 2>&-",
                        test::polygraph_binary()));
  EXPECT_EQ(run.exit_code, 0);
}

class HostileFolder : public HostileInput {
 protected:
  // The folder of a bug.
  std::string bug() const {
    const RunResult run = polygraph(
        {"fuzz", "a.smt2", "--mutants", "20", "--out", "out", "--solver", "z3", "--solver",
         "liar=" + test::fake_solver() + " --later lie-unsat", "--strategy", "sae", "--jobs", "1"});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    for (const fs::directory_entry& each : fs::directory_iterator(directory_.path() / "out/bugs"))
      return each.path().string();
    return {};
  }
};

TEST_F(HostileFolder, ACheckThatIsNotThere) {
  const std::string folder = bug();
  const nlohmann::json whole = nlohmann::json::parse(read_file(folder + "/bug.json"));
  for (const nlohmann::json& check :
       {nlohmann::json(UINT64_MAX), nlohmann::json(-1), nlohmann::json(1e300), nlohmann::json(0),
        nlohmann::json(2), nlohmann::json("1"), nlohmann::json()}) {
    nlohmann::json forged = whole;
    forged["check"] = check;
    directory_.write(fs::path(folder).lexically_relative(directory_.path()) / "bug.json",
                     forged.dump());
    for (const char* command : {"replay", "reduce"}) {
      const RunResult run = polygraph({command, folder});
      EXPECT_EQ(run.exit_code, 2) << check << run.out << run.err;
      EXPECT_THAT(run.err, HasSubstr(folder));
    }
  }
}

// Goes on with what an earlier run was given, whatever a solver is called.
TEST_F(HostileInput, SolversWithNamesAndPathsAreFoundAgain) {
  fs::create_symlink("/usr/bin/z3", directory_.path() / "z3own");
  for (const char* solver : {"mine=z3", "./z3own", "z3 smt.arith.solver=2"}) {
    fs::remove_all(directory_.path() / "out");
    ASSERT_EQ(polygraph({"fuzz", "a.smt2", "--mutants", "3", "--out", "out", "--solver", solver,
                         "--strategy", "sae"})
                  .exit_code,
              0);
    const RunResult again = polygraph({"fuzz", "--mutants", "6", "--out", "out"});
    EXPECT_EQ(again.exit_code, 0) << solver << ": " << again.err;
  }
  fs::remove_all(directory_.path() / "out");
  for (int i = 0; i < 2; ++i) {
    const RunResult none = polygraph(
        {"fuzz", "a.smt2", "--strategy", "none", "--time", "5", "--out", "out", "--solver", "z3"});
    EXPECT_EQ(none.exit_code, 0) << none.err;
  }
}

TEST_F(HostileInput, RunsThatStartTogetherTakeAFolderEach) {
  std::vector<RunResult> runs(4);
  {
    std::vector<std::jthread> threads;
    for (RunResult& run : runs)
      threads.emplace_back([&run, this] {
        run =
            polygraph({"fuzz", "a.smt2", "--mutants", "2", "--solver", "z3", "--strategy", "sae"});
      });
  }
  for (const RunResult& run : runs) EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* name : {"001", "002", "003", "004"})
    EXPECT_TRUE(fs::exists(directory_.path() / "polygraph-out" / name / "campaign.sqlite")) << name;
}

}  // namespace
}  // namespace pg::test
