#include "reduce/passes.h"

#include <array>

namespace pg {

std::span<const Pass> passes() {
  static constexpr auto kPasses = std::to_array<Pass>({
      {"scopes", "scopes, and what comes after a check-sat", drop_scopes, false},
      {"commands", "assertions, check-sats, options", drop_commands},
      // One candidate, and what is left is shorter for all that follow.
      {"unused", "declarations that nothing uses", drop_unused},
      {"constants", "terms become true, false, 0, 1, \"\"", replace_by_constants},
      {"subterms", "terms become one of their own", replace_by_subterms},
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
      {"pairs", "two changes at once, at random", replace_pairs, false, Turn::After},
      // Late, since z3 is three times as fast where it is told the logic.
      {"logic", "no logic, or one that says less", narrow_logic, false, Turn::Last},
      {"names", "short names", rename_symbols, false, Turn::Last},
  });
  return kPasses;
}

}  // namespace pg
