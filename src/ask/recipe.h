#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mutate/strategy.h"
#include "solve/session.h"

namespace pg {

// What it takes to make one mutant again.
struct Recipe {
  std::string file;
  std::vector<std::string> others = {};  // more seeds, where the strategy takes several
  std::string strategy;
  Answers answers;    // of the seed
  std::string model;  // a file with a model of the seed; empty: solvers are asked
  uint64_t rng = 1;
  uint64_t number = 1;
  StrategyOptions options;
  std::vector<std::string> solvers;  // as find_solver() reads them
  QueryLimits limits;
  bool timed = false;  // the clock ended a query: elsewhere it may make another mutant
  // At most one: the mutant that this one is made of. The file is then standard input.
  std::vector<Recipe> of = {};
};

// A command line for a shell, with a pipe from mutant to mutant. Options that have their default,
// or that the strategy does not use, are left out. A comment says what the clock had a say in.
std::string recipe_text(const Recipe& recipe);

}  // namespace pg
