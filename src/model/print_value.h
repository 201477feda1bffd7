#pragma once

#include <string>

#include "term/pool.h"
#include "theory/value.h"

namespace pg {

// A value of a sort as SMT-LIB text. What is undefined prints as `unspecified` or
// `unsupported (reason)`.
std::string print_value(Pool& pool, const ValuePool& values, Value value, Sort sort);

}  // namespace pg
