#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/check.h"

namespace pg {

// A script that asks for values of bound variables: sat where the body of an open quantifier
// decides it, under the model.
struct Question {
  std::string script;
  // For each quantifier whose variables have become constants: these, and the variables' names.
  std::vector<std::vector<std::pair<std::string, std::string>>> binders;
};

// None where the model cannot be written down for other solvers.
std::optional<Question> question_of(Pool& pool, ValuePool& values, const CheckState& state,
                                    const Model& model, const Evaluator::OpenQuantifier& open);

// The values that a model of the question's script gives, as comments for the model that the
// question is about; empty if there are none that can be written.
std::string instances_of(const Question& question, std::string_view model, bool escapes_strings);

}  // namespace pg
