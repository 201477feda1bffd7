#include <cstdint>
#include <string>
#include <vector>

#include "support/eval_stub.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

constexpr EvalCase kCases[] = {
    {"(- 5)", "-5"},
    {"(- (- 5))", "5"},
    {"(- 0)", "0"},
    {"(- 9223372036854775808)", "-9223372036854775808"},
    {"(- (- 9223372036854775808))", "9223372036854775808"},
    {"(- 7 2 9)", "-4"},
    {"(+ 1 2 3 4)", "10"},
    {"(+ 9223372036854775807 1)", "9223372036854775808"},
    {"(+ (- 9223372036854775808) (- 1))", "-9223372036854775809"},
    {"(- (- 9223372036854775808) 1)", "-9223372036854775809"},
    {"(+ 9223372036854775807 1 (- 1))", "9223372036854775807"},
    {"(* 3 (- 4) 5)", "-60"},
    {"(* 4294967296 4294967296)", "18446744073709551616"},
    {"(* (- 9223372036854775808) (- 1))", "9223372036854775808"},
    {"(* 99999999999 99999999999 0)", "0"},
    {"(abs (- 5))", "5"},
    {"(abs 5)", "5"},
    {"(abs (- 9223372036854775808))", "9223372036854775808"},
    {"(abs (- 99999999999999999999))", "99999999999999999999"},
    // The remainder is never negative.
    {"(div 7 2)", "3"},
    {"(mod 7 2)", "1"},
    {"(div (- 7) 2)", "-4"},
    {"(mod (- 7) 2)", "1"},
    {"(div 7 (- 2))", "-3"},
    {"(mod 7 (- 2))", "1"},
    {"(div (- 7) (- 2))", "4"},
    {"(mod (- 7) (- 2))", "1"},
    {"(div 100 7 2)", "7"},
    {"(div (- 9223372036854775808) (- 1))", "9223372036854775808"},
    {"(mod (- 9223372036854775808) (- 1))", "0"},
    {"(div (- 9223372036854775808) (- 9223372036854775808))", "1"},
    {"(mod (- 9223372036854775808) (- 9223372036854775808))", "0"},
    {"(mod (- 1) (- 9223372036854775808))", "9223372036854775807"},
    {"(div (- 1) (- 9223372036854775808))", "1"},
    {"(div (- 99999999999999999999) 10)", "-10000000000000000000"},
    {"(div (- 99999999999999999999) (- 10))", "10000000000000000000"},
    {"(mod (- 99999999999999999999) 10)", "1"},
    {"(div 5 99999999999999999999)", "0"},
    {"(div (- 5) 99999999999999999999)", "-1"},
    {"(mod (- 5) 99999999999999999999)", "99999999999999999994"},
    {"(rem 7 2)", "1"},
    {"(rem (- 7) 2)", "1"},
    {"(rem 7 (- 2))", "-1"},
    {"(rem (- 7) (- 2))", "-1"},
    {"(rem 8 (- 2))", "0"},
    {"(div_total 7 0)", "0"},
    {"(mod_total 7 0)", "7"},
    {"(div_total (- 7) 2)", "-4"},
    {"(mod_total (- 7) 2)", "1"},
    {"(< 1 2 3)", "true"},
    {"(< 1 2 2)", "false"},
    {"(<= 1 2 2)", "true"},
    {"(> 3 2 1)", "true"},
    {"(> 3 3)", "false"},
    {"(>= 3 3)", "true"},
    {"(>= 2 3)", "false"},
    {"(< 9223372036854775807 9223372036854775808)", "true"},
    {"(< (- 9223372036854775809) (- 9223372036854775808))", "true"},
    {"(>= (- 99999999999999999999) 5)", "false"},
    {"((_ divisible 3) 9)", "true"},
    {"((_ divisible 3) (- 9))", "true"},
    {"((_ divisible 3) 10)", "false"},
    {"((_ divisible 3) 0)", "true"},
    {"((_ divisible 99999999999999999999) 99999999999999999999)", "true"},
    {"((_ divisible 99999999999999999999) 199999999999999999999)", "false"},
    {"((_ divisible 0) 0)", "unspecified"},
    {"(^ 2 10)", "1024"},
    {"(^ (- 2) 3)", "-8"},
    {"(^ 7 0)", "1"},
    {"(^ 0 5)", "0"},
    {"(^ 1 99999999999999999999)", "1"},
    {"(^ (- 1) 99999999999999999999)", "-1"},
    {"(^ 10 20)", "100000000000000000000"},
    {"(^ 0 0)", "unspecified"},
    {"(^ 2 (- 1))", "unspecified"},
    {"(^ 2 99999999999)", "unsupported"},
    {"(^ 2 99999999999999999999)", "unsupported"},
    {"((_ iand 4) 13 7)", "5"},
    {"((_ iand 4) (- 1) (- 1))", "15"},
    {"((_ iand 4) 29 (- 1))", "13"},
    {"((_ iand 70) (- 1) (- 1))", "1180591620717411303423"},
    {"(piand 4 13 7)", "5"},
    {"(piand 4 (- 1) (- 1))", "15"},
    {"(piand 0 1 1)", "unspecified"},
    {"(int.pow2 0)", "1"},
    {"(int.pow2 70)", "1180591620717411303424"},
    {"(int.pow2 (- 1))", "unspecified"},
    {"(int.pow2 99999999999)", "unsupported"},
    {"(int.log2 1)", "0"},
    {"(int.log2 1023)", "9"},
    {"(int.log2 1024)", "10"},
    {"(int.log2 0)", "unspecified"},
    {"(int.log2 (- 8))", "unspecified"},
    {"(int.ispow2 8)", "true"},
    {"(int.ispow2 1)", "true"},
    {"(int.ispow2 6)", "false"},
    {"(int.ispow2 0)", "false"},
    {"(int.ispow2 (- 8))", "false"},
};

