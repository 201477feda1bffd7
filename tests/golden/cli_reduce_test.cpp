#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;
using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kLiar = "liar=" + test::fake_solver() + " lie-on-negated-replace";

constexpr const char* kScript =
    "(set-logic QF_S)\n(declare-const s String)\n(declare-const t String)\n"
    "(assert (= (str.len t) 2))\n(assert (not (= (str.replace s t \"b\") (str.++ t t))))\n"
    "(check-sat)\n";

// One of its strings has to differ; any will do.
const auto kReduced = AnyOf("(assert (not (= (str.replace \"a\" \"\" \"\") \"\")))\n(check-sat)\n",
                            "(assert (not (= (str.replace \"\" \"\" \"a\") \"\")))\n(check-sat)\n",
                            "(assert (not (= (str.replace \"\" \"\" \"\") \"a\")))\n(check-sat)\n");

TEST(CliReduce, APlantedLieBecomesItsLine) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  const RunResult run =
      run_polygraph(directory, {"reduce", "a.smt2", "--solver", kLiar, "--solver", "z3"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(directory.read("a.reduced.smt2"), kReduced);
  EXPECT_THAT(run.out, StartsWith("160 bytes, 10 terms became 58 bytes, 5 terms in "));
  EXPECT_THAT(run.out,
              HasSubstr("3 of 3 fresh processes show it: liar answers unsat, but the model "
                        "of z3 makes every assertion true\n"));
  EXPECT_THAT(run.out, HasSubstr("a.reduced.smt2\n\n" + directory.read("a.reduced.smt2")));
}

TEST(CliReduce, ABugsFolderGetsItsReducedScript) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  ASSERT_EQ(run_polygraph(directory, {"solve", "a.smt2", "--solver", kLiar, "--solver", "z3",
                                      "--out", "found"})
                .exit_code,
            1);
  const auto bugs = std::filesystem::directory_iterator(directory.path() / "found" / "bugs");
  const std::string bug = std::filesystem::relative(bugs->path(), directory.path()).string();
  const RunResult run = run_polygraph(
      directory, {"reduce", bug, "--json", "--solver", kLiar, "--solver", "z3", "--jobs", "2"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(directory.read(bug + "/reduced.smt2"), kReduced);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["kind"], "wrong-unsat");
  EXPECT_EQ(json["solver"], "liar");
  EXPECT_EQ(json["script"], directory.read(bug + "/reduced.smt2"));
  EXPECT_EQ(json["confirmed"], 3);
  EXPECT_EQ(json["malformed"], 0);
}

// Its symbols have other names then, so that the model must be the one of the small script.
TEST(CliReduce, ABugsModelIsThatOfItsReducedScript) {
  const TemporaryDirectory directory;
  directory.write("a.smt2",
                  "(declare-const first Int)\n(declare-const second Int)\n"
                  "(assert (> (+ first second) 5))\n(assert (< first 7))\n(check-sat)\n");
  const std::string zeros = "zeros=" + test::fake_solver() + " zeros";
  run_polygraph(directory, {"solve", "a.smt2", "--solver", zeros, "--out", "found"});
  const auto bugs = std::filesystem::directory_iterator(directory.path() / "found/bugs");
  const std::string bug = "found/bugs/" + bugs->path().filename().string();
  EXPECT_EQ(run_polygraph(directory, {"reduce", bug, "--solver", zeros}).exit_code, 0);
  EXPECT_THAT(directory.read(bug + "/reduced.smt2"), Not(HasSubstr("first")));
  EXPECT_THAT(directory.read(bug + "/model.smt2"), Not(HasSubstr("first")));
  const RunResult replay = run_polygraph(directory, {"replay", bug, "--solver", zeros});
  EXPECT_THAT(replay.out, EndsWith("It still lies.\n"));
}

TEST(CliReduce, ChangesToASeedAreUndone) {
  const TemporaryDirectory directory;
  directory.write("seed.smt2",
                  "(declare-const s String)(assert (not (= s \"x\")))(assert (= s s))(check-sat)");
  directory.write("mutant.smt2",
                  "(declare-const s String)(assert (not (= (str.replace s s \"y\") \"x\")))"
                  "(assert (= s (str.++ s \"\")))(check-sat)");
  const RunResult run = run_polygraph(directory, {"reduce", "mutant.smt2", "--seed", "seed.smt2",
                                                  "--solver", kLiar, "--solver", "z3"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 of 2 changes to the seed are needed\n"
                                 "  assertion 1: s became (str.replace s s \"y\")\n"));
}

TEST(CliReduce, AWitnessCanBeNamed) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(declare-const x Int)(assert (> x 1))(assert (< x 9))(check-sat)");
  std::vector<std::string> arguments{"reduce",   "a.smt2",
                                     "--solver", "a=" + test::fake_solver() + " lie-unsat",
                                     "--solver", "b=" + test::fake_solver() + " lie-unsat"};
  EXPECT_EQ(run_polygraph(directory, arguments).err,
            "a.smt2: error: no solver lies on this input\n");
  arguments.insert(arguments.end(), {"--witness", "z3"});
  EXPECT_EQ(run_polygraph(directory, arguments).exit_code, 0);
  EXPECT_EQ(directory.read("a.reduced.smt2"), "(check-sat)\n");
  arguments.back() = "nobody";
  EXPECT_EQ(run_polygraph(directory, arguments).exit_code, 3);
}

