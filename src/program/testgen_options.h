#pragma once

#include "base/result.h"
#include "program/panel.h"
#include "program/subject.h"
#include "program/testgen.h"

namespace pg {

// Reads what the options say in words.
Result<SubjectOptions> subject_options(const TestgenOptions& options);

// Whether the user says that all of these hold.
// Who is asked, and how.
PanelOptions panel_options(const TestgenOptions& options);

bool accepts(const TestgenOptions& options, const Assumptions& assumptions);

}  // namespace pg
