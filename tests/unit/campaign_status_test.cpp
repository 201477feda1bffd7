#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/status.h"

namespace pg {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(NeverAnswered, NamesThoseThatWereCalledInVain) {
  Status status;
  status.solvers = {"z3", "cvc4", "mine", "idle"};
  status.counters = {{"calls.z3", 1500},   {"answer.z3.timeout", 1499},   {"answer.z3.unsat", 1},
                     {"calls.cvc4", 1412}, {"answer.cvc4.timeout", 1400}, {"answer.cvc4.error", 12},
                     {"calls.mine", 1}};
  EXPECT_THAT(never_answered(status),
              ElementsAre("cvc4 never answered: 1,412 calls, timeout 1,400, error 12; nothing was "
                          "tested with it",
                          "mine never answered: 1 call; nothing was tested with it"));
  EXPECT_THAT(summary_of(status, "out"),
              HasSubstr("No lie was found.\ncvc4 never answered: 1,412 calls"));
}

TEST(NeverAnswered, OneAnswerIsEnough) {
  Status status;
  status.solvers = {"a", "b"};
  status.counters = {{"calls.a", 9}, {"answer.a.sat", 1}, {"calls.b", 9}, {"answer.b.unsat", 1}};
  EXPECT_THAT(never_answered(status), IsEmpty());
}

}  // namespace
}  // namespace pg
