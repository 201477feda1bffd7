#pragma once

#include <string>
#include <vector>

#include "campaign/worker.h"
#include "smtlib/parser.h"

namespace pg {

// Asks solvers about a seed itself, and learns what strategies need to know of it.
class SeedTaker {
 public:
  // `again`: it was asked about before, and no solver said anything.
  SeedTaker(Worker& worker, bool again) : worker_(worker), again_(again) {}

  // Writes what it learns to the row, or why the seed is not used. Where no solver runs there is
  // nothing to learn.
  Trust take(SeedRow& seed);

 private:
  std::string why_unfit(SeedRow& seed, const ParsedScript& parsed);
  Trust ask_about(const Script& script, const std::string& text, SeedRow& seed);
  Trust trust_in(const Heard& heard, std::span<const size_t> solvers);
  void time_again(const Script& script, SeedFacts& facts);
  void find_strategies(const Script& script, SeedRow& seed);
  std::vector<std::string> suited(const Script& script, const SeedFacts& facts);

  Worker& worker_;
  const bool again_;
  Pool pool_;
};

// What the answers to a seed tell strategies.
void learn(const Heard& heard, SeedFacts& facts);

}  // namespace pg
