#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/paths.h"
#include "support/process.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;

const std::string kFolder = test::source_folder() + "/tests/golden/print/";

// What the program prints is what stands in a file beside its input.
void expect_golden(std::vector<std::string> options, const std::string& expected) {
  const TemporaryDirectory directory;
  const std::string input = kFolder + "kitchen-sink.smt2";
  options.insert(options.begin(), "print");
  options.push_back(input);
  const RunResult run = run_polygraph(directory, options);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, input + ":34:43: warning: unknown operator 'mystery', kept as written\n");
  EXPECT_EQ(run.out, test::read_file(kFolder + expected))
      << "to accept: polygraph print ... > tests/golden/print/" << expected;
  // And again.
  options.back() = "-";
  options.push_back("--quiet");
  EXPECT_EQ(run_polygraph(directory, options, run.out).out, run.out);
}

TEST(CliPrint, AsItIs) { expect_golden({}, "kitchen-sink.out"); }
TEST(CliPrint, Narrow) { expect_golden({"--width", "40"}, "kitchen-sink.40.out"); }
TEST(CliPrint, OneLineACommand) { expect_golden({"--width", "0"}, "kitchen-sink.0.out"); }
TEST(CliPrint, WithoutLet) { expect_golden({"--no-let"}, "kitchen-sink.no-let.out"); }

TEST(CliPrint, AFileWithErrorsIsNotPrinted) {
  const TemporaryDirectory directory;
  directory.write("bad.smt2", "(check-sat)\n(assert x)");
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"print", "bad.smt2"}, {"print", "--quiet", "bad.smt2"}}) {
    const RunResult run = run_polygraph(directory, args);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err, "bad.smt2:2:9: error: undeclared symbol 'x'\n");
  }
}

TEST(CliPrint, WhatIsNoFile) {
  const TemporaryDirectory directory;
  const RunResult missing = run_polygraph(directory, {"print", "missing"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.err, "missing: error: cannot open: No such file or directory\n");
  const RunResult folder = run_polygraph(directory, {"print", "."});
  EXPECT_EQ(folder.exit_code, 2);
  EXPECT_EQ(folder.err, ".: error: is a directory\n");
}

TEST(CliPrint, StandardInput) {
  const TemporaryDirectory directory;
  const RunResult run = run_polygraph(directory, {"print", "-"}, "; hello\n( assert\n true )");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "(assert true)\n");
}

TEST(CliPrint, BytesComeThroughAsTheyAre) {
  const TemporaryDirectory directory;
  constexpr std::string_view kText =
      "(declare-const |\xff\n| String)\n(assert (= |\xff\n| \"\x80\"))\n";
  EXPECT_EQ(run_polygraph(directory, {"print", "-"}, kText).out, kText);
}

TEST(CliPrint, JsonIsOneLineACommand) {
  const TemporaryDirectory directory;
  directory.write("a.smt2", "(declare-const p Bool)\n  (assert (or p (not p)))(echo \"\xff\")");
  const RunResult run = run_polygraph(directory, {"print", "--json", "a.smt2"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(
      run.out,
      "{\"column\":1,\"command\":\"declare-const\",\"line\":1,\"text\":\"(declare-const p "
      "Bool)\"}\n"
      "{\"column\":3,\"command\":\"assert\",\"line\":2,\"text\":\"(assert (or p (not p)))\"}\n"
      "{\"column\":26,\"command\":\"echo\",\"line\":2,\"text\":\"(echo \\\"\xef\xbf\xbd\\\")\"}\n");
}

}  // namespace
}  // namespace pg
