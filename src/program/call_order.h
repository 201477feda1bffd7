#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/report.h"

namespace pg {

// For each test, the functions without a body whose results it uses, in the order of their calls.
// Nothing if it cannot be found out: the tested function has parameters as well, or does not
// compile.
std::vector<std::vector<std::string>> call_orders(const TestgenReport& report);

}  // namespace pg
