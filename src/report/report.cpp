#include "report/report.h"

#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "report/text.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

constexpr auto kSettings =
    std::to_array<std::string_view>({"polygraph", "rng", "started", "seconds", "budget", "jobs",
                                     "solvers", "strategies", "options"});

// The old file stays until the new one is complete.
bool write_file(const fs::path& path, const std::string& text) {
  const fs::path made = path.string() + ".new";
  std::ofstream file(made, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  std::error_code error;
  if (file.good()) fs::rename(made, path, error);
  if (file.good() && !error) return true;
  fs::remove(made, error);
  return false;
}

}  // namespace

ReportFinding read_finding(FindingRow row) {
  ReportFinding finding{.row = std::move(row)};
  Result<Bug> bug = read_bug_text(finding.row.bug);
  finding.row.bug.clear();
  if (!bug) {
    finding.problem = bug.error().message;
    return finding;
  }
  finding.bug = *std::move(bug);
  finding.theories = theories_of(formula_of(finding.bug));
  finding.explanation = explain_bug(finding.bug);
  finding.printed = print_alike(finding.bug);
  return finding;
}

Report read_campaign(Store& store) {
  Report report;
  for (const std::string_view name : kSettings)
    if (std::optional<std::string> value = store.setting(name))
      report.settings.emplace(name, *std::move(value));
  report.counters = store.counters();
  report.seeds = store.seeds();
  report.samples = store.samples();
  return report;
}

Report read_report(Store& store) {
  Report report = read_campaign(store);
  for (FindingRow& row : store.findings()) report.findings.push_back(read_finding(std::move(row)));
  return report;
}

const std::string& formula_of(const Bug& bug) {
  return bug.reduced.empty() ? bug.original : bug.reduced;
}

std::string folder_of(const FindingRow& finding) {
  return "bugs/" + safe_name(finding.fingerprint);
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
    return Error{{}, fmt::format("cannot write {}", path.string())};
  };
  const fs::path place(folder);
  std::vector<std::string> written;
  for (const File& file : kFiles) {
    if (!write_file(place / file.name, file.text(report))) return failed(place / file.name);
    written.push_back((place / file.name).string());
  }
  const fs::path issues = place / "issues";
  std::error_code error;
  fs::create_directories(issues, error);
  for (const ReportFinding& finding : report.findings) {
    if (!finding.problem.empty()) continue;
    const fs::path path = issues / (safe_name(finding.row.fingerprint) + ".md");
    if (!write_file(path, issue_text(finding.bug))) return failed(path);
  }
  written.push_back(issues.string());
  return written;
}

}  // namespace pg
