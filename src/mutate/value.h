#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
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
  bool soft = false;               // MAXSAT: as many monitors as hold together
  uint32_t samples = 8;            // models of one enforcement, each with other values
  bool split = false;              // SPLIT: each use of what is written once is a hole of its own
  bool random = false;             // RBASE: values at random instead
  bool edges = false;              // and those mostly edge values
  std::string variant = "BLENDB";  // the names that say all this
  bool operator==(const ValueOptions&) const = default;
};

// A name that a variant is made of, and what it does. Some take a number.
struct Refinement {
  std::string_view name;
  std::string_view help;
  void (*apply)(ValueOptions& options, uint32_t number);
  uint32_t number = 0;  // the default of one that takes a number
};
std::span<const Refinement> refinements();
// A line for each of them.
std::string refinements_text();

// A list of these names, such as BLENDB or ADOMAIN,RELC3,CPOG.
Result<ValueOptions> read_value_options(std::string_view text);

Result<std::unique_ptr<Mutator>> start_value(Pool& pool, const Seed& seed,
                                             const ValueOptions& options, const Rng& rng);

}  // namespace pg
