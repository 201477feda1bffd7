#pragma once

#include <span>

#include "term/pool.h"

namespace pg {

// Sorts of operators on tuples and on what holds tuples: relations are sets of them, tables bags.
// Each gives none if the sorts do not fit, and unknown where an argument's sort is unknown.

// The tuple of the components that the indices name, in their order; repetition is allowed.
Sort project_tuple(Pool& pool, Sort tuple, std::span<const Index> indices);

// The same for a set or bag (`kind`) of tuples.
Sort project_elements(Pool& pool, SortKind kind, Sort collection, std::span<const Index> indices);

// A set or bag of the tuples of one followed by those of the other, without the last `dropped`
// components of the first and the first `dropped` of the second, which must agree.
Sort concat_elements(Pool& pool, SortKind kind, Sort a, Sort b, size_t dropped = 0);

}  // namespace pg
