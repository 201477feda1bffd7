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

constexpr std::string_view kNoComponent = "a component that the tuple does not have";

// What is no tuple has no parts: not every row's signature asks for tuples.
std::span<const Value> parts_of(const ValuePool& values, Value tuple) {
  return tuple.kind() == ValueKind::Tuple ? values.items(tuple) : std::span<const Value>();
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

Value project_tuple(ValuePool& values, Value tuple, std::span<const Index> indices) {
  const std::span<const Value> parts = parts_of(values, tuple);
  std::vector<Value> projected;
  for (const Index& index : indices) {
    if (index.value >= parts.size()) return values.unsupported(kNoComponent);
    projected.push_back(parts[index.value]);
  }
  return values.tuple(projected);
}

Value concat_tuples(ValuePool& values, Value a, Value b, size_t dropped) {
  const std::span<const Value> left = values.items(a);
  const std::span<const Value> right = values.items(b);
  std::vector<Value> joined(left.begin(), left.end() - static_cast<std::ptrdiff_t>(dropped));
  joined.insert(joined.end(), right.begin() + static_cast<std::ptrdiff_t>(dropped), right.end());
  return values.tuple(joined);
}

Value tuples_join(ValuePool& values, Value a, Value b, std::span<const Index> indices) {
  const std::span<const Value> left = parts_of(values, a);
  const std::span<const Value> right = parts_of(values, b);
  bool agree = true;
  for (size_t i = 0; i < indices.size(); i += 2) {
    if (i + 1 == indices.size() || indices[i].value >= left.size() ||
        indices[i + 1].value >= right.size())
      return values.unsupported(kNoComponent);
    agree = agree && left[indices[i].value] == right[indices[i + 1].value];
  }
  return Value::boolean(agree);
}

// Goes through the sets of elements that can come first, smaller ones before larger ones.
Value fold_any_order(const EvalCall& call, Value function, Value initial,
                     std::span<const Value> elements) {
  constexpr size_t kMaxElements = 10;
  if (elements.size() > kMaxElements)
    return call.values.unsupported("a fold over many elements, whose order may matter");
  std::vector<Value> results(size_t{1} << elements.size());
  results[0] = initial;
  for (size_t chosen = 1; chosen < results.size(); ++chosen) {
    bool first = true;
    for (size_t last = 0; last < elements.size(); ++last) {
      if ((chosen >> last & 1) == 0) continue;
      const Value args[] = {elements[last], results[chosen ^ size_t{1} << last]};
      const Value result = call.context.apply(function, args);
      if (!result.is_defined()) return result;
      if (!first && result != results[chosen]) return Value::unspecified();
      results[chosen] = result;
      first = false;
    }
  }
  return results.back();
}

}  // namespace pg
