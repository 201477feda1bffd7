#include "theory/core/core_eval.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

#include "term/pool.h"
#include "term/traverse.h"
#include "theory/core/eval_support.h"

namespace pg::core {
namespace {

// One argument that has the deciding value decides, whatever the others are.
template <bool kDecides>
Value connective(std::span<const Value> args) {
  Taint taint;
  for (const Value& arg : args) {
    if (arg == Value::boolean(kDecides)) return arg;
    taint.add(arg);
  }
  return taint.or_else(Value::boolean(!kDecides));
}

Value negated(Value value) { return value.is_defined() ? Value::boolean(value.is_false()) : value; }

// The sort that the arguments of = and distinct have. If some are lambdas it is the others' array.
Sort common_sort(const EvalCall& call) {
  const std::span<const Term> args = call.pool.args(call.term);
  for (Term arg : args)
    if (call.pool.kind(call.pool.sort(arg)) == SortKind::Array) return call.pool.sort(arg);
  return call.pool.sort(args[0]);
}

Value equal(const EvalCall& call, Value a, Value b) {
  if (a == b) return Value::boolean(true);
  if (is_plain(a.kind()) && is_plain(b.kind())) return Value::boolean(false);
  return equal_values(call, a, b, common_sort(call));
}

constexpr uint64_t kMaxSamples = 1000;

// How many samples each of so many variables may have: all assignments stay below the limit.
size_t samples_of_each(size_t variables) {
  const auto assignments = [&](uint64_t each) {
    uint64_t count = 1;
    for (size_t i = 0; i < variables && count <= kMaxSamples; ++i) count *= each;
    return count;
  };
  size_t each = 1;
  while (each < kMaxSamples && assignments(each + 1) <= kMaxSamples) ++each;
  return each;
}

// One body with the deciding value decides. A variable of a large sort stands for any value: where
// a body has a value nevertheless, it has it for all; and one of a few samples may decide.
template <bool kDecides>
Value quantifier(const EvalCall& call) {
  static constexpr Value kAny = Value::unspecified();
  const std::span<const Term> variables = bound_variables(call.pool, call.term);
  Taint taint;
  bool decided = false;
  bool given_up = false;
  auto visit = [&](std::span<const Value> assignment) {
    const Value value = call.context.body(0, assignment);
    decided = value == Value::boolean(kDecides);
    taint.add(value);
    given_up = !decided && !call.context.spend(0);
    return !decided && !given_up;
  };
  DomainList domains = domains_of(call, variables);
  if (!for_each_assignment(domains, kMaxAssignments, visit)) {
    for (std::span<const Value>& domain : domains)
      if (domain.empty()) domain = {&kAny, 1};
    if (!for_each_assignment(domains, kMaxAssignments, visit))
      for_each_assignment(DomainList(domains.size(), {&kAny, 1}), 1, visit);
    if (taint && !decided && !given_up) {
      const size_t most = samples_of_each(domains.size());
      for (size_t i = 0; i < domains.size(); ++i) {
        domains[i] = call.context.samples(call.term, call.pool.sort(variables[i]));
        domains[i] = domains[i].first(std::min(domains[i].size(), most));
      }
      for_each_assignment(domains, kMaxSamples, visit);
      if (!decided) return call.values.unsupported("quantifier over a large or infinite sort");
    }
  }
  if (decided) return Value::boolean(kDecides);
  if (given_up) return call.too_many_steps();
  return taint.or_else(Value::boolean(!kDecides));
}

// How much the true arguments weigh: between two bounds if some are undefined.
struct Weight {
  mpz_class low;
  mpz_class high;
  mpz_class bound;
};

bool number_of(const Pool& pool, const Index& index, mpz_class& number) {
  if (index.value == Index::kNotANumber)
    return number.set_str(std::string(pool.text(index.text)), 10) == 0;
  number = index.value;
  return true;
}

// The first index is the bound; the others, if there are any, weigh the arguments.
bool weigh(const EvalCall& call, bool weighted, Weight& weight) {
  const std::span<const Index> indices = call.pool.data(call.term).indices;
  if (indices.size() != (weighted ? call.args.size() + 1 : 1)) return false;
  if (!number_of(call.pool, indices[0], weight.bound)) return false;
  mpz_class one = 1;
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (weighted && !number_of(call.pool, indices[i + 1], one)) return false;
    if (call.args[i].is_false()) continue;
    if (call.args[i].is_true() || one < 0) weight.low += one;
    if (call.args[i].is_true() || one > 0) weight.high += one;
  }
  return true;
}

Value bounded(const EvalCall& call, bool weighted, bool at_least, bool at_most) {
  Weight weight;
  if (!weigh(call, weighted, weight)) return call.values.unsupported("weights that are no numbers");
  const bool enough = !at_least || weight.low >= weight.bound;
  const bool few = !at_most || weight.high <= weight.bound;
  if (enough && few) return Value::boolean(true);
  if (at_least && weight.high < weight.bound) return Value::boolean(false);
  if (at_most && weight.low > weight.bound) return Value::boolean(false);
  return taint_of(call.args).or_else(Value::boolean(false));
}

}  // namespace

