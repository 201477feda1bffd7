#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/options.h"
#include "campaign/tuning.h"
#include "mutate/strategy.h"
#include "solve/session.h"
#include "solve/solver.h"

namespace pg {

// The strategy that leaves a seed as it is.
inline constexpr std::string_view kNoStrategy = "none";

struct CampaignOptions {
  CampaignOptions();

  // What makes the mutants: with the same, a campaign is the same.
  std::vector<std::string> seeds;       // files and folders
  std::vector<std::string> strategies;  // all of them, unless told otherwise
  StrategyOptions strategy;
  std::vector<std::string> fixed;  // options of strategies that do not vary from visit to visit
  uint64_t rng = 1;
  uint64_t max_seed_size = 20'000;
  std::vector<std::string> logics;  // of seeds; empty: all
  std::optional<bool> adaptive;     // what brings something new gets more time
  Tuning tuning;
  std::vector<std::string> tuned;  // what the user set of it: NAME=VALUE
  std::vector<Solver> solvers;
  QueryLimits limits{.seconds = 2, .memory_mb = 2048};
  std::vector<OptionWords> settings;  // all of the above as the user would give it

  // How far it goes.
  std::optional<double> seconds;
  uint64_t mutants = 0;  // 0: no limit
  unsigned jobs = 0;     // 0: one per core

  std::vector<std::string> known;        // fingerprints that are not reported
  uint64_t quota = 0;                    // bugs of a solver; 0: all
  std::optional<double> reduce_seconds;  // for making a bug small; 0: not at all
  std::string out;

  // With a number of mutants a campaign is an experiment that can be repeated: the same mutants are
  // asked of the same solvers in any run, and nothing that we decide depends on the clock.
  bool repeatable() const { return mutants > 0; }
  bool is_adaptive() const { return adaptive.value_or(!repeatable()); }
  double time_budget() const { return seconds.value_or(repeatable() ? 0 : 60); }  // 0: no limit
  double reduce_budget() const { return reduce_seconds.value_or(repeatable() ? 0 : 60); }
  unsigned workers() const;
};

// One row per option that a user can set, without those of strategies and of solvers.
std::span<const OptionRow<CampaignOptions>> campaign_options();

// The options of strategies in a visit: those that the user left open vary, as the generator says.
StrategyOptions options_of_visit(const CampaignOptions& options, Rng rng);

}  // namespace pg
