// Which solvers there are, and that one which cannot run is never taken for an honest one.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "solve/solver.h"
#include "support/machine.h"
#include "support/paths.h"

namespace pg {
namespace {

using test::Machine;
using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kScript =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

std::string fake(const std::string& name, const std::string& behaviour) {
  return name + "=" + test::fake_solver() + " " + behaviour;
}

// Where the script is, and a way to run a command on it.
struct Caller {
  Caller() { directory.write("a.smt2", kScript); }
  RunResult operator()(std::vector<std::string> words,
                       const std::vector<std::string>& solvers = {}) const {
    for (const std::string& solver : solvers) {
      words.push_back("--solver");
      words.push_back(solver);
    }
    return run_polygraph(directory, words);
  }
  TemporaryDirectory directory;
};

TEST(CliSolvers, SaysHowEachIsRun) {
  const Caller run;
  const RunResult shown = run({"solvers"}, {fake("mine", "well")});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("mine 1.2.3\n  answers: yes\n  once:    " + test::fake_solver() +
                                   " well\n  session: no, a process for each query\n"
                                   "Limits: wall clock by us, memory"));
  EXPECT_THAT(shown.out, HasSubstr("10 s and 4096 MB per query.\nSandbox: "));
  EXPECT_THAT(run({"solvers", "--no-sandbox"}, {"z3"}).out, HasSubstr("Sandbox: none"));
  EXPECT_EQ(run({"solvers", "--install", "cvc5@1"}).exit_code, 2);
}

TEST(CliSolvers, SaysWhichDoNotAnswer) {
  const Caller run;
  const RunResult shown =
      run({"solvers"}, {fake("dead", "exit-silently"), fake("poor", "no-get-model"), "z3"});
  EXPECT_EQ(shown.exit_code, 3);
  EXPECT_THAT(shown.out, AllOf(HasSubstr("dead 1.2.3\n  answers: NO: dead fails on a trivial "),
                               HasSubstr("ended without an answer, exit code 0\n  once: "),
                               HasSubstr("poor 1.2.3\n  answers: yes, but poor gives no model "),
                               ContainsRegex("z3 [^\n]*\n  answers: yes\n")));
}

TEST(CliSolvers, Json) {
  const Caller run;
  const RunResult shown = run({"solvers", "--json"}, {fake("dead", "die-at-start")});
  EXPECT_EQ(shown.exit_code, 3);
  const auto json = nlohmann::json::parse(shown.out);
  EXPECT_EQ(json["name"], "dead");
  EXPECT_EQ(json["version"], "1.2.3");
  EXPECT_EQ(json["version_line"], "fake solver version 1.2.3");
  EXPECT_EQ(json["answers"], false);
  EXPECT_THAT(json["failure"].get<std::string>(), HasSubstr("SIGSEGV"));
}

TEST(CliSolvers, ARelativePathIsOfTheCurrentFolder) {
  const Caller run;
  std::filesystem::create_symlink(test::fake_solver(), run.directory.path() / "solver");
  const RunResult solved = run({"solve", "a.smt2"}, {"mine=./solver lie-unsat", "z3"});
  EXPECT_EQ(solved.exit_code, 1) << solved.err;
  EXPECT_THAT(solved.out, HasSubstr("LIE: mine answers unsat"));
  const RunResult missing = run({"solve", "a.smt2"}, {"mine=./build/solver --fast"});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_EQ(missing.err,
            "polygraph: error: cannot run './build/solver': no such file; paths are relative to "
            "the current directory\n");
}

// Whatever the command is, it does nothing with a solver that was named and cannot run.
TEST(CliSolvers, OneThatCannotRunEndsTheCommand) {
  const Caller run;
  const std::vector<std::vector<std::string>> commands{
      {"solve", "a.smt2"},
      {"fuzz", "a.smt2", "--mutants", "5", "--out", "out"},
      {"mutate", "a.smt2"},
      {"rules", "--prove", "--theory", "core"},
      {"reduce", "a.smt2"}};
  for (const std::vector<std::string>& words : commands) {
    const RunResult made = run(words, {"z3", fake("dead", "no-such-option")});
    EXPECT_EQ(made.exit_code, 3) << words[0];
    EXPECT_EQ(made.out, "") << words[0];
    EXPECT_THAT(made.err,
                AllOf(StartsWith("polygraph: error: dead fails on a trivial "),
                      HasSubstr(": exit code 2: no such behaviour: no-such-option\n  command: ")))
        << words[0];
  }
  EXPECT_FALSE(std::filesystem::exists(run.directory.path() / "out"));
}

TEST(CliSolvers, AnOptionThatASolverDoesNotKnow) {
  const Caller run;
  for (const char* solver : {"z3 smt.arith.solvr=2", "cvc5 --arith-solvr"}) {
    const RunResult made = run({"solve", "a.smt2"}, {solver});
    EXPECT_EQ(made.exit_code, 3);
    EXPECT_THAT(made.err, HasSubstr("solvr"));
  }
}

// What must not look like a program: a script without an interpreter.
TEST(CliSolvers, AnInterpreterThatIsMissing) {
  const Caller run;
  run.directory.write("orphan", "#!/no/such/interpreter\n");
  std::filesystem::permissions(run.directory.path() / "orphan", std::filesystem::perms::owner_all);
  const RunResult made = run({"solve", "a.smt2"}, {"mine=./orphan"});
  EXPECT_EQ(made.exit_code, 3);
  EXPECT_THAT(made.err, HasSubstr("not the interpreter that it names"));
}

TEST(CliSolvers, OneThatWasFoundAndCannotRunIsLeftOut) {
  const Caller run;
  const std::string z3 = find_program("z3");
  const Machine machine;
  machine.install("cvc5", "9.9");
  const RunResult none = run({"solve", "a.smt2"});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, AllOf(HasSubstr("polygraph: warning: left out: cvc5 fails on a trivial "),
                              HasSubstr("polygraph: error: no solver is left that answers\n")));
  std::filesystem::create_symlink(z3, machine.path("z3"));
  const RunResult one = run({"solve", "a.smt2"});
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.err, HasSubstr("polygraph: warning: left out: cvc5 fails"));
  EXPECT_THAT(one.out, AllOf(HasSubstr("z3"), Not(HasSubstr("cvc5"))));
  EXPECT_EQ(run({"solvers"}).exit_code, 0);
}

