#include <vector>

#include "support/eval_stub.h"
#include "theory/core/eval_support.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

// `o` are left open by SMT-LIB, `u` are what we cannot tell.
class EvalCore : public ::testing::Test {
 protected:
  EvalCore() {
    stub.declare(
        "(declare-const o Bool)(declare-const u Bool)(declare-const oi Int)(declare-const ui Int)"
        "(declare-const p Bool)(declare-const q Bool)(declare-const h (-> Int Int))"
        "(declare-const k (-> Int Int))(declare-const r1 RegLan)(declare-const r2 RegLan)"
        "(declare-const a1 Real)(declare-const a2 Real)"
        "(declare-datatype Pair ((pair (first Int) (second (-> Int Int)))))");
    for (const char* name : {"o", "oi"}) stub.define(name, Value::unspecified());
    for (const char* name : {"u", "ui"}) stub.define(name, stub.values.unsupported("no reason"));
    stub.define("r1", Value(ValueKind::Regex, 0, 1));
    stub.define("r2", Value(ValueKind::Regex, 0, 2));
    stub.define("a1", stub.values.real(*nth_root({-2, 0, 1}, 1)));
    stub.define("a2", stub.values.real(*nth_root({-2, 0, 1}, 2)));
    stub.define("h", Value(ValueKind::Function, 0, 1000));
    stub.define("k", Value(ValueKind::Function, 0, 1001));
  }
  EvalStub stub;
};

constexpr EvalCase kConnectives[] = {
    {"true", "true"},
    {"false", "false"},
    {"(not true)", "false"},
    {"(not false)", "true"},
    {"(not o)", "unspecified"},
    {"(and true true)", "true"},
    {"(and true false)", "false"},
    {"(and true true true false)", "false"},
    {"(and true)", "true"},
    {"(or false false)", "false"},
    {"(or false true)", "true"},
    {"(or false false false)", "false"},
    {"(xor true false)", "true"},
    {"(xor true true)", "false"},
    {"(xor true true true)", "true"},
    {"(=> true false)", "false"},
    {"(=> false false)", "true"},
    {"(=> true true)", "true"},
    // To the right: true => (false => false).
    {"(=> true false false)", "true"},
    {"(=> true true false)", "false"},
    {"(=> false true false)", "true"},
    {"(ite true 1 2)", "1"},
    {"(ite false 1 2)", "2"},
    {"(= 1 1)", "true"},
    {"(= 1 2)", "false"},
    {"(= 1 1 1)", "true"},
    {"(= 1 1 2)", "false"},
    {"(= 1 1.0)", "true"},
    {"(= 0.5 (/ 1.0 2.0))", "true"},
    {"(= true false)", "false"},
    {"(= 99999999999999999999 99999999999999999999)", "true"},
    {"(distinct 1 2)", "true"},
    {"(distinct 1 1)", "false"},
    {"(distinct 1 2 3)", "true"},
    {"(distinct 1 2 1)", "false"},
    {"(distinct true false true)", "false"},
};

TEST_F(EvalCore, Connectives) { expect_values(stub, kConnectives); }

