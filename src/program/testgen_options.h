#pragma once

#include "base/result.h"
#include "program/subject.h"
#include "program/testgen.h"

namespace pg {

// Reads what the options say in words.
Result<SubjectOptions> subject_options(const TestgenOptions& options);

}  // namespace pg
