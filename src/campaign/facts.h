#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mutate/mutant.h"

namespace pg {

// What is known of a seed, for strategies and for the judge.
struct SeedFacts {
  Answers answers = {};  // by check-sat: what solvers say and none contradicts
  struct BySolver {
    std::string solver;
    bool usable = false;  // it answers
    double seconds = 0;
    Answers answers = {};
    bool operator==(const BySolver&) const = default;
  };
  std::vector<BySolver> solvers = {};
  std::vector<std::string> strategies = {};  // those that it may suit
  bool timed = false;    // the clock ended a query: elsewhere there may be other facts
  bool trivial = false;  // its connectives alone decide it, so that some strategies leave it out

  // What a solver said; null if it was not asked.
  const BySolver* find(std::string_view solver) const;
  // The solvers that say what the answer of that check-sat is taken to be.
  std::vector<std::string> said_by(size_t check) const;
  // How long those that can be asked take.
  double mean_seconds() const;
  bool operator==(const SeedFacts&) const = default;
};

// As the store keeps it.
std::string facts_text(const SeedFacts& facts);
Result<SeedFacts> read_facts(std::string_view text);

}  // namespace pg
