#pragma once

#include "smtlib/script.h"
#include "solve/session.h"
#include "term/pool.h"

namespace pg {

// A script as solvers are asked it: without what only prints or informs (some check a :status), cut
// after each check-sat; one is added where the script has none.
Query make_query(const Pool& pool, const Script& script, bool produce_models);

// The same in one piece, as a file.
std::string query_text(const Query& query);

}  // namespace pg
