#include <cstdio>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/check.h"

namespace pg {
namespace {

TEST(Check, LetsATrueConditionPassAndEvaluatesItOnce) {
  int evaluations = 0;
  CHECK(++evaluations == 1, "counted twice");
  EXPECT_EQ(evaluations, 1);
}

TEST(Check, StandsWhereAStatementStands) {
  int taken = 0;
  if (taken == 0)
    CHECK(true, "never");
  else
    taken = 1;
  EXPECT_EQ(taken, 0);
}

TEST(CheckDeathTest, ExitsWithTheCodeOfOurOwnBugs) {
  EXPECT_EXIT(CHECK(1 + 1 == 3, "the sum is wrong"), testing::ExitedWithCode(4),
              "polygraph: internal error: the sum is wrong \\(1 \\+ 1 == 3 at .*base_check_test");
}

// What was written before the failure must reach the reader: it may be all there is to see.
TEST(CheckDeathTest, FlushesWhatWasPrinted) {
  auto fail = [] {
    // Death tests look at standard error only.
    if (dup2(2, 1) < 0) return;
    std::printf("half a line");
    CHECK(false, "then the end");
  };
  EXPECT_EXIT(fail(), testing::ExitedWithCode(4), "half a line.*then the end");
}

TEST(ExitCodes, AreTheContractOfTheCommandLine) {
  EXPECT_EQ(kExitOk, 0);
  EXPECT_EQ(kExitLie, 1);
  EXPECT_EQ(kExitInput, 2);
  EXPECT_EQ(kExitEnvironment, 3);
  EXPECT_EQ(kExitInternal, 4);
}

}  // namespace
}  // namespace pg
