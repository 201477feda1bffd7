#include "campaign/audience.h"

#include <algorithm>

namespace pg {

Audience::Audience(const CampaignOptions& options, const SeedFacts& facts) : options_(options) {
  const auto facts_of = [&](size_t solver) { return facts.find(options.solvers[solver].name); };
  for (size_t i = 0; i < options.solvers.size(); ++i)
    if (const SeedFacts::BySolver* by = facts_of(i); by && by->usable) solvers_.push_back(i);
  if (!options.repeatable())
    std::ranges::stable_sort(solvers_, {},
                             [&](size_t solver) { return facts_of(solver)->seconds; });
}

void Audience::keep_speakers(const Dialect& dialect) {
  std::erase_if(solvers_, [&](size_t solver) {
    return speakers_of(dialect, {&options_.solvers[solver], 1}).empty();
  });
}

void Audience::heard(size_t solver, bool answered) {
  if (options_.repeatable()) return;
  uint64_t& silence = silence_[solver];
  if (answered)
    silence -= std::min<uint64_t>(silence, 1);
  else
    silence += options_.tuning.silence;
  if (silence >= options_.tuning.most_silence) std::erase(solvers_, solver);
}

}  // namespace pg
