#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "support/random_terms.h"
#include "support/read.h"
#include "term/infer.h"

namespace pg {
namespace {

using test::Choices;

// A sort over parameters (or, without any, over plain sorts) from a list of numbers.
Sort make_sort(Pool& pool, const Choices& choices, uint32_t params) {
  std::vector<Sort> made{kBool,
                         kInt,
                         kReal,
                         kString,
                         pool.sort(SortKind::BitVec, {8}),
                         pool.sort(SortKind::FloatingPoint, {8, 24})};
  for (uint32_t i = 0; i < params; ++i) made.push_back(pool.sort(SortKind::Param, {i}));
  for (size_t i = 0; i + 2 < choices.size() && i < 30; i += 3) {
    const Sort a = made[choices[i + 1] % made.size()];
    const Sort b = made[choices[i + 2] % made.size()];
    switch (choices[i] % 6) {
      case 0:
        made.push_back(pool.sort(SortKind::Array, {}, {a, b}));
        break;
      case 1:
        made.push_back(pool.sort(SortKind::Set, {}, {a}));
        break;
      case 2:
        made.push_back(pool.sort(SortKind::Seq, {}, {a}));
        break;
      case 3:
        made.push_back(pool.sort(SortKind::Tuple, {}, {a, b, a}));
        break;
      case 4:
        made.push_back(pool.sort(SortKind::Arrow, {}, {a, b}));
        break;
      default:
        made.push_back(pool.sort(SortKind::Nullable, {}, {b}));
        break;
    }
  }
  return made.back();
}

RC_GTEST_PROP(TermSorts, AreReadAsTheyArePrinted, (const Choices& choices)) {
  Pool pool;
  const Sort sort = make_sort(pool, choices, 0);
  RC_PRE(pool.size(sort) < 2000u);
  RC_ASSERT(test::read_sort(pool, print_sort(pool, sort)) == sort);
}

RC_GTEST_PROP(TermSorts, UnifyingFindsTheInstance,
              (const Choices& choices, const Choices& first, const Choices& second)) {
  Pool pool;
  const Sort pattern = make_sort(pool, choices, 2);
  const Sort bindings[] = {make_sort(pool, first, 0), make_sort(pool, second, 0)};
  // A function that gives a function is flat: the pattern's shape is gone.
  RC_PRE(pool.kind(bindings[0]) != SortKind::Arrow && pool.kind(bindings[1]) != SortKind::Arrow);
  RC_PRE(pool.size(pattern) < 2000u);
  const Sort instance = instantiate(pool, pattern, bindings);
  RC_ASSERT(!pool.has_param(instance));
  Unifier unifier(pool);
  RC_ASSERT(unifier.unify(pattern, instance));
  RC_ASSERT(instantiate(pool, pattern, unifier.bindings()) == instance);
}

// Promotion and unknown parts aside, only the same sort fits.
RC_GTEST_PROP(TermSorts, FitIsEqualityWithoutUnknownParts,
              (const Choices& first, const Choices& second)) {
  Pool pool;
  const Sort a = make_sort(pool, first, 0);
  const Sort b = make_sort(pool, second, 0);
  RC_PRE(a != kReal || b != kInt);
  RC_PRE(pool.kind(a) != SortKind::Array || pool.kind(b) != SortKind::Arrow);
  RC_ASSERT(fits(pool, a, b) == (a == b));
  RC_ASSERT(fits(pool, a, kUnknown));
  RC_ASSERT(fits(pool, kUnknown, a));
}

RC_GTEST_PROP(Symbols, ComeBackAsTheyWent, (const std::vector<std::string>& texts)) {
  Pool pool;
  std::vector<Symbol> symbols;
  for (const std::string& text : texts) symbols.push_back(pool.intern(text));
  for (size_t i = 0; i < texts.size(); ++i) {
    RC_ASSERT(pool.text(symbols[i]) == texts[i]);
    for (size_t j = 0; j < i; ++j) RC_ASSERT((symbols[i] == symbols[j]) == (texts[i] == texts[j]));
  }
}

RC_GTEST_PROP(Rng, StaysBelowItsBound, (uint64_t seed)) {
  const uint64_t bound = *rc::gen::inRange<uint64_t>(1, UINT64_MAX);
  Rng rng(seed);
  for (int i = 0; i < 50; ++i) RC_ASSERT(rng.below(bound) < bound);
}

}  // namespace
}  // namespace pg
