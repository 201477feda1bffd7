#include "judge/certify.h"

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
  const ModelVerdict verdict = check_model(pool_, values, state, model_);
  holds_ = verdict.proves_sat();
  // The mutator's own constants have the value of what they stand for.
  for (const auto& [constant, term] : mutator_.extension())
    model_.functions[constant] = {constant, {}, term};
  return verdict.verdict;
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
  Claims claims = claims_of(pool_, mutator_.base(), mutant);
  if (check_ >= claims.size()) return claims;
  Claim& claim = claims[check_];
  const auto* follows = std::get_if<Follows>(&claim);
  if (!follows || follows->chain.answer != Truth::Sat) return claims;
  // What rests on nothing but the model is not claimed without it.
  if (mutant.needs_model) claim = Agree{};
  if (!holds_) return claims;
  const Script script = script_of(pool_, mutator_.base(), mutant);
  if (std::optional<std::string> proof =
          sat_proof(pool_, state_at(pool_, script, check_), model_of(mutant)))
    claim = HasModel{*std::move(proof)};
  return claims;
}

Claims claims_of(Pool& pool, const Script& base, const Mutant& mutant) {
  Claims claims;
  for (size_t check = 0; check < mutant.claims.size(); ++check) {
    Claim& claim = claims.emplace_back();
    if (mutant.claims[check]) claim = Follows{chain_of(pool, base, mutant, check), {}};
  }
  return claims;
}

}  // namespace pg
