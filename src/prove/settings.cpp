#include "prove/settings.h"

#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "base/check.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

const std::vector<Setting>& all_solver_settings() {
  static const std::vector<Setting> kAll = {
      {"n=1", {{'n', 1}}},
      {"n=4", {{'n', 4}}},
      {"n=8", {{'n', 8}}},
      {"n=32", {{'n', 32}}},
      {"Float16", {{'e', 5}, {'s', 11}}},
      {"FP(3,4)", {{'e', 3}, {'s', 4}}, {}, true},
      {"FP(2,3)", {{'e', 2}, {'s', 3}}, {}, true},
      {"Int", {}, {{Letters::kNum, "Int"}}},
      {"Real", {}, {{Letters::kNum, "Real"}}},
      {"T", {}, {{Letters::kData, "T"}, {'A', "Int"}}},
      {"A=Int", {}, {{'A', "Int"}, {'B', "Int"}}},
      {"A=BV2, B=Bool", {}, {{'A', "(_ BitVec 2)"}, {'B', "Bool"}}},
      {"A=U", {}, {{'A', "U"}, {'B', "U"}}},
      {"plain"},
  };
  return kAll;
}

const std::vector<Setting>& all_small_settings() {
  static const std::vector<Setting> kAll = {
      {"n=1", {{'n', 1}}},
      {"n=2", {{'n', 2}}},
      {"n=3", {{'n', 3}}},
      {"FP(2,2)", {{'e', 2}, {'s', 2}}},
      {"FP(2,3)", {{'e', 2}, {'s', 3}}},
      {"FP(3,3)", {{'e', 3}, {'s', 3}}},
      {"Int", {}, {{Letters::kNum, "Int"}}},
      {"Real", {}, {{Letters::kNum, "Real"}}},
      {"T", {}, {{Letters::kData, "T"}, {'A', "Bool"}}},
      {"A=BV2, B=Bool", {}, {{'A', "(_ BitVec 2)"}, {'B', "Bool"}}},
      {"A=Bool, B=BV2", {}, {{'A', "Bool"}, {'B', "(_ BitVec 2)"}}},
      {"Bool"},  // where all values can be listed, of the sorts that are written out
  };
  return kAll;
}

// What letters a rule has: of numbers and of sorts.
std::string letters_in(const Rule& rule) {
  std::string found;
  for (const std::string_view list : {rule.terms, rule.constants}) {
    for (const RuleVariable& variable : rule_variables(list)) {
      for (size_t i = 0; i < variable.sort.size(); ++i) {
        const auto alone = [&](size_t at) {
          return at >= variable.sort.size() ||
                 std::isalpha(static_cast<unsigned char>(variable.sort[at])) == 0;
        };
        const char c = variable.sort[i];
        if (std::isalpha(static_cast<unsigned char>(c)) != 0 && (i == 0 || alone(i - 1)) &&
            alone(i + 1))
          found += c;
      }
      if (variable.sort.find("Num") != std::string_view::npos) found += Letters::kNum;
      if (variable.sort.find("Data") != std::string_view::npos) found += Letters::kData;
    }
  }
  return found;
}

// The setting gives all letters that the rule has, and is about one of them: its first.
bool fits(const Setting& setting, const std::string& letters) {
  const bool plain = setting.numbers.empty() && setting.sorts.empty();
  if (letters.empty() || plain) return letters.empty() && plain;
  const char first = setting.numbers.empty() ? setting.sorts[0].first : setting.numbers[0].first;
  if (letters.find(first) == std::string::npos) return false;
  for (const char letter : letters) {
    const auto is = [&](const auto& entry) { return entry.first == letter; };
    if (std::ranges::none_of(setting.numbers, is) && std::ranges::none_of(setting.sorts, is))
      return false;
  }
  return true;
}

std::vector<const Setting*> fitting(const std::vector<Setting>& all, const Rule& rule) {
  std::vector<const Setting*> found;
  const std::string letters = letters_in(rule);
  for (const Setting& setting : all)
    if (fits(setting, letters)) found.push_back(&setting);
  return found;
}

}  // namespace

constinit const std::string_view kDatatype =
    "(declare-datatypes ((T 0)) (((nil) (cons (head Int) (tail T)) (leaf (val Bool)))))";
constinit const std::string_view kSmallDatatype =
    "(declare-datatypes ((T 0)) (((nil) (cons (head Bool) (tail Bool)) (leaf (val Bool)))))";

std::vector<const Setting*> solver_settings(const Rule& rule) {
  return fitting(all_solver_settings(), rule);
}
std::vector<const Setting*> small_settings(const Rule& rule) {
  return fitting(all_small_settings(), rule);
}

RuleAt::RuleAt(const Rule& rule, const Setting& setting, std::string_view datatype) {
  const ParsedScript declared = parse_script(pool, fmt::format("{}(declare-sort U 0)", datatype));
  CHECK(declared.errors.empty(), "the sorts that stand for all");
  const SortCtor data = declared.script.commands[0].datatypes[0].sort;
  const SortCtor other = declared.script.commands[1].datatypes[0].sort;
  Letters letters;
  letters.numbers = setting.numbers;
  for (const auto& [letter, name] : setting.sorts) {
    Sort sort = pool.sort(SortKind::BitVec, {2});
    if (name == "T") sort = pool.sort(data, {}, {});
    if (name == "U") sort = pool.sort(other, {}, {});
    if (name == "Int") sort = kInt;
    if (name == "Real") sort = kReal;
    if (name == "Bool") sort = kBool;
    letters.sorts.emplace_back(letter, sort);
  }
  for (const RuleVariable& variable : rule_variables(rule.constants)) {
    if (!is_function(variable)) continue;
    const size_t arrow = variable.sort.find(" -> ");
    const Sort from = letters.build(pool, variable.sort.substr(0, arrow));
    const Sort to = letters.build(pool, variable.sort.substr(arrow + 4));
    if (from && to) function = pool.declare(pool.intern(variable.name), std::span(&from, 1), to);
  }
  TermReader reader(pool);
  for (const Head c : pool.constructors(data)) {
    for (const Head d : pool.constructors(data)) {
      if (c == d) continue;
      Letters chosen = letters;
      chosen.constructors = {{'C', c}, {'D', d}};
      std::optional<RuleInstance> made = instantiate(pool, reader, rule, chosen, function, &fault);
      if (made && std::ranges::none_of(instances, [&](const RuleInstance& known) {
            return known.stronger == made->stronger && known.weaker == made->weaker;
          }))
        instances.push_back(*std::move(made));
    }
  }
}

}  // namespace pg
