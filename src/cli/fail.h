#pragma once

#include <string>

#include "base/result.h"

namespace pg {

// Reports what is wrong and gives the exit code that its kind has.
int fail(const Error& error);                           // polygraph: error: ...
int fail(const std::string& file, const Error& error);  // FILE:LINE:COL: error: ...

// Reports without ending anything.
void warn(const std::string& message);  // polygraph: warning: ...
void tell(const std::string& file, const Error& error, const char* severity);

// From now on what is wrong is told as a JSON object per line, on standard error as before.
void set_json_errors(bool json);

}  // namespace pg
