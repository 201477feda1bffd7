#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "support/process.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;

constexpr std::string_view kGood =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";
constexpr std::string_view kBad = "(assert x)\n(assert (+ 1 true))\n";

TEST(CliParse, OneLineAboutAGoodFile) {
  const TemporaryDirectory directory;
  directory.write("good.smt2", kGood);
  const RunResult run = run_polygraph(directory, {"parse", "good.smt2"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "good.smt2: ok: 4 commands, 3 terms, logic QF_LIA, 0 opaque\n");
  EXPECT_EQ(run.err, "");
}

TEST(CliParse, WithoutALogicAndWithoutCommands) {
  const TemporaryDirectory directory;
  directory.write("empty.smt2", "; nothing\n");
  const RunResult run = run_polygraph(directory, {"parse", "empty.smt2"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "empty.smt2: ok: 0 commands, 0 terms, logic not set, 0 opaque\n");
}

TEST(CliParse, ErrorsHaveFileLineAndColumn) {
  const TemporaryDirectory directory;
  directory.write("bad.smt2", kBad);
  const RunResult run = run_polygraph(directory, {"parse", "bad.smt2"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err,
            "bad.smt2:1:9: error: undeclared symbol 'x'\n"
            "bad.smt2:2:9: error: '+' does not take (Int Bool); it takes Int Int -> Int or Real "
            "Real -> Real\n");
}

TEST(CliParse, UnknownOperatorsAreWarnings) {
  const TemporaryDirectory directory;
  directory.write("opaque.smt2", "(assert (magic 1))\n(assert (magic 2))");
  const RunResult run = run_polygraph(directory, {"parse", "opaque.smt2"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "opaque.smt2: ok: 2 commands, 4 terms, logic not set, 2 opaque\n");
  EXPECT_EQ(run.err, "opaque.smt2:1:9: warning: unknown operator 'magic', kept as written\n");
}

TEST(CliParse, OneBadFileDoesNotStopTheOthers) {
  const TemporaryDirectory directory;
  directory.write("one.smt2", kGood);
  directory.write("two.smt2", kBad);
  directory.write("three.smt2", kGood);
  const RunResult run =
      run_polygraph(directory, {"parse", "one.smt2", "missing.smt2", "two.smt2", "three.smt2"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out,
            "one.smt2: ok: 4 commands, 3 terms, logic QF_LIA, 0 opaque\n"
            "three.smt2: ok: 4 commands, 3 terms, logic QF_LIA, 0 opaque\n");
  EXPECT_EQ(run.err,
            "missing.smt2: error: cannot open: No such file or directory\n"
            "two.smt2:1:9: error: undeclared symbol 'x'\n"
            "two.smt2:2:9: error: '+' does not take (Int Bool); it takes Int Int -> Int or Real "
            "Real -> Real\n");
}

TEST(CliParse, QuietSaysOnlyWhatIsWrong) {
  const TemporaryDirectory directory;
  directory.write("good.smt2", "(assert (magic 1))");
  directory.write("bad.smt2", "(assert x)");
  for (const std::string quiet : {"--quiet", "-q"}) {
    const RunResult before = run_polygraph(directory, {quiet, "parse", "good.smt2", "bad.smt2"});
    EXPECT_EQ(before.exit_code, 2);
    EXPECT_EQ(before.out, "");
    EXPECT_EQ(before.err, "bad.smt2:1:9: error: undeclared symbol 'x'\n");
    // Global options may follow the subcommand.
    const RunResult after = run_polygraph(directory, {"parse", quiet, "good.smt2"});
    EXPECT_EQ(after.exit_code, 0);
    EXPECT_EQ(after.out + after.err, "");
  }
}

TEST(CliParse, Json) {
  const TemporaryDirectory directory;
  directory.write("good.smt2", kGood);
  directory.write("bad.smt2", "(assert (magic 1))\n(assert x)");
  const RunResult run =
      run_polygraph(directory, {"--json", "parse", "good.smt2", "bad.smt2", "missing"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(
      run.out,
      "{\"commands\":4,\"errors\":[],\"file\":\"good.smt2\",\"logic\":\"QF_LIA\",\"ok\":true,"
      "\"opaque\":0,\"terms\":3,\"warnings\":[]}\n"
      "{\"commands\":1,\"errors\":[{\"column\":9,\"line\":2,\"message\":\"undeclared symbol "
      "'x'\"}],\"file\":\"bad.smt2\",\"logic\":\"\",\"ok\":false,\"opaque\":1,\"terms\":2,"
      "\"warnings\":[{\"column\":9,\"line\":1,\"message\":\"unknown operator 'magic', kept as "
      "written\"}]}\n"
      "{\"commands\":0,\"errors\":[{\"column\":0,\"line\":0,\"message\":\"cannot open: No such "
      "file or directory\"}],\"file\":\"missing\",\"logic\":\"\",\"ok\":false,\"opaque\":0,"
      "\"terms\":0,\"warnings\":[]}\n");
}

TEST(CliParse, JsonOfBrokenUtf8IsStillJson) {
  const TemporaryDirectory directory;
  directory.write("bad.smt2", "(set-logic |\xff\xfe|)(assert |\xc3\x28|)(assert (|\x80| 1))");
  const RunResult run = run_polygraph(directory, {"--json", "parse", "bad.smt2"});
  EXPECT_EQ(run.exit_code, 2);
  const nlohmann::json row = nlohmann::json::parse(run.out, nullptr, false);
  ASSERT_FALSE(row.is_discarded()) << run.out;
  EXPECT_EQ(row["errors"].size(), 1u);
  EXPECT_EQ(row["logic"], "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(CliParse, StandardInput) {
  const TemporaryDirectory directory;
  const RunResult good = run_polygraph(directory, {"parse", "-"}, kGood);
  EXPECT_EQ(good.exit_code, 0);
  EXPECT_EQ(good.out, "<stdin>: ok: 4 commands, 3 terms, logic QF_LIA, 0 opaque\n");
  const RunResult bad = run_polygraph(directory, {"parse", "-"}, "(assert x)");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.err, "<stdin>:1:9: error: undeclared symbol 'x'\n");
}

TEST(CliParse, WhatIsNoFile) {
  const TemporaryDirectory directory;
  directory.write("good.smt2", kGood);
  const std::string path = directory.path() / "good.smt2";
  std::filesystem::create_directory(directory.path() / "folder");
  ASSERT_EQ(::mkfifo((directory.path() / "fifo").c_str(), 0600), 0);
  const RunResult run =
      run_polygraph(directory, {"parse", "missing", "folder", "fifo", "good.smt2/x", ""});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err,
            "missing: error: cannot open: No such file or directory\n"
            "folder: error: is a directory\n"
            "fifo: error: is a FIFO that nobody writes to\n"
            "good.smt2/x: error: cannot open: Not a directory\n"
            ": error: cannot open: No such file or directory\n");
}

TEST(CliParse, AFifoWithSomethingInIt) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "fifo";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  // A reader of our own keeps what was written until the program comes to read it.
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const int writer = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  ASSERT_EQ(::write(writer, kGood.data(), kGood.size()), static_cast<ssize_t>(kGood.size()));
  ::close(writer);
  const RunResult run = run_polygraph(directory, {"parse", "fifo"});
  ::close(reader);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "fifo: ok: 4 commands, 3 terms, logic QF_LIA, 0 opaque\n");
  EXPECT_EQ(run.err, "");
}

TEST(CliParse, EverySeedIsGood) {
  const TemporaryDirectory directory;
  std::vector<std::string> args{"parse", "--quiet"};
  for (const auto& file : test::seed_files()) args.push_back(file);
  const RunResult run = run_polygraph(directory, args);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out + run.err, "");
}

}  // namespace
}  // namespace pg
