// What counts as a kill, and which kind is preferred: what is called killed is seen by whoever
// compiles the suite.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/testgen.h"

namespace pg {
namespace {

using test::RunResult;
using ::testing::HasSubstr;

class TestgenKills : public test::TestgenTest {
 protected:
  void SetUp() override {
    TestgenTest::SetUp();
    options_.operators = {"AOR", "ROR", "IVI"};
  }

  const TestgenReport& generate(const std::string& program, std::vector<std::string> arrays = {}) {
    result_ = run(program, std::move(arrays));
    const auto* failure = std::get_if<TestgenFailure>(&result_);
    if (failure) {
      ADD_FAILURE() << failure->error.message;
      result_ = TestgenReport{};
    }
    return std::get<TestgenReport>(result_);
  }

  static const MutantResult& mutant(const TestgenReport& report, std::string_view change,
                                    uint32_t line = 1) {
    static const MutantResult none;
    for (const MutantResult& each : report.mutants)
      if (each.fault.change == change && each.fault.place.line == line) return each;
    ADD_FAILURE() << "there is no " << change;
    return none;
  }

  static MutantStatus status(const TestgenReport& report, std::string_view change,
                             uint32_t line = 1) {
    return mutant(report, change, line).status;
  }

  void write_suite(const TestgenReport& report) {
    const auto failure =
        write_report(report, options_, {"driver"}, (directory_.path() / "out").string());
    EXPECT_FALSE(failure) << failure->error.message;
  }

  // Compiles the suite with another program in the place of the tested one, and runs it.
  RunResult run_suite(const std::string& program, const std::vector<std::string>& flags = {}) {
    directory_.write("program.c", program);
    std::vector<std::string> compile{"/usr/bin/gcc", "-w", "out/suite.c", "-o", "suite"};
    compile.insert(compile.end(), flags.begin(), flags.end());
    EXPECT_EQ(test::run(directory_, compile).exit_code, 0);
    return test::run(directory_, {(directory_.path() / "suite").string()});
  }

