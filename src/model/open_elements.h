#pragma once

#include "term/pool.h"

namespace pg {

// Z3 leaves elements of a sequence open by saying that they are themselves: s is
// (seq.++ (seq.unit 1) (seq.unit (seq.nth_i s 1))), so its second element may be anything. The body
// of such a definition with a value for each of them; the body itself if it has none.
Term with_open_elements_chosen(Pool& pool, Head constant, Term body);

}  // namespace pg
