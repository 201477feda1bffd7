#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "support/eval_stub.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

constexpr EvalCase kCases[] = {
    {"(concat #b1 #b01)", "#b101"},
    {"(concat #b1 #b01 #b001)", "#b101001"},
    {"(concat #xffffffffffffffff #b0)",
     "#b"
     "11111111111111111111111111111111111111111111111111111111"
     "111111110"},
    {"((_ extract 2 1) #b0110)", "#b11"},
    {"((_ extract 3 0) #b0110)", "#b0110"},
    {"((_ extract 65 64) (_ bv55340232221128654848 70))", "#b11"},
    {"((_ extract 69 66) (_ bv55340232221128654848 70))", "#b0000"},
    {"((_ extract 65 0) (_ bv55340232221128654849 70))",
     "#b110000000000000000000000000000000000000000000000000000000000000001"},
    {"((_ repeat 1) #b01)", "#b01"},
    {"((_ repeat 3) #b01)", "#b010101"},
    {"((_ repeat 3) #b0)", "#b000"},
    {"((_ repeat 33) #b10)",
     "#b101010101010101010101010101010101010101010101010101010101010101010"},
    {"((_ zero_extend 2) #b11)", "#b0011"},
    {"((_ zero_extend 0) #b11)", "#b11"},
    {"((_ sign_extend 2) #b10)", "#b1110"},
    {"((_ sign_extend 2) #b01)", "#b0001"},
    {"((_ sign_extend 0) #b10)", "#b10"},
    {"((_ sign_extend 64) #b10)",
     "#b111111111111111111111111111111111111111111111111111111111111111110"},
    {"((_ sign_extend 62) #b01)",
     "#b0000000000000000000000000000000000000000000000000000000000000001"},
    {"((_ rotate_left 1) #b1001)", "#b0011"},
    {"((_ rotate_left 5) #b1001)", "#b0011"},
    {"((_ rotate_left 4) #b1001)", "#b1001"},
    {"((_ rotate_left 4000000001) #b1001)", "#b0011"},
    {"((_ rotate_right 1) #b1001)", "#b1100"},
    {"((_ rotate_right 6) #b1001)", "#b0110"},
    {"((_ rotate_right 1) #x0000000000000001)",
     "#b1000000000000000000000000000000000000000000000000000000000000000"},
    {"((_ rotate_left 0) #x8000000000000001)",
     "#b1000000000000000000000000000000000000000000000000000000000000001"},
    {"(bvnot #b0101)", "#b1010"},
    {"(bvneg #b0101)", "#b1011"},
    {"(bvneg #b0000)", "#b0000"},
    {"(bvneg #b1000)", "#b1000"},
    {"(bvand #b1100 #b1010 #b1111)", "#b1000"},
    {"(bvor #b1100 #b1010)", "#b1110"},
    {"(bvxor #b1100 #b1010 #b0001)", "#b0111"},
    {"(bvnand #b1100 #b1010)", "#b0111"},
    {"(bvnor #b1100 #b1010)", "#b0001"},
    {"(bvxnor #b1100 #b1010)", "#b1001"},
    {"(bvxnor #b1100 #b1010 #b0000)", "#b0110"},
    {"(bvadd #b1111 #b0001)", "#b0000"},
    {"(bvadd #b1111 #b0001 #b0101)", "#b0101"},
    {"(bvsub #b0000 #b0001)", "#b1111"},
    {"(bvmul #b0111 #b0011)", "#b0101"},
    {"(bvadd #xffffffffffffffff #x0000000000000001)",
     "#b0000000000000000000000000000000000000000000000000000000000000000"},
    {"(bvmul #xffffffffffffffff #xffffffffffffffff)",
     "#b0000000000000000000000000000000000000000000000000000000000000001"},
    // Division by zero.
    {"(bvudiv #b0101 #b0000)", "#b1111"},
    {"(bvurem #b0101 #b0000)", "#b0101"},
    {"(bvsdiv #b0101 #b0000)", "#b1111"},
    {"(bvsdiv #b1011 #b0000)", "#b0001"},
    {"(bvsrem #b0101 #b0000)", "#b0101"},
    {"(bvsrem #b1011 #b0000)", "#b1011"},
    {"(bvsmod #b0101 #b0000)", "#b0101"},
    {"(bvsmod #b1011 #b0000)", "#b1011"},
    // Signs: 7 and 2.
    {"(bvsdiv #b0111 #b0010)", "#b0011"},
    {"(bvsdiv #b1001 #b0010)", "#b1101"},
    {"(bvsdiv #b0111 #b1110)", "#b1101"},
    {"(bvsdiv #b1001 #b1110)", "#b0011"},
    {"(bvsdiv #b1000 #b1111)", "#b1000"},
    {"(bvsrem #b0111 #b0010)", "#b0001"},
    {"(bvsrem #b1001 #b0010)", "#b1111"},
    {"(bvsrem #b0111 #b1110)", "#b0001"},
    {"(bvsrem #b1001 #b1110)", "#b1111"},
    {"(bvsmod #b0111 #b0010)", "#b0001"},
    {"(bvsmod #b1001 #b0010)", "#b0001"},
    {"(bvsmod #b0111 #b1110)", "#b1111"},
    {"(bvsmod #b1001 #b1110)", "#b1111"},
    {"(bvsmod #b1000 #b0010)", "#b0000"},
    // Shifts.
    {"(bvshl #b0011 #b0010)", "#b1100"},
    {"(bvshl #b0011 #b0100)", "#b0000"},
    {"(bvlshr #b1100 #b0010)", "#b0011"},
    {"(bvlshr #b1100 #b1111)", "#b0000"},
    {"(bvashr #b1100 #b0001)", "#b1110"},
    {"(bvashr #b1100 #b0100)", "#b1111"},
    {"(bvashr #b0100 #b0100)", "#b0000"},
    {"(bvshl #x0000000000000001 #x000000000000003f)",
     "#b1000000000000000000000000000000000000000000000000000000000000000"},
    {"(bvshl #x0000000000000001 #x0000000000000040)",
     "#b0000000000000000000000000000000000000000000000000000000000000000"},
    {"(bvlshr #x8000000000000000 #xffffffffffffffff)",
     "#b0000000000000000000000000000000000000000000000000000000000000000"},
    {"(bvashr #x8000000000000000 #xffffffffffffffff)",
     "#b1111111111111111111111111111111111111111111111111111111111111111"},
    {"(bvcomp #b01 #b01)", "#b1"},
    {"(bvcomp #b01 #b11)", "#b0"},
    {"(bvult #b0111 #b1000)", "true"},
    {"(bvslt #b0111 #b1000)", "false"},
    {"(bvule #b0111 #b0111)", "true"},
    {"(bvsle #b1000 #b0111)", "true"},
    {"(bvugt #b1000 #b0111)", "true"},
    {"(bvsgt #b1000 #b0111)", "false"},
    {"(bvuge #b0111 #b1000)", "false"},
    {"(bvsge #b0111 #b1000)", "true"},
    {"(bvnego #b1000)", "true"},
    {"(bvnego #b0111)", "false"},
    {"(bvuaddo #b1111 #b0001)", "true"},
    {"(bvuaddo #b1110 #b0001)", "false"},
    {"(bvsaddo #b0111 #b0001)", "true"},
    {"(bvsaddo #b1000 #b1111)", "true"},
    {"(bvsaddo #b1000 #b0111)", "false"},
    {"(bvumulo #b0100 #b0100)", "true"},
    {"(bvumulo #b0011 #b0101)", "false"},
    {"(bvsmulo #b0100 #b0010)", "true"},
    {"(bvsmulo #b1100 #b0010)", "false"},
    {"(bvsmulo #b1000 #b1111)", "true"},
    {"(bvusubo #b0000 #b0001)", "true"},
    {"(bvusubo #b0001 #b0001)", "false"},
    {"(bvssubo #b1000 #b0001)", "true"},
    {"(bvssubo #b0000 #b1000)", "true"},
    {"(bvssubo #b0000 #b0111)", "false"},
    {"(bvsdivo #b1000 #b1111)", "true"},
    {"(bvsdivo #b1000 #b0001)", "false"},
    {"(bvsdivo #b1001 #b1111)", "false"},
    {"(bvsmulo #x8000000000000000 #xffffffffffffffff)", "true"},
    {"(bvsmulo #x8000000000000000 #x0000000000000001)", "false"},
    {"(bvumulo #x0000000100000000 #x0000000100000000)", "true"},
    {"(bvumulo #x0000000100000000 #x00000000ffffffff)", "false"},
    {"(bvuaddo #xffffffffffffffff #x0000000000000001)", "true"},
    {"(bvsaddo #x7fffffffffffffff #x0000000000000001)", "true"},
    {"(ubv_to_int #b1000)", "8"},
    {"(sbv_to_int #b1000)", "-8"},
    {"(sbv_to_int #b0111)", "7"},
    {"(bv2nat #xffffffffffffffff)", "18446744073709551615"},
    {"(sbv_to_int #xffffffffffffffff)", "-1"},
    {"(sbv_to_int #x8000000000000000)", "-9223372036854775808"},
    {"((_ int_to_bv 4) 5)", "#b0101"},
    {"((_ int_to_bv 4) 21)", "#b0101"},
    {"((_ int_to_bv 4) (- 1))", "#b1111"},
    {"((_ int2bv 4) (- 8))", "#b1000"},
    {"((_ int2bv 4) 99999999999999999999)", "#b1111"},
    {"((_ int2bv 4) (- 99999999999999999999))", "#b0001"},
    {"((_ int2bv 66) (- 1))",
     "#b111111111111111111111111111111111111111111111111111111111111111111"},
    {"(bvredor #b0000)", "#b0"},
    {"(bvredor #b0100)", "#b1"},
    {"(bvredand #b1111)", "#b1"},
    {"(bvredand #b1011)", "#b0"},
    {"(bvite #b1 #b01 #b10)", "#b01"},
    {"(bvite #b0 #b01 #b10)", "#b10"},
    {"(ext_rotate_left #b1001 #b0101)", "#b0011"},
    {"(ext_rotate_right #b1001 #b0001)", "#b1100"},
    {"(ext_rotate_right #b1001 #b0100)", "#b1001"},
    {"(bvumul_noovfl #b0100 #b0100)", "false"},
    {"(bvumul_noovfl #b0011 #b0100)", "true"},
    // Too large is no overflow for the one that asks for too small, and the other way round.
    {"(bvsmul_noovfl #b0100 #b0010)", "false"},
    {"(bvsmul_noudfl #b0100 #b0010)", "true"},
    {"(bvsmul_noovfl #b1000 #b0010)", "true"},
    {"(bvsmul_noudfl #b1000 #b0010)", "false"},
    {"((_ bit2bool 2) #b0100)", "true"},
    {"((_ bit2bool 1) #b0100)", "false"},
    {"(mkbv true false false)", "#b001"},
    {"bit0", "#b0"},
    {"bit1", "#b1"},
    {"(bvudiv_i #b0111 #b0010)", "#b0011"},
    {"(bvudiv_i #b0111 #b0000)", "unspecified"},
    {"(bvurem_i #b0111 #b0100)", "#b0011"},
    {"(bvsdiv_i #b1001 #b0010)", "#b1101"},
    {"(bvsrem_i #b1001 #b0010)", "#b1111"},
    {"(bvsmod_i #b1001 #b0010)", "#b0001"},
    {"(bvudiv0 #b0111)", "unspecified"},
};

