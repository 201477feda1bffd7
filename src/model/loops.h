#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "term/pool.h"
#include "theory/value.h"

namespace pg {

// How models write infinite values of codatatypes: (c 1 (c 2 cbv_S_1)) for the stream 1, 2, 1, 2,
// ... (cvc5; @uc_S_1 in CVC4). The name has the sort of the value that it stands for, and how many
// constructors are between the two.
struct Loop {
  std::string_view sort;
  size_t levels = 0;
};
std::optional<Loop> loop_of(std::string_view name);
// Of a term that is such a name.
std::optional<Loop> loop_of(const Pool& pool, Term term);

// Whether it is a constructor's term with such a name in it, below constructors alone. False if it
// is very large.
bool has_loop(const Pool& pool, Term term);

// The value of such a term; `eval` gives those of terms inside that have no loop. Unsupported if a
// loop leads nowhere, or to a value of another sort.
Value tie_loops(Pool& pool, ValuePool& values, Term term, const std::function<Value(Term)>& eval);

// The text of a model with these names in quotes where they are no symbols: cvc5 writes
// cbv_(Stream Int)_1.
bool has_unquoted_loops(std::string_view text);
std::string with_quoted_loops(std::string_view text);

}  // namespace pg
