#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/reduce.h"

namespace pg {

// A part of a text that another part of it takes the place of; an empty one: it is left out.
struct Cut {
  uint32_t begin;
  uint32_t end;
  uint32_t instead_begin;
  uint32_t instead_end;
};

// What can be cut out of a text, the most at once first: commands, then lists and words.
std::vector<Cut> cuts_of(std::string_view text);
std::string with_cut(std::string_view text, const Cut& cut);

// The text with a command a line and nothing that only the eye needs.
std::string tidy(std::string_view text);

// Reduces what our sort checker refuses, by its text alone. Solvers break down on that too, and
// nothing else is shown by it: no evaluator reads it. An error if there is no such lie.
Result<Reduction> reduce_loosely(const ReduceTask& task, const ReduceOptions& options,
                                 Reduction reduction);

}  // namespace pg
