#pragma once

#include <string>
#include <vector>

#include "campaign/worker.h"
#include "smtlib/parser.h"

namespace pg {

// Asks solvers about a seed itself, and learns what strategies need to know of it.
class SeedTaker {
 public:
  explicit SeedTaker(Worker& worker) : worker_(worker) {}

  // Writes what it learns to the row, or why the seed is not used.
  void take(SeedRow& seed);

 private:
  std::string why_unfit(SeedRow& seed, const ParsedScript& parsed);
  void ask_about(const Script& script, const std::string& text, SeedRow& seed);
  void time_again(const Script& script, SeedFacts& facts);
  std::vector<std::string> suited(const Script& script, const SeedFacts& facts);

  Worker& worker_;
  Pool pool_;
};

// What the answers to a seed tell strategies.
void learn(const Heard& heard, SeedFacts& facts);

}  // namespace pg