TEST(EvalBitVectors, GroundTerms) {
  EvalStub stub;
  expect_values(stub, kCases);
}

constexpr EvalCase kLaziness[] = {
    {"(bvand #b0000 o)", "#b0000"},       {"(bvand o #b0000 u)", "#b0000"},
    {"(bvand #b1111 o)", "unspecified"},  {"(bvand u o)", "unsupported"},
    {"(bvor #b1111 o)", "#b1111"},        {"(bvor #b0000 o)", "unspecified"},
    {"(bvmul o #b0000)", "#b0000"},       {"(bvmul #b0001 o)", "unspecified"},
    {"(bvadd #b0000 o)", "unspecified"},  {"(bvite #b1 #b01 ((_ extract 1 0) o))", "#b01"},
    {"(bvudiv #b0000 o)", "unspecified"},
};

TEST(EvalBitVectors, Laziness) {
  EvalStub stub;
  stub.declare("(declare-const o (_ BitVec 4))(declare-const u (_ BitVec 4))");
  stub.define("o", Value::unspecified());
  expect_values(stub, kLaziness);
}

// The definitions of FixedSizeBitVectors and QF_BV, once more, over plain integers.
struct Reference {
  int width;
  int power() const { return 1 << width; }
  int wrap(int value) const { return ((value % power()) + power()) % power(); }
  int as_signed(int value) const { return value >= power() / 2 ? value - power() : value; }
  bool in_range(int value) const { return value >= -power() / 2 && value < power() / 2; }

