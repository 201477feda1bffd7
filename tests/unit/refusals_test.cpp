// What solvers refuse is learnt from tiny scripts, and left out.
#include "ask/refusals.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mutate/grammar.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/paths.h"
#include "support/smtlib.h"
#include "term/traverse.h"
#include "theory/theories.h"

namespace pg {
namespace {

using ::testing::HasSubstr;

std::vector<const OpSpec*> all_rows() {
  std::vector<const OpSpec*> rows;
  for (const Theory* theory : theories())
    for (const OpSpec& row : theory->ops) rows.push_back(&row);
  return rows;
}

const OpSpec& row_of(std::string_view name) {
  const std::vector<const OpSpec*> rows = all_rows();
  return **std::ranges::find(rows, name, [](const OpSpec* row) { return row->name; });
}

Rows rows_of(std::initializer_list<std::string_view> names) {
  Rows rows;
  for (const std::string_view name : names) rows.insert(&row_of(name));
  return rows;
}

std::string sample_text(std::string_view name, std::string_view logic) {
  Pool pool;
  const std::optional<Script> sample = sample_of(pool, row_of(name), logic);
  return sample ? print_script(pool, *sample) : "";
}

Rows refused(std::string_view solver, std::string_view logic,
             std::initializer_list<std::string_view> names) {
  std::vector<const OpSpec*> rows;
  for (const std::string_view name : names) rows.push_back(&row_of(name));
  Refusals refusals;
  const Result<Solver> found = find_solver(solver);
  EXPECT_TRUE(found) << solver;
  const Result<Rows> made = refusals.among(rows, logic, {&*found, 1}, {});
  EXPECT_TRUE(made);
  return made ? *made : Rows();
}

// But for tuples: which arguments make one is found by chance.
TEST(Samples, EveryOperatorThatIsDrawnHasOne) {
  std::string missing;
  for (const OpSpec* row : all_rows()) {
    Pool pool;
    const std::optional<Script> sample = sample_of(pool, *row, "ALL");
    EXPECT_TRUE(is_drawn(*row) || row->literals || !sample) << row->name;
    if (!sample) {
      if (is_drawn(*row) && row->name != "tuple")
        missing += std::string(row->name) + " " + std::string(row->sig.text) + "\n";
      continue;
    }
    bool has = false;
    for_each_subterm(pool, *sample, [&](Term term) { has = has || pool.op(term) == row; });
    const std::string text = print_script(pool, *sample);
    EXPECT_TRUE(has) << text;
    Pool other;
    EXPECT_EQ(test::lines(parse_script(other, text).errors), "") << text;
  }
  EXPECT_EQ(missing, "");
}

TEST(Samples, FitTheLogic) {
  EXPECT_THAT(sample_text("div", "QF_LIA"), HasSubstr("(div pg0 3)"));
  EXPECT_THAT(sample_text("div", "QF_NIA"), HasSubstr("(div pg0 pg1)"));
  EXPECT_THAT(sample_text("bvadd", "QF_BV"), HasSubstr("(set-logic QF_BV)"));
  EXPECT_EQ(sample_text("+", "QF_IDL"), "");
  EXPECT_THAT(sample_text("select", "QF_AX"), HasSubstr("(Array E E)"));
  EXPECT_THAT(sample_text("const", "QF_ALIA"), HasSubstr("((as const (Array Int Int)) "));
  EXPECT_THAT(sample_text("re.++", "QF_S"), HasSubstr("(str.in_re "));
  EXPECT_EQ(sample_text("re.++", "QF_S"), sample_text("re.++", "QF_S"));
}

TEST(Samples, RowsAreReadAsTheyAreWritten) {
  for (const OpSpec* row : all_rows()) {
    const Rows one{row};
    const Result<Rows> read = read_rows(rows_text(one));
    ASSERT_TRUE(read) << rows_text(one);
    EXPECT_EQ(*read, one) << rows_text(one);
  }
  EXPECT_EQ(rows_text({}), "none");
  EXPECT_EQ(*read_rows("none"), Rows());
  EXPECT_EQ(rows_text(rows_of({"bvadd", "bvmul"})), "bvadd,bvmul");
  Rows all;
  for (const OpSpec* row : all_rows())
    if (row->name == "abs") all.insert(row);
  ASSERT_GT(all.size(), 1u);
  EXPECT_EQ(rows_text(all), "abs");
  EXPECT_EQ(rows_text(rows_of({"abs"})), "abs:1");
  for (const char* wrong : {"", "abc", "abs:0", "abs:9", "abs:", "abs:1x", "abs,,abs"})
    EXPECT_FALSE(read_rows(wrong)) << wrong;
}

TEST(Refusals, OneOperatorIsRefusedAndNoOther) {
  EXPECT_EQ(
      refused("old=" + test::fake_solver() + " refuse-abs", "QF_LIA", {"+", "abs", "div", "<"}),
      rows_of({"abs"}));
}

// Those are what we look for.
TEST(Refusals, LiesAndCrashesAreNone) {
  for (const char* behaviour : {"lie-sat", "die-at-start", "answer-and-crash", "say-unknown"})
    EXPECT_EQ(refused("bad=" + test::fake_solver() + " " + behaviour, "QF_LIA", {"+", "abs"}),
              Rows())
        << behaviour;
}

TEST(Refusals, DependOnTheSolverAndTheLogic) {
  EXPECT_EQ(refused("z3", "QF_NIA", {"+", "int.pow2"}), rows_of({"int.pow2"}));
  EXPECT_EQ(refused("cvc5", "QF_NIA", {"+", "int.pow2"}), Rows());
  // Z3 has cardinality constraints in some logics only.
  EXPECT_EQ(refused("z3", "QF_LIA", {"+", "at-most"}), rows_of({"at-most"}));
  EXPECT_EQ(refused("z3", "ALL", {"+", "at-most"}), Rows());
}

TEST(Refusals, ASolverThatCannotBeAskedRefusesNothing) {
  Result<Solver> solver = find_solver("z3");
  ASSERT_TRUE(solver);
  solver->argv[0] = "/nowhere/z3";
  Refusals refusals;
  const std::vector<const OpSpec*> rows{&row_of("abs")};
  EXPECT_FALSE(refusals.among(rows, "QF_LIA", {&*solver, 1}, {}));
}

// Z3 has sets of its own, but not by these names: what only cvc5 reads is not for both.
TEST(Refusals, ASortThatBothReadIsNoReasonForOperatorsOfOne) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "(set-logic ALL)(declare-const x (Set Int))(assert (= x x))(check-sat)");
  Dialect dialect;
  EXPECT_TRUE(Vocabulary(pool, parsed.script, dialect).allows(row_of("set.union")));
  Refusals refusals;
  const std::vector<Solver> both{*find_solver("z3"), *find_solver("cvc5")};
  ASSERT_TRUE(leave_out_refused(pool, parsed.script, both, {}, refusals, dialect));
  EXPECT_FALSE(Vocabulary(pool, parsed.script, dialect).allows(row_of("set.union")));
  Dialect alone;
  ASSERT_TRUE(
      leave_out_refused(pool, parsed.script, std::span(both).subspan(1), {}, refusals, alone));
  EXPECT_TRUE(Vocabulary(pool, parsed.script, alone).allows(row_of("set.union")));
}

// What is new in SMT-LIB or in a release needs no list of who has it.
TEST(Refusals, WhatIsNewIsForThoseThatReadIt) {
  Pool pool;
  const ParsedScript parsed = parse_script(
      pool, "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= x x))(check-sat)");
  EXPECT_FALSE(Vocabulary(pool, parsed.script, {}).allows(row_of("bvnego")));
  EXPECT_TRUE(Vocabulary(pool, parsed.script, {.refused = Rows()}).allows(row_of("bvnego")));
  EXPECT_FALSE(
      Vocabulary(pool, parsed.script, {.refused = rows_of({"bvnego"})}).allows(row_of("bvnego")));
}

}  // namespace
}  // namespace pg
