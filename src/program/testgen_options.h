#pragma once

#include "base/result.h"
#include "program/subject.h"
#include "program/testgen.h"

namespace pg {

// Reads what the options say in words.
Result<SubjectOptions> subject_options(const TestgenOptions& options);

// Whether the user says that all of these hold.
bool accepts(const TestgenOptions& options, const Assumptions& assumptions);

}  // namespace pg
