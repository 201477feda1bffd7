#include <array>

#include "report/json.h"

namespace pg {
namespace {

struct KindRule {
  FindingKind kind;
  const char* text;
};
constexpr auto kRules = std::to_array<KindRule>({
    {FindingKind::WrongUnsat, "The solver says unsat of a formula that has a model."},
    {FindingKind::WrongSat, "The solver says sat of a formula that has no model."},
    {FindingKind::InvalidModel, "The solver gives a model that makes the formula false."},
    {FindingKind::Contradiction,
     "The solver gives another answer than the one that follows from its own by proved rules."},
    {FindingKind::Disagreement, "Solvers give different answers, and no model tells who is right."},
    {FindingKind::Crash, "The solver crashes."},
});

}  // namespace

std::string report_sarif(const Report& report) {
  Json rules = Json::array();
  for (const KindRule& rule : kRules)
    rules.push_back({{"id", name_of(rule.kind)}, {"shortDescription", {{"text", rule.text}}}});
  Json results = Json::array();
  for (const ReportFinding& finding : report.findings) {
    const FindingRow& row = finding.row;
    const std::string file = finding.bug.reduced.empty() ? "original.smt2" : "reduced.smt2";
    const Json place = {{"artifactLocation", {{"uri", folder_of(row) + "/" + file}}},
                        {"region", {{"startLine", 1}}}};
    results.push_back(
        {{"ruleId", row.kind},
         {"level", row.flaky ? "warning" : "error"},
         {"message", {{"text", finding.problem.empty() ? finding.bug.sentence + "." : row.kind}}},
         {"locations", {{{"physicalLocation", place}}}},
         {"partialFingerprints", {{"polygraph/v1", row.fingerprint}}},
         {"properties",
          {{"solver", row.solver},
           {"version", finding.bug.version},
           {"logic", finding.bug.logic},
           {"strategy", row.strategy},
           {"seed", row.seed},
           {"duplicates", row.duplicates}}}});
  }
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
