#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "solve/session.h"

namespace pg {

// What the thesis on value mutation measured on benchmark files, each run a line of JSON.
struct RateOptions {
  uint64_t runs = 5;
  uint64_t first_run = 0;
  uint64_t iterations = 50;  // mutants of a file and run
  uint64_t files = 100;      // at most, drawn at random
  size_t largest = 20'000;
  std::string hold_variant = "SKOLU";
  QueryLimits limits;
};

// Table II, of files with forall and of files with exists: how many enforcements, and how many of
// the mutants, are sat if such quantifiers are copied, and if they are skolemised.
void compare_quantifiers(std::span<const std::string> paths, const RateOptions& options,
                         std::span<const Solver> solvers);

// Section V-G: of the mutants that are sat, how often what was enforced is true in the solver's
// model of the mutant. The thesis adds its monitors to the mutant, which can change that model;
// here our evaluator says what they are under a model of the mutant alone. What is said of a bound
// variable has no value there and does not count.
void measure_holding(std::span<const std::string> paths, const RateOptions& options,
                     std::span<const Solver> solvers);

}  // namespace pg
