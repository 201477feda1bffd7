// What holds of the tables as they stand. What their rows do is in tests/property.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smtlib/lexer.h"
#include "support/read.h"
#include "theory/theories.h"

namespace pg {
namespace {

using test::read_term;
using test::read_terms;
using test::rows_named;
using testing::ElementsAre;
using testing::IsEmpty;

template <typename Visit>
void for_each_row(Visit visit) {
  for (const Theory* theory : theories())
    for (const OpSpec& op : theory->ops) visit(*theory, op);
}

std::string describe(const OpSpec& op) { return fmt::format("{} : {}", op.name, op.sig.text); }

TEST(Theories, HaveNamesOfTheirOwnAndAreNotEmpty) {
  std::set<std::string_view> names;
  for (const Theory* theory : theories()) {
    EXPECT_FALSE(theory->name.empty());
    EXPECT_TRUE(names.insert(theory->name).second) << theory->name << " is there twice";
    EXPECT_FALSE(theory->ops.empty()) << theory->name;
  }
  EXPECT_EQ(names.size(), 14u);
}

TEST(Theories, SayWhereEveryRowIsDefined) {
  for_each_row([](const Theory& theory, const OpSpec& op) {
    EXPECT_FALSE(theory.meaning.empty() && op.meaning.empty()) << describe(op);
    EXPECT_FALSE(op.sig.text.empty()) << op.name;
  });
}

// Core first: its rows are the most frequent. Int before Real, so that (+ 1 2) is an Int.
TEST(Theories, ComeInTheOrderThatOverloadsNeed) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool, "(declare-const x Int) (declare-const y Real)",
                 {"(+ 1 2)", "(+ x y)", "(- x)", "(- x x)", "(- y)", "(- x y)", "(abs x)"});
  const std::vector<Sort> sorts{kInt, kReal, kInt, kInt, kReal, kReal, kInt};
  for (size_t i = 0; i < terms.size(); ++i) EXPECT_EQ(pool.sort(terms[i]), sorts[i]) << i;
  // A chain takes one argument, yet (- x) is no chain.
  EXPECT_EQ(pool.op(terms[2])->sig.args, 1);
  EXPECT_EQ(pool.op(terms[4])->sig.args, 1);
}

TEST(Rows, NamesAreSymbols) {
  for (const Theory* theory : theories()) {
    for (const OpSpec& op : theory->ops) EXPECT_TRUE(is_simple_symbol(op.name)) << op.name;
    for (const OpAlias& alias : theory->aliases)
      EXPECT_TRUE(is_simple_symbol(alias.name)) << alias.name;
  }
}

TEST(Rows, SignsStandOnBooleanOperatorsOnly) {
  constexpr uint8_t kBoolCode = Sig::kCtor + static_cast<uint8_t>(SortKind::Bool);
  std::vector<std::string> others;
  for_each_row([&](const Theory&, const OpSpec& op) {
    if (op.polarity.empty()) return;
    if (op.sig.code[op.sig.result_at] != kBoolCode) others.push_back(describe(op));
    EXPECT_LE(op.polarity.size(), op.sig.args) << describe(op);
    // Of a binder's arguments only the bodies have a sign.
    for (size_t i = op.sig.args - std::max<size_t>(op.binder, 1); i < op.sig.args; ++i) {
      if (polarity_of(op, i, op.sig.args) == '*') continue;
      const uint8_t code = op.sig.code[op.sig.arg_at[i]];
      EXPECT_TRUE(code == kBoolCode || code == op.sig.code[op.sig.result_at]) << describe(op);
    }
  });
  // Its branches have the sign of the whole where that is Boolean.
  EXPECT_THAT(others, ElementsAre("ite : Bool A A -> A"));
}

// The parser looks at the first row of a name only to see whether it binds.
TEST(Rows, BindersShareTheirNameWithNoOtherRow) {
  for_each_row([](const Theory& theory, const OpSpec& op) {
    if (op.binder == 0) return;
    EXPECT_EQ(rows_named(op.name).size(), 1u) << op.name;
    EXPECT_GT(op.sig.args, op.binder) << op.name;
    for (const OpAlias& alias : theory.aliases) {
      if (alias.row != op.name) continue;
      EXPECT_THAT(rows_named(alias.name), IsEmpty()) << alias.name;
    }
  });
}

// A chain applies the operator to its own result, or compares neighbours.
TEST(Rows, ChainsFitTheirResult) {
  constexpr uint8_t kBoolCode = Sig::kCtor + static_cast<uint8_t>(SortKind::Bool);
  for_each_row([](const Theory&, const OpSpec& op) {
    const bool boolean = op.sig.code[op.sig.result_at] == kBoolCode;
    switch (op.chain) {
      case Chain::None:
        break;
      case Chain::LeftAssoc:
      case Chain::RightAssoc:
        EXPECT_TRUE(op.sig.closed || op.name == "concat") << describe(op);
        break;
      case Chain::Chainable:
      case Chain::Pairwise:
        EXPECT_TRUE(boolean) << describe(op);
        break;
    }
  });
}

// Two rows of one name that take the same: the second would never be found.
TEST(Rows, OfOneNameCanBeToldApart) {
  std::map<std::string_view, std::vector<const OpSpec*>> by_name;
  for (const Theory* theory : theories()) {
    for (const OpSpec& op : theory->ops) {
      by_name[op.name].push_back(&op);
      for (const OpAlias& alias : theory->aliases)
        if (alias.row == op.name) by_name[alias.name].push_back(&op);
    }
  }
  for (const auto& [name, rows] : by_name) {
    for (size_t i = 0; i < rows.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        const Sig& a = rows[i]->sig;
        const Sig& b = rows[j]->sig;
        const bool same = a.args == b.args && a.indices == b.indices &&
                          a.symbolic_indices == b.symbolic_indices &&
                          a.any_indices == b.any_indices && a.arg_at == b.arg_at &&
                          std::equal(a.code.begin(), a.code.begin() + a.end, b.code.begin(),
                                     b.code.begin() + b.end);
        EXPECT_FALSE(same) << name << ": " << a.text;
      }
    }
  }
}

TEST(Aliases, StandForARowOfTheirTheory) {
  for (const Theory* theory : theories()) {
    std::set<std::string_view> names;
    for (const OpAlias& alias : theory->aliases) {
      EXPECT_TRUE(names.insert(alias.name).second) << alias.name << " is there twice";
      bool found = false;
      for (const OpSpec& op : theory->ops) {
        EXPECT_NE(op.name, alias.name);
        found = found || op.name == alias.row;
      }
      EXPECT_TRUE(found) << alias.name;
    }
  }
}

TEST(Aliases, ArePrintedAsTheyWereWritten) {
  Pool pool;
  for (std::string_view text : {"(implies p p)", "(&& p p)", "(if p 1 2)", "(iff p p)", "(~ 1)",
                                "(str.in.re s (str.to.re s))", "(bv2int #x0f)"}) {
    const Term term = read_term(pool, "(declare-const p Bool) (declare-const s String)", text);
    EXPECT_EQ(test::show(pool, term), text);
    EXPECT_EQ(pool.kind(term), HeadKind::Operator);
    EXPECT_NE(pool.op(term)->name, pool.text(pool.data(term).name));
  }
}

}  // namespace
}  // namespace pg