  std::variant<TestgenReport, TestgenFailure> result_;
};

// Both come to the same; the mutant takes 90 times as many iterations for the largest number.
TEST_F(TestgenKills, SlowerAloneIsNoKill) {
  const TestgenReport& report = generate(
      "int f(unsigned short n) {\n  n &= 32767;\n"
      "  for (short i = 0; i * i < n; i++) ;\n  return n;\n}\n");
  EXPECT_EQ(status(report, "* becomes +", 3), MutantStatus::BoundExceeded);
}

TEST_F(TestgenKills, WhatNeverEndsIsKilledInTheSuiteToo) {
  // i * 1 stays what it is; i - 1 takes 2^63 steps until it overflows.
  const std::string program =
      "int f(unsigned char n) {\n  long i = 1;\n  while (i <= n)\n    i = i + 1;\n"
      "  return n;\n}\n";
  options_.operators = {"AOR"};
  const TestgenReport report = generate(program);
  EXPECT_EQ(status(report, "+ becomes *", 4), MutantStatus::KilledByTimeout);
  EXPECT_EQ(status(report, "+ becomes -", 4), MutantStatus::KilledByTimeout);
  write_suite(report);
  EXPECT_EQ(run_suite(program).exit_code, 0);
  for (const char op : {'*', '-'}) {
    std::string changed = program;
    changed[changed.find('+')] = op;
    const RunResult run = run_suite(changed);
    EXPECT_EQ(run.exit_code, 1) << op;
    EXPECT_THAT(run.out, HasSubstr("computes for more than 20 ms"));
  }
}

// The frames of a plain program are smaller: it may have room where the compiled mutants have none.
TEST_F(TestgenKills, AStackThatIsFullIsNoKill) {
  const TestgenReport report = generate(
      "static unsigned g(unsigned n) { return n == 0 ? 0 : g(n - 1); }\n"
      "unsigned f(unsigned char n) { return g(n & 7); }\n");
  EXPECT_EQ(status(report, "- becomes *"), MutantStatus::BoundExceeded);
}

// Ten million calls take a plain program less than a test may compute.
TEST_F(TestgenKills, CallsThatTakeNoTimeAreNoKill) {
  options_.operators = {"IVI"};
  const TestgenReport report = generate(
      "static unsigned char g(unsigned char x) { return x & 15; }\n"
      "int f(unsigned char n) {\n  int s = 0;\n  unsigned i = 9999990;\n"
      "  for (; i < 10000000; i++)\n    s = g(n);\n  return s;\n}\n");
  EXPECT_EQ(status(report, "value becomes 0", 4), MutantStatus::BoundExceeded);
}

// The original has no room for them either, on an ordinary stack.
TEST_F(TestgenKills, NoTestFillsTheStackWithVariables) {
  const std::string program =
      "static int g(int d) {\n  char buf[1000];\n  buf[d % 1000] = 3;\n"
      "  return d <= 0 ? buf[0] : g(d - 1);\n}\n"
      "int f(unsigned char n) {\n  int r = 1;\n  if (n > 250) r = g(n * 100);\n  return r;\n}\n";
  options_.operators = {"IVI"};
  options_.unwind = 2;
  write_suite(generate(program));
  EXPECT_EQ(run_suite(program).exit_code, 0);
}

TEST_F(TestgenKills, ATrapIsWhatCrashesForEverybody) {
  const std::string division = "int f(unsigned a, int b) { return 100 / (b * b - b + 1) > a; }\n";
  // b * b - b - 1 is never zero, b * b - b * 1 is.
  const TestgenReport report = generate(division);
  for (const MutantResult& each : report.mutants)
    EXPECT_NE(each.status, MutantStatus::KilledBySanitizer) << each.fault.change;
  const TestgenReport null = generate(
      "static int x;\nint f(int a) {\n  int *p = 0;\n  if (a > 3)\n    p = &x;\n"
      "  if (a > 3)\n    return *p;\n  return 0;\n}\n");
  EXPECT_EQ(status(null, "> becomes <=", 6), MutantStatus::KilledByTrap);
}

TEST_F(TestgenKills, WhatOnlySanitizersSeeIsNamed) {
  const std::string program =
      "int f(const int *a, int i) {\n  return i >= 0 && i < 4 ? a[i] : 0;\n}\n";
  options_.operators = {"ROR"};
  const TestgenReport report = generate(program, {"a:4"});
  EXPECT_EQ(status(report, "< becomes <=", 2), MutantStatus::KilledBySanitizer);
  EXPECT_EQ(verdict_text(mutant(report, "< becomes <=", 2)),
            "killed by trap (seen with sanitizers)");
  write_suite(report);
  std::string changed = program;
  changed.replace(changed.find("i < 4"), 5, "i <= 4");
  const std::vector<std::string> flags{"-fsanitize=address,undefined", "-fno-sanitize-recover=all"};
  EXPECT_EQ(run_suite(changed, flags).exit_code, 1);
  EXPECT_EQ(run_suite(program, flags).exit_code, 0);
  EXPECT_THAT(directory_.read("out/CMakeLists.txt"), HasSubstr("option(SANITIZE"));
}

// Running finds the division by zero at once, and the other return only by chance.
TEST_F(TestgenKills, ADifferenceIsPreferredToATrap) {
  const TestgenReport& report = generate(
      "unsigned f(unsigned a, unsigned b) {\n  unsigned d = 1;\n  if (b > 9)\n    d = b;\n"
      "  if (a * 2654435761u == 12345678u)\n    return d;\n  return 100 / d;\n}\n");
  const MutantResult& zero = mutant(report, "value becomes 0", 4);
  EXPECT_EQ(zero.status, MutantStatus::Killed);
  const uint64_t a = report.tests.at(zero.test - 1).input[0];
  EXPECT_EQ(static_cast<uint32_t>(a * 2654435761u), 12345678u);
}

}  // namespace
}  // namespace pg
