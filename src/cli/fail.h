#pragma once

#include <string>

#include "base/result.h"

namespace pg {

// Reports what is wrong and gives the exit code that its kind has.
int fail(const Error& error);                           // polygraph: error: ...
int fail(const std::string& file, const Error& error);  // FILE:LINE:COL: error: ...

}  // namespace pg
