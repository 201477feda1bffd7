#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/fault.h"
#include "program/operators.h"

namespace pg {

// The line of a source text, without what surrounds it; empty if there is none.
std::string source_line(const std::vector<std::string_view>& lines, uint32_t number);

// The line as the mutant would have it. Where the text does not show what is changed, the change is
// added as a comment.
std::string mutated_line(std::string_view line, uint32_t column, const Site& site,
                         const Variant& variant);

std::vector<std::string_view> split_lines(std::string_view text);

}  // namespace pg
