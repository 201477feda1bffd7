#include "theory/core/core_require.h"

#include <algorithm>

#include "theory/core/eval_support.h"

namespace pg::core {
namespace {

// Of a connective that has the value `decided` as soon as one of its arguments decides: the others
// are then free. Otherwise no argument may decide.
template <typename Decides>
Requirement connective(const RequireCall& call, bool decided, Decides decides) {
  if (call.needed.is(!decided)) return Requirement::exact(Value::boolean(!decides(call.child)));
  for (size_t i = 0; i < call.args.size(); ++i)
    if (i != call.child && call.args[i] == Value::boolean(decides(i))) return Requirement::any();
  return call.exact();
}

bool differ(const RequireCall& call, Value a, Value b) {
  return a.is_defined() && b.is_defined() && a != b && !is_opaque(call.values, a) &&
         !is_opaque(call.values, b);
}

}  // namespace

Requirement require_not(const RequireCall& call) {
  return Requirement::exact(Value::boolean(call.needed.is(false)));
}

Requirement require_and(const RequireCall& call) {
  return connective(call, false, [](size_t) { return false; });
}

Requirement require_or(const RequireCall& call) {
  return connective(call, true, [](size_t) { return true; });
}

// True as soon as a premise is false or the last argument is true.
Requirement require_implies(const RequireCall& call) {
  const size_t last = call.args.size() - 1;
  return connective(call, true, [last](size_t i) { return i == last; });
}

Requirement require_equal(const RequireCall& call) {
  if (call.needed.is(true)) return call.exact();
  const std::span<const Value> args = call.args;
  // Two others that differ are enough.
  for (size_t i = 0; i + 1 < args.size(); ++i)
    if (i != call.child && i + 1 != call.child && differ(call, args[i], args[i + 1]))
      return Requirement::any();
  // One of two neighbours that differ is always another value.
  const bool inner = call.child > 0 && call.child + 1 < args.size();
  if (inner && differ(call, args[call.child - 1], args[call.child + 1])) return Requirement::any();
  return Requirement::except(call.values, args[call.child == 0 ? 1 : call.child - 1]);
}

Requirement require_distinct(const RequireCall& call) {
  if (call.args.size() != 2 || call.needed.is(false)) return call.exact();
  return Requirement::except(call.values, call.args[1 - call.child]);
}

Requirement require_ite(const RequireCall& call) {
  const Value condition = call.args[0];
  if (call.child == 0) {
    const bool both = std::ranges::all_of(call.args.subspan(1), [&](Value branch) {
      return branch.is_defined() && admits(call.values, call.needed, branch);
    });
    return both ? Requirement::any() : call.exact();
  }
  if (!condition.is_defined()) return call.exact();
  return condition.is_true() == (call.child == 1) ? call.needed : Requirement::any();
}

}  // namespace pg::core
