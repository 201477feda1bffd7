#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "campaign/campaign.h"
#include "support/paths.h"
#include "support/process.h"

namespace pg::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

std::string fake(const std::string& name, const std::string& behaviour) {
  return name + "=" + test::fake_solver() + " " + behaviour;
}

void write_seeds(const TemporaryDirectory& directory) {
  fs::create_directories(directory.path() / "seeds");
  directory.write("seeds/sat.smt2",
                  "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n"
                  "(declare-const y Int)\n(assert (and (< x y) (> x 3)))\n(assert (< y 9))\n"
                  "(check-sat)\n(get-model)\n(exit)\n");
  directory.write("seeds/unsat.smt2",
                  "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n"
                  "(assert (< x 2))\n(check-sat)\n");
  directory.write("seeds/trivial.smt2", "(assert (= 1 1))\n(check-sat)\n");
  directory.write("seeds/broken.smt2", "(assert (= 1 true))\n(check-sat)\n");
  directory.write("seeds/again.smt2", "(assert (= 1 1))\n(check-sat)\n");
}

std::set<std::string> folders(const fs::path& path) {
  std::set<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
    names.insert(entry.path().filename().string());
  return names;
}

// The value of a key in the last line that has it, as its text.
std::string last_value(const std::string& json_lines, const std::string& key) {
  const size_t at = json_lines.rfind("\"" + key + "\":");
  if (at == std::string::npos) return {};
  const size_t begin = at + key.size() + 3;
  return json_lines.substr(begin, json_lines.find_first_of(",}", begin) - begin);
}

TEST(CliFuzz, HonestSolversAreLeftAlone) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const RunResult run = run_polygraph(directory, {"fuzz", "seeds", "--mutants", "60", "--solver",
                                                  "z3", "--solver", "cvc5", "--out", "out"});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("No lie was found."));
  EXPECT_THAT(run.out, HasSubstr("60 mutants"));
  EXPECT_THAT(run.out, HasSubstr("seeds loaded: 2 of 5, 3 skipped"));
  EXPECT_TRUE(folders(directory.path() / "out/bugs").empty());
}

