#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "term/pool.h"

namespace pg {

// An occurrence of a sub-term: the child to take at each step down from the root. Terms are shared,
// occurrences are not: polarity and mutation are matters of a path, never of a node.
using Path = std::vector<uint32_t>;

enum class Polarity : uint8_t { Positive, Negative, Mixed };

// The sub-term at a path; CHECKs that the path exists.
Term at(const Pool& pool, Term root, std::span<const uint32_t> path);

// The root with that one occurrence replaced by a term of a sort that fits.
Term replace_at(Pool& pool, Term root, std::span<const uint32_t> path, Term replacement);

// The root with several occurrences replaced, none of them inside of another.
Term replace_all(Pool& pool, Term root, std::vector<std::pair<Path, Term>> replacements);

// The variables that binders on the way to a path bind, from the outside in.
std::vector<Term> bound_at(const Pool& pool, Term root, std::span<const uint32_t> path);

// How the truth of the root depends on the truth of the (Boolean) occurrence: weakening it can only
// weaken (Positive) or only strengthen (Negative) the root, or nothing is known (Mixed).
Polarity polarity_at(const Pool& pool, Term root, std::span<const uint32_t> path);

// Calls visit(path, term) for each occurrence, outer before inner, left to right, at most `limit`
// of them (a shared term can have exponentially many). Binding occurrences of variables and the
// cases of a match are no terms and not visited. visit returns false to stay out of the term's
// children. True if all were visited.
template <typename Visit>
bool for_each_occurrence(const Pool& pool, Term root, uint64_t limit, Visit visit);

}  // namespace pg

#include "term/traverse.h"

namespace pg {

template <typename Visit>
bool for_each_occurrence(const Pool& pool, Term root, uint64_t limit, Visit visit) {
  if (limit == 0) return false;
  Path path;
  std::vector<Term> terms{root};
  if (!visit(std::as_const(path), root)) return true;
  auto first_child = [&](Term term) {
    return static_cast<uint32_t>(bound_variables(pool, term).size());
  };
  uint32_t next = first_child(root);
  while (true) {
    const std::span<const Term> args = pool.args(terms.back());
    if (next == args.size()) {
      if (path.empty()) return true;
      next = path.back() + 1;
      path.pop_back();
      terms.pop_back();
      continue;
    }
    const Term child = args[next];
    path.push_back(next);
    bool enter = true;
    if (pool.kind(child) != HeadKind::Case) {
      if (--limit == 0) return false;
      enter = visit(std::as_const(path), child);
    }
    if (enter) {
      terms.push_back(child);
      next = first_child(child);
    } else {
      path.pop_back();
      ++next;
    }
  }
}

}  // namespace pg
