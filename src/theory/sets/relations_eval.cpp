#include <algorithm>
#include <map>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "theory/sets/sets_eval.h"
#include "theory/tuples.h"

namespace pg::sets {
namespace {

std::span<const Value> items_of(const EvalCall& call, size_t which) {
  return call.values.items(call.args[which]);
}

std::span<const Index> indices_of(const EvalCall& call) {
  return call.pool.data(call.term).indices;
}

// A set of what a function makes of each tuple of a relation.
template <typename Function>
Value image(const EvalCall& call, Function function) {
  std::vector<Value> result;
  for (const Value& tuple : items_of(call, 0)) {
    result.push_back(function(tuple));
    if (!result.back().is_defined()) return result.back();
  }
  return call.values.set(std::move(result));
}

// The tuples of two relations, one after the other, where the condition holds.
template <typename Condition>
Value combine(const EvalCall& call, size_t dropped, Condition condition) {
  std::vector<Value> result;
  for (const Value& a : items_of(call, 0))
    for (const Value& b : items_of(call, 1)) {
      if (!call.context.spend(kStepsOfTuple)) return call.too_many_steps();
      const Value holds = condition(a, b);
      if (!holds.is_defined()) return holds;
      if (holds.is_true()) result.push_back(concat_tuples(call.values, a, b, dropped));
    }
  return call.values.set(std::move(result));
}

// A set of what a function makes of each part of a relation, where the parts agree on the
// components that the indices name; of one empty part if the relation is empty.
template <typename Function>
Value group(const EvalCall& call, Value relation, Function function) {
  std::map<Value, std::vector<Value>> parts;
  for (const Value& tuple : call.values.items(relation)) {
    const Value key = project_tuple(call.values, tuple, indices_of(call));
    if (!key.is_defined()) return key;
    parts[key].push_back(tuple);
  }
  if (parts.empty()) parts[Value()] = {};
  std::vector<Value> result;
  for (const auto& [key, part] : parts) {
    result.push_back(function(part));
    if (!result.back().is_defined()) return result.back();
  }
  return call.values.set(std::move(result));
}

}  // namespace

Value eval_transpose(const EvalCall& call) {
  return image(call, [&](Value tuple) {
    const std::span<const Value> items = call.values.items(tuple);
    return call.values.tuple(std::vector<Value>(items.rbegin(), items.rend()));
  });
}

// All pairs of elements with a path from one to the other, of one step or more.
Value eval_tclosure(const EvalCall& call) {
  absl::flat_hash_map<Value, std::vector<Value>> next;
  for (const Value& pair : items_of(call, 0)) {
    const std::span<const Value> ends = call.values.items(pair);
    next[ends[0]].push_back(ends[1]);
  }
  std::vector<Value> pairs;
  for (const auto& [start, first] : next) {
    absl::flat_hash_set<Value> reached(first.begin(), first.end());
    std::vector<Value> work(reached.begin(), reached.end());
    while (!work.empty()) {
      const Value at = work.back();
      work.pop_back();
      if (!call.context.spend(kStepsOfTuple)) return call.too_many_steps();
      pairs.push_back(call.values.tuple(std::vector<Value>{start, at}));
      const auto more = next.find(at);
      if (more == next.end()) continue;
      if (!call.context.spend(more->second.size())) return call.too_many_steps();
      for (const Value& end : more->second)
        if (reached.insert(end).second) work.push_back(end);
    }
  }
  return call.values.set(std::move(pairs));
}

Value eval_join(const EvalCall& call) {
  return combine(call, 1, [&](Value a, Value b) {
    return Value::boolean(call.values.items(a).back() == call.values.items(b).front());
  });
}

Value eval_product(const EvalCall& call) {
  return combine(call, 0, [](Value, Value) { return Value::boolean(true); });
}

Value eval_table_join(const EvalCall& call) {
  return combine(
      call, 0, [&](Value a, Value b) { return tuples_join(call.values, a, b, indices_of(call)); });
}

Value eval_iden(const EvalCall& call) {
  return image(call, [&](Value tuple) {
    const Value element = call.values.items(tuple)[0];
    return call.values.tuple(std::vector<Value>{element, element});
  });
}

// The elements with at least that many successors; of no use, and not defined, from zero down.
Value eval_join_image(const EvalCall& call) {
  if (call.values.sign(call.args[1]) <= 0) return Value::unspecified();
  std::map<Value, int64_t> successors;
  for (const Value& pair : items_of(call, 0)) ++successors[call.values.items(pair)[0]];
  std::vector<Value> result;
  for (const auto& [element, count] : successors)
    if (call.values.compare(Value::integer(count), call.args[1]) >= 0)
      result.push_back(call.values.tuple({&element, 1}));
  return call.values.set(std::move(result));
}

Value eval_group(const EvalCall& call) {
  return group(call, call.args[0],
               [&](const std::vector<Value>& part) { return call.values.set(part); });
}

Value eval_aggr(const EvalCall& call) {
  return group(call, call.args[2], [&](const std::vector<Value>& part) {
    return fold_any_order(call, call.args[0], call.args[1], part);
  });
}

Value eval_project(const EvalCall& call) {
  return image(call,
               [&](Value tuple) { return project_tuple(call.values, tuple, indices_of(call)); });
}

}  // namespace pg::sets
