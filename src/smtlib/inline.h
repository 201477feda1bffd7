#pragma once

#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// The term with the function's body in place of its calls.
Term with_body(Pool& pool, Term root, const Definition& definition);

}  // namespace pg
