#pragma once

#include <absl/container/flat_hash_map.h>

#include "term/pool.h"

namespace pg {

using Substitution = absl::flat_hash_map<Term, Term>;

// Replaces every free occurrence of each key, all at once. Keys are any terms; where one is a
// variable, binders of it shadow it. Binders that would capture a variable of a replacement are
// renamed.
Term substitute(Pool& pool, Term root, const Substitution& replacements);

}  // namespace pg