TEST(CliFuzz, ALiarIsCaughtAndItsBugCanBeReplayed) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const RunResult run = run_polygraph(
      directory, {"fuzz", "seeds", "--mutants", "20", "--strategy", "sae,diver", "--solver",
                  fake("liar", "lie-unsat"), "--solver", "z3", "--out", "out"});
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  EXPECT_THAT(run.out, ContainsRegex("wrong unsat +liar +out/bugs/solver-wrong-unsat-"));
  const std::set<std::string> bugs = folders(directory.path() / "out/bugs");
  ASSERT_FALSE(bugs.empty());
  const std::string bug = "out/bugs/" + *bugs.begin();
  for (const char* file : {"bug.json", "certificate.json", "seed.smt2", "original.smt2",
                           "model.smt2", "solver.out", "repro.sh", "issue.md"})
    EXPECT_FALSE(directory.read(bug + "/" + file).empty()) << file;
  EXPECT_THAT(directory.read(bug + "/original.smt2"), Not(HasSubstr(":status")));
  const std::string liar = fake("liar", "lie-unsat");
  const RunResult again = run_polygraph(directory, {"replay", bug, "--solver", liar});
  EXPECT_EQ(again.exit_code, 1) << again.out << again.err;
  EXPECT_THAT(again.out, AllOf(HasSubstr("certificate: holds"), HasSubstr("It still lies.")));
  // A folder says which solver it accuses; how that is run is for the user to say.
  const RunResult unknown = run_polygraph(directory, {"replay", bug});
  EXPECT_EQ(unknown.exit_code, 3) << unknown.out << unknown.err;
  EXPECT_THAT(unknown.out, HasSubstr("Could not be tested: no solver 'liar' here"));
  const RunResult honest =
      run_polygraph(directory, {"replay", bug, "--solver", fake("liar", "lie-sat")});
  EXPECT_EQ(honest.exit_code, 0) << honest.out << honest.err;
  EXPECT_THAT(honest.out, HasSubstr("No longer reproduces."));
  const RunResult silent =
      run_polygraph(directory, {"replay", bug, "--solver", fake("liar", "exit-silently")});
  EXPECT_EQ(silent.exit_code, 3) << silent.out << silent.err;
  // A solver that nobody asked must not look tested.
  const RunResult unused = run_polygraph(
      directory, {"replay", bug, "--solver", fake("liar", "lie-sat"), "--solver", "cvc5"});
  EXPECT_EQ(unused.exit_code, 3) << unused.out;
  EXPECT_THAT(unused.err, HasSubstr("--solver cvc5 is for none of these bugs"));
  // One that cannot be read does not stop the others.
  const RunResult partly = run_polygraph(directory, {"replay", "seeds", bug, "--solver", liar});
  EXPECT_EQ(partly.exit_code, 1) << partly.out;
  EXPECT_THAT(partly.out, HasSubstr("1 still lie, 0 fixed, 1 could not be tested"));
  // Several at once make a table.
  const RunResult table = run_polygraph(directory, {"replay", bug, bug, "--solver", liar});
  EXPECT_EQ(table.exit_code, 1) << table.out << table.err;
  EXPECT_THAT(table.out, HasSubstr("2 bugs: 2 still lie, 0 fixed, 0 could not be tested"));
  // Without its certificate it is nobody's bug.
  const std::string model = directory.read(bug + "/model.smt2");
  directory.write(bug + "/model.smt2", "((define-fun x () Int 0) (define-fun y () Int 0))");
  const RunResult broken = run_polygraph(directory, {"replay", bug, "--solver", liar});
  EXPECT_EQ(broken.exit_code, 3) << broken.out;
  EXPECT_THAT(broken.out, HasSubstr("certificate does not hold"));
  directory.write(bug + "/model.smt2", model);
  // Reduced, it is the same bug, and its folder speaks of the small formula.
  const RunResult reduced =
      run_polygraph(directory, {"reduce", bug + "/", "--jobs", "1", "--solver", liar});
  EXPECT_EQ(reduced.exit_code, 0) << reduced.out << reduced.err;
  EXPECT_LT(directory.read(bug + "/reduced.smt2").size(),
            directory.read(bug + "/original.smt2").size());
  EXPECT_THAT(directory.read(bug + "/repro.sh"), HasSubstr("<reduced.smt2"));
  EXPECT_THAT(directory.read(bug + "/issue.md"),
              HasSubstr("```smt2\n" + directory.read(bug + "/reduced.smt2")));
  EXPECT_EQ(run_polygraph(directory, {"replay", bug, "--solver", liar}).exit_code, 1);
}

TEST(CliFuzz, SeedsAloneAreTests) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const RunResult run = run_polygraph(
      directory, {"fuzz", "seeds/sat.smt2", "--strategy", "none", "--time", "60", "--solver",
                  fake("liar", "lie-unsat"), "--solver", "z3", "--out", "out", "--json"});
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  EXPECT_EQ(last_value(run.out, "mutants"), "0");
  EXPECT_EQ(folders(directory.path() / "out/bugs").size(), 1u);
}

TEST(CliFuzz, TheSameNumberMakesTheSameMutantsWhateverTheJobs) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  std::vector<RunResult> runs;
  std::vector<std::set<std::string>> bugs;
  for (const std::string jobs : {"1", "3"}) {
    runs.push_back(run_polygraph(directory, {"fuzz", "seeds", "--mutants", "150", "--rng", "7",
                                             "--jobs", jobs, "--solver", fake("liar", "lie-unsat"),
                                             "--solver", "z3", "--out", "out-" + jobs, "--json"}));
    bugs.push_back(folders(directory.path() / ("out-" + jobs) / "bugs"));
  }
  EXPECT_EQ(last_value(runs[0].out, "mutants"), "150") << runs[0].out << runs[0].err;
  EXPECT_EQ(last_value(runs[0].out, "digest"), last_value(runs[1].out, "digest"));
  EXPECT_EQ(bugs[0], bugs[1]);
  EXPECT_FALSE(bugs[0].empty());
  const RunResult other = run_polygraph(
      directory, {"fuzz", "seeds", "--mutants", "150", "--rng", "8", "--solver",
                  fake("liar", "lie-unsat"), "--solver", "z3", "--out", "out-3", "--json"});
  EXPECT_EQ(other.exit_code, 2) << "another campaign is in that folder";
  EXPECT_THAT(other.err, HasSubstr("another 'rng'"));
}

