#include "smtlib/names.h"

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
  local_trail_.push_back({name, entry.local, entry.binders});
  entry.local = value;
}

Term Names::bind_variable(Symbol name, Sort sort) {
  Entry& entry = entry_of(name);
  local_trail_.push_back({name, entry.local, entry.binders});
  // Variables of nested binders of one name differ, so that a let that carries the outer one into
  // the inner scope means what it says.
  entry.local = pool_.variable(name, sort, entry.binders++);
  return entry.local;
}

void Names::leave(size_t mark) {
  while (local_trail_.size() > mark) {
    const LocalChange& change = local_trail_.back();
    Entry& entry = entries_[change.name.id()];
    entry.local = change.local;
    entry.binders = change.binders;
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
