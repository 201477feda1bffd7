#pragma once

#include "smtlib/parser.h"
#include "term/pool.h"
#include "theory/requirement.h"

namespace pg {

// Writes values and requirements as terms.
class ConstraintWriter {
 public:
  ConstraintWriter(Pool& pool, ValuePool& values) : pool_(pool), values_(values), reader_(pool) {}

  // None if it cannot be spelled, as an element of an uninterpreted sort.
  Term literal(Value value, Sort sort);
  // The number as a decimal, such as 0.25 or (- 1.5); none if it has no short one.
  Term decimal(Value value);
  // That a term is within the requirement; none if that cannot be said.
  Term formula(const Requirement& requirement, Term subject);

 private:
  Term between(const Requirement& range, Term subject, Sort sort, std::string_view or_equal,
               std::string_view strictly);
  Term apply(std::string_view op, std::initializer_list<Term> args);

  Pool& pool_;
  ValuePool& values_;
  TermReader reader_;
};

}  // namespace pg
