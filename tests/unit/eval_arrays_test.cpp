#include <vector>

#include "support/eval_stub.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

// Arrays over many indices, over two, and functions that stand for arrays.
class EvalArrays : public ::testing::Test {
 protected:
  EvalArrays() {
    stub.declare(
        "(define-fun zero () (Array Int Int) ((as const (Array Int Int)) 0))"
        "(define-fun no () (Array Bool Bool) ((as const (Array Bool Bool)) false))"
        "(define-fun none () (Array Int Bool) ((as const (Array Int Bool)) false))"
        "(declare-const o Int)(declare-const f (-> Int Int))"
        "(declare-fun twice (Int) Int)(declare-fun sum (Int Int) Int)"
        "(declare-const zeros (Array (_ BitVec 70) Int))"
        "(declare-const nested (Array (-> Int Int) Int))");
    stub.define("o", Value::unspecified());
    stub.define("f", Value(ValueKind::Function, 0, 1000));
    for (const char* name : {"zero", "zeros", "nested"})
      stub.define(name, stub.values.array(Value::integer(0), {}, {}));
    stub.define("none", stub.values.array(Value::boolean(false), {}, {}));
    stub.define("no", stub.values.array(Value::boolean(false), {}, stub.domain(kBool)));
    stub.define("twice",
                [](std::span<const Value> args) { return Value::integer(2 * args[0].as_int64()); });
    stub.define("sum", [](std::span<const Value> args) {
      return Value::integer(args[0].as_int64() + args[1].as_int64());
    });
  }
  EvalStub stub;
};

constexpr EvalCase kCases[] = {
    {"((as const (Array Int Int)) 7)", "[7;]"},
    {"(store zero 1 2)", "[0;1->2]"},
    {"(store zero 1 0)", "[0;]"},
    {"(store (store zero 1 2) 1 0)", "[0;]"},
    {"(store (store zero 1 2) 1 3)", "[0;1->3]"},
    {"(store (store zero 3 4) 1 2)", "[0;1->2, 3->4]"},
    {"(store (store (store zero 3 4) 1 2) 2 9)", "[0;1->2, 2->9, 3->4]"},
    {"(store (store (store zero 3 4) 1 2) 3 0)", "[0;1->2]"},
    {"(select zero 5)", "0"},
    {"(select (store zero 5 6) 5)", "6"},
    {"(select (store zero 5 6) 4)", "0"},
    {"(select (store (store zero 5 6) 4 7) 5)", "6"},
    {"(select ((as const (Array Int Int)) 7) 99999999999999999999)", "7"},
    {"(select (store zero 99999999999999999999 7) 99999999999999999999)", "7"},
    {"(= (store (store zero 1 2) 3 4) (store (store zero 3 4) 1 2))", "true"},
    {"(= (store (store zero 1 2) 3 4) (store (store zero 3 4) 1 5))", "false"},
    {"(= zero (store zero 1 1))", "false"},
    {"(= (store (store zero 1 1) 1 0) zero)", "true"},
    {"(select (store zero 1 o) 1)", "unspecified"},
    // Over few indices different stores can be the same array.
    {"(store no true true)", "[false;true->true]"},
    {"(= (store no true true) (store ((as const (Array Bool Bool)) true) false false))", "true"},
    {"(= (store (store no true true) false true) ((as const (Array Bool Bool)) true))", "true"},
    {"(= (store no true true) (store no false true))", "false"},
    {"(select (store no true true) false)", "false"},
    // Nested arrays.
    {"(select (select (store ((as const (Array Int (Array Int Int))) zero) 1 (store zero 2 3)) 1) "
     "2)",
     "3"},
    {"(= (store ((as const (Array Int (Array Int Int))) zero) 1 (store zero 2 0))"
     " ((as const (Array Int (Array Int Int))) zero))",
     "true"},
    {"(select (store ((as const (Array (Array Int Int) Int)) 0) (store zero 1 2) 5)"
     " (store zero 1 2))",
     "5"},
    {"(select (store zeros (_ bv5 70) 6) (_ bv5 70))", "6"},
    // Functions as arrays.
    {"(select (lambda ((x Int)) (+ x 1)) 5)", "6"},
    {"(store (lambda ((x Bool)) x) true false)", "[false;]"},
    {"(store (lambda ((x Bool)) (not x)) true true)", "[true;]"},
    {"(store (lambda ((x Int)) x) 1 2)", "unsupported"},
    {"(select nested f)", "unsupported"},
    {"(store nested f 1)", "unsupported"},
    // Z3's.
    {"(default (store zero 1 2))", "0"},
    {"(default (store no true true))", "unspecified"},
    {"((_ map +) (store zero 1 2) (store zero 3 4))", "[0;1->2, 3->4]"},
    {"((_ map -) (store zero 1 2))", "[0;1->-2]"},
    {"((_ map (+ (Int Int) Int)) (store zero 1 2) (store zero 1 4))", "[0;1->6]"},
    {"((_ map =) zero (store zero 1 4))", "[true;1->false]"},
    {"((_ map not) (store none 1 true))", "[true;1->false]"},
    {"((_ map div) (store zero 1 2) zero)", "unspecified"},
    {"((_ map twice) (store ((as const (Array Int Int)) 1) 1 2))", "[2;1->4]"},
    {"((_ map sum) (store zero 1 2) (store zero 1 3))", "[0;1->5]"},
    {"((_ map ite) (store none 1 true) (store zero 1 2) zero)", "[0;1->2]"},
    {"(select (_ as-array twice) 4)", "8"},
    {"(union (store none 1 true) (store none 2 true))", "[false;1->true, 2->true]"},
    {"(union (store none 1 true) (store none 2 true) (store none 3 true))",
     "[false;1->true, 2->true, 3->true]"},
    {"(intersection (store none 1 true) (store (store none 2 true) 1 true))", "[false;1->true]"},
    {"(setminus (store (store none 2 true) 1 true) (store none 1 true))", "[false;2->true]"},
    {"(complement (store none 1 true))", "[true;1->false]"},
    {"(subset (store none 1 true) (store (store none 2 true) 1 true))", "true"},
    {"(subset (store (store none 2 true) 1 true) (store none 1 true))", "false"},
    {"(subset (store (store no true true) false true) ((as const (Array Bool Bool)) true))",
     "true"},
    {"(subset (complement none) none)", "false"},
    {"(subset none none)", "true"},
    {"(union none (lambda ((x Int)) true))", "unsupported"},
    // cvc5's.
    {"(eqrange zero (store zero 5 1) 1 4)", "true"},
    {"(eqrange zero (store zero 5 1) 1 5)", "false"},
    {"(eqrange zero (store zero 5 1) 6 5)", "true"},
    {"(eqrange ((as const (Array Int Int)) 1) zero 3 3)", "false"},
    {"(eqrange (store ((as const (Array Int Int)) 1) 3 0) zero 3 3)", "true"},
    {"(eqrange (store ((as const (Array Int Int)) 1) 3 0) zero 3 4)", "false"},
    {"(eqrange zeros (store zeros (_ bv9 70) 1) (_ bv8 70) (_ bv9 70))", "false"},
    {"(eqrange zeros (store zeros (_ bv9 70) 1) (_ bv10 70) (bvnot (_ bv0 70)))", "true"},
};

