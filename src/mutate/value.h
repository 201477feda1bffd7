#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "mutate/mutant.h"

namespace pg {

// Value mutation with Boolean sub-expression coercion: literals become holes, a solver is asked to
// make chosen sub-formulas true or false, and its model says what stands in the holes. The names
// are those of the thesis (ValFuzz).
struct ValueOptions {
  enum class Quantifiers : uint8_t {
    Skolem,       // SKOLU: bound variables become constants
    Existential,  // only those of exists do
    Copy,         // NOSKOLE: sub-formulas keep their quantifiers
  };
  Quantifiers quantifiers = Quantifiers::Skolem;
  bool domains = true;             // ADOMAIN: monitors on the signs of constants and holes
  bool all_domains = false;        // ADOMAINE: and on those of all terms
  bool leaves = false;             // LEAFOPT: of formulas, only those without formulas inside
  bool original = false;           // CPOG: the formula itself, or its negation, holds as well
  bool enforce_finally = false;    // EFFINAL: what was enforced becomes part of the mutant
  uint32_t together = 7;           // MULTIEF(n): how many monitors are enforced at once
  uint32_t related = 3;            // RELC(n): how many holes are compared with each other
  uint32_t samples = 8;            // models of one enforcement, each with other values
  bool random = false;             // RBASE: values at random instead
  bool edges = false;              // and those mostly edge values
  std::string variant = "BLENDB";  // the names that say all this
  bool operator==(const ValueOptions&) const = default;
};

// A list of the thesis's names, such as BLENDB or ADOMAIN,RELC3,CPOG; and SAMPLES3, EDGES.
Result<ValueOptions> read_value_options(std::string_view text);

Result<std::unique_ptr<Mutator>> start_value(Pool& pool, const Seed& seed,
                                             const ValueOptions& options, const Rng& rng);

}  // namespace pg
