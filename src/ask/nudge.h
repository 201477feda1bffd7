#pragma once

#include "base/rng.h"
#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// The script with bounds at random for one or two of its constants. What satisfies it satisfies the
// script, so a solver whose random numbers change nothing gives other values: those at the bounds,
// mostly. The script itself if no constant has a sort with bounds.
Script nudged(Pool& pool, const Script& script, Rng rng);

}  // namespace pg
