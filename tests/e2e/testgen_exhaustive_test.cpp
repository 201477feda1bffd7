// Every input of the examples, in versions with few inputs (8-bit numbers, short arrays, or a
// caller that makes the arguments out of two bytes): what is said to be equivalent is, and
// everything else is killed.
#include <gtest/gtest.h>

#include "program/testgen.h"
#include "support/paths.h"

namespace pg {
namespace {

struct Example {
  const char* name;
  const char* file;
  const char* function;
  std::vector<std::string> arrays;
  std::vector<std::string> clang;
  uint32_t unwind = 10;
  std::vector<std::string> operators = {};
};

const std::string kSmall = "-Dint=signed char";

const std::vector<Example>& examples() {
  static const std::vector<Example> list{
      {"min", "min", "", {}, {kSmall}},
      {"min_all", "min", "", {}, {kSmall}, 10, {"all"}},
      {"isl", "isl", "", {}, {kSmall}},
      {"mid", "mid", "", {}, {kSmall}},
      {"tri", "tri", "", {}, {kSmall}},
      {"gcd", "gcd", "", {}, {}, 14},
      {"gcd_all", "gcd", "", {}, {}, 14, {"all"}},
      {"isqrt", "isqrt", "", {}, {}},
      {"binary_search", "../../tests/e2e/programs/find", "find", {"a:1"}, {}},
      {"advisory", "../../tests/e2e/programs/advise", "advise", {}, {}},
      {"day_of_year", "../../tests/e2e/programs/day", "day", {}, {}, 12},
      {"bubble_sort", "bubble_sort", "", {"a:2"}, {"-DN=2"}},
      {"insertion_sort", "insertion_sort", "", {"a:2"}, {"-DN=2"}},
      {"crc8", "crc8", "", {"data:2"}, {}},
      {"crc8_all", "crc8", "", {"data:2"}, {}, 10, {"all"}},
      {"count_each", "popcount", "count_each", {}, {}},
      {"count_cleared", "popcount", "count_cleared", {}, {}},
      {"saturating_add", "saturate", "saturating_add", {}, {kSmall}},
      {"saturating_sub", "saturate", "saturating_sub", {}, {}, 10, {"all"}},
      {"read_number", "number", "", {"text:2"}, {"-DDIGITS=1"}},
      {"ring", "ring", "", {"operations:2"}, {"-DN=2"}},
  };
  return list;
}

class Exhaustive : public testing::TestWithParam<size_t> {};

TEST_P(Exhaustive, EquivalentsAre) {
  const Example& example = examples()[GetParam()];
  TestgenOptions options;
  options.file = test::source_folder() + "/examples/c/" + example.file + ".c";
  options.function = example.function;
  options.arrays = example.arrays;
  options.clang = example.clang;
  options.unwind = example.unwind;
  options.operators = example.operators;
  options.exhaustive = true;
  options.accepted = {"state", "unset"};  // every run begins with initial values and zeros
  const Result<Solver> solver = find_solver("z3");
  ASSERT_TRUE(solver);
  options.solver = *solver;
  const auto result = generate_tests(options);
  const auto* failure = std::get_if<TestgenFailure>(&result);
  ASSERT_FALSE(failure) << failure->error.message;
  const TestgenReport& report = std::get<TestgenReport>(result);
  EXPECT_TRUE(report.exhausted);
  EXPECT_GT(report.mutants.size(), 5u);
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
  for (const MutantResult& mutant : report.mutants)
    EXPECT_EQ(is_killed(mutant.status), mutant.test > 0) << mutant.fault.id;
}

INSTANTIATE_TEST_SUITE_P(Examples, Exhaustive, testing::Range(size_t{0}, examples().size()),
                         [](const auto& each) { return std::string(examples()[each.param].name); });

}  // namespace
}  // namespace pg
