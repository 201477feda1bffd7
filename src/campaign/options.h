#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/tuning.h"
#include "mutate/strategy.h"
#include "solve/session.h"
#include "solve/solver.h"

namespace pg {

// The strategy that leaves a seed as it is.
inline constexpr std::string_view kNoStrategy = "none";

struct CampaignOptions {
  // What makes the mutants: with the same, a campaign is the same.
  std::vector<std::string> seeds;  // files and folders
  std::vector<std::string> strategies;
  StrategyOptions strategy;
  std::string variant = std::string(kDefaultVariant);  // of value, as it was named
  uint64_t rng = 1;
  size_t max_seed_size = 20'000;
  std::vector<std::string> logics;  // of seeds; empty: all
  bool adaptive = true;             // what brings something new gets more time
  Tuning tuning;
  std::vector<std::string> tuned;  // what the user set of it: NAME=VALUE
  std::vector<Solver> solvers;
  QueryLimits limits{.seconds = 2, .memory_mb = 2048};

  // How far it goes.
  double seconds = 0;    // 0: no limit
  uint64_t mutants = 0;  // 0: no limit
  // With a number of mutants a campaign is an experiment that can be repeated: the same mutants are
  // asked of the same solvers in any run, and nothing that we decide depends on the clock.
  bool repeatable() const { return mutants > 0; }
  unsigned jobs = 1;

  std::vector<std::string> known;  // fingerprints that are not reported
  uint64_t quota = 0;              // bugs of a solver; 0: all
  double reduce_seconds = 60;      // for making a bug small; 0: not at all
  std::string out;
};

}  // namespace pg
