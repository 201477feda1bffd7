#pragma once

#include <cstdint>

#include "base/rng.h"
#include "model/evaluator.h"
#include "mutate/constraint.h"
#include "mutate/holes.h"
#include "mutate/uniform_literals.h"
#include "mutate/vocabulary.h"

namespace pg {

// What can stand in the holes of a script.
class HoleValues {
 public:
  HoleValues(Pool& pool, ValuePool& values, const Script& script, const Vocabulary& vocabulary);

  // The literal of a value as it can stand in the hole; none if it cannot.
  Term literal(const Hole& hole, Value value);
  // A literal at random, mostly an edge value if that is wanted; none if it cannot stand there.
  Term draw(const Hole& hole, bool edge, Rng& rng);

 private:
  Term usable(const Hole& hole, Term literal);
  bool fits(const Hole& hole, Term literal) const;
  bool has_quotient(Term literal) const;

  Pool& pool_;
  ValuePool& values_;
  const Vocabulary& vocabulary_;
  ConstraintWriter writer_;
  UniformLiterals uniform_;
  const Model nothing_;
  Evaluator ground_;  // of literals
};

}  // namespace pg
