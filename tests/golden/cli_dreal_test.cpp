// A solver that answers delta-sat, from the command line.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;
using ::testing::HasSubstr;
using ::testing::Not;

class CliDReal : public ::testing::Test {
 protected:
  CliDReal() { std::filesystem::create_symlink(test::fake_solver(), directory.path() / "dreal"); }

  RunResult solve(const std::string& script, std::vector<std::string> more = {}) {
    directory.write("a.smt2", script);
    std::vector<std::string> words{"solve", "a.smt2", "--solver", "./dreal"};
    words.insert(words.end(), more.begin(), more.end());
    return run_polygraph(directory, words);
  }

  const TemporaryDirectory directory;
};

constexpr const char* kSine =
    "(set-logic QF_NRAT)\n(declare-fun x () Real)\n(assert (> (sin x) 0.5))\n(check-sat)\n";

TEST_F(CliDReal, DeltaSatIsAnAnswer) {
  const RunResult run = solve(kSine);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("4.21.06.2"));
  EXPECT_THAT(run.out, HasSubstr("delta-sat"));
  EXPECT_THAT(run.out, HasSubstr("No lie is found."));
}

// Satisfiable but for a little, and unsatisfiable: both can be right.
TEST_F(CliDReal, DeltaSatContradictsNobody) {
  const RunResult run =
      solve("(set-logic QF_NRA)\n(declare-fun x () Real)\n(assert (< (* x x) 0.0))\n(check-sat)\n",
            {"--solver", "z3"});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("delta-sat"));
  EXPECT_THAT(run.out, HasSubstr("unsat"));
  EXPECT_THAT(run.out, Not(HasSubstr("LIE")));
}

TEST_F(CliDReal, UnsatOfWhatHasAModelIsALie) {
  const RunResult run = solve(
      "(set-logic QF_NRA)\n(declare-fun refuted () Real)\n(assert (> (* refuted refuted) 2.0))\n"
      "(check-sat)\n",
      {"--solver", "z3", "--out", "found"});
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("answers unsat, but the model of z3 makes every assertion true"));
  // The script shows it, and says so when it is gone.
  const auto bug = std::filesystem::directory_iterator(directory.path() / "found" / "bugs")->path();
  const std::string repro = (bug / "repro.sh").string();
  const RunResult shows = test::run(
      directory,
      {"/usr/bin/env", "SOLVER=" + (directory.path() / "dreal").string(), "/bin/sh", repro});
  EXPECT_EQ(shows.exit_code, 1) << shows.out << shows.err;
}

TEST_F(CliDReal, AModelIsCheckedExactly) {
  directory.write("a.smt2", kSine);
  directory.write("true.smt2", "((define-fun x () Real 1.0))");
  directory.write("false.smt2", "((define-fun x () Real 4.0))");
  directory.write("pi.smt2", "((define-fun x () Real (/ real.pi 2.0)))");
  EXPECT_EQ(run_polygraph(directory, {"check", "a.smt2", "--model", "true.smt2"}).out, "true\n");
  EXPECT_THAT(run_polygraph(directory, {"check", "a.smt2", "--model", "false.smt2"}).out,
              ::testing::StartsWith("false"));
  EXPECT_EQ(run_polygraph(directory, {"check", "a.smt2", "--model", "pi.smt2"}).out, "true\n");
}

// What only dReal has is drawn where it alone is asked.
TEST_F(CliDReal, ItsOwnFunctionsAreDrawn) {
  directory.write("a.smt2",
                  "(set-logic QF_NRA)\n(declare-fun x () Real)\n(declare-fun y () Real)\n"
                  "(assert (< (+ x y) (* x 3.0)))\n(assert (> y 1.0))\n(check-sat)\n");
  directory.write("m.smt2", "((define-fun x () Real 2.0) (define-fun y () Real 3.0))");
  const RunResult run = run_polygraph(
      directory, {"mutate", "a.smt2", "--strategy", "diver", "--answer", "sat", "--model", "m.smt2",
                  "--solver-specific", "--solver", "./dreal", "--count", "200"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* name : {"(min ", "(max ", "(log ", "(atan2 ", "(tanh "})
    EXPECT_THAT(run.out, HasSubstr(name)) << name;
  EXPECT_THAT(run.out, Not(HasSubstr("real.pi")));
}

}  // namespace
}  // namespace pg
