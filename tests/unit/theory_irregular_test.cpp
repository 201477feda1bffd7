// Rows whose result no signature tells: one example or more of each.
#include <array>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/read.h"
#include "term/infer.h"
#include "theory/theories.h"
#include "theory/tuples.h"

namespace pg {
namespace {

using test::read_sort;
using testing::ElementsAreArray;

struct Example {
  std::string_view name;
  std::string_view sig;
  std::string_view text;
  std::string_view sort;
};

constexpr std::string_view kDeclarations =
    "(declare-fun g (Int) Bool)"
    "(declare-const h (-> Int Bool Real))"
    "(declare-const k (-> Int Bool))"
    "(declare-const ints (Array Int Int))"
    "(declare-const bits (Array Int Bool))"
    "(declare-const pairs (Set (Tuple Int Bool)))"
    "(declare-const backs (Set (Tuple Bool Real)))"
    "(declare-const rows (Bag (Tuple Int Bool)))"
    "(declare-const cells (Bag (Tuple Real)))"
    "(declare-const pair (Tuple Int Bool))"
    "(declare-const maybe (Nullable Int))";

constexpr auto kExamples = std::to_array<Example>({
    {"lambda", "?+ ? -> ?", "(lambda ((x Int) (y Bool)) 1.5)", "(-> Int Bool Real)"},
    {"lambda", "?+ ? -> ?", "(lambda ((x Int)) (lambda ((y Bool)) y))", "(-> Int Bool Bool)"},
    {"witness", "? Bool -> ?", "(witness ((x Int)) (> x 0))", "Int"},
    {"map", "[#] ?+ -> ?", "((_ map and) bits bits)", "(Array Int Bool)"},
    {"map", "[#] ?+ -> ?", "((_ map g) ints)", "(Array Int Bool)"},
    {"map", "[#] ?+ -> ?", "((_ map (+ (Int Int) Int)) ints ints)", "(Array Int Int)"},
    {"as-array", "[#] -> ?", "(_ as-array g)", "(Array Int Bool)"},
    {"mkbv", "Bool+ -> ?", "(mkbv true false true)", "(_ BitVec 3)"},
    {"tuple", "?* -> ?", "(tuple 1 true)", "(Tuple Int Bool)"},
    {"tuple", "?* -> ?", "(tuple pair)", "(Tuple (Tuple Int Bool))"},
    {"tuple.unit", "-> ?", "tuple.unit", "UnitTuple"},
    {"tuple.select", "[i] ? -> ?", "((_ tuple.select 1) pair)", "Bool"},
    {"tuple.update", "[i] ? ? -> ?", "((_ tuple.update 0) pair 7)", "(Tuple Int Bool)"},
    {"tuple.project", "[*] ? -> ?", "((_ tuple.project 1 1 0) pair)", "(Tuple Bool Bool Int)"},
    {"nullable.lift", "[#] ?+ -> ?", "((_ nullable.lift g) maybe)", "(Nullable Bool)"},
    {"nullable.lift", "? ?+ -> ?", "(nullable.lift k maybe)", "(Nullable Bool)"},
    {"rel.transpose", "Set(?) -> ?", "(rel.transpose pairs)", "(Set (Tuple Bool Int))"},
    {"rel.join", "Set(?) Set(?) -> ?", "(rel.join pairs backs)", "(Set (Tuple Int Real))"},
    {"rel.product", "Set(?) Set(?) -> ?", "(rel.product pairs backs)",
     "(Set (Tuple Int Bool Bool Real))"},
    {"rel.table_join", "[*] Set(?) Set(?) -> ?", "((_ rel.table_join 1 0) pairs backs)",
     "(Set (Tuple Int Bool Bool Real))"},
    {"rel.project", "[*] Set(?) -> ?", "((_ rel.project 1) pairs)", "(Set (Tuple Bool))"},
    {"table.product", "Bag(?) Bag(?) -> ?", "(table.product rows cells)",
     "(Bag (Tuple Int Bool Real))"},
    {"table.join", "[*] Bag(?) Bag(?) -> ?", "((_ table.join 0 0) rows cells)",
     "(Bag (Tuple Int Bool Real))"},
    {"table.project", "[*] Bag(?) -> ?", "((_ table.project 1 0) rows)", "(Bag (Tuple Bool Int))"},
    {"@", "? ?+ -> ?", "(@ h 1)", "(-> Bool Real)"},
    {"@", "? ?+ -> ?", "(@ h 1 true)", "Real"},
});

std::string describe(std::string_view name, std::string_view sig) {
  return fmt::format("{} : {}", name, sig);
}

// Reads the example, and what it is printed as.
void check(const Example& example, std::string_view text, std::string_view spelled) {
  Pool pool;
  const Term term = test::read_term(pool, kDeclarations, text);
  ASSERT_NE(pool.op(term), nullptr) << text;
  EXPECT_EQ(pool.op(term)->name, example.name) << text;
  EXPECT_EQ(pool.op(term)->sig.text, example.sig) << text;
  EXPECT_EQ(pool.text(pool.data(term).name), spelled) << text;
  EXPECT_EQ(print_sort(pool, pool.sort(term)), example.sort) << text;
  EXPECT_EQ(test::show(pool, term), text);
}

TEST(IrregularRows, AllHaveAnExample) {
  std::set<std::string> rows;
  std::set<std::string> shown;
  for (const Theory* theory : theories())
    for (const OpSpec& op : theory->ops)
      if (op.sort_fn) rows.insert(describe(op.name, op.sig.text));
  for (const Example& example : kExamples) shown.insert(describe(example.name, example.sig));
  EXPECT_THAT(shown, ElementsAreArray(rows));
}

TEST(IrregularRows, AreFoundAndComeBackFromTheirText) {
  for (const Example& example : kExamples) check(example, example.text, example.name);
}

TEST(IrregularRows, AreFoundUnderTheirAliases) {
  int aliases = 0;
  for (const Theory* theory : theories()) {
    for (const OpAlias& alias : theory->aliases) {
      for (const Example& example : kExamples) {
        if (example.name != alias.row) continue;
        std::string text(example.text);
        text.replace(text.find(alias.row), alias.row.size(), alias.name);
        check(example, text, alias.name);
        ++aliases;
      }
    }
  }
  EXPECT_GT(aliases, 5);
}

// Each takes the unknown sort and gives it back, or the part of the result that it can tell.
TEST(IrregularRows, TakeTheUnknownSort) {
  for (const Theory* theory : theories()) {
    for (const OpSpec& op : theory->ops) {
      if (!op.sort_fn) continue;
      Pool pool;
      std::vector<Sort> args(op.sig.args, kUnknown);
      std::vector<Index> indices(op.sig.indices, Index{pool.intern("0"), 0, {}});
      EXPECT_TRUE(infer(pool, op, indices, args)) << describe(op.name, op.sig.text);
    }
  }
}

TEST(Tuples, AreProjected) {
  Pool pool;
  const Sort pair = read_sort(pool, "(Tuple Int Bool)");
  const Index indices[] = {{pool.intern("1"), 1, {}}, {pool.intern("0"), 0, {}}};
  EXPECT_EQ(project_tuple(pool, pair, indices), read_sort(pool, "(Tuple Bool Int)"));
  EXPECT_EQ(project_tuple(pool, pair, {}), read_sort(pool, "UnitTuple"));
  EXPECT_EQ(project_tuple(pool, kUnknown, indices), kUnknown);
  EXPECT_FALSE(project_tuple(pool, kInt, indices));
  const Index name[] = {{pool.intern("x"), Index::kNotANumber, {}}};
  EXPECT_FALSE(project_tuple(pool, pair, name));
}

TEST(Tuples, AreJoinedOnWhatAgrees) {
  Pool pool;
  const Sort a = read_sort(pool, "(Bag (Tuple Int Bool Real))");
  const Sort b = read_sort(pool, "(Bag (Tuple Bool Real String))");
  EXPECT_EQ(concat_elements(pool, SortKind::Bag, a, b, 2),
            read_sort(pool, "(Bag (Tuple Int String))"));
  EXPECT_FALSE(concat_elements(pool, SortKind::Bag, a, b, 1));
  EXPECT_FALSE(concat_elements(pool, SortKind::Bag, a, b, 4));
  EXPECT_FALSE(concat_elements(pool, SortKind::Set, a, b));
  EXPECT_EQ(concat_elements(pool, SortKind::Bag, a, kUnknown), kUnknown);
  EXPECT_FALSE(concat_elements(pool, SortKind::Bag, kInt, kUnknown));
}

}  // namespace
}  // namespace pg
