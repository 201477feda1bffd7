// How the encodings of two programs compare.
#include <algorithm>

#include "base/check.h"
#include "program/encode.h"

namespace pg {
namespace {

// The mutant ends within the bound, and something else can be seen of it.
Term any_difference(Terms& terms, const Encoding& original, const Encoding& mutant) {
  Term differs = mutant.trap;
  const Term same_end = terms.equal(original.exited, mutant.exited);
  const Term other_end = terms.negation(same_end);
  differs = terms.disjunction(differs, other_end);
  CHECK(original.outputs.size() == mutant.outputs.size(), "encodings of two interfaces");
  for (size_t i = 0; i < original.outputs.size(); ++i) {
    const Term same = terms.equal(original.outputs[i], mutant.outputs[i]);
    const Term other = terms.negation(same);
    differs = terms.disjunction(differs, other);
  }
  const Term within = terms.negation(mutant.cut);
  return terms.conjunction(within, differs);
}

}  // namespace

Term defined(Terms& terms, const Encoding& original) {
  Term bad = terms.disjunction(original.trap, original.undefined);
  bad = terms.disjunction(bad, original.cut);
  return terms.negation(bad);
}

Term sound(Terms& terms, const Encoding& original) {
  const Term good = defined(terms, original);
  return terms.conjunction(good, terms.negation(original.unset));
}

Term difference(Terms& terms, const Encoding& original, const Encoding& mutant) {
  const Term differs = any_difference(terms, original, mutant);
  return terms.conjunction(differs, terms.negation(mutant.unset));
}

UnsetDifference unset_difference(Terms& terms, const Encoding& original, const Encoding& mutant) {
  const Term differs = any_difference(terms, original, mutant);
  const Term open = terms.conjunction(defined(terms, original), differs);
  const Term only_mutant = terms.conjunction(mutant.unset, terms.negation(original.unset));
  return {terms.conjunction(open, only_mutant), terms.conjunction(open, original.unset)};
}

Term may_differ(Terms& terms, const Encoding& original, const Encoding& mutant, bool within) {
  const Term differs = any_difference(terms, original, mutant);
  Term open = terms.disjunction(mutant.cut, differs);
  if (within) open = terms.disjunction(original.cut, open);
  const Term bad = terms.disjunction(original.trap, original.undefined);
  const Term good = within ? terms.negation(bad) : defined(terms, original);
  return terms.conjunction(good, open);
}

Assumptions null_assumptions(Terms& terms, const Encoding& original, const Encoding& mutant,
                             const std::function<bool(Term)>& possible) {
  Assumptions needed;
  for (size_t i = 0; i < std::min(original.accesses.size(), mutant.accesses.size()); ++i) {
    const Term unused = terms.negation(original.accesses[i].condition);
    const Term only_mutant = terms.conjunction(mutant.accesses[i].condition, unused);
    if (terms.is_false(only_mutant)) continue;
    const Term good = defined(terms, original);
    if (possible(terms.conjunction(good, only_mutant)))
      needed.insert(not_null(original.accesses[i].name));
  }
  return needed;
}

}  // namespace pg
