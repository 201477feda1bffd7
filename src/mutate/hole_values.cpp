#include "mutate/hole_values.h"

#include "mutate/constants.h"
#include "term/traverse.h"

namespace pg {

HoleValues::HoleValues(Pool& pool, ValuePool& values, const Script& script,
                       const Vocabulary& vocabulary)
    : pool_(pool),
      values_(values),
      vocabulary_(vocabulary),
      writer_(pool, values),
      uniform_(pool),
      ground_(pool, values, script, nothing_, Evaluator::Missing::Default) {}

Term HoleValues::literal(const Hole& hole, Value value) {
  return usable(hole, writer_.literal(value, pool_.sort(hole.literal)));
}

Term HoleValues::draw(const Hole& hole, bool edge, Rng& rng) {
  const Sort sort = pool_.sort(hole.literal);
  return usable(hole, edge ? Constants(pool_, rng).draw(sort) : uniform_.draw(sort, rng));
}

// Negative numbers and fractions are terms of operators, which a logic may not have, or not
// everywhere.
Term HoleValues::usable(const Hole& hole, Term literal) {
  if (!literal) return {};
  const Value value = ground_.eval(literal);
  const bool number = pool_.sort(literal) == kInt || pool_.sort(literal) == kReal;
  // Such as pi: a literal is a rational number.
  if (number && !values_.is_rational(value)) return {};
  if (!hole.zero && values_.sign(value) == 0) return {};
  if (fits(hole, literal)) return literal;
  if (pool_.sort(literal) != kReal) return {};
  const Term decimal = writer_.decimal(value);
  return decimal && fits(hole, decimal) ? decimal : Term();
}

// The fields of a float are bit-vectors, which the logic may otherwise not have.
bool HoleValues::fits(const Hole& hole, Term literal) const {
  if (is_literal(pool_, literal)) return true;
  return hole.sign && vocabulary_.allows(literal) && (hole.fraction || !has_quotient(literal));
}

bool HoleValues::has_quotient(Term literal) const {
  bool found = false;
  post_order(pool_, literal, [&](Term term) {
    const OpSpec* op = pool_.op(term);
    found = found || (op && op->linear == Linear::ByLiterals);
  });
  return found;
}

}  // namespace pg
