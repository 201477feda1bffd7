// A machine that misbehaves: what is wrong is said, and nobody is blamed for it.
#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "campaign/store.h"
#include "support/paths.h"
#include "support/process.h"

namespace pg::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

constexpr const char* kSeed =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
    "(assert (and (< x y) (> x 3)))\n(assert (< y 9))\n(check-sat)\n";

class HostileMachine : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(directory_.path() / "seeds");
    directory_.write("seeds/a.smt2", kSeed);
  }
  // A solver that is z3, but does what the words say when it is asked about a seed.
  std::string scripted(const std::string& words) const {
    directory_.write("solver.new",
                     "#!/bin/sh\nwhile IFS= read -r line; do\n  case \"$line\" in\n"
                     "    *' x '*) " +
                         words + ";;\n  esac\n  printf '%s\\n' \"$line\"\ndone | z3 -in\n");
    ::chmod((directory_.path() / "solver.new").c_str(), 0700);
    fs::rename(directory_.path() / "solver.new", directory_.path() / "solver");
    return "mine=" + (directory_.path() / "solver").string();
  }
  RunResult fuzz(const std::string& solver, const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"fuzz",     "seeds",  "--mutants",   "10",    "--strategy",
                                      "sae",      "--jobs", "1",           "--out", "out",
                                      "--solver", solver,   "--no-sandbox"};
    if (!solver.starts_with("mine")) words.insert(words.end(), {"--solver", "z3"});
    words.insert(words.end(), more.begin(), more.end());
    return run_polygraph(directory_, words);
  }
  RunResult shell(const std::string& command) const {
    return run(directory_, {"/bin/sh", "-c", command});
  }
  std::vector<SeedRow> seeds() const {
    const auto store = Store::open((directory_.path() / "out/campaign.sqlite").string());
    if (!store) return {};
    const auto rows = (*store)->seeds();
    return rows ? *rows : std::vector<SeedRow>();
  }

  TemporaryDirectory directory_;
};

TEST_F(HostileMachine, NoTemporaryFolder) {
  for (const char* command : {"fuzz seeds --time 1 --out out", "solve seeds/a.smt2"}) {
    const RunResult run = shell(
        fmt::format("TMPDIR=/nowhere exec {} {} --solver z3", test::polygraph_binary(), command));
    EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr("check TMPDIR"));
  }
}

TEST_F(HostileMachine, AFileWhereTheBugsShouldBe) {
  fs::create_directories(directory_.path() / "out");
  directory_.write("out/bugs", "");
  const RunResult run = run_polygraph(
      directory_, {"fuzz", "seeds", "--time", "60", "--solver", "z3", "--out", "out"});
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
  EXPECT_THAT(run.err, HasSubstr("out/bugs is there and is not a folder"));
}

// The solver goes away when it is asked about the seed, which is not to blame for that.
TEST_F(HostileMachine, ASolverThatIsGoneIsNoFactAboutASeed) {
  const RunResult run = fuzz(scripted("rm -f \"$0\"; exit 1"), {"--time", "1"});
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("waiting: "), Not(HasSubstr("No lie was found."))));
  EXPECT_THAT(run.err, HasSubstr("cannot run "));
  for (const SeedRow& seed : seeds()) EXPECT_FALSE(seed.taken);
  const RunResult resumed = fuzz(scripted(""), {});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.out << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("10 mutants"));
  for (const SeedRow& seed : seeds()) EXPECT_EQ(seed.skipped, "");
}

TEST_F(HostileMachine, ASolverThatComesBackIsAskedAgain) {
  const std::string solver = scripted("rm -f \"$0\"; exit 1");
  const RunResult run = [&] {
    const std::jthread installer([&](const std::stop_token& stop) {
      while (fs::exists(directory_.path() / "solver") && !stop.stop_requested())
        std::this_thread::yield();
      scripted("");
    });
    return fuzz(solver, {"--json"});
  }();
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  fs::rename(directory_.path() / "out", directory_.path() / "other");
  const RunResult honest = fuzz(solver, {"--json"});
  const auto digest = [](const std::string& text) {
    return text.substr(text.rfind("\"digest\""), 30);
  };
  EXPECT_EQ(digest(run.out), digest(honest.out)) << "the same mutants";
}

TEST_F(HostileMachine, AFolderOfSolversThatWasRemovedIsMadeAgain) {
  const RunResult run =
      fuzz(scripted(fmt::format("[ -e {0} ] || {{ rm -rf \"$PWD\"; : >{0}; exit 1; }}",
                                (directory_.path() / "once").string())),
           {});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  for (const SeedRow& seed : seeds()) EXPECT_EQ(seed.skipped, "");
}

TEST_F(HostileMachine, FewFileDescriptorsAreNoFactAboutASeed) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "NOT TESTED: a sanitizer without descriptors calls good memory bad";
#endif
  for (const int most : {8, 12, 16, 20, 24}) {
    fs::remove_all(directory_.path() / "out");
    const RunResult run = shell(fmt::format(
        "ulimit -n {}; exec {} fuzz seeds --mutants 10 --time 1 --jobs 2 --solver z3 --out out",
        most, test::polygraph_binary()));
    EXPECT_THAT(run.exit_code, ::testing::AnyOf(0, 3)) << most << run.out << run.err;
    for (const SeedRow& seed : seeds()) EXPECT_EQ(seed.skipped, "") << most;
  }
}

// A file where the folder of a bug should be; it is said, and the end comes with --time.
TEST_F(HostileMachine, ABugThatCannotBeWrittenAtTheStartIsSaid) {
  const std::string liar = "liar=" + test::fake_solver() + " --later lie-unsat";
  ASSERT_EQ(fuzz(liar, {}).exit_code, 1);
  for (const auto& entry : fs::directory_iterator(directory_.path() / "out/bugs")) {
    fs::remove_all(entry.path());
    std::ofstream(entry.path()) << "a file";
    break;
  }
  const RunResult run = fuzz(liar, {"--time", "1"});
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("waiting: "));
  EXPECT_THAT(run.err, HasSubstr("is there and is not the folder of a bug"));
}

}  // namespace
}  // namespace pg::test
