// What becomes of mutants of small programs, each of which shows one thing.
#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/testgen.h"
#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

using test::TemporaryDirectory;
using ::testing::HasSubstr;

class Testgen : public testing::Test {
 protected:
  void SetUp() override {
    const Result<Solver> solver = find_solver("z3");
    ASSERT_TRUE(solver);
    options_.solver = *solver;
  }

  void program(const char* text, const char* name = "program.c") {
    directory_.write(name, text);
    options_.file = (directory_.path() / name).string();
  }

  const TestgenReport& generate() {
    result_ = generate_tests(options_);
    const auto* failure = std::get_if<TestgenFailure>(&result_);
    if (failure) {
      ADD_FAILURE() << failure->error.message;
      result_ = TestgenReport{};
    }
    return std::get<TestgenReport>(result_);
  }

  TestgenFailure refuse() {
    result_ = generate_tests(options_);
    if (const auto* failure = std::get_if<TestgenFailure>(&result_)) return *failure;
    ADD_FAILURE() << "it was accepted";
    return {};
  }

  // The status of the mutant with this change.
  static MutantStatus status(const TestgenReport& report, std::string_view op,
                             std::string_view change) {
    for (const MutantResult& mutant : report.mutants)
      if (mutant.fault.op == op && mutant.fault.change == change) return mutant.status;
    ADD_FAILURE() << "there is no " << op << " " << change;
    return MutantStatus::Alive;
  }

  TemporaryDirectory directory_;
  TestgenOptions options_;
  std::variant<TestgenReport, TestgenFailure> result_;
};

TEST_F(Testgen, FaultsSayWhereTheyAreAndWhatTheyDo) {
  program("int f(int a, int b) {\n  return a + b;\n}\n");
  TestgenReport report = generate();
  ASSERT_EQ(report.mutants.size(), 4u);
  ASSERT_FALSE(describe_faults(report, options_));
  const Fault& fault = report.mutants[0].fault;
  EXPECT_EQ(fault.op, "AOR");
  EXPECT_EQ(fault.place, (Place{2, 12}));
  EXPECT_EQ(fault.before, "  return a + b;");
  EXPECT_EQ(fault.after, "  return a - b;");
  EXPECT_EQ(report.killed(), 4u);
}

TEST_F(Testgen, TrapsKill) {
  program("int f(int a) { return 100 - a; }\n");
  // 100 / 0 traps, and the original does not.
  EXPECT_THAT(status(generate(), "AOR", "- becomes /"),
              testing::AnyOf(MutantStatus::Killed, MutantStatus::KilledByTrap));
  program("int f(const int *a, int i) { return i >= 0 && i < 4 ? a[i] : 0; }\n");
  options_.arrays = {"a:4"};
  EXPECT_EQ(status(generate(), "ROR", "< becomes <="), MutantStatus::KilledBySanitizer);
}

TEST_F(Testgen, EndlessLoopsKill) {
  program("int f(unsigned char n) { int i = 0; while (i < n) i++; return i; }\n");
  EXPECT_EQ(status(generate(), "AOR", "+ becomes *"), MutantStatus::KilledByTimeout);
}

TEST_F(Testgen, BeyondTheBoundNothingIsProved) {
  // The loop runs up to 255 times; != differs from < nowhere.
  program("int f(unsigned char n) { int i = 0; while (i < n) i++; return i; }\n");
  options_.unwind = 5;
  EXPECT_EQ(status(generate(), "ROR", "< becomes !="), MutantStatus::EquivalentIf);
  options_.unwind = 300;
  EXPECT_EQ(status(generate(), "ROR", "< becomes !="), MutantStatus::ProvedEquivalent);
}

TEST_F(Testgen, AMutantBeyondTheBoundIsNotCalledEquivalent) {
  // With >= it takes one step more from 100 and 200, to the same end.
  program("int f(unsigned char n) { int i = n; while (i > 0) i = i - 100; return 0; }\n");
  options_.unwind = 2;
  options_.operators = {"ROR"};
  EXPECT_EQ(status(generate(), "ROR", "> becomes >="), MutantStatus::BoundExceeded);
  options_.unwind = 4;
  EXPECT_EQ(status(generate(), "ROR", "> becomes >="), MutantStatus::ProvedEquivalent);
}