  // Rounds towards zero, as C++ does.
  int sdiv(int a, int b) const {
    const int x = as_signed(a);
    const int y = as_signed(b);
    if (y == 0) return wrap(x < 0 ? 1 : -1);
    return wrap(x / y);
  }
  int srem(int a, int b) const { return b == 0 ? a : wrap(as_signed(a) % as_signed(b)); }
  // The remainder of the division that rounds down.
  int smod(int a, int b) const {
    if (b == 0) return a;
    const int y = as_signed(b);
    const int rest = as_signed(a) % y;
    return wrap(rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest);
  }
  int shift_right(int value, int by, int fill) const {
    for (; by > 0; --by) value = value / 2 + fill * power() / 2;
    return value;
  }
  int shift_left(int value, int by) const {
    for (; by > 0; --by) value = wrap(value * 2);
    return value;
  }
  int rotate_left(int value, int by) const {
    for (; by > 0; --by) value = wrap(value * 2) + value / (power() / 2);
    return value;
  }
};

struct BinaryReference {
  std::string_view name;
  int (*meaning)(const Reference&, int, int);
};

constexpr BinaryReference kBinary[] = {
    {"bvand", [](const Reference&, int a, int b) { return a & b; }},
    {"bvor", [](const Reference&, int a, int b) { return a | b; }},
    {"bvxor", [](const Reference&, int a, int b) { return a ^ b; }},
    {"bvnand", [](const Reference& r, int a, int b) { return r.power() - 1 - (a & b); }},
    {"bvnor", [](const Reference& r, int a, int b) { return r.power() - 1 - (a | b); }},
    {"bvxnor", [](const Reference& r, int a, int b) { return r.power() - 1 - (a ^ b); }},
    {"bvadd", [](const Reference& r, int a, int b) { return r.wrap(a + b); }},
    {"bvsub", [](const Reference& r, int a, int b) { return r.wrap(a - b); }},
    {"bvmul", [](const Reference& r, int a, int b) { return r.wrap(a * b); }},
    {"bvudiv", [](const Reference& r, int a, int b) { return b == 0 ? r.power() - 1 : a / b; }},
    {"bvurem", [](const Reference&, int a, int b) { return b == 0 ? a : a % b; }},
    {"bvsdiv", [](const Reference& r, int a, int b) { return r.sdiv(a, b); }},
    {"bvsrem", [](const Reference& r, int a, int b) { return r.srem(a, b); }},
    {"bvsmod", [](const Reference& r, int a, int b) { return r.smod(a, b); }},
    {"bvshl", [](const Reference& r, int a, int b) { return r.shift_left(a, b); }},
    {"bvlshr", [](const Reference& r, int a, int b) { return r.shift_right(a, b, 0); }},
    {"bvashr", [](const Reference& r, int a,
                  int b) { return r.shift_right(a, b, r.as_signed(a) < 0 ? 1 : 0); }},
    {"ext_rotate_left", [](const Reference& r, int a, int b) { return r.rotate_left(a, b); }},
    {"ext_rotate_right",
     [](const Reference& r, int a, int b) { return r.rotate_left(a, r.width * b - b); }},
    {"concat", [](const Reference& r, int a, int b) { return a * r.power() + b; }},
    {"bvcomp", [](const Reference&, int a, int b) { return a == b ? 1 : 0; }},
};

