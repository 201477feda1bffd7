#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/read.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

using test::read_term;
using test::read_terms;
using test::show;

constexpr std::string_view kDeclarations =
    "(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)"
    "(declare-fun f (Int) Int) (declare-const c Int)"
    "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))"
    "(declare-const list List)";

// The first text with the second replaced by the third; more pairs may follow.
std::string substituted(
    std::string_view text,
    std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
  Pool pool;
  std::string script(kDeclarations);
  script.append("(get-value (").append(text);
  for (const auto& [from, to] : pairs) script.append(" ").append(from).append(" ").append(to);
  const ParsedScript read = parse_script(pool, script + "))");
  EXPECT_TRUE(read.errors.empty()) << read.errors[0].message;
  const std::vector<Term>& terms = read.script.commands.back().terms;
  Substitution replacements;
  for (size_t i = 1; i < terms.size(); i += 2) replacements[terms[i]] = terms[i + 1];
  return show(pool, substitute(pool, terms[0], replacements));
}

TEST(Substitute, ReplacesEveryOccurrence) {
  EXPECT_EQ(substituted("(and p (or q p) (not p))", {{"p", "r"}}), "(and r (or q r) (not r))");
}

TEST(Substitute, ReplacesTheRoot) {
  EXPECT_EQ(substituted("p", {{"p", "(and q r)"}}), "(and q r)");
}

TEST(Substitute, WithNothingToDoIsTheSameTerm) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool, kDeclarations, {"(forall ((x Int)) (or p (= x c)))", "q", "r"});
  const size_t before = pool.term_count();
  EXPECT_EQ(substitute(pool, terms[0], {}), terms[0]);
  EXPECT_EQ(substitute(pool, terms[0], {{terms[1], terms[2]}}), terms[0]);
  EXPECT_EQ(pool.term_count(), before);
}

TEST(Substitute, IsSimultaneous) {
  EXPECT_EQ(substituted("(and p q)", {{"p", "q"}, {"q", "p"}}), "(and q p)");
  // What a replacement brings in is not looked at again.
  EXPECT_EQ(substituted("(and p q)", {{"p", "(not p)"}}), "(and (not p) q)");
  EXPECT_EQ(substituted("(and p q)", {{"p", "(or p q)"}, {"q", "r"}}), "(and (or p q) r)");
}

TEST(Substitute, KeysMayBeCompound) {
  EXPECT_EQ(substituted("(= (f (f c)) (+ (f c) c))", {{"(f c)", "1"}}), "(= (f 1) (+ 1 c))");
  // The outermost key wins where one stands inside another.
  EXPECT_EQ(substituted("(= (f c) c)", {{"(f c)", "1"}, {"c", "2"}}), "(= 1 2)");
}

TEST(Substitute, GoesIntoBindersMatchesAndAnnotations) {
  EXPECT_EQ(substituted("(forall ((x Int)) (! (= x c) :pattern ((f c))))", {{"c", "7"}}),
            "(forall ((x Int)) (! (= x 7) :pattern ((f 7))))");
  EXPECT_EQ(
      substituted("(match list ((nil c) ((cons h t) (+ h c))))", {{"c", "7"}, {"list", "nil"}}),
      "(match nil ((nil 7) ((cons h t) (+ h 7))))");
}

TEST(Substitute, KeepsSharing) {
  Pool pool;
  const std::vector<Term> terms = read_terms(pool, kDeclarations, {"p", "q"});
  Term term = terms[0];
  for (int i = 0; i < 100; ++i) term = pool.term(core::kAnd, {term, term});
  const Term result = substitute(pool, term, {{terms[0], terms[1]}});
  EXPECT_EQ(dag_size(pool, result), 101u);
  EXPECT_EQ(substitute(pool, result, {{terms[1], terms[0]}}), term);
}

// A quantifier of the text, taken apart: its variables are free in its body.
struct Quantified {
  Pool pool;
  Term term;
  std::vector<Term> variables;
  Term body;
  explicit Quantified(std::string_view text) : term(read_term(pool, kDeclarations, text)) {
    const std::span<const Term> bound = bound_variables(pool, term);
    variables.assign(bound.begin(), bound.end());
    body = pool.args(term).back();
  }
  std::string body_with(const Substitution& replacements) {
    return show(pool, substitute(pool, body, replacements));
  }
};

