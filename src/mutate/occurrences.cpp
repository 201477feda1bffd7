#include "mutate/occurrences.h"

#include <algorithm>

#include "theory/core/core.h"

namespace pg {

Occurrences::Occurrences(Pool& pool, Evaluator& evaluator, Expander& expander,
                         std::span<const Root> roots, const absl::flat_hash_set<Term>& fixed)
    : pool_(pool), evaluator_(evaluator), expander_(expander), fixed_(fixed) {
  for (const Root& root : roots)
    list_.push_back({.term = root.term,
                     .command = static_cast<uint32_t>(root.command),
                     .which = static_cast<uint32_t>(root.which),
                     .requirement = Requirement::exact(Value::boolean(true))});
  // Breadth first: of formulas that are too large, all have their upper parts in the list.
  for (uint32_t i = 0; i < list_.size() && list_.size() < kMaxOccurrences; ++i) add_children(i);
}

Value Occurrences::value_of(Term term, bool bound) {
  if (bound && pool_.has(term, kHasVariable)) return Value::unspecified();
  return evaluator_.eval(term);
}

// A quantified body has one value for each assignment; all of them are known only where they are
// the same.
Requirement Occurrences::below_binder(const Occurrence& parent) const {
  const OpSpec* op = pool_.op(parent.term);
  const bool same = (op == &core::kForall && parent.requirement.is(true)) ||
                    (op == &core::kExists && parent.requirement.is(false));
  if (same || parent.requirement.kind == Requirement::Kind::Any) return parent.requirement;
  return {};
}

void Occurrences::add_children(uint32_t index) {
  const Occurrence parent = list_[index];
  const HeadKind kind = pool_.kind(parent.term);
  if (kind == HeadKind::Opaque || fixed_.contains(parent.term)) return;
  const OpSpec* op = pool_.op(parent.term);
  const std::span<const Term> args = pool_.args(parent.term);
  const bool binder = op && op->binder > 0;
  const size_t first = pg::bound_variables(pool_, parent.term).size();
  // Only the first argument of an annotation or a match is a term like any other.
  const bool one = kind == HeadKind::Annotation || kind == HeadKind::Match;
  const size_t last = one ? std::min<size_t>(1, args.size()) : args.size();
  values_.clear();
  if (!binder)
    for (size_t i = 0; i < last; ++i) values_.push_back(value_of(args[i], parent.bound));
  for (size_t i = first; i < last; ++i) {
    Requirement requirement;
    if (binder)
      requirement = below_binder(parent);
    else if (kind == HeadKind::Annotation)
      requirement = parent.requirement;
    else
      requirement = requirement_of({evaluator_.values(), pool_, parent.term, values_,
                                    value_of(parent.term, parent.bound), parent.requirement, i});
    list_.push_back({.term = args[i],
                     .parent = index,
                     .child = static_cast<uint32_t>(i),
                     .command = parent.command,
                     .which = parent.which,
                     .bound = parent.bound || binder,
                     .requirement = requirement});
  }
  if (kind == HeadKind::Function) add_body(index);
}

void Occurrences::add_body(uint32_t index) {
  const Occurrence call = list_[index];
  const Term body = expander_.body_of(call.term);
  if (!body) return;
  list_.push_back({.term = body,
                   .parent = index,
                   .child = Occurrence::kBody,
                   .command = call.command,
                   .which = call.which,
                   .bound = call.bound,
                   .requirement = call.requirement});
}

std::vector<uint32_t> Occurrences::bodies(uint32_t index) const {
  std::vector<uint32_t> found;
  for (; index != Occurrence::kRoot; index = list_[index].parent)
    if (list_[index].child == Occurrence::kBody) found.push_back(index);
  std::ranges::reverse(found);
  return found;
}

Path Occurrences::path(size_t index) const {
  Path path;
  for (; list_[index].parent != Occurrence::kRoot; index = list_[index].parent)
    if (list_[index].child != Occurrence::kBody) path.push_back(list_[index].child);
  std::ranges::reverse(path);
  return path;
}

std::vector<Term> Occurrences::bound_variables(size_t index) const {
  std::vector<Term> variables;
  while (list_[index].parent != Occurrence::kRoot) {
    index = list_[index].parent;
    const std::span<const Term> bound = pg::bound_variables(pool_, list_[index].term);
    variables.insert(variables.end(), bound.begin(), bound.end());
  }
  return variables;
}

}  // namespace pg