TEST(EvalInts, GroundTerms) {
  EvalStub stub;
  expect_values(stub, kCases);
}

constexpr EvalCase kLaziness[] = {
    {"(* 0 o)", "0"},
    {"(* o 0 u)", "0"},
    {"(* 2 o)", "unspecified"},
    {"(* u o)", "unsupported"},
    {"(+ 0 o)", "unspecified"},
    {"(- o o)", "unspecified"},
    {"(< 2 1 o)", "false"},
    {"(< o 2 1)", "false"},
    {"(< 1 o 2)", "unspecified"},
    {"(< 1 2 o u)", "unsupported"},
    {"(<= o o)", "unspecified"},
    {"(div 0 o)", "unspecified"},
    {"(and (< 2 1) (= 3 (div 1 0)))", "false"},
};

TEST(EvalInts, Laziness) {
  EvalStub stub;
  stub.declare("(declare-const o Int)(declare-const u Int)");
  stub.define("o", Value::unspecified());
  expect_values(stub, kLaziness);
}

// Z3 prints what it chose as functions of the dividend and the zero.
TEST(EvalInts, DivisionByZeroIsOpen) {
  EvalStub stub;
  constexpr EvalCase kOpen[] = {
      {"(div 7 0)", "unspecified"},  {"(mod 7 0)", "unspecified"},  {"(rem 7 0)", "unspecified"},
      {"(div0 7 0)", "unspecified"}, {"(div0 7 1)", "unspecified"}, {"(div 7 0 1)", "unspecified"},
  };
  expect_values(stub, kOpen);
  const auto plus = [](int64_t add) {
    return [add](std::span<const Value> args) {
      EXPECT_EQ(args.size(), 2u);
      return Value::integer(args[0].as_int64() + add + 10 * args[1].as_int64());
    };
  };
  stub.define_open("rem0", plus(300));
  EXPECT_EQ(stub.show("(rem 7 0)"), "307");
  stub.define_open("div0", plus(100));
  stub.define_open("mod0", plus(200));
  constexpr EvalCase kChosen[] = {
      {"(div 7 0)", "107"},  {"(mod 7 0)", "207"},   {"(div0 7 0)", "107"},
      {"(mod0 7 0)", "207"}, {"(rem0 7 0)", "307"},  {"(div0 7 1)", "117"},
      {"(div 7 0 2)", "53"}, {"(div 7 2 0)", "103"}, {"(rem 7 0)", "unspecified"},
  };
  expect_values(stub, kChosen);
}

