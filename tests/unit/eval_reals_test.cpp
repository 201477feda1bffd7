#include <vector>

#include "support/eval_stub.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

constexpr EvalCase kCases[] = {
    {"(- 0.5)", "-1/2"},
    {"(- 9223372036854775808.0)", "-9223372036854775808"},
    {"(+ 0.1 0.2)", "3/10"},
    {"(+ 0.5 0.5)", "1"},
    {"(+ 1 0.5)", "3/2"},
    {"(- 0.5 0.5)", "0"},
    {"(- 1.0 0.1 0.2)", "7/10"},
    {"(* 0.5 0.5 4.0)", "1"},
    {"(* 0.0 0.5)", "0"},
    {"(* 9223372036854775807.0 2.0)", "18446744073709551614"},
    {"(/ 1 2)", "1/2"},
    {"(/ 1.0 3.0)", "1/3"},
    {"(/ 6.0 3.0)", "2"},
    {"(/ 6.0 (- 4.0))", "-3/2"},
    {"(/ 12.0 2.0 3.0)", "2"},
    {"(/ 0.0 5.0)", "0"},
    {"(/ (- 9223372036854775808.0) (- 1.0))", "9223372036854775808"},
    {"(/ 0.1 0.2)", "1/2"},
    {"(< 0.1 0.2)", "true"},
    {"(< 0.1 0.2 0.15)", "false"},
    {"(<= 0.5 (/ 1.0 2.0))", "true"},
    {"(> (/ 1.0 3.0) 0.333)", "true"},
    {"(>= (- 0.5) 0)", "false"},
    {"(> 1 0.5)", "true"},
    {"(to_real 5)", "5"},
    {"(to_real 3.0)", "3"},
    {"(to_real 0.5)", "unspecified"},
    {"(to_int 2.7)", "2"},
    {"(to_int (- 2.7))", "-3"},
    {"(to_int 3.0)", "3"},
    {"(to_int (- 0.1))", "-1"},
    {"(to_int 99999999999999999999.9)", "99999999999999999999"},
    {"(is_int 3.0)", "true"},
    {"(is_int 3.5)", "false"},
    {"(is_int (/ 6.0 2.0))", "true"},
    {"(abs (- 0.5))", "1/2"},
    {"(abs 0.5)", "1/2"},
    {"(^ 0.5 3.0)", "1/8"},
    {"(^ 2.0 (- 2.0))", "1/4"},
    {"(^ (- 0.5) (- 3.0))", "-8"},
    {"(^ 0.5 0.0)", "1"},
    {"(^ 0.0 2.0)", "0"},
    {"(^ 0.0 0.0)", "unspecified"},
    {"(^ 0.0 (- 1.0))", "unspecified"},
    {"(^ 4.0 0.5)", "2"},
    {"(^ 0.5 99999999999.0)", "unsupported"},
    {"(sqrt 0.0)", "0"},
    {"(sqrt 2.25)", "unspecified"},
    {"(sqrt 2.0)", "unspecified"},
    {"(sqrt (- 1.0))", "unspecified"},
    {"(/_total 1.0 0.0)", "0"},
    {"(/_total 1.0 4.0)", "1/4"},
    {"(sin 0.0)", "0"},
    {"(/ 1.0 0.0)", "unspecified"},
    {"(/ 1 0)", "unspecified"},
    {"(/ 4.0 2.0 0.0)", "unspecified"},
    {"(* 0.0 (/ 1.0 0.0))", "0"},
    {"(< 2.0 1.0 (/ 1.0 0.0))", "false"},
};

TEST(EvalReals, GroundTerms) {
  EvalStub stub;
  expect_values(stub, kCases);
}

TEST(EvalReals, DivisionByZeroIsOpen) {
  EvalStub stub;
  stub.define_open("/0", [&](std::span<const Value> args) {
    EXPECT_EQ(args.size(), 2u);
    return stub.values.rational(stub.values.as_rational(args[0]) + 100);
  });
  constexpr EvalCase kChosen[] = {
      {"(/ 0.5 0.0)", "201/2"}, {"(/ 7 0)", "107"},        {"(/0 7.0 0.0)", "107"},
      {"(/0 7.0 1.0)", "107"},  {"(/ 4.0 0.0 2.0)", "52"},
  };
  expect_values(stub, kChosen);
}