// What solvers refuse is learnt by whichever worker needs it first.
TEST(CliFuzz, WhatIsLeftOutIsTheSameWhateverTheJobs) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const auto digest = [&](const std::string& out, const std::string& jobs, bool refuses) {
    const RunResult run = run_polygraph(
        directory, {"fuzz", "seeds/unsat.smt2", "--strategy", "sae", "--mutants", "150", "--jobs",
                    jobs, "--solver", fake("old", refuses ? "refuse-abs" : "lie-unsat"), "--solver",
                    "z3", "--solver", "cvc5", "--out", out, "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(last_value(run.out, "timed"), "0");
    return last_value(run.out, "digest");
  };
  const std::string one = digest("one", "1", true);
  EXPECT_NE(one, "");
  EXPECT_EQ(digest("two", "2", true), one);
  EXPECT_NE(digest("all", "2", false), one);
}

TEST(CliFuzz, GoesOnWhereItWas) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const RunResult first = run_polygraph(
      directory, {"fuzz", "seeds", "--mutants", "40", "--solver", fake("liar", "lie-unsat"),
                  "--solver", "z3", "--out", "out", "--json"});
  EXPECT_EQ(last_value(first.out, "mutants"), "40") << first.err;
  const std::set<std::string> bugs = folders(directory.path() / "out/bugs");
  // A folder that is gone is written again.
  ASSERT_FALSE(bugs.empty());
  fs::remove_all(directory.path() / "out/bugs" / *bugs.begin());
  const RunResult second =
      run_polygraph(directory, {"fuzz", "--mutants", "90", "--out", "out", "--json"});
  EXPECT_EQ(second.exit_code, 1) << second.err;
  EXPECT_EQ(last_value(second.out, "mutants"), "90");
  for (const std::string& bug : bugs)
    EXPECT_TRUE(folders(directory.path() / "out/bugs").contains(bug)) << bug;
  // In one go it is the same.
  const RunResult whole = run_polygraph(
      directory, {"fuzz", "seeds", "--mutants", "90", "--solver", fake("liar", "lie-unsat"),
                  "--solver", "z3", "--out", "whole", "--json"});
  EXPECT_EQ(last_value(second.out, "seeds"), last_value(whole.out, "seeds"));
}

// What a campaign asked, without what is never sent.
std::string sent(const std::string& text) {
  std::string kept;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(at, end - at);
    const bool ours = line.starts_with(';') || line.starts_with("(set-info") ||
                      line == "(set-option :produce-models true)\n" || line == "(get-model)\n" ||
                      line == "(exit)\n";
    if (!ours) kept += line;
    at = end;
  }
  return kept;
}

// A recipe that makes another mutant would be a false statement. POLYGRAPH_RECIPES is for more
// mutants, POLYGRAPH_SEEDS for other seeds than our own.
TEST(CliFuzz, EveryMutantOfACampaignCanBeMadeAgain) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  directory.write("seeds/a 'b' $c.smt2",
                  "(set-logic QF_LIA)\n(declare-const y Int)\n(assert (or (> y 7) (< y (- 30))))\n"
                  "(assert (distinct (* 2 y) 12))\n(check-sat)\n");
  const char* more = std::getenv("POLYGRAPH_RECIPES");
  const char* seeds = std::getenv("POLYGRAPH_SEEDS");
  CampaignOptions options;
  options.seeds = {seeds ? seeds : (directory.path() / "seeds").string()};
  options.mutants = more ? std::strtoull(more, nullptr, 10) : 200;
  options.tuning.mutants_of_job = 5;  // so that there are many visits
  options.jobs = 2;
  options.solvers = {*find_solver("z3"), *find_solver("cvc5")};
  options.out = (directory.path() / "out").string();
  const std::atomic<bool> stop = false;
  const Result<std::unique_ptr<Campaign>> campaign = Campaign::open(options, stop);
  ASSERT_TRUE(campaign);
  std::mutex lock;
  std::vector<std::pair<std::string, std::string>> mutants;
  (*campaign)->watch_mutants([&](const std::string& recipe, const std::string& text) {
    const std::lock_guard locked(lock);
    mutants.emplace_back(recipe, text);
  });
  (*campaign)->run([] {}, [](const FindingRow&) {});
  std::map<std::string, size_t> strategies;
  std::map<std::string, size_t> blends;
  size_t timed = 0;
  for (auto [recipe, text] : mutants) {
    ASSERT_TRUE(recipe.starts_with("polygraph "));
    if (recipe.find(" # a query took too long") != recipe.npos) {
      ++timed;
      continue;
    }
    recipe.replace(0, 9, test::polygraph_binary());
    if (const size_t pipe = recipe.find(" | polygraph mutate - "); pipe != recipe.npos) {
      recipe.replace(pipe + 3, 9, test::polygraph_binary());
      ++blends[recipe.find("--strategy sae ") < pipe ? "sae" : "diver"];
    }
    const RunResult made = test::run(directory, {"/bin/sh", "-c", recipe});
    EXPECT_EQ(sent(made.out), sent(text)) << recipe << "\n" << made.err;
    for (const Strategy& strategy : pg::strategies())
      if (recipe.find(fmt::format(" --strategy {} ", strategy.name)) != recipe.npos)
        ++strategies[std::string(strategy.name)];
  }
  EXPECT_EQ(strategies.size(), pg::strategies().size());
  EXPECT_EQ(blends.size(), 2u) << "value starts from mutants of both";
  if (more) fmt::print("{} of {} recipes depend on the clock\n", timed, mutants.size());
  if (more)
    for (const auto& counts : {strategies, blends})
      for (const auto& [name, count] : counts) fmt::print("{}: {} mutants\n", name, count);
}

