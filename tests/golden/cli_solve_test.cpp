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
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kScript =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

std::string fake(const std::string& name, const std::string& behaviour) {
  return name + "=" + test::fake_solver() + " " + behaviour;
}

TEST(CliSolve, NobodyLies) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  const RunResult run = run_polygraph(
      directory,
      {"solve", "a.smt2", "--solver", fake("a", "--later exit-silently"), "--solver", "z3"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("a       1.2.3    error (ended without an answer, exit code 0)"));
  EXPECT_THAT(run.out, HasSubstr("holds\n"));
  EXPECT_THAT(run.out, HasSubstr("Nobody lies: a model holds.\n"));
  EXPECT_EQ(run.err, "");
}

TEST(CliSolve, ALieIsNamedAndWrittenDown) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  const std::vector<std::string> arguments{
      "solve", "a.smt2", "--solver", fake("liar", "lie-unsat"), "--solver", "z3", "--out", "found"};
  const RunResult run = run_polygraph(directory, arguments);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out,
              HasSubstr("LIE: liar answers unsat, but the model of z3 makes every assertion "
                        "true.\n"));
  const auto bugs = std::filesystem::directory_iterator(directory.path() / "found" / "bugs");
  const std::filesystem::path bug = bugs->path();
  for (const char* name : {"bug.json", "certificate.json", "seed.smt2", "original.smt2",
                           "model.smt2", "solver.out", "repro.sh", "issue.md"})
    EXPECT_TRUE(std::filesystem::exists(bug / name)) << name;
  const std::string folder = std::filesystem::relative(bug, directory.path()).string();
  EXPECT_EQ(directory.read(folder + "/seed.smt2"), kScript);
  const auto about = nlohmann::json::parse(directory.read(folder + "/bug.json"));
  EXPECT_EQ(about["kind"], "wrong-unsat");
  EXPECT_EQ(about["fingerprint"], bug.filename().string());
  // The model that is its certificate holds for whoever checks it again.
  const RunResult check = run_polygraph(
      directory, {"check", folder + "/original.smt2", "--model", folder + "/model.smt2"});
  EXPECT_EQ(check.out, "true\n");

  // Once it is known, it is not reported.
  directory.write("known", bug.filename().string() + "  # filed\n");
  const RunResult muted =
      run_polygraph(directory, {"solve", "a.smt2", "--solver", fake("liar", "lie-unsat"),
                                "--solver", "z3", "--known", "known"});
  EXPECT_EQ(muted.exit_code, 0);
  EXPECT_THAT(muted.out, HasSubstr("1 known.\n"));
}

// What fuzz made of a bug is not lost when solve finds the same one again.
TEST(CliSolve, AReducedBugStaysReduced) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(check-sat)\n");
  const std::vector<std::string> liar{"--solver", fake("liar", "lie-unsat"), "--solver", "z3"};
  std::vector<std::string> solve{"solve", "a.smt2", "--out", "found"};
  solve.insert(solve.end(), liar.begin(), liar.end());
  EXPECT_EQ(run_polygraph(directory, solve).exit_code, 1);
  const std::string bug =
      "found/bugs/" + std::filesystem::directory_iterator(directory.path() / "found" / "bugs")
                          ->path()
                          .filename()
                          .string();
  std::vector<std::string> reduce{"reduce", bug,        "--jobs",
                                  "1",      "--solver", fake("liar", "lie-unsat")};
  const RunResult reduced = run_polygraph(directory, reduce);
  EXPECT_EQ(reduced.exit_code, 0) << reduced.err;
  const std::string before = directory.read(bug + "/bug.json");
  EXPECT_THAT(before, HasSubstr("\"reduced\": \"yes\""));
  EXPECT_EQ(run_polygraph(directory, solve).exit_code, 1);
  EXPECT_EQ(directory.read(bug + "/bug.json"), before);
  EXPECT_FALSE(directory.read(bug + "/reduced.smt2").empty());
}

TEST(CliSolve, Json) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  const RunResult run =
      run_polygraph(directory, {"solve", "a.smt2", "--json", "--solver", fake("a", "false-model")});
  EXPECT_EQ(run.exit_code, 1);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["checks"][0][0]["answer"], "sat");
  EXPECT_EQ(json["checks"][0][0]["model"], "false");
  EXPECT_EQ(json["findings"][0]["kind"], "invalid-model");
  EXPECT_EQ(json["findings"][0]["solver"], "a");
}

// Reads what a solver prints the way a person would: nobody is accused for words.
TEST(CliSolve, WordsAreNoLies) {
  const TemporaryDirectory directory;
  directory.write("refused.smt2",
                  "(set-logic ALL)(declare-datatypes ((unreachable 0)) (((a) (b))))"
                  "(declare-const x unreachable)(assert (set.member x (set.singleton x)))"
                  "(check-sat)");
  directory.write("core.smt2",
                  "(set-logic ALL)(declare-const unreachable Bool)(assert (not unreachable))"
                  "(check-sat)(get-unsat-core)");
  directory.write("string.smt2",
                  "(set-logic ALL)(declare-const s String)(assert (= s \"Segmentation fault\"))"
                  "(check-sat)(get-unsat-core)");
  for (const char* file : {"refused.smt2", "core.smt2", "string.smt2"}) {
    const RunResult run = run_polygraph(
        directory, {"solve", file, "--solver", "z3", "--solver", "cvc5", "--solver", "cvc4"});
    EXPECT_EQ(run.exit_code, 0) << file << run.out << run.err;
    EXPECT_THAT(run.out, Not(HasSubstr("LIE"))) << file;
  }
}

