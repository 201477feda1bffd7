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

constexpr const char* kMin =
    "int min(int a, int b) {\n"
    "  if (b < a) return b;\n"
    "  return a;\n"
    "}\n";

TEST(CliTestgen, SaysWhatBecameOfTheMutants) {
  const TemporaryDirectory directory;
  directory.write("min.c", kMin);
  const RunResult run = run_polygraph(directory, {"testgen", "min.c"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("min.c:2:9: ROR < becomes <=: proved equivalent\n"));
  EXPECT_THAT(run.out, HasSubstr("test 1: min("));
  EXPECT_THAT(run.out,
              HasSubstr("11 faults: 10 killed by 2 tests, 1 equivalent, 0 beyond the bound, "
                        "0 unknown\n"
                        "mutation score 90.9 %, without equivalents 100.0 %\n"));
  EXPECT_EQ(run.err, "");
}

TEST(CliTestgen, Json) {
  const TemporaryDirectory directory;
  directory.write("min.c", kMin);
  const RunResult run = run_polygraph(directory, {"testgen", "min.c", "--json"});
  const auto report = nlohmann::json::parse(run.out);
  EXPECT_EQ(report["faults"], 11);
  EXPECT_EQ(report["killed"], 10);
  EXPECT_EQ(report["tests"].size(), 2u);
  EXPECT_EQ(report["mutants"][0]["before"], "  if (b < a) return b;");
  EXPECT_EQ(report["mutants"][0]["after"], "  if (b == a) return b;");
  // What it wrote is a suite that it reads.
  directory.write("tests.json", run.out);
  const RunResult again = run_polygraph(directory, {"testgen", "min.c", "--tests", "tests.json"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("the 2 tests that were given kill 10 of 10"));
}

// The suite would call the program's own function.
TEST(CliTestgen, NoSuiteForAProgramThatTakesItsFunctions) {
  const TemporaryDirectory directory;
  directory.write("f.c",
                  "static int fork(int n) { return n * 2; }\n"
                  "int f(unsigned char b) { return fork (b) + 1; }\n");
  const RunResult run =
      run_polygraph(directory, {"testgen", "f.c", "--function", "f", "--out", "out"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err,
            "polygraph: warning: no suite.c is written: it would call the fork of the program\n");
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "out/suite.c"));
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "out/tests.json"));
}

TEST(CliTestgen, FloatsOfTheOldStyleAreRefused) {
  const TemporaryDirectory directory;
  directory.write("f.c", "int f(b) float b; { return b > 2; }\n");
  const RunResult run = run_polygraph(directory, {"testgen", "f.c"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("f.c:1:1: error: parameter 'arg0' is passed in a way"));
}

TEST(CliTestgen, AssumptionsAreNamedAndCanBeAccepted) {
  const TemporaryDirectory directory;
  directory.write("f.c", "int f(const int *a) { if (!a) return 0; return *a < 3 ? *a : 3; }\n");
  const std::vector<std::string> words{"testgen", "f.c", "--array", "a:1"};
  const RunResult run = run_polygraph(directory, words);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("f.c:1:51: ROR < becomes <=: equivalent if 'a' is not null\n"));
  EXPECT_THAT(run.out, HasSubstr(", 0 equivalent, 3 equivalent if what is assumed holds, "));
  EXPECT_THAT(run.out, HasSubstr("\nassumed for 3 (null): 'a' is not null\n"));
  EXPECT_THAT(run.out, HasSubstr("\nmutation score 70.0 %, without equivalents 70.0 %\n"));
  std::vector<std::string> accepting = words;
  accepting.insert(accepting.end(), {"--accept", "null"});
  const RunResult accepted = run_polygraph(directory, accepting);
  EXPECT_EQ(accepted.exit_code, 0);
  EXPECT_THAT(accepted.out, HasSubstr(", 3 equivalent, 0 beyond the bound, "));
  EXPECT_THAT(accepted.out, HasSubstr("\nassumed for 3 (null): 'a' is not null\n"));
  accepting.push_back("--json");
  const RunResult json = run_polygraph(directory, accepting);
  EXPECT_THAT(json.out, HasSubstr("\"equivalent\": 3,"));
  EXPECT_THAT(json.out, HasSubstr("\"equivalent_if\": 0,"));
  EXPECT_THAT(json.out, HasSubstr("\"text\": \"'a' is not null\""));
}

TEST(CliTestgen, NotesSayHowInputsAreMade) {
  const TemporaryDirectory directory;
  directory.write("f.c", "int f(const char *s, int *n) { *n = s[0] == 'x'; return s[0] > 'b'; }\n");
  const std::vector<std::string> words{"testgen", "f.c", "--string", "s:3", "--assume", "*n < 3"};
  const RunResult run = run_polygraph(directory, words);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("note: 'n' points to one element; for more: --array n:8\n"
                                 "note: for inputs of which this holds: 's' is a string\n"
                                 "note: for inputs of which this holds: *n < 3\n"));
  EXPECT_THAT(run.out, HasSubstr(": f(\""));
  std::vector<std::string> missing = words;
  missing[3] = "t:3";
  EXPECT_THAT(run_polygraph(directory, missing).err, HasSubstr("--string t: there is no such"));
  missing[3] = "s";
  EXPECT_THAT(run_polygraph(directory, missing).err, HasSubstr("--string s: not of the form"));
}

