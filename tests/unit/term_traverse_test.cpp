#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/read.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

using test::read_term;
using test::read_terms;
using test::show;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kDeclarations =
    "(declare-const p Bool) (declare-const q Bool) (declare-fun f (Int) Int)"
    "(declare-const c Int)"
    "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))"
    "(declare-const list List)";

std::vector<std::string> visited(const Pool& pool, Term root) {
  std::vector<std::string> order;
  post_order(pool, root, [&](Term term) { order.push_back(show(pool, term)); });
  return order;
}

TEST(PostOrder, VisitsChildrenFirstAndLeftToRight) {
  Pool pool;
  const Term term = read_term(pool, kDeclarations, "(and (or p q) (not true))");
  EXPECT_THAT(visited(pool, term),
              ElementsAre("p", "q", "(or p q)", "true", "(not true)", "(and (or p q) (not true))"));
}

TEST(PostOrder, VisitsASharedTermOnce) {
  Pool pool;
  const Term term = read_term(pool, kDeclarations, "(and (or p q) p (or p q) (not (or p q)))");
  EXPECT_THAT(visited(pool, term), ElementsAre("p", "q", "(or p q)", "(not (or p q))",
                                               "(and (or p q) p (or p q) (not (or p q)))"));
}

TEST(PostOrder, VisitsALeaf) {
  Pool pool;
  EXPECT_THAT(visited(pool, read_term(pool, kDeclarations, "p")), ElementsAre("p"));
}

TEST(Size, CountsOccurrencesAndDistinctTerms) {
  Pool pool;
  const Term term = read_term(pool, kDeclarations, "(and (or p q) p (or p q))");
  EXPECT_EQ(dag_size(pool, term), 4u);
  EXPECT_EQ(tree_size(pool, term), 8u);
}

TEST(Size, SaturatesAfterAHundredDoublings) {
  Pool pool;
  Term term = read_term(pool, kDeclarations, "p");
  std::vector<uint64_t> sizes;
  for (int i = 0; i < 100; ++i) {
    sizes.push_back(tree_size(pool, term));
    term = pool.term(core::kAnd, {term, term});
  }
  EXPECT_EQ(sizes[62], (uint64_t{1} << 63) - 1);
  EXPECT_EQ(sizes[63], UINT64_MAX);
  EXPECT_EQ(sizes[64], UINT64_MAX);
  EXPECT_EQ(tree_size(pool, term), UINT64_MAX);
  EXPECT_EQ(dag_size(pool, term), 101u);
}

std::vector<std::string> function_names(const Pool& pool, Term term) {
  std::vector<std::string> names;
  for (Head head : functions(pool, term)) names.emplace_back(pool.text(pool.data(head).name));
  return names;
}

TEST(Functions, AreThoseOfTheScriptInTheirOrder) {
  Pool pool;
  EXPECT_THAT(function_names(pool, read_term(pool, kDeclarations, "(and q (= (f c) (f 1)) q p)")),
              ElementsAre("q", "c", "f", "p"));
  EXPECT_THAT(function_names(pool, read_term(pool, "", "(forall ((x Bool)) (or x true))")),
              IsEmpty());
}

TEST(Functions, StandInIndicesAndPatternsToo) {
  Pool pool;
  EXPECT_THAT(function_names(pool, read_term(pool, kDeclarations, "((_ is cons) list)")),
              ElementsAre("list", "cons"));
  EXPECT_THAT(
      function_names(pool, read_term(pool, kDeclarations, "(match list ((nil 0) ((cons h t) h)))")),
      ElementsAre("list", "nil", "cons"));
}

TEST(BoundVariables, AreTheFirstChildrenOfABinder) {
  Pool pool;
  const std::vector<Term> terms = read_terms(
      pool, kDeclarations,
      {"(forall ((x Int) (y Bool)) (or y (= x c)))", "(set.comprehension ((x Int)) (> x 0) x)",
       "(match list ((nil 0) ((cons h t) h)))", "(and p q)"});
  auto bound = [&](Term term) {
    std::vector<std::string> names;
    for (Term variable : bound_variables(pool, term)) names.push_back(show(pool, variable));
    return names;
  };
  EXPECT_THAT(bound(terms[0]), ElementsAre("x", "y"));
  EXPECT_THAT(bound(terms[1]), ElementsAre("x"));
  EXPECT_THAT(bound(terms[2]), IsEmpty());
  EXPECT_THAT(bound(pool.args(terms[2])[1]), IsEmpty());
  EXPECT_THAT(bound(pool.args(terms[2])[2]), ElementsAre("h", "t"));
  EXPECT_THAT(bound(terms[3]), IsEmpty());
}