TEST_F(Testgen, SolverFindsWhatRunningDoesNot) {
  program("int f(unsigned a) { if (a * 2654435761u == 0x12345678u) return 1; return 0; }\n");
  options_.operators = {"IVI"};
  const TestgenReport& report = generate();
  EXPECT_EQ(report.killed(), report.mutants.size());
  EXPECT_GT(report.queries, 0u);
}

TEST_F(Testgen, GlobalsArraysAndExitCodesCanBeSeen) {
  program(
      "#include <stdlib.h>\nint seen;\n"
      "void f(int a, short *out) { seen = a; out[1] = (short)(a * 3); if (a == 77) exit(a - 70); "
      "}\n");
  options_.arrays = {"out:2"};
  const TestgenReport& report = generate();
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
  EXPECT_EQ(status(report, "AOR", "- becomes +"), MutantStatus::Killed);
  EXPECT_EQ(status(report, "AOR", "* becomes +"), MutantStatus::Killed);
  const bool exits = std::ranges::any_of(report.tests, [](const pg::Test& test) {
    return test.expected.end == Observation::End::Exit && test.expected.code == 7;
  });
  EXPECT_TRUE(exits);
}

TEST_F(Testgen, CallsOfExternalFunctionsCanBeSeen) {
  program(
      "void beep(int);\nvoid f(unsigned char n) { for (int i = 0; i < (n & 3); i++) beep(i + n); "
      "}\n");
  const TestgenReport& report = generate();
  EXPECT_EQ(status(report, "AOR", "+ becomes -"), MutantStatus::Killed);
  EXPECT_EQ(report.count(MutantStatus::Unknown), 0u);
}

TEST_F(Testgen, StructuresPointersAndRecursion) {
  program(
      "struct point { short x; signed char y; };\n"
      "static int sum(const struct point *p, int n) {\n"
      "  return n == 0 ? 0 : p->x * 2 + p->y + sum(p + 1, n - 1);\n}\n"
      "int f(const struct point *p) { return sum(p, 3); }\n");
  options_.arrays = {"p:3"};
  const TestgenReport& report = generate();
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
  EXPECT_EQ(report.interface.parameters[0].leaves.size(), 2u);
}

// Passed in a number for each eight bytes, with a hole between fields; in memory; and returned.
TEST_F(Testgen, StructuresByValue) {
  program(
      "struct small { signed char a; short b; };\n"
      "struct large { int a[5]; short b; };\n"
      "static struct small swapped(struct small s) {\n"
      "  struct small t = {(signed char)s.b, s.a};\n  s.a = 0;\n  return t;\n}\n"
      "static int sum(struct large s) { s.a[0] += s.a[4]; return s.a[0] - s.b; }\n"
      "int f(struct small s, struct large l, int x) {\n"
      "  struct small t = swapped(s);\n"
      "  int all = sum(l);\n"
      "  return all + l.a[0] * 3 + t.a - s.a + x;\n}\n");
  options_.inputs = 0;
  const TestgenReport& report = generate();
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
  EXPECT_EQ(report.interface.parameters[1].leaves.size(), 6u);
  // The copy that a function gets is its own.
  EXPECT_EQ(status(report, "IVI", "value becomes 0"), MutantStatus::Killed);
  for (const MutantResult& mutant : report.mutants)
    if (mutant.fault.place.line == 5) {
      EXPECT_EQ(mutant.status, MutantStatus::ProvedEquivalent);
    }
  const auto failure = write_report(report, options_, {"driver"}, directory_.path().string());
  EXPECT_FALSE(failure) << failure->error.message;
}

