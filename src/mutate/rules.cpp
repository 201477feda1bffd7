#include "mutate/rules.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>

#include <fmt/format.h>

#include "base/check.h"
#include "mutate/rule_sorts.h"
#include "smtlib/printer.h"
#include "theory/theories.h"

namespace pg {
namespace {

constexpr std::string_view kArrow = " -> ";

bool is_delimiter(char c) { return c == '(' || c == ')' || c == ' '; }

// Behind the string that begins there; two quotes in it are one of its characters.
size_t end_of_string(std::string_view text, size_t at) {
  do at = text.find('"', at + 1) + 1;
  while (at < text.size() && text[at] == '"');
  return at;
}

// Cuts the text into parentheses and what stands between spaces.
std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '"')
      end = end_of_string(text, at);
    else if (!is_delimiter(text[at]))
      while (end < text.size() && !is_delimiter(text[end])) ++end;
    if (text[at] != ' ') tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

// The items of "(f (g x) y)": f, (g x), y.
std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  if (text.empty() || text.front() != '(') return items;
  size_t depth = 0;
  size_t start = std::string_view::npos;
  for (const std::string_view token : tokens_of(text)) {
    const auto at = static_cast<size_t>(token.data() - text.data());
    if (token == "(" && depth++ == 1) start = at;
    if (token == ")" && --depth == 1) items.push_back(text.substr(start, at + 1 - start));
    if (depth == 1 && token != "(" && token != ")") items.push_back(token);
  }
  return items;
}

bool mentions(std::string_view text, std::string_view name) {
  const std::vector<std::string_view> tokens = tokens_of(text);
  return std::ranges::find(tokens, name) != tokens.end();
}

// The letter that a name of one sort is kept under; 0 if it is no letter.
char letter_of(std::string_view name) {
  if (name == "Num") return Letters::kNum;
  if (name == "Data") return Letters::kData;
  return name.size() == 1 ? name[0] : '\0';
}

template <typename T>
const T* find(const std::vector<std::pair<char, T>>& list, char letter) {
  for (const auto& [name, value] : list)
    if (name == letter) return &value;
  return nullptr;
}

// A number that is written out; none if it is a letter.
std::optional<uint32_t> number_in(std::string_view text) {
  uint32_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

template <typename T>
bool bind(std::vector<std::pair<char, T>>& list, char letter, T value) {
  if (const T* known = find(list, letter)) return *known == value;
  list.emplace_back(letter, value);
  return true;
}

// The text with numbers and constructors for its letters, which are indices.
std::string spell(const Pool& pool, std::string_view text, const Letters& letters) {
  std::string spelled;
  bool indexed = false;
  for (const std::string_view token : tokens_of(text)) {
    if (token == "_") indexed = true;
    if (token == ")") indexed = false;
    const bool letter = indexed && token.size() == 1;
    if (!spelled.empty() && spelled.back() != '(' && token != ")") spelled += ' ';
    if (const uint32_t* number = letter ? find(letters.numbers, token[0]) : nullptr)
      spelled += std::to_string(*number);
    else if (const Head* head = letter ? find(letters.constructors, token[0]) : nullptr)
      spelled += print_symbol(pool.text(pool.data(*head).name));
    else
      spelled += token;
  }
  return spelled;
}

}  // namespace

std::string_view name_of(Direction direction) {
  return direction == Direction::Weaker ? "weaker" : "stronger";
}

std::optional<Direction> read_direction(std::string_view name) {
  for (const Direction direction : {Direction::Weaker, Direction::Stronger})
    if (name == name_of(direction)) return direction;
  return {};
}

std::span<const RuleEntry> all_rules() {
  static const std::vector<RuleEntry> kAll = [] {
    std::vector<RuleEntry> all;
    for (const Theory* theory : theories())
      for (const Rule& rule : theory->rules) all.push_back({theory, &rule});
    return all;
  }();
  return kAll;
}

const Theory* theory_of(const Rule& rule) {
  for (const Theory* theory : theories()) {
    const std::less<const Rule*> before;
    const Rule* begin = theory->rules.data();
    if (!before(&rule, begin) && before(&rule, begin + theory->rules.size())) return theory;
  }
  return nullptr;
}

std::string describe(const Rule& rule) {
  return fmt::format("{} {} {}{}{}", rule.stronger, rule.equivalent ? "<=>" : "=>", rule.weaker,
                     rule.where.empty() ? "" : " where ", rule.where);
}

bool works(const Rule& rule, Direction direction) {
  const std::string_view pattern = pattern_of(rule, direction);
  const std::string_view result = result_of(rule, direction);
  if (pattern.front() != '(') return false;
  for (const RuleVariable& variable : rule_variables(rule.constants))
    if (mentions(pattern, variable.name)) return false;
  for (const RuleVariable& variable : rule_variables(rule.terms))
    if (mentions(result, variable.name) && !mentions(pattern, variable.name)) return false;
  return true;
}

