#include "mutate/grammar.h"

#include <algorithm>
#include <array>

#include "mutate/constants.h"
#include "term/infer.h"
#include "term/unapply.h"
#include "theory/core/core.h"
#include "theory/literals.h"
#include "theory/theories.h"

namespace pg {
namespace {

// What an index that is no number names.
enum class Names : uint8_t { Constructor, Selector, Numeral };
struct NamedIndex {
  std::string_view row;
  Names names;
};
constexpr NamedIndex kNamedIndices[] = {{"is", Names::Constructor},
                                        {"update", Names::Selector},
                                        {"update-field", Names::Selector},
                                        {"divisible", Names::Numeral}};

constexpr uint8_t kBoolCode = Sig::kCtor + static_cast<uint8_t>(SortKind::Bool);

const NamedIndex* named_index(const OpSpec& row) {
  const auto found = std::ranges::find(kNamedIndices, row.name, &NamedIndex::row);
  return found == std::end(kNamedIndices) ? nullptr : found;
}

// Chains of which solvers take two arguments only: str.< and str.<= of Z3 and cvc5, bvxnor of cvc5.
constexpr std::string_view kPairs[] = {"str.<", "str.<=", "bvxnor"};

// Which argument may come more often; those after the second feed on results in some chains, whose
// sorts then differ.
size_t repeated_argument(const OpSpec& row) {
  if (row.sort_fn || std::ranges::find(kPairs, row.name) != std::end(kPairs))
    return Grammar::kNothing;
  if (row.sig.repeat != Sig::Repeat::None) return row.sig.repeated;
  return row.chain != Chain::None && row.sig.uniform ? 1 : Grammar::kNothing;
}

// Whether a quantifier over it is decided by trying all values.
bool is_small(const Pool& pool, Sort sort) {
  constexpr uint32_t kMaxWidthOfBound = 4;
  constexpr size_t kMaxConstructors = 16;
  if (sort == kBool) return true;
  if (pool.kind(sort) == SortKind::BitVec) return pool.indices(sort)[0] <= kMaxWidthOfBound;
  const std::span<const Head> constructors = pool.constructors(pool.ctor(sort));
  return !constructors.empty() && constructors.size() <= kMaxConstructors &&
         std::ranges::all_of(constructors,
                             [&](Head each) { return pool.data(each).params.empty(); });
}

bool is_negated_literal(const Pool& pool, Term term) {
  const std::span<const Term> args = pool.args(term);
  return args.size() == 1 && pool.op(term) && pool.op(term)->name == "-" &&
         pool.kind(args[0]) == HeadKind::Literal;
}

// Whether the row can give a term of that kind of sort.
bool gives(const OpSpec& row, SortKind kind) {
  const uint8_t code = row.sig.code[row.sig.result_at];
  return code <= Sig::kAny || static_cast<SortKind>(code - Sig::kCtor) == kind;
}

}  // namespace

bool is_drawn(const OpSpec& row) {
  const bool is_truth = row.sig.args == 0 && row.sig.code[row.sig.result_at] == kBoolCode;
  if (row.binder != 0 || row.literals || is_truth) return false;
  return std::ranges::none_of(undrawn_rows(), [&](const Undrawn& undrawn) {
    return undrawn.name == row.name && (undrawn.sig.empty() || undrawn.sig == row.sig.text);
  });
}

Grammar::Grammar(Pool& pool, const Vocabulary& vocabulary, std::span<const std::string> connectives,
                 const Rng& rng)
    : pool_(pool), vocabulary_(vocabulary), rng_(rng) {
  // Regular expressions and functions are compared in few logics, or none.
  for (const Sort sort : vocabulary.sorts())
    if (is_declarable(pool, sort)) sorts_.push_back(sort);
  absl::flat_hash_map<std::string_view, size_t> places;
  for (const Theory* theory : theories())
    for (const OpSpec& row : theory->ops) {
      if (!is_drawn(row) || !vocabulary.allows(row)) continue;
      // Solvers differ in which arguments of these they take.
      if (row.linear == Linear::Never && !vocabulary.dialect().specific) continue;
      const bool connective =
          !row.polarity.empty() && includes(row.known, kStandard) && &row != &core::kIte;
      if (connective && std::ranges::find(connectives, row.name) == connectives.end()) continue;
      const auto [place, is_new] = places.try_emplace(row.name, operators_.size());
      if (is_new) operators_.emplace_back();
      operators_[place->second].push_back(&row);
    }
}

const Grammar::Choices& Grammar::choices(Sort sort) {
  const auto [it, is_new] = choices_.try_emplace(sort);
  if (is_new) {
    add_literals(sort, it->second);
    add_functions(sort, it->second);
    add_operators(sort, it->second);
    if (sort == kBool && vocabulary_.logic().quantifiers) add_quantifiers(it->second);
  }
  return it->second;
}

// Each sort has a stream of its own, named by what it is and not by when it was met.
Rng Grammar::stream(Sort sort, uint64_t which) const {
  uint64_t name = static_cast<uint64_t>(pool_.kind(sort));
  for (const uint32_t index : pool_.indices(sort)) name = name * 1009 + index;
  return rng_.fork(which).fork(name);
}

void Grammar::add_literals(Sort sort, Choices& made) {
  Rng rng = stream(sort, 0);
  Constants constants(pool_, rng);
  for (size_t i = 0; i < kLiterals; ++i) {
    const Term literal = constants.draw(sort);
    if (!literal) break;
    // A literal such as (/ 1.0 3.0) is a term of operators.
    if (vocabulary_.allows(literal)) add_literal(literal, made);
  }
}

void Grammar::add_literal(Term literal, Choices& made) {
  made.literals.push_back(literal);
  if (!is_number(pool_.sort(literal))) return;
  const bool plain = pool_.kind(literal) == HeadKind::Literal;
  if (!plain && !is_negated_literal(pool_, literal)) return;
  made.factors.push_back(literal);
  ValuePool values;
  if (plain && values.sign(literal_value(pool_, values, literal)) != 0)
    made.divisors.push_back(literal);
}

void Grammar::add_literal(Term literal) {
  static_cast<void>(choices(pool_.sort(literal)));
  Choices& made = choices_[pool_.sort(literal)];
  if (std::ranges::find(made.literals, literal) == made.literals.end()) add_literal(literal, made);
}

void Grammar::add_functions(Sort sort, Choices& made) {
  // A difference under another name is one.
  if (vocabulary_.logic().differences && is_number(sort)) return;
  for (const Vocabulary::Entry& entry : vocabulary_.functions()) {
    const HeadData& data = pool_.data(entry.function);
    if (data.sort != sort || vocabulary_.is_unusable(entry.function)) continue;
    Production production;
    production.head = entry.function;
    production.args.assign(data.params.begin(), data.params.end());
    production.begin = entry.begin + 1;
    production.end = entry.end;
    made.operations.push_back({.ways = {std::move(production)}});
  }
}

void Grammar::add_operators(Sort sort, Choices& made) {
  if (vocabulary_.logic().differences && is_number(sort)) return;
  Rng rng = stream(sort, 1);
  for (const std::vector<const OpSpec*>& rows : operators_) {
    Operation operation;
    for (const OpSpec* row : rows) {
      if (!gives(*row, pool_.kind(sort))) continue;
      operation.in_seed = operation.in_seed || vocabulary_.uses(*row);
      add_ways(*row, sort, operation, rng);
    }
    if (!operation.ways.empty()) made.operations.push_back(std::move(operation));
  }
}

std::optional<Grammar::Production> Grammar::way(const OpSpec& row, Sort sort) {
  Operation operation;
  if (!gives(row, pool_.kind(sort)) || (vocabulary_.logic().differences && is_number(sort)))
    return {};
  Rng rng = stream(sort, 2);
  add_ways(row, sort, operation, rng);
  if (operation.ways.empty()) return {};
  return std::move(operation.ways.front());
}

void Grammar::add_ways(const OpSpec& row, Sort sort, Operation& operation, Rng& rng) {
  constexpr size_t kMaxWays = 6;
  // What only a function can tell fits by chance alone.
  const int attempts = row.sort_fn ? 40 : 12;
  // Sorts that the script does not have are arguments of those that it has, and no further.
  const bool known = std::ranges::find(sorts_, sort) != sorts_.end() || sort == kRegLan;
  const UnapplyOptions options{.sorts = sorts_, .open = known};
  const size_t before = operation.ways.size();
  for (int attempt = 0; attempt < attempts && operation.ways.size() < before + kMaxWays;
       ++attempt) {
    std::optional<Unapplied> made = unapply(pool_, row, sort, options, rng);
    if (!made) continue;
    if (!std::ranges::all_of(made->args, [&](Sort arg) { return vocabulary_.allows(arg); }))
      continue;
    const bool named = row.sig.symbolic_indices != 0;
    if (named && !add_names(row, made->args, made->indices, rng)) continue;
    Production way = production_of(row, made->indices, std::move(made->args),
                                   row.sig.needs_sort ? sort : Sort());
    const bool is_new = std::ranges::none_of(operation.ways, [&](const Production& other) {
      return other.head == way.head && other.args == way.args;
    });
    if (is_new) operation.ways.push_back(std::move(way));
    if (!made->drawn && !named) break;
  }
}

Grammar::Production Grammar::production_of(const OpSpec& row, const std::vector<Index>& indices,
                                           std::vector<Sort> args, Sort qualifier) {
  using Fill = Production::Fill;
  Production made;
  HeadData data;
  data.name = pool_.intern(row.name);
  data.op = &row;
  data.indices = indices;
  data.sort = qualifier;
  made.head = pool_.head(data);
  made.args = std::move(args);
  if (row.linear == Linear::ByLiterals && !vocabulary_.logic().nonlinear)
    made.fill = row.name == "*" ? Fill::Factors : Fill::Divisors;
  if (!vocabulary_.logic().differences) made.repeated = repeated_argument(row);
  for (const Sort arg : made.args) {
    const Vocabulary::Entry scope = vocabulary_.scope_of(arg);
    made.begin = std::max(made.begin, scope.begin);
    made.end = std::min(made.end, scope.end);
  }
  return made;
}

// Draws what the index names, and the sorts that follow from it. False if there is nothing.
bool Grammar::add_names(const OpSpec& row, std::vector<Sort>& args, std::vector<Index>& indices,
                        Rng& rng) {
  const NamedIndex* named = named_index(row);
  if (named->names == Names::Numeral) {
    const std::string numeral = Constants(pool_, rng).natural();
    indices.push_back({pool_.intern(numeral), Index::kNotANumber, {}});
    if (numeral.size() < 10) indices.back().value = static_cast<uint32_t>(std::stoul(numeral));
    return true;
  }
  const std::span<const Head> constructors = pool_.constructors(pool_.ctor(args[0]));
  if (constructors.empty()) return false;
  Head found = constructors[rng.below(constructors.size())];
  if (named->names == Names::Selector) {
    const std::span<const Head> selectors = pool_.selectors(found);
    if (selectors.empty()) return false;
    found = selectors[rng.below(selectors.size())];
    args[1] = pool_.data(found).sort;
  }
  // Z3 does not see which instance of a parametric datatype is meant.
  if (vocabulary_.is_unusable(found) || pool_.has_param(pool_.data(found).sort)) return false;
  indices.push_back({pool_.data(found).name, Index::kNotANumber, found});
  return true;
}

// One operation: few of them in a term are enough.
void Grammar::add_quantifiers(Choices& made) {
  Operation operation;
  for (const OpSpec* row : {&core::kForall, &core::kExists})
    for (const Sort sort : sorts_) {
      if (!is_small(pool_, sort)) continue;
      operation.ways.push_back(production_of(*row, {}, {sort, kBool}, {}));
      operation.ways.back().binder = true;
      operation.ways.back().repeated = kNothing;
      operation.in_seed = operation.in_seed || vocabulary_.uses(*row);
    }
  made.operations.push_back(std::move(operation));
}

}  // namespace pg