// Every combination of truth values, and what && and || do about what stands right of them.
TEST_F(Testgen, ConnectorsBecomeEachOther) {
  options_.operators = {"LCR"};
  options_.exhaustive = true;
  for (const char* body :
       {"if (a && b)\n return 1;\n return 0;", "return a || b;", "return a && b && c;",
        "return a || b || c;", "int r = 0; while (a && r < b) r++; return r;",
        "if (a || b && c)\n return 1;\n return 2;", "return !(a && b) || c;",
        "return (a || b) && c;", "return a && 100 / a > b;"}) {
    program(
        fmt::format("int f(_Bool x, _Bool y, _Bool z) {{ int a = x, b = y, c = z;\n {} }}\n", body)
            .c_str());
    const TestgenReport& report = generate();
    EXPECT_TRUE(report.exhausted);
    EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size()) << body;
    const bool swapped = std::ranges::any_of(report.mutants, [](const MutantResult& mutant) {
      return mutant.fault.change.find("becomes ||") != std::string::npos ||
             mutant.fault.change.find("becomes &&") != std::string::npos;
    });
    EXPECT_TRUE(swapped) << body;
  }
}

TEST_F(Testgen, ConnectorsDecideWhatIsEvaluated) {
  options_.operators = {"LCR"};
  program("int f(int a, int b) {\n  if (a == 0 || b / a > 3)\n    return 1;\n  return 0;\n}\n");
  TestgenReport report = generate();
  ASSERT_FALSE(describe_faults(report, options_));
  EXPECT_EQ(report.mutants.back().fault.after, "  if (a == 0 && b / a > 3)");
  EXPECT_TRUE(is_killed(status(report, "LCR", "|| becomes &&")));
  // Evaluated in any case, b / a is a division by zero: the test would do something undefined.
  for (const pg::Test& test : report.tests) EXPECT_NE(test.expected.end, Observation::End::Trap);
}

TEST_F(Testgen, FloatsBySolver) {
  // Comparisons are false where a NaN is compared; a conversion must fit.
  program(
      "int f(double a, float b) {\n"
      "  if (a != a) return 7;\n"
      "  if (a < b) return -1;\n"
      "  if (b > -100 && b < 100) return (int)b + (a == b);\n"
      "  return 0;\n}\n");
  options_.inputs = 0;
  const TestgenReport& report = generate();
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
  EXPECT_EQ(status(report, "ROR", "!= becomes =="), MutantStatus::Killed);
  EXPECT_GT(report.queries, 0u);
}

// Every input was run on what is said to be equivalent.
TEST_F(Testgen, FloatsOfEveryInput) {
  program(
      "int f(signed char a, unsigned char u) {\n"
      "  float x = a * 0.25f;\n"
      "  double y = (double)x - u;\n"
      "  unsigned char c = x > 0 ? (unsigned char)x : 3;\n"
      "  return y >= 1.5 ? (int)y : -x < 2.0f ? c : 5;\n}\n");
  options_.operators = {"AOR", "ROR", "IVI", "NEG", "RET"};
  options_.exhaustive = true;
  const TestgenReport& report = generate();
  EXPECT_TRUE(report.exhausted);
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
}

TEST_F(Testgen, FloatsInMemoryAndOneNan) {
  program(
      "struct reading { float value; short n; double sum; };\n"
      "double last;\nstatic struct reading copy;\n"
      "float f(struct reading *r, double x) {\n"
      "  copy = r[1];\n"
      "  r[0].sum = copy.sum + x;\n"
      "  last = x - x;\n"  // zero, or NaN with a sign that depends on how it is computed
      "  return -copy.value;\n}\n");
  options_.arrays = {"r:2"};
  const TestgenReport& report = generate();
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
  EXPECT_EQ(status(report, "AOR", "+ becomes -"), MutantStatus::Killed);
  EXPECT_EQ(report.interface.parameters[0].leaves.size(), 3u);
  const auto failure = write_report(report, options_, {}, directory_.path().string());
  EXPECT_FALSE(failure) << failure->error.message;
}

TEST_F(Testgen, WhatIsNotSupportedIsRefused) {
  program("int f(int x) { return (long double)x > 0.5L; }\n");
  EXPECT_THAT(refuse().error.message, HasSubstr("float and double are supported"));
  program("int f(int x) {\n  int (*p)(int) = 0;\n  return p(x);\n}\n");
  EXPECT_THAT(refuse().error.message, HasSubstr("no function of its type can be meant"));
  EXPECT_EQ(refuse().error.place.line, 3u);
  program(
      "static int *seen;\nstatic int a, b;\nint f(int x) { seen = x > 1 ? &a : &b; return 0; }\n");
  options_.inputs = 0;
  EXPECT_THAT(refuse().error.message, HasSubstr("a pointer is written to 'seen'"));
}

