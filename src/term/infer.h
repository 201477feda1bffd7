#pragma once

#include <cstdint>
#include <span>

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

// Extends bindings so that the pattern becomes the sort; false if it cannot.
bool unify(const Pool& pool, Sort pattern, Sort actual, std::vector<Sort>& bindings);

// True if a term of sort `actual` may stand where `expected` is wanted: the same sort, an Int for a
// Real, a lambda for an array, anything for the unknown sort.
bool fits(const Pool& pool, Sort expected, Sort actual);

}  // namespace pg
