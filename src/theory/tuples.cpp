#include "theory/tuples.h"

#include <vector>

namespace pg {
namespace {

// The tuple in a set or bag of tuples; none if it is something else.
Sort element_tuple(const Pool& pool, SortKind kind, Sort collection) {
  if (collection == kUnknown) return kUnknown;
  if (pool.kind(collection) != kind) return {};
  const Sort element = pool.args(collection)[0];
  return element == kUnknown || pool.kind(element) == SortKind::Tuple ? element : Sort();
}

}  // namespace

Sort project_tuple(Pool& pool, Sort tuple, std::span<const Index> indices) {
  if (tuple == kUnknown) return kUnknown;
  if (pool.kind(tuple) != SortKind::Tuple) return {};
  const std::span<const Sort> parts = pool.args(tuple);
  std::vector<Sort> projected;
  for (const Index& index : indices) {
    if (index.value >= parts.size()) return {};
    projected.push_back(parts[index.value]);
  }
  return pool.sort(ctor_of(SortKind::Tuple), {}, projected);
}

Sort project_elements(Pool& pool, SortKind kind, Sort collection, std::span<const Index> indices) {
  const Sort tuple = element_tuple(pool, kind, collection);
  if (!tuple || tuple == kUnknown) return tuple;
  const Sort projected = project_tuple(pool, tuple, indices);
  return projected ? pool.sort(kind, {}, {projected}) : Sort();
}

Sort concat_elements(Pool& pool, SortKind kind, Sort a, Sort b, size_t dropped) {
  const Sort first = element_tuple(pool, kind, a);
  const Sort second = element_tuple(pool, kind, b);
  if (!first || !second) return {};
  if (first == kUnknown || second == kUnknown) return kUnknown;
  const std::span<const Sort> left = pool.args(first);
  const std::span<const Sort> right = pool.args(second);
  if (left.size() < dropped || right.size() < dropped) return {};
  const size_t kept = left.size() - dropped;
  for (size_t i = 0; i < dropped; ++i)
    if (left[kept + i] != right[i]) return {};
  std::vector<Sort> joined(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(kept));
  joined.insert(joined.end(), right.begin() + static_cast<std::ptrdiff_t>(dropped), right.end());
  const Sort tuple = pool.sort(ctor_of(SortKind::Tuple), {}, joined);
  return pool.sort(kind, {}, {tuple});
}

}  // namespace pg