struct PredicateReference {
  std::string_view name;
  bool (*meaning)(const Reference&, int, int);
};

constexpr PredicateReference kPredicates[] = {
    {"bvult", [](const Reference&, int a, int b) { return a < b; }},
    {"bvule", [](const Reference&, int a, int b) { return a <= b; }},
    {"bvugt", [](const Reference&, int a, int b) { return a > b; }},
    {"bvuge", [](const Reference&, int a, int b) { return a >= b; }},
    {"bvslt", [](const Reference& r, int a, int b) { return r.as_signed(a) < r.as_signed(b); }},
    {"bvsle", [](const Reference& r, int a, int b) { return r.as_signed(a) <= r.as_signed(b); }},
    {"bvsgt", [](const Reference& r, int a, int b) { return r.as_signed(a) > r.as_signed(b); }},
    {"bvsge", [](const Reference& r, int a, int b) { return r.as_signed(a) >= r.as_signed(b); }},
    {"bvuaddo", [](const Reference& r, int a, int b) { return a + b >= r.power(); }},
    {"bvusubo", [](const Reference&, int a, int b) { return a - b < 0; }},
    {"bvumulo", [](const Reference& r, int a, int b) { return a * b >= r.power(); }},
    {"bvsaddo",
     [](const Reference& r, int a, int b) { return !r.in_range(r.as_signed(a) + r.as_signed(b)); }},
    {"bvssubo",
     [](const Reference& r, int a, int b) { return !r.in_range(r.as_signed(a) - r.as_signed(b)); }},
    {"bvsmulo",
     [](const Reference& r, int a, int b) { return !r.in_range(r.as_signed(a) * r.as_signed(b)); }},
    {"bvsdivo", [](const Reference& r, int a,
                   int b) { return b != 0 && !r.in_range(r.as_signed(a) / r.as_signed(b)); }},
    {"bvumul_noovfl", [](const Reference& r, int a, int b) { return a * b < r.power(); }},
    {"bvsmul_noovfl", [](const Reference& r, int a,
                         int b) { return r.as_signed(a) * r.as_signed(b) < r.power() / 2; }},
    {"bvsmul_noudfl", [](const Reference& r, int a,
                         int b) { return r.as_signed(a) * r.as_signed(b) >= -(r.power() / 2); }},
};

