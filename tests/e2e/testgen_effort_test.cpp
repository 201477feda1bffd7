// What is too hard, or left when the time is over, costs nothing but its own verdict.
#include <algorithm>
#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/paths.h"
#include "support/testgen.h"

namespace pg {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kNested =
    "unsigned f(unsigned n, unsigned m) {\n"
    "  unsigned h = 1;\n"
    "  for (unsigned i = 0; i < n; i++)\n"
    "    for (unsigned j = 0; j < m; j++) h = h * 31 + (i ^ j);\n"
    "  return h;\n"
    "}\n";

// No input that is drawn kills the mutants of the inner comparison.
constexpr const char* kSecret =
    "int f(unsigned a) {\n"
    "  if (a > 5) a++;\n"
    "  return a * 2654435761u == 0x12345678u;\n"
    "}\n";

class TestgenEffort : public test::TestgenTest {
 protected:
  TestgenReport report(const std::string& program) {
    auto result = run(program);
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) {
      ADD_FAILURE() << failure->error.message;
      return {};
    }
    return std::get<TestgenReport>(std::move(result));
  }

  static const MutantResult& mutant(const TestgenReport& report, std::string_view change) {
    const auto found = std::ranges::find_if(
        report.mutants, [&](const MutantResult& each) { return each.fault.change == change; });
    EXPECT_NE(found, report.mutants.end()) << change;
    return *found;
  }

  void use_fake_solver(const char* behaviour) {
    const Result<Solver> solver = find_solver("fake=" + test::fake_solver() + " " + behaviour);
    ASSERT_TRUE(solver);
    options_.solver = *solver;
  }

  static size_t unknown_because(const TestgenReport& report, std::string_view why) {
    return static_cast<size_t>(std::ranges::count_if(report.mutants, [&](const MutantResult& each) {
      return each.status == MutantStatus::Unknown && each.note == why;
    }));
  }
};

TEST_F(TestgenEffort, ABoundThatIsTooLargeIsLowered) {
  options_.most_terms = 500;
  const TestgenReport found = report(kNested);
  ASSERT_THAT(found.lowered, Not(IsEmpty()));
  EXPECT_LT(found.lowered[0].unwind, 10u);
  const MutantResult& same = mutant(found, "< becomes !=");
  ASSERT_EQ(same.status, MutantStatus::EquivalentIf) << verdict_text(same);
  EXPECT_THAT(text_of(same.assumptions), HasSubstr(", 10 is too much)"));
}

TEST_F(TestgenEffort, KillsStayWhereNothingCanBeEncoded) {
  options_.most_terms = 1;
  const TestgenReport found = report(kNested);
  EXPECT_GT(found.killed(), 0u);
  EXPECT_THAT(found.tests, Not(IsEmpty()));
  EXPECT_EQ(unknown_because(found, "the unrolled program is too large"),
            found.mutants.size() - found.killed());
}

// A model that is false refutes what else rests on this solver, and nothing that was executed.
TEST_F(TestgenEffort, ALieOfTheSolverCostsProofsAndNoKills) {
  options_.operators = {"ROR", "AOR"};
  use_fake_solver("lie-sat");
  const TestgenReport found = report(kSecret);
  ASSERT_THAT(found.contradictions, Not(IsEmpty()));
  EXPECT_TRUE(found.contradictions[0].solver_lied);
  EXPECT_THAT(found.contradictions[0].message, HasSubstr("the solver is wrong"));
  EXPECT_THAT(found.contradictions[0].query, HasSubstr("(check-sat)"));
  EXPECT_GT(found.killed(), 0u);
  EXPECT_EQ(found.equivalent(), 0u);
  EXPECT_EQ(found.killed() + found.count(MutantStatus::Unknown), found.mutants.size());
}

TEST_F(TestgenEffort, WhatThereIsNoTimeForIsUnknown) {
  options_.seconds = 1e-6;
  const TestgenReport found = report(kSecret);
  EXPECT_EQ(unknown_because(found, "no time"), found.mutants.size());
}

TEST_F(TestgenEffort, TheTimeForInputsIsNoneForSolvers) {
  options_.native_seconds = 1e-6;
  const TestgenReport found = report(kSecret);
  EXPECT_EQ(found.killed() + found.equivalent(), found.mutants.size());
  EXPECT_GT(found.queries, 0u);
}

// The solver would never answer, and waits no longer than the one who is asked to stop.
TEST_F(TestgenEffort, AnInterruptedSearchKeepsWhatItHas) {
  use_fake_solver("hang");
  options_.limits.seconds = 10'000;
  std::atomic<bool> stop = false;
  options_.stop = options_.give_up = &stop;
  size_t mutants = 0;
  options_.progress = [&](const SearchProgress& progress) {
    mutants = progress.mutants;
    stop = progress.doing == "asking the solver";
  };
  const TestgenReport found = report(kSecret);
  EXPECT_EQ(mutants, found.mutants.size());
  EXPECT_GT(found.killed(), 0u);
  EXPECT_THAT(found.tests, Not(IsEmpty()));
  EXPECT_EQ(unknown_because(found, "interrupted"), found.mutants.size() - found.killed());
}

}  // namespace
}  // namespace pg
