#pragma once

#include <string>

#include "base/rng.h"
#include "smtlib/parser.h"
#include "term/pool.h"

namespace pg {

// Literals that are spread evenly over what a sort has, or over a large part of it.
class UniformLiterals {
 public:
  explicit UniformLiterals(Pool& pool) : pool_(pool), reader_(pool) {}

  // None if the sort has no literals.
  Term draw(Sort sort, Rng& rng);

 private:
  std::string text_of(Sort sort, Rng& rng) const;

  Pool& pool_;
  TermReader reader_;
};

}  // namespace pg
