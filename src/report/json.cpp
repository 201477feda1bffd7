#include "report/json.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bug/issue.h"
#include "campaign/options.h"
#include "report/text.h"
#include "theory/theories.h"

namespace pg {
namespace {

constexpr size_t kMaxSamples = 2000;
constexpr size_t kMaxReasons = 100;
constexpr size_t kMaxExamples = 5;
constexpr size_t kMaxNesting = 100;

std::string setting(const Report& report, const std::string& name) {
  const auto found = report.settings.find(name);
  return found == report.settings.end() ? "" : found->second;
}

// How deep a text of JSON nests, at most.
size_t nesting_of(std::string_view text) {
  size_t depth = 0;
  size_t deepest = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return deepest;
}

// A setting that is JSON; null if it is missing or none. The library recurses where it writes JSON.
Json json_setting(const Report& report, const std::string& name) {
  const std::string text = setting(report, name);
  if (nesting_of(text) > kMaxNesting) return {};
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Json() : json;
}

// A setting that is a time; 0 if it is none.
double seconds_setting(const Report& report, const std::string& name) {
  const double seconds = std::strtod(setting(report, name).c_str(), nullptr);
  return std::isfinite(seconds) && seconds > 0 ? seconds : 0;
}

void add_new(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

std::string text_of(const Json& json, const char* name) {
  if (!json.is_object() || !json.contains(name) || !json[name].is_string()) return "";
  return json[name];
}

// Those of the setting first, then whoever else was counted or lied.
Json solvers_json(const Report& report) {
  const Json set = json_setting(report, "solvers");
  std::vector<std::string> names;
  if (set.is_array())
    for (const Json& each : set)
      if (const std::string name = text_of(each, "name"); !name.empty()) add_new(names, name);
  for (const auto& [name, counts] : report.counters.solvers) add_new(names, name);
  for (const ReportFinding& finding : report.findings)
    if (finding.is_readable()) add_new(names, finding.found().liar.name);

  Json solvers = Json::array();
  for (const std::string& name : names) {
    Json solver = {{"name", name}, {"version", ""}, {"command", ""}};
    if (set.is_array()) {
      for (const Json& each : set) {
        if (text_of(each, "name") != name) continue;
        solver["version"] = text_of(each, "version");
        solver["command"] = text_of(each, "command");
      }
    }
    const SolverCounts& counts = report.counters.solver(name);
    solver["calls"] = counts.calls;
    Json answers = Json::object();
    for (size_t i = 0; i < kAnswerKinds; ++i)
      if (counts.answers[i] > 0)
        answers[std::string(name_of(static_cast<AnswerKind>(i)))] = counts.answers[i];
    solver["answers"] = std::move(answers);
    solver["findings"] = std::ranges::count_if(
        report.findings, [&](const ReportFinding& each) { return each.found().liar.name == name; });
    solvers.push_back(std::move(solver));
  }
  return solvers;
}

Json strategies_json(const Report& report) {
  std::vector<std::string> names;
  const Json set = json_setting(report, "strategies");
  if (set.is_array())
    for (const Json& each : set)
      if (each.is_string()) add_new(names, each);
  for (const auto& [name, counts] : report.counters.strategies) add_new(names, name);
  if (report.counters.seeds.calls > 0) add_new(names, std::string(kNoStrategy));
  std::map<std::string, uint64_t> found;
  for (const ReportFinding& finding : report.findings) {
    if (!finding.is_readable()) continue;
    add_new(names, finding.found().origin.strategy);
    ++found[finding.found().origin.strategy];
  }
  Json strategies = Json::array();
  for (const std::string& name : names) {
    const StrategyCounts& counts =
        name == kNoStrategy ? report.counters.seeds : report.counters.strategy(name);
    strategies.push_back({{"name", name},
                          {"tries", counts.tries},
                          {"mutants", counts.mutants},
                          {"calls", counts.calls},
                          {"found", found[name]},
                          {"goals", counts.goals},
                          {"covered", counts.covered}});
  }
  return strategies;
}

// In columns; thinned out, but the last one stays.
Json samples_json(const Report& report) {
  const std::vector<SampleRow>& samples = report.samples;
  const size_t stride = samples.size() / kMaxSamples + 1;
  std::vector<const SampleRow*> kept;
  for (size_t i = 0; i < samples.size(); ++i)
    if (i % stride == 0 || i + 1 == samples.size()) kept.push_back(&samples[i]);
  Json json = {
      {"seconds", Json::array()}, {"findings", Json::array()}, {"counters", Json::object()}};
  for (size_t i = 0; i < kept.size(); ++i) {
    json["seconds"].push_back(kept[i]->seconds);
    json["findings"].push_back(kept[i]->findings);
    for (const Count& each : counts_of(kept[i]->counters)) {
      if (!has_curve(each.metric)) continue;
      Json* column = &json["counters"][std::string(each.metric)];
      for (const std::string& label : {each.subject, each.detail})
        if (!label.empty()) column = &(*column)[label];
      // What was not counted yet is zero.
      if (column->is_null()) *column = std::vector<uint64_t>(kept.size());
      (*column)[i] = each.value;
    }
  }
  return json;
}

uint64_t models_of(const Report& report, Verdict verdict) {
  return report.counters.models[static_cast<size_t>(verdict)];
}

Json spent_json(const Report& report) {
  Json spent = Json::object();
  for (size_t i = 0; i < kSpentKinds; ++i)
    if (report.counters.spent[i] > 0)
      spent[std::string(name_of(static_cast<Spent>(i)))] = report.counters.spent[i];
  return spent;
}

Json seeds_json(const Report& report) {
  struct Logic {
    uint64_t seeds = 0;
    uint64_t taken = 0;
  };
  struct Reason {
    uint64_t count = 0;
    Json examples = Json::array();
  };
  std::map<std::string, Logic> logics;
  std::map<std::string, Reason> reasons;
  uint64_t taken = 0;
  Json trivial = Json::array();
  for (const SeedRow& seed : report.seeds) {
    if (!seed.skipped.empty()) {
      Reason& reason = reasons[cut(seed.skipped, 200)];
      ++reason.count;
      if (reason.examples.size() < kMaxExamples) reason.examples.push_back(cut(seed.path, 300));
      continue;
    }
    if (seed.facts.trivial && trivial.size() < kMaxExamples) trivial.push_back(cut(seed.path, 300));
    Logic& logic = logics[cut(seed.logic, 60)];
    ++logic.seeds;
    logic.taken += seed.taken;
    taken += seed.taken;
  }
  Json by_logic = Json::array();
  for (const auto& [name, logic] : logics)
    by_logic.push_back({{"logic", name}, {"seeds", logic.seeds}, {"taken", logic.taken}});
  std::vector<std::pair<std::string, Reason>> sorted(reasons.begin(), reasons.end());
  std::ranges::stable_sort(
      sorted, [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  Json skipped = Json::array();
  uint64_t other = 0;
  for (const auto& [why, reason] : sorted) {
    if (skipped.size() < kMaxReasons)
      skipped.push_back({{"why", why}, {"count", reason.count}, {"examples", reason.examples}});
    else
      other += reason.count;
  }
  if (other > 0)
    skipped.push_back({{"why", "other reasons"}, {"count", other}, {"examples", Json::array()}});
  return {{"total", report.seeds.size()},
          {"taken", taken},
          {"opaque", report.counters.seeds_opaque},
          {"trivial", {{"count", report.counters.seeds_trivial}, {"examples", trivial}}},
          {"logics", by_logic},
          {"skipped", skipped}};
}

uint64_t uses_of(const Report& report, std::string_view name) {
  const auto found = report.counters.operators.find(std::string(name));
  return found == report.counters.operators.end() ? 0 : found->second;
}

// The operators of each theory and how many mutants use them. A counter has no more than a name,
// so that operators of one name share it.
Json theories_json(const Report& report) {
  Json list = Json::array();
  for (const Theory* theory : theories()) {
    Json operators = Json::array();
    std::set<std::string_view> seen;
    for (const OpSpec& op : theory->ops)
      if (seen.insert(op.name).second) operators.push_back({op.name, uses_of(report, op.name)});
    list.push_back({{"name", theory->name}, {"operators", operators}});
  }
  return list;
}

Json explanation_json(const Explanation& explanation) {
  Json assertions = Json::array();
  for (const ExplainedAssertion& each : explanation.assertions) {
    Json steps = Json::array();
    for (const ExplainedStep& step : each.steps)
      steps.push_back({step.depth, step.term, step.value});
    assertions.push_back({{"line", each.line}, {"value", each.value}, {"steps", steps}});
  }
  return {{"file", explanation.file},
          {"holds", explanation.holds},
          {"assertions", assertions},
          {"left_out", explanation.left_out},
          {"note", explanation.note}};
}

Json kinds_json() {
  Json list = Json::array();
  for (const KindSpec& spec : kinds())
    list.push_back({{"name", spec.name}, {"label", spec.label}, {"description", spec.description}});
  return list;
}

// The certificate for people.
struct EvidenceText {
  const Case& found;
  std::string operator()(const OtherAnswers&) const {
    const auto line = [](const SolverId& solver, AnswerKind answer) {
      return fmt::format("{}{}{} answers {}\n", solver.name, solver.version.empty() ? "" : " ",
                         solver.version, name_of(answer));
    };
    std::string text = line(found.liar, found.answer);
    for (const Witness& witness : found.witnesses) text += line(witness.solver, witness.answer);
    return text;
  }
  std::string operator()(const TrueModel& proof) const { return proof.model; }
  std::string operator()(const FalseModel& wrong) const { return wrong.model + "\n" + wrong.why; }
  std::string operator()(const OwnCheck& check) const { return check.message; }
  std::string operator()(const ByRules& rules) const {
    std::string text;
    for (const ChainStep& step : rules.chain.steps)
      text += fmt::format(
          "{} became {}\n  by {}\n", step.before, step.after,
          step.equal ? "expanding it" : fmt::format("{}", fmt::join(step.rules, ", then ")));
    return text;
  }
  std::string operator()(const Breakdown& breakdown) const { return breakdown.message; }
};

std::string evidence_text(const Case& found) {
  return std::visit(EvidenceText{found}, found.certificate);
}

// What kind of text that is. A few certificates are not those that their kind has as a rule.
std::string_view evidence_heading(const Case& found) {
  if (std::holds_alternative<OwnCheck>(found.certificate)) return "What its own check says";
  if (std::holds_alternative<ByRules>(found.certificate))
    return spec_of(Kind::Contradiction).certificate;
  return spec_of(found.kind).certificate;
}

// In pairs, whoever is wrong first.
Json answers_json(const Case& found) {
  Json answers = Json::array();
  answers.push_back(Json::array({found.liar.name, name_of(found.answer)}));
  for (const Witness& witness : found.witnesses)
    answers.push_back(Json::array({witness.solver.name, name_of(witness.answer)}));
  return answers;
}

// Those that cannot be read come last.
size_t rank_of(const ReportFinding& finding) {
  const Case& found = finding.found();
  return finding.is_readable()
             ? 2 * static_cast<size_t>(found.kind) + (found.liar.options.empty() ? 0 : 1)
             : 2 * kinds().size();
}

}  // namespace

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json summary_json(const Report& report) {
  return {{"polygraph", setting(report, "polygraph")},
          {"rng", setting(report, "rng")},
          {"started", setting(report, "started")},
          {"seconds", seconds_setting(report, "seconds")},
          {"budget", seconds_setting(report, "budget")},
          {"jobs", setting(report, "jobs")},
          {"options", json_setting(report, "options")},
          {"solvers", solvers_json(report)},
          {"strategies", strategies_json(report)},
          {"repeats", report.counters.repeats},
          {"time",
           {{"solvers", report.counters.waited},
            {"workers", report.counters.worked},
            {"spent", spent_json(report)}}},
          {"models",
           {{"true", models_of(report, Verdict::True)},
            {"false", models_of(report, Verdict::False)},
            {"unknown", models_of(report, Verdict::Unknown)}}},
          {"samples", samples_json(report)},
          {"seeds", seeds_json(report)},
          {"kinds", kinds_json()},
          {"theories", theories_json(report)}};
}

Json row_json(const ReportFinding& finding) {
  const Case& found = finding.found();
  constexpr size_t kMaxText = 300;
  return {{"id", cut(found.fingerprint, kMaxText)},
          {"kind", finding.kind()},
          {"rank", rank_of(finding)},
          {"solver", cut(found.liar.name, kMaxText)},
          {"strategy", cut(found.origin.strategy, kMaxText)},
          {"seed", cut(found.origin.seed_file, kMaxText)},
          {"theories", finding.theories},
          {"shelf", name_of(finding.row.shelf)},
          {"reduced", name_of(found.reduced)},
          {"flaky", found.flaky},
          {"seconds", finding.row.seconds},
          {"calls", finding.row.calls},
          {"bytes", found.formula().size()},
          {"sentence", cut(finding.sentence(), kMaxText)}};
}

Json details_json(const ReportFinding& finding, size_t limit) {
  if (!finding.is_readable()) return {{"problem", finding.row.problem}};
  Case found = finding.found();
  for (std::string* text : {&found.origin.recipe, &found.origin.steps, &found.origin.seed,
                            &found.original, &found.smaller, &found.output})
    *text = cut(*text, limit);
  return {{"formula", found.formula()},
          {"file", formula_file(found)},
          {"folder", finding.folder()},
          {"version", found.liar.version},
          {"repro", fmt::format("cd {} && ./{}", finding.folder(), bug_file::kRepro)},
          {"heading", evidence_heading(found)},
          {"certificate", cut(evidence_text(found), limit)},
          {"evaluation", explanation_json(finding.explanation)},
          {"answers", answers_json(found)},
          {"seed", cut(finding.printed.seed, limit)},
          {"mutant", cut(finding.printed.mutant, limit)},
          {"recipe", found.origin.recipe},
          {"steps", found.origin.steps},
          {"output", found.output},
          {"issue", cut(issue_text(found), 4 * limit)}};
}

Json duplicates_json(const Report& report) {
  Json list = Json::array();
  for (const ReportFinding& finding : report.findings) list.push_back(finding.row.duplicates);
  return list;
}

std::string report_json(const Report& report) {
  Json json = summary_json(report);
  Json findings = Json::array();
  for (const ReportFinding& finding : report.findings) {
    Json each = row_json(finding);
    each["duplicates"] = finding.row.duplicates;
    each["folder"] = finding.folder();
    if (finding.is_readable()) {
      const Case& found = finding.found();
      each["version"] = found.liar.version;
      each["command"] = found.command;
      each["recipe"] = found.origin.recipe;
      each["answers"] = answers_json(found);
      each["formula"] = found.formula();
      each["certificate"] = evidence_text(found);
      each["evaluation"] = explanation_json(finding.explanation);
    }
    findings.push_back(std::move(each));
  }
  json["findings"] = std::move(findings);
  return dump(json, 1) + "\n";
}

}  // namespace pg