class EvalBitVectorsExhaustive : public ::testing::TestWithParam<int> {
 protected:
  EvalBitVectorsExhaustive() {
    const std::string sort = "(_ BitVec " + std::to_string(GetParam()) + ")";
    stub.declare("(declare-const x " + sort + ")(declare-const y " + sort + ")");
  }
  uint32_t width() const { return static_cast<uint32_t>(GetParam()); }
  Value bits(int value) { return stub.values.bits(width(), static_cast<uint64_t>(value)); }
  int number(Value value) const { return static_cast<int>(value.payload()); }

  EvalStub stub;
};

TEST_P(EvalBitVectorsExhaustive, BinaryOperators) {
  const Reference reference{GetParam()};
  for (const BinaryReference& row : kBinary) {
    const Term term = stub.parse("(" + std::string(row.name) + " x y)");
    const uint32_t result_width = stub.pool.indices(stub.pool.sort(term))[0];
    for (int a = 0; a < reference.power(); ++a)
      for (int b = 0; b < reference.power(); ++b) {
        const Value result = stub.call(term, std::vector{bits(a), bits(b)});
        EXPECT_EQ(result.aux(), result_width) << row.name;
        EXPECT_EQ(number(result), row.meaning(reference, a, b)) << row.name << " " << a << " " << b;
      }
  }
}

TEST_P(EvalBitVectorsExhaustive, Predicates) {
  const Reference reference{GetParam()};
  for (const PredicateReference& row : kPredicates) {
    const Term term = stub.parse("(" + std::string(row.name) + " x y)");
    for (int a = 0; a < reference.power(); ++a)
      for (int b = 0; b < reference.power(); ++b)
        EXPECT_EQ(stub.call(term, std::vector{bits(a), bits(b)}),
                  Value::boolean(row.meaning(reference, a, b)))
            << row.name << " " << a << " " << b;
  }
}

TEST_P(EvalBitVectorsExhaustive, UnaryOperators) {
  const Reference reference{GetParam()};
  const int power = reference.power();
  const Term op_not = stub.parse("(bvnot x)");
  const Term neg = stub.parse("(bvneg x)");
  const Term nego = stub.parse("(bvnego x)");
  const Term redor = stub.parse("(bvredor x)");
  const Term redand = stub.parse("(bvredand x)");
  const Term to_int = stub.parse("(ubv_to_int x)");
  const Term to_signed = stub.parse("(sbv_to_int x)");
  for (int a = 0; a < power; ++a) {
    const std::vector<Value> args{bits(a)};
    EXPECT_EQ(number(stub.call(op_not, args)), power - 1 - a);
    EXPECT_EQ(number(stub.call(neg, args)), reference.wrap(-a));
    EXPECT_EQ(stub.call(nego, args).is_true(), !reference.in_range(-reference.as_signed(a)));
    EXPECT_EQ(number(stub.call(redor, args)), a != 0 ? 1 : 0);
    EXPECT_EQ(number(stub.call(redand, args)), a == power - 1 ? 1 : 0);
    EXPECT_EQ(stub.call(to_int, args), Value::integer(a));
    EXPECT_EQ(stub.call(to_signed, args), Value::integer(reference.as_signed(a)));
  }
}

