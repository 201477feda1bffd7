#pragma once

#include <span>

#include "term/pool.h"
#include "theory/value.h"

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

// Steps that making a tuple takes.
inline constexpr uint64_t kStepsOfTuple = 8;

// The same on values: the components that the indices name (undefined if there are no such), and
// one tuple after another without the components that they drop.
Value project_tuple(ValuePool& values, Value tuple, std::span<const Index> indices);
Value concat_tuples(ValuePool& values, Value a, Value b, size_t dropped = 0);

// Whether two tuples agree where the indices say: the first one's component for each even index,
// the second one's for the odd index after it. Undefined if there are no such components.
Value tuples_join(ValuePool& values, Value a, Value b, std::span<const Index> indices);

// The value of a function folded over elements in any order, with their repetitions: undefined if
// the order matters, or if there are too many orders to see that.
Value fold_any_order(const EvalCall& call, Value function, Value initial,
                     std::span<const Value> elements);

}  // namespace pg
