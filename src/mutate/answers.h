#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "mutate/mutant.h"
#include "term/pool.h"

namespace pg {

// What (set-info :status ...) says of each check-sat that comes after it.
Answers stated_answers(const Pool& pool, const Script& script);

// "sat", or "sat,unknown,unsat" for several check-sats; the last one is also that of all further
// ones.
Result<Answers> read_answers(std::string_view text, size_t checks);
// The text that is read so; empty if nothing is known.
std::string answers_text(const Answers& answers);

// The script with the status unknown wherever it states one. Of a mutant the seed's may be wrong,
// and solvers report an error, or end as if they crashed, when they find another answer.
Script with_open_status(Pool& pool, Script script);

}  // namespace pg
