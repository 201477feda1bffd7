#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mutate/rules.h"

namespace pg {

// A rule that is in no table: a user wrote it, or the certificate of a bug carries it.
struct RuleText {
  std::string terms;
  std::string constants;
  std::string stronger;
  std::string weaker;
  std::string where;
  bool equivalent = false;
  bool operator==(const RuleText&) const = default;

  // Of these texts, as long as they stay where they are.
  Rule rule() const { return {terms, constants, stronger, weaker, where, equivalent, {}}; }
};
RuleText text_of(const Rule& rule);

// A text of a rule that cannot be used, by the name of the column.
struct RuleFault {
  std::string_view key;
  std::string message;
};

// Writes the texts the way the tables do, so that all that reads a row can read them; says what
// they have that a row has not. Whether the rule has sorts, and is true, is not asked here.
std::optional<RuleFault> normalise(RuleText& text);

// A rule of a user's file.
struct OwnRule {
  std::string name;
  RuleText text;
  std::string note = {};
  Place place = {};
};

// Rules at addresses that stay: mutants refer to them.
class OwnRules {
 public:
  explicit OwnRules(std::vector<OwnRule> all);
  OwnRules(const OwnRules&) = delete;
  OwnRules& operator=(const OwnRules&) = delete;

  std::span<const OwnRule> all() const { return all_; }
  // In the same order.
  std::span<const Rule> rules() const { return rules_; }

 private:
  const std::vector<OwnRule> all_;
  std::vector<Rule> rules_;
};

}  // namespace pg