TEST(CliTestgen, AWeakSuiteIsALie) {
  const TemporaryDirectory directory;
  directory.write("min.c", kMin);
  directory.write("tests.json", R"({"tests": [{"input": {"a": 1, "b": 2}}]})");
  const RunResult run = run_polygraph(directory, {"testgen", "min.c", "--tests", "tests.json"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("test 1 (given): min(1, 2) = 1"));
  EXPECT_THAT(run.out, HasSubstr("test 2: min("));
}

TEST(CliTestgen, Versions) {
  const TemporaryDirectory directory;
  directory.write("a.c", "unsigned f(unsigned x) { return x % 8; }\n");
  directory.write("b.c", "unsigned f(unsigned x) { return x & 7; }\n");
  directory.write("c.c", "unsigned f(unsigned x) { return x & 3; }\n");
  const RunResult same = run_polygraph(directory, {"testgen", "a.c", "--against", "b.c"});
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_EQ(same.out, "proved equivalent\n");
  const RunResult other = run_polygraph(directory, {"testgen", "a.c", "--against", "c.c"});
  EXPECT_EQ(other.exit_code, 1) << other.err;
  EXPECT_THAT(other.out, HasSubstr("different: f("));
}

// Execution refutes the model, and the judge makes a bug of it that can be seen again.
TEST(CliTestgen, ALieOfTheSolverIsABug) {
  const TemporaryDirectory directory;
  directory.write("f.c", "int f(int x) { return x * 7 == 91 ? x - 4 : 0; }\n");
  const RunResult run =
      run_polygraph(directory, {"testgen", "f.c", "--inputs", "0", "--out", "out", "--solver",
                                "liar=" + test::fake_solver() + " false-bits"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("the model is false, so that the solver is wrong"));
  const size_t at = run.err.find("out/bugs/");
  ASSERT_NE(at, run.err.npos) << run.err;
  const std::string bug = run.err.substr(at, run.err.find('\n', at) - at);
  EXPECT_THAT(directory.read(bug + "/issue.md"), HasSubstr("(assert"));
  EXPECT_EQ(run_polygraph(directory, {"replay", bug, "--solver",
                                      "liar=" + test::fake_solver() + " false-bits"})
                .exit_code,
            1);
}

// What a lower bound decided is counted, in words and in JSON.
TEST(CliTestgen, SaysThatTheBoundWasLowered) {
  const TemporaryDirectory directory;
  directory.write("f.c",
                  "unsigned f(unsigned n) {\n"
                  "  unsigned h = 1;\n"
                  "  for (unsigned i = 0; i < n; i++) h = h * 31 + (i ^ h);\n"
                  "  return h;\n"
                  "}\n");
  const std::vector<std::string> words{"testgen", "f.c", "--terms", "90", "--operators", "ROR"};
  const RunResult run = run_polygraph(directory, words);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr(", 10 is too much)\n"));
  EXPECT_THAT(run.out, HasSubstr(", as 10 is too much: 1\n"));
  EXPECT_EQ(run.err, "");
  std::vector<std::string> as_json = words;
  as_json.push_back("--json");
  const auto report = nlohmann::json::parse(run_polygraph(directory, as_json).out);
  ASSERT_EQ(report["lowered"].size(), 1u);
  EXPECT_LT(report["lowered"][0]["unwind"], 10);
  EXPECT_EQ(report["lowered"][0]["mutants"], 1);
}

// Whoever has no time gets the reports all the same.
TEST(CliTestgen, ReportsAreWrittenWhenTheTimeIsOver) {
  const TemporaryDirectory directory;
  directory.write("min.c", kMin);
  const RunResult run = run_polygraph(
      directory, {"testgen", "min.c", "--time", "0.000001", "--out", "out", "--format", "json"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("min.c:2:9: ROR < becomes <=: unknown: no time\n"));
  const auto report = nlohmann::json::parse(directory.read("out/tests.json"));
  EXPECT_EQ(report["unknown"], 11);
}

TEST(CliTestgen, BadInputIsRefusedWithItsPlace) {
  const TemporaryDirectory directory;
  directory.write("broken.c", "int f(int a) {\n  return b;\n}\n");
  directory.write("float.c", "int f(int a) {\n  return a * 0.5L;\n}\n");
  directory.write("pointer.c", "int f(int *a, void *b) { return *a + !b; }\n");
  directory.write("broken.ll", "define i32 @f(\n");
  const struct {
    std::vector<std::string> words;
    const char* message;
  } cases[] = {
      {{"broken.c"}, "broken.c:2:10: error: use of undeclared identifier 'b'"},
      {{"float.c"}, "float.c:2:10: error: of floating-point numbers, float and double are"},
      {{"pointer.c"}, "pointer.c:1:1: error: parameter 'b' is a void pointer"},
      {{"pointer.c", "--array", "a"}, "error: --array a: not of the form NAME:LENGTH"},
      {{"broken.ll"}, "broken.ll:2:1: error: expected type"},
      {{"missing.c"}, "missing.c: error: "},
      {{"float.txt"}, "float.txt: error: "},
      {{"pointer.c", "--operators", "XYZ"}, "error: --operators: 'XYZ' is none of all, AOR"},
  };
  for (const auto& each : cases) {
    std::vector<std::string> words{"testgen"};
    words.insert(words.end(), each.words.begin(), each.words.end());
    const RunResult run = run_polygraph(directory, words);
    EXPECT_EQ(run.exit_code, 2) << each.message;
    EXPECT_THAT(run.err, HasSubstr(each.message));
    EXPECT_EQ(run.out, "");
  }
}

}  // namespace
}  // namespace pg
