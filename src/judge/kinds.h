#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "judge/evidence.h"

namespace pg {

// What is wrong with a solver, the worst first: maintainers want them in this order.
enum class Kind : uint8_t {
  WrongUnsat,
  WrongSat,
  InvalidModel,
  Contradiction,
  Crash,
  Disagreement,
};

// One row per kind; everything that is said of a kind is said here.
struct KindSpec {
  Kind kind;
  std::string_view name;
  std::string_view label;        // for people
  std::string_view description;  // a sentence
  std::string_view title;        // of an issue
  std::string_view expected;     // what the solver should have done
  std::string_view certificate;  // what the evidence is, as a heading
  std::string_view certainty;    // how sure it is
  bool by_others = false;        // what other solvers answer is part of it
  // Whether this can be what the solver did, which answered `answer` when it was found. Only
  // whether the rest of the evidence is there remains to be seen.
  bool (*may_be)(const Evidence& liar, AnswerKind answer);
};

std::span<const KindSpec> kinds();
const KindSpec& spec_of(Kind kind);
std::string_view name_of(Kind kind);
std::optional<Kind> read_kind(std::string_view name);

}  // namespace pg
