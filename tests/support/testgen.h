#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "program/testgen.h"
#include "support/process.h"

namespace pg::test {

// Runs testgen with z3 on the function `f` of a program, with faults in its relations.
class TestgenTest : public testing::Test {
 protected:
  void SetUp() override {
    const Result<Solver> solver = find_solver("z3");
    ASSERT_TRUE(solver);
    options_.solver = *solver;
    options_.function = "f";
    options_.operators = {"ROR"};
  }

  std::variant<TestgenReport, TestgenFailure> run(const std::string& program,
                                                  std::vector<std::string> arrays = {}) {
    directory_.write("program.c", program);
    options_.file = (directory_.path() / "program.c").string();
    options_.arrays = std::move(arrays);
    return generate_tests(options_);
  }

  TemporaryDirectory directory_;
  TestgenOptions options_;
};

}  // namespace pg::test
