#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "term/op.h"
#include "term/pool.h"

namespace pg {

// Weaker: the atom implies what replaces it. Stronger: it is implied.
enum class Direction : uint8_t { Weaker, Stronger };

constexpr Direction opposite(Direction direction) {
  return direction == Direction::Weaker ? Direction::Stronger : Direction::Weaker;
}

// What the letters of a rule's sorts stand for: A is a sort, n a number, C a constructor.
struct Letters {
  std::vector<std::pair<char, Sort>> sorts;
  std::vector<std::pair<char, uint32_t>> numbers;
  std::vector<std::pair<char, Head>> constructors;
  bool operator==(const Letters&) const = default;
};

// A variable of a rule and the pattern of its sort, as written.
struct RuleVariable {
  std::string_view name;
  std::string_view sort;
};

// "x y: BV(n); r: RegLan" as a list.
std::vector<RuleVariable> rule_variables(std::string_view text);

// A rule at concrete sorts, as terms over variables of a pool.
struct RuleInstance {
  const Rule* rule = nullptr;
  Term stronger;
  Term weaker;
  Term where;  // none: anything
  std::vector<Term> terms;
  std::vector<Term> constants;
  std::vector<Head> functions;  // that its A -> B stand for
};

// None if the sorts that the letters make do not fit the rule's texts.
std::optional<RuleInstance> instantiate(Pool& pool, const Rule& rule, const Letters& letters,
                                        std::span<const Head> functions = {});

// All rules of all theories, in the order of the tables.
struct RuleEntry {
  const Theory* theory;
  const Rule* rule;
};
std::span<const RuleEntry> all_rules();

// Whether a rule can replace an atom in this direction: its other side then has a pattern to match.
bool works(const Rule& rule, Direction direction);

// "(< x y) => (<= x y)", with its condition.
std::string describe(const Rule& rule);

}  // namespace pg
