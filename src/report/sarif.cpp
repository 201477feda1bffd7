#include "report/json.h"

namespace pg {
namespace {

Json result_of(const ReportFinding& finding) {
  const Case& found = finding.found();
  Json result = {{"level", found.flaky || !finding.is_readable() ? "warning" : "error"},
                 {"message", {{"text", finding.sentence() + "."}}},
                 {"partialFingerprints", {{"polygraph/v2", found.fingerprint}}}};
  if (!finding.is_readable()) return result;
  const std::string file = finding.folder() + "/" + formula_file(found);
  const Json place = {{"artifactLocation", {{"uri", file}}}, {"region", {{"startLine", 1}}}};
  result["ruleId"] = finding.kind();
  result["locations"] = {{{"physicalLocation", place}}};
  result["properties"] = {
      {"solver", found.liar.name},           {"version", found.liar.version},
      {"strategy", found.origin.strategy},   {"seed", found.origin.seed_file},
      {"shelf", name_of(finding.row.shelf)}, {"reduced", name_of(found.reduced)},
      {"duplicates", finding.row.duplicates}};
  return result;
}

}  // namespace

std::string report_sarif(const Report& report) {
  Json rules = Json::array();
  for (const KindSpec& spec : kinds())
    rules.push_back({{"id", spec.name}, {"shortDescription", {{"text", spec.description}}}});
  Json results = Json::array();
  for (const ReportFinding& finding : report.findings) results.push_back(result_of(finding));
  const Json json = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool",
          {{"driver", {{"name", "polygraph"}, {"version", POLYGRAPH_VERSION}, {"rules", rules}}}}},
         {"columnKind", "unicodeCodePoints"},
         {"results", results}}}}};
  return dump(json, 1) + "\n";
}

}  // namespace pg
