#include "prove/obligations.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/check.h"
#include "prove/languages.h"
#include "prove/settings.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

std::string declarations(const RuleAt& rule, const RuleInstance& instance, const Setting& setting) {
  std::string text = "(set-logic ALL)\n";
  for (const auto& [letter, sort] : setting.sorts) {
    if (sort == "T") text += fmt::format("{}\n", kDatatype);
    if (sort == "U" && text.find("declare-sort") == std::string::npos)
      text += "(declare-sort U 0)\n";
  }
  const Pool& pool = rule.pool;
  for (const std::vector<Term>* list : {&instance.terms, &instance.constants})
    for (const Term variable : *list)
      if (pool.sort(variable) != kRegLan)
        text += fmt::format("(declare-const {} {})\n", pool.text(pool.data(variable).name),
                            print_sort(pool, pool.sort(variable)));
  if (rule.function) {
    const HeadData& function = pool.data(rule.function);
    text += fmt::format("(declare-fun {} ({}) {})\n", pool.text(function.name),
                        print_sort(pool, function.params[0]), print_sort(pool, function.sort));
  }
  return text;
}

std::string script_of(RuleAt& rule, RuleInstance instance, const Setting& setting, bool backwards) {
  std::string text = declarations(rule, instance, setting);
  Languages languages(rule.pool);
  if (languages.has_variables(instance.stronger) || languages.has_variables(instance.weaker)) {
    instance.stronger = languages.define(instance.stronger);
    instance.weaker = languages.define(instance.weaker);
    CHECK(instance.stronger && instance.weaker, "a regular expression without a definition");
    text += languages.text();
  }
  auto add = [&](std::string_view format, Term term) {
    text += fmt::format(fmt::runtime(format), print_term(rule.pool, term));
  };
  if (instance.where) add("(assert {})\n", instance.where);
  add("(assert {})\n", backwards ? instance.weaker : instance.stronger);
  add("(assert (not {}))\n", backwards ? instance.stronger : instance.weaker);
  return text + "(check-sat)\n";
}

}  // namespace

std::vector<Obligation> obligations_at(const Rule& rule, const Setting& setting) {
  std::vector<Obligation> obligations;
  RuleAt made(rule, setting, kDatatype);
  for (const RuleInstance& instance : made.instances)
    for (const bool backwards : {false, true})
      if (!backwards || rule.equivalent)
        obligations.push_back(
            {setting.name, script_of(made, instance, setting, backwards), backwards, setting.tiny});
  return obligations;
}

std::vector<Obligation> obligations_of(const Rule& rule) {
  std::vector<Obligation> obligations;
  for (const Setting* setting : solver_settings(rule))
    std::ranges::move(obligations_at(rule, *setting), std::back_inserter(obligations));
  return obligations;
}

}  // namespace pg
