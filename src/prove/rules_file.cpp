#include "prove/rules_file.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input.h"
#include "base/printable.h"
#include "base/toml.h"
#include "prove/settings.h"
#include "term/traverse.h"

namespace pg {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxRules = 1000;
constexpr size_t kMaxName = 100;

// The columns of a rule, by their names in a file, a record and a certificate.
struct Column {
  std::string_view key;
  std::string RuleText::*text;
};
constexpr auto kColumns = std::to_array<Column>({{"terms", &RuleText::terms},
                                                 {"constants", &RuleText::constants},
                                                 {"stronger", &RuleText::stronger},
                                                 {"weaker", &RuleText::weaker},
                                                 {"where", &RuleText::where}});

// One key of a rule.
Result<bool> read_key(std::string_view key, const toml::node& value, OwnRule& rule) {
  if (key == "equivalent") {
    const auto* flag = value.as_boolean();
    if (!flag) return toml_error(value.source(), "'equivalent' must be true or false");
    rule.text.equivalent = flag->get();
    return true;
  }
  std::string* text = key == "name" ? &rule.name : key == "note" ? &rule.note : nullptr;
  for (const Column& column : kColumns)
    if (key == column.key) text = &(rule.text.*column.text);
  if (!text)
    return toml_error(value.source(),
                      fmt::format("a rule has no '{}'; known: name, terms, constants, stronger, "
                                  "weaker, where, equivalent, note",
                                  printable(key)));
  const auto* given = value.as_string();
  if (!given) return toml_error(value.source(), fmt::format("'{}' must be a text", key));
  *text = given->get();
  return true;
}

Result<OwnRule> read_rule(const toml::table& table) {
  OwnRule rule;
  rule.place = {table.source().begin.line, table.source().begin.column};
  for (const auto& [key, value] : table)
    if (const Result<bool> read = read_key(key.str(), value, rule); !read) return read.error();
  for (const std::string_view key : {"name", "terms", "stronger", "weaker"})
    if (!table.contains(key))
      return toml_error(table.source(), fmt::format("a rule needs a '{}'", key));
  const bool plain = std::ranges::all_of(rule.name, [](char c) { return c >= ' ' && c <= '~'; });
  if (rule.name.empty() || rule.name.size() > kMaxName || !plain)
    return toml_error(table.get("name")->source(), "a name is a short line of text");
  const auto place = [&](std::string_view key) {
    const toml::node* node = table.get(key);
    return node ? node->source() : table.source();
  };
  if (const std::optional<RuleFault> fault = normalise(rule.text))
    return toml_error(place(fault->key),
                      fmt::format("rule '{}': {}", rule.name, printable(fault->message)));
  if (const std::string fault = fault_of_sorts(rule.text.rule()); !fault.empty())
    return toml_error(place("stronger"), fmt::format("rule '{}': {}", rule.name, printable(fault)));
  return rule;
}

// Applications of operators to each other, literals and the variables of the rule: nothing that
// what reads a row does not expect. What solvers prove of regular expressions with variables rests
// on definitions that were made for our own rules.
std::string fault_of_terms(const Pool& pool, const RuleInstance& instance) {
  std::string fault;
  for (const Term root : {instance.stronger, instance.weaker, instance.where}) {
    if (!root) continue;
    post_order(pool, root, [&](Term term) {
      const HeadKind kind = pool.kind(term);
      const bool variable = std::ranges::count(instance.terms, term) > 0 ||
                            std::ranges::count(instance.constants, term) > 0;
      const bool plain = kind == HeadKind::Operator && pool.op(term)->binder == 0;
      if (!plain && !variable && kind != HeadKind::Literal)
        fault = "a rule has nothing but operators, literals and its variables";
      if (pool.sort(term) == kRegLan && pool.has(term, kHasVariable))
        fault = "a regular expression in a rule has no variables";
    });
  }
  return fault;
}

}  // namespace

RuleText rule_from_json(const Json& json) {
  RuleText text;
  for (const Column& column : kColumns)
    text.*column.text = json.value(std::string(column.key), std::string());
  text.equivalent = json.value("equivalent", false);
  return text;
}

Json rule_to_json(const RuleText& text) {
  Json json = Json::object();
  for (const Column& column : kColumns)
    if (!(text.*column.text).empty()) json[std::string(column.key)] = text.*column.text;
  if (text.equivalent) json["equivalent"] = true;
  return json;
}

