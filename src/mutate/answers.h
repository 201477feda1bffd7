#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "mutate/mutant.h"
#include "term/pool.h"

namespace pg {

// What (set-info :status ...) says of each check-sat that comes after it.
Answers stated_answers(const Pool& pool, const Script& script);

// "sat", or "sat,unsat" for several check-sats; the last one is also that of all further ones.
Result<Answers> read_answers(std::string_view text, size_t checks);

// The script without the :status of check-sats that have no answer in the list.
Script with_status(const Pool& pool, const Script& script, const Answers& answers);

}  // namespace pg
