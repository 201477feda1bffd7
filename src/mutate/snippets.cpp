#include "mutate/snippets.h"

#include <algorithm>

#include "mutate/constants.h"
#include "term/infer.h"
#include "theory/core/core.h"
#include "theory/literals.h"
#include "theory/theories.h"

namespace pg {
namespace {

// Rows that a formula drawn at random may apply: no binders, no indices that are names, no
// functions as values, nothing whose sort only (as f Sort) tells.
bool is_plain(const OpSpec& row) {
  return row.binder == 0 && row.sig.args > 0 && !row.sig.any_indices &&
         row.sig.symbolic_indices == 0 && !row.sig.needs_sort && !row.call && !row.literals &&
         row.linear != Linear::Never;
}

// Sorts that stand for any: formulas have connectives, regular expressions are literals, and
// functions are values in few logics.
bool is_drawn(const Pool& pool, Sort sort) {
  return sort != kBool && sort != kRegLan && pool.kind(sort) != SortKind::Arrow;
}

}  // namespace

Snippets::Snippets(Pool& pool, Vocabulary& vocabulary, const SnippetOptions& options,
                   const Rng& rng)
    : pool_(pool), vocabulary_(vocabulary), options_(options), rng_(rng) {
  for (const OpSpec& row : core::kTheory.ops)
    if (std::ranges::find(options.connectives, row.name) != options.connectives.end())
      connectives_.push_back(&row);
}

Snippets::Choices& Snippets::choices(Sort sort) {
  const auto [it, is_new] = choices_.try_emplace(sort);
  if (is_new) add_literals(sort, it->second);
  return it->second;
}

void Snippets::add_literals(Sort sort, Choices& made) {
  // Each sort has a stream of its own, named by what it is and not by when it was met.
  uint64_t name = static_cast<uint64_t>(pool_.kind(sort));
  for (const uint32_t index : pool_.indices(sort)) name = name * 1009 + index;
  Rng rng = rng_.fork(name);
  Constants constants(pool_, rng);
  ValuePool values;
  for (size_t i = 0; i < kLiterals; ++i) {
    const Term literal = constants.draw(sort);
    if (!literal) break;
    // A literal such as (/ 1.0 3.0) is a term of operators.
    if (!vocabulary_.allows(literal)) continue;
    made.literals.push_back(literal);
    if (is_number(sort) && pool_.kind(literal) == HeadKind::Literal &&
        values.sign(literal_value(pool_, values, literal)) != 0)
      made.divisors.push_back(literal);
  }
}

// The sorts of the arguments: of a kind that the script has, and equal where the signature says so.
bool Snippets::draw_sorts(const OpSpec& row, Rng& rng, std::vector<Sort>& sorts) {
  const std::span<const Sort> known = vocabulary_.sorts();
  std::array<Sort, Sig::kMaxVars> letters{};
  const size_t count = row.chain == Chain::None ? row.sig.args : 2;
  for (size_t i = 0; i < count; ++i) {
    const uint8_t code = row.sig.code[row.sig.arg_at[i]];
    if (code == Sig::kAny) return false;
    if (code < Sig::kAny && letters[code]) {
      sorts.push_back(letters[code]);
      continue;
    }
    if (i > 0 && row.sig.uniform) {
      sorts.push_back(sorts[0]);
      continue;
    }
    const bool any = code < Sig::kAny;
    const auto kind = static_cast<SortKind>(code - Sig::kCtor);
    const size_t first = rng.below(known.size());
    Sort found;
    for (size_t j = 0; j < known.size() && !found; ++j) {
      const Sort sort = known[(first + j) % known.size()];
      if (any ? is_drawn(pool_, sort) : pool_.kind(sort) == kind) found = sort;
    }
    // A regular expression is made of literals, a rounding mode is one.
    if (!found && !any && (kind == SortKind::RegLan || kind == SortKind::RoundingMode))
      found = Sort(static_cast<uint32_t>(kind));
    if (!found) return false;
    if (any) letters[code] = found;
    // The letters inside of it, as those of Array(A,B).
    size_t at = row.sig.arg_at[i] + size_t{2};
    for (const Sort arg : any ? std::span<const Sort>() : pool_.args(found)) {
      const uint8_t inner = row.sig.code[at++];
      if (inner >= Sig::kAny) break;
      if (letters[inner] && letters[inner] != arg) return false;
      letters[inner] = arg;
    }
    sorts.push_back(found);
  }
  return true;
}

void Snippets::add_row(const OpSpec& row, Rng& rng) {
  const size_t attempts = 4 + 2 * vocabulary_.sorts().size();
  for (size_t attempt = 0; attempt < std::min<size_t>(attempts, 24); ++attempt) {
    Production made;
    if (!draw_sorts(row, rng, made.args)) return;
    std::vector<Index> indices;
    for (size_t i = 0; i < row.sig.indices; ++i) {
      const auto number = static_cast<uint32_t>(rng.below(rng.chance(1, 2) ? 4 : 33));
      indices.push_back({pool_.intern(std::to_string(number)), number, {}});
    }
    const Sort result = infer(pool_, row, indices, made.args);
    // Only sorts that the script has; regular expressions come as literals.
    if (!result || result == kRegLan || !is_known(pool_, result) ||
        std::ranges::find(vocabulary_.sorts(), result) == vocabulary_.sorts().end())
      continue;
    if (is_number(result) && vocabulary_.logic().differences) return;
    made.by_literals = row.linear == Linear::ByLiterals && !vocabulary_.logic().nonlinear;
    HeadData data;
    data.name = pool_.intern(row.name);
    data.op = &row;
    data.indices = indices;
    made.head = pool_.head(data);
    for (const Sort arg : made.args) {
      const Vocabulary::Entry scope = vocabulary_.scope_of(arg);
      made.begin = std::max(made.begin, scope.begin);
      made.end = std::min(made.end, scope.end);
    }
    std::vector<Production>& list = choices(result).productions;
    const bool known = std::ranges::any_of(list, [&](const Production& other) {
      return other.head == made.head && other.args == made.args;
    });
    if (!known) list.push_back(std::move(made));
    if (row.sig.indices == 0 && vocabulary_.sorts().size() == 2) return;
  }
}

void Snippets::add_rows() {
  Rng rng = rng_.fork(0);
  for (const Theory* theory : theories()) {
    for (const OpSpec& row : theory->ops) {
      if (!is_plain(row) || !vocabulary_.allows(row)) continue;
      if (std::ranges::find(connectives_, &row) == connectives_.end() && !row.polarity.empty() &&
          &row != &core::kIte)
        continue;
      add_row(row, rng);
    }
  }
}

void Snippets::add_functions() {
  for (const Vocabulary::Entry& entry : vocabulary_.functions()) {
    const Sort sort = pool_.data(entry.function).sort;
    const std::span<const Sort> params = pool_.data(entry.function).params;
    // A difference under another name is one.
    if (vocabulary_.logic().differences && is_number(sort)) continue;
    if (vocabulary_.is_unusable(entry.function)) continue;
    std::vector<Production>& list = choices(sort).productions;
    list.push_back(
        {entry.function, {params.begin(), params.end()}, false, entry.begin + 1, entry.end});
  }
}

void Snippets::start_drawing(size_t command, std::span<const Term> bound) {
  if (!prepared_) {
    add_functions();
    add_rows();
    prepared_ = true;
  }
  command_ = command;
  bound_ = bound;
  left_ = options_.size;
  fresh_.clear();
}

Term Snippets::term(Sort sort, size_t command, std::span<const Term> bound, Rng& rng) {
  start_drawing(command, bound);
  return term(sort, options_.depth, rng);
}

Term Snippets::literal(Sort sort, Rng& rng) {
  const std::vector<Term>& literals = choices(sort).literals;
  return literals.empty() ? Term() : literals[rng.below(literals.size())];
}

Term Snippets::plain_literal(Sort sort, Rng& rng) {
  const Term found = literal(sort, rng);
  return found && pool_.args(found).empty() ? found : Term();
}

void Snippets::add_literal(Term literal) {
  std::vector<Term>& literals = choices(pool_.sort(literal)).literals;
  if (std::ranges::find(literals, literal) == literals.end()) literals.push_back(literal);
}

Term Snippets::formula(size_t command, std::span<const Term> bound, Rng& rng) {
  start_drawing(command, bound);
  const uint64_t pick = rng.below(connectives_.size() + 1);
  if (pick == connectives_.size()) return atom(rng);
  const OpSpec& connective = *connectives_[pick];
  const Term first = atom(rng);
  if (!first) return {};
  if (connective.sig.args == 1) return pool_.term(connective, {first});
  const Term second = atom(rng);
  if (!second) return {};
  if (connective.sig.args == 2) return pool_.term(connective, {first, second});
  const Term third = atom(rng);
  return third ? pool_.term(connective, {first, second, third}) : Term();
}

const Snippets::Production* Snippets::pick(const std::vector<Production>& list, Rng& rng) const {
  for (int attempt = 0; attempt < 4 && !list.empty(); ++attempt) {
    const Production& found = list[rng.below(list.size())];
    if (found.begin <= command_ && command_ < found.end) return &found;
  }
  return nullptr;
}

Term Snippets::atom(Rng& rng) {
  const Choices& boolean = choices(kBool);
  for (int attempt = 0; attempt < 8; ++attempt) {
    const Production* production = pick(boolean.productions, rng);
    if (!production) break;
    // Formulas as arguments are what connectives are for.
    if (std::ranges::find(production->args, kBool) != production->args.end() && attempt < 6)
      continue;
    if (const Term made = produce(*production, kBool, options_.depth, rng)) return made;
  }
  return variable(kBool, rng);
}

Term Snippets::produce(const Production& production, Sort sort, uint32_t depth, Rng& rng) {
  std::vector<Term> args;
  for (size_t i = 0; i < production.args.size(); ++i) {
    Term arg;
    if (production.by_literals && i > 0) {
      const std::vector<Term>& divisors = choices(production.args[i]).divisors;
      if (!divisors.empty()) arg = divisors[rng.below(divisors.size())];
    } else {
      arg = term(production.args[i], depth, rng);
    }
    if (!arg) return {};
    args.push_back(arg);
  }
  return pool_.make(production.head, sort, args);
}

Term Snippets::term(Sort sort, uint32_t depth, Rng& rng) {
  if (left_ > 0) --left_;
  if (depth == 0 || left_ == 0 || rng.chance(1, 3)) return leaf(sort, rng);
  const Production* production = pick(choices(sort).productions, rng);
  const Term made = production ? produce(*production, sort, depth - 1, rng) : Term();
  return made ? made : leaf(sort, rng);
}

Term Snippets::variable(Sort sort, Rng& rng) {
  if (!bound_.empty() && rng.chance(1, 2)) {
    const size_t first = rng.below(bound_.size());
    for (size_t i = 0; i < bound_.size(); ++i) {
      const Term found = bound_[(first + i) % bound_.size()];
      if (pool_.sort(found) == sort) return found;
    }
  }
  if (options_.fresh && rng.chance(1, 4)) {
    for (const Head head : fresh_)
      if (pool_.data(head).sort == sort) return pool_.constant(head);
    const Symbol name = vocabulary_.fresh_name(next_fresh_++);
    fresh_.push_back(pool_.declare(name, {}, sort));
    return pool_.constant(fresh_.back());
  }
  const std::span<const Vocabulary::Entry> constants = vocabulary_.constants(sort);
  for (int attempt = 0; attempt < 4 && !constants.empty(); ++attempt) {
    const Vocabulary::Entry& found = constants[rng.below(constants.size())];
    if (found.in_scope(command_) && !vocabulary_.is_unusable(found.function))
      return pool_.constant(found.function);
  }
  return {};
}

Term Snippets::leaf(Sort sort, Rng& rng) {
  // Of formulas, such as the condition of an ite, mostly an atom over leaves: it says more than
  // `true`.
  const bool formula = sort == kBool && left_ > 0 && rng.chance(3, 4);
  for (int attempt = 0; attempt < 4 && formula; ++attempt) {
    const Production* production = pick(choices(kBool).productions, rng);
    if (!production) break;
    if (std::ranges::find(production->args, kBool) != production->args.end()) continue;
    if (const Term made = produce(*production, kBool, 0, rng)) return made;
  }
  const bool literal_first = rng.chance(1, 4);
  if (!literal_first)
    if (const Term found = variable(sort, rng)) return found;
  if (!(vocabulary_.logic().differences && is_number(sort)))
    if (const Term found = literal(sort, rng)) return found;
  return literal_first ? variable(sort, rng) : Term();
}

}  // namespace pg