Result<std::shared_ptr<const OwnRules>> read_rules(std::string_view text) {
  const Result<toml::table> table = read_toml(text);
  if (!table) return table.error();
  for (const auto& [key, value] : *table)
    if (key != "rule" || !value.is_array_of_tables())
      return toml_error(value.source(), "a file of rules has nothing but [[rule]]");
  const toml::array* rows = table->get_as<toml::array>("rule");
  if (!rows) return Error{{1, 1}, "there is no [[rule]]"};
  if (rows->size() > kMaxRules) return Error{{1, 1}, "too many rules"};
  std::vector<OwnRule> rules;
  for (const toml::node& row : *rows) {
    Result<OwnRule> rule = read_rule(*row.as_table());
    if (!rule) return rule.error();
    if (std::ranges::find(rules, rule->name, &OwnRule::name) != rules.end())
      return Error{rule->place, fmt::format("a second rule '{}'", rule->name)};
    rules.push_back(*std::move(rule));
  }
  return std::shared_ptr<const OwnRules>(std::make_shared<OwnRules>(std::move(rules)));
}

std::string fault_of_sorts(const Rule& rule) {
  const std::vector<const Setting*> settings = solver_settings(rule);
  if (settings.empty()) return "its letters do not go together: n; e and s; A and B; Num";
  bool anywhere = false;
  std::string fault;
  for (const Setting* setting : settings) {
    const RuleAt made(rule, *setting, kDatatype);
    if (made.instances.empty()) {
      fault = fmt::format("at {}: {}", setting->name, made.fault);
      // A sort letter may stand for what no setting has: only what is proved for an uninterpreted
      // sort, too, holds for all.
      if (!setting->sorts.empty()) return fault;
      continue;
    }
    anywhere = true;
    for (const RuleInstance& instance : made.instances)
      if (std::string wrong = fault_of_terms(made.pool, instance); !wrong.empty()) return wrong;
  }
  return anywhere ? std::string() : fault;
}

std::string record_path(const std::string& file) { return file + ".proved"; }

std::string record_text(const OwnRules& rules, std::span<const RuleProof> proofs,
                        std::span<const Solver> solvers) {
  Json proved = Json::array();
  for (size_t i = 0; i < proofs.size(); ++i) {
    if (!is_accepted(proofs[i].evidence())) continue;
    Json by = Json::array();
    for (size_t each = 0; each < solvers.size(); ++each)
      if (proofs[i].by_solver[each] == ProofResult::Proved)
        by.push_back({{"name", solvers[each].name}, {"version", solvers[each].version}});
    proved.push_back({{"name", rules.all()[i].name},
                      {"rule", rule_to_json(rules.all()[i].text)},
                      {"evidence", name_of(proofs[i].evidence())},
                      {"solvers", std::move(by)},
                      {"at", proofs[i].settings},
                      {"all values at", proofs[i].by_enumeration.complete}});
  }
  const Json record = {{"polygraph", POLYGRAPH_VERSION}, {"proved", std::move(proved)}};
  return record.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<RuleText> read_record(std::string_view text) {
  std::vector<RuleText> rules;
  const Json json = Json::parse(text, nullptr, false);
  try {
    if (!json.is_object() || json.at("polygraph") != POLYGRAPH_VERSION) return {};
    for (const Json& each : json.at("proved")) rules.push_back(rule_from_json(each.at("rule")));
  } catch (const Json::exception&) {
    return {};
  }
  return rules;
}

Result<std::shared_ptr<const OwnRules>> load_proved_rules(const std::string& file) {
  const Result<std::string> text = read_input(file);
  if (!text) return text.error();
  Result<std::shared_ptr<const OwnRules>> rules = read_rules(*text);
  if (!rules) return rules;
  const Result<std::string> record = read_input(record_path(file));
  const std::vector<RuleText> proved = record ? read_record(*record) : std::vector<RuleText>();
  for (const OwnRule& rule : (*rules)->all())
    if (std::ranges::find(proved, rule.text) == proved.end())
      return Error{rule.place, fmt::format("rule '{}' is not proved as it stands here; run "
                                           "polygraph rules --rules {} --prove",
                                           rule.name, file)};
  return rules;
}

}  // namespace pg