std::string text_of(int64_t value) {
  const std::string digits = mpz_class(static_cast<long>(value)).get_str();
  return value < 0 ? "(- " + digits.substr(1) + ")" : digits;
}

// The defining equation, over all small pairs: m = n * q + r and 0 <= r < |n|.
TEST(EvalInts, DivisionByItsEquation) {
  EvalStub stub;
  stub.declare("(declare-const x Int)(declare-const y Int)");
  const Term div = stub.parse("(div x y)");
  const Term mod = stub.parse("(mod x y)");
  for (int64_t m = -20; m <= 20; ++m)
    for (int64_t n = -20; n <= 20; ++n) {
      if (n == 0) continue;
      const std::vector<Value> args{Value::integer(m), Value::integer(n)};
      const int64_t q = stub.call(div, args).as_int64();
      const int64_t r = stub.call(mod, args).as_int64();
      EXPECT_EQ(m, n * q + r) << m << " " << n;
      EXPECT_TRUE(0 <= r && r < std::abs(n)) << m << " " << n;
    }
}

// 64 bits and more give the same: each operation is also done far away from where they end.
TEST(EvalInts, BoundariesAgreeWithBigNumbers) {
  EvalStub stub;
  std::vector<mpz_class> numbers;
  for (const char* text : {"0", "1", "2", "3", "9223372036854775807", "9223372036854775808",
                           "4294967296", "18446744073709551616", "99999999999999999999999"})
    for (int sign : {-1, 1})
      for (int add : {-1, 0, 1}) numbers.push_back(mpz_class(text) * sign + add);
  stub.declare("(declare-const x Int)(declare-const y Int)");
  const Term add = stub.parse("(+ x y)");
  const Term sub = stub.parse("(- x y)");
  const Term mul = stub.parse("(* x y)");
  const Term less = stub.parse("(< x y)");
  const Term div = stub.parse("(div x y)");
  const Term mod = stub.parse("(mod x y)");
  ValuePool& values = stub.values;
  for (const mpz_class& a : numbers)
    for (const mpz_class& b : numbers) {
      const std::vector<Value> args{values.integer(a), values.integer(b)};
      EXPECT_EQ(values.as_integer(stub.call(add, args)), a + b);
      EXPECT_EQ(values.as_integer(stub.call(sub, args)), a - b);
      EXPECT_EQ(values.as_integer(stub.call(mul, args)), a * b);
      EXPECT_EQ(stub.call(less, args).is_true(), a < b);
      if (b == 0) continue;
      const mpz_class q = values.as_integer(stub.call(div, args));
      const mpz_class r = values.as_integer(stub.call(mod, args));
      EXPECT_EQ(b * q + r, a) << a << " " << b;
      EXPECT_TRUE(r >= 0 && r < abs(b)) << a << " " << b;
    }
}

TEST(EvalInts, SmallResultsAreSmallAgain) {
  EvalStub stub;
  for (const char* text : {"(- 9223372036854775808 1)", "(div 99999999999999999999 3000000000)",
                           "(mod 99999999999999999999 7)", "(- 9223372036854775808)"})
    EXPECT_EQ(stub.eval(text).kind(), ValueKind::Integer) << text;
  EXPECT_EQ(stub.eval(text_of(INT64_MIN)), Value::integer(INT64_MIN));
}

}  // namespace
}  // namespace pg
