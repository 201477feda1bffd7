#include "mutate/samples.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "mutate/constants.h"
#include "mutate/grammar.h"
#include "mutate/mutant.h"
#include "smtlib/parser.h"
#include "theory/theories.h"

namespace pg {
namespace {

constexpr std::string_view kNoRows = "none";

// A sort of each kind that constants have; $ is the sort of elements.
struct Declared {
  SortKind kind;
  std::string_view sort;
  bool relation = false;  // for rows about relations and tables
};
constexpr auto kDeclared = std::to_array<Declared>({
    {SortKind::Int, "Int"},
    {SortKind::Real, "Real"},
    {SortKind::String, "String"},
    {SortKind::RoundingMode, "RoundingMode"},
    {SortKind::Char, "Unicode"},
    {SortKind::BitVec, "(_ BitVec 8)"},
    {SortKind::BitVec, "(_ BitVec 1)"},
    {SortKind::BitVec, "(_ BitVec 18)"},
    {SortKind::FloatingPoint, "(_ FloatingPoint 5 11)"},
    {SortKind::FiniteField, "(_ FiniteField 7)"},
    {SortKind::Array, "(Array $ $)"},
    {SortKind::Array, "(Array $ Bool)"},
    {SortKind::Seq, "(Seq $)"},
    {SortKind::Set, "(Set $)"},
    {SortKind::Set, "(Set (Tuple $))", true},
    {SortKind::Set, "(Set (Tuple $ $))", true},
    {SortKind::Set, "(Set (Tuple $ $ $ $))", true},
    {SortKind::Bag, "(Bag $)"},
    {SortKind::Bag, "(Bag (Tuple $ $))", true},
    {SortKind::Bag, "(Bag (Tuple $ $ $ $))", true},
    {SortKind::Nullable, "(Nullable $)"},
    {SortKind::Tuple, "(Tuple $ $)"},
});
constexpr std::string_view kUninterpreted = "(declare-sort E 0)";
constexpr std::string_view kDatatype =
    "(declare-datatypes ((D 0)) (((leaf) (node (content $) (next D)))))";

// What sets, arrays and sort variables are over: the first of these that the logic has.
std::string_view element_of(const Logic& logic) {
  if (logic.ints) return "Int";
  if (logic.reals) return "Real";
  if (logic.bit_vectors) return "(_ BitVec 8)";
  if (logic.floats) return "(_ FloatingPoint 5 11)";
  return logic.functions || logic.arrays ? "E" : "Bool";
}

std::string with_element(std::string_view text, std::string_view element) {
  std::string made;
  for (const char c : text) made += c == '$' ? std::string(element) : std::string(1, c);
  return made;
}

// Constants of the sorts that the row speaks of.
std::string declarations_for(const OpSpec& row, std::string_view logic_name) {
  const Logic logic = read_logic(logic_name);
  const std::string_view element = element_of(logic);
  const std::vector<SortKind> kinds = kinds_of(row.sig);
  std::string text = logic_name.empty() ? "" : fmt::format("(set-logic {})\n", logic_name);
  if (element == "E") text += kUninterpreted;
  std::vector<std::string> sorts{std::string(element)};
  if (row.sig.symbolic_indices != 0 && logic.datatypes) {
    text += with_element(kDatatype, element);
    sorts.emplace_back("D");
  }
  const auto names = [&](SortKind kind) { return std::ranges::count(kinds, kind) > 0; };
  const bool irregular = row.sort_fn != nullptr;
  for (const Declared& each : kDeclared) {
    std::string sort = with_element(each.sort, element);
    const bool tuple = each.kind == SortKind::Tuple && irregular && kinds.empty();
    const bool fits =
        tuple || (names(each.kind) && (!each.relation || irregular || names(SortKind::Tuple)));
    if (fits && sort != element) sorts.push_back(std::move(sort));
  }
  for (size_t i = 0; i < sorts.size(); ++i)
    text += fmt::format("(declare-const c{} {})", i, sorts[i]);
  return text;
}

// Puts together the application of an operator and what it needs.
class Sampler {
 public:
  Sampler(Pool& pool, Script declarations)
      : pool_(pool),
        script_(std::move(declarations)),
        vocabulary_(pool, script_, {.solvers = Known{}, .specific = true, .refused = Rows()}),
        grammar_(pool, vocabulary_, {}, Rng(0)) {}

  bool apply(const OpSpec& row) {
    for (const Sort sort : vocabulary_.sorts())
      if (const Term made = application(row, sort)) return claim(made);
    for (const Sort regular : {kRegLan, pool_.sort(SortKind::RegEx, {}, {sequence()})})
      if (const Term made = application(row, regular)) return claim(made);
    return false;
  }
  Script script() && {
    Command check;
    check.kind = CommandKind::CheckSat;
    check.name = pool_.intern("check-sat");
    script_.commands.push_back(std::move(check));
    return std::move(script_);
  }

 private:
  Sort sequence() { return pool_.sort(SortKind::Seq, {}, {kInt}); }