// What functions return that nobody defines is an input; so is that they are called, with what.
TEST_F(Testgen, ResultsOfExternalFunctionsAreInputs) {
  program(
      "int next(void);\nint report(const char *, ...);\n"
      "int f(int a) {\n"
      "  int first = next();\n"
      "  if (next() == 1234567 + a)\n    report(\"%d\", first + a);\n"
      "  return first;\n}\n");
  for (const uint64_t inputs : {uint64_t{0}, uint64_t{200}}) {
    options_.inputs = inputs;
    const TestgenReport& report = generate();
    EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
    // A mutant of what is only passed to a function with any number of arguments.
    EXPECT_EQ(status(report, "AOR", "+ becomes *"), MutantStatus::Killed);
    ASSERT_EQ(report.interface.parameters.size(), 2u);
    EXPECT_EQ(report.interface.parameters[1].name, "next");
    EXPECT_EQ(report.tests[0].input.size(), 1u + kMostExternalCalls);
    options_.tests.clear();
  }
}

// The program that runs the mutants prints, too.
TEST_F(Testgen, FunctionsOfTheLibraryMayBeCalledAndDefined) {
  program(
      "#include <stdio.h>\nvoid free(void *p) {}\n"
      "int f(int a) { printf(\"%d\\n\", a + 1); free(0); return 0; }\n");
  options_.function = "f";
  const TestgenReport& report = generate();
  EXPECT_EQ(report.killed(), 4u);
  EXPECT_EQ(report.mutants.size(), 4u);
}

TEST_F(Testgen, VersionsMayCallOtherFunctions) {
  program("int put(int);\nvoid log_it(int, int);\nint f(int a) { put(a); return 0; }\n");
  directory_.write("same.c", "int put(int);\nint f(int a) { put(a + 0); return 0; }\n");
  directory_.write("none.c", "int f(int a) { return 0; }\n");
  directory_.write("more.c", "void log_it(int, int);\nint f(int a) { log_it(a, 1); return 0; }\n");
  auto compare = [&](const char* name) {
    return std::get<AgainstReport>(compare_versions(options_, (directory_.path() / name).string()));
  };
  options_.inputs = 0;
  const AgainstReport same = compare("same.c");
  EXPECT_FALSE(same.differs || same.unknown);
  EXPECT_EQ(text_of(same.assumptions), "");
  EXPECT_TRUE(compare("none.c").differs);
  EXPECT_TRUE(compare("more.c").differs);
}

TEST_F(Testgen, LargeArraysAreArraysOfTheSolver) {
  program(
      "static const unsigned char kTable[100] = {3, 1, 4, 1, 5, 9, 2, 6, [71] = 250, [99] = 7};\n"
      "int f(unsigned char i, short *a) {\n"
      "  if (i >= 100) return -1;\n"
      "  a[i] = (short)(a[i] + 1);\n"
      "  return kTable[i] == 250 ? 1 : 0;\n}\n");
  options_.arrays = {"a:100"};
  options_.inputs = 0;
  const std::filesystem::path folder = directory_.path() / "queries";
  std::filesystem::create_directory(folder);
  options_.query_folder = folder.string();
  const TestgenReport& report = generate();
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
  EXPECT_EQ(status(report, "ROR", ">= becomes >"), MutantStatus::KilledBySanitizer);
  EXPECT_EQ(status(report, "ROR", "== becomes >="), MutantStatus::ProvedEquivalent);
  EXPECT_EQ(status(report, "ROR", "== becomes >"), MutantStatus::Killed);
  std::string all;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    all += directory_.read("queries/" + entry.path().filename().string());
  EXPECT_THAT(all, HasSubstr("(set-logic QF_ABV)"));
}

TEST_F(Testgen, TestsDoNothingUndefined) {
  // a + 1 overflows for one input only, which no test may have; so > and >= 0 cannot be told apart
  // by it, and the sum of two large numbers is not tried either.
  program("int f(int a, int b) { return a + b > 2147483646 ? 1 : 0; }\n");
  for (const pg::Test& test : generate().tests) {
    const int64_t sum =
        int64_t{static_cast<int32_t>(test.input[0])} + static_cast<int32_t>(test.input[1]);
    EXPECT_LE(sum, 2147483647);
    EXPECT_GE(sum, -2147483648ll);
  }
}

