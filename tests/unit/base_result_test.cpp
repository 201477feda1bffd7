#include <memory>

#include <gtest/gtest.h>

#include "base/result.h"

namespace pg {
namespace {

TEST(Result, HoldsItsValue) {
  Result<int> result = 7;
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 7);
  *result = 8;
  EXPECT_EQ(*std::as_const(result), 8);
}

TEST(Result, HoldsItsError) {
  const Result<int> result = Error{{3, 5}, "no number"};
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().place, (Place{3, 5}));
  EXPECT_EQ(result.error().message, "no number");
}

TEST(Result, ValueOfAClassIsReachedByArrow) {
  const Result<std::string> result = std::string("abc");
  EXPECT_EQ(result->size(), 3u);
}

TEST(Result, ValueCanBeMovedOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = std::move(*result);
  EXPECT_EQ(*taken, 7);
}

// A value that converts to bool must not be taken for the state of the result.
TEST(Result, FalseIsAValue) {
  const Result<bool> result = false;
  ASSERT_TRUE(static_cast<bool>(result));
  EXPECT_FALSE(*result);
}

TEST(ResultDeathTest, ValueOfAnErrorIsOurOwnBug) {
  const Result<int> result = Error{{}, "bad"};
  EXPECT_EXIT((void)*result, testing::ExitedWithCode(kExitInternal), "value of a failed result");
}

TEST(ResultDeathTest, ErrorOfAValueIsOurOwnBug) {
  const Result<int> result = 7;
  EXPECT_EXIT((void)result.error(), testing::ExitedWithCode(kExitInternal),
              "error of a good result");
}

TEST(FormatError, GivesFileLineAndColumn) {
  EXPECT_EQ(format_error("a.smt2", {{12, 3}, "unknown sort 'U'"}),
            "a.smt2:12:3: error: unknown sort 'U'");
}

TEST(FormatError, LeavesThePlaceOutWhereItIsTheWholeFile) {
  EXPECT_EQ(format_error("a.smt2", {{}, "is a directory"}), "a.smt2: error: is a directory");
}

TEST(FormatError, SaysHowSevereItIs) {
  EXPECT_EQ(format_error("-", {{1, 1}, "unknown operator"}, "warning"),
            "-:1:1: warning: unknown operator");
}

TEST(FormatError, TakesBracesAndPercentSignsAsTheyAre) {
  EXPECT_EQ(format_error("{}.smt2", {{1, 2}, "'{0}' %s"}), "{}.smt2:1:2: error: '{0}' %s");
}

}  // namespace
}  // namespace pg