TEST_P(EvalBitVectorsExhaustive, IndexedOperators) {
  const Reference reference{GetParam()};
  const int power = reference.power();
  const auto term = [&](const char* name, int index) {
    return stub.parse("((_ " + std::string(name) + " " + std::to_string(index) + ") x)");
  };
  for (int index = 0; index <= 9; ++index) {
    const Term left = term("rotate_left", index);
    const Term right = term("rotate_right", index);
    const Term zero_extend = term("zero_extend", index);
    const Term sign_extend = term("sign_extend", index);
    const Term repeat = term("repeat", index + 1);
    const Reference wider{GetParam() + index};
    for (int a = 0; a < power; ++a) {
      const std::vector<Value> args{bits(a)};
      EXPECT_EQ(number(stub.call(left, args)), reference.rotate_left(a, index));
      EXPECT_EQ(number(stub.call(right, args)), reference.rotate_left(a, (GetParam() - 1) * index));
      EXPECT_EQ(number(stub.call(zero_extend, args)), a);
      EXPECT_EQ(number(stub.call(sign_extend, args)), wider.wrap(reference.as_signed(a)));
      uint64_t repeated = 0;
      for (int i = 0; i <= index; ++i)
        repeated = repeated * static_cast<uint64_t>(power) + static_cast<uint64_t>(a);
      EXPECT_EQ(stub.call(repeat, args).payload(), repeated);
    }
  }
  for (int high = 0; high < GetParam(); ++high)
    for (int low = 0; low <= high; ++low) {
      const Term extract =
          stub.parse("((_ extract " + std::to_string(high) + " " + std::to_string(low) + ") x)");
      for (int a = 0; a < power; ++a)
        EXPECT_EQ(number(stub.call(extract, std::vector{bits(a)})),
                  a / (1 << low) % (1 << (high - low + 1)));
    }
  const Term from_int = stub.parse("((_ int_to_bv " + std::to_string(GetParam()) + ") 0)");
  for (int a = -40; a <= 40; ++a)
    EXPECT_EQ(stub.call(from_int, std::vector{Value::integer(a)}), bits(reference.wrap(a)));
}

INSTANTIATE_TEST_SUITE_P(Widths, EvalBitVectorsExhaustive, ::testing::Values(1, 2, 3, 4));

// A wide result, cut down, is the narrow result: 64 bits and GMP follow the same definitions. The
// operands fill the narrow width; signed ones are extended by their sign, shifts stay below it.
TEST(EvalBitVectors, WideAgreesWithNarrow) {
  Rng rng(7);
  for (uint32_t wide : {65u, 100u, 128u, 200u}) {
    EvalStub stub;
    const std::string sort = "(_ BitVec " + std::to_string(wide) + ")";
    stub.declare("(declare-const x " + sort + ")(declare-const y " + sort +
                 ")(declare-const s (_ BitVec 64))(declare-const t (_ BitVec 64))");
    for (const char* name :
         {"bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvshl",
          "bvsrem", "bvsmod", "bvsdiv", "bvslt", "bvsle", "bvult", "bvuge", "bvcomp"}) {
      const bool is_signed = std::string_view(name).starts_with("bvs") &&
                             std::string_view(name) != "bvsub" && std::string_view(name) != "bvshl";
      const Term wide_term = stub.parse("(" + std::string(name) + " x y)");
      const Term narrow_term = stub.parse("(" + std::string(name) + " s t)");
      for (int i = 0; i < 200; ++i) {
        uint64_t a = uint64_t{rng.below(UINT32_MAX)} << 32 | rng.below(UINT32_MAX);
        uint64_t b = uint64_t{rng.below(UINT32_MAX)} << 32 | rng.below(UINT32_MAX);
        b >>= rng.below(64);
        if (b == 0) b = 1;
        if (name == std::string_view("bvshl")) b %= 64;
        // No overflow of the division: it would fit into more bits.
        if (is_signed && b == UINT64_MAX) b = 3;
        const auto extend = [&](uint64_t value) {
          const mpz_class number = stub.values.as_unsigned(stub.values.bits(64, value));
          const mpz_class with_sign = stub.values.as_signed(stub.values.bits(64, value));
          return stub.values.bits(wide, is_signed ? with_sign : number);
        };
        const std::vector<Value> narrow_args{stub.values.bits(64, a), stub.values.bits(64, b)};
        const std::vector<Value> wide_args{extend(a), extend(b)};
        const Value narrow = stub.call(narrow_term, narrow_args);
        const Value result = stub.call(wide_term, wide_args);
        if (narrow.kind() == ValueKind::Bool || narrow.aux() == 1) {
          EXPECT_EQ(result, narrow) << name << " " << a << " " << b;
        } else {
          EXPECT_EQ(stub.values.bits(64, stub.values.as_unsigned(result)), narrow)
              << name << " " << a << " " << b;
        }
      }
    }
  }
}

