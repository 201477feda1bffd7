#include "judge/certify.h"

#include <fmt/format.h>

namespace pg {

Certifier::Certifier(Pool& pool, const Script& seed, const Mutator& mutator,
                     std::optional<size_t> check)
    : pool_(pool), seed_(seed), mutator_(mutator) {
  const size_t checks = count_checks(seed);
  check_ = check.value_or(checks > 0 ? checks - 1 : 0);
}

Result<Verdict> Certifier::set_model(std::string_view text, bool escapes_strings) {
  const CheckState state = state_at(pool_, seed_, check_);
  Result<Model> read = read_model(pool_, state.script, text, escapes_strings);
  if (!read) return read.error();
  return set_model(*std::move(read));
}

Verdict Certifier::set_model(Model model) {
  const CheckState state = state_at(pool_, seed_, check_);
  model_ = std::move(model);
  ValuePool values;
  const Verdict verdict = check_model(pool_, values, state, model_).verdict;
  holds_ = verdict == Verdict::True;
  // The mutator's own constants have the value of what they stand for.
  for (const auto& [constant, term] : mutator_.extension())
    model_.functions[constant] = {constant, {}, term};
  return verdict;
}

Verdict Certifier::check(const Mutant& mutant) {
  const Script script = script_of(pool_, mutator_.base(), mutant);
  const CheckState state = state_at(pool_, script, check_);
  ValuePool values;
  return check_model(pool_, values, state, model_of(mutant)).verdict;
}

Model Certifier::model_of(const Mutant& mutant) const {
  Model model = model_;
  for (const NewConstant& constant : mutant.declared)
    if (constant.value) model.functions[constant.head] = {constant.head, {}, constant.value};
  return model;
}

Claims Certifier::claims(const Mutant& mutant) {
  Claims claims = claims_of(pool_, mutant);
  if (check_ >= claims.size() || claims[check_].answer != AnswerKind::Sat) return claims;
  Claim& claim = claims[check_];
  // What rests on nothing but the model is not claimed without it.
  if (mutant.needs_model) claim.kind = Claim::Kind::Agree;
  if (!holds_) return claims;
  // As text it must still hold, for whoever reads it.
  const Script script = script_of(pool_, mutator_.base(), mutant);
  const CheckState state = state_at(pool_, script, check_);
  const std::string text = print_model(pool_, model_of(mutant));
  const Result<Model> read = read_model(pool_, state.script, text, true);
  if (!read) return claims;
  ValuePool values;
  const ModelVerdict verdict = check_model(pool_, values, state, *read);
  if (verdict.verdict != Verdict::True || !verdict.opened.empty()) return claims;
  claim.kind = Claim::Kind::Sat;
  claim.model = text;
  return claims;
}

Result<Verdict> Certifier::check_seed(std::string_view model_of_mutant, bool escapes_strings) {
  const CheckState state = state_at(pool_, seed_, check_);
  const CheckState extended = state_at(pool_, mutator_.base(), check_);
  const Result<Model> read = read_model(pool_, extended.script, model_of_mutant, escapes_strings);
  if (!read) return read.error();
  ValuePool values;
  return check_model(pool_, values, state, *read).verdict;
}

Claims claims_of(const Pool& pool, const Mutant& mutant) {
  std::string why;
  if (!mutant.core.empty()) {
    why = "unsat core of the seed: commands";
    for (const size_t command : mutant.core) why += fmt::format(" {}", command + 1);
    why += "\n";
  }
  for (const Step& step : mutant.steps) why += describe(pool, step) + "\n";
  Claims claims;
  for (const std::optional<Truth>& truth : mutant.claims) {
    Claim& claim = claims.emplace_back();
    if (!truth) continue;
    claim.kind = Claim::Kind::Same;
    claim.answer = *truth == Truth::Sat ? AnswerKind::Sat : AnswerKind::Unsat;
    claim.why = why;
  }
  return claims;
}

Answers agreed_answers(const Trial& trial) {
  Answers answers;
  for (const std::vector<Evidence>& row : trial.checks) {
    bool sat = false;
    bool unsat = false;
    for (const Evidence& each : row) {
      sat = sat || each.answer.kind == AnswerKind::Sat;
      unsat = unsat || each.answer.kind == AnswerKind::Unsat;
    }
    answers.push_back(sat == unsat ? std::nullopt : std::optional(sat ? Truth::Sat : Truth::Unsat));
  }
  return answers;
}

}  // namespace pg
