#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subcommand.h"
#include "mutate/value.h"
#include "support/process.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Without the breaks of lines.
std::string joined(std::string_view text) {
  std::string made;
  for (const char c : text) {
    const char next = c == '\n' ? ' ' : c;
    if (next != ' ' || (!made.empty() && made.back() != ' ')) made += next;
  }
  return made;
}

TEST(CliUsage, HelpNamesEverySubcommandOptionAndExitCode) {
  const TemporaryDirectory directory;
  const RunResult run = run_polygraph(directory, {"--help"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, StartsWith("Polygraph: a lie detector for SMT solvers\n"));
  for (const std::string_view text : {"Usage: polygraph COMMAND [OPTION]...", "--help", "--version",
                                      "--json", "-q, --quiet", "Exit codes"})
    EXPECT_THAT(run.out, HasSubstr(std::string(text)));
  for (const Subcommand& subcommand : subcommands()) {
    EXPECT_THAT(run.out, HasSubstr("\n  " + std::string(subcommand.name) + " "));
    EXPECT_THAT(joined(run.out), HasSubstr(std::string(subcommand.summary)));
  }
}

// Every option has its place in the help, the manual page and each completion, and no line is wider
// than a terminal.
TEST(CliUsage, EveryOptionIsDescribedEverywhere) {
  const TemporaryDirectory directory;
  const std::string manual = run_polygraph(directory, {"help", "--man"}).out;
  EXPECT_THAT(manual, StartsWith(".TH POLYGRAPH 1"));
  std::vector<std::string> scripts;
  for (const char* shell : {"bash", "zsh", "fish"})
    scripts.push_back(run_polygraph(directory, {"completion", shell}).out);
  for (const Subcommand& subcommand : subcommands()) {
    const std::string name(subcommand.name);
    const RunResult help = run_polygraph(directory, {"help", name});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_EQ(help.out, run_polygraph(directory, {name, "--help"}).out);
    EXPECT_THAT(help.out, HasSubstr("Usage: polygraph " + name));
    EXPECT_EQ(help.out.find("\n  1 ") != std::string::npos, !subcommand.exit_one.empty()) << name;
    std::istringstream lines(help.out);
    for (std::string each; std::getline(lines, each);) EXPECT_LE(each.size(), 80u) << each;
    GlobalOptions global;
    const CommandLine line = command_line(subcommand, global);
    for (const Option& option : line.options.all()) {
      EXPECT_THAT(joined(help.out), HasSubstr(std::string(option.spec.help))) << name;
      EXPECT_FALSE(option.spec.group.empty()) << option.spec.name;
      if (option.is_positional()) continue;
      const std::string key(option.key());
      EXPECT_THAT(help.out, HasSubstr("--" + key)) << name;
      EXPECT_THAT(scripts[0], HasSubstr("--" + key));
      EXPECT_THAT(scripts[1], HasSubstr("--" + key));
      EXPECT_THAT(scripts[2], HasSubstr("-l " + key));
    }
  }
}

TEST(CliUsage, HelpHasALineForEachNameOfAVariant) {
  const TemporaryDirectory directory;
  for (const char* command : {"mutate", "fuzz"}) {
    const std::string help = run_polygraph(directory, {command, "--help"}).out;
    for (const Refinement& row : refinements()) {
      EXPECT_THAT(help, HasSubstr("\n  " + std::string(row.name)));
      EXPECT_THAT(help, HasSubstr("  " + std::string(row.help) + "\n"));
    }
  }
}

// What bash offers for a command line that ends in the middle of a word.
std::string completed(const TemporaryDirectory& directory, const std::string& words) {
  directory.write("completion", run_polygraph(directory, {"completion", "bash"}).out);
  const std::string script = "set -eu; . ./completion; COMP_WORDS=(" + words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _polygraph; "
                             "echo \"${COMPREPLY[*]-}\"";
  const RunResult run = test::run(directory, {"/bin/bash", "-c", script});
  EXPECT_EQ(run.err, "");
  return run.out;
}

TEST(CliUsage, BashCompletesCommandsOptionsAndWords) {
  const TemporaryDirectory directory;
  directory.write("seed.smt2", "");
  EXPECT_EQ(completed(directory, "polygraph repl"), "replay\n");
  EXPECT_EQ(completed(directory, "polygraph fuzz --strat"), "--strategy\n");
  EXPECT_EQ(completed(directory, "polygraph fuzz --strategy ''"), "sae diver value none\n");
  EXPECT_EQ(completed(directory, "polygraph -q fuzz --known se"), "seed.smt2\n");
  EXPECT_EQ(completed(directory, "polygraph parse se"), "seed.smt2\n");
  EXPECT_EQ(completed(directory, "polygraph fuzz --rng ''"), "\n");
  EXPECT_EQ(completed(directory, "polygraph completion z"), "zsh\n");
}

// fish takes an arrow for a redirection.
TEST(CliUsage, WordsOfFishAreQuotedWhereTheyMeanSomething) {
  const TemporaryDirectory directory;
  EXPECT_THAT(run_polygraph(directory, {"completion", "fish"}).out,
              HasSubstr("-a 'not and or '\\''=>'\\'' xor "));
}

TEST(CliUsage, NoArgumentsShowTheHelp) {
  const TemporaryDirectory directory;
  const RunResult run = run_polygraph(directory, {});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, run_polygraph(directory, {"--help"}).out);
  EXPECT_EQ(run.err, "");
}