  Term constant(Sort sort) {
    const Head head = pool_.declare(vocabulary_.fresh_name(next_++), {}, sort);
    script_.commands.push_back(declaration_of(pool_, head));
    return pool_.constant(head);
  }

  // A literal where nothing else may stand, or where no constant can be declared.
  Term argument(const OpSpec& row, const Grammar::Production& way, size_t which) {
    const Sort sort = way.args[which];
    if (way.fill != Grammar::Production::Fill::Terms && which > 0) {
      const bool real = sort == kReal;
      return pool_.literal(real ? LiteralKind::Decimal : LiteralKind::Numeral, real ? "3.0" : "3",
                           sort);
    }
    if (is_declarable(pool_, sort) && !row.literals) return constant(sort);
    Rng rng(0);
    Constants constants(pool_, rng);
    // The bounds of re.range are characters.
    return sort == kString ? constants.character() : constants.draw(sort);
  }

  Term application(const OpSpec& row, Sort sort) {
    const std::optional<Grammar::Production> way = grammar_.way(row, sort);
    if (!way) return {};
    const size_t declared = script_.commands.size();
    std::vector<Term> args;
    for (size_t i = 0; i < way->args.size(); ++i) {
      args.push_back(argument(row, *way, i));
      if (args.back()) continue;
      script_.commands.resize(declared);
      return {};
    }
    return pool_.make(way->head, sort, args);
  }

  // An assertion that has the term in it.
  bool claim(Term term) {
    const Sort sort = pool_.sort(term);
    const bool regular = sort == kRegLan || pool_.kind(sort) == SortKind::RegEx;
    Term formula = term;
    if (regular) {
      const Term word = constant(sort == kRegLan ? kString : sequence());
      formula = apply_operator(pool_, sort == kRegLan ? "str.in_re" : "seq.in.re",
                               std::array{word, term});
    } else if (sort != kBool) {
      const Term other = constant(sort);
      formula = apply_operator(pool_, "=", std::array{term, other});
    }
    Command assertion;
    assertion.kind = CommandKind::Assert;
    assertion.name = pool_.intern("assert");
    assertion.terms = {formula};
    script_.commands.push_back(std::move(assertion));
    return true;
  }

  Pool& pool_;
  Script script_;
  Vocabulary vocabulary_;
  Grammar grammar_;
  size_t next_ = 0;
};

void for_each_row(const auto& visit) {
  for (const Theory* theory : theories())
    for (const OpSpec& row : theory->ops) visit(row);
}

std::vector<const OpSpec*> rows_named(std::string_view name) {
  std::vector<const OpSpec*> found;
  for_each_row([&](const OpSpec& row) {
    if (row.name == name) found.push_back(&row);
  });
  return found;
}

}  // namespace

std::optional<Script> sample_of(Pool& pool, const OpSpec& row, std::string_view logic) {
  if (!is_drawn(row) && !row.literals) return {};
  ParsedScript parsed = parse_script(pool, declarations_for(row, logic));
  CHECK(parsed.errors.empty(), "the declarations of a sample can be read");
  Sampler sampler(pool, std::move(parsed.script));
  if (!sampler.apply(row)) return {};
  return std::move(sampler).script();
}

std::vector<const OpSpec*> new_rows(const Vocabulary& vocabulary) {
  std::vector<const OpSpec*> found;
  for_each_row([&](const OpSpec& row) {
    if (!vocabulary.uses(row) && vocabulary.allows(row)) found.push_back(&row);
  });
  return found;
}

std::string rows_text(const Rows& rows) {
  std::vector<std::string> words;
  for_each_row([&](const OpSpec& row) {
    if (!rows.contains(&row)) return;
    const std::vector<const OpSpec*> named = rows_named(row.name);
    const bool all = std::ranges::all_of(named, [&](auto* each) { return rows.contains(each); });
    const auto number = std::ranges::find(named, &row) - named.begin() + 1;
    if (!all)
      words.push_back(fmt::format("{}:{}", row.name, number));
    else if (number == 1)
      words.emplace_back(row.name);
  });
  return words.empty() ? std::string(kNoRows) : fmt::format("{}", fmt::join(words, ","));
}

Result<Rows> read_rows(std::string_view text) {
  Rows rows;
  if (text == kNoRows) return rows;
  if (text.empty()) return Error{{}, "no operator is named"};
  for (const auto part : std::views::split(text, ',')) {
    const std::string_view word(part.begin(), part.end());
    std::vector<const OpSpec*> named = rows_named(word);
    const size_t colon = word.rfind(':');
    if (named.empty() && colon != word.npos) {
      named = rows_named(word.substr(0, colon));
      size_t number = 0;
      const auto [end, error] =
          std::from_chars(word.data() + colon + 1, word.data() + word.size(), number);
      const bool good = error == std::errc() && end == word.data() + word.size() && number >= 1 &&
                        number <= named.size();
      named = good ? std::vector{named[number - 1]} : std::vector<const OpSpec*>();
    }
    if (named.empty()) return Error{{}, fmt::format("there is no operator '{}'", word)};
    rows.insert(named.begin(), named.end());
  }
  return rows;
}

}  // namespace pg
