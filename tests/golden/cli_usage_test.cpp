#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subcommand.h"
#include "support/process.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(CliUsage, HelpNamesEverySubcommandOptionAndExitCode) {
  const TemporaryDirectory directory;
  const RunResult run = run_polygraph(directory, {"--help"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, StartsWith("Polygraph: a lie detector for SMT solvers\n"));
  for (const std::string_view text :
       {"Usage: polygraph [OPTIONS] [SUBCOMMAND]", "--help", "--version", "--json", "-q,--quiet",
        "Exit codes: 0 done, nothing found; 1 a lie; 2 usage or bad input; 3 the environment;"})
    EXPECT_THAT(run.out, HasSubstr(std::string(text)));
  for (const Subcommand& subcommand : subcommands()) {
    EXPECT_THAT(run.out, HasSubstr("\n  " + std::string(subcommand.name) + " "));
    EXPECT_THAT(run.out, HasSubstr(std::string(subcommand.summary)));
  }
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
  };
  const Row rows[] = {
      {{"--nonsense"}, "The following argument was not expected: --nonsense"},
      {{"nonsense"}, "The following argument was not expected: nonsense"},
      {{"parse", "--nonsense", "x"}, "The following argument was not expected: --nonsense"},
      {{"parse"}, "FILE is required"},
      {{"print"}, "FILE is required"},
      {{"print", "a", "b"}, "The following argument was not expected: b"},
      {{"print", "--width", "x", "a"}, "Could not convert: --width = x"},
      {{"print", "--width", "-1", "a"}, "Could not convert: --width = -1"},
      {{"print", "--width"}, "--width: 1 required UINT missing"},
  };
  const TemporaryDirectory directory;
  for (const Row& row : rows) {
    const RunResult run = run_polygraph(directory, row.args);
    EXPECT_EQ(run.exit_code, 2) << row.error;
    EXPECT_EQ(run.out, "") << row.error;
    EXPECT_EQ(run.err,
              "polygraph: error: " + row.error + "\nRun polygraph --help for what there is.\n");
  }
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
    EXPECT_EQ(run.err, "polygraph: error: cannot write to standard output\n") << args[0];
  }
  // Nothing to write, nothing lost.
  EXPECT_EQ(run_polygraph(directory, {"parse", "--quiet", "a.smt2"}, "", "/dev/full").exit_code, 0);
}

}  // namespace
}  // namespace pg
