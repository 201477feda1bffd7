#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "reduce/edit.h"

namespace pg {

// What passes look at.
struct PassInput {
  Pool& pool;
  const Script& script;
  Rng rng;
  std::string_view model = {};  // of a wrong unsat: one that holds
};

// When a pass is run.
enum class Turn : uint8_t {
  Early,   // once before all others, as what is dropped may be slow; then as Always
  First,   // before the rest, and after each that helped: it needs one candidate, not luck
  Always,  // in turn with others until none helps
  After,   // when none of those helps any more; if it does, they begin again
  Last,    // at the very end: it changes little that matters to others
};

// One way to make a script smaller: what it could try here, the most promising first. Every edit
// makes a script that is well-sorted, and so do several together.
struct Pass {
  std::string_view name;
  std::string_view summary;
  std::vector<Edit> (*propose)(const PassInput& input);
  bool together = true;  // many at once, then half as many, down to single ones
  Turn turn = Turn::Always;
};

// Coarse to fine.
std::span<const Pass> passes();

// Their parts, one group a file.
std::vector<Edit> simplify_terms(const PassInput& input);
std::vector<Edit> evaluate_terms(const PassInput& input);

std::vector<Edit> drop_settings(const PassInput& input);
std::vector<Edit> drop_commands(const PassInput& input);
std::vector<Edit> drop_rest(const PassInput& input);
std::vector<Edit> split_conjunctions(const PassInput& input);
std::vector<Edit> drop_scopes(const PassInput& input);
std::vector<Edit> drop_unused(const PassInput& input);
std::vector<Edit> simplify_checks(const PassInput& input);
std::vector<Edit> narrow_logic(const PassInput& input);

std::vector<Edit> replace_by_constants(const PassInput& input);
std::vector<Edit> replace_by_subterms(const PassInput& input);
std::vector<Edit> replace_by_symbols(const PassInput& input);
std::vector<Edit> replace_by_fresh(const PassInput& input);
std::vector<Edit> drop_operands(const PassInput& input);
std::vector<Edit> drop_operators(const PassInput& input);
std::vector<Edit> replace_occurrences(const PassInput& input);
std::vector<Edit> simplify_binders(const PassInput& input);
std::vector<Edit> shrink_literals(const PassInput& input);

std::vector<Edit> solve_equations(const PassInput& input);
std::vector<Edit> replace_by_model(const PassInput& input);

std::vector<Edit> replace_operators(const PassInput& input);

std::vector<Edit> inline_used_once(const PassInput& input);
std::vector<Edit> inline_definitions(const PassInput& input);
std::vector<Edit> drop_parameters(const PassInput& input);
std::vector<Edit> merge_symbols(const PassInput& input);
std::vector<Edit> shrink_widths(const PassInput& input);
std::vector<Edit> simplify_text(const PassInput& input);
std::vector<Edit> rename_symbols(const PassInput& input);
std::vector<Edit> replace_pairs(const PassInput& input);

}  // namespace pg
