#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "program/report.h"
#include "solve/session.h"

namespace pg {

struct TestgenOptions {
  std::string file;
  std::string function;
  std::vector<std::string> arrays;     // NAME:LENGTH
  std::vector<std::string> operators;  // empty: those of the paper
  std::vector<std::string> clang;
  bool strict = false;
  bool paper = false;
  uint32_t unwind = 10;
  uint64_t rng = 1;
  uint64_t inputs = 2000;
  bool exhaustive = false;  // run every input on the mutants that were not killed
  std::string query_folder;
  std::vector<Input> given;  // a suite that exists
  Solver solver;
  QueryLimits limits;
};

// Why there is no report.
struct TestgenFailure {
  enum class Kind : uint8_t { BadInput, SolverLied, Internal };
  Kind kind = Kind::BadInput;
  Error error;
};

struct MutationOperatorInfo {
  std::string_view name;
  std::string_view summary;
  bool by_default;
};
std::vector<MutationOperatorInfo> list_mutation_operators();

// Tests that kill every mutant that can be killed, and verdicts on the others.
std::variant<TestgenReport, TestgenFailure> generate_tests(const TestgenOptions& options);

}  // namespace pg
