#pragma once

#include <cstdint>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "term/pool.h"

namespace pg {

// Never recurse on terms: input nests a million deep. All walks here keep their own stack.

// Calls visit(Term) once for each distinct sub-term, children first, left to right.
template <typename Visit>
void post_order(const Pool& pool, Term root, Visit visit) {
  struct Frame {
    Term term;
    uint32_t next;
  };
  absl::flat_hash_set<Term> seen{root};
  std::vector<Frame> stack{{root, 0}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const std::span<const Term> args = pool.args(frame.term);
    if (frame.next == args.size()) {
      visit(frame.term);
      stack.pop_back();
    } else if (const Term child = args[frame.next++]; seen.insert(child).second) {
      stack.push_back({child, 0});
    }
  }
}

// The variables that a term binds: its first children, all but the bodies. Empty for most terms.
std::span<const Term> bound_variables(const Pool& pool, Term term);

// Distinct sub-terms, the term included.
uint64_t dag_size(const Pool& pool, Term root);
// Occurrences of sub-terms; saturates at the largest number.
uint64_t tree_size(const Pool& pool, Term root);

// Functions of the script that occur in a term, in the order of their first occurrence.
std::vector<Head> functions(const Pool& pool, Term root);

// Variables that occur free. Keeps what it learned of each binder: ask one object often.
class FreeVariables {
 public:
  explicit FreeVariables(const Pool& pool) : pool_(pool) {}
  // Sorted; valid until the next call.
  const std::vector<Term>& of(Term root);

 private:
  std::vector<Term> collect(Term root) const;

  const Pool& pool_;
  absl::flat_hash_map<Term, std::vector<Term>> known_;  // binders, and terms asked for
};

}  // namespace pg
