#include "mutate/places.h"

#include <algorithm>

#include "theory/literals.h"

namespace pg {
namespace {

// A literal, or a negated one.
bool is_literal(const Pool& pool, Term term) {
  if (pool.kind(term) == HeadKind::Literal) return true;
  const std::span<const Term> args = pool.args(term);
  return pool.op(term) && args.size() == 1 && pool.kind(args[0]) == HeadKind::Literal;
}

// Of an operator that is linear only by literals: one factor may be any term, divisors may not.
Allowed allowed_factor(const Pool& pool, Term parent, size_t child, Term term) {
  const std::span<const Term> args = pool.args(parent);
  // What a quotient by zero is, linear logics do not say.
  if (child > 0 && pool.op(parent)->name != "*") return Allowed::Divisors;
  for (size_t i = 0; i < args.size(); ++i)
    if (i != child && !is_literal(pool, args[i])) return Allowed::Literals;
  return is_literal(pool, term) ? Allowed::Literals : Allowed::Terms;
}

}  // namespace

Allowed allowed_at(const Pool& pool, const Vocabulary& vocabulary, Term parent, size_t child,
                   Term term) {
  const HeadKind kind = pool.kind(term);
  if (kind == HeadKind::Variable || kind == HeadKind::Opaque || kind == HeadKind::Annotation)
    return Allowed::Nothing;
  const Sort sort = pool.sort(term);
  const SortKind sort_kind = pool.kind(sort);
  if (sort_kind == SortKind::Arrow || sort_kind == SortKind::Unknown || !vocabulary.allows(sort))
    return Allowed::Nothing;
  const Logic& logic = vocabulary.logic();
  // Differences of variables are compared with constants, and nothing else.
  if (logic.differences && is_number(sort) && kind != HeadKind::Function) return Allowed::Nothing;
  const OpSpec* op = parent ? pool.op(parent) : nullptr;
  if (!op) return Allowed::Terms;
  // Strings among them are single characters, which few literals are.
  if (op->literals) return sort == kString ? Allowed::Nothing : Allowed::Literals;
  if (op->linear == Linear::Never) return Allowed::Nothing;  // solvers differ in what they take
  if (logic.nonlinear) return Allowed::Terms;
  // The number of a negated literal, which may be a factor.
  if (is_literal(pool, parent)) return Allowed::Literals;
  if (op->linear == Linear::Always) return Allowed::Terms;
  return allowed_factor(pool, parent, child, term);
}

bool fits(const Pool& pool, Allowed allowed, Term literal) {
  if (allowed != Allowed::Divisors) return true;
  if (pool.kind(literal) != HeadKind::Literal) return false;
  ValuePool values;
  return values.sign(literal_value(pool, values, literal)) != 0;
}

}  // namespace pg
