#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/rules.h"
#include "prove/enumerate.h"
#include "prove/obligations.h"
#include "solve/session.h"

namespace pg {

// What a solver says to the obligations of a rule.
enum class ProofResult : uint8_t { Proved, Refuted, Undecided, Unsupported };
std::string_view name_of(ProofResult result);

// Why a rule is believed: at least two proofs, one of them by a solver.
enum class RuleEvidence : uint8_t {
  TwoSolvers,
  SolverAndEnumeration,  // of all values at some small sorts
  SolverAndHand,         // a proof in words, beside the row
  NotEnough,
  Refuted,
};
std::string_view name_of(RuleEvidence evidence);
constexpr bool is_accepted(RuleEvidence evidence) { return evidence < RuleEvidence::NotEnough; }

// What each solver says to a rule, and enumeration.
struct RuleProof {
  std::vector<ProofResult> by_solver;           // in their order
  std::vector<std::string> solvers;             // that prove it, under the names they were given
  std::vector<std::string_view> settings = {};  // that they prove it at
  size_t different_solvers = 0;                 // of them; two sets of options are one solver
  Enumeration by_enumeration;
  bool by_hand = false;
  std::string refutation;  // who, where

  RuleEvidence evidence() const;
  // "z3, cvc5 + all values at n=1, n=2", "tested on 81 cases only: NOT ACCEPTED"
  std::string text() const;
};

class RuleProver {
 public:
  RuleProver(std::span<const Solver> solvers, const QueryLimits& limits);
  // For all sorts.
  RuleProof prove(const Rule& rule);
  // By solvers at this setting, by enumeration at small sorts as ever. Its name must stay.
  RuleProof prove_at(const Rule& rule, const Setting& setting);

 private:
  RuleProof prove(const Rule& rule, std::span<const Obligation> obligations);
  void count_solvers(RuleProof& proof) const;

  std::deque<Session> sessions_;
  std::deque<Session> patient_sessions_;  // of the same solvers
};

}  // namespace pg
