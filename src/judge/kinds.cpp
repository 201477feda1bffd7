#include "judge/kinds.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace pg {
namespace {

bool is_unsat(const Evidence& liar, AnswerKind) { return liar.answer.kind == AnswerKind::Unsat; }

bool has_false_model(const Evidence& liar, AnswerKind) { return liar.has_false_model(); }

bool gives_bad_model(const Evidence& liar, AnswerKind) {
  return liar.has_false_model() || refutes_its_model(liar.answer.breakdown);
}

bool answers_the_same(const Evidence& liar, AnswerKind answer) {
  return liar.answer.kind == answer && liar.model != Verdict::False;
}

bool crashes(const Evidence& liar, AnswerKind) {
  return !liar.answer.breakdown.empty() && !refutes_its_model(liar.answer.breakdown);
}

constexpr auto kKinds = std::to_array<KindSpec>({
    {.kind = Kind::WrongUnsat,
     .name = "wrong-unsat",
     .label = "wrong unsat",
     .description = "The solver answers unsat for a formula that has a model.",
     .title = "Wrong unsat for a satisfiable formula",
     .expected = "`sat`: the model below makes every assertion true.",
     .certificate = "The model that holds",
     .certainty = "proved by a model",
     .may_be = is_unsat},
    {.kind = Kind::WrongSat,
     .name = "wrong-sat",
     .label = "wrong sat",
     .description = "The solver answers sat with a false model, and another one answers unsat.",
     .title = "Wrong sat, with a model that does not hold",
     .expected = "`unsat`, or a model that makes every assertion true.",
     .certificate = "The model, and what it makes false",
     .certainty = "its own model is false",
     .by_others = true,
     .may_be = has_false_model},
    {.kind = Kind::InvalidModel,
     .name = "invalid-model",
     .label = "invalid model",
     .description = "The solver gives a model that makes the formula false.",
     .title = "Invalid model",
     .expected = "a model that makes every assertion true.",
     .certificate = "The model, and what it makes false",
     .certainty = "its own model is false",
     .by_others = true,  // where one of them answers unsat, it is a wrong sat
     .may_be = gives_bad_model},
    {.kind = Kind::Contradiction,
     .name = "contradiction",
     .label = "contradiction",
     .description = "The solver contradicts what follows from its own answer by rules.",
     .title = "Two answers that contradict each other",
     .expected = "the answer that follows from the one to the formula below.",
     .certificate = "The steps from one formula to the other",
     .certainty = "proved by rules from its own answer",
     .by_others = true,
     .may_be = answers_the_same},
    {.kind = Kind::Crash,
     .name = "crash",
     .label = "crash",
     .description = "The solver crashes.",
     .title = "Crash",
     .expected = "an answer, or an error message.",
     .certificate = "What it says",
     .certainty = "reproduced 3 of 3 times",
     .may_be = crashes},
    {.kind = Kind::Disagreement,
     .name = "disagreement",
     .label = "disagreement",
     .description = "Solvers give different answers, and no model tells which one is right.",
     .title = "Answer that another solver contradicts",
     .expected = "the answer that other solvers give, or a model that settles it.",
     .certificate = "Who answers what",
     .certainty = "open: one of the solvers is wrong",
     .by_others = true,
     .may_be = answers_the_same},
});

}  // namespace

std::span<const KindSpec> kinds() { return kKinds; }

const KindSpec& spec_of(Kind kind) {
  const KindSpec& spec = kKinds[static_cast<size_t>(kind)];
  CHECK(spec.kind == kind, "kinds are in the order of their ranks");
  return spec;
}

std::string_view name_of(Kind kind) { return spec_of(kind).name; }

std::optional<Kind> read_kind(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name, &KindSpec::name);
  return found == kKinds.end() ? std::nullopt : std::optional(found->kind);
}

}  // namespace pg
