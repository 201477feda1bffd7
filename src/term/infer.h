#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "term/pool.h"

namespace pg {

// The sort of an operator applied to arguments of these sorts, or none if it does not take them.
// An Int is accepted where a Real is expected, as the solvers do; the unknown sort is accepted
// anywhere.
Sort infer(Pool& pool, const OpSpec& op, std::span<const Index> indices, std::span<const Sort> args,
           Sort qualifier = {});

// The same for a function of the script, whose sorts may have parameters (a constructor of a
// parametric datatype). With fewer arguments than parameters the result is a function.
Sort infer(Pool& pool, Head function, std::span<const Sort> args, Sort qualifier = {});

// The sort with each parameter i replaced by bindings[i]; one without binding becomes unknown.
Sort instantiate(Pool& pool, Sort pattern, std::span<const Sort> bindings);

// Finds the sorts that parameters stand for, pattern by pattern.
class Unifier {
 public:
  explicit Unifier(const Pool& pool) : pool_(pool) {}

  // Extends the bindings so that a term of the actual sort fits the pattern; false if it cannot.
  bool unify(Sort pattern, Sort actual);
  std::span<const Sort> bindings() const { return bindings_; }

 private:
  bool bind(uint32_t which, Sort got, bool top);

  const Pool& pool_;
  std::vector<Sort> bindings_;
  std::vector<bool> fixed_;  // met inside another sort
};

// True if a term of sort `actual` may stand where `expected` is wanted: the same sort, an Int for a
// Real, a lambda for an array, anything for the unknown sort.
bool fits(const Pool& pool, Sort expected, Sort actual);

// False if the unknown sort is in it.
bool is_known(const Pool& pool, Sort sort);

}  // namespace pg
