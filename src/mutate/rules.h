#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smtlib/parser.h"
#include "term/op.h"
#include "term/pool.h"

namespace pg {

// Weaker: the atom implies what replaces it. Stronger: it is implied.
enum class Direction : uint8_t { Weaker, Stronger };

std::string_view name_of(Direction direction);
std::optional<Direction> read_direction(std::string_view name);

constexpr Direction opposite(Direction direction) {
  return direction == Direction::Weaker ? Direction::Stronger : Direction::Weaker;
}

// All rules of all theories, in the order of the tables.
struct RuleEntry {
  const Theory* theory;
  const Rule* rule;
};
std::span<const RuleEntry> all_rules();

// The theory in whose table the rule is; none of a user's rule.
const Theory* theory_of(const Rule& rule);

// "(< x y) => (<= x y)", with its condition.
std::string describe(const Rule& rule);

// What is replaced in this direction, and by what.
constexpr std::string_view pattern_of(const Rule& rule, Direction direction) {
  return direction == Direction::Weaker ? rule.stronger : rule.weaker;
}
constexpr std::string_view result_of(const Rule& rule, Direction direction) {
  return pattern_of(rule, opposite(direction));
}

// Whether the rule can replace an atom in this direction: the pattern has an operator at its root,
// all variables of the result, and no constants.
bool works(const Rule& rule, Direction direction);

// A variable of a rule and its sort, as written.
struct RuleVariable {
  std::string_view name;
  std::string_view sort;
};
// "x y: BV(n); r: RegLan" as a list.
std::vector<RuleVariable> rule_variables(std::string_view text);

// An application as written: "((_ is C) x)" has the operator "is", the constructor letter 'C' and
// the argument "x".
struct RuleShape {
  std::string_view op;
  char constructor = 0;
  std::vector<std::string_view> args;
};
RuleShape shape_of(std::string_view text);

// What a number letter stands for.
using Number = std::pair<char, uint32_t>;

// What the letters of a rule stand for: A is a sort, n a number, C a constructor. Num and Data are
// sorts under names of their own.
struct Letters {
  static constexpr char kNum = '#';
  static constexpr char kData = '$';
  std::vector<std::pair<char, Sort>> sorts;
  std::vector<Number> numbers;
  std::vector<std::pair<char, Head>> constructors;

  // Extends the letters so that the sort as written is this one; false if it cannot be.
  bool match(const Pool& pool, std::string_view written, Sort sort);
  // The sort as written; none if a letter in it stands for nothing.
  Sort build(Pool& pool, std::string_view written) const;
  Head constructor(char letter) const;
};

// A rule at concrete sorts, as terms over variables of a pool.
struct RuleInstance {
  Term stronger;
  Term weaker;
  Term where;               // none: anything
  std::vector<Term> terms;  // the variables, in the order of the rule
  std::vector<Term> constants;
};

// None if the sorts that the letters make do not fit the rule's texts; `why` then says what is
// wrong. `function` is what A -> B stands for.
std::optional<RuleInstance> instantiate(Pool& pool, TermReader& reader, const Rule& rule,
                                        const Letters& letters, Head function = {},
                                        std::string* why = nullptr);

// The sort of a variable, as written, is that of a function.
bool is_function(const RuleVariable& variable);

}  // namespace pg
