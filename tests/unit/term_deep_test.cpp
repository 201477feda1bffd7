// Terms and sorts nest as deep as the input does. Everything here runs on a stack that a recursive
// walk would leave after a few thousand steps.
#include <vector>

#include <gtest/gtest.h>

#include "support/read.h"
#include "support/small_stack.h"
#include "term/infer.h"
#include "term/path.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

using test::on_small_stack;

constexpr uint32_t kDepth = 100'000;

Term constant(Pool& pool, std::string_view name) {
  return pool.constant(pool.declare(pool.intern(name), {}, kBool));
}

Term nots(Pool& pool, Term leaf, uint32_t depth = kDepth) {
  Term term = leaf;
  for (uint32_t i = 0; i < depth; ++i) term = pool.term(core::kNot, {term});
  return term;
}

// As deep as the inputs that we promise to read.
TEST(DeepTerms, AMillionNotsAreWalkedAndSubstitutedIn) {
  on_small_stack([] {
    constexpr uint32_t kMillion = 1'000'000;
    Pool pool;
    const Term p = constant(pool, "p");
    const Term q = constant(pool, "q");
    const Term root = nots(pool, p, kMillion);
    EXPECT_EQ(dag_size(pool, root), kMillion + 1);
    const Path path(kMillion, 0);
    EXPECT_EQ(at(pool, root, path), p);
    EXPECT_EQ(at(pool, substitute(pool, root, {{p, q}}), path), q);
  });
}

TEST(DeepTerms, AreMeasuredWithoutRecursion) {
  on_small_stack([] {
    Pool pool;
    const Term p = constant(pool, "p");
    const Term root = nots(pool, p);
    EXPECT_EQ(dag_size(pool, root), kDepth + 1);
    EXPECT_EQ(tree_size(pool, root), kDepth + 1);
    EXPECT_EQ(functions(pool, root), std::vector<Head>{pool.head(p)});
    EXPECT_TRUE(FreeVariables(pool).of(root).empty());
  });
}

TEST(DeepTerms, HavePaths) {
  on_small_stack([] {
    Pool pool;
    const Term p = constant(pool, "p");
    const Term q = constant(pool, "q");
    const Term root = nots(pool, p);
    const Path path(kDepth, 0);
    EXPECT_EQ(at(pool, root, path), p);
    EXPECT_EQ(polarity_at(pool, root, path), Polarity::Positive);
    EXPECT_EQ(polarity_at(pool, root, std::span(path).first(kDepth - 1)), Polarity::Negative);
    const Term other = replace_at(pool, root, path, q);
    EXPECT_EQ(at(pool, other, path), q);
    EXPECT_EQ(replace_at(pool, other, path, p), root);
    uint64_t count = 0;
    EXPECT_TRUE(for_each_occurrence(pool, root, UINT64_MAX, [&](const Path& way, Term) {
      EXPECT_EQ(way.size(), count);
      ++count;
      return true;
    }));
    EXPECT_EQ(count, kDepth + 1);
  });
}

TEST(DeepTerms, AreSubstitutedIn) {
  on_small_stack([] {
    Pool pool;
    const Term p = constant(pool, "p");
    const Term q = constant(pool, "q");
    const Term root = nots(pool, p);
    const Term other = substitute(pool, root, {{p, q}});
    EXPECT_EQ(dag_size(pool, other), kDepth + 1);
    EXPECT_EQ(substitute(pool, other, {{q, p}}), root);
  });
}

// Each binder binds the same variable: it hides the one outside of it.
TEST(DeepTerms, NestedBindersOfOneVariable) {
  on_small_stack([] {
    Pool pool;
    const Term x = pool.variable(pool.intern("x"), kBool);
    const Term y = pool.variable(pool.intern("y"), kBool);
    Term term = pool.term(core::kOr, {x, y});
    for (uint32_t i = 0; i < kDepth; ++i) term = pool.term(core::kForall, {x, term});
    FreeVariables free(pool);
    EXPECT_EQ(free.of(term), std::vector<Term>{y});
    // Every binder captures x, so every one is renamed.
    const Term replaced = substitute(pool, term, {{y, x}});
    EXPECT_EQ(free.of(replaced), std::vector<Term>{x});
    EXPECT_EQ(dag_size(pool, replaced), 2 * kDepth + 2);
  });
}

TEST(DeepTerms, NestedBindersOfManyVariables) {
  on_small_stack([] {
    Pool pool;
    const Symbol name = pool.intern("x");
    const Term y = pool.variable(pool.intern("y"), kBool);
    Term term = y;
    for (uint32_t i = 0; i < kDepth; ++i) {
      const Term x = pool.variable(name, kBool, i);
      term = pool.term(core::kForall, {x, pool.term(core::kOr, {x, term})});
    }
    FreeVariables free(pool);
    EXPECT_EQ(free.of(term), std::vector<Term>{y});
    const Term replaced = substitute(pool, term, {{y, constant(pool, "p")}});
    EXPECT_TRUE(free.of(replaced).empty());
  });
}

// One renaming has to go down the whole body.
TEST(DeepTerms, ABinderOverADeepBodyIsRenamed) {
  on_small_stack([] {
    Pool pool;
    const Term x = pool.variable(pool.intern("x"), kBool);
    const Term y = pool.variable(pool.intern("y"), kBool);
    const Term body = nots(pool, pool.term(core::kAnd, {x, y}));
    const Term result = substitute(pool, pool.term(core::kForall, {x, body}), {{y, x}});
    EXPECT_EQ(FreeVariables(pool).of(result), std::vector<Term>{x});
    EXPECT_EQ(dag_size(pool, result), kDepth + 4);
  });
}

TEST(DeepSorts, AreInstantiatedUnifiedAndCompared) {
  on_small_stack([] {
    Pool pool;
    Sort pattern = pool.sort(SortKind::Param, {0});
    Sort ints = kInt;
    Sort vague = kUnknown;
    for (uint32_t i = 0; i < kDepth; ++i) {
      pattern = pool.sort(SortKind::Set, {}, {pattern});
      ints = pool.sort(SortKind::Set, {}, {ints});
      vague = pool.sort(SortKind::Set, {}, {vague});
    }
    EXPECT_EQ(pool.size(ints), kDepth + 1);
    const Sort bindings[] = {kInt};
    EXPECT_EQ(instantiate(pool, pattern, bindings), ints);
    Unifier unifier(pool);
    EXPECT_TRUE(unifier.unify(pattern, ints));
    ASSERT_EQ(unifier.bindings().size(), 1u);
    EXPECT_EQ(unifier.bindings()[0], kInt);
    EXPECT_TRUE(fits(pool, ints, vague));
    EXPECT_FALSE(fits(pool, ints, pool.sort(SortKind::Set, {}, {ints})));
  });
}

// Nested lambdas: their sorts take each other up only so far, or memory would grow by the square.
TEST(DeepSorts, FunctionsOfFunctionsStaySmall) {
  on_small_stack([] {
    Pool pool;
    Sort sort = kInt;
    size_t parts = 0;
    for (uint32_t i = 0; i < 100'000; ++i) {
      sort = pool.sort(SortKind::Arrow, {}, {kInt, sort});
      parts += pool.args(sort).size();
    }
    EXPECT_LT(parts, size_t{10'000'000});
  });
}

}  // namespace
}  // namespace pg
