#pragma once

#include <optional>

#include "base/rng.h"
#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// The script with other literals and other operators: so many of each in random places of its
// assertions and assumptions, sorts and logic kept. None if there is nothing to change. No strategy
// is part of it, so that it favours none.
std::optional<Script> neighbour_of(Pool& pool, const Script& script, size_t changes, Rng& rng);

}  // namespace pg
