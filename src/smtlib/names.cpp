#include "smtlib/names.h"

#include <absl/container/flat_hash_map.h>

#include "term/traverse.h"
#include "theory/theories.h"

namespace pg {

Names::Names(Pool& pool) : pool_(pool) {
  auto add_row = [&](std::string_view name, const OpSpec& op) {
    Entry& entry = entry_of(pool_.intern(name));
    if (entry.rows == kNone) {
      entry.rows = static_cast<uint32_t>(rows_.size());
      rows_.emplace_back();
    }
    rows_[entry.rows].push_back({&op, {}});
  };
  for (const Theory* theory : theories()) {
    for (const OpSpec& op : theory->ops) add_row(op.name, op);
    for (const OpAlias& alias : theory->aliases)
      for (const OpSpec& op : theory->ops)
        if (op.name == alias.row) add_row(alias.name, op);
  }
  for (const SortSpec& spec : kSortSpecs)
    if (spec.kind != SortKind::Unknown && spec.kind != SortKind::Param)
      add_sort(pool_.intern(spec.name), {.ctor = ctor_of(spec.kind)});
  for (const SortAlias& alias : kSortAliases)
    add_sort(pool_.intern(alias.name), {.kind = SortMeaning::Kind::Alias, .alias = &alias});
  global_trail_.clear();
}

Names::Entry& Names::entry_of(Symbol name) {
  if (name.id() >= entries_.size()) {
    // All symbols of the pool at once, and room for more: this is called once a symbol at most.
    entries_.resize(std::max<size_t>(pool_.symbol_count(), name.id() + 1));
  }
  return entries_[name.id()];
}

void Names::bind_let(Symbol name, Term value) {
  Entry& entry = entry_of(name);
  local_trail_.push_back({name, entry.local, entry.binders, entry.let_mark, false});
  entry.local = value;
  entry.let_mark = static_cast<uint32_t>(local_trail_.size());
}

Term Names::bind_variable(Symbol name, Sort sort) {
  Entry& entry = entry_of(name);
  local_trail_.push_back({name, entry.local, entry.binders, entry.let_mark, true});
  entry.let_mark = kNone;
  // Variables of nested binders of one name differ, so that a let that carries the outer one into
  // the inner scope means what it says.
  entry.local = pool_.variable(name, sort, entry.binders++);
  return entry.local;
}

Term Names::local_here(Symbol name) {
  const Entry& let = entry(name);
  const Term value = let.local;
  if (!value || let.let_mark == kNone || !pool_.has(value, kHasBinder)) return value;
  // How many binders of each name there are between the let and here.
  absl::flat_hash_map<Symbol, uint32_t> between;
  for (size_t i = let.let_mark; i < local_trail_.size(); ++i) {
    if (++carry_steps_ > kMaxCarrySteps) return value;
    if (local_trail_[i].is_variable) ++between[local_trail_[i].name];
  }
  if (between.empty()) return value;
  absl::flat_hash_map<Term, Term> here;
  std::vector<Term> args;
  bool named = false;
  post_order(pool_, value, [&](Term term) {
    if (++carry_steps_ > kMaxCarrySteps) return;
    const HeadData& data = pool_.data(term);
    // A name is given once.
    for (const Attribute& attribute : data.attributes)
      named = named || pool_.text(attribute.keyword) == ":named";
    if (data.kind == HeadKind::Variable) {
      const auto it = between.find(data.name);
      // The variables of binders inside of the value; others were bound around the let.
      if (it != between.end() && data.depth + it->second >= entry(data.name).binders)
        here[term] = pool_.variable(data.name, pool_.sort(term), data.depth + it->second);
      return;
    }
    args.clear();
    bool changed = false;
    for (const Term arg : pool_.args(term)) {
      const auto it = here.find(arg);
      args.push_back(it == here.end() ? arg : it->second);
      changed = changed || args.back() != arg;
    }
    if (changed) here[term] = pool_.with_args(term, args);
  });
  if (named || carry_steps_ > kMaxCarrySteps) return value;
  const auto it = here.find(value);
  return it == here.end() ? value : it->second;
}

void Names::leave(size_t mark) {
  while (local_trail_.size() > mark) {
    const LocalChange& change = local_trail_.back();
    Entry& entry = entries_[change.name.id()];
    entry.local = change.local;
    entry.binders = change.binders;
    entry.let_mark = change.let_mark;
    local_trail_.pop_back();
  }
}

void Names::add_function(Symbol name, Head head) {
  Entry& entry = entry_of(name);
  global_trail_.push_back({name, entry.functions, entry.sort});
  functions_.push_back({head, entry.functions});
  entry.functions = static_cast<uint32_t>(functions_.size() - 1);
}

std::span<const RowChoice> Names::rows(Symbol name) {
  const uint32_t which = entry(name).rows;
  if (which == kNone) return {};
  std::vector<RowChoice>& choices = rows_[which];
  for (RowChoice& choice : choices) {
    if (choice.plain) break;
    HeadData data;
    data.name = name;
    data.op = choice.op;
    choice.plain = pool_.head(data);
  }
  return choices;
}

const SortMeaning* Names::sort(Symbol name) const {
  const uint32_t which = entry(name).sort;
  return which == kNone ? nullptr : &sorts_[which];
}

void Names::add_sort(Symbol name, const SortMeaning& meaning) {
  Entry& entry = entry_of(name);
  global_trail_.push_back({name, entry.functions, entry.sort});
  sorts_.push_back(meaning);
  entry.sort = static_cast<uint32_t>(sorts_.size() - 1);
}

void Names::push() { levels_.push_back(global_trail_.size()); }

bool Names::pop(uint32_t levels) {
  if (levels > levels_.size()) return false;
  if (levels == 0) return true;
  const size_t mark = levels_[levels_.size() - levels];
  levels_.resize(levels_.size() - levels);
  if (!global_) forget(mark);
  return true;
}

void Names::reset() {
  levels_.clear();
  global_ = false;
  forget(0);
}

void Names::forget(size_t mark) {
  while (global_trail_.size() > mark) {
    const GlobalChange& change = global_trail_.back();
    Entry& entry = entries_[change.name.id()];
    entry.functions = change.functions;
    entry.sort = change.sort;
    global_trail_.pop_back();
  }
}

}  // namespace pg
