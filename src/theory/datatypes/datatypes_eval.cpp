#include "theory/datatypes/datatypes_eval.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "term/pool.h"
#include "theory/datatypes/regular.h"
#include "theory/tuples.h"

namespace pg::datatypes {
namespace {

// Whether an index means this function: by handle, or by the name in Z3's `(f (Int) T)`.
bool names(const Pool& pool, const Index& index, Head function) {
  if (index.function) return index.function == function;
  std::string_view text = pool.text(index.text);
  if (text.starts_with('(')) text.remove_prefix(1);
  return text.substr(0, text.find(' ')) == pool.text(pool.data(function).name);
}

const Index& first_index(const EvalCall& call) { return call.pool.data(call.term).indices[0]; }

std::vector<Value> copy_items(const EvalCall& call, Value compound) {
  const std::span<const Value> items = call.values.items(compound);
  return {items.begin(), items.end()};
}

// Null if an argument is, else the function's value.
Value lift(const EvalCall& call, Value function, std::span<const Value> nullables) {
  std::vector<Value> args;
  for (const Value& nullable : nullables) {
    const std::span<const Value> items = call.values.items(nullable);
    if (items.empty()) return nullable;
    args.push_back(items[0]);
  }
  const Value result = call.context.apply(function, args);
  return result.is_defined() ? call.values.tuple({&result, 1}) : result;
}

constexpr std::string_view kNoComponent = "a component that the tuple does not have";
constexpr std::string_view kNoDatatype = "a datatype's value of another kind";

}  // namespace

Value eval_is(const EvalCall& call) {
  const Value value = call.args[0];
  if (value.kind() != ValueKind::Datatype) return call.values.unsupported(kNoDatatype);
  return Value::boolean(names(call.pool, first_index(call), Head(value.aux())));
}

// A value of another constructor stays as it is.
Value eval_update(const EvalCall& call) {
  const Value value = call.args[0];
  if (value.kind() != ValueKind::Datatype) return call.values.unsupported(kNoDatatype);
  const Head constructor(value.aux());
  const std::span<const Head> selectors = call.pool.selectors(constructor);
  const auto selector = std::ranges::find_if(
      selectors, [&](Head known) { return names(call.pool, first_index(call), known); });
  if (selector == selectors.end()) return value;
  std::vector<Value> fields = fields_of(call.values, value);
  fields[static_cast<size_t>(selector - selectors.begin())] = call.args[1];
  return construct(call.values, constructor, fields);
}

// How many constructors with fields a value is made of, at the places of datatypes only.
Value eval_size(const EvalCall& call) {
  absl::flat_hash_map<Value, mpz_class> sizes;
  std::vector<std::pair<Value, bool>> work{{call.args[0], false}};
  const auto is_node = [](Value value) {
    return value.kind() == ValueKind::Datatype || value.kind() == ValueKind::Tuple;
  };
  if (!is_node(call.args[0])) return call.values.unsupported("the size of no datatype");
  while (!work.empty()) {
    const auto [value, parts_done] = work.back();
    work.pop_back();
    if (sizes.contains(value)) continue;
    if (is_infinite(call.values, value))
      return call.values.unsupported("the size of an infinite value");
    const std::span<const Value> items = call.values.items(value);
    if (!parts_done) work.emplace_back(value, true);
    mpz_class size = items.empty() ? 0 : 1;
    for (const Value& item : items) {
      if (!is_node(item)) continue;
      if (parts_done)
        size += sizes.at(item);
      else
        work.emplace_back(item, false);
    }
    if (parts_done) sizes.emplace(value, size);
  }
  return call.values.integer(sizes.at(call.args[0]));
}

Value eval_tuple(const EvalCall& call) { return call.values.tuple(call.args); }

Value eval_tuple_select(const EvalCall& call) {
  const std::span<const Value> items = call.values.items(call.args[0]);
  const uint32_t which = first_index(call).value;
  return which < items.size() ? items[which] : call.values.unsupported(kNoComponent);
}

Value eval_tuple_update(const EvalCall& call) {
  std::vector<Value> items = copy_items(call, call.args[0]);
  const uint32_t which = first_index(call).value;
  if (which >= items.size()) return call.values.unsupported(kNoComponent);
  items[which] = call.args[1];
  return call.values.tuple(items);
}

Value eval_tuple_project(const EvalCall& call) {
  return project_tuple(call.values, call.args[0], call.pool.data(call.term).indices);
}

Value eval_null(const EvalCall& call) { return call.values.tuple({}); }
Value eval_some(const EvalCall& call) { return call.values.tuple(call.args); }

Value eval_val(const EvalCall& call) {
  const std::span<const Value> items = call.values.items(call.args[0]);
  return items.empty() ? Value::unspecified() : items[0];
}

Value eval_is_null(const EvalCall& call) {
  return Value::boolean(call.values.items(call.args[0]).empty());
}

Value eval_is_some(const EvalCall& call) {
  return Value::boolean(!call.values.items(call.args[0]).empty());
}

// The function is the first argument.
Value eval_lift(const EvalCall& call) { return lift(call, call.args[0], call.args.subspan(1)); }

Value eval_lift_index(const EvalCall& call) {
  const Index& index = first_index(call);
  const Symbol name = index.function ? call.pool.data(index.function).name : index.text;
  const Value function = call.context.function(name);
  return function.is_defined() ? lift(call, function, call.args) : function;
}

}  // namespace pg::datatypes
