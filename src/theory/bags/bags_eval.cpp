#include "theory/bags/bags_eval.h"

#include <map>
#include <string_view>
#include <vector>

#include "theory/core/eval_support.h"
#include "theory/tuples.h"

namespace pg::bags {
namespace {

// How often each element is in a bag; zero is the same as absent.
using Counts = std::map<Value, mpz_class>;

Counts counts_of(const EvalCall& call, size_t which) {
  const std::span<const Value> items = call.values.items(call.args[which]);
  Counts counts;
  for (size_t i = 0; i < items.size(); i += 2)
    counts.emplace_hint(counts.end(), items[i], call.values.as_integer(items[i + 1]));
  return counts;
}

Value make_bag(const EvalCall& call, const Counts& counts) {
  std::vector<Value> items;
  for (const auto& [element, count] : counts) {
    if (count <= 0) continue;
    if (is_opaque(call.values, element)) return call.values.unsupported("a bag of functions");
    items.push_back(element);
    items.push_back(call.values.integer(count));
  }
  return call.values.compound(ValueKind::Bag, 0, items);
}

mpz_class count_in(const Counts& counts, Value element) {
  const auto known = counts.find(element);
  return known == counts.end() ? mpz_class(0) : known->second;
}

// From left to right; combine(a, b) is the new count of an element that occurs a and b times.
template <typename Combine>
Value fold(const EvalCall& call, Combine combine) {
  Counts result = counts_of(call, 0);
  for (size_t i = 1; i < call.args.size(); ++i) {
    const Counts other = counts_of(call, i);
    for (const auto& [element, count] : other) result.try_emplace(element, 0);
    for (auto& [element, count] : result) count = combine(count, count_in(other, element));
  }
  return make_bag(call, result);
}

// Asks the predicate, the first argument, of each element of the second, until the answer decides.
template <bool kDecides>
Value search(const EvalCall& call) {
  Taint taint;
  for (const auto& [element, count] : counts_of(call, 1)) {
    const Value holds = call.context.apply(call.args[0], {&element, 1});
    if (holds == Value::boolean(kDecides)) return holds;
    taint.add(holds);
  }
  return taint.or_else(Value::boolean(!kDecides));
}

Value fold_elements(const EvalCall& call, const Counts& counts) {
  std::vector<Value> elements;
  for (const auto& [element, count] : counts) {
    if (count > 100) return call.values.unsupported("a fold over many elements");
    elements.insert(elements.end(), count.get_ui(), element);
  }
  return fold_any_order(call, call.args[0], call.args[1], elements);
}

// A bag of what a function makes of each part of a table, where the parts agree on the components
// that the indices name; of one empty part if the table is empty.
template <typename Function>
Value group(const EvalCall& call, size_t which, Function function) {
  std::map<Value, Counts> parts;
  for (const auto& [tuple, count] : counts_of(call, which)) {
    const Value key = project_tuple(call.values, tuple, call.pool.data(call.term).indices);
    if (!key.is_defined()) return key;
    parts[key].emplace(tuple, count);
  }
  if (parts.empty()) parts[Value()] = {};
  Counts result;
  for (const auto& [key, part] : parts) {
    const Value value = function(part);
    if (!value.is_defined()) return value;
    ++result[value];
  }
  return make_bag(call, result);
}

template <typename Condition>
Value combine_tables(const EvalCall& call, Condition condition) {
  Counts result;
  const Counts right = counts_of(call, 1);
  for (const auto& [a, a_count] : counts_of(call, 0))
    for (const auto& [b, b_count] : right) {
      if (!call.context.spend(kStepsOfTuple)) return call.too_many_steps();
      const Value holds = condition(a, b);
      if (!holds.is_defined()) return holds;
      if (holds.is_true()) result[concat_tuples(call.values, a, b)] += a_count * b_count;
    }
  return make_bag(call, result);
}

}  // namespace

// A count from zero down makes the empty bag.
Value eval_bag(const EvalCall& call) {
  return make_bag(call, {{call.args[0], call.values.as_integer(call.args[1])}});
}

Value eval_empty(const EvalCall& call) { return make_bag(call, {}); }

Value eval_union_disjoint(const EvalCall& call) {
  return fold(call, [](const mpz_class& a, const mpz_class& b) { return mpz_class(a + b); });
}

Value eval_union_max(const EvalCall& call) {
  return fold(call, [](const mpz_class& a, const mpz_class& b) { return a > b ? a : b; });
}

Value eval_inter_min(const EvalCall& call) {
  return fold(call, [](const mpz_class& a, const mpz_class& b) { return a < b ? a : b; });
}

Value eval_difference_subtract(const EvalCall& call) {
  return fold(call, [](const mpz_class& a, const mpz_class& b) {
    return a > b ? mpz_class(a - b) : mpz_class(0);
  });
}

Value eval_difference_remove(const EvalCall& call) {
  return fold(call,
              [](const mpz_class& a, const mpz_class& b) { return b == 0 ? a : mpz_class(0); });
}

Value eval_subbag(const EvalCall& call) {
  const Counts larger = counts_of(call, 1);
  for (const auto& [element, count] : counts_of(call, 0))
    if (count > count_in(larger, element)) return Value::boolean(false);
  return Value::boolean(true);
}

Value eval_count(const EvalCall& call) {
  if (is_opaque(call.values, call.args[0])) return call.values.unsupported("a bag of functions");
  return call.values.integer(count_in(counts_of(call, 1), call.args[0]));
}

Value eval_member(const EvalCall& call) {
  const Value count = eval_count(call);
  return count.is_defined() ? Value::boolean(count != Value::integer(0)) : count;
}

Value eval_setof(const EvalCall& call) {
  Counts counts = counts_of(call, 0);
  for (auto& [element, count] : counts) count = 1;
  return make_bag(call, counts);
}

Value eval_card(const EvalCall& call) {
  mpz_class sum;
  for (const auto& [element, count] : counts_of(call, 0)) sum += count;
  return call.values.integer(sum);
}

// Some element: which one is open, unless there is only one.
Value eval_choose(const EvalCall& call) {
  const std::span<const Value> items = call.values.items(call.args[0]);
  return items.size() == 2 ? items[0] : Value::unspecified();
}

Value eval_is_singleton(const EvalCall& call) {
  return Value::boolean(eval_card(call) == Value::integer(1));
}

Value eval_from_set(const EvalCall& call) {
  Counts counts;
  for (const Value& element : call.values.items(call.args[0])) counts.emplace(element, 1);
  return make_bag(call, counts);
}

Value eval_to_set(const EvalCall& call) {
  std::vector<Value> elements;
  for (const auto& [element, count] : counts_of(call, 0)) elements.push_back(element);
  return call.values.set(std::move(elements));
}

Value eval_map(const EvalCall& call) {
  Counts images;
  for (const auto& [element, count] : counts_of(call, 1)) {
    const Value image = call.context.apply(call.args[0], {&element, 1});
    if (!image.is_defined()) return image;
    images[image] += count;
  }
  return make_bag(call, images);
}

Value eval_filter(const EvalCall& call) {
  Counts kept;
  for (const auto& [element, count] : counts_of(call, 1)) {
    const Value holds = call.context.apply(call.args[0], {&element, 1});
    if (!holds.is_defined()) return holds;
    if (holds.is_true()) kept.emplace(element, count);
  }
  return make_bag(call, kept);
}

Value eval_all(const EvalCall& call) { return search<false>(call); }
Value eval_some(const EvalCall& call) { return search<true>(call); }
Value eval_fold(const EvalCall& call) { return fold_elements(call, counts_of(call, 2)); }

// Parts of elements that are related to each other. Open for what is no equivalence.
Value eval_partition(const EvalCall& call) {
  const Counts counts = counts_of(call, 1);
  if (counts.empty()) return Value::unspecified();
  std::map<std::vector<bool>, Counts> parts;  // by what an element is related to
  std::vector<std::vector<bool>> table;
  for (const auto& [element, count] : counts) {
    std::vector<bool>& line = table.emplace_back();
    for (const auto& [other, ignored] : counts) {
      const Value pair[] = {element, other};
      const Value related = call.context.apply(call.args[0], pair);
      if (!related.is_defined()) return related;
      line.push_back(related.is_true());
    }
    parts[line].emplace(element, count);
  }
  for (size_t i = 0; i < table.size(); ++i)
    for (size_t j = 0; j < table.size(); ++j)
      if (table[i][j] != (table[i] == table[j])) return Value::unspecified();
  Counts result;
  for (const auto& [line, part] : parts) ++result[make_bag(call, part)];
  return make_bag(call, result);
}

Value eval_product(const EvalCall& call) {
  return combine_tables(call, [](Value, Value) { return Value::boolean(true); });
}

Value eval_join(const EvalCall& call) {
  return combine_tables(call, [&](Value a, Value b) {
    return tuples_join(call.values, a, b, call.pool.data(call.term).indices);
  });
}

Value eval_project(const EvalCall& call) {
  Counts result;
  for (const auto& [tuple, count] : counts_of(call, 0)) {
    const Value projected = project_tuple(call.values, tuple, call.pool.data(call.term).indices);
    if (!projected.is_defined()) return projected;
    result[projected] += count;
  }
  return make_bag(call, result);
}

Value eval_group(const EvalCall& call) {
  return group(call, 0, [&](const Counts& part) { return make_bag(call, part); });
}

Value eval_aggr(const EvalCall& call) {
  return group(call, 2, [&](const Counts& part) { return fold_elements(call, part); });
}

}  // namespace pg::bags
