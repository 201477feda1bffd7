#include "support/eval_stub.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

// Bags as integers' counts: a is 1*2 2*1, b is 1*1 3*4; t is a table of pairs.
class EvalBags : public ::testing::Test {
 protected:
  EvalBags() {
    stub.declare(
        "(declare-const none (Bag Int))(declare-const a (Bag Int))(declare-const b (Bag Int))"
        "(declare-const o Int)(declare-const t (Bag (Tuple Int Int)))(declare-const f (-> Int Int))"
        "(declare-const empty (Bag (Tuple Int Int)))");
    const auto bag = [&](std::vector<Value> items) {
      return stub.values.compound(ValueKind::Bag, 0, items);
    };
    const auto number = [](int64_t value) { return Value::integer(value); };
    stub.define("none", bag({}));
    stub.define("empty", bag({}));
    stub.define("a", bag({number(1), number(2), number(2), number(1)}));
    stub.define("b", bag({number(1), number(1), number(3), number(4)}));
    stub.define("o", Value::unspecified());
    stub.define("f", Value(ValueKind::Function, 0, 1000));
    const Value first = stub.values.tuple(std::vector{number(1), number(2)});
    const Value second = stub.values.tuple(std::vector{number(1), number(5)});
    const Value third = stub.values.tuple(std::vector{number(2), number(7)});
    stub.define("t", bag({first, number(2), second, number(1), third, number(1)}));
  }
  EvalStub stub;
};

constexpr EvalCase kBags[] = {
    {"(bag 5 3)", "{5*3}"},
    {"(bag 5 0)", "{}"},
    {"(bag 5 (- 2))", "{}"},
    {"(bag 5 99999999999999999999)", "{5*99999999999999999999}"},
    {"(bag f 1)", "unsupported"},
    {"(bag o 1)", "unspecified"},
    {"(as bag.empty (Bag Int))", "{}"},
    {"(bag.union_disjoint a b)", "{1*3, 2*1, 3*4}"},
    {"(bag.union_disjoint a b (bag 2 2))", "{1*3, 2*3, 3*4}"},
    {"(bag.union_max a b)", "{1*2, 2*1, 3*4}"},
    {"(bag.inter_min a b)", "{1*1}"},
    {"(bag.difference_subtract a b)", "{1*1, 2*1}"},
    {"(bag.difference_subtract b a)", "{3*4}"},
    {"(bag.difference_remove a b)", "{2*1}"},
    {"(bag.difference_remove a none)", "{1*2, 2*1}"},
    {"(bag.subbag (bag 1 2) a)", "true"},
    {"(bag.subbag (bag 1 3) a)", "false"},
    {"(bag.subbag none none)", "true"},
    {"(bag.subbag (bag 7 1) a)", "false"},
    {"(bag.count 1 a)", "2"},
    {"(bag.count 7 a)", "0"},
    {"(bag.member 1 a)", "true"},
    {"(bag.member 7 a)", "false"},
    {"(bag.setof a)", "{1*1, 2*1}"},
    {"(bag.duplicate_removal a)", "{1*1, 2*1}"},
    {"(bag.card a)", "3"},
    {"(bag.card none)", "0"},
    {"(bag.choose (bag 4 9))", "4"},
    {"(bag.choose none)", "unspecified"},
    {"(bag.choose a)", "unspecified"},
    {"(bag.is_singleton (bag 4 1))", "true"},
    {"(bag.is_singleton (bag 4 2))", "false"},
    {"(bag.is_singleton none)", "false"},
    {"(bag.from_set (set.insert 1 2 (set.singleton 1)))", "{1*1, 2*1}"},
    {"(bag.to_set a)", "{1, 2}"},
    {"(= (bag.union_disjoint (bag 1 1) (bag 1 1)) (bag 1 2))", "true"},
    {"(= a b)", "false"},
    {"(bag.map (lambda ((x Int)) 0) b)", "{0*5}"},
    {"(bag.map (lambda ((x Int)) (div x 0)) b)", "unspecified"},
    {"(bag.filter (lambda ((x Int)) (> x 1)) b)", "{3*4}"},
    {"(bag.all (lambda ((x Int)) (> x 0)) a)", "true"},
    {"(bag.all (lambda ((x Int)) (> x 1)) a)", "false"},
    {"(bag.some (lambda ((x Int)) (> x 1)) a)", "true"},
    {"(bag.some (lambda ((x Int)) (> x 2)) a)", "false"},
    {"(bag.fold (lambda ((x Int) (y Int)) (+ x y)) 0 b)", "13"},
    {"(bag.fold (lambda ((x Int) (y Int)) (- x y)) 0 b)", "unspecified"},
    {"(bag.fold (lambda ((x Int) (y Int)) (- x y)) 0 (bag 2 3))", "2"},
    {"(bag.fold (lambda ((x Int) (y Int)) (+ x y)) 0 (bag 1 1000))", "unsupported"},
    {"(= (bag.partition (lambda ((x Int) (y Int)) (= (mod x 2) (mod y 2)))"
     " (bag.union_disjoint a b))"
     " (bag.union_disjoint (bag (bag.union_disjoint (bag 1 3) (bag 3 4)) 1) (bag (bag 2 1) 1)))",
     "true"},
    {"(bag.partition (lambda ((x Int) (y Int)) (<= x y)) a)", "unspecified"},
    {"(bag.partition (lambda ((x Int) (y Int)) false) a)", "unspecified"},
};

TEST_F(EvalBags, Bags) { expect_values(stub, kBags); }

constexpr EvalCase kTables[] = {
    {"(table.product (bag (tuple 1) 2) (bag (tuple true) 3))", "{(1, true)*6}"},
    {"(table.product t empty)", "{}"},
    {"((_ table.join 1 0) t (bag (tuple 5 6) 3))", "{(1, 5, 5, 6)*3}"},
    {"((_ table.join 0 0) (bag (tuple 1) 2) (bag (tuple 1) 3))", "{(1, 1)*6}"},
    {"((_ table.join 0 7) t t)", "unsupported"},
    {"((_ table.group 7) t)", "unsupported"},
    {"((_ table.group 0) a)", "unsupported"},
    {"((_ table.project 0) t)", "{(1)*3, (2)*1}"},
    {"(bag.card ((_ table.group 0) t))", "2"},
    {"(bag.count (bag (tuple 2 7) 1) ((_ table.group 0) t))", "1"},
    {"((_ table.group 0) empty)", "{{}*1}"},
    {"(= ((_ table.aggr 0) (lambda ((x (Tuple Int Int)) (y Int)) (+ y ((_ tuple.select 1) x))) 0 t)"
     " (bag.union_disjoint (bag 9 1) (bag 7 1)))",
     "true"},
    {"((_ table.aggr 0) (lambda ((x (Tuple Int Int)) (y Int)) (+ y 1)) 3 empty)", "{3*1}"},
};

TEST_F(EvalBags, Tables) { expect_values(stub, kTables); }

}  // namespace
}  // namespace pg
