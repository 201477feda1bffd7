// Whether a solver runs at all, before anything is concluded from its silence.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solve/probe.h"
#include "support/machine.h"
#include "support/paths.h"

namespace pg {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// A fake solver, with or without sessions.
struct Fake {
  explicit Fake(std::string_view behaviour, bool resets = false) {
    const Result<Solver> found =
        find_solver("fake=" + test::fake_solver() + " " + std::string(behaviour));
    EXPECT_TRUE(found) << (found ? "" : found.error().message);
    solver = *found;
    spec = *solver.spec;
    spec.resets = resets;
    solver.spec = &spec;
  }
  Fake(const Fake&) = delete;
  Fake& operator=(const Fake&) = delete;

  Solver solver;
  SolverSpec spec;
};

// Plenty on a busy machine, and little where it runs out anyway.
Probe probed(std::string_view behaviour, bool resets = false, double seconds = 60) {
  const Fake fake(behaviour, resets);
  QueryLimits limits;
  limits.seconds = seconds;
  limits.memory_mb = 128;
  limits.output_mb = 1;
  return probe(fake.solver, limits, ProbeModes::AndSessions);
}

TEST(Probe, OneThatAnswersPasses) {
  for (const bool resets : {false, true}) {
    const Probe made = probed("well", resets);
    EXPECT_EQ(made.failure, "");
    EXPECT_EQ(made.warning, "");
  }
}

// It runs; that it lies is for others to find.
TEST(Probe, ALiarPasses) {
  for (const char* behaviour : {"lie-sat", "lie-unsat", "false-model"})
    EXPECT_EQ(probed(behaviour).failure, "") << behaviour;
}

struct FailureCase {
  std::string_view behaviour;
  std::string_view words;
  double seconds = 60;
};

TEST(Probe, AnythingElseFailsWithTheSolversWords) {
  constexpr FailureCase kCases[] = {
      {"hang", "no answer in 0.2 s", 0.2},
      {"hang-at-start", "no answer in 0.2 s", 0.2},
      {"exit-silently", "ended without an answer, exit code 0"},
      {"die-at-start", "signal SIGSEGV"},
      {"eat-memory", "out of memory"},
      {"refuse", "unknown sort 'Foo'"},
      {"say-unknown", "unknown"},
      {"no-such-behaviour", "exit code 2: no such behaviour: no-such-behaviour"},
      {"flood", "more than 1 MB of output"},
  };
  for (const FailureCase& each : kCases)
    EXPECT_THAT(probed(each.behaviour, false, each.seconds).failure,
                AllOf(HasSubstr("fake fails on a trivial"), HasSubstr("in a fresh process: "),
                      HasSubstr(each.words),
                      HasSubstr("\n  command: " + test::fake_solver() + " " +
                                std::string(each.behaviour))));
}

TEST(Probe, ASessionMustSurviveAReset) {
  EXPECT_EQ(probed("no-reset", false).failure, "");
  EXPECT_THAT(probed("no-reset", true).failure,
              AllOf(HasSubstr("in a session: "), HasSubstr("no (reset)")));
}

TEST(Probe, SessionsAreAskedOnlyWhereTheyWillBeUsed) {
  const Fake fake("no-reset", true);
  EXPECT_EQ(probe(fake.solver, {}, ProbeModes::Fresh).failure, "");
}

TEST(Probe, WithoutAModelItPassesWithAWarning) {
  const Probe silent = probed("no-get-model");
  EXPECT_EQ(silent.failure, "");
  EXPECT_THAT(silent.warning, AllOf(HasSubstr("fake gives no model"),
                                    HasSubstr("cannot be checked: no get-model")));
  const Probe refused = probed("no-produce-models");
  EXPECT_EQ(refused.failure, "");
  EXPECT_THAT(refused.warning, HasSubstr("no produce-models"));
}

// A program without a row may have one theory only.
TEST(Probe, OtherLogicsAreTried) {
  EXPECT_EQ(probed("no-uninterpreted").failure, "");
  EXPECT_EQ(probed("no-uninterpreted").warning, "");
}

TEST(Probe, ALogicThatTheRowClaims) {
  const test::Machine machine;
  const std::string keep = "  echo \"$line\" >> " + machine.path("seen") + "\n";
  const std::string end = "  [ \"$line\" = \"(check-sat)\" ] && exit 1\n";
  machine.install_script("boolector", "while read -r line; do\n" + keep + end + "done");
  const Result<Solver> solver = find_solver("boolector");
  ASSERT_TRUE(solver);
  EXPECT_NE(probe(*solver, {.unconfined = true}, ProbeModes::Fresh).failure, "");
  EXPECT_THAT(machine.read("seen"), HasSubstr("(set-logic QF_BV)\n"));
}

// Five logics, with models and without, would be ten floods.
TEST(Probe, AFloodIsNotAskedForAgain) {
  const test::Machine machine;
  const std::string keep = "echo start >> " + machine.path("seen") + "\n";
  const std::string flood = "while echo " + std::string(1000, 'x') + "; do :; done";
  machine.install_script("flood", keep + flood);
  const Result<Solver> solver = find_solver("flood=" + machine.path("flood"));
  ASSERT_TRUE(solver);
  EXPECT_THAT(probe(*solver, {.output_mb = 1, .unconfined = true}, ProbeModes::Fresh).failure,
              HasSubstr("more than 1 MB of output"));
  EXPECT_EQ(machine.read("seen"), "start\n");
}

TEST(Probe, AnOptionThatIsIgnoredIsRefused) {
  EXPECT_THAT(probed("warn-of-options smt.arith.solvr=2").failure,
              HasSubstr("WARNING: unknown parameter 'arith.solvr' at module 'smt'"));
  EXPECT_EQ(probed("warn-of-options sls.seed=2").failure, "") << "not one that it was given";
}

TEST(Probe, RefusedOptions) {
  const auto refused = [](std::string_view text, std::vector<std::string> options) {
    return refused_option(text, options);
  };
  const std::string invalid = "WARNING: invalid parameter, unknown module 'nomod'";
  EXPECT_EQ(refused("hello\n" + invalid + "\nLegal are\n", {"nomod.x=2"}), invalid);
  EXPECT_EQ(refused(invalid, {"smt.x=2"}), "");
  EXPECT_EQ(refused(invalid, {}), "");
  EXPECT_EQ(refused("Unrecognised option --ho-elim", {"--ho-elim"}),
            "Unrecognised option --ho-elim");
  EXPECT_EQ(refused("Unrecognised option --ho-elim-more", {"--ho-elim"}), "");
  EXPECT_EQ(refused("seed is 2 now", {"seed=2"}), "");
  EXPECT_EQ(refused("unknown error at 2", {"seed=2"}), "") << "a number is no name";
}

TEST(Probe, TheOnesThatAreInstalledPass) {
  const std::vector<Solver> solvers = find_solvers();
  const std::vector<Probe> probes = probe_all(solvers, {}, ProbeModes::AndSessions);
  for (size_t i = 0; i < solvers.size(); ++i) {
    EXPECT_EQ(probes[i].failure, "") << solvers[i].name;
    EXPECT_EQ(probes[i].warning, "") << solvers[i].name;
  }
}

TEST(Probe, OptionsThatRealSolversDoNotKnow) {
  const auto failure = [](const char* text) {
    const Result<Solver> solver = find_solver(text);
    return solver ? probe(*solver, {}, ProbeModes::Fresh).failure : "";
  };
  EXPECT_THAT(failure("z3 smt.arith.solvr=2"), HasSubstr("unknown parameter 'arith.solvr'"));
  EXPECT_THAT(failure("z3 nosuch=1"), HasSubstr("unknown parameter 'nosuch'"));
  EXPECT_THAT(failure("z3 --nosuch"), HasSubstr("--nosuch"));
  EXPECT_THAT(failure("cvc5 --nosuch"), HasSubstr("can't understand option `--nosuch'"));
}

// With integers of few bits, "no" is no more than "not among these".
TEST(Probe, AnOptionMayMakeOneOfTheTwoUnknown) {
  const Result<Solver> solver = find_solver("cvc5 --solve-int-as-bv=1");
  ASSERT_TRUE(solver);
  EXPECT_EQ(probe(*solver, {}, ProbeModes::Fresh).failure, "");
}

}  // namespace
}  // namespace pg