std::vector<std::string> free_variables(const Pool& pool, Term term) {
  FreeVariables free(pool);
  std::vector<std::string> names;
  for (Term variable : free.of(term)) names.push_back(show(pool, variable));
  std::sort(names.begin(), names.end());
  return names;
}

TEST(FreeVariables, AreThoseThatNoBinderAroundBinds) {
  Pool pool;
  const Term outer = read_term(pool, kDeclarations,
                               "(forall ((x Int) (y Int)) (exists ((z Int)) (= (+ x z) (f c))))");
  EXPECT_THAT(free_variables(pool, outer), IsEmpty());
  const Term inner = pool.args(outer)[2];
  EXPECT_THAT(free_variables(pool, inner), ElementsAre("x"));
  const Term body = pool.args(inner)[1];
  EXPECT_THAT(free_variables(pool, body), ElementsAre("x", "z"));
  EXPECT_THAT(free_variables(pool, pool.args(body)[1]), IsEmpty());
}

// The same term stands once under a binder of x and once outside of it.
TEST(FreeVariables, ASharedTermCanBeBoundHereAndFreeThere) {
  Pool pool;
  const Symbol name = pool.intern("x");
  const Term x = pool.variable(name, kBool);
  const Term not_x = pool.term(core::kNot, {x});
  const Term all = pool.term(core::kForall, {x, not_x});
  EXPECT_THAT(free_variables(pool, pool.term(core::kAnd, {all, not_x})), ElementsAre("x"));
  EXPECT_THAT(free_variables(pool, pool.term(core::kAnd, {not_x, all})), ElementsAre("x"));
  EXPECT_THAT(free_variables(pool, pool.term(core::kAnd, {all, all})), IsEmpty());
}

TEST(FreeVariables, ABinderHidesOnlyItsOwnVariable) {
  Pool pool;
  const Symbol name = pool.intern("x");
  const Term outer = pool.variable(name, kBool, 0);
  const Term inner = pool.variable(name, kBool, 1);
  const Term all = pool.term(core::kForall, {inner, pool.term(core::kAnd, {inner, outer})});
  FreeVariables free(pool);
  EXPECT_THAT(free.of(all), ElementsAre(outer));
  EXPECT_THAT(free.of(pool.term(core::kForall, {outer, all})), IsEmpty());
}

TEST(FreeVariables, AMatchBindsInItsCases) {
  Pool pool;
  const Term outer =
      read_term(pool, kDeclarations,
                "(forall ((x Int) (l List)) (= x (match l ((nil x) ((cons h t) (+ h x)) ))))");
  const Term match = pool.args(pool.args(outer)[2])[1];
  EXPECT_THAT(free_variables(pool, match), ElementsAre("l", "x"));
  const Term second = pool.args(match)[2];
  EXPECT_THAT(free_variables(pool, second), ElementsAre("x"));
  EXPECT_THAT(free_variables(pool, pool.args(second)[2]), ElementsAre("h", "x"));
  EXPECT_THAT(free_variables(pool, outer), IsEmpty());
}

TEST(FreeVariables, OneObjectAnswersForManyTerms) {
  Pool pool;
  const Term outer =
      read_term(pool, kDeclarations, "(forall ((x Int)) (exists ((y Int)) (= x y)))");
  const Term inner = pool.args(outer)[1];
  const Term body = pool.args(inner)[1];
  FreeVariables free(pool);
  // Inside out and outside in give the same answers.
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(free.of(body).size(), 2u);
    EXPECT_EQ(free.of(outer).size(), 0u);
    EXPECT_EQ(free.of(inner).size(), 1u);
  }
}

}  // namespace
}  // namespace pg
