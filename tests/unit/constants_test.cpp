#include "mutate/constants.h"

#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/evaluator.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// Literals of every sort that has some: of that sort, with a value, and not always the same.
TEST(Constants, AreDrawnOfEverySort) {
  Pool pool;
  const ParsedScript parsed = parse_script(
      pool,
      "(declare-datatypes ((T 0)) (((nil) (cons (head Int) (tail T)))))"
      "(declare-const a Bool)(declare-const b Int)(declare-const c Real)(declare-const d String)"
      "(declare-const e RegLan)(declare-const f RoundingMode)(declare-const g (_ BitVec 9))"
      "(declare-const h Float32)(declare-const i (_ FloatingPoint 2 2))"
      "(declare-const j (Array Int Bool))(declare-const k (Seq Int))(declare-const l (Set String))"
      "(declare-const m (Bag Int))(declare-const n T)(declare-const o (Tuple Int Bool))"
      "(declare-const p (Nullable Int))(declare-const q (Array Int (Array Int Int)))");
  ASSERT_TRUE(parsed.errors.empty());
  Script nothing;
  Model no_model;
  ValuePool values;
  Evaluator evaluator(pool, values, nothing, no_model, Evaluator::Missing::Undefined);
  Rng rng(1);
  Constants constants(pool, rng);
  for (const Command& command : parsed.script.commands) {
    if (command.kind != CommandKind::DeclareFun) continue;
    const Sort sort = pool.data(command.definitions[0].function).sort;
    std::set<Term> drawn;
    for (int i = 0; i < 100; ++i) {
      const Term literal = constants.draw(sort);
      if (!literal) continue;
      drawn.insert(literal);
      EXPECT_EQ(pool.sort(literal), sort) << print_term(pool, literal);
      EXPECT_TRUE(evaluator.eval(literal).is_defined()) << print_term(pool, literal);
    }
    EXPECT_GE(drawn.size(), 2u) << print_sort(pool, sort);
  }
}

TEST(Constants, SomeSortsHaveNone) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, "(declare-sort U 0)(declare-const u U)");
  Rng rng(1);
  EXPECT_FALSE(
      Constants(pool, rng).draw(pool.data(parsed.script.commands[1].definitions[0].function).sort));
}

}  // namespace
}  // namespace pg