TEST(CliSolve, WhatASolverSkipsOrSaysAsideIsNoAnswer) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)");
  const auto script = [&](const char* name, const std::string& text) {
    directory.write(name, "#!/bin/sh\n" + text);
    std::filesystem::permissions(directory.path() / name, std::filesystem::perms::owner_all);
  };
  script("skips", "sed -u 's/^(assert (> .*/(echo \"unsupported\")/' | z3 -in -smt2\n");
  script("chatty", "echo 'Note: unsat cores are off'; exec z3 -in -smt2\n");
  const RunResult skips =
      run_polygraph(directory, {"solve", "a.smt2", "--solver", "s=./skips", "--solver", "cvc5"});
  EXPECT_THAT(skips.out, HasSubstr("unsupported"));
  EXPECT_THAT(skips.out, Not(HasSubstr("LIE")));
  const RunResult chatty =
      run_polygraph(directory, {"solve", "a.smt2", "--solver", "c=./chatty", "--solver", "cvc5"});
  EXPECT_THAT(chatty.out, Not(HasSubstr("LIE"))) << chatty.err;
}

TEST(CliSolve, CommandsThatWeDoNotFollowLeaveNothingToJudge) {
  const TemporaryDirectory directory;
  directory.write("block.smt2",
                  "(set-option :produce-models true)(set-logic QF_LIA)(declare-const x Int)"
                  "(assert (and (<= 0 x) (<= x 0)))(check-sat)(block-model :values)(check-sat)");
  directory.write("not.smt2",
                  "(declare-const y Int)(assert (> y 0))(assert-not (> y (- 5)))(check-sat)");
  directory.write("model.smt2", "((define-fun y () Int 1))");
  const RunResult block =
      run_polygraph(directory, {"solve", "block.smt2", "--solver", "z3", "--solver", "cvc5"});
  EXPECT_THAT(block.out, Not(HasSubstr("LIE")));
  EXPECT_THAT(block.out, HasSubstr("we do not know what (block-model ...) does"));
  const RunResult check = run_polygraph(directory, {"check", "not.smt2", "--model", "model.smt2"});
  EXPECT_THAT(check.out, ::testing::StartsWith("unknown"));
  EXPECT_NE(
      run_polygraph(directory, {"reduce", "not.smt2", "--solver", "z3", "--model", "model.smt2"})
          .exit_code,
      0);
}

TEST(CliSolve, EachCheckNeedsItsModel) {
  const TemporaryDirectory directory;
  directory.write("two.smt2",
                  "(declare-const y Int)(assert (> y 0))(check-sat)(assert (> (* y y y) 8))"
                  "(assert (forall ((z Int)) (or (< z y) (> (* z z) y))))(check-sat)");
  const RunResult run =
      run_polygraph(directory, {"solve", "two.smt2", "--solver", "z3", "--timeout", "2"});
  EXPECT_THAT(run.out, Not(HasSubstr("Nobody lies"))) << "the second model is not decided";
  directory.write("both.smt2",
                  "(declare-const y Int)(assert (> y 0))(check-sat)(assert (> y 8))(check-sat)");
  EXPECT_THAT(run_polygraph(directory, {"solve", "both.smt2", "--solver", "z3"}).out,
              HasSubstr("Nobody lies: each check-sat has a model that holds."));
}

TEST(CliSolve, WhatShowsOnceIsFlaky) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  const RunResult run =
      run_polygraph(directory, {"solve", "a.smt2", "--solver", fake("a", "--later lie-once"),
                                "--solver", "z3", "--out", "found", "--no-sandbox"});
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("found/flaky/"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "found/bugs"));
}

TEST(CliSolve, PresetsAddConfigurations) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(declare-const x Int)(assert (> x 1))(check-sat)");
  const RunResult run =
      run_polygraph(directory, {"solve", "a.smt2", "--solver", "z3", "--preset", "valfuzz"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\nz3 smt.arith.solver=2 "));
  EXPECT_THAT(run.out, HasSubstr("\nz3 smt.string_solver=z3str3 "));
  EXPECT_EQ(run_polygraph(directory, {"solve", "a.smt2", "--preset", "none"}).exit_code, 2);
}

TEST(CliSolve, WhatIsWrongIsSaid) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", kScript);
  directory.write("bad.smt2", "(assert (foo))");
  directory.write("polygraph.toml", "[solver]\n");
  EXPECT_EQ(run_polygraph(directory, {"solve", "bad.smt2"}).exit_code, 2);
  EXPECT_EQ(run_polygraph(directory, {"solve", "missing.smt2"}).exit_code, 2);
  const RunResult config = run_polygraph(directory, {"solve", "a.smt2"});
  EXPECT_EQ(config.exit_code, 2);
  EXPECT_EQ(config.err, "polygraph.toml:1:1: error: unknown key 'solver'; known: solvers, fuzz\n");
  directory.write("polygraph.toml", "[solvers]\nmine = '" + test::fake_solver() + " lie-sat'\n");
  const RunResult missing = run_polygraph(directory, {"solve", "a.smt2", "--solver", "nobody"});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_EQ(missing.err, "polygraph: error: no solver 'nobody' on PATH\n");
  const RunResult configured = run_polygraph(directory, {"solve", "a.smt2"});
  EXPECT_EQ(configured.exit_code, 0) << configured.err;
  EXPECT_THAT(configured.out, HasSubstr("mine"));
}

}  // namespace
}  // namespace pg
