#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "term/pool.h"
#include "theory/value.h"

namespace pg {

// What the theories' evaluation shares.

// Collects the undefined values that a result depends on. What we cannot tell is reported before
// what SMT-LIB leaves open: with a better evaluator the former may turn out to be a value.
class Taint {
 public:
  // True if the value is undefined.
  bool add(Value value) {
    if (value.is_defined()) return false;
    if (!any_ || value_.kind() == ValueKind::Unspecified) value_ = value;
    any_ = true;
    return true;
  }
  explicit operator bool() const { return any_; }
  Value value() const { return value_; }
  // The undefined value, or this one if there is none.
  Value or_else(Value value) const { return any_ ? value_ : value; }

 private:
  Value value_;
  bool any_ = false;
};

// The undefined value that an argument has; defined if none has.
inline Taint taint_of(std::span<const Value> args) {
  Taint taint;
  for (const Value& arg : args) taint.add(arg);
  return taint;
}

// True if different handles of this kind are different values, whatever is inside: nothing is.
constexpr bool is_plain(ValueKind kind) {
  return (kind >= ValueKind::Bool && kind <= ValueKind::Algebraic) ||
         (kind >= ValueKind::Bits && kind <= ValueKind::String) || kind == ValueKind::Element;
}

// True if a function, a regular expression or a number that only an expression gives is or occurs
// in the value: different handles of it may be equal.
bool is_opaque(const ValuePool& values, Value value);

// Whether two defined values of a sort are equal: a Boolean, or undefined where we cannot tell.
Value equal_values(const EvalCall& call, Value a, Value b, Sort sort);

// More assignments than this are not enumerated.
inline constexpr uint64_t kMaxAssignments = 1'000'000;

// All values of each variable; those of a sort with many are an empty list.
using DomainList = std::vector<std::span<const Value>>;
inline DomainList domains_of(const EvalCall& call, std::span<const Term> variables) {
  DomainList domains;
  for (Term variable : variables) domains.push_back(call.context.domain(call.pool.sort(variable)));
  return domains;
}

// Calls visit(assignment) for each choice of one value from each list, until it returns false.
// Returns false, without a call, if a list is empty or the choices are more than `limit`.
template <typename Visit>
bool for_each_assignment(const DomainList& domains, uint64_t limit, Visit visit) {
  uint64_t count = 1;
  for (const std::span<const Value> domain : domains) {
    count *= domain.size();
    if (count == 0 || count > limit) return false;
  }
  std::vector<size_t> at(domains.size());
  std::vector<Value> assignment;
  for (const std::span<const Value> domain : domains) assignment.push_back(domain[0]);
  for (; count > 0; --count) {
    if (!visit(std::span<const Value>(assignment))) return true;
    for (size_t i = at.size(); i-- > 0;) {
      at[i] = at[i] + 1 == domains[i].size() ? 0 : at[i] + 1;
      assignment[i] = domains[i][at[i]];
      if (at[i] != 0) break;
    }
  }
  return true;
}

}  // namespace pg
