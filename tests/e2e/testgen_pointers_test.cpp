// Pointers as people pass them and return them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/testgen.h"
#include "support/testgen.h"

namespace pg {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Pointers : public test::TestgenTest {
 protected:
  // What becomes of the mutant with this change; or why nothing can be said.
  std::string verdict(const std::string& program, const std::string& change,
                      std::vector<std::string> arrays = {}) {
    const auto result = run(program, std::move(arrays));
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) return failure->error.message;
    report_ = std::get<TestgenReport>(result);
    for (const MutantResult& mutant : report_.mutants)
      if (mutant.fault.change == change) return verdict_text(mutant);
    return "no such mutant";
  }

  TestgenReport report_;
};

TEST_F(Pointers, PointToOneElementIfNobodySaysMore) {
  const char* const divide =
      "int f(int a, int b, int *rest) {\n"
      "  if (b <= 0) return 0;\n  *rest = a % b;\n  return a / b;\n}\n";
  EXPECT_EQ(verdict(divide, "<= becomes <"), "killed by trap");
  EXPECT_THAT(notes_of(report_.interface),
              ElementsAre("'rest' points to one element; for more: --array rest:8"));
  EXPECT_EQ(verdict(divide, "<= becomes <", {"rest:1"}), "killed by trap");
  EXPECT_THAT(notes_of(report_.interface), IsEmpty());
}

// Where more elements would be used, the proof says that there are none.
TEST_F(Pointers, TheLengthThatNobodySaidIsAnAssumption) {
  const char* const largest =
      "int f(const int *a, unsigned n) {\n  int m = a[0];\n"
      "  for (unsigned i = 1; i < n; i++) if (a[i] > m) m = a[i];\n  return m;\n}\n";
  EXPECT_EQ(verdict(largest, "> becomes >="), "equivalent if 'a' points to one element");
  EXPECT_EQ(verdict(largest, "> becomes >=", {"a:3"}), "proved equivalent");
  EXPECT_EQ(verdict("int f(const int *a) { return *a < 3 ? *a : 3; }\n", "< becomes <="),
            "proved equivalent");
}

}  // namespace
}  // namespace pg
