#pragma once

#include <string>

#include "base/result.h"
#include "judge/case.h"

namespace pg {

// Writes a case as a folder, at once or not at all; says where. A folder that knows more of the
// same bug, because it was reduced further, stays as it is.
Result<std::string> write_bug(const std::string& place, const Case& found);

// Removes what write_bug() wrote; the folder goes if nothing else is in it.
void remove_bug(const std::string& folder);

// Reads such a folder.
Result<Case> read_bug(const std::string& folder);

// Whether the first one is reduced less than the second.
bool is_poorer(const Case& found, const Case& than);

}  // namespace pg
