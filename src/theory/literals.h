#pragma once

#include "term/pool.h"
#include "theory/value.h"

namespace pg {

// The value that a literal spells; unsupported if it spells none (a string beyond the last code
// point, a character that is none).
Value literal_value(const Pool& pool, ValuePool& values, Term literal);

}  // namespace pg