constexpr EvalCase kLaziness[] = {
    {"(and o true)", "unspecified"},
    {"(and o false)", "false"},
    {"(and false u)", "false"},
    {"(and o u)", "unsupported"},
    {"(and u o)", "unsupported"},
    {"(or o true)", "true"},
    {"(or u false)", "unsupported"},
    {"(or o false)", "unspecified"},
    {"(=> o true)", "true"},
    {"(=> false o)", "true"},
    {"(=> true o)", "unspecified"},
    {"(=> o false)", "unspecified"},
    {"(=> o u true)", "true"},
    {"(=> o false u)", "true"},
    {"(=> o true u)", "unsupported"},
    {"(=> u true o)", "unsupported"},
    {"(xor o true)", "unspecified"},
    {"(ite true 1 oi)", "1"},
    {"(ite false oi 2)", "2"},
    {"(ite true oi 2)", "unspecified"},
    {"(ite o 1 2)", "unspecified"},
    {"(ite u 1 2)", "unsupported"},
    {"(ite o 3 3)", "3"},
    {"(ite u oi oi)", "unsupported"},
    {"(= 1 oi)", "unspecified"},
    {"(= 1 2 oi)", "false"},
    {"(= 1 oi 2)", "false"},
    {"(= oi 1 2)", "false"},
    {"(= 1 oi 1)", "unspecified"},
    {"(= oi ui)", "unsupported"},
    {"(= oi oi)", "true"},
    {"(= ui ui ui)", "true"},
    {"(= oi 1 oi)", "unspecified"},
    {"(distinct 1 1 oi)", "false"},
    {"(distinct 1 oi 1)", "false"},
    {"(distinct 1 2 oi)", "unspecified"},
    {"(distinct 1 ui oi)", "unsupported"},
    {"(distinct oi oi)", "false"},
    {"(distinct oi 1 ui oi)", "false"},
    {"((_ at-most 1) true true o)", "false"},
    {"((_ at-most 1) true false o)", "unspecified"},
    {"((_ at-most 2) true false u)", "true"},
    {"((_ at-least 1) true o)", "true"},
    {"((_ at-least 2) true o)", "unspecified"},
    {"((_ at-least 3) true o)", "false"},
    {"((_ pbeq 3 1 2 4) true true u)", "unsupported"},
    {"((_ pbeq 3 1 2 0) true true u)", "true"},
    {"((_ pbeq 9 1 2 4) true true u)", "false"},
};

TEST_F(EvalCore, Laziness) { expect_values(stub, kLaziness); }

constexpr EvalCase kCounting[] = {
    {"((_ at-most 0) false)", "true"},
    {"((_ at-most 0) true)", "false"},
    {"((_ at-most 2) true true false)", "true"},
    {"((_ at-most 1) true true false)", "false"},
    {"((_ at-least 0) false)", "true"},
    {"((_ at-least 2) true true false)", "true"},
    {"((_ at-least 3) true true false)", "false"},
    {"((_ pble 5 2 3) true true)", "true"},
    {"((_ pble 4 2 3) true true)", "false"},
    {"((_ pble 4 2 3) false true)", "true"},
    {"((_ pbge 5 2 3) true true)", "true"},
    {"((_ pbge 5 2 3) true false)", "false"},
    {"((_ pbeq 5 2 3) true true)", "true"},
    {"((_ pbeq 2 2 3) true false)", "true"},
    {"((_ pbeq 5 2 3) true false)", "false"},
    {"((_ pbge 99999999999999999999 99999999999999999998 1) true true)", "true"},
    {"((_ pbge 99999999999999999999 99999999999999999998 1) true false)", "false"},
    {"((_ pbge 5 2) true false)", "unsupported"},
};

TEST_F(EvalCore, Counting) { expect_values(stub, kCounting); }

constexpr EvalCase kQuantifiers[] = {
    {"(forall ((x Bool)) (or x (not x)))", "true"},
    {"(forall ((x Bool)) x)", "false"},
    {"(exists ((x Bool)) x)", "true"},
    {"(exists ((x Bool)) (and x (not x)))", "false"},
    {"(forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (= x y))", "false"},
    {"(forall ((x (_ BitVec 4))) (exists ((y (_ BitVec 4))) (distinct x y)))", "true"},
    {"(exists ((x (_ BitVec 2)) (y (_ BitVec 3))) (and (= x #b11) (= y #b111)))", "true"},
    {"(forall ((x Int)) true)", "true"},
    {"(exists ((x Bool) (y Int)) true)", "true"},
    {"(exists ((x Bool) (y Int)) (and x (> y 0)))", "unsupported"},
    {"(forall ((x Bool) (y Int)) (and x (> y 0)))", "false"},
    {"(forall ((x (_ BitVec 10)) (y (_ BitVec 10))) true)", "true"},
    {"(forall ((x (_ BitVec 10)) (y (_ BitVec 10))) (= x x))", "true"},
    {"(forall ((x (_ BitVec 10)) (y (_ BitVec 10))) (bvule x y))", "unsupported"},
    {"(forall ((x Bool)) (or x o))", "unspecified"},
    {"(forall ((x Bool)) (and x o))", "false"},
    {"(exists ((x Bool)) (or x u))", "true"},
    {"(exists ((x Bool)) (and x u))", "unsupported"},
    {"(exists ((x Bool)) (ite x u o))", "unsupported"},
};

