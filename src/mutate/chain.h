#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mutate/mutant.h"
#include "mutate/own_rules.h"

namespace pg {

// One step from a seed to a mutant, as texts that can be read again.
struct ChainStep {
  size_t command = 0;  // of the seed, from 0
  size_t which = 0;    // of the command's terms
  Path path;
  // SMT-LIB. Where binders surround the place, the formula stands below an `exists` for each of
  // their variables, from the outside in, so that the text has no free variables.
  std::string before;
  std::string after;
  // What `after` is to `before`; none: any term in the place of any other.
  std::optional<Direction> direction = {};
  bool equal = false;                       // the same formula, expanded: no direction then
  std::vector<std::string> rules = {};      // as describe(Rule) has them; none: a snippet beside it
  std::vector<std::string> constants = {};  // of the rules, one rule after the other
};

// Why the mutant's answer follows from the seed's.
struct RuleChain {
  Truth answer = Truth::Sat;  // of the seed, and so of the mutant
  size_t check = 0;           // of which check-sat, from 0
  std::vector<ChainStep> steps = {};
  // Commands of the seed whose assertions are unsat together, where only these matter.
  std::vector<size_t> core = {};
  // Rules of steps that are in no table: whoever reads the chain has to prove them.
  std::vector<RuleText> own_rules = {};
};

// The chain of a mutant, for a check-sat that the mutant makes a claim about: its steps in formulas
// that this check-sat sees. `base` is the script that its mutator starts from.
RuleChain chain_of(Pool& pool, const Script& base, const Mutant& mutant, size_t check);

}  // namespace pg
