#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/seed.h"
#include "model/check.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// A campaign takes another model now and then; whoever repeats a number gets the same one.
TEST(FindProof, OtherNumbersHaveOtherModels) {
  Pool pool;
  const Script script =
      parse_script(pool, "(declare-const x Int)(declare-const y Int)(assert (< 0 x y))(check-sat)")
          .script;
  const Result<Solver> z3 = find_solver("z3");
  ASSERT_TRUE(z3);
  const auto model = [&](uint64_t number) {
    const Result<SeedProof> proof =
        find_proof(pool, script, {Truth::Sat}, {&*z3, 1}, {.seconds = 20}, number);
    EXPECT_TRUE(proof);
    if (!proof) return std::string();
    EXPECT_TRUE(sat_proof(pool, state_at(pool, script, 0), proof->model, true)) << proof->model;
    return proof->model;
  };
  const std::string first = model(0);
  EXPECT_EQ(model(0), first);
  EXPECT_NE(model(1), first);
  EXPECT_NE(model(2), first);
  EXPECT_EQ(model(2), model(2));
}

// Where no other model exists, it is the first one.
TEST(FindProof, TheOnlyModelIsTakenAgain) {
  Pool pool;
  const Script script =
      parse_script(pool, "(declare-const x Int)(assert (= x 7))(check-sat)").script;
  const Result<Solver> z3 = find_solver("z3");
  ASSERT_TRUE(z3);
  for (const uint64_t number : {0, 1, 5}) {
    const Result<SeedProof> proof =
        find_proof(pool, script, {Truth::Sat}, {&*z3, 1}, {.seconds = 20}, number);
    ASSERT_TRUE(proof);
    EXPECT_THAT(proof->model, ::testing::HasSubstr("7"));
  }
}

}  // namespace
}  // namespace pg
