#include <vector>

#include "support/eval_stub.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

// Short names for sets that occur often.
constexpr std::string_view kDeclarations =
    "(declare-const none (Set Int))(declare-const a (Set Int))(declare-const b (Set Int))"
    "(declare-const o Int)(declare-const f (-> Int Int))"
    "(declare-const r (Set (Tuple Int Int)))(declare-const empty (Set (Tuple Int Int)))";

class EvalSets : public ::testing::Test {
 protected:
  EvalSets() {
    stub.declare(kDeclarations);
    const auto integers = [&](std::initializer_list<int> elements) {
      std::vector<Value> items;
      for (int element : elements) items.push_back(Value::integer(element));
      return stub.values.set(std::move(items));
    };
    const auto pair = [&](int x, int y) {
      return stub.values.tuple(std::vector{Value::integer(x), Value::integer(y)});
    };
    stub.define("none", integers({}));
    stub.define("a", integers({1, 2, 3}));
    stub.define("b", integers({3, 4}));
    stub.define("empty", integers({}));
    stub.define("r", stub.values.set({pair(1, 2), pair(2, 3), pair(1, 5)}));
    stub.define("o", Value::unspecified());
    stub.define("f", Value(ValueKind::Function, 0, 1000));
  }
  EvalStub stub;
};

constexpr EvalCase kSets[] = {
    {"(as set.empty (Set Int))", "{}"},
    {"(set.singleton 3)", "{3}"},
    {"(set.union a b)", "{1, 2, 3, 4}"},
    {"(set.union a b (set.singleton 9))", "{1, 2, 3, 4, 9}"},
    {"(set.union none none)", "{}"},
    {"(set.inter a b)", "{3}"},
    {"(set.inter a none)", "{}"},
    {"(set.minus a b)", "{1, 2}"},
    {"(set.minus b a)", "{4}"},
    {"(set.minus a b (set.singleton 1))", "{2}"},
    {"(set.member 3 a)", "true"},
    {"(set.member 4 a)", "false"},
    {"(set.member 4 none)", "false"},
    {"(set.subset (set.singleton 1) a)", "true"},
    {"(set.subset a (set.singleton 1))", "false"},
    {"(set.subset none none)", "true"},
    {"(set.subset a a)", "true"},
    {"(set.insert 5 6 5 b)", "{3, 4, 5, 6}"},
    {"(set.insert 3 b)", "{3, 4}"},
    {"(set.card a)", "3"},
    {"(set.card none)", "0"},
    {"(set.choose (set.singleton 7))", "7"},
    {"(set.choose none)", "unspecified"},
    {"(set.choose a)", "unspecified"},
    {"(set.is_empty none)", "true"},
    {"(set.is_empty a)", "false"},
    {"(set.is_singleton (set.singleton 1))", "true"},
    {"(set.is_singleton a)", "false"},
    {"(set.is_singleton none)", "false"},
    {"(as set.universe (Set Bool))", "unspecified"},
    {"(set.complement a)", "unspecified"},
    {"(= (set.union a b) (set.union b a))", "true"},
    {"(= a b)", "false"},
    {"(set.singleton o)", "unspecified"},
    {"(set.singleton f)", "unsupported"},
    {"(set.map (lambda ((x Int)) (mod x 2)) a)", "{0, 1}"},
    {"(set.map (lambda ((x Int)) (div x 0)) a)", "unspecified"},
    {"(set.map (lambda ((x Int)) (div x 0)) none)", "{}"},
    {"(set.filter (lambda ((x Int)) (> x 1)) a)", "{2, 3}"},
    {"(set.filter (lambda ((x Int)) (> (div x 0) 1)) a)", "unspecified"},
    {"(set.all (lambda ((x Int)) (> x 0)) a)", "true"},
    {"(set.all (lambda ((x Int)) (> x 1)) a)", "false"},
    {"(set.all (lambda ((x Int)) (and (> x 1) (= o x))) a)", "false"},
    {"(set.all (lambda ((x Int)) (or (> x 1) (= o x))) a)", "unspecified"},
    {"(set.some (lambda ((x Int)) (> x 2)) a)", "true"},
    {"(set.some (lambda ((x Int)) (> x 3)) a)", "false"},
    {"(set.some (lambda ((x Int)) (> x 3)) none)", "false"},
    {"(set.fold (lambda ((x Int) (y Int)) (+ x y)) 10 a)", "16"},
    {"(set.fold (lambda ((x Int) (y Int)) (+ x y)) 10 none)", "10"},
    // The order would matter.
    {"(set.fold (lambda ((x Int) (y Int)) (+ x (* 2 y))) 0 a)", "unspecified"},
    {"(set.fold (lambda ((x Int) (y Int)) (+ x (* 2 y))) 0 (set.singleton 4))", "4"},
    {"(set.comprehension ((x (_ BitVec 2))) (bvult x #b10) (bv2nat x))", "{0, 1}"},
    {"(set.comprehension ((x Bool) (y Bool)) (or x y) (and x y))", "{false, true}"},
    {"(set.comprehension ((x Int)) (> x 1) x)", "unsupported"},
    {"(set.comprehension ((x Bool)) (or x (= o 1)) x)", "unspecified"},
};

