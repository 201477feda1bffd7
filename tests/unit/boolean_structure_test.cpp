#include "mutate/boolean_structure.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "smtlib/parser.h"
#include "support/smtlib.h"

namespace pg {
namespace {

constexpr std::string_view kDeclarations =
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(declare-const x Int)"
    "(declare-const y Int)";

std::optional<Truth> answer_of(const std::string& assertions, uint64_t max_steps = 100'000) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, std::string(kDeclarations) + assertions + "(check-sat)");
  EXPECT_EQ(test::lines(parsed.errors), "") << assertions;
  return trivial_answer(pool, state_at(pool, parsed.script, 0), max_steps);
}

TEST(BooleanStructure, DecidesWhatConnectivesDecide) {
  struct Row {
    std::string_view formula;
    std::optional<Truth> answer;
  };
  constexpr Row kRows[] = {
      {"(or p (not p))", Truth::Sat},
      {"(or (< x y) (not (< x y)))", Truth::Sat},
      {"(and p (not p))", Truth::Unsat},
      {"(> 1 2)", Truth::Unsat},
      {"(or p (< 1 2))", Truth::Sat},
      {"true", Truth::Sat},
      {"(= x x)", Truth::Sat},
      {"(not (=> p q (or p r)))", Truth::Unsat},
      {"(=> (and (=> p q) (=> q r)) (=> p r))", Truth::Sat},
      {"(xor p q (= p q))", Truth::Sat},
      {"(= p q (not p))", Truth::Unsat},
      {"(distinct p q r)", Truth::Unsat},
      {"(= (distinct p q) (xor p q))", Truth::Sat},
      {"(ite p (not p) p)", Truth::Unsat},
      {"(= (ite p q r) (and (=> p q) (or p r)))", Truth::Sat},
      {"(! (or p (! (not p) :named n)) :named m)", Truth::Sat},
      {"(let ((a (< x y))) (and (or a p) (or (not a) p) (not p)))", Truth::Unsat},
      {"(and (or p q) (or p (not q)) (or (not p) q) (or (not p) (not q)))", Truth::Unsat},
      {"(forall ((z Int)) (or (< z x) (not (< z x))))", std::nullopt},
      // The atoms matter.
      {"(< x y)", std::nullopt},
      {"(and (< x y) (< y x))", std::nullopt},
      {"(or (<= x y) (<= y x))", std::nullopt},
      {"(or p q)", std::nullopt},
  };
  for (const Row& row : kRows)
    EXPECT_EQ(answer_of("(assert " + std::string(row.formula) + ")"), row.answer) << row.formula;
  EXPECT_EQ(answer_of("(assert (< x y))(assert p)(assert (not (< x y)))"), Truth::Unsat);
  EXPECT_EQ(answer_of(""), Truth::Sat);
}

TEST(BooleanStructure, GivesUpWhenItTakesLong) {
  EXPECT_EQ(answer_of("(assert (and (or p q) (or p (not q)) (not p)))", 3), std::nullopt);
}

TEST(BooleanStructure, AllCheckSatsCount) {
  Pool pool;
  auto trivial = [&](std::string_view text) {
    return is_trivial(pool, parse_script(pool, text).script);
  };
  EXPECT_TRUE(trivial("(declare-const p Bool)(check-sat)(assert (and p (not p)))(check-sat)"));
  EXPECT_FALSE(trivial("(declare-const p Bool)(check-sat)(assert p)(check-sat)"));
  EXPECT_FALSE(trivial("(declare-const p Bool)(check-sat-assuming (p))"));
  EXPECT_TRUE(trivial("(declare-const p Bool)(check-sat-assuming (p (not p)))"));
}

// Terms nest a million deep.
TEST(BooleanStructure, DoesNotRecurse) {
  std::string text = "p";
  for (int i = 0; i < 20'000; ++i) text = "(not " + text + ")";
  EXPECT_EQ(answer_of("(assert (or " + text + " (not p)))", 1'000'000), Truth::Sat);
}

}  // namespace
}  // namespace pg
