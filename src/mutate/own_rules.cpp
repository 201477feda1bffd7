#include "mutate/own_rules.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "base/printable.h"
#include "smtlib/lexer.h"
#include "theory/theories.h"

namespace pg {
namespace {

// What reads the tables recurses on a row's texts, and keeps the sorts of a few variables.
constexpr size_t kMaxText = 2000;
constexpr size_t kMaxDepth = 40;
constexpr size_t kMaxVariables = 4;
constexpr size_t kMaxSort = 100;
constexpr size_t kMaxIndex = 4;  // digits

// What stands between the parentheses of a sort. Numbers are a letter that stands for any, or, of
// bit-vectors, the number itself.
struct SortRow {
  std::string_view name;
  std::string_view letters;  // of numbers
  size_t sorts = 0;
  bool digits = false;
};
constexpr auto kSorts = std::to_array<SortRow>({{"Bool", ""},
                                                {"Int", ""},
                                                {"Real", ""},
                                                {"Num", ""},
                                                {"String", ""},
                                                {"RM", ""},
                                                {"A", ""},
                                                {"B", ""},
                                                {"BV", "n", 0, true},
                                                {"FP", "es"},
                                                {"Array", "", 2},
                                                {"Seq", "", 1},
                                                {"Set", "", 1},
                                                {"Bag", "", 1}});

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

// The parts between separators that stand outside of parentheses.
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  size_t depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && depth > 0) --depth;
    if (text[i] != separator || depth > 0) continue;
    parts.push_back(text.substr(start, i - start));
    start = i + 1;
  }
  parts.push_back(text.substr(start));
  return parts;
}

bool is_width(std::string_view text) {
  return !text.empty() && text.size() <= 3 && text[0] != '0' &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// A sort without spaces. The recursion ends with the text, which is short.
bool is_sort(std::string_view text) {
  const size_t open = std::min(text.find('('), text.size());
  const auto row = std::ranges::find(kSorts, text.substr(0, open), &SortRow::name);
  if (row == kSorts.end()) return false;
  const size_t wanted = row->letters.size() + row->sorts;
  if (open == text.size()) return wanted == 0;
  if (wanted == 0 || text.back() != ')') return false;
  const std::vector<std::string_view> args =
      parts_of(text.substr(open + 1, text.size() - open - 2), ',');
  if (args.size() != wanted) return false;
  for (size_t i = 0; i < args.size(); ++i) {
    const bool number = i < row->letters.size();
    const bool good =
        number ? args[i] == row->letters.substr(i, 1) || (row->digits && is_width(args[i]))
               : is_sort(args[i]);
    if (!good) return false;
  }
  return true;
}

// A name that means nothing else.
bool is_free_name(std::string_view name) {
  static const absl::flat_hash_set<std::string_view> kTaken = [] {
    absl::flat_hash_set<std::string_view> taken;
    for (const Theory* theory : theories()) {
      for (const OpSpec& row : theory->ops) taken.insert(row.name);
      for (const OpAlias& alias : theory->aliases) taken.insert(alias.name);
    }
    return taken;
  }();
  const bool plain =
      !name.empty() && name.size() <= 20 && name[0] >= 'a' && name[0] <= 'z' &&
      std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 && c < 128; });
  return plain && !is_reserved_word(name) && !kTaken.contains(name);
}

Error wrong(std::string message) { return {{}, std::move(message)}; }

// "x y : Int;z: BV( n )" as "x y: Int; z: BV(n)", and the names.
Result<std::string> normal_variables(std::string_view text, std::vector<std::string>& names) {
  std::string made;
  if (text.size() > kMaxText) return wrong("it is too long");
  if (trimmed(text).empty()) return made;
  size_t count = 0;
  for (const std::string_view group : parts_of(text, ';')) {
    const size_t colon = group.find(':');
    if (colon == std::string_view::npos)
      return wrong("variables are written as \"x y: Int; z: BV(n)\"");
    std::string sort(group.substr(colon + 1));
    std::erase_if(sort, [](unsigned char c) { return std::isspace(c) != 0; });
    if (sort.size() > kMaxSort || !is_sort(sort))
      return wrong(
          fmt::format("'{}' is no sort of a rule: Bool, Int, Real, Num, String, RM, BV(n), BV(8), "
                      "FP(e,s), Array(A,B), Seq(A), Set(A), Bag(A), A, B",
                      printable(sort.substr(0, kMaxSort))));
    made += made.empty() ? "" : "; ";
    const std::string_view list = trimmed(group.substr(0, colon));
    if (list.empty()) return wrong("a sort without variables");
    std::string written;
    for (std::string_view rest = list; !rest.empty();) {
      const std::string_view name = rest.substr(0, rest.find_first_of(" \t\r\n"));
      rest = trimmed(rest.substr(name.size()));
      if (!is_free_name(name))
        return wrong(fmt::format(
            "'{}' is no name of a variable: a small letter, then letters and digits, and no "
            "operator",
            printable(name)));
      if (std::ranges::find(names, name) != names.end())
        return wrong(fmt::format("'{}' is declared twice", name));
      if (++count > kMaxVariables)
        return wrong(fmt::format("more than {} variables", kMaxVariables));
      names.emplace_back(name);
      written += written.empty() ? "" : " ";
      written += name;
    }
    made += fmt::format("{}: {}", written, sort);
  }
  return made;
}

