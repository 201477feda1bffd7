#include "report/report.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/input.h"
#include "base/output.h"
#include "bug/folder.h"
#include "bug/issue.h"
#include "campaign/lock.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

constexpr auto kSettings =
    std::to_array<std::string_view>({"polygraph", "rng", "started", "seconds", "budget", "jobs",
                                     "solvers", "strategies", "options"});

Result<bool> write_missing_folders(const CampaignPaths& paths, const Report& report) {
  // While a campaign runs its bugs may still get another name or shelf, and it writes them itself.
  const CampaignLock lock(paths, false);
  if (!lock.held()) return false;
  for (const ReportFinding& finding : report.findings) {
    const fs::path place = paths.bug(finding.row.shelf, finding.found().fingerprint);
    std::error_code error;
    if (!finding.is_readable() || fs::exists(place, error)) continue;
    if (const auto written = write_bug(place.string(), finding.found()); !written)
      return written.error();
  }
  return true;
}

// The text of a file to which more is to be added; empty if there is none.
Result<std::string> read_old(const std::string& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return std::string();
  if (!fs::is_regular_file(file, error) && !fs::is_directory(file, error))
    return environment_error("is not a regular file");
  return read_input(file);
}

// In place, because the file is the user's and may be a link. What was there stays if that fails.
bool append_to(const std::string& path, const std::string& text, size_t size_before) {
  std::ofstream file(path, std::ios::binary | std::ios::app);
  if (!file.is_open()) return false;
  file << text;
  file.close();
  if (file.good()) return true;
  std::error_code error;
  fs::resize_file(path, size_before, error);
  return false;
}

// A line by which a file of issues tells that it has a bug.
std::string mark_of(const Case& found) {
  return fmt::format("<!-- polygraph: {} -->\n", safe_name(found.fingerprint));
}

// Bugs of one cause together; causes and bugs in the order in which maintainers want them.
std::vector<std::vector<const Case*>> by_cause(std::vector<const Case*> bugs) {
  std::ranges::stable_sort(bugs, [](const Case* a, const Case* b) { return comes_before(*a, *b); });
  std::vector<std::vector<const Case*>> causes;
  std::map<std::string, size_t> places;
  for (const Case* found : bugs) {
    const auto [place, is_new] = places.try_emplace(cause_of(*found), causes.size());
    if (is_new) causes.emplace_back();
    causes[place->second].push_back(found);
  }
  return causes;
}

}  // namespace

ReportFinding read_finding(FindingRow row) {
  ReportFinding finding{.row = std::move(row)};
  if (!finding.is_readable()) return finding;
  finding.theories = theories_of(finding.found().formula());
  finding.explanation = explain_bug(finding.found());
  finding.printed = print_alike(finding.found());
  return finding;
}

Result<Report> read_campaign(Store& store) {
  Report report;
  for (const std::string_view name : kSettings) {
    Result<std::optional<std::string>> value = store.setting(name);
    if (!value) return value.error();
    if (*value) report.settings.emplace(name, **std::move(value));
  }
  Result<Counters> counters = store.counters();
  if (!counters) return counters.error();
  report.counters = *std::move(counters);
  Result<std::vector<SeedRow>> seeds = store.seeds();
  if (!seeds) return seeds.error();
  report.seeds = *std::move(seeds);
  Result<std::vector<SampleRow>> samples = store.samples();
  if (!samples) return samples.error();
  report.samples = *std::move(samples);
  return report;
}

Result<Report> read_report(Store& store) {
  Result<Report> report = read_campaign(store);
  if (!report) return report;
  Result<std::vector<FindingRow>> rows = store.findings();
  if (!rows) return rows.error();
  for (FindingRow& row : *rows) report->findings.push_back(read_finding(std::move(row)));
  return report;
}

Result<std::vector<std::string>> write_report(const std::string& folder, const Report& report) {
  struct File {
    const char* name;
    std::string (*text)(const Report&);
  };
  static constexpr auto kFiles = std::to_array<File>({{"report.html", report_html},
                                                      {"report.json", report_json},
                                                      {"report.sarif", report_sarif},
                                                      {"junit.xml", report_junit}});
  const auto failed = [](const fs::path& path) {
    return environment_error(fmt::format("cannot write {}", path.string()));
  };
  const CampaignPaths paths(folder);
  std::vector<std::string> written;
  for (const File& file : kFiles) {
    const fs::path path = paths.report(file.name);
    if (!write_output(path.string(), file.text(report))) return failed(path);
    written.push_back(path.string());
  }
  std::error_code error;
  fs::create_directories(paths.issues(), error);
  for (const ReportFinding& finding : report.findings) {
    if (!finding.is_readable()) continue;
    const fs::path path = paths.issue(finding.found().fingerprint);
    if (!write_output(path.string(), issue_text(finding.found()))) return failed(path);
  }
  written.push_back(paths.issues().string());
  if (const Result<bool> folders = write_missing_folders(paths, report); !folders)
    return folders.error();
  return written;
}

Result<AppendedIssues> append_issues(const std::string& file, const Report& report) {
  const Result<std::string> before = read_old(file);
  if (!before) return environment_error(fmt::format("{}: {}", file, before.error().message));
  AppendedIssues appended;
  std::vector<const Case*> bugs;
  for (const ReportFinding& finding : report.findings) {
    if (!finding.is_readable() || !finding.row.ready || finding.found().flaky) {
      ++appended.left_out;
    } else if (before->find(mark_of(finding.found())) != before->npos) {
      ++appended.known;
    } else {
      ++appended.added;
      bugs.push_back(&finding.found());
    }
  }
  std::string text;
  for (const std::vector<const Case*>& cause : by_cause(std::move(bugs))) {
    if (!before->empty() || !text.empty()) text += "\n---\n\n";
    text += common_issue_text(cause);
    for (const Case* found : cause) text += mark_of(*found);
  }
  if (!text.empty() && !append_to(file, text, before->size()))
    return environment_error(fmt::format("cannot write {}", file));
  return appended;
}

}  // namespace pg
