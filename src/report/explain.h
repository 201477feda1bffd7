#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/case.h"

namespace pg {

// A term and its value, below the step that needs it.
struct ExplainedStep {
  uint32_t depth = 0;
  std::string term;
  std::string value;
};

struct ExplainedAssertion {
  uint32_t line = 0;
  std::string value;
  std::vector<ExplainedStep> steps;
};

// What the model of a bug makes of its formula, by our evaluator.
struct Explanation {
  std::string file;    // which formula: reduced.smt2 or original.smt2; empty if there is nothing
  bool holds = false;  // every assertion is true, also those that are left out
  std::vector<ExplainedAssertion> assertions;
  size_t left_out = 0;  // assertions beyond the first ones
  std::string note;     // why there is no more
};

// The certificate of a bug, step by step; nothing for bugs without a model.
Explanation explain_bug(const Case& found);

// The file of a bug's folder that has its formula.
const char* formula_file(const Case& found);

// The seed and the mutant printed in the same way, so that they differ only where the mutant does.
struct PrintedPair {
  std::string seed;
  std::string mutant;
};
PrintedPair print_alike(const Case& found);

// The theories of a formula's operators, sorted; core only where there is no other.
std::vector<std::string> theories_of(const std::string& formula);

}  // namespace pg
