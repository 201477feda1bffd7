#include "prove/prove.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ask/query.h"
#include "prove/obligations.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// How many times as long a solver gets for a rule that would not be accepted without its proof.
constexpr double kPatience = 6;

ProofResult read(const Answer& answer) {
  switch (answer.kind) {
    case AnswerKind::Unsat:
      return ProofResult::Proved;
    case AnswerKind::Sat:
      return ProofResult::Refuted;
    case AnswerKind::Unknown:
    case AnswerKind::DeltaSat:
    case AnswerKind::Timeout:
    case AnswerKind::OutOfMemory:
    case AnswerKind::Crash:
      return ProofResult::Undecided;
    case AnswerKind::Unsupported:
    case AnswerKind::Error:
      return ProofResult::Unsupported;
  }
  return ProofResult::Undecided;
}

ProofResult ask(Session& session, const Obligation& obligation) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, obligation.script);
  if (!parsed.errors.empty()) return ProofResult::Unsupported;
  const std::vector<Answer> answers = session.ask(make_query(pool, parsed.script, false));
  return answers.empty() ? ProofResult::Undecided : read(answers[0]);
}

// What it says to all of them; a refutation is written to `proof`.
ProofResult ask_all(Session& session, std::span<const Obligation> obligations, RuleProof& proof) {
  const Solver& solver = session.solver();
  ProofResult result = ProofResult::Unsupported;
  for (const Obligation& obligation : obligations) {
    // cvc5 1.0.3 is wrong on tiny formats: it is no witness there.
    if (obligation.tiny && solver.spec->name == "cvc5") continue;
    result = ask(session, obligation);
    if (result == ProofResult::Refuted && proof.refutation.empty())
      proof.refutation = fmt::format("{} at {}", solver.name, obligation.at);
    if (result != ProofResult::Proved) break;
  }
  return result;
}

}  // namespace

std::string_view name_of(ProofResult result) {
  static constexpr std::array<std::string_view, 4> kNames = {"proved", "REFUTED", "undecided",
                                                             "unsupported"};
  return kNames[static_cast<size_t>(result)];
}

std::string_view name_of(RuleEvidence evidence) {
  static constexpr std::array<std::string_view, 5> kNames = {
      "two solvers", "a solver and enumeration", "a solver and by hand", "not enough", "refuted"};
  return kNames[static_cast<size_t>(evidence)];
}

RuleEvidence RuleProof::evidence() const {
  if (!refutation.empty()) return RuleEvidence::Refuted;
  if (different_solvers >= 2) return RuleEvidence::TwoSolvers;
  if (different_solvers == 0) return RuleEvidence::NotEnough;
  if (by_enumeration.outcome == Enumeration::Outcome::Exhaustive)
    return RuleEvidence::SolverAndEnumeration;
  return by_hand ? RuleEvidence::SolverAndHand : RuleEvidence::NotEnough;
}

std::string RuleProof::text() const {
  const RuleEvidence found = evidence();
  if (found == RuleEvidence::Refuted) return fmt::format("REFUTED by {}: NOT ACCEPTED", refutation);
  std::string proofs = fmt::format("{}", fmt::join(solvers, ", "));
  auto add = [&](const std::string& proof) { proofs += (proofs.empty() ? "" : " + ") + proof; };
  using Outcome = Enumeration::Outcome;
  if (by_enumeration.outcome == Outcome::Exhaustive)
    add(fmt::format("all values at {}", fmt::join(by_enumeration.complete, ", ")));
  if (by_hand) add("by hand");
  if (by_enumeration.outcome == Outcome::Tested)
    proofs += fmt::format("{}tested on {} cases{}", proofs.empty() ? "" : "; ",
                          by_enumeration.cases, proofs.empty() ? " only" : "");
  if (proofs.empty()) proofs = "nothing";
  return is_accepted(found) ? proofs : proofs + ": NOT ACCEPTED";
}

RuleProver::RuleProver(std::span<const Solver> solvers, const QueryLimits& limits) {
  QueryLimits patient = limits;
  patient.seconds *= kPatience;
  for (const Solver& solver : solvers) {
    sessions_.emplace_back(solver, limits);
    patient_sessions_.emplace_back(solver, patient);
  }
}

RuleProof RuleProver::prove(const Rule& rule) { return prove(rule, obligations_of(rule)); }

RuleProof RuleProver::prove_at(const Rule& rule, const Setting& setting) {
  return prove(rule, obligations_at(rule, setting));
}

RuleProof RuleProver::prove(const Rule& rule, std::span<const Obligation> obligations) {
  RuleProof proof;
  for (const Obligation& each : obligations)
    if (std::ranges::find(proof.settings, each.at) == proof.settings.end())
      proof.settings.push_back(each.at);
  proof.by_enumeration = enumerate(rule);
  proof.by_hand = !rule.proof.empty();
  if (proof.by_enumeration.outcome == Enumeration::Outcome::Refuted)
    proof.refutation = "enumeration at " + proof.by_enumeration.counterexample;
  for (Session& session : sessions_)
    proof.by_solver.push_back(ask_all(session, obligations, proof));
  count_solvers(proof);
  // More time only where it matters: most of what a solver cannot prove soon it never proves.
  for (size_t i = 0; i < patient_sessions_.size(); ++i) {
    if (proof.evidence() != RuleEvidence::NotEnough) break;
    if (proof.by_solver[i] != ProofResult::Undecided) continue;
    proof.by_solver[i] = ask_all(patient_sessions_[i], obligations, proof);
    count_solvers(proof);
  }
  return proof;
}

void RuleProver::count_solvers(RuleProof& proof) const {
  proof.solvers.clear();
  std::set<std::string_view> kinds;
  for (size_t i = 0; i < sessions_.size(); ++i) {
    if (proof.by_solver[i] != ProofResult::Proved) continue;
    const Solver& solver = sessions_[i].solver();
    proof.solvers.push_back(solver.name);
    kinds.insert(solver.spec->name);
  }
  proof.different_solvers = kinds.size();
}

}  // namespace pg
