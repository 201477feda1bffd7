#include "campaign/time_limits.h"

#include <algorithm>

namespace pg {

double TimeLimits::for_seed() const {
  const double most = options_.limits.seconds;
  // Where no mutants follow, the seeds are what is tested.
  const bool alone = options_.strategies.empty();
  return alone || options_.repeatable() ? most : options_.tuning.seed_share * most;
}

double TimeLimits::for_mutant(const SeedFacts& facts, const std::string& solver,
                              double worked) const {
  const double most = options_.limits.seconds;
  const Tuning& tuning = options_.tuning;
  if (options_.repeatable() || patient_ < tuning.patient_share * worked) return most;
  const SeedFacts::BySolver* by = facts.find(solver);
  const double own = by ? by->seconds : most;
  const double usual = std::min(tuning.times_seed * own,
                                std::max(tuning.long_seconds, tuning.times_long_seed * own));
  return std::min(most, std::max(tuning.least_seconds, usual));
}

double TimeLimits::for_helpers(const SeedFacts& facts) const {
  if (options_.repeatable()) return 0;
  const Tuning& tuning = options_.tuning;
  return std::clamp(tuning.times_seed * facts.mean_seconds(), tuning.least_helper_seconds,
                    std::max(tuning.least_helper_seconds, tuning.most_helper_seconds));
}

void TimeLimits::add(double limit, double seconds) {
  if (limit == options_.limits.seconds) patient_ += seconds;
}

}  // namespace pg
