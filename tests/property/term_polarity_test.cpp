#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "support/random_terms.h"
#include "term/path.h"

namespace pg {
namespace {

using test::BooleanTerms;
using test::Choices;

using Assignment = std::map<Term, bool>;

// By the definition of the operators, and for quantifiers over Bool by trying both values.
bool value(const Pool& pool, Term term, Assignment& assignment) {
  const std::span<const Term> args = pool.args(term);
  const OpSpec* op = pool.op(term);
  if (pool.kind(term) == HeadKind::Annotation) return value(pool, args[0], assignment);
  if (!op) return assignment.at(term);
  const std::span<const Term> bound = bound_variables(pool, term);
  if (!bound.empty()) {
    const bool all = op == &core::kForall;
    const Assignment before = assignment;
    bool result = all;
    for (unsigned bits = 0; bits < 1u << bound.size(); ++bits) {
      for (size_t i = 0; i < bound.size(); ++i) assignment[bound[i]] = (bits >> i & 1) != 0;
      const bool body = value(pool, args.back(), assignment);
      result = all ? result && body : result || body;
    }
    assignment = before;
    return result;
  }
  std::vector<bool> values;
  for (Term arg : args) values.push_back(value(pool, arg, assignment));
  if (op == &core::kTrue) return true;
  if (op == &core::kFalse) return false;
  if (op == &core::kNot) return !values[0];
  if (op == &core::kIte) return values[0] ? values[1] : values[2];
  if (op == &core::kEqual) return values[0] == values[1];
  if (op == &core::kXor) return values[0] != values[1];
  const bool last = values.back();
  values.pop_back();
  if (op == &core::kAnd) return last && std::count(values.begin(), values.end(), false) == 0;
  if (op == &core::kOr) return last || std::count(values.begin(), values.end(), true) > 0;
  CHECK(op == &core::kImplies, "no other operator");
  return last || std::count(values.begin(), values.end(), false) > 0;
}

// What polarity promises: making a positive occurrence true, or a negative one false, never makes
// the whole false.
RC_GTEST_PROP(TermPolarity, TellsWhichWayTheRootGoes, (const Choices& choices, uint64_t seed)) {
  Pool pool;
  BooleanTerms terms(pool);
  const Term root = terms.make(choices, 8);
  const Term yes = pool.term(core::kTrue, {});
  const Term no = pool.term(core::kFalse, {});
  Rng rng(seed);
  std::vector<Path> paths;
  for_each_occurrence(pool, root, 40, [&](const Path& path, Term) {
    paths.push_back(path);
    return true;
  });
  for (const Path& path : paths) {
    const Polarity polarity = polarity_at(pool, root, path);
    if (polarity == Polarity::Mixed) continue;
    const Term with_yes = replace_at(pool, root, path, yes);
    const Term with_no = replace_at(pool, root, path, no);
    for (int i = 0; i < 6; ++i) {
      Assignment assignment;
      for (Term leaf : terms.constants()) assignment[leaf] = rng.chance(1, 2);
      for (Term leaf : terms.variables()) assignment[leaf] = rng.chance(1, 2);
      const bool if_yes = value(pool, with_yes, assignment);
      const bool if_no = value(pool, with_no, assignment);
      if (polarity == Polarity::Positive) RC_ASSERT(if_yes || !if_no);
      if (polarity == Polarity::Negative) RC_ASSERT(if_no || !if_yes);
    }
  }
}

}  // namespace
}  // namespace pg
