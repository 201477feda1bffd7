#pragma once

#include <string>

#include "campaign/options.h"
#include "campaign/seeds.h"

namespace pg {

// How long queries may take: as long as their seed suggests, and now and then as long as the user
// allows. In a repeatable campaign nothing depends on the clock, as far as that can be.
class TimeLimits {
 public:
  explicit TimeLimits(const CampaignOptions& options) : options_(options) {}

  // About a seed itself.
  double for_seed() const;
  // About a mutant of a seed, after so many seconds of work.
  double for_mutant(const SeedFacts& facts, const std::string& solver, double worked) const;
  // To choose values; 0: as long as the user allows.
  double for_helpers(const SeedFacts& facts) const;

  // A query with that limit took so long.
  void add(double limit, double seconds);

 private:
  const CampaignOptions& options_;
  double patient_ = 0;  // seconds of queries with all that the user allows
};

}  // namespace pg
