#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "base/rng.h"
#include "model/evaluator.h"
#include "mutate/expand.h"
#include "term/path.h"
#include "theory/requirement.h"

namespace pg {

// A place of a formula and what keeps the formula true there. It is a path and no term: what is
// shared may be needed to be one thing here and another thing there.
struct Occurrence {
  static constexpr uint32_t kRoot = UINT32_MAX;
  static constexpr uint32_t kBody = UINT32_MAX;
  Term term;
  uint32_t parent = kRoot;  // of the list
  uint32_t child = 0;       // which argument of the parent it is; kBody: what it calls
  uint32_t command = 0;
  uint32_t which = 0;  // of the command's terms
  bool bound = false;  // below a binder: it has no value of its own
  Requirement requirement;
};

// The places of formulas that a model makes true (DIVER's pre-analysis), from the roots down, a
// limited number of them.
class Occurrences {
 public:
  struct Root {
    size_t command;
    size_t which;
    Term term;
  };
  // Stays out of the terms in `fixed`. Below a call is the body of its function, where that is
  // defined.
  Occurrences(Pool& pool, Evaluator& evaluator, Expander& expander, std::span<const Root> roots,
              const absl::flat_hash_set<Term>& fixed);

  const Occurrence& operator[](size_t index) const { return list_[index]; }
  size_t size() const { return list_.size(); }
  // Where the bodies around it are in the places of their calls.
  Path path(size_t index) const;
  // Those that are bodies among the place and what is around it, from the outside in.
  std::vector<uint32_t> bodies(uint32_t index) const;
  // The variables that are bound there.
  std::vector<Term> bound_variables(size_t index) const;

 private:
  static constexpr size_t kMaxOccurrences = 20'000;

  void add_children(uint32_t index);
  void add_body(uint32_t index);
  Requirement below_binder(const Occurrence& parent) const;
  Value value_of(Term term, bool bound);

  Pool& pool_;
  Evaluator& evaluator_;
  Expander& expander_;
  const absl::flat_hash_set<Term>& fixed_;
  std::vector<Occurrence> list_;
  std::vector<Value> values_;  // of the arguments of one parent
};

}  // namespace pg