TEST(CliReduce, AnOutThatCannotBeIsSaidBeforehand) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  const RunResult run =
      run_polygraph(directory, {"reduce", "a.smt2", "--check", "true", "--out", "missing/b.smt2"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.err, "--out: error: there is no folder missing\n");
}

TEST(CliReduce, ADisagreementSaysHowItsSolverWasRun) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(assert (distinct 1 1))(check-sat)");
  directory.write("solver", "#!/bin/sh\nz3 -in -smt2 | sed -u 's/^unsat$/sat/'\n");
  std::filesystem::permissions(directory.path() / "solver", std::filesystem::perms::owner_all);
  const RunResult run =
      run_polygraph(directory, {"reduce", "a.smt2", "--solver", "mine=./solver", "--kind",
                                "disagreement", "--json", "--out", "bug/"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path() / "bug")) {
    const std::string issue =
        directory.read(std::filesystem::relative(entry.path() / "issue.md", directory.path()));
    EXPECT_THAT(issue, HasSubstr("Run as `solver < bug.smt2`"));
  }
}

// Maintainers want bugs that show by default first; an option that is named matters.
TEST(CliReduce, OptionsThatAreNotNeededAreLeftOut) {
  const TemporaryDirectory directory;
  directory.write("a.smt2",
                  "(set-logic QF_LIA)(declare-const k Int)"
                  "(assert (not ((_ divisible 8) (* 8 k))))(check-sat)");
  directory.write("b.smt2",
                  "(assert (not (exists ((x (_ BitVec 4))) (distinct x #x0))))(check-sat)");
  const auto issue_of = [&](const std::string& file, const std::string& solver) {
    const RunResult run =
        run_polygraph(directory, {"reduce", file, "--solver", solver, "--out", file + "-bug/"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    for (const auto& entry :
         std::filesystem::directory_iterator(directory.path() / (file + "-bug")))
      return directory.read(std::filesystem::relative(entry.path() / "issue.md", directory.path()));
    return std::string();
  };
  const std::string plain = issue_of("a.smt2", "cvc4 --seed=7");
  EXPECT_THAT(plain, HasSubstr("cvc4 1.8 answers `sat`."));
  EXPECT_THAT(plain, Not(HasSubstr("--seed")));
  EXPECT_THAT(issue_of("b.smt2", "cvc5 --sygus-inst --no-cegqi"),
              HasSubstr("It does not show without `--sygus-inst --no-cegqi`."));
}

TEST(CliReduce, ACommandSaysWhatIsOfInterest) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  const RunResult run = run_polygraph(
      directory, {"reduce", "a.smt2", "--check", "grep -q 'str.replace'", "--out", "b.smt2"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(directory.read("b.smt2"),
            "(assert (= (str.replace \"\" \"\" \"\") \"\"))\n(check-sat)\n");
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "b.smt2.part"));
}

TEST(CliReduce, WhatIsWrongIsSaid) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  directory.write("bad.smt2", "(check-sat)\n(assert (foo))");
  std::filesystem::create_directory(directory.path() / "empty");
  const auto reduce = [&](std::vector<std::string> more) {
    more.insert(more.begin(), "reduce");
    return run_polygraph(directory, more);
  };
  const RunResult bad = reduce({"bad.smt2", "--solver", kLiar});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, StartsWith("bad.smt2:2:13: error: "));
  const RunResult honest = reduce({"a.smt2", "--solver", "z3"});
  EXPECT_EQ(honest.exit_code, 2);
  EXPECT_EQ(honest.err, "a.smt2: error: no solver lies on this input\n");
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "a.reduced.smt2"));
  const RunResult dull = reduce({"a.smt2", "--check", "false"});
  EXPECT_EQ(dull.exit_code, 2);
  EXPECT_EQ(dull.err, "a.smt2: error: the check command fails on the input file\n");
  EXPECT_EQ(reduce({"a.smt2", "--kind", "joke"}).exit_code, 2);
  EXPECT_EQ(reduce({"missing.smt2"}).exit_code, 2);
  EXPECT_EQ(reduce({"empty"}).exit_code, 2);
  EXPECT_EQ(reduce({"a.smt2", "--solver", "nobody"}).exit_code, 3);
  EXPECT_EQ(
      reduce({"a.smt2", "--solver", kLiar, "--solver", "z3", "--out", "no/where.smt2"}).exit_code,
      3);
}

}  // namespace
}  // namespace pg
