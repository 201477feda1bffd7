#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/store.h"
#include "judge/bug.h"
#include "report/explain.h"

namespace pg {

// A finding as the campaign stored it, and what its text says.
struct ReportFinding {
  FindingRow row;
  Bug bug = {};
  std::string problem = {};                // why its text cannot be read; then `bug` is empty
  std::vector<std::string> theories = {};  // of the formula's operators
  Explanation explanation = {};
  PrintedPair printed = {};
};

// All that a store tells, read at one moment. Any of it may be missing.
struct Report {
  std::map<std::string, std::string> settings;
  Counters counters;
  std::vector<SeedRow> seeds;
  std::vector<SampleRow> samples;
  std::vector<ReportFinding> findings;  // in the order in which they were found
};

Report read_report(Store& store);
// The same without the findings.
Report read_campaign(Store& store);
ReportFinding read_finding(FindingRow row);

// The formula to look at: the reduced one, where there is one.
const std::string& formula_of(const Bug& bug);
// Where the files of a finding are, below the folder of the campaign: a name that is safe in a
// shell and in an address, whatever the store says.
std::string folder_of(const FindingRow& finding);

// Files for people and for other programs. All take whatever bytes a solver printed.
std::string report_html(const Report& report);
std::string report_json(const Report& report);
std::string report_sarif(const Report& report);  // 2.1.0
std::string report_junit(const Report& report);

// Writes report.html, report.json, report.sarif, junit.xml and issues/ into a folder. Says what it
// wrote.
Result<std::vector<std::string>> write_report(const std::string& folder, const Report& report);

}  // namespace pg