TEST(CliFuzz, AResumedCampaignExitsWithOneForNewBugsOnly) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const RunResult first = run_polygraph(
      directory, {"fuzz", "seeds/sat.smt2", "--strategy", "none", "--mutants", "1", "--solver",
                  fake("liar", "lie-unsat"), "--solver", "z3", "--out", "out"});
  EXPECT_EQ(first.exit_code, 1) << first.err;
  EXPECT_THAT(first.out, HasSubstr("polygraph report out"));
  const RunResult second = run_polygraph(directory, {"fuzz", "--out", "out", "--mutants", "1"});
  EXPECT_EQ(second.exit_code, 0) << second.out << second.err;
  EXPECT_THAT(second.out, HasSubstr("out/bugs/")) << "it is still listed";
}

TEST(CliFuzz, ACommandIsRunForEachNewBug) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const std::vector<std::string> arguments{
      "fuzz",     "seeds/sat.smt2",          "--strategy", "none", "--mutants", "1",
      "--solver", fake("liar", "lie-unsat"), "--solver",   "z3",   "--out",     "the out",
      "--on-bug"};
  const auto with = [&](const std::string& command) {
    std::vector<std::string> all = arguments;
    all.push_back(command);
    return run_polygraph(directory, all);
  };
  const RunResult run = with("cat >told; ls >>told");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(directory.read("told"), HasSubstr("bug.json")) << "the folder is complete";
  fs::remove_all(directory.path() / "the out");
  const RunResult failing = with("echo no such host; false");
  EXPECT_EQ(failing.exit_code, 1) << "the bug counts all the same";
  EXPECT_THAT(failing.err, HasSubstr("warning: --on-bug failed for "));
  EXPECT_THAT(failing.err, HasSubstr("exit code 1: no such host"));
}

TEST(CliFuzz, KnownBugsAreMutedAndAQuotaHoldsTheRest) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const std::vector<std::string> args = {
      "fuzz", "seeds", "--mutants", "60", "--solver", fake("liar", "lie-unsat"), "--solver", "z3"};
  auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = args;
    all.insert(all.end(), more.begin(), more.end());
    return run_polygraph(directory, all);
  };
  EXPECT_EQ(with({"--out", "out", "--quota", "1"}).exit_code, 1);
  EXPECT_EQ(folders(directory.path() / "out/bugs").size(), 1u);
  std::string known = "# mine\n";
  for (const char* folder : {"out/bugs", "out/held"})
    for (const std::string& name : folders(directory.path() / folder)) known += name + "\n";
  directory.write("known.txt", known);
  const RunResult run = with({"--out", "out2", "--known", "known.txt"});
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_TRUE(folders(directory.path() / "out2/bugs").empty());
}

TEST(CliFuzz, WhatOnlyASessionSaysIsKeptApart) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const RunResult run =
      run_polygraph(directory, {"fuzz", "seeds/sat.smt2", "--strategy", "none", "--solver",
                                fake("odd", "--later lie-once"), "--solver", "z3", "--out", "out",
                                "--no-sandbox"});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_TRUE(folders(directory.path() / "out/bugs").empty());
  EXPECT_FALSE(folders(directory.path() / "out/flaky").empty()) << run.out;
}

