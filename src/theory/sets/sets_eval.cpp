#include "theory/sets/sets_eval.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "term/traverse.h"
#include "theory/core/eval_support.h"
#include "theory/tuples.h"

namespace pg::sets {
namespace {

std::span<const Value> items_of(const EvalCall& call, size_t which) {
  return call.values.items(call.args[which]);
}

// A set of what may be equal although its handles differ cannot be counted.
Value make_set(const EvalCall& call, std::vector<Value> elements) {
  for (const Value& element : elements)
    if (is_opaque(call.values, element)) return call.values.unsupported("a set of functions");
  return call.values.set(std::move(elements));
}

// Merges the sorted elements of the arguments, from left to right.
template <typename Merge>
Value fold(const EvalCall& call, Merge merge) {
  const std::span<const Value> first = items_of(call, 0);
  std::vector<Value> result(first.begin(), first.end());
  for (size_t i = 1; i < call.args.size(); ++i) {
    std::vector<Value> next;
    merge(std::span<const Value>(result), items_of(call, i), std::back_inserter(next));
    result = std::move(next);
  }
  return call.values.compound(ValueKind::Set, 0, result);
}

// Asks the predicate, the first argument, of each element of the second, until the answer decides.
template <bool kDecides>
Value search(const EvalCall& call) {
  Taint taint;
  for (const Value& element : items_of(call, 1)) {
    const Value holds = call.context.apply(call.args[0], {&element, 1});
    if (holds == Value::boolean(kDecides)) return holds;
    taint.add(holds);
  }
  return taint.or_else(Value::boolean(!kDecides));
}

}  // namespace

Value eval_empty(const EvalCall& call) { return call.values.set({}); }

// cvc5, Sets and Relations: the universe is not the set of all elements, but any set that holds all
// sets of the input; the complement is taken in it.
Value eval_universe(const EvalCall&) { return Value::unspecified(); }

Value eval_singleton(const EvalCall& call) { return make_set(call, {call.args[0]}); }

Value eval_union(const EvalCall& call) {
  return fold(call, [](auto a, auto b, auto out) { std::ranges::set_union(a, b, out); });
}

Value eval_inter(const EvalCall& call) {
  return fold(call, [](auto a, auto b, auto out) { std::ranges::set_intersection(a, b, out); });
}

Value eval_minus(const EvalCall& call) {
  return fold(call, [](auto a, auto b, auto out) { std::ranges::set_difference(a, b, out); });
}

Value eval_member(const EvalCall& call) {
  const std::span<const Value> items = items_of(call, 1);
  if (!items.empty() && is_opaque(call.values, call.args[0]))
    return call.values.unsupported("a set of functions");
  return Value::boolean(std::ranges::binary_search(items, call.args[0]));
}

Value eval_select(const EvalCall& call) {
  const Value turned[] = {call.args[1], call.args[0]};
  return eval_member({call.values, call.pool, call.context, call.term, turned});
}

Value eval_const(const EvalCall& call) {
  if (call.args[0].is_true()) return call.values.unsupported("a set of all elements");
  return eval_empty(call);
}

Value eval_store(const EvalCall& call) {
  std::vector<Value> elements(items_of(call, 0).begin(), items_of(call, 0).end());
  std::erase(elements, call.args[1]);
  if (call.args[2].is_true()) elements.push_back(call.args[1]);
  return make_set(call, std::move(elements));
}

Value eval_subset(const EvalCall& call) {
  return Value::boolean(std::ranges::includes(items_of(call, 1), items_of(call, 0)));
}

// The elements come first, the set last.
Value eval_insert(const EvalCall& call) {
  const std::span<const Value> old = items_of(call, call.args.size() - 1);
  std::vector<Value> elements(call.args.begin(), call.args.end() - 1);
  elements.insert(elements.end(), old.begin(), old.end());
  return make_set(call, std::move(elements));
}

Value eval_card(const EvalCall& call) {
  return Value::integer(static_cast<int64_t>(items_of(call, 0).size()));
}

// Some element: which one is open, unless there is only one.
Value eval_choose(const EvalCall& call) {
  const std::span<const Value> items = items_of(call, 0);
  return items.size() == 1 ? items[0] : Value::unspecified();
}

Value eval_is_empty(const EvalCall& call) { return Value::boolean(items_of(call, 0).empty()); }

Value eval_is_singleton(const EvalCall& call) {
  return Value::boolean(items_of(call, 0).size() == 1);
}

Value eval_map(const EvalCall& call) {
  Taint taint;
  std::vector<Value> images;
  for (const Value& element : items_of(call, 1)) {
    images.push_back(call.context.apply(call.args[0], {&element, 1}));
    taint.add(images.back());
  }
  return taint ? taint.value() : make_set(call, std::move(images));
}

Value eval_filter(const EvalCall& call) {
  Taint taint;
  std::vector<Value> kept;
  for (const Value& element : items_of(call, 1)) {
    const Value holds = call.context.apply(call.args[0], {&element, 1});
    if (holds.is_true()) kept.push_back(element);
    taint.add(holds);
  }
  return taint ? taint.value() : call.values.set(std::move(kept));
}

Value eval_all(const EvalCall& call) { return search<false>(call); }
Value eval_some(const EvalCall& call) { return search<true>(call); }

Value eval_fold(const EvalCall& call) {
  return fold_any_order(call, call.args[0], call.args[1], items_of(call, 2));
}

// The second body's values where the first one holds.
Value eval_comprehension(const EvalCall& call) {
  Taint taint;
  std::vector<Value> elements;
  bool given_up = false;
  auto visit = [&](std::span<const Value> assignment) {
    given_up = !call.context.spend(1);
    if (given_up) return false;
    const Value holds = call.context.body(0, assignment);
    if (taint.add(holds) || holds.is_false()) return true;
    const Value element = call.context.body(1, assignment);
    if (!taint.add(element)) elements.push_back(element);
    return true;
  };
  const DomainList domains = domains_of(call, bound_variables(call.pool, call.term));
  const bool few = for_each_assignment(domains, kMaxAssignments, visit);
  if (given_up) return call.too_many_steps();
  if (!few) return call.values.unsupported("comprehension over a large or infinite sort");
  return taint ? taint.value() : make_set(call, std::move(elements));
}

}  // namespace pg::sets
