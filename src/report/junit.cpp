#include <fmt/format.h>

#include "report/json.h"
#include "report/text.h"

namespace pg {
namespace {

// The formats ask for a time without a zone.
std::string timestamp_of(const std::string& started) {
  constexpr std::string_view kPattern = "dddd-dd-ddTdd:dd:dd";
  bool good = started.size() >= kPattern.size();
  for (size_t i = 0; good && i < kPattern.size(); ++i)
    good = kPattern[i] == 'd' ? started[i] >= '0' && started[i] <= '9' : started[i] == kPattern[i];
  return good ? started.substr(0, kPattern.size()) : "1970-01-01T00:00:00";
}

// A test that passes says that a solver was tested and nothing was found. One that never answered
// was not tested, which is an error. What cannot be read names no solver.
std::string suite_text(const Report& report, const std::string& solver, size_t number,
                       const std::string& timestamp, double seconds) {
  constexpr size_t kMaxText = 16 << 10;
  const std::string name = escape_xml_text(solver.empty() ? ReportFinding::kUnreadable : solver);
  std::string cases;
  size_t failures = 0;
  for (const ReportFinding& finding : report.findings) {
    if (finding.found().liar.name != solver) continue;
    ++failures;
    cases += fmt::format(
        "    <testcase name=\"{}\" classname=\"{}\" time=\"0\">\n"
        "      <failure type=\"{}\" message=\"{}\">{}\n{}</failure>\n    </testcase>\n",
        escape_xml_text(finding.found().fingerprint), name, finding.kind(),
        escape_xml_text(cut(finding.sentence(), kMaxText)), finding.folder(),
        escape_xml_text(cut(finding.found().formula(), kMaxText)));
  }
  const bool silent = failures == 0 && report.counters.solver(solver).decided() == 0;
  if (silent)
    cases = fmt::format(
        "    <testcase name=\"it answers\" classname=\"{}\" time=\"0\">\n"
        "      <error type=\"not-tested\" message=\"it never answered sat or unsat: nothing was "
        "tested\"/>\n    </testcase>\n",
        name);
  else if (failures == 0)
    cases =
        fmt::format("    <testcase name=\"no lie is found\" classname=\"{}\" time=\"0\"/>\n", name);
  return fmt::format(
      "  <testsuite name=\"{}\" package=\"polygraph\" id=\"{}\" timestamp=\"{}\" "
      "hostname=\"localhost\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n"
      "    <properties><property name=\"polygraph\" value=\"{}\"/></properties>\n"
      "{}    <system-out/>\n    <system-err/>\n  </testsuite>\n",
      name, number, timestamp, std::max<size_t>(failures, 1), failures, silent ? 1 : 0, seconds,
      POLYGRAPH_VERSION, cases);
}

}  // namespace

std::string report_junit(const Report& report) {
  const Json summary = summary_json(report);
  const std::string timestamp = timestamp_of(summary["started"]);
  std::string suites;
  size_t number = 0;
  for (const Json& solver : summary["solvers"])
    suites += suite_text(report, solver["name"], number++, timestamp, summary["seconds"]);
  if (!std::ranges::all_of(report.findings, &ReportFinding::is_readable))
    suites += suite_text(report, "", number, timestamp, summary["seconds"]);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
}

}  // namespace pg