TEST(CliFuzz, BugsThatBecomeTheSameWhenReducedAreOne) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const RunResult run =
      run_polygraph(directory, {"fuzz", "seeds/sat.smt2", "--mutants", "64", "--strategy", "sae",
                                "--solver", fake("liar", "lie-unsat"), "--solver", "z3", "--out",
                                "out", "--reduce", "60", "--jobs", "1", "--json"});
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  const std::set<std::string> bugs = folders(directory.path() / "out/bugs");
  ASSERT_EQ(bugs.size(), 1u) << run.out;
  // It lies whatever it is asked.
  EXPECT_EQ(directory.read("out/bugs/" + *bugs.begin() + "/reduced.smt2"), "(check-sat)\n");
}

TEST(CliFuzz, TheConfigurationHasEveryOption) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  directory.write("polygraph.toml",
                  "[solvers]\nmine = \"z3\"\n[fuzz]\nseeds = [\"seeds/sat.smt2\"]\n"
                  "strategy = [\"sae\"]\nmutants = 10\nout = \"there\"\njobs = 1\n");
  const RunResult run = run_polygraph(directory, {"fuzz", "--mutants", "7", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(last_value(run.out, "mutants"), "7") << "the command line counts more";
  EXPECT_TRUE(fs::exists(directory.path() / "there/campaign.sqlite"));
  directory.write("polygraph.toml", "[fuzz]\nlove = 3\n");
  const RunResult wrong = run_polygraph(directory, {"fuzz"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("polygraph.toml:2:8: error: fuzz has no option 'love'"));
  directory.write("polygraph.toml", "[fuzz]\njobs = \"many\"\n");
  const RunResult many = run_polygraph(directory, {"fuzz"});
  EXPECT_EQ(many.exit_code, 2);
  EXPECT_THAT(many.err, HasSubstr("polygraph.toml:2:8: error: "));
}

TEST(CliFuzz, APageIsServedMeanwhile) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  const std::vector<std::string> words = {"fuzz",  "seeds", "--mutants",  "10",  "--solver", "cvc5",
                                          "--out", "out",   "--strategy", "sae", "--serve"};
  const RunResult run = run_polygraph(directory, words);
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.err, ContainsRegex("^http://127\\.0\\.0\\.1:[0-9]+/[0-9a-f]+/\n$"));
  std::vector<std::string> wrong = words;
  wrong.push_back("nowhere");
  const RunResult refused = run_polygraph(directory, wrong);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("'nowhere' is no address"));
}

TEST(CliFuzz, WhatIsWrongIsSaid) {
  const TemporaryDirectory directory;
  write_seeds(directory);
  struct Case {
    std::vector<std::string> args;
    int exit_code;
    const char* message;
  };
  const std::vector<Case> cases = {
      {{"fuzz", "nowhere"}, 2, "nowhere: there is no such file"},
      {{"fuzz", "seeds", "--strategy", "magic"}, 2, "--strategy: 'magic' is none of sae"},
      {{"fuzz", "seeds", "--time", "soon"}, 2, "--time"},
      {{"fuzz", "seeds", "--time", "-5"}, 2, "--time"},
      {{"fuzz", "seeds", "--variant", "NONSENSE"}, 2, "--variant"},
      {{"fuzz", "seeds", "--solver", "no-such-solver"}, 3, "no-such-solver"},
      {{"fuzz", "seeds", "--known", "nowhere"}, 2, "nowhere"},
      {{"fuzz", "seeds", "--out", "/proc/nowhere"}, 3, "cannot make /proc/nowhere"},
      {{"replay", "seeds"}, 2, "bug.json"},
  };
  for (const Case& each : cases) {
    const RunResult run = run_polygraph(directory, each.args);
    EXPECT_EQ(run.exit_code, each.exit_code) << each.message << run.err;
    EXPECT_THAT(run.err, HasSubstr(each.message));
  }
  fs::create_directories(directory.path() / "out");
  directory.write("out/campaign.sqlite", "no database at all, only a text of some length");
  const RunResult run = run_polygraph(directory, {"fuzz", "seeds", "--out", "out"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("out/campaign.sqlite is damaged: "));
}

}  // namespace
}  // namespace pg::test
