#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "program/testgen.h"
#include "program/write.h"

namespace pg {

// SARIF 2.1.0: what no test kills and no proof excuses.
std::vector<OutputFile> write_sarif(const TestgenReport& report, std::string_view) {
  using Json = nlohmann::ordered_json;
  Json rules = Json::array();
  for (const MutationOperatorInfo& op : list_mutation_operators())
    rules.push_back({{"id", op.name}, {"shortDescription", {{"text", op.summary}}}});
  Json results = Json::array();
  for (const MutantResult& mutant : report.mutants) {
    if (is_killed(mutant.status) || is_equivalent(mutant)) continue;
    const SourceRegion place = region_of(report, mutant.fault);
    const Json region = {{"startLine", place.begin.line},
                         {"startColumn", place.begin.column},
                         {"endLine", place.end.line},
                         {"endColumn", place.end.column}};
    results.push_back(
        {{"ruleId", mutant.fault.op},
         {"level", "warning"},
         {"message",
          {{"text", fmt::format("No test notices that {} ({}).", change_text(report, mutant.fault),
                                verdict_text(mutant))}}},
         {"locations",
          {{{"physicalLocation",
             {{"artifactLocation",
               {{"uri", mutant.fault.file.empty() ? report.file : mutant.fault.file}}},
              {"region", region}}}}}}});
  }
  const Json json = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool",
          {{"driver", {{"name", "polygraph"}, {"version", POLYGRAPH_VERSION}, {"rules", rules}}}}},
         {"columnKind", "unicodeCodePoints"},
         {"results", results}}}}};
  return {{"survivors.sarif", json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"}};
}

}  // namespace pg
