#include "judge/judge.h"

#include <algorithm>

namespace pg {
namespace {

AnswerKind answer_of(Truth truth) {
  return truth == Truth::Sat ? AnswerKind::Sat : AnswerKind::Unsat;
}

// The evidence of one check-sat, and what follows from all of it together.
class Court {
 public:
  Court(const Claim& claim, std::span<const Evidence> evidence, size_t check)
      : claim_(claim), evidence_(evidence), check_(check) {
    if (const auto* known = std::get_if<HasModel>(&claim))
      proof_ = TrueModel{known->model, known->owner};
    else if (const auto it = std::ranges::find_if(evidence, &Evidence::proves_sat);
             it != evidence.end())
      proof_ = TrueModel{it->witness, it->solver.name};
    some_unsat_ = std::ranges::any_of(
        evidence, [](const Evidence& each) { return each.answer.kind == AnswerKind::Unsat; });
  }

  std::vector<Case> cases() {
    for (const Evidence& each : evidence_) {
      if (refutes_its_model(each.answer.breakdown)) {
        add(Kind::InvalidModel, each, OwnCheck{each.answer.breakdown});
        continue;
      }
      if (!each.answer.breakdown.empty())
        add(Kind::Crash, each, Breakdown{each.answer.breakdown, each.answer.broke_with_models});
      judge_answer(each);
    }
    find_disagreement();
    return std::move(cases_);
  }

 private:
  void judge_answer(const Evidence& each) {
    if (each.answer.kind == AnswerKind::Unsat && proof_) {
      add(Kind::WrongUnsat, each, *proof_);
    } else if (each.has_false_model()) {
      add(!proof_ && some_unsat_ ? Kind::WrongSat : Kind::InvalidModel, each,
          FalseModel{each.answer.model, each.escapes_strings, each.explanation});
    } else if (const auto* follows = std::get_if<Follows>(&claim_)) {
      // A model that holds is no lie: then the seed's answer is one.
      const bool denies =
          each.answer.decided() && each.answer.kind != answer_of(follows->chain.answer);
      if (!denies || each.proves_sat()) return;
      const bool itself =
          follows->said_by.empty() ||
          std::ranges::find(follows->said_by, each.solver.name) != follows->said_by.end();
      add(itself ? Kind::Contradiction : Kind::Disagreement, each,
          ByRules{follows->chain, follows->said_by});
    }
  }

  // Nobody is convicted, and yet one of two is wrong. The one that answers sat stands for both.
  void find_disagreement() {
    if (!std::holds_alternative<Agree>(claim_) || proof_ || !some_unsat_) return;
    for (const Evidence& each : evidence_) {
      if (each.answer.kind != AnswerKind::Sat || each.has_false_model() ||
          each.depends_on_open_cases)
        continue;
      add(Kind::Disagreement, each, OtherAnswers{});
      return;
    }
  }

  void add(Kind kind, const Evidence& liar, Certificate certificate) {
    Case& found = cases_.emplace_back();
    found.kind = kind;
    found.check = check_;
    found.liar = liar.solver;
    found.answer = liar.answer.kind;
    found.certificate = std::move(certificate);
    found.command = liar.command;
    found.output = liar.answer.output + liar.answer.error_output;
    for (const Evidence& each : evidence_)
      if (&each != &liar) found.witnesses.push_back({each.solver, each.answer.kind});
  }

  const Claim& claim_;
  std::span<const Evidence> evidence_;
  size_t check_;
  std::optional<TrueModel> proof_;
  bool some_unsat_ = false;
  std::vector<Case> cases_;
};

}  // namespace

std::vector<Case> judge(const Claim& claim, std::span<const Evidence> evidence, size_t check) {
  return Court(claim, evidence, check).cases();
}

Claims claims_of(const Case& found) {
  Claims claims(found.check + 1);
  if (const auto* proof = std::get_if<TrueModel>(&found.certificate))
    claims[found.check] = HasModel{proof->model, proof->owner};
  if (const auto* rules = std::get_if<ByRules>(&found.certificate))
    claims[found.check] = Follows{rules->chain, rules->said_by};
  return claims;
}

}  // namespace pg