std::vector<RuleVariable> rule_variables(std::string_view text) {
  std::vector<RuleVariable> variables;
  while (!text.empty()) {
    const std::string_view group = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(text.size(), group.size() + 1));
    const size_t colon = group.find(':');
    CHECK(colon != std::string_view::npos, "a rule's variables have a sort");
    const std::string_view sort = group.substr(group.find_first_not_of(' ', colon + 1));
    for (const std::string_view name : tokens_of(group.substr(0, colon)))
      variables.push_back({name, sort});
  }
  return variables;
}

bool is_function(const RuleVariable& variable) {
  return variable.sort.find(kArrow) != std::string_view::npos;
}

RuleShape shape_of(std::string_view text) {
  RuleShape shape;
  std::vector<std::string_view> items = items_of(text);
  if (items.empty()) return shape;
  shape.op = items[0];
  shape.args.assign(items.begin() + 1, items.end());
  if (shape.op.front() != '(') return shape;
  items = items_of(shape.op);  // (_ is C), (as const S)
  CHECK(items.size() >= 2 && (items[0] == "_" || items[0] == "as"), "a rule's operator");
  shape.op = items[1];
  if (items.size() == 3 && items[2].size() == 1 && std::isupper(items[2][0]) != 0)
    shape.constructor = items[2][0];
  return shape;
}

bool Letters::match(const Pool& pool, std::string_view written, Sort sort) {
  const WrittenSort read = read_written_sort(written);
  if (const char letter = letter_of(read.name)) {
    if (letter == kNum && sort != kInt && sort != kReal) return false;
    if (letter == kData && pool.constructors(pool.ctor(sort)).empty()) return false;
    return bind(sorts, letter, sort);
  }
  if (pool.kind(sort) != kind_of_written(read.name)) return false;
  const std::span<const uint32_t> indices = pool.indices(sort);
  const std::span<const Sort> args = pool.args(sort);
  if (indices.size() + args.size() != read.args.size()) return false;
  for (size_t i = 0; i < indices.size(); ++i) {
    const std::optional<uint32_t> number = number_in(read.args[i]);
    if (number ? *number != indices[i] : !bind(numbers, read.args[i][0], indices[i])) return false;
  }
  for (size_t i = 0; i < args.size(); ++i)
    if (!match(pool, read.args[indices.size() + i], args[i])) return false;
  return true;
}

Sort Letters::build(Pool& pool, std::string_view written) const {
  const WrittenSort read = read_written_sort(written);
  if (const char letter = letter_of(read.name)) {
    const Sort* known = find(sorts, letter);
    return known ? *known : Sort();
  }
  const SortKind kind = kind_of_written(read.name);
  const SortSpec& spec = kSortSpecs[static_cast<size_t>(kind)];
  std::vector<uint32_t> indices;
  std::vector<Sort> args;
  for (const std::string_view arg : read.args) {
    if (indices.size() < spec.indices) {
      const std::optional<uint32_t> written_out = number_in(arg);
      const uint32_t* number = written_out ? &*written_out : find(numbers, arg[0]);
      if (!number) return {};
      indices.push_back(*number);
    } else {
      args.push_back(build(pool, arg));
      if (!args.back()) return {};
    }
  }
  return pool.sort(ctor_of(kind), indices, args);
}

Head Letters::constructor(char letter) const {
  const Head* known = find(constructors, letter);
  return known ? *known : Head();
}

std::optional<RuleInstance> instantiate(Pool& pool, TermReader& reader, const Rule& rule,
                                        const Letters& letters, Head function, std::string* why) {
  RuleInstance made;
  TermScope scope;
  auto declare = [&](std::string_view list, std::vector<Term>& variables) {
    for (const RuleVariable& variable : rule_variables(list)) {
      if (is_function(variable)) {
        if (!function) return false;
        scope.functions.emplace_back(variable.name, function);
        continue;
      }
      const Sort sort = letters.build(pool, variable.sort);
      if (!sort) return false;
      variables.push_back(pool.variable(pool.intern(variable.name), sort));
      scope.terms.emplace_back(variable.name, variables.back());
    }
    return true;
  };
  if (!declare(rule.terms, made.terms) || !declare(rule.constants, made.constants)) return {};
  std::vector<std::string> names;
  names.reserve(letters.sorts.size());
  for (const auto& [letter, sort] : letters.sorts)
    scope.sorts.emplace_back(names.emplace_back(1, letter), sort);
  for (const auto& [letter, head] : letters.constructors)
    scope.functions.emplace_back(pool.text(pool.data(head).name), head);
  auto read = [&](std::string_view text) {
    const Result<Term> term = reader.read(spell(pool, text, letters), scope);
    if (term && pool.sort(*term) == kBool && !pool.has(*term, kHasOpaque)) return *term;
    if (why) *why = term ? "it is no formula that we can read" : term.error().message;
    return Term();
  };
  made.stronger = read(rule.stronger);
  made.weaker = read(rule.weaker);
  if (!made.stronger || !made.weaker) return {};
  if (!rule.where.empty()) {
    made.where = read(rule.where);
    if (!made.where) return {};
  }
  return made;
}

}  // namespace pg
