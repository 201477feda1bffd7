#pragma once

#include <string>

#include "term/pool.h"
#include "theory/value.h"

namespace pg {

// A value of a sort as SMT-LIB text. What is undefined prints as `unspecified` or
// `unsupported (reason)`. Values share parts, which are written each time: beyond the limit the
// text ends in `...`, and nobody can read it as a term.
std::string print_value(Pool& pool, const ValuePool& values, Value value, Sort sort,
                        size_t limit = size_t{1} << 24);

}  // namespace pg
