#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mutate/vocabulary.h"
#include "smtlib/script.h"

namespace pg {

// A script in a logic that applies an operator once, as a mutant might, and says nothing else; a
// solver that refuses it refuses the operator. The same for the same row and logic. None where
// mutants never have the operator.
std::optional<Script> sample_of(Pool& pool, const OpSpec& row, std::string_view logic);

// The operators that a mutant may have beside those of the script, in the order of the tables.
std::vector<const OpSpec*> new_rows(const Vocabulary& vocabulary);

// Rows by name, separated by commas: "abs" are all rows of the name, "abs:2" is the second of them;
// "none" is no row at all.
std::string rows_text(const Rows& rows);
Result<Rows> read_rows(std::string_view text);

}  // namespace pg
