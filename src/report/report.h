#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bug/paths.h"
#include "campaign/store.h"
#include "report/explain.h"

namespace pg {

// A finding as the campaign stored it, and what is worth seeing of it.
struct ReportFinding {
  FindingRow row;
  std::vector<std::string> theories = {};  // of the formula's operators
  Explanation explanation = {};
  PrintedPair printed = {};

  const Case& found() const { return row.found; }
  // Where its files are, below the folder of the campaign.
  std::string folder() const { return CampaignPaths::bug_below(row.shelf, found().fingerprint); }
  bool is_readable() const { return row.problem.empty(); }
  // What cannot be read is of no kind that we know.
  std::string_view kind() const { return is_readable() ? name_of(found().kind) : kUnreadable; }
  std::string sentence() const {
    return is_readable() ? sentence_of(found()) : "cannot be read: " + row.problem;
  }

  static constexpr std::string_view kUnreadable = "unreadable";
};

// All that a store tells, read at one moment. Any of it may be missing.
struct Report {
  std::map<std::string, std::string> settings;
  Counters counters;
  std::vector<SeedRow> seeds;
  std::vector<SampleRow> samples;
  std::vector<ReportFinding> findings;  // in the order of the store
};

Result<Report> read_report(Store& store);
// The same without the findings.
Result<Report> read_campaign(Store& store);
ReportFinding read_finding(FindingRow row);

// Files for people and for other programs. All take whatever bytes a solver printed.
std::string report_html(const Report& report);
std::string report_json(const Report& report);
std::string report_sarif(const Report& report);  // 2.1.0
std::string report_junit(const Report& report);

// Writes report.html, report.json, report.sarif, junit.xml and issues/ into the campaign's folder,
// and folders of bugs that a killed campaign had no time for; one that is running writes them
// itself. Says what it wrote.
Result<std::vector<std::string>> write_report(const std::string& folder, const Report& report);

// How many bugs issue texts were added for.
struct AppendedIssues {
  size_t added = 0;
  size_t known = 0;     // the file has them already
  size_t left_out = 0;  // flaky, unreadable, or not ready: they may still change
};

// Adds issue texts to a file, one for all bugs of one cause.
Result<AppendedIssues> append_issues(const std::string& file, const Report& report);

}  // namespace pg