TEST_F(Testgen, UndefinedBehaviourOfMutantsKillsIfStrict) {
  // As a machine does it, (a - 1) - 1 and (a - 1) + 1 - 2 agree; the mutant's a + 1 overflows.
  program(
      "unsigned f(int a) { int b = a; if (a > 5) b = a - 1; return (unsigned)b << 31 << 1; }\n");
  options_.operators = {"AOR"};
  EXPECT_EQ(status(generate(), "AOR", "- becomes +"), MutantStatus::ProvedEquivalent);
  options_.strict = true;
  EXPECT_EQ(status(generate(), "AOR", "- becomes +"), MutantStatus::KilledBySanitizer);
}

TEST_F(Testgen, AnExistingSuiteIsScoredAndCompleted) {
  program("int f(int a, int b) { return a < b ? a : b; }\n");
  options_.tests = R"({"tests": [{"input": {"a": 1, "b": 2}}]})";
  const TestgenReport& report = generate();
  EXPECT_EQ(report.given, 1u);
  EXPECT_EQ(report.killed_by_given, 3u);
  EXPECT_EQ(report.tests.size(), 2u);
  EXPECT_EQ(report.tests[0].input, (Input{1, 2}));
  EXPECT_EQ(report.killed(), 4u);
}

TEST_F(Testgen, BadSuitesAreRefused) {
  program("int f(int a) { return a + 1; }\n");
  for (const char* text : {"{", "[]", R"({"tests": [1]})", R"({"tests": [{"input": {}}]})",
                           R"({"tests": [{"input": {"a": "x"}}]})"}) {
    options_.tests = text;
    EXPECT_THAT(refuse().error.message, HasSubstr("--tests")) << text;
  }
}

TEST_F(Testgen, PaperFindsATestForEachMutant) {
  program("int f(int a, int b) { int m = a; if (b < a) m = b; return m; }\n");
  options_.paper = true;
  const TestgenReport& report = generate();
  EXPECT_EQ(report.tests.size(), report.killed());
  EXPECT_EQ(report.killed() + 1, report.mutants.size());
  EXPECT_EQ(report.queries, report.killed() + 1);
}

TEST_F(Testgen, SuitesOfEveryFormatAreWrittenAndTheProgramIsChecked) {
  program(
      "int total;\nint f(short *a, int b) { a[0] = (short)(a[1] - 1); total = b; return b ^ 5; "
      "}\n");
  options_.arrays = {"a:2"};
  const TestgenReport report = generate();
  const std::string folder = (directory_.path() / "out").string();
  const auto failure = write_report(report, options_, {}, folder);
  EXPECT_FALSE(failure) << failure->error.message;
  for (const char* name :
       {"tests.json", "suite.c", "CMakeLists.txt", "test-suite/metadata.xml",
        "test-suite/testcase-1.xml", "mutation.json", "mutation.html", "survivors.sarif",
        "mutants.xml", "mutants/0001.patch", "gtest/suite_gtest.cpp", "unity/suite_unity.c",
        "criterion/suite_criterion.c", "assert/suite_assert.c"})
    EXPECT_TRUE(std::filesystem::exists(directory_.path() / "out" / name)) << name;
  // The script of the page is in it; tests/browser looks at it.
  const std::string page = directory_.read("out/mutation.html");
  EXPECT_THAT(page, ::testing::Not(HasSubstr("<script src")));
  EXPECT_THAT(page, HasSubstr("\nvar MutationTestElements="));
  EXPECT_THAT(page, HasSubstr("\"description\":\"- becomes +\""));
}

TEST_F(Testgen, AWrongSuiteIsNoticed) {
  program("int f(int a) { return a + 1; }\n");
  TestgenReport report = generate();
  report.tests.resize(1);
  report.tests[0].expected.result += 1;
  const auto failure =
      write_report(report, options_, {"driver"}, (directory_.path() / "o").string());
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->error.message, HasSubstr("does not for 0"));
}

