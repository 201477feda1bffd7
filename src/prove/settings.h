#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mutate/rules.h"

namespace pg {

// Sorts that stand for all, by the letters that a rule has.
struct Setting {
  std::string_view name;  // "n=4", "A=Int"
  std::vector<Number> numbers = {};
  std::vector<std::pair<char, std::string_view>> sorts = {};
  bool tiny = false;  // a format of floats that cvc5 is wrong about
};

// Those that solvers prove a rule at, and those whose values can be listed.
std::vector<const Setting*> solver_settings(const Rule& rule);
std::vector<const Setting*> small_settings(const Rule& rule);

// The datatype that stands for all, and one with values that can be listed.
extern const std::string_view kDatatype;
extern const std::string_view kSmallDatatype;

// A rule at a setting, in a pool of its own: once for each choice of constructors.
struct RuleAt {
  RuleAt(const Rule& rule, const Setting& setting, std::string_view datatype);

  Pool pool;
  Head function;  // that the rule is about, if it is
  std::vector<RuleInstance> instances;
  std::string fault = {};  // what is wrong with the rule's texts, where there is no instance
};

}  // namespace pg
