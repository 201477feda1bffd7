#include "term/traverse.h"

#include <algorithm>

namespace pg {

std::span<const Term> bound_variables(const Pool& pool, Term term) {
  const HeadData& data = pool.data(term);
  const size_t bodies = data.op ? data.op->binder : data.kind == HeadKind::Case ? 1 : 0;
  const std::span<const Term> args = pool.args(term);
  if (bodies == 0 || args.size() < bodies) return {};
  return args.first(args.size() - bodies);
}

uint64_t dag_size(const Pool& pool, Term root) {
  uint64_t count = 0;
  post_order(pool, root, [&](Term) { ++count; });
  return count;
}

uint64_t tree_size(const Pool& pool, Term root) {
  absl::flat_hash_map<Term, uint64_t> sizes;
  post_order(pool, root, [&](Term term) {
    uint64_t size = 1;
    for (Term arg : pool.args(term))
      if (__builtin_add_overflow(size, sizes.at(arg), &size)) size = UINT64_MAX;
    sizes[term] = size;
  });
  return sizes.at(root);
}

std::vector<Head> functions(const Pool& pool, Term root) {
  std::vector<Head> found;
  absl::flat_hash_set<Head> seen;
  post_order(pool, root, [&](Term term) {
    const HeadData& data = pool.data(term);
    if (data.kind == HeadKind::Function && seen.insert(pool.head(term)).second)
      found.push_back(pool.head(term));
    for (const Index& index : data.indices)
      if (index.function && seen.insert(index.function).second) found.push_back(index.function);
    if (data.constructor && seen.insert(data.constructor).second) found.push_back(data.constructor);
  });
  return found;
}

const std::vector<Term>& FreeVariables::of(Term root) {
  if (const auto it = known_.find(root); it != known_.end()) return it->second;
  // Binders first, innermost outwards: each then looks only as far as the binders below it.
  std::vector<Term> binders;
  if (pool_.has(root, kHasVariable) && pool_.has(root, kHasBinder)) {
    post_order(pool_, root, [&](Term term) {
      if (!bound_variables(pool_, term).empty() && !known_.contains(term)) binders.push_back(term);
    });
  }
  for (Term binder : binders) known_[binder] = collect(binder);
  if (const auto it = known_.find(root); it != known_.end()) return it->second;
  return known_[root] = collect(root);
}

// The free variables of a term whose inner binders are all known.
std::vector<Term> FreeVariables::collect(Term root) const {
  std::vector<Term> free;
  const std::span<const Term> bound = bound_variables(pool_, root);
  auto add = [&](Term variable) {
    if (std::find(bound.begin(), bound.end(), variable) == bound.end()) free.push_back(variable);
  };
  absl::flat_hash_set<Term> seen;
  std::vector<Term> work{root};
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    if (pool_.kind(term) == HeadKind::Variable) {
      add(term);
    } else if (const auto it = known_.find(term); it != known_.end()) {
      for (Term variable : it->second) add(variable);
    } else {
      for (Term arg : pool_.args(term))
        if (pool_.has(arg, kHasVariable) && seen.insert(arg).second) work.push_back(arg);
    }
  }
  std::sort(free.begin(), free.end());
  free.erase(std::unique(free.begin(), free.end()), free.end());
  return free;
}

}  // namespace pg