// What a term has that a row's texts have not; empty: nothing.
std::string_view foreign(const Token& token) {
  switch (token.kind) {
    case TokenKind::Bad:
      return token.text;
    case TokenKind::Keyword:
      return "a rule has no annotations";
    case TokenKind::Name:
      if (token.quoted) return "a rule has no names in bars";
      if (token.text == "is") return "a rule of a user has no testers of constructors";
      return token.text == "_" || token.text == "as" || !is_reserved_word(token.text)
                 ? std::string_view()
                 : "a rule binds no variables";
    case TokenKind::Open:
    case TokenKind::Close:
    case TokenKind::Numeral:
    case TokenKind::Decimal:
    case TokenKind::Hex:
    case TokenKind::Binary:
    case TokenKind::End:
      return {};
    case TokenKind::String:  // it is shown to people
      return printable(token.text) == token.text && token.text.find('\n') == std::string_view::npos
                 ? std::string_view()
                 : "a string in a rule has no control characters";
  }
  return {};
}

// One expression, with one space between its parts, and its names. An operator is a name, or
// (_ name ...), or (as name ...).
Result<std::string> normal_term(std::string_view text, std::vector<std::string>& names) {
  if (text.size() > kMaxText) return wrong("it is too long");
  std::string made;
  size_t depth = 0;
  size_t indices = 0;  // the depth of an operator with indices around it; 0: there is none
  size_t heads = 0;    // opening parentheses without anything between, up to here
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    if (const std::string_view fault = foreign(token); !fault.empty())
      return wrong(std::string(fault));
    if (!made.empty() && depth == 0 && token.kind != TokenKind::Close)
      return wrong("more than one term");
    const bool name = token.kind == TokenKind::Name;
    const bool indexed = name && (token.text == "_" || token.text == "as");
    if (heads == 2 && !indexed) return wrong("an operator is a name, or (_ name ...)");
    if (heads == 1 && !name && token.kind != TokenKind::Open)
      return wrong("an operator is a name, or (_ name ...)");
    const bool after_index = made.ends_with("(_") || made.ends_with("(as");
    if (after_index && !name) return wrong("a name comes after _ and as");
    if (indexed && heads == 0) return wrong("_ and as come after a parenthesis");
    heads = token.kind == TokenKind::Open ? heads + 1 : 0;
    if (name && token.text == "_") indices = depth;
    if (indices > 0 && token.kind == TokenKind::Numeral && token.text.size() > kMaxIndex)
      return wrong("an index is too large");
    if (token.kind == TokenKind::Close && depth == indices) indices = 0;
    if (token.kind == TokenKind::Close && depth-- == 0) return wrong("a parenthesis too many");
    if (token.kind == TokenKind::Open && ++depth > kMaxDepth) return wrong("it nests too deeply");
    if (!made.empty() && made.back() != '(' && token.kind != TokenKind::Close) made += ' ';
    made += token.kind == TokenKind::Open ? "(" : token.kind == TokenKind::Close ? ")" : token.text;
    if (name) names.emplace_back(token.text);
  }
  if (made.empty()) return wrong("a term is missing");
  if (depth > 0) return wrong("a parenthesis is missing");
  return made;
}

}  // namespace

RuleText text_of(const Rule& rule) {
  return {std::string(rule.terms),  std::string(rule.constants), std::string(rule.stronger),
          std::string(rule.weaker), std::string(rule.where),     rule.equivalent};
}

std::optional<RuleFault> normalise(RuleText& text) {
  std::vector<std::string> variables;
  std::vector<std::string> used;
  const auto take = [](std::string& column, Result<std::string> made) -> std::string {
    if (!made) return made.error().message;
    column = *std::move(made);
    return {};
  };
  std::string fault = take(text.terms, normal_variables(text.terms, variables));
  if (fault.empty() && variables.empty()) fault = "a rule speaks of terms";
  if (!fault.empty()) return RuleFault{"terms", fault};
  const std::vector<std::string> terms = variables;
  fault = take(text.constants, normal_variables(text.constants, variables));
  if (!fault.empty()) return RuleFault{"constants", fault};
  if (fault = take(text.stronger, normal_term(text.stronger, used)); !fault.empty())
    return RuleFault{"stronger", fault};
  if (fault = take(text.weaker, normal_term(text.weaker, used)); !fault.empty())
    return RuleFault{"weaker", fault};
  if (!trimmed(text.where).empty()) {
    std::vector<std::string> in_condition;
    if (fault = take(text.where, normal_term(text.where, in_condition)); !fault.empty())
      return RuleFault{"where", fault};
    for (const std::string& name : terms)
      if (std::ranges::find(in_condition, name) != in_condition.end())
        return RuleFault{"where",
                         fmt::format("a condition is one on constants; '{}' is none", name)};
  } else {
    text.where.clear();
  }
  for (const std::string& name : variables)
    if (std::ranges::find(used, name) == used.end())
      return RuleFault{"terms", fmt::format("'{}' is in neither side", name)};
  const Rule rule = text.rule();
  if (!works(rule, Direction::Weaker) && !works(rule, Direction::Stronger))
    return RuleFault{"weaker",
                     "nothing can be replaced: one side must be an application without constants "
                     "that has all the terms of the other"};
  return {};
}

OwnRules::OwnRules(std::vector<OwnRule> all) : all_(std::move(all)) {
  for (const OwnRule& each : all_) rules_.push_back(each.text.rule());
}

}  // namespace pg
