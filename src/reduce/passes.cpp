#include "reduce/passes.h"

#include <array>

namespace pg {

std::span<const Pass> passes() {
  static constexpr auto kPasses = std::to_array<Pass>({
      {"rest", "what comes after a check-sat", drop_rest, false, Turn::Early},
      {"split", "parts of a conjunction are asserted one by one", split_conjunctions, false,
       Turn::Early},
      {"commands", "assertions, check-sats, options", drop_commands, true, Turn::Early},
      {"settings", "options, notes, and questions after a check-sat", drop_settings, true,
       Turn::First},
      {"once", "definitions that are used once where they are used", inline_used_once, false,
       Turn::First},
      {"simplify", "terms become their values; (and x true) becomes x", simplify_terms, true,
       Turn::First},
      {"unused", "declarations that nothing uses", drop_unused, true, Turn::First},
      {"scopes", "push and pop, with what is between them or without", drop_scopes, false},
      {"equations", "a constant becomes what an assertion says it is", solve_equations, false},
      {"model", "a constant becomes its value in the model", replace_by_model},
      {"constants", "terms become true, false, 0, 1, \"\"", replace_by_constants},
      {"subterms", "terms become one of their own", replace_by_subterms},
      {"values", "terms become their values, one by one", evaluate_terms},
      {"operands", "operators take fewer arguments", drop_operands},
      {"checks", "plain check-sats; declarations instead of definitions", simplify_checks},
      {"inline", "definitions where they are used", inline_definitions, false},
      {"fresh", "terms become new constants", replace_by_fresh},
      {"symbols", "terms become constants of the script", replace_by_symbols},
      {"binders", "quantifiers over fewer variables", simplify_binders},
      {"occurrences", "terms in one of their places only", replace_occurrences, false},
      {"parameters", "functions take fewer arguments", drop_parameters, false},
      {"merge", "two constants become one", merge_symbols, false},
      {"widths", "narrower bit-vectors and floats throughout", shrink_widths, false},
      {"literals", "smaller numbers, strings and indices", shrink_literals},
      {"text", "datatypes, patterns, matches", simplify_text, false},
      {"everywhere", "an operator becomes an argument in all its places", drop_operators, false,
       Turn::After},
      {"operators", "the first operator that does it", replace_operators, false, Turn::After},
      {"pairs", "two changes at once, at random", replace_pairs, false, Turn::After},
      // Late, since z3 is three times as fast where it is told the logic.
      {"logic", "no logic, or one that says less", narrow_logic, false, Turn::Last},
      {"names", "short names", rename_symbols, false, Turn::Last},
  });
  return kPasses;
}

}  // namespace pg