// The defining equations, where nothing narrow can be compared with.
TEST(EvalBitVectors, WideByDefinition) {
  EvalStub stub;
  constexpr EvalCase kWide[] = {
      {"(= (bvudiv (_ bv5 80) (_ bv0 80)) (bvnot (_ bv0 80)))", "true"},
      {"(= (bvurem (_ bv5 80) (_ bv0 80)) (_ bv5 80))", "true"},
      {"(= (bvsdiv (_ bv5 80) (_ bv0 80)) (bvneg (_ bv1 80)))", "true"},
      {"(= (bvsdiv (bvneg (_ bv5 80)) (_ bv0 80)) (_ bv1 80))", "true"},
      {"(= (bvsmod (bvneg (_ bv5 80)) (_ bv0 80)) (bvneg (_ bv5 80)))", "true"},
      {"(= (bvshl (_ bv1 80) (_ bv79 80)) (concat #b1 (_ bv0 79)))", "true"},
      {"(= (bvshl (_ bv1 80) (_ bv80 80)) (_ bv0 80))", "true"},
      {"(= (bvshl (_ bv1 80) (concat #b1 (_ bv0 79))) (_ bv0 80))", "true"},
      {"(= (bvashr (concat #b1 (_ bv0 79)) (_ bv79 80)) (bvnot (_ bv0 80)))", "true"},
      {"(= (bvashr (concat #b1 (_ bv0 79)) (concat #b1 (_ bv0 79))) (bvnot (_ bv0 80)))", "true"},
      {"(= (bvlshr (concat #b1 (_ bv0 79)) (_ bv79 80)) (_ bv1 80))", "true"},
      {"(= ((_ rotate_left 81) (_ bv1 80)) (_ bv2 80))", "true"},
      {"(= ((_ rotate_right 1) (_ bv1 80)) (concat #b1 (_ bv0 79)))", "true"},
      {"(= (ext_rotate_left (_ bv1 80) (_ bv161 80)) (_ bv2 80))", "true"},
      {"(= (bvneg (_ bv0 80)) (_ bv0 80))", "true"},
      {"(= (bvnand (_ bv1 80) (_ bv1 80)) (bvneg (_ bv2 80)))", "true"},
      {"(bvnego (concat #b1 (_ bv0 79)))", "true"},
      {"(bvsmulo (concat #b1 (_ bv0 79)) (bvnot (_ bv0 80)))", "true"},
      {"(bvsdivo (concat #b1 (_ bv0 79)) (bvnot (_ bv0 80)))", "true"},
      {"(bvuaddo (bvnot (_ bv0 80)) (_ bv1 80))", "true"},
      {"(bvuaddo (bvnot (_ bv1 80)) (_ bv1 80))", "false"},
      {"(bvumulo (concat #b1 (_ bv0 79)) (_ bv2 80))", "true"},
      {"(bvssubo (concat #b1 (_ bv0 79)) (_ bv1 80))", "true"},
      {"(bvslt (bvneg (_ bv1 80)) (_ bv1 80))", "true"},
      {"(sbv_to_int (bvneg (_ bv1 80)))", "-1"},
      {"(ubv_to_int (concat #b1 (_ bv0 64)))", "18446744073709551616"},
      {"(= (bvand (_ bv0 80) o) (_ bv0 80))", "true"},
      {"(= (bvor (bvnot (_ bv0 80)) o) (bvneg (_ bv1 80)))", "true"},
      {"((_ extract 0 0) (bvor (_ bv1 80) o))", "unspecified"},
  };
  stub.declare("(declare-const o (_ BitVec 80))");
  stub.define("o", Value::unspecified());
  expect_values(stub, kWide);
}

}  // namespace
}  // namespace pg
