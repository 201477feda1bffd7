#pragma once

#include <vector>

#include <absl/container/flat_hash_map.h>

#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// The distinct terms of a script that another of their sort can stand for, outermost first; for
// each the first command that it is in.
struct Subject {
  Term term;
  size_t command;
};
std::vector<Subject> subjects(const Pool& pool, const Script& script);

// True for literals and for constants of theories, as (_ +oo 8 24).
bool is_value(const Pool& pool, Term term);

// An operator over arguments that fit.
Term applied(Pool& pool, const OpSpec& op, Sort sort, std::span<const Term> args);

// The plainest values of sorts.
class PlainValues {
 public:
  explicit PlainValues(Pool& pool) : pool_(pool) {}
  const std::vector<Term>& of(Sort sort);

 private:
  std::vector<Term> make(Sort sort);

  Pool& pool_;
  absl::flat_hash_map<Sort, std::vector<Term>> known_;
};

}  // namespace pg