TEST_F(EvalArrays, GroundTerms) { expect_values(stub, kCases); }

// All arrays over two bits, written in all orders and over all defaults: equal if and only if they
// have the same elements.
TEST_F(EvalArrays, EqualHandlesAreEqualArrays) {
  stub.declare(
      "(declare-const a (Array (_ BitVec 2) Int))(declare-const i (_ BitVec 2))"
      "(declare-const v Int)");
  const Term store = stub.parse("(store a i v)");
  const Term constant = stub.parse("((as const (Array (_ BitVec 2) Int)) v)");
  std::vector<std::pair<std::vector<int>, Value>> arrays;
  for (int base = 0; base < 3; ++base)
    for (int content = 0; content < 81; ++content)
      for (bool backwards : {false, true}) {
        std::vector<int> elements;
        for (int rest = content; elements.size() < 4; rest /= 3) elements.push_back(rest % 3);
        Value array = stub.call(constant, std::vector{Value::integer(base)});
        for (size_t k = 0; k < 4; ++k) {
          const size_t at = backwards ? 3 - k : k;
          // An element that is the default already need not be stored.
          if (elements[at] == base && content % 2 == 0) continue;
          array = stub.call(
              store, std::vector{array, stub.values.bits(2, at), Value::integer(elements[at])});
        }
        arrays.emplace_back(elements, array);
      }
  for (const auto& [a_elements, a] : arrays)
    for (const auto& [b_elements, b] : arrays) ASSERT_EQ(a == b, a_elements == b_elements);
}

}  // namespace
}  // namespace pg
