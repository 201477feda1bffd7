#pragma once

#include <string>

#include "base/result.h"

namespace pg {

// A folder for files that nobody keeps. It goes away with us; what a process that was killed left
// behind goes when the next one starts. It is made again if somebody removed it.
Result<std::string> scratch_folder();

// A new folder in it.
Result<std::string> new_scratch_folder();

// Removes it, before the process ends without destructors.
void remove_scratch();

}  // namespace pg
