#include "theory/core/eval_support.h"

#include <utility>

#include <absl/container/flat_hash_set.h>

#include "theory/datatypes/regular.h"
#include "theory/enclosure.h"

namespace pg {
namespace {

constexpr bool is_opaque_kind(ValueKind kind) {
  return kind == ValueKind::Function || kind == ValueKind::Regex || kind == ValueKind::Computed;
}

// Compares two values part by part, with a worklist: the first difference that is certain decides.
class Comparison {
 public:
  explicit Comparison(const EvalCall& call) : call_(call) {}

  Value of(Value a, Value b, Sort sort) {
    push(a, b, sort);
    while (!work_.empty()) {
      const Pair pair = work_.back();
      work_.pop_back();
      if (differ(pair)) return Value::boolean(false);
    }
    return taint_.or_else(Value::boolean(true));
  }

 private:
  struct Pair {
    Value a;
    Value b;
    Sort sort;  // none: unknown
  };

  void push(Value a, Value b, Sort sort) {
    if (a != b && seen_.emplace(a, b).second) work_.push_back({a, b, sort});
  }

  // True if the two are different for certain.
  bool differ(const Pair& pair) {
    const ValueKind a = pair.a.kind();
    const ValueKind b = pair.b.kind();
    if (is_plain(a) && is_plain(b)) return true;
    if (a == ValueKind::Function || b == ValueKind::Function) {
      compare_functions(pair);
      return false;
    }
    if (a == ValueKind::Computed || b == ValueKind::Computed)
      return !taint_.add(enclosure::order(call_, pair.a, pair.b));
    if (a == ValueKind::Regex || b == ValueKind::Regex)
      return cannot("equality of regular expressions");
    // Infinite trees have one graph each, and no finite value is one of them.
    if (datatypes::is_infinite(call_.values, pair.a) ||
        datatypes::is_infinite(call_.values, pair.b))
      return !may_be_equal(pair) || cannot("equality of functions");
    if (a == ValueKind::Tuple || a == ValueKind::Datatype || a == ValueKind::Sequence)
      return compare_items(pair);
    // Of arrays, sets and bags the handles decide, unless parts of them may be equal after all.
    return !may_be_equal(pair) || cannot("equality of functions");
  }

  bool may_be_equal(const Pair& pair) const {
    return is_opaque(call_.values, pair.a) || is_opaque(call_.values, pair.b);
  }

  bool cannot(std::string_view reason) {
    taint_.add(call_.values.unsupported(reason));
    return false;
  }

  bool compare_items(const Pair& pair) {
    const std::span<const Value> a = call_.values.items(pair.a);
    const std::span<const Value> b = call_.values.items(pair.b);
    if (pair.a.aux() != pair.b.aux() || a.size() != b.size()) return true;
    for (size_t i = a.size(); i-- > 0;) push(a[i], b[i], {});
    return false;
  }

  // A function, or an array that is one (Z3's lambda and as-array), at all its arguments.
  void compare_functions(const Pair& pair) {
    const SortKind kind = pair.sort ? call_.pool.kind(pair.sort) : SortKind::Unknown;
    std::span<const Value> domain;
    if (kind == SortKind::Array ||
        (kind == SortKind::Arrow && call_.pool.args(pair.sort).size() == 2))
      domain = call_.context.domain(call_.pool.args(pair.sort)[0]);
    if (domain.empty()) {
      cannot("equality of functions");
      return;
    }
    const Sort element = call_.pool.args(pair.sort)[1];
    for (const Value& index : domain) {
      const Value a = at(pair.a, index);
      const Value b = at(pair.b, index);
      const bool open_a = taint_.add(a);
      const bool open_b = taint_.add(b);
      if (!open_a && !open_b) push(a, b, element);
    }
  }

  Value at(Value function, Value index) const {
    return function.kind() == ValueKind::Array ? call_.values.select(function, index)
                                               : call_.context.apply(function, {&index, 1});
  }

  const EvalCall& call_;
  std::vector<Pair> work_;
  absl::flat_hash_set<std::pair<Value, Value>> seen_;
  Taint taint_;
};

}  // namespace

bool is_opaque(const ValuePool& values, Value value) {
  if (is_plain(value.kind())) return false;
  if (is_opaque_kind(value.kind())) return true;
  absl::flat_hash_set<Value> seen{value};
  std::vector<Value> work{value};
  while (!work.empty()) {
    const Value compound = work.back();
    work.pop_back();
    for (const Value& item : values.items(compound)) {
      if (is_opaque_kind(item.kind())) return true;
      if (!is_plain(item.kind()) && seen.insert(item).second) work.push_back(item);
    }
  }
  return false;
}

Value equal_values(const EvalCall& call, Value a, Value b, Sort sort) {
  if (a == b) return Value::boolean(true);
  if (is_plain(a.kind()) && is_plain(b.kind())) return Value::boolean(false);
  return Comparison(call).of(a, b, sort);
}

}  // namespace pg
