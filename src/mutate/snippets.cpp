#include "mutate/snippets.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "theory/core/core.h"

namespace pg {

Snippets::Snippets(Pool& pool, Vocabulary& vocabulary, const SnippetOptions& options,
                   const Rng& rng)
    : pool_(pool),
      vocabulary_(vocabulary),
      options_(options),
      grammar_(pool, vocabulary, options.connectives, rng) {
  for (const OpSpec& row : core::kTheory.ops)
    if (std::ranges::find(options.connectives, row.name) != options.connectives.end())
      connectives_.push_back(&row);
}

void Snippets::start_drawing(size_t command, std::span<const Term> bound) {
  command_ = command;
  bound_.assign(bound.begin(), bound.end());
  left_ = options_.size;
  made_.clear();
  applied_.clear();
  quantified_ = false;
  fresh_.clear();
}

Term Snippets::term(Sort sort, size_t command, std::span<const Term> bound, Rng& rng) {
  start_drawing(command, bound);
  return term(sort, options_.depth, rng);
}

Term Snippets::literal(Sort sort, Rng& rng) {
  const std::vector<Term>& literals = grammar_.choices(sort).literals;
  return literals.empty() ? Term() : literals[rng.below(literals.size())];
}

Term Snippets::plain_literal(Sort sort, Rng& rng) {
  const Term found = literal(sort, rng);
  return found && pool_.args(found).empty() ? found : Term();
}

void Snippets::add_literal(Term literal) { grammar_.add_literal(literal); }

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

// How often the script, or the formula so far, has it.
size_t Snippets::uses(const Grammar::Operation& operation) const {
  const auto now = std::ranges::count(applied_, &operation);
  return static_cast<size_t>(now) + (operation.in_seed ? 1 : 0);
}

// Of two operators that are drawn, the one that is used less.
const Snippets::Production* Snippets::pick(Sort sort, Rng& rng) {
  const std::vector<Grammar::Operation>& list = grammar_.choices(sort).operations;
  for (int attempt = 0; attempt < 4 && !list.empty(); ++attempt) {
    const Grammar::Operation& one = list[rng.below(list.size())];
    const Grammar::Operation& other = list[rng.below(list.size())];
    const Grammar::Operation& operation = uses(other) < uses(one) ? other : one;
    const Production& found = operation.ways[rng.below(operation.ways.size())];
    if (!found.in_scope(command_) || (found.binder && quantified_)) continue;
    applied_.push_back(&operation);
    return &found;
  }
  return nullptr;
}

Term Snippets::atom(Rng& rng) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    const Production* production = pick(kBool, rng);
    if (!production) break;
    // Formulas as arguments are what connectives are for.
    if (std::ranges::find(production->args, kBool) != production->args.end() && attempt < 6)
      continue;
    if (const Term made = produce(*production, kBool, options_.depth, rng)) return made;
  }
  return variable(kBool, rng);
}

Term Snippets::argument(const Production& production, size_t which, uint32_t depth, Rng& rng) {
  using Fill = Production::Fill;
  const Sort sort = production.args[which];
  if (production.fill == Fill::Terms || which == 0) return term(sort, depth, rng);
  const Grammar::Choices& choices = grammar_.choices(sort);
  const std::vector<Term>& list =
      production.fill == Fill::Factors ? choices.factors : choices.divisors;
  return list.empty() ? Term() : list[rng.below(list.size())];
}

Term Snippets::produce(const Production& production, Sort sort, uint32_t depth, Rng& rng) {
  constexpr uint64_t kMaxMore = 3;
  if (production.binder) return quantify(production, depth, rng);
  std::vector<Term> args;
  for (size_t i = 0; i < production.args.size(); ++i) {
    uint64_t times = 1;
    if (i == production.repeated && rng.chance(1, 4)) times += 1 + rng.below(kMaxMore);
    for (; times > 0; --times) {
      const Term arg = argument(production, i, depth, rng);
      if (!arg) return {};
      args.push_back(arg);
    }
  }
  made_.push_back(pool_.make(production.head, sort, args));
  return made_.back();
}

// Over one new variable, of which the body may speak.
Term Snippets::quantify(const Production& production, uint32_t depth, Rng& rng) {
  quantified_ = true;
  const Term variable = pool_.variable(bound_name(), production.args[0]);
  bound_.push_back(variable);
  const size_t before = made_.size();
  const Term body = term(kBool, depth, rng);
  bound_.pop_back();
  made_.resize(before);  // they may mention the variable
  return body ? pool_.make(production.head, kBool, std::array{variable, body}) : Term();
}

// A name for a bound variable that nothing in scope has.
Symbol Snippets::bound_name() {
  for (size_t number = 0;; ++number) {
    const Symbol name = vocabulary_.fresh_name(fmt::format("pgq{}", number));
    if (std::ranges::none_of(bound_, [&](Term each) { return pool_.data(each).name == name; }))
      return name;
  }
}

// A term that the formula has already: a let, when it is printed.
Term Snippets::again(Sort sort, Rng& rng) const {
  if (made_.empty()) return {};
  const Term found = made_[rng.below(made_.size())];
  return pool_.sort(found) == sort ? found : Term();
}

Term Snippets::term(Sort sort, uint32_t depth, Rng& rng) {
  if (left_ > 0) --left_;
  if (depth == 0 || left_ == 0 || rng.chance(1, 3)) return leaf(sort, rng);
  if (rng.chance(1, 12))
    if (const Term found = again(sort, rng)) return found;
  const Production* production = pick(sort, rng);
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
  if (options_.fresh && is_declarable(pool_, sort) && rng.chance(1, 4)) {
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
    const Production* production = pick(kBool, rng);
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