TEST(CliSolvers, WithoutModelsThereIsAWarning) {
  const Caller run;
  const RunResult made = run({"solve", "a.smt2"}, {fake("poor", "no-get-model"), "z3"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.err, StartsWith("polygraph: warning: poor gives no model "));
}

TEST(CliSolvers, SolveWithoutAnAnswerIsNoSuccess) {
  const Caller run;
  const RunResult made = run({"solve", "a.smt2"}, {fake("a", "--later exit-silently")});
  EXPECT_EQ(made.exit_code, 3) << made.err;
  EXPECT_THAT(made.out, HasSubstr("No solver gives an answer: nothing was tested.\n"));
}

TEST(CliSolvers, OneThatNeverAnswersACampaignIsNamed) {
  const Caller run;
  const std::vector<std::string> words{"fuzz", "a.smt2", "--mutants", "5", "--strategy", "sae"};
  const auto fuzz = [&](const char* out, const char* behaviour, bool json) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--out", out});
    if (json) all.push_back("--json");
    return run(all, {fake("mute", behaviour), "z3"});
  };
  const RunResult made = fuzz("out", "--later exit-silently", false);
  EXPECT_EQ(made.exit_code, 3) << made.out << made.err;
  EXPECT_THAT(made.out, ContainsRegex("mute never answered: [0-9]+ calls?, error [0-9]+; nothing "
                                      "was tested with it\n"));
  EXPECT_THAT(made.out, Not(HasSubstr("z3 never answered")));
  const RunResult json = fuzz("json", "--later exit-silently", true);
  EXPECT_EQ(json.exit_code, 3);
  EXPECT_THAT(json.out, HasSubstr("\"hardly_tested\":[\"mute never answered: "));
  // Crashes are lies, and those are told first.
  EXPECT_EQ(fuzz("crash", "--later die-at-start", false).exit_code, 1);
}

}  // namespace
}  // namespace pg