Value eval_true(const EvalCall&) { return Value::boolean(true); }
Value eval_false(const EvalCall&) { return Value::boolean(false); }
Value eval_not(const EvalCall& call) { return negated(call.args[0]); }
Value eval_and(const EvalCall& call) { return connective<false>(call.args); }
Value eval_or(const EvalCall& call) { return connective<true>(call.args); }

Value eval_implies(const EvalCall& call) {
  const Value conclusion = call.args.back();
  if (conclusion.is_true()) return conclusion;
  const Value premises = connective<false>(call.args.first(call.args.size() - 1));
  if (premises.is_false()) return Value::boolean(true);
  Taint taint;
  taint.add(premises);
  taint.add(conclusion);
  return taint.or_else(conclusion);
}

Value eval_xor(const EvalCall& call) {
  bool odd = false;
  for (const Value& arg : call.args) odd ^= arg.is_true();
  return Value::boolean(odd);
}

// Equality is transitive: any two arguments that differ decide.
Value eval_equal(const EvalCall& call) {
  if (call.args.size() == 2 && call.args[0].is_defined() && call.args[1].is_defined())
    return equal(call, call.args[0], call.args[1]);
  Taint taint;
  const Value* first = nullptr;
  for (const Value& arg : call.args) {
    if (taint.add(arg)) continue;
    if (first == nullptr) {
      first = &arg;
      continue;
    }
    const Value same = equal(call, *first, arg);
    if (same.is_false()) return same;
    taint.add(same);
  }
  if (!taint) return Value::boolean(true);
  // A term equals itself, whatever its value is.
  const std::span<const Term> terms = call.pool.args(call.term);
  const bool one_term = std::ranges::all_of(terms, [&](Term term) { return term == terms[0]; });
  return one_term ? Value::boolean(true) : taint.value();
}

Value eval_distinct(const EvalCall& call) {
  const std::span<const Value> args = call.args;
  if (args.size() == 2 && args[0].is_defined() && args[1].is_defined())
    return negated(equal(call, args[0], args[1]));
  const std::span<const Term> terms = call.pool.args(call.term);
  absl::flat_hash_set<Term> seen_terms;
  absl::flat_hash_set<Value> seen;
  std::vector<Value> others;  // that need more than their handles
  Taint taint;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!seen_terms.insert(terms[i]).second) return Value::boolean(false);
    if (taint.add(args[i])) continue;
    if (!seen.insert(args[i]).second) return Value::boolean(false);
    if (!is_plain(args[i].kind())) others.push_back(args[i]);
  }
  // An algebraic number among plain ones is compared with all.
  if (!others.empty()) others.assign(seen.begin(), seen.end());
  for (size_t i = 0; i < others.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const Value same = equal(call, others[i], others[j]);
      if (same.is_true()) return Value::boolean(false);
      taint.add(same);
    }
  return taint.or_else(Value::boolean(true));
}

Value eval_ite(const EvalCall& call) {
  const Value condition = call.args[0];
  if (condition.is_true()) return call.args[1];
  if (condition.is_false()) return call.args[2];
  return call.args[1].is_defined() && call.args[1] == call.args[2] ? call.args[1] : condition;
}

Value eval_forall(const EvalCall& call) { return quantifier<false>(call); }
Value eval_exists(const EvalCall& call) { return quantifier<true>(call); }

Value eval_at_most(const EvalCall& call) { return bounded(call, false, false, true); }
Value eval_at_least(const EvalCall& call) { return bounded(call, false, true, false); }
Value eval_pble(const EvalCall& call) { return bounded(call, true, false, true); }
Value eval_pbge(const EvalCall& call) { return bounded(call, true, true, false); }
Value eval_pbeq(const EvalCall& call) { return bounded(call, true, true, true); }

}  // namespace pg::core