TEST(CliUsage, HelpOfASubcommand) {
  const TemporaryDirectory directory;
  const RunResult parse = run_polygraph(directory, {"parse", "--help"});
  EXPECT_EQ(parse.exit_code, 0);
  EXPECT_THAT(parse.out, HasSubstr("Check that files are well-sorted"));
  EXPECT_THAT(parse.out, HasSubstr("FILE"));
  const RunResult print = run_polygraph(directory, {"print", "--help"});
  EXPECT_EQ(print.exit_code, 0);
  EXPECT_THAT(print.out, HasSubstr("--no-let"));
  EXPECT_THAT(print.out, HasSubstr("--width"));
}

TEST(CliUsage, Version) {
  const TemporaryDirectory directory;
  const RunResult run = run_polygraph(directory, {"--version"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "polygraph " POLYGRAPH_VERSION "\n");
  EXPECT_EQ(run.err, "");
}

TEST(CliUsage, WhatWeDoNotKnowIsRefused) {
  struct Row {
    std::vector<std::string> args;
    std::string error;
    std::string command;
  };
  const Row rows[] = {
      {{"--jsno"}, "polygraph has no option '--jsno'; did you mean '--json'?", ""},
      {{"--nonsense"}, "polygraph has no option '--nonsense'", ""},
      {{"fuz"}, "there is no command 'fuz'; did you mean 'fuzz'?", ""},
      {{"nonsense"}, "there is no command 'nonsense'", ""},
      {{"parse", "--nonsense", "x"}, "parse has no option '--nonsense'", " parse"},
      {{"fuzz", "--stratgy=sae"},
       "fuzz has no option '--stratgy'; did you mean '--strategy'?",
       " fuzz"},
      {{"parse"}, "FILE is required", " parse"},
      {{"print", "a", "b"}, "print does not take 'b'", " print"},
      {{"print", "--width", "x", "a"}, "--width: 'x' is no number that fits", " print"},
      {{"print", "--width", "-1", "a"}, "--width: '-1' is no number that fits", " print"},
      {{"print", "--width"}, "--width needs a value", " print"},
      {{"help", "fuz"},
       "COMMAND: 'fuz' is none of fuzz, replay, parse, print, check, eval, solve, rules, mutate, "
       "reduce, testgen, report, repair, solvers, completion, help; did you mean 'fuzz'?",
       " help"},
  };
  const TemporaryDirectory directory;
  for (const Row& row : rows) {
    const RunResult run = run_polygraph(directory, row.args);
    EXPECT_EQ(run.exit_code, 2) << row.error;
    EXPECT_EQ(run.out, "") << row.error;
    EXPECT_EQ(run.err, "polygraph: error: " + row.error + "\nRun polygraph help" + row.command +
                           " for what there is.\n");
  }
}

TEST(CliUsage, ErrorsAreJsonWhereThatIsAskedFor) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(assert\n(+ 1 true))");
  const RunResult parse = run_polygraph(directory, {"print", "a.smt2", "--json"});
  EXPECT_EQ(parse.exit_code, 2);
  const auto error = nlohmann::json::parse(parse.err);
  EXPECT_EQ(error["file"], "a.smt2");
  EXPECT_EQ(error["line"], 2);
  EXPECT_EQ(error["column"], 1);
  EXPECT_EQ(error["severity"], "error");
  EXPECT_EQ(error["kind"], "input");
  EXPECT_EQ(error["exit_code"], 2);
  const RunResult usage = run_polygraph(directory, {"fuzz", "--json", "--rng", "x"});
  EXPECT_EQ(usage.exit_code, 2);
  EXPECT_THAT(std::string(nlohmann::json::parse(usage.err)["message"]), StartsWith("--rng: 'x'"));
  const RunResult solver =
      run_polygraph(directory, {"solve", "a.smt2", "--json", "--solver", "no"});
  EXPECT_EQ(nlohmann::json::parse(solver.err)["exit_code"], solver.exit_code);
}

TEST(CliUsage, OutputThatDoesNotReachItsFileIsAnError) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(check-sat)");
  for (const std::vector<std::string>& args : {std::vector<std::string>{"parse", "a.smt2"},
                                               {"parse", "--json", "a.smt2"},
                                               {"print", "a.smt2"},
                                               {"print", "--json", "a.smt2"},
                                               {"--help"},
                                               {"--version"}}) {
    const RunResult run = run_polygraph(directory, args, "", "/dev/full");
    EXPECT_EQ(run.exit_code, 3) << args[0];
    EXPECT_THAT(run.err, HasSubstr("cannot write to standard output")) << args[0];
  }
  // Nothing to write, nothing lost.
  EXPECT_EQ(run_polygraph(directory, {"parse", "--quiet", "a.smt2"}, "", "/dev/full").exit_code, 0);
}

}  // namespace
}  // namespace pg
