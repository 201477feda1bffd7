#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "term/pool.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg::test {

using Choices = std::vector<uint16_t>;

// Boolean terms made from a list of numbers: each three of them apply something to terms that are
// there already, so that parts are shared. A shorter list makes a smaller term: failures shrink.
class BooleanTerms {
 public:
  explicit BooleanTerms(Pool& pool) : pool_(pool) {
    for (std::string_view name : {"p", "q"})
      constants_.push_back(pool.constant(pool.declare(pool.intern(name), {}, kBool)));
    const Symbol x = pool.intern("x");
    variables_ = {pool.variable(x, kBool, 0), pool.variable(x, kBool, 1),
                  pool.variable(pool.intern("y"), kBool, 0)};
    HeadData data;
    data.kind = HeadKind::Annotation;
    const Attribute attribute[] = {{pool.intern(":weight"), pool.intern("1"), 0}};
    data.attributes = attribute;
    annotation_ = pool.head(data);
  }

  // At most that many applications, however long the list is.
  Term make(const Choices& choices, size_t most) {
    std::vector<Term> made(constants_);
    made.insert(made.end(), variables_.begin(), variables_.end());
    for (size_t i = 0; i + 2 < choices.size() && i / 3 < most; i += 3) {
      const Term a = made[choices[i + 1] % made.size()];
      const Term b = made[choices[i + 2] % made.size()];
      made.push_back(apply(choices[i], a, b));
    }
    return made.back();
  }

  const std::vector<Term>& constants() const { return constants_; }
  const std::vector<Term>& variables() const { return variables_; }

 private:
  Term apply(uint16_t choice, Term a, Term b) {
    const Term variable = variables_[choice / 16 % variables_.size()];
    switch (choice % 16) {
      case 0:
      case 1:
        return pool_.term(core::kNot, {a});
      case 2:
      case 3:
        return pool_.term(core::kAnd, {a, b});
      case 4:
        return pool_.term(core::kAnd, {a, b, a});
      case 5:
        return pool_.term(core::kOr, {a, b});
      case 6:
        return pool_.term(core::kImplies, {a, b});
      case 7:
        return pool_.term(core::kImplies, {a, b, a});
      case 8:
        return pool_.term(core::kXor, {a, b});
      case 9:
        return pool_.term(core::kEqual, {a, b});
      case 10:
        return pool_.term(core::kIte, {a, b, a});
      case 11:
      case 12:
        return pool_.term(core::kForall, {variable, a});
      case 13:
        return pool_.term(core::kExists, {variable, b});
      case 14:
        return pool_.term(core::kExists, {variables_[0], variables_[2], a});
      default:
        return pool_.make(annotation_, kBool, std::span(&a, 1));
    }
  }

  Pool& pool_;
  std::vector<Term> constants_;
  std::vector<Term> variables_;
  Head annotation_;
};

// The plain definitions, by recursion: what the real ones are compared with.

inline void naive_free(const Pool& pool, Term term, std::set<Term> bound, std::set<Term>& free) {
  if (pool.kind(term) == HeadKind::Variable && !bound.contains(term)) free.insert(term);
  const std::span<const Term> variables = bound_variables(pool, term);
  bound.insert(variables.begin(), variables.end());
  for (Term child : pool.args(term).subspan(variables.size())) naive_free(pool, child, bound, free);
}

inline std::set<Term> naive_free(const Pool& pool, Term term) {
  std::set<Term> free;
  naive_free(pool, term, {}, free);
  return free;
}

inline void naive_subterms(const Pool& pool, Term term, std::set<Term>& found) {
  if (!found.insert(term).second) return;
  for (Term child : pool.args(term)) naive_subterms(pool, child, found);
}

}  // namespace pg::test