// a is the square root of two, b that of three.
constexpr EvalCase kAlgebraic[] = {
    {"(- a)", "(root-obj (+ (^ x 2) (- 2)) 1)"},
    {"(+ a 1.0)", "(root-obj (+ (^ x 2) (* (- 2) x) (- 1)) 2)"},
    {"(- a a)", "0"},
    {"(* a a)", "2"},
    {"(* a a a a)", "4"},
    {"(* a 0.0)", "0"},
    {"(/ a 2.0)", "(root-obj (+ (* 2 (^ x 2)) (- 1)) 2)"},
    {"(= (/ 2.0 a) a)", "true"},
    {"(= (* a b) a)", "false"},
    {"(= (* a b a b) 6.0)", "true"},
    {"(= (* (+ a b) (- b a)) 1.0)", "true"},
    {"(< 1.41421356237309504880168872420969807856 a 1.41421356237309504880168872420969807857)",
     "true"},
    {"(< a b)", "true"},
    {"(<= b a)", "false"},
    {"(< a a)", "false"},
    {"(<= a a)", "true"},
    {"(abs (- 1.0 a))", "(root-obj (+ (^ x 2) (* 2 x) (- 1)) 2)"},
    {"(to_int a)", "1"},
    {"(to_int (- a))", "-2"},
    {"(is_int a)", "false"},
    {"(^ a 2.0)", "2"},
    {"(^ a 0.0)", "1"},
    {"(sqrt a)", "unspecified"},
    {"(to_real a)", "unspecified"},
    {"(< 2.0 1.0 a)", "false"},
    {"(/_total a 0.0)", "0"},
    {"(= a 1.5)", "false"},
    {"(distinct a b (- a) (- b) 1.0)", "true"},
    {"((_ to_fp 8 24) RNE a)", "unsupported"},
};

TEST(EvalReals, AlgebraicNumbers) {
  EvalStub stub;
  stub.declare("(declare-const a Real)(declare-const b Real)");
  stub.define("a", stub.values.real(*nth_root({-2, 0, 1}, 2)));
  stub.define("b", stub.values.real(*nth_root({-3, 0, 1}, 2)));
  expect_values(stub, kAlgebraic);
}

TEST(EvalReals, AlgebraicNumbersHaveALargestDegree) {
  EvalStub stub;
  stub.declare("(declare-const a Real)(declare-const b Real)");
  stub.define("a", stub.values.real(*nth_root({-2, 0, 0, 0, 0, 0, 1}, 2)));
  stub.define("b", stub.values.real(*nth_root({-3, 0, 0, 0, 0, 0, 1}, 2)));
  EXPECT_EQ(stub.values.reason(stub.eval("(+ a b)")), "an algebraic number of too high a degree");
}

// Against GMP, over fractions that are not in lowest terms.
TEST(EvalReals, FractionsAgreeWithGmp) {
  EvalStub stub;
  stub.declare("(declare-const x Real)(declare-const y Real)");
  const Term add = stub.parse("(+ x y)");
  const Term mul = stub.parse("(* x y)");
  const Term divide = stub.parse("(/ x y)");
  const Term less = stub.parse("(< x y)");
  const Term to_int = stub.parse("(to_int x)");
  std::vector<mpq_class> numbers;
  for (int top = -6; top <= 6; ++top)
    for (int bottom = 1; bottom <= 4; ++bottom) {
      mpq_class number(top, bottom);
      number.canonicalize();
      numbers.push_back(number);
      numbers.push_back(number * mpq_class("99999999999999999999"));
    }
  ValuePool& values = stub.values;
  for (const mpq_class& a : numbers)
    for (const mpq_class& b : numbers) {
      const std::vector<Value> args{values.rational(a), values.rational(b)};
      EXPECT_EQ(stub.call(add, args), values.rational(a + b));
      EXPECT_EQ(stub.call(mul, args), values.rational(a * b));
      EXPECT_EQ(stub.call(less, args).is_true(), a < b);
      if (b != 0) {
        EXPECT_EQ(stub.call(divide, args), values.rational(a / b));
      }
      const mpz_class floor = values.as_integer(stub.call(to_int, std::span(args).first(1)));
      EXPECT_TRUE(floor <= a && a < floor + 1);
    }
}

}  // namespace
}  // namespace pg
