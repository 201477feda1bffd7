#include "theory/arrays/arrays_eval.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "term/infer.h"
#include "term/pool.h"
#include "theory/core/eval_support.h"

namespace pg::arrays {
namespace {

constexpr std::string_view kFunctionIndex = "an array over functions";
// Whether they are few decides how an array is written.
constexpr std::string_view kUnknownIndices = "an array over indices of an unknown sort";
constexpr std::string_view kNotExplicit = "an operation on an array that is a function";

Sort arg_sort(const EvalCall& call, size_t which) {
  return call.pool.sort(call.pool.args(call.term)[which]);
}

// What an array is made of, index before element; a lambda is an array too. Unknown if the sort is.
Sort index_sort(const EvalCall& call, Sort array) {
  const std::span<const Sort> parts = call.pool.args(array);
  return parts.size() == 2 ? parts[0] : kUnknown;
}
Sort element_sort(const EvalCall& call, Sort array) {
  const std::span<const Sort> parts = call.pool.args(array);
  return parts.size() == 2 ? parts[1] : kUnknown;
}

bool knows_indices(const EvalCall& call, Sort array) { return index_sort(call, array) != kUnknown; }

// All indices of an array's sort, if they are few.
std::span<const Value> indices_of(const EvalCall& call, Sort array) {
  return call.context.domain(index_sort(call, array));
}

// Handles of indices can be compared: always, but for arrays over functions.
bool is_clear(const EvalCall& call, Value array, Value index) {
  if (is_plain(index.kind())) return true;
  return !is_opaque(call.values, index) && !is_opaque(call.values, array);
}

bool all_explicit(std::span<const Value> arrays) {
  return std::ranges::all_of(arrays,
                             [](const Value& array) { return array.kind() == ValueKind::Array; });
}

// Over many indices an array's parts are in their final form: one entry comes, goes or changes.
Value store_entry(ValuePool& values, Value array, Value index, Value value) {
  const std::span<const Value> old = values.items(array);
  size_t at = 1;
  while (at < old.size() && old[at] < index) at += 2;
  const bool known = at < old.size() && old[at] == index;
  std::vector<Value> items(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(at));
  if (value != old[0]) items.insert(items.end(), {index, value});
  items.insert(items.end(), old.begin() + static_cast<std::ptrdiff_t>(known ? at + 2 : at),
               old.end());
  return values.compound(ValueKind::Array, 0, items);
}

// A function as the array that it is, where its indices are few.
Value tabulate(const EvalCall& call, Value function, std::span<const Value> domain) {
  if (domain.empty()) return call.values.unsupported(kNotExplicit);
  std::vector<ValuePool::Entry> entries;
  for (const Value& index : domain) {
    const Value value = call.context.apply(function, {&index, 1});
    if (!value.is_defined()) return value;
    entries.emplace_back(index, value);
  }
  const Value otherwise = entries[0].second;
  return call.values.array(otherwise, std::move(entries), domain);
}

// The indices at which one of the arrays has an entry, sorted.
std::vector<Value> entered_indices(const EvalCall& call, std::span<const Value> arrays) {
  std::vector<Value> indices;
  for (const Value& array : arrays) {
    const std::span<const Value> items = call.values.items(array);
    for (size_t i = 1; i < items.size(); i += 2) indices.push_back(items[i]);
  }
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  return indices;
}

// The array that has at each index the function's value for the arrays' elements there.
template <typename Function>
Value pointwise(const EvalCall& call, Function function) {
  const std::span<const Value> arrays = call.args;
  if (!all_explicit(arrays)) return call.values.unsupported(kNotExplicit);
  if (!knows_indices(call, arg_sort(call, 0))) return call.values.unsupported(kUnknownIndices);
  std::vector<Value> elements;
  for (const Value& array : arrays) elements.push_back(call.values.array_default(array));
  const Value otherwise = function(elements);
  if (!otherwise.is_defined()) return otherwise;
  std::vector<ValuePool::Entry> entries;
  for (const Value& index : entered_indices(call, arrays)) {
    if (!is_clear(call, arrays[0], index)) return call.values.unsupported(kFunctionIndex);
    for (size_t i = 0; i < arrays.size(); ++i) elements[i] = call.values.select(arrays[i], index);
    entries.emplace_back(index, function(elements));
    if (!entries.back().second.is_defined()) return entries.back().second;
  }
  return call.values.array(otherwise, std::move(entries), indices_of(call, arg_sort(call, 0)));
}

template <typename Holds>
Value pointwise_bool(const EvalCall& call, Holds holds) {
  return pointwise(call, [&](const std::vector<Value>& elements) {
    bool result = elements[0].is_true();
    for (size_t i = 1; i < elements.size(); ++i) result = holds(result, elements[i].is_true());
    return Value::boolean(result);
  });
}

Symbol name_of(const Pool& pool, const Index& index) {
  return index.function ? pool.data(index.function).name : index.text;
}

// A number for each index, in the order of eqrange.
bool position(const ValuePool& values, Value index, mpz_class& number) {
  if (values.is_integer(index))
    number = values.as_integer(index);
  else if (index.kind() == ValueKind::Bits || index.kind() == ValueKind::BigBits)
    number = values.as_unsigned(index);
  else
    return false;
  return true;
}

}  // namespace

Value eval_select(const EvalCall& call) {
  const Value array = call.args[0];
  const Value index = call.args[1];
  if (array.kind() != ValueKind::Array) return call.context.apply(array, {&index, 1});
  if (!is_clear(call, array, index)) return call.values.unsupported(kFunctionIndex);
  return call.values.select(array, index);
}

Value eval_store(const EvalCall& call) {
  if (!knows_indices(call, arg_sort(call, 0))) return call.values.unsupported(kUnknownIndices);
  const std::span<const Value> domain = indices_of(call, arg_sort(call, 0));
  Value array = call.args[0];
  if (array.kind() != ValueKind::Array) array = tabulate(call, array, domain);
  if (!array.is_defined()) return array;
  const Value index = call.args[1];
  const Value value = call.args[2];
  if (!is_clear(call, array, index)) return call.values.unsupported(kFunctionIndex);
  if (domain.empty()) return store_entry(call.values, array, index, value);
  const std::span<const Value> items = call.values.items(array);
  std::vector<ValuePool::Entry> entries;
  for (size_t i = 1; i < items.size(); i += 2) entries.emplace_back(items[i], items[i + 1]);
  entries.emplace_back(index, value);
  return call.values.array(items[0], std::move(entries), domain);
}

Value eval_const(const EvalCall& call) {
  const Sort sort = call.pool.sort(call.term);
  if (!knows_indices(call, sort)) return call.values.unsupported(kUnknownIndices);
  return call.values.array(call.args[0], {}, indices_of(call, sort));
}

// Equal at all indices of an interval, in the order of Int or the unsigned one of bit-vectors.
Value eval_eqrange(const EvalCall& call) {
  const std::span<const Value> arrays = call.args.first(2);
  mpz_class low;
  mpz_class high;
  mpz_class at;
  if (!all_explicit(arrays) || index_sort(call, arg_sort(call, 0)) == kReal ||
      !position(call.values, call.args[2], low) || !position(call.values, call.args[3], high))
    return call.values.unsupported("eqrange over such indices");
  const Sort element = element_sort(call, arg_sort(call, 0));
  Taint taint;
  mpz_class entered;
  for (const Value& index : entered_indices(call, arrays)) {
    if (!position(call.values, index, at) || at < low || at > high) continue;
    ++entered;
    const Value same = equal_values(call, call.values.select(arrays[0], index),
                                    call.values.select(arrays[1], index), element);
    if (same.is_false()) return same;
    taint.add(same);
  }
  if (high - low + 1 > entered) {
    const Value same = equal_values(call, call.values.array_default(arrays[0]),
                                    call.values.array_default(arrays[1]), element);
    if (same.is_false()) return same;
    taint.add(same);
  }
  return taint.or_else(Value::boolean(true));
}

// Applies a function element by element; an operator through a term that stands for each
// application.
Value eval_map(const EvalCall& call) {
  const Index& index = call.pool.data(call.term).indices[0];
  std::vector<Term> variables;
  std::vector<Sort> elements;
  for (size_t i = 0; i < call.args.size(); ++i) {
    elements.push_back(element_sort(call, arg_sort(call, i)));
    variables.push_back(
        call.pool.variable(call.pool.intern("x"), elements.back(), static_cast<uint32_t>(i)));
  }
  const OpSpec* op = mapped_operator(call.pool, index, elements);
  if (op == nullptr) {
    const Value function = call.context.function(name_of(call.pool, index));
    if (!function.is_defined()) return function;
    return pointwise(call, [&](const std::vector<Value>& values) {
      return call.context.apply(function, values);
    });
  }
  if (op->eval == nullptr) return call.values.unsupported("map of such a function");
  HeadData data;
  data.name = call.pool.intern(op->name);
  data.op = op;
  const Sort result = element_sort(call, call.pool.sort(call.term));
  const Term term = call.pool.make(call.pool.head(data), result, variables);
  return pointwise(call, [&](const std::vector<Value>& values) {
    return op->eval({call.values, call.pool, call.context, term, values});
  });
}

// A function of the script or of the model, as it is: an array may be a function.
Value eval_as_array(const EvalCall& call) {
  return call.context.function(name_of(call.pool, call.pool.data(call.term).indices[0]));
}

// Z3: the element at all indices but finitely many. Over few indices that is not determined.
Value eval_default(const EvalCall& call) {
  if (call.args[0].kind() != ValueKind::Array) return call.values.unsupported(kNotExplicit);
  if (!knows_indices(call, arg_sort(call, 0))) return call.values.unsupported(kUnknownIndices);
  if (!indices_of(call, arg_sort(call, 0)).empty()) return Value::unspecified();
  return call.values.array_default(call.args[0]);
}

Value eval_union(const EvalCall& call) {
  return pointwise_bool(call, [](bool a, bool b) { return a || b; });
}

Value eval_intersection(const EvalCall& call) {
  return pointwise_bool(call, [](bool a, bool b) { return a && b; });
}

Value eval_setminus(const EvalCall& call) {
  return pointwise_bool(call, [](bool a, bool b) { return a && !b; });
}

Value eval_complement(const EvalCall& call) {
  return pointwise(call, [](const std::vector<Value>& elements) {
    return Value::boolean(elements[0].is_false());
  });
}

Value eval_subset(const EvalCall& call) {
  const Value implied = pointwise_bool(call, [](bool a, bool b) { return !a || b; });
  if (!implied.is_defined()) return implied;
  const std::span<const Value> domain = indices_of(call, arg_sort(call, 0));
  return Value::boolean(implied == call.values.array(Value::boolean(true), {}, domain));
}

}  // namespace pg::arrays
