#include "prove/prove.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ask/query.h"
#include "prove/obligations.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

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
  for (const Solver& solver : solvers) sessions_.emplace_back(solver, limits);
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
  std::vector<std::string_view> kinds;
  for (Session& session : sessions_) {
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
    proof.by_solver.push_back(result);
    if (result != ProofResult::Proved) continue;
    proof.solvers.push_back(solver.name);
    if (std::ranges::find(kinds, solver.spec->name) == kinds.end())
      kinds.push_back(solver.spec->name);
  }
  proof.different_solvers = kinds.size();
  proof.by_enumeration = enumerate(rule);
  proof.by_hand = !rule.proof.empty();
  if (proof.by_enumeration.outcome == Enumeration::Outcome::Refuted)
    proof.refutation = "enumeration at " + proof.by_enumeration.counterexample;
  return proof;
}

}  // namespace pg
