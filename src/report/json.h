#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "report/report.h"

namespace pg {

using Json = nlohmann::ordered_json;

// Whatever bytes it has.
std::string dump(const Json& json, int indent = -1);

// The campaign without its findings: settings, solvers, strategies, curves, seeds, operators.
Json summary_json(const Report& report);
// A line of the table of findings.
Json row_json(const ReportFinding& finding);
// All else that the page shows of a finding; no text has more bytes than the limit, and the issue,
// which repeats some of them, no more than four times that.
Json details_json(const ReportFinding& finding, size_t limit);
// How often each finding was seen again, in their order.
Json duplicates_json(const Report& report);

}  // namespace pg