TEST(Substitute, ReplacesFreeVariables) {
  Quantified given("(forall ((x Int) (y Int)) (= (+ x y) (f x)))");
  const Term x = given.variables[0];
  const Term y = given.variables[1];
  EXPECT_EQ(given.body_with({{x, y}}), "(= (+ y y) (f y))");
  EXPECT_EQ(given.body_with({{x, y}, {y, x}}), "(= (+ y x) (f y))");
}

TEST(Substitute, LeavesBoundVariablesAlone) {
  Quantified given("(forall ((x Int)) (= x c))");
  const Term one = given.pool.literal(LiteralKind::Numeral, "1", kInt);
  const Term result = substitute(given.pool, given.term, {{given.variables[0], one}});
  EXPECT_EQ(result, given.term);
}

TEST(Substitute, ABinderShadowsAKeyInItsScopeOnly) {
  Pool pool;
  const Term x = pool.variable(pool.intern("x"), kBool);
  const Term p = pool.constant(pool.declare(pool.intern("p"), {}, kBool));
  const Term all = pool.term(core::kForall, {x, pool.term(core::kNot, {x})});
  const Term both = pool.term(core::kAnd, {x, all, pool.term(core::kNot, {x})});
  EXPECT_EQ(show(pool, substitute(pool, both, {{x, p}})),
            "(and p (forall ((x Bool)) (not x)) (not p))");
}

TEST(Substitute, ACompoundKeyOfABoundVariableIsNoFreeOccurrence) {
  Quantified given("(forall ((x Int)) (= (f x) c))");
  const Term fx = given.pool.args(given.body)[0];
  const Term one = given.pool.literal(LiteralKind::Numeral, "1", kInt);
  EXPECT_EQ(given.body_with({{fx, one}}), "(= 1 c)");
  const Term whole = substitute(given.pool, given.term, {{fx, one}});
  EXPECT_EQ(whole, given.term);
}

// (exists ((y Int)) (= x y)) with y for x: the bound y has to get out of the way.
TEST(Substitute, DoesNotCapture) {
  Pool pool;
  const Term x = pool.variable(pool.intern("x"), kInt);
  const Term y = pool.variable(pool.intern("y"), kInt);
  const Term exists = pool.term(core::kExists, {y, pool.term(core::kEqual, {x, y})});
  const Term result = substitute(pool, exists, {{x, y}});
  EXPECT_EQ(FreeVariables(pool).of(result), std::vector<Term>{y});
  const Term bound = bound_variables(pool, result)[0];
  EXPECT_NE(bound, y);
  EXPECT_EQ(pool.args(result)[1], pool.term(core::kEqual, {y, bound}));
}

TEST(Substitute, DoesNotCaptureInTheCasesOfAMatch) {
  Quantified given("(forall ((x Int) (h Int)) (= x (match list ((nil x) ((cons k t) (+ k x))))))");
  Pool& pool = given.pool;
  const Term x = given.variables[0];
  const Term h = given.variables[1];
  // The pattern's variable becomes h itself, so that replacing x by h would capture it.
  const Term match = pool.args(given.body)[1];
  const Term match_case = pool.args(match)[2];
  const Term sum = substitute(pool, pool.args(match_case)[2], {{pool.args(match_case)[0], h}});
  const Term case_args[] = {h, pool.args(match_case)[1], sum};
  const Term capturing = pool.with_args(match_case, case_args);
  const Term result = substitute(pool, capturing, {{x, h}});
  FreeVariables free(pool);
  EXPECT_EQ(free.of(result), std::vector<Term>{h});
  EXPECT_NE(pool.args(result)[0], h);
}

// Only the binder that would capture is renamed, and what it does not bind stays shared.
TEST(Substitute, RenamesNoMoreThanItMust) {
  Quantified given(
      "(forall ((x Int)) (and (exists ((y Int)) (> y 0)) (exists ((z Int)) (= z x))))");
  Pool& pool = given.pool;
  const Term one = pool.literal(LiteralKind::Numeral, "1", kInt);
  const Term result = substitute(pool, given.body, {{given.variables[0], one}});
  EXPECT_EQ(pool.args(result)[0], pool.args(given.body)[0]);
  EXPECT_EQ(bound_variables(pool, pool.args(result)[1])[0],
            bound_variables(pool, pool.args(given.body)[1])[0]);
}

}  // namespace
}  // namespace pg
