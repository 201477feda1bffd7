// Several solvers, and several questions at a time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/write.h"
#include "support/paths.h"
#include "support/testgen.h"

namespace pg {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// No input that is drawn kills the mutants of the last comparison; some others are equivalent.
constexpr const char* kSecret =
    "int f(unsigned a, unsigned b) {\n"
    "  unsigned m = a;\n"
    "  if (b < m) m = b;\n"
    "  if (a > b) m = b;\n"
    "  return m * 2654435761u == 0x12345678u;\n"
    "}\n";

class TestgenSolvers : public test::TestgenTest {
 protected:
  TestgenReport report() {
    auto result = run(kSecret);
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) {
      ADD_FAILURE() << failure->error.message;
      return {};
    }
    return std::get<TestgenReport>(std::move(result));
  }

  static Solver fake(const char* behaviour) {
    Result<Solver> solver = find_solver("fake=" + test::fake_solver() + " " + behaviour);
    EXPECT_TRUE(solver);
    return *solver;
  }
};

TEST_F(TestgenSolvers, TheFirstThatDecidesCounts) {
  options_.more_solvers = {options_.solver};
  options_.solver = fake("say-unknown");
  const TestgenReport found = report();
  EXPECT_GT(found.queries, 0u);
  EXPECT_EQ(found.killed() + found.equivalent(), found.mutants.size());
  EXPECT_THAT(found.solver, HasSubstr(", z3"));
}

// Nobody waits for it as long as the limit says.
TEST_F(TestgenSolvers, OneThatHangsDelaysNobody) {
  options_.more_solvers = {fake("hang")};
  options_.limits.seconds = 10'000;
  const TestgenReport found = report();
  EXPECT_EQ(found.killed() + found.equivalent(), found.mutants.size());
}

TEST_F(TestgenSolvers, ContradictionsAreFindingsAndNoVerdicts) {
  options_.solver = fake("lie-sat");
  options_.more_solvers = {fake("lie-unsat")};
  const TestgenReport found = report();
  ASSERT_THAT(found.contradictions, Not(IsEmpty()));
  EXPECT_TRUE(found.contradictions[0].solver_lied);
  EXPECT_THAT(found.contradictions[0].message,
              HasSubstr("says sat and fake says unsat to the same question"));
  EXPECT_EQ(found.equivalent(), 0u);
  EXPECT_EQ(found.killed() + found.count(MutantStatus::Unknown), found.mutants.size());
}

TEST_F(TestgenSolvers, TheNumberOfJobsChangesNothing) {
  options_.inputs = 0;
  options_.operators = {"ROR", "AOR", "IVI"};
  TestgenReport one = report();
  options_.jobs = 3;
  TestgenReport three = report();
  one.solver_seconds = three.solver_seconds = 0;
  EXPECT_EQ(write_json(one, {})[0].text, write_json(three, {})[0].text);
  EXPECT_GT(one.queries, 3u);
}

}  // namespace
}  // namespace pg
