#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/rules.h"
#include "solve/session.h"

namespace pg {

enum class ProofResult : uint8_t { Proved, Refuted, Undecided, Unsupported };
std::string_view name_of(ProofResult result);

// One rule at sorts that stand for all: widths 1, 4, 8 and 32, Float16, ...
struct Obligation {
  std::string at;      // "n=4", "A=Int, B=Int"
  std::string script;  // unsatisfiable if the rule holds
  bool tiny = false;   // a format of floats that cvc5 is wrong about
};
std::vector<Obligation> obligations_of(const Rule& rule);

// A rule evaluated for all values of small sorts: widths 1 to 3, tiny floats; of large sorts for a
// few that are worth it.
struct Enumeration {
  ProofResult result = ProofResult::Unsupported;
  uint64_t cases = 0;
  std::string counterexample;
};
Enumeration enumerate(const Rule& rule);

// What each solver says to a rule, and enumeration.
struct RuleProof {
  std::vector<ProofResult> by_solver;  // in their order
  Enumeration by_enumeration;
  std::string refutation;  // who, where
  size_t provers() const;
  bool refuted() const { return !refutation.empty(); }
};

class RuleProver {
 public:
  RuleProver(std::span<const Solver> solvers, const QueryLimits& limits);
  RuleProof prove(const Rule& rule);

 private:
  std::deque<Session> sessions_;
};

}  // namespace pg