TEST_F(EvalSets, Sets) { expect_values(stub, kSets); }

constexpr EvalCase kRelations[] = {
    {"(= (rel.transpose r) (set.insert (tuple 2 1) (tuple 3 2) (tuple 5 1) empty))", "true"},
    {"(rel.transpose (set.singleton (tuple 1 true 3)))", "{(3, true, 1)}"},
    {"(= (rel.tclosure r) (set.insert (tuple 1 2) (tuple 2 3) (tuple 1 5) (tuple 1 3) empty))",
     "true"},
    {"(= (rel.tclosure (set.insert (tuple 1 2) (tuple 2 1) empty))"
     " (set.insert (tuple 1 2) (tuple 2 1) (tuple 1 1) (tuple 2 2) empty))",
     "true"},
    {"(rel.tclosure empty)", "{}"},
    {"(rel.join r (set.singleton (tuple 2 7)))", "{(1, 7)}"},
    {"(rel.join (set.singleton (tuple 7)) (set.singleton (tuple 7 8 9)))", "{(8, 9)}"},
    {"(rel.join r r)", "{(1, 3)}"},
    {"(rel.product (set.singleton (tuple 1)) (set.singleton (tuple true)))", "{(1, true)}"},
    {"(set.card (rel.product r r))", "9"},
    {"(rel.product r empty)", "{}"},
    {"(rel.iden (set.singleton (tuple 4)))", "{(4, 4)}"},
    {"(rel.join_image r 2)", "{(1)}"},
    {"(rel.join_image r 1)", "{(1), (2)}"},
    {"(rel.join_image r 3)", "{}"},
    {"(rel.join_image r 0)", "unspecified"},
    {"((_ rel.table_join 1 0) r (set.singleton (tuple 2 9)))", "{(1, 2, 2, 9)}"},
    {"((_ rel.table_join 0 0 1 1) r r)", "{(1, 2, 1, 2), (2, 3, 2, 3), (1, 5, 1, 5)}"},
    {"(set.card ((_ rel.group 0) r))", "2"},
    {"(set.member (set.singleton (tuple 2 3)) ((_ rel.group 0) r))", "true"},
    {"(set.member (set.insert (tuple 1 2) (tuple 1 5) empty) ((_ rel.group 0) r))", "true"},
    {"((_ rel.group 0) empty)", "{{}}"},
    {"(= ((_ rel.aggr 0) (lambda ((t (Tuple Int Int)) (s Int)) (+ s ((_ tuple.select 1) t))) 0 r)"
     " (set.insert 7 (set.singleton 3)))",
     "true"},
    // Indices that the signature does not check.
    {"((_ rel.table_join 0 7) r r)", "unsupported"},
    {"((_ rel.table_join 0) r r)", "unsupported"},
    {"((_ rel.group 5) r)", "unsupported"},
    {"((_ rel.group 0) a)", "unsupported"},
    {"((_ rel.project 0) r)", "{(1), (2)}"},
    {"((_ rel.project 0 0) (set.singleton (tuple 3 4)))", "{(3, 3)}"},
};

TEST_F(EvalSets, Relations) { expect_values(stub, kRelations); }

// Against sets as masks of bits.
TEST_F(EvalSets, AlgebraOverMasks) {
  std::vector<Value> sets;
  for (int mask = 0; mask < 32; ++mask) {
    std::vector<Value> items;
    for (int i = 4; i >= 0; --i)
      if ((mask >> i & 1) != 0) items.push_back(Value::integer(i));
    sets.push_back(stub.values.set(std::move(items)));
  }
  const Term op_union = stub.parse("(set.union a b)");
  const Term inter = stub.parse("(set.inter a b)");
  const Term minus = stub.parse("(set.minus a b)");
  const Term subset = stub.parse("(set.subset a b)");
  for (size_t x = 0; x < 32; ++x)
    for (size_t y = 0; y < 32; ++y) {
      const std::vector<Value> args{sets[x], sets[y]};
      EXPECT_EQ(stub.call(op_union, args), sets[x | y]);
      EXPECT_EQ(stub.call(inter, args), sets[x & y]);
      EXPECT_EQ(stub.call(minus, args), sets[x & ~y]);
      EXPECT_EQ(stub.call(subset, args).is_true(), (x & ~y) == 0);
    }
}

}  // namespace
}  // namespace pg
