#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input.h"
#include "program/elements_script.h"
#include "program/write.h"

namespace pg {
namespace {

using Json = nlohmann::ordered_json;

// The words of the schema; an equivalent mutant is one that is left out of the score.
const char* schema_status(const MutantResult& mutant) {
  switch (mutant.status) {
    case MutantStatus::Killed:
    case MutantStatus::KilledByTrap:
    case MutantStatus::KilledBySanitizer:
      return "Killed";
    case MutantStatus::KilledByTimeout:
      return "Timeout";
    case MutantStatus::ProvedEquivalent:
    case MutantStatus::EquivalentIf:
      return is_equivalent(mutant) ? "Ignored" : "Survived";
    case MutantStatus::BoundExceeded:
    case MutantStatus::Unknown:
    case MutantStatus::Alive:
      return "Survived";
  }
  return "Survived";
}

// What stands in the place of the region; empty where C does not write it.
std::string replacement_of(const TestgenReport& report, const Fault& fault) {
  if (fault.patch.empty()) return "";
  SourceChange change = fault.patch;
  const size_t begin = change.front().begin;
  const size_t end = change.back().end;
  for (SourceEdit& edit : change) {
    edit.begin -= begin;
    edit.end -= begin;
  }
  return apply_change(std::string_view(report.source).substr(begin, end - begin), change);
}

Json mutant_json(const TestgenReport& report, const MutantResult& mutant) {
  const SourceRegion place = region_of(report, mutant.fault);
  Json json = {{"id", fmt::format("{}", mutant.fault.id)},
               {"mutatorName", mutant.fault.op},
               {"description", mutant.fault.change},
               {"location",
                {{"start", {{"line", place.begin.line}, {"column", place.begin.column}}},
                 {"end", {{"line", place.end.line}, {"column", place.end.column}}}}},
               {"status", schema_status(mutant)},
               {"statusReason", verdict_text(mutant)}};
  const std::string replacement = replacement_of(report, mutant.fault);
  if (!replacement.empty()) json["replacement"] = replacement;
  if (mutant.test > 0) json["killedBy"] = {fmt::format("{}", mutant.test)};
  return json;
}

}  // namespace

// https://github.com/stryker-mutator/mutation-testing-elements, schema 2
std::vector<OutputFile> write_elements(const TestgenReport& report, std::string_view source) {
  Json files = Json::object();
  files[report.file] = {{"language", "c"}, {"source", source}, {"mutants", Json::array()}};
  for (const MutantResult& mutant : report.mutants) {
    const std::string& name = mutant.fault.file.empty() ? report.file : mutant.fault.file;
    if (!files.contains(name)) {
      const Result<std::string> text = read_input(name);
      files[name] = {{"language", "c"}, {"source", text ? *text : ""}, {"mutants", Json::array()}};
    }
    files[name]["mutants"].push_back(mutant_json(report, mutant));
  }
  Json tests = Json::array();
  for (size_t i = 0; i < report.tests.size(); ++i)
    tests.push_back({{"id", fmt::format("{}", i + 1)},
                     {"name", call_text(report.interface, report.tests[i].input)}});
  const Json json = {{"schemaVersion", "2"},
                     {"thresholds", {{"high", 100}, {"low", 80}}},
                     {"files", files},
                     {"testFiles", {{std::string(kDriverName), {{"tests", tests}}}}}};
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  // A script ends at the first </, whatever string it stands in.
  std::string safe;
  for (const char c : text) safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  const std::string page = fmt::format(
      "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n"
      "<script>{2}</script>\n</head>\n<body>\n"
      "<mutation-test-report-app title-postfix=\"{0}\"></mutation-test-report-app>\n<script>\n"
      "document.querySelector('mutation-test-report-app').report = {1};\n"
      "</script>\n</body>\n</html>\n",
      escape_xml(base_name(report.file)), safe, elements_script());
  return {{"mutation.json", text + "\n"}, {"mutation.html", page}};
}

}  // namespace pg
