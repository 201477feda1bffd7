#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mutate/chain.h"

namespace pg {

// What is known beforehand of a check-sat, with no solver under test in it.

// Nothing but that solvers must not contradict each other.
struct Agree {};
// A model makes it true, by our evaluator.
struct HasModel {
  std::string model;
  std::string owner = {};  // the solver that gave it; empty: we found it on the way
};
// It has the seed's answer, by a chain of rules. The solvers of `said_by` gave that answer: whoever
// is not among them contradicts them, and not itself.
struct Follows {
  RuleChain chain;
  std::vector<std::string> said_by;
};
using Claim = std::variant<Agree, HasModel, Follows>;

// One per check-sat; nothing but agreement is claimed of those beyond the list.
using Claims = std::vector<Claim>;

inline Claim claim_at(const Claims& claims, size_t check) {
  return check < claims.size() ? claims[check] : Claim();
}

}  // namespace pg
