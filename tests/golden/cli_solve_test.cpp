#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;
using ::testing::HasSubstr;

constexpr const char* kScript =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

std::string fake(const std::string& name, const std::string& behaviour) {
  return name + "=" POLYGRAPH_FAKE_SOLVER " " + behaviour;
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

TEST(CliSolve, PresetsAddConfigurations) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(declare-const x Int)(assert (> x 1))(check-sat)");
  const RunResult run =
      run_polygraph(directory, {"solve", "a.smt2", "--solver", "z3", "--configs", "valfuzz"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\nz3 smt.arith.solver=2 "));
  EXPECT_THAT(run.out, HasSubstr("\nz3 smt.string_solver=z3str3 "));
  EXPECT_EQ(run_polygraph(directory, {"solve", "a.smt2", "--configs", "none"}).exit_code, 2);
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
  directory.write("polygraph.toml", "[solvers]\nmine = '" POLYGRAPH_FAKE_SOLVER " lie-sat'\n");
  const RunResult missing = run_polygraph(directory, {"solve", "a.smt2", "--solver", "nobody"});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_EQ(missing.err, "polygraph: error: no solver 'nobody' on PATH\n");
  const RunResult configured = run_polygraph(directory, {"solve", "a.smt2"});
  EXPECT_EQ(configured.exit_code, 0) << configured.err;
  EXPECT_THAT(configured.out, HasSubstr("mine"));
}

}  // namespace
}  // namespace pg
