#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/evaluator.h"
#include "model/model.h"
#include "model/state.h"

namespace pg {

enum class Verdict : uint8_t { True, False, Unknown };
std::string_view name_of(Verdict verdict);

// One line of an explanation: a sub-term that matters and its value.
struct Reason {
  uint32_t depth;
  Term term;
  Value value;
};

struct AssertionVerdict {
  Assertion assertion;
  Verdict verdict = Verdict::Unknown;
  std::string why;              // where it is unknown
  std::vector<Reason> reasons;  // where it is false: from the assertion down to the leaves
};

struct ModelVerdict {
  Verdict verdict = Verdict::True;
  std::vector<AssertionVerdict> assertions;
  std::vector<Head> defaulted;  // symbols that the model leaves out and that matter
  // Operators and selectors with a case that SMT-LIB and the model leave open and that matters.
  std::vector<std::string_view> opened;
  // Where the verdict is unknown: quantifiers for which values of their variables may decide it.
  std::vector<Evaluator::OpenQuantifier> open_quantifiers;

  // Satisfiable, whatever anybody chooses for open cases: such a model convicts who answers unsat.
  bool proves_sat() const { return verdict == Verdict::True && opened.empty(); }
};

// Why a term has its value: itself, then the sub-terms on which the value depends, each below the
// one that needs it; at most a screen of them.
std::vector<Reason> explain(Pool& pool, Evaluator& evaluator, Term root);

// Whether a model makes the assertions true. False means proved false: no choice for what SMT-LIB
// leaves open, nor for symbols that the model leaves out, would change it. What takes more steps,
// all assertions together, is unknown.
ModelVerdict check_model(Pool& pool, ValuePool& values, const CheckState& state, const Model& model,
                         uint64_t max_steps = 20'000'000);

// The model as text that proves the assertions satisfiable to whoever reads it; none if it does
// not. This is what "there is a model" means everywhere.
std::optional<std::string> sat_proof(Pool& pool, const CheckState& state, const Model& model);
std::optional<std::string> sat_proof(Pool& pool, const CheckState& state, std::string_view text,
                                     bool escapes_strings);

}  // namespace pg
