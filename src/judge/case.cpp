#include "judge/case.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pg {
namespace {

constexpr auto kReduced =
    std::to_array<std::string_view>({"no", "interrupted", "cut short", "yes"});

// The first of the witnesses that answers so; empty if none does.
std::string_view who_answers(const Case& found, AnswerKind answer) {
  for (const Witness& witness : found.witnesses)
    if (witness.answer == answer) return witness.solver.name;
  return {};
}

std::string model_sentence(const Case& found) {
  const std::string_view refuter = who_answers(found, AnswerKind::Unsat);
  if (found.kind == Kind::WrongSat && !refuter.empty())
    return fmt::format(
        "{} answers sat with a model that makes an assertion false; {} answers unsat",
        found.liar.name, refuter);
  return fmt::format("{} answers sat, but its model makes an assertion false", found.liar.name);
}

std::string rules_sentence(const Case& found, const ByRules& rules) {
  const std::string_view follows = name_of(rules.chain.answer);
  if (found.kind == Kind::Contradiction)
    return fmt::format("{} answers {}, but {} follows from its own answer to the seed",
                       found.liar.name, name_of(found.answer), follows);
  return fmt::format("{} answers {}, but {} follows from the answer of {} to the seed",
                     found.liar.name, name_of(found.answer), follows,
                     fmt::join(rules.said_by, ", "));
}

std::string disagreement_sentence(const Case& found) {
  const AnswerKind other = opposite(found.answer);
  return fmt::format("{} answers {}, {} answers {}, and no model tells which one is right",
                     found.liar.name, name_of(found.answer), who_answers(found, other),
                     name_of(other));
}

struct Sentence {
  const Case& found;
  std::string operator()(const TrueModel& proof) const {
    return fmt::format("{} answers unsat, but {} makes every assertion true", found.liar.name,
                       proof.owner.empty() ? "a model" : "the model of " + proof.owner);
  }
  std::string operator()(const FalseModel&) const { return model_sentence(found); }
  std::string operator()(const OwnCheck&) const {
    return fmt::format("{} rejects its own model", found.liar.name);
  }
  std::string operator()(const ByRules& rules) const { return rules_sentence(found, rules); }
  std::string operator()(const OtherAnswers&) const { return disagreement_sentence(found); }
  std::string operator()(const Breakdown& breakdown) const {
    return fmt::format("{} crashes: {}", found.liar.name, normalise_message(breakdown.message));
  }
};

}  // namespace

std::string_view name_of(Reduced reduced) { return kReduced[static_cast<size_t>(reduced)]; }

std::optional<Reduced> read_reduced(std::string_view name) {
  const auto found = std::ranges::find(kReduced, name);
  if (found == kReduced.end()) return {};
  return static_cast<Reduced>(found - kReduced.begin());
}

std::string sentence_of(const Case& found) {
  return std::visit(Sentence{found}, found.certificate);
}

std::string model_of(const Certificate& certificate) {
  if (const auto* proof = std::get_if<TrueModel>(&certificate)) return proof->model;
  if (const auto* wrong = std::get_if<FalseModel>(&certificate)) return wrong->model;
  return {};
}

bool is_proof_of(const Certificate& certificate, Kind kind) {
  switch (kind) {
    case Kind::WrongUnsat:
      return std::holds_alternative<TrueModel>(certificate);
    case Kind::WrongSat:
      return std::holds_alternative<FalseModel>(certificate);
    case Kind::InvalidModel:
      return std::holds_alternative<FalseModel>(certificate) ||
             std::holds_alternative<OwnCheck>(certificate);
    case Kind::Contradiction:
      return std::holds_alternative<ByRules>(certificate);
    case Kind::Crash:
      return std::holds_alternative<Breakdown>(certificate);
    case Kind::Disagreement:
      return std::holds_alternative<OtherAnswers>(certificate) ||
             std::holds_alternative<ByRules>(certificate);
  }
  return false;
}

bool comes_before(const Case& a, const Case& b) {
  return std::pair(a.kind, !a.liar.options.empty()) < std::pair(b.kind, !b.liar.options.empty());
}

}  // namespace pg
