#pragma once

#include <optional>

#include "base/result.h"
#include "program/report.h"
#include "program/subject.h"

namespace pg {

// Writes each fault of a report as a change of the source. Each is compiled, and the code must be
// that of the fault: a fault that C does not write so has no change, and the reason.
std::optional<Error> add_changes(const SubjectOptions& options, TestgenReport& report);

}  // namespace pg
