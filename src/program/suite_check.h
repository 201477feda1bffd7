#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "program/report.h"
#include "program/subject.h"

namespace pg {

// Compiles a suite together with the mutants of the program that it includes, and runs it with each
// fault. The faults that should make it fail and do not; 0 stands for the original, which fails.
Result<std::vector<uint32_t>> check_suite(const std::string& suite, const SubjectOptions& options,
                                          const TestgenReport& report);

}  // namespace pg