TEST_F(Testgen, QueriesAreKept) {
  program("int f(unsigned a) { if (a * 2654435761u == 0x12345678u) return 1; return 0; }\n");
  const std::filesystem::path folder = directory_.path() / "queries";
  std::filesystem::create_directory(folder);
  options_.query_folder = folder.string();
  options_.operators = {"IVI"};
  EXPECT_EQ(generate().queries, 1u);
  EXPECT_THAT(directory_.read("queries/001-kill-1.smt2"),
              testing::AllOf(HasSubstr("(set-info :status sat)"), HasSubstr("(set-logic QF_BV)"),
                             HasSubstr("bvmul")));
}

TEST_F(Testgen, RunningEveryInputRefutesAWrongProof) {
  program("int f(unsigned short a) { if (a * 40503u % 65536u == 0x1234u) return 1; return 0; }\n");
  options_.inputs = 10;
  options_.exhaustive = true;
  const Result<Solver> liar = find_solver("liar=" + test::fake_solver() + " lie-unsat");
  ASSERT_TRUE(liar);
  options_.solver = *liar;
  const TestgenReport& report = generate();
  ASSERT_FALSE(report.contradictions.empty());
  EXPECT_THAT(report.contradictions[0].message,
              HasSubstr("is said to be equivalent, and an input kills it"));
  EXPECT_EQ(report.equivalent(), 0u);
}

TEST_F(Testgen, TheSameNumberGivesTheSameSuite) {
  program("int f(int a, int b) { return a * b - (a ^ b); }\n");
  const TestgenReport first = generate();
  const TestgenReport second = generate();
  ASSERT_EQ(first.tests.size(), second.tests.size());
  for (size_t i = 0; i < first.tests.size(); ++i)
    EXPECT_EQ(first.tests[i].input, second.tests[i].input);
}

TEST_F(Testgen, VersionsAreCompared) {
  program("int f(int a) { return a * 2; }\n");
  directory_.write("same.c", "int f(int a) { return a + a; }\n");
  directory_.write("other.c", "int f(int a) { return a == 123456789 ? 0 : a + a; }\n");
  directory_.write("unlike.c", "int f(char a) { return a; }\n");
  auto compare = [&](const char* name) {
    return compare_versions(options_, (directory_.path() / name).string());
  };
  const AgainstReport same = std::get<AgainstReport>(compare("same.c"));
  EXPECT_FALSE(same.differs || same.unknown);
  EXPECT_EQ(text_of(same.assumptions), "");
  const auto other = compare("other.c");
  EXPECT_TRUE(std::get<AgainstReport>(other).differs);
  EXPECT_EQ(std::get<AgainstReport>(other).input, Input{123456789});
  EXPECT_THAT(std::get<TestgenFailure>(compare("unlike.c")).error.message,
              HasSubstr("parameter 'a' has another type"));
}

TEST_F(Testgen, ModulesAreReadToo) {
  program("int f(int a) { return a + 1; }\n");
  const std::string made = (directory_.path() / "program.ll").string();
  const std::string command =
      "clang-19 -O0 -g -Xclang -disable-O0-optnone -S -emit-llvm " + options_.file + " -o " + made;
  ASSERT_EQ(std::system(command.c_str()), 0);
  options_.file = made;
  EXPECT_EQ(generate().killed(), 4u);
}

TEST_F(Testgen, RefusalsNameTheLine) {
  program("int f(int a) {\n  long double d = a;\n  return d > 1.5;\n}\n");
  EXPECT_EQ(refuse().error.place.line, 2u);
  EXPECT_THAT(refuse().error.message, HasSubstr("floating-point"));
  program("int f(int a) {\n  return a +;\n}\n");
  EXPECT_EQ(refuse().error.place, (Place{2, 13}));
  program("\nint f(void *a) { return a != 0; }\n");
  EXPECT_EQ(refuse().error.place.line, 2u);
  EXPECT_THAT(refuse().error.message, HasSubstr("'a' is a void pointer"));
  program("int f(int a) { return a; } int g(int a) { return a; }\n");
  EXPECT_THAT(refuse().error.message, HasSubstr("--function f, g"));
  program("int f(int a) { return a; }\n");
  options_.function = "h";
  EXPECT_THAT(refuse().error.message, HasSubstr("there is no function 'h'"));
}

}  // namespace
}  // namespace pg