TEST_F(EvalCore, Quantifiers) { expect_values(stub, kQuantifiers); }

constexpr EvalCase kEqualities[] = {
    {"(= r1 r1)", "true"},
    {"(= r1 r2)", "unsupported"},
    {"(distinct r1 r2)", "unsupported"},
    {"(distinct r1 r1)", "false"},
    {"(= h k)", "unsupported"},
    {"(= h h)", "true"},
    {"(distinct h h k)", "false"},
    {"(= a1 a2)", "false"},
    {"(= a1 1.0)", "false"},
    {"(distinct a1 1.0 2.0 1.0)", "false"},
    {"(distinct a1 1.0 2.0)", "true"},
    {"(= (pair 1 h) (pair 1 h))", "true"},
    {"(= (pair 1 h) (pair 2 k))", "false"},
    {"(= (pair 1 h) (pair 1 k))", "unsupported"},
    // Over a small domain functions are compared at all arguments.
    {"(= (lambda ((x Bool)) x) (lambda ((x Bool)) (not (not x))))", "true"},
    {"(= (lambda ((x Bool)) x) (lambda ((x Bool)) true))", "false"},
    {"(= (lambda ((x Bool)) x) (lambda ((x Bool)) (or x o)))", "unspecified"},
    {"(= (lambda ((x Bool)) (and x o)) (lambda ((x Bool)) true))", "false"},
    {"(distinct (lambda ((x Bool)) x) (lambda ((x Bool)) true))", "true"},
    {"(= (lambda ((x Int)) x) (lambda ((x Int)) 1))", "unsupported"},
    {"(= ((as const (Array Int (-> Int Int))) h) ((as const (Array Int (-> Int Int))) k))",
     "unsupported"},
    {"(= ((as const (Array Int (-> Int Int))) h) ((as const (Array Int (-> Int Int))) h))", "true"},
    {"(= ((as const (Array Bool Bool)) true) (lambda ((x Bool)) (or x (not x))))", "true"},
    {"(= (store ((as const (Array Bool Bool)) true) false false) (lambda ((x Bool)) x))", "true"},
    {"(= (store ((as const (Array Bool Bool)) true) true false) (lambda ((x Bool)) x))", "false"},
};

TEST_F(EvalCore, EqualityOfCompoundValues) { expect_values(stub, kEqualities); }

TEST_F(EvalCore, ReasonOfTheUnsupportedArgumentIsKept) {
  EXPECT_EQ(stub.values.reason(stub.eval("(and o u)")), "no reason");
  EXPECT_EQ(stub.values.reason(stub.eval("(= 1 oi ui)")), "no reason");
}

TEST_F(EvalCore, DistinctOfManyArguments) {
  std::string text = "(distinct";
  for (int i = 0; i < 3000; ++i) text += " " + std::to_string(i);
  EXPECT_EQ(stub.show(text + ")"), "true");
  EXPECT_EQ(stub.show(text + " 1500)"), "false");
}

TEST_F(EvalCore, ConnectivesByTruthTables) {
  const Value all[] = {Value::boolean(false), Value::boolean(true), Value::unspecified()};
  // A result is right if it is what both completions of the undefined arguments give.
  const auto check = [&](std::string_view text, auto meaning) {
    const Term term = stub.parse(text);
    for (Value a : all)
      for (Value b : all) {
        bool can[2] = {false, false};
        for (bool x : {false, true})
          for (bool y : {false, true})
            if ((!a.is_defined() || a == Value::boolean(x)) &&
                (!b.is_defined() || b == Value::boolean(y)))
              can[meaning(x, y)] = true;
        const Value expected =
            can[0] && can[1] ? Value::unspecified() : Value::boolean(static_cast<bool>(can[1]));
        EXPECT_EQ(stub.call(term, std::vector{a, b}), expected) << text;
      }
  };
  check("(and p q)", [](bool x, bool y) { return x && y; });
  check("(or p q)", [](bool x, bool y) { return x || y; });
  check("(=> p q)", [](bool x, bool y) { return !x || y; });
  check("(= p q)", [](bool x, bool y) { return x == y; });
  check("(distinct p q)", [](bool x, bool y) { return x != y; });
}

}  // namespace
}  // namespace pg
