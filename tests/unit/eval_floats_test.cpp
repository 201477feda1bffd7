#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/eval_stub.h"
#include "support/float_oracle.h"
#include "term/pool.h"
#include "theory/theories.h"
#include "theory/value.h"

namespace pg {
namespace {

using test::EvalStub;
using test::FloatOracle;
using test::on_hardware;
using test::oracle_integer;

constexpr std::array kModes{RoundingMode::NearestEven, RoundingMode::NearestAway,
                            RoundingMode::TowardPositive, RoundingMode::TowardNegative,
                            RoundingMode::TowardZero};
constexpr std::array kHardwareModes{RoundingMode::NearestEven, RoundingMode::TowardPositive,
                                    RoundingMode::TowardNegative, RoundingMode::TowardZero};

std::string sort_text(uint32_t exponent, uint32_t significand) {
  return "(_ FloatingPoint " + std::to_string(exponent) + " " + std::to_string(significand) + ")";
}

std::string to_fp_text(uint32_t exponent, uint32_t significand, std::string_view args,
                       const std::string& name = "to_fp") {
  return "((_ " + name + " " + std::to_string(exponent) + " " + std::to_string(significand) + ") " +
         std::string(args) + ")";
}

// A stub with a mode m and floats x, y, z of one format; its rows are called on bits.
class Format {
 public:
  Format(uint32_t exponent, uint32_t significand) : width_(exponent + significand) {
    const std::string sort = sort_text(exponent, significand);
    stub.declare("(declare-const m RoundingMode)(declare-const r Real)");
    for (const char* name : {"x", "y", "z"})
      stub.declare("(declare-const " + std::string(name) + " " + sort + ")");
  }

  Value call(Term term, std::initializer_list<uint64_t> floats) {
    args_.clear();
    for (const uint64_t bits : floats) args_.push_back(float_of(bits));
    return stub.call(term, args_);
  }
  Value call(Term term, RoundingMode mode, std::initializer_list<uint64_t> floats) {
    args_.assign(1, Value::mode(mode));
    for (const uint64_t bits : floats) args_.push_back(float_of(bits));
    return stub.call(term, args_);
  }
  Value call(Term term, RoundingMode mode, Value value) {
    args_.assign({Value::mode(mode), value});
    return stub.call(term, args_);
  }
  Value float_of(uint64_t bits) const { return {ValueKind::Float, width_, bits}; }

  EvalStub stub;

 private:
  uint32_t width_;
  std::vector<Value> args_;
};

// Every number of some small formats, against the definitions.

class SmallFormat : public testing::TestWithParam<std::tuple<uint32_t, uint32_t>> {
 protected:
  uint32_t exponent() const { return std::get<0>(GetParam()); }
  uint32_t significand() const { return std::get<1>(GetParam()); }

  Term parse(std::string_view text) { return format.stub.parse(text); }
  // Reports one difference of a test, not millions.
  void expect(Value got, uint64_t want, std::string_view what, RoundingMode mode,
              std::initializer_list<uint64_t> args) {
    if (got == format.float_of(want) || HasFailure()) return;
    std::string text(what);
    for (const uint64_t arg : args) text += " " + format.stub.show(format.float_of(arg));
    ADD_FAILURE() << text << " in " << format.stub.show(Value::mode(mode)) << " is "
                  << format.stub.show(got) << ", not " << format.stub.show(format.float_of(want));
  }
  bool numbers(uint64_t x, uint64_t y) const { return oracle.is_number(x) && oracle.is_number(y); }

  Format format{exponent(), significand()};
  FloatOracle oracle{exponent(), significand()};
};

TEST_P(SmallFormat, BitsAreKeptAndNansAreOne) {
  const Term from_bits = parse(to_fp_text(
      exponent(), significand(), "(_ bv0 " + std::to_string(exponent() + significand()) + ")"));
  for (uint64_t bits = 0; bits < oracle.count(); ++bits) {
    const Value argument = format.stub.values.bits(oracle.width(), bits);
    const Value got = format.stub.call(from_bits, std::array{argument});
    expect(got, oracle.is_nan(bits) ? oracle.nan() : bits, "to_fp", {}, {bits});
  }
}

TEST_P(SmallFormat, AddAndSubtract) {
  const Term add = parse("(fp.add m x y)");
  const Term sub = parse("(fp.sub m x y)");
  for (const RoundingMode mode : kModes)
    for (uint64_t x = 0; x < oracle.count(); ++x)
      for (uint64_t y = 0; y < oracle.count(); ++y) {
        const volatile double a = oracle.hardware(x);
        const volatile double b = oracle.hardware(y);
        const double sum = on_hardware(mode, [&] { return a + b; });
        const double difference = on_hardware(mode, [&] { return a - b; });
        const bool exact = numbers(x, y);
        expect(format.call(add, mode, {x, y}),
               exact ? oracle.result(mode, oracle.real(x) + oracle.real(y), sum)
                     : oracle.from_special(sum),
               "fp.add", mode, {x, y});
        expect(format.call(sub, mode, {x, y}),
               exact ? oracle.result(mode, oracle.real(x) - oracle.real(y), difference)
                     : oracle.from_special(difference),
               "fp.sub", mode, {x, y});
      }
}

TEST_P(SmallFormat, MultiplyAndDivide) {
  const Term mul = parse("(fp.mul m x y)");
  const Term div = parse("(fp.div m x y)");
  for (const RoundingMode mode : kModes)
    for (uint64_t x = 0; x < oracle.count(); ++x)
      for (uint64_t y = 0; y < oracle.count(); ++y) {
        const volatile double a = oracle.hardware(x);
        const volatile double b = oracle.hardware(y);
        const double product = on_hardware(mode, [&] { return a * b; });
        const double quotient = on_hardware(mode, [&] { return a / b; });
        const bool exact = numbers(x, y);
        expect(format.call(mul, mode, {x, y}),
               exact ? oracle.result(mode, oracle.real(x) * oracle.real(y), product)
                     : oracle.from_special(product),
               "fp.mul", mode, {x, y});
        expect(format.call(div, mode, {x, y}),
               exact && b != 0 ? oracle.result(mode, oracle.real(x) / oracle.real(y), quotient)
                               : oracle.from_special(quotient),
               "fp.div", mode, {x, y});
      }
}

TEST_P(SmallFormat, FusedMultiplyAndAdd) {
  const Term fma = parse("(fp.fma m x y z)");
  // All triples of the smallest formats, a part of those of the others.
  const uint64_t step = oracle.count() <= 32 ? 1 : oracle.count() / 16 + 1;
  for (const RoundingMode mode : kModes)
    for (uint64_t x = 0; x < oracle.count(); ++x)
      for (uint64_t y = x % step; y < oracle.count(); y += step)
        for (uint64_t z = y % step; z < oracle.count(); z += step) {
          const volatile double a = oracle.hardware(x);
          const volatile double b = oracle.hardware(y);
          const volatile double c = oracle.hardware(z);
          const double special = on_hardware(mode, [&] { return std::fma(a, b, c); });
          uint64_t want = oracle.from_special(special);
          if (numbers(x, y) && oracle.is_number(z))
            want = oracle.result(mode, oracle.real(x) * oracle.real(y) + oracle.real(z), special);
          expect(format.call(fma, mode, {x, y, z}), want, "fp.fma", mode, {x, y, z});
        }
}

TEST_P(SmallFormat, SquareRoot) {
  const Term sqrt = parse("(fp.sqrt m x)");
  for (const RoundingMode mode : kModes)
    for (uint64_t x = 0; x < oracle.count(); ++x) {
      const double special = std::sqrt(oracle.hardware(x));
      uint64_t want = oracle.from_special(special);
      if (oracle.is_number(x) && special > 0) {
        const mpq_class square = oracle.real(x);
        want = oracle.round(mode, false, [&](const mpq_class& number) {
          return cmp(square, mpq_class(number * number));
        });
      }
      expect(format.call(sqrt, mode, {x}), want, "fp.sqrt", mode, {x});
    }
}

TEST_P(SmallFormat, Remainder) {
  const Term rem = parse("(fp.rem x y)");
  for (uint64_t x = 0; x < oracle.count(); ++x)
    for (uint64_t y = 0; y < oracle.count(); ++y) {
      const double special = std::remainder(oracle.hardware(x), oracle.hardware(y));
      uint64_t want = oracle.from_special(special);
      if (numbers(x, y) && oracle.real(y) != 0) {
        const mpq_class ratio = oracle.real(x) / oracle.real(y);
        const mpq_class times = oracle_integer(RoundingMode::NearestEven, ratio);
        const mpq_class rest = oracle.real(x) - times * oracle.real(y);
        want = oracle.result(RoundingMode::TowardZero, rest, special);
        ASSERT_EQ(oracle.real(want), rest) << "a remainder is exact";
      }
      expect(format.call(rem, {x, y}), want, "fp.rem", {}, {x, y});
    }
}

TEST_P(SmallFormat, RoundToIntegral) {
  const Term round = parse("(fp.roundToIntegral m x)");
  for (const RoundingMode mode : kModes)
    for (uint64_t x = 0; x < oracle.count(); ++x) {
      uint64_t want = oracle.from_special(oracle.hardware(x));
      if (oracle.is_number(x)) {
        const mpz_class integer = oracle_integer(mode, oracle.real(x));
        want = integer == 0 ? x / oracle.sign() * oracle.sign() : oracle.round(mode, integer);
      }
      expect(format.call(round, mode, {x}), want, "fp.roundToIntegral", mode, {x});
    }
}

TEST_P(SmallFormat, MinimumMaximumNegationAbsoluteValue) {
  const Term min = parse("(fp.min x y)");
  const Term max = parse("(fp.max x y)");
  const Term neg = parse("(fp.neg x)");
  const Term abs = parse("(fp.abs x)");
  for (uint64_t x = 0; x < oracle.count(); ++x) {
    const double a = oracle.hardware(x);
    expect(format.call(neg, {x}), oracle.from_special(-a), "fp.neg", {}, {x});
    expect(format.call(abs, {x}), oracle.from_special(std::fabs(a)), "fp.abs", {}, {x});
    if (oracle.is_nan(x) && x != oracle.nan()) continue;  // no value
    for (uint64_t y = 0; y < oracle.count(); ++y) {
      if (oracle.is_nan(y) && y != oracle.nan()) continue;
      const double b = oracle.hardware(y);
      if (a == 0 && b == 0 && x != y) {
        EXPECT_EQ(format.call(min, {x, y}), Value::unspecified());
        EXPECT_EQ(format.call(max, {x, y}), Value::unspecified());
        continue;
      }
      expect(format.call(min, {x, y}), a < b || std::isnan(b) ? x : y, "fp.min", {}, {x, y});
      expect(format.call(max, {x, y}), a > b || std::isnan(b) ? x : y, "fp.max", {}, {x, y});
    }
  }
}

TEST_P(SmallFormat, Comparisons) {
  const Term leq = parse("(fp.leq x y)");
  const Term lt = parse("(fp.lt x y)");
  const Term geq = parse("(fp.geq x y)");
  const Term gt = parse("(fp.gt x y)");
  const Term eq = parse("(fp.eq x y)");
  for (uint64_t x = 0; x < oracle.count(); ++x)
    for (uint64_t y = 0; y < oracle.count(); ++y) {
      const double a = oracle.hardware(x);
      const double b = oracle.hardware(y);
      ASSERT_EQ(format.call(leq, {x, y}), Value::boolean(a <= b)) << x << " " << y;
      ASSERT_EQ(format.call(lt, {x, y}), Value::boolean(a < b)) << x << " " << y;
      ASSERT_EQ(format.call(geq, {x, y}), Value::boolean(a >= b)) << x << " " << y;
      ASSERT_EQ(format.call(gt, {x, y}), Value::boolean(a > b)) << x << " " << y;
      ASSERT_EQ(format.call(eq, {x, y}), Value::boolean(a == b)) << x << " " << y;
    }
}

TEST_P(SmallFormat, Classes) {
  const double least_normal = std::ldexp(1.0, 2 - (1 << (exponent() - 1)));
  for (uint64_t x = 0; x < oracle.count(); ++x) {
    const double a = oracle.hardware(x);
    const bool number = std::isfinite(a) && a != 0;
    const auto expect_class = [&](const char* text, bool want) {
      EXPECT_EQ(format.call(parse(text), {x}), Value::boolean(want)) << text << " " << x;
    };
    expect_class("(fp.isNormal x)", number && std::fabs(a) >= least_normal);
    expect_class("(fp.isSubnormal x)", number && std::fabs(a) < least_normal);
    expect_class("(fp.isZero x)", a == 0);
    expect_class("(fp.isInfinite x)", std::isinf(a));
    expect_class("(fp.isNaN x)", std::isnan(a));
    expect_class("(fp.isNegative x)", !std::isnan(a) && std::signbit(a));
    expect_class("(fp.isPositive x)", !std::isnan(a) && !std::signbit(a));
  }
}

TEST_P(SmallFormat, ToBitVectorsAndReals) {
  const Term to_real = parse("(fp.to_real x)");
  const Term to_bits = parse("(fp.to_ieee_bv x)");
  for (uint32_t width = 1; width <= 6; ++width) {
    const std::string index = std::to_string(width);
    const Term to_unsigned = parse("((_ fp.to_ubv " + index + ") m x)");
    const Term to_signed = parse("((_ fp.to_sbv " + index + ") m x)");
    const mpz_class range = mpz_class(1) << width;
    for (const RoundingMode mode : kModes)
      for (uint64_t x = 0; x < oracle.count(); ++x) {
        Value want_unsigned;
        Value want_signed;
        if (oracle.is_number(x)) {
          const mpz_class integer = oracle_integer(mode, oracle.real(x));
          const Value bits = format.stub.values.bits(width, integer);
          if (integer >= 0 && integer < range) want_unsigned = bits;
          if (2 * integer >= -range && 2 * integer < range) want_signed = bits;
        }
        ASSERT_EQ(format.call(to_unsigned, mode, {x}), want_unsigned) << width << " " << x;
        ASSERT_EQ(format.call(to_signed, mode, {x}), want_signed) << width << " " << x;
      }
  }
  for (uint64_t x = 0; x < oracle.count(); ++x) {
    Value want;
    if (oracle.is_number(x)) want = format.stub.values.rational(oracle.real(x));
    EXPECT_EQ(format.call(to_real, {x}), want);
    const Value bits = format.stub.values.bits(oracle.width(), x);
    EXPECT_EQ(format.call(to_bits, {x}), oracle.is_nan(x) ? Value::unspecified() : bits);
  }
}

TEST_P(SmallFormat, FromBitVectorsAndReals) {
  const Term from_signed = parse(to_fp_text(exponent(), significand(), "m #b000000"));
  const Term from_real = parse(to_fp_text(exponent(), significand(), "m r"));
  const Term from_unsigned =
      parse(to_fp_text(exponent(), significand(), "m #b000000", "to_fp_unsigned"));
  const Term scaled = parse(to_fp_text(exponent(), significand(), "m r 3"));
  for (const RoundingMode mode : kModes) {
    for (uint64_t n = 0; n < 64; ++n) {
      const Value bits = format.stub.values.bits(6, n);
      const mpz_class number = format.stub.values.as_signed(bits);
      expect(format.call(from_signed, mode, bits), oracle.round(mode, number), "signed", mode, {n});
      expect(format.call(from_unsigned, mode, bits), oracle.round(mode, mpq_class(n)), "unsigned",
             mode, {n});
    }
    for (long n = -2000; n <= 2000; ++n) {
      mpq_class real(n, 96);
      real.canonicalize();
      const Value value = format.stub.values.rational(real);
      const Value got = format.call(from_real, mode, value);
      ASSERT_EQ(got, format.float_of(oracle.round(mode, real))) << real;
      const std::array args{Value::mode(mode), value, Value::integer(-3)};
      ASSERT_EQ(format.stub.call(scaled, args), format.float_of(oracle.round(mode, real / 8)));
    }
  }
}

TEST_P(SmallFormat, FromOtherFormats) {
  for (const auto& [e, s] : {std::pair{2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 2}, {2, 6}}) {
    const auto other_exponent = static_cast<uint32_t>(e);
    const auto other_significand = static_cast<uint32_t>(s);
    const FloatOracle other(other_exponent, other_significand);
    const Format source(other_exponent, other_significand);
    const Term convert =
        parse(to_fp_text(exponent(), significand(),
                         "m (_ +zero " + std::to_string(e) + " " + std::to_string(s) + ")"));
    for (const RoundingMode mode : kModes)
      for (uint64_t x = 0; x < other.count(); ++x) {
        uint64_t want = oracle.from_special(other.hardware(x));
        if (other.is_number(x) && other.real(x) != 0) want = oracle.round(mode, other.real(x));
        expect(format.call(convert, mode, source.float_of(x)), want, "to_fp", mode, {x});
      }
  }
}

std::string format_name(const testing::TestParamInfo<SmallFormat::ParamType>& param) {
  return std::to_string(std::get<0>(param.param)) + "_" + std::to_string(std::get<1>(param.param));
}

INSTANTIATE_TEST_SUITE_P(EvalFloats, SmallFormat,
                         testing::Values(std::tuple{2u, 2u}, std::tuple{2u, 3u}, std::tuple{3u, 3u},
                                         std::tuple{3u, 4u}),
                         format_name);

// The formats that the processor has, against it.

constexpr size_t kTriples = 3000;

template <typename T>
struct Hardware;
template <>
struct Hardware<float> {
  using Bits = uint32_t;
  static constexpr uint32_t kExponent = 8, kSignificand = 24;
};
template <>
struct Hardware<double> {
  using Bits = uint64_t;
  static constexpr uint32_t kExponent = 11, kSignificand = 53;
};

template <typename T>
uint64_t bits_of(T value) {
  using Bits = typename Hardware<T>::Bits;
  return std::bit_cast<Bits>(std::isnan(value) ? std::numeric_limits<T>::quiet_NaN() : value);
}

template <typename T>
class HardwareFormat : public testing::Test {
 protected:
  using Bits = typename Hardware<T>::Bits;
  static constexpr uint32_t kExponent = Hardware<T>::kExponent;
  static constexpr uint32_t kSignificand = Hardware<T>::kSignificand;

  // Any bits, but often near a power of two, the last number asked for, or an end of the format.
  T draw(Rng& rng) {
    Bits result = static_cast<Bits>(rng.next());
    const uint64_t kind = rng.below(8);
    const Bits fraction = (Bits{1} << (kSignificand - 1)) - 1;
    if (kind == 0) result &= ~(fraction >> 2);          // few digits
    if (kind == 1) result |= fraction >> rng.below(8);  // a run of ones
    if (kind == 2) result &= fraction | (Bits{1} << (kExponent + kSignificand - 1));
    if (kind == 3) result = std::bit_cast<Bits>(static_cast<T>(rng.below(200)) / 2);
    if (kind == 4 || kind == 5) result = last_ + static_cast<Bits>(rng.below(5)) - 2;
    if (kind == 6) result = (last_ & ~fraction) ^ (result & fraction);  // the same exponent
    if (rng.chance(1, 12)) {
      constexpr std::array kEdges{T{0},
                                  T{1},
                                  std::numeric_limits<T>::min(),
                                  std::numeric_limits<T>::denorm_min(),
                                  std::numeric_limits<T>::max(),
                                  std::numeric_limits<T>::infinity(),
                                  std::numeric_limits<T>::quiet_NaN()};
      result =
          std::bit_cast<Bits>(kEdges[rng.below(kEdges.size())]) + static_cast<Bits>(rng.below(2));
    }
    if (rng.chance(1, 2)) result ^= Bits{1} << (kExponent + kSignificand - 1);
    last_ = result;
    return std::bit_cast<T>(result);
  }

  void expect(Value got, T want, const char* what, RoundingMode mode, T x, T y = 0, T z = 0) {
    if (got == format.float_of(bits_of(want)) || this->HasFailure()) return;
    ADD_FAILURE() << std::hexfloat << what << " of " << x << ", " << y << ", " << z << " in "
                  << format.stub.show(Value::mode(mode)) << " is " << format.stub.show(got)
                  << ", not " << want;
  }

  Term parse(std::string_view text) { return format.stub.parse(text); }

  Format format{kExponent, kSignificand};

 private:
  Bits last_ = 0;
};

using HardwareTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(HardwareFormat, HardwareTypes);

TYPED_TEST(HardwareFormat, Arithmetic) {
  using T = TypeParam;
  const Term add = this->parse("(fp.add m x y)");
  const Term sub = this->parse("(fp.sub m x y)");
  const Term mul = this->parse("(fp.mul m x y)");
  const Term div = this->parse("(fp.div m x y)");
  const Term fma = this->parse("(fp.fma m x y z)");
  const Term sqrt = this->parse("(fp.sqrt m x)");
  const Term integral = this->parse("(fp.roundToIntegral m x)");
  Rng rng(1);
  for (size_t i = 0; i < kTriples; ++i) {
    const volatile T x = this->draw(rng);
    const volatile T y = this->draw(rng);
    const volatile T z = this->draw(rng);
    for (const RoundingMode mode : kHardwareModes) {
      const auto check = [&](Term term, const char* what, std::initializer_list<uint64_t> args,
                             auto compute) {
        const Value got = this->format.call(term, mode, args);
        this->expect(got, on_hardware(mode, compute), what, mode, x, y, z);
      };
      const uint64_t a = bits_of<T>(x);
      const uint64_t b = bits_of<T>(y);
      const uint64_t c = bits_of<T>(z);
      check(add, "fp.add", {a, b}, [&] { return static_cast<T>(x + y); });
      check(sub, "fp.sub", {a, b}, [&] { return static_cast<T>(x - y); });
      check(mul, "fp.mul", {a, b}, [&] { return static_cast<T>(x * y); });
      check(div, "fp.div", {a, b}, [&] { return static_cast<T>(x / y); });
      check(fma, "fp.fma", {a, b, c}, [&] { return std::fma(x, y, z); });
      check(sqrt, "fp.sqrt", {a}, [&] { return std::sqrt(x); });
      check(integral, "fp.roundToIntegral", {a}, [&] { return std::nearbyint(x); });
    }
  }
}

// The processor has no RNA: of the two neighbours, the nearer one, or the greater of a tie.
TYPED_TEST(HardwareFormat, TiesAway) {
  using T = TypeParam;
  const Term add = this->parse("(fp.add m x y)");
  const Term mul = this->parse("(fp.mul m x y)");
  const Term integral = this->parse("(fp.roundToIntegral m x)");
  constexpr RoundingMode kAway = RoundingMode::NearestAway;
  Rng rng(2);
  for (size_t i = 0; i < kTriples; ++i) {
    const volatile T x = this->draw(rng);
    const volatile T y = this->draw(rng);
    const auto nearest = [](T down, const mpq_class& exact) {
      if (!std::isfinite(down)) return down;
      const T up = std::nextafter(down, exact < 0 ? -std::numeric_limits<T>::infinity()
                                                  : std::numeric_limits<T>::infinity());
      if (!std::isfinite(up) || exact == mpq_class(down)) return down;
      return abs(exact - mpq_class(down)) < abs(exact - mpq_class(up)) ? down : up;
    };
    const uint64_t a = bits_of<T>(x);
    const uint64_t b = bits_of<T>(y);
    this->expect(this->format.call(integral, kAway, {a}), std::round(x), "round", kAway, x);
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    const mpq_class p(x);
    const mpq_class q(y);
    const T sum = on_hardware(RoundingMode::TowardZero, [&] { return static_cast<T>(x + y); });
    const T product = on_hardware(RoundingMode::TowardZero, [&] { return static_cast<T>(x * y); });
    if (std::fabs(sum) < std::numeric_limits<T>::max())
      this->expect(this->format.call(add, kAway, {a, b}), nearest(sum, p + q), "add", kAway, x, y);
    if (std::fabs(product) < std::numeric_limits<T>::max())
      this->expect(this->format.call(mul, kAway, {a, b}), nearest(product, p * q), "mul", kAway, x,
                   y);
  }
}

TYPED_TEST(HardwareFormat, RemaindersAndComparisons) {
  using T = TypeParam;
  const Term rem = this->parse("(fp.rem x y)");
  const Term leq = this->parse("(fp.leq x y)");
  const Term lt = this->parse("(fp.lt x y)");
  const Term eq = this->parse("(fp.eq x y)");
  const Term normal = this->parse("(fp.isNormal x)");
  Rng rng(3);
  for (size_t i = 0; i < kTriples; ++i) {
    const T x = this->draw(rng);
    const T y = this->draw(rng);
    const uint64_t a = bits_of<T>(x);
    const uint64_t b = bits_of<T>(y);
    T rest = std::remainder(x, y);
    // IEEE 754-2019, 5.3.1: a zero has the sign of x; glibc 2.36 forgets it where y is subnormal.
    if (rest == 0) rest = std::copysign(rest, x);
    this->expect(this->format.call(rem, {a, b}), rest, "fp.rem", {}, x, y);
    ASSERT_EQ(this->format.call(leq, {a, b}), Value::boolean(x <= y)) << x << " " << y;
    ASSERT_EQ(this->format.call(lt, {a, b}), Value::boolean(x < y)) << x << " " << y;
    ASSERT_EQ(this->format.call(eq, {a, b}), Value::boolean(x == y)) << x << " " << y;
    ASSERT_EQ(this->format.call(normal, {a}), Value::boolean(std::isnormal(x))) << x;
  }
}

TYPED_TEST(HardwareFormat, Conversions) {
  using T = TypeParam;
  const Term to_double = this->parse("((_ to_fp 11 53) m x)");
  const Term to_single = this->parse("((_ to_fp 8 24) m x)");
  const Term to_signed = this->parse("((_ fp.to_sbv 64) m x)");
  const Term to_unsigned = this->parse("((_ fp.to_ubv 32) m x)");
  const Term from_signed =
      this->parse(to_fp_text(this->kExponent, this->kSignificand, "m #x0000000000000000"));
  ValuePool& values = this->format.stub.values;
  Rng rng(4);
  for (size_t i = 0; i < kTriples; ++i) {
    const volatile T x = this->draw(rng);
    const volatile auto n = static_cast<int64_t>(rng.next()) >> rng.below(64);
    for (const RoundingMode mode : kHardwareModes) {
      const Value widened = this->format.call(to_double, mode, {bits_of<T>(x)});
      const double as_double = on_hardware(mode, [&] { return static_cast<double>(x); });
      ASSERT_EQ(widened, values.float_bits(64, mpz_class(bits_of(as_double))));
      const Value narrowed = this->format.call(to_single, mode, {bits_of<T>(x)});
      const float as_single = on_hardware(mode, [&] { return static_cast<float>(x); });
      ASSERT_EQ(narrowed, values.float_bits(32, mpz_class(bits_of(as_single))));
      const Value whole = values.bits(64, static_cast<uint64_t>(n));
      this->expect(this->format.call(from_signed, mode, whole),
                   on_hardware(mode, [&] { return static_cast<T>(n); }), "to_fp", mode, x);
      const T rounded = on_hardware(mode, [&] { return std::nearbyint(x); });
      Value want_signed;
      Value want_unsigned;
      if (rounded >= T{-0x1p63} && rounded < T{0x1p63})
        want_signed = values.bits(64, static_cast<uint64_t>(static_cast<int64_t>(rounded)));
      if (rounded >= 0 && rounded < T{0x1p32})
        want_unsigned = values.bits(32, static_cast<uint64_t>(rounded));
      ASSERT_EQ(this->format.call(to_signed, mode, {bits_of<T>(x)}), want_signed) << x;
      ASSERT_EQ(this->format.call(to_unsigned, mode, {bits_of<T>(x)}), want_unsigned) << x;
    }
  }
}

// Single cases, as scripts write them.

TEST(EvalFloats, Constants) {
  EvalStub stub;
  EXPECT_EQ(stub.show("(_ +oo 2 3)"), "fp#b01100");
  EXPECT_EQ(stub.show("(_ -oo 2 3)"), "fp#b11100");
  EXPECT_EQ(stub.show("(_ +zero 2 3)"), "fp#b00000");
  EXPECT_EQ(stub.show("(_ -zero 2 3)"), "fp#b10000");
  EXPECT_EQ(stub.show("(_ NaN 2 3)"), "fp#b01110");
  EXPECT_EQ(stub.show("(fp #b1 #b10 #b01)"), "fp#b11001");
  EXPECT_EQ(stub.show("(fp #b1 #b11 #b01)"), stub.show("(_ NaN 2 3)"));
  EXPECT_EQ(stub.show("((_ to_fp 2 3) #b1 #b10 #b01)"), "fp#b11001");
  for (const char* name : {"RNE", "RNA", "RTP", "RTN", "RTZ"}) EXPECT_EQ(stub.show(name), name);
  EXPECT_EQ(stub.show("roundNearestTiesToEven"), "RNE");
  EXPECT_EQ(stub.show("roundNearestTiesToAway"), "RNA");
  EXPECT_EQ(stub.show("roundTowardPositive"), "RTP");
  EXPECT_EQ(stub.show("roundTowardNegative"), "RTN");
  EXPECT_EQ(stub.show("roundTowardZero"), "RTZ");
}

TEST(EvalFloats, ChainsCompareNeighbours) {
  EvalStub stub;
  const std::string one = "((_ to_fp 5 11) RNE 1.0)";
  const std::string two = "((_ to_fp 5 11) RNE 2.0)";
  const std::string nan = "(_ NaN 5 11)";
  EXPECT_EQ(stub.show("(fp.lt (_ -oo 5 11) " + one + two + ")"), "true");
  EXPECT_EQ(stub.show("(fp.lt (_ -oo 5 11) " + two + one + ")"), "false");
  EXPECT_EQ(stub.show("(fp.leq " + one + one + two + ")"), "true");
  EXPECT_EQ(stub.show("(fp.gt " + two + one + one + ")"), "false");
  EXPECT_EQ(stub.show("(fp.geq " + two + one + one + ")"), "true");
  EXPECT_EQ(stub.show("(fp.eq (_ +zero 5 11) (_ -zero 5 11) (_ +zero 5 11))"), "true");
  EXPECT_EQ(stub.show("(fp.eq " + nan + nan + ")"), "false");
  EXPECT_EQ(stub.show("(fp.leq " + one + two + nan + ")"), "false");
}

TEST(EvalFloats, LeftOpenByTheStandard) {
  EvalStub stub;
  for (const char* text :
       {"(fp.min (_ +zero 5 11) (_ -zero 5 11))", "(fp.min (_ -zero 5 11) (_ +zero 5 11))",
        "(fp.max (_ +zero 5 11) (_ -zero 5 11))", "((_ fp.to_ubv 8) RNE (_ NaN 5 11))",
        "((_ fp.to_sbv 8) RNE (_ +oo 5 11))", "((_ fp.to_ubv 8) RNE ((_ to_fp 5 11) RNE 256.0))",
        "((_ fp.to_ubv 8) RTN (fp #b1 #b01110 #b0000000000))",
        "((_ fp.to_sbv 8) RTP ((_ to_fp 5 11) RNE 127.5))", "(fp.to_real (_ NaN 5 11))",
        "(fp.to_real (_ -oo 5 11))", "(fp.to_ieee_bv (_ NaN 5 11))"})
    EXPECT_EQ(stub.show(text), "unspecified") << text;
  EXPECT_EQ(stub.show("(fp.min (_ -zero 5 11) (_ -zero 5 11))"), stub.show("(_ -zero 5 11)"));
  // The integer that -0.5 rounds to is in the range.
  EXPECT_EQ(stub.show("((_ fp.to_ubv 8) RNE (fp #b1 #b01110 #b0000000000))"), "#b00000000");
}

TEST(EvalFloats, RealsAreRoundedOnce) {
  EvalStub stub;
  // Just above a tie, by less than any double could tell.
  EXPECT_EQ(stub.show("((_ to_fp 2 3) RNE 1.1250000000000000000000000000000000000000000001)"),
            "fp#b00101");
  EXPECT_EQ(stub.show("((_ to_fp 2 3) RNE 1.125)"), "fp#b00100");
  EXPECT_EQ(stub.show("((_ to_fp 2 3) RNA 1.125)"), "fp#b00101");
  EXPECT_EQ(stub.show("((_ to_fp 8 24) RNE 0.1)"), "fp#b00111101110011001100110011001101");
  EXPECT_EQ(stub.show("((_ to_fp 8 24) RTZ 0.0)"), stub.show("(_ +zero 8 24)"));
  EXPECT_EQ(stub.show("((_ to_fp 8 24) RTN 0)"), stub.show("(_ +zero 8 24)"));
  EXPECT_EQ(stub.show("((_ to_fp 8 24) RNE 3)"), stub.show("((_ to_fp 8 24) RNE 3.0)"));
  const std::string huge = "1" + std::string(5000, '0') + ".0";
  EXPECT_EQ(stub.show("((_ to_fp 8 24) RNE " + huge + ")"), stub.show("(_ +oo 8 24)"));
  EXPECT_EQ(stub.show("((_ to_fp 8 24) RTZ " + huge + ")"), "fp#b01111111011111111111111111111111");
  const std::string tiny = "0." + std::string(5000, '0') + "1";
  EXPECT_EQ(stub.show("((_ to_fp 8 24) RNE " + tiny + ")"), stub.show("(_ +zero 8 24)"));
  EXPECT_EQ(stub.show("((_ to_fp 8 24) RTP " + tiny + ")"), "fp#b00000000000000000000000000000001");
}

TEST(EvalFloats, ScaledReals) {
  EvalStub stub;
  EXPECT_EQ(stub.show("((_ to_fp 5 11) RNE 1.5 2)"), stub.show("((_ to_fp 5 11) RNE 6.0)"));
  EXPECT_EQ(stub.show("((_ to_fp 5 11) RNE 2 1.5)"), stub.show("((_ to_fp 5 11) RNE 6.0)"));
  const std::string far = "1" + std::string(100, '0');
  EXPECT_EQ(stub.show("((_ to_fp 5 11) RNE 1.5 " + far + ")"), stub.show("(_ +oo 5 11)"));
  EXPECT_EQ(stub.show("((_ to_fp 5 11) RNE 0.0 " + far + ")"), stub.show("(_ +zero 5 11)"));
}

TEST(EvalFloats, WideFormats) {
  EvalStub stub;
  // Remainders of numbers that lie far apart: 2^16383 = 2 modulo 3, and n = (2^16383 + 1) / 3.
  const std::string greatest = "(fp #b0 #b111111111111110 (_ bv0 112))";
  const std::string three = "((_ to_fp 15 113) RNE 3.0)";
  EXPECT_EQ(stub.show("(fp.rem " + greatest + three + ")"),
            stub.show("(fp.neg ((_ to_fp 15 113) RNE 1.0))"));
  // 2^(2^29 - 1), too, is 2 modulo 3.
  const std::string ones = "#b0" + std::string(29, '1');  // of 30 bits, the exponent 0
  const std::string top = "#b" + std::string(29, '1') + "0";
  EXPECT_EQ(stub.show("(fp.rem (fp #b0 " + top + " #b00) ((_ to_fp 30 3) RNE 3.0))"),
            stub.show("(fp.neg ((_ to_fp 30 3) RNE 1.0))"));
  EXPECT_EQ(stub.show("(fp.add RTP (fp #b0 " + top + " #b00) (fp #b0 " + ones + " #b00))"),
            stub.show("(fp #b0 " + top + " #b01)"));
  EXPECT_EQ(stub.show("(fp.add RTZ (fp #b0 " + top + " #b00) (fp #b1 " + ones + " #b00))"),
            stub.show("(fp #b0 #b" + std::string(28, '1') + "01 #b11)"));
  EXPECT_EQ(stub.show("(fp.to_real (fp #b0 " + top + " #b00))"), "unsupported");
  // Beyond what is computed with, constants and bits still have their values.
  EXPECT_EQ(stub.show("(= (_ +oo 31 3) (fp #b0 #b" + std::string(31, '1') + " #b00))"), "true");
  EXPECT_EQ(stub.show("(= (_ NaN 53 11) (fp #b1 #b" + std::string(53, '1') + " #b0000000001))"),
            "true");
  EXPECT_EQ(stub.show("(= (_ -zero 53 11) (_ +zero 53 11))"), "false");
  EXPECT_EQ(stub.show("(fp.neg (_ +oo 31 3))"), "unsupported");
  EXPECT_EQ(stub.show("(fp.isNaN (_ NaN 16777216 3))"), "unsupported");
}

// Where the greatest numbers have fractions, rounding to an integer can pass them.
TEST(EvalFloats, IntegersBeyondTheFormat) {
  EvalStub stub;
  EXPECT_EQ(stub.show("(fp.roundToIntegral RTP (fp #b0 #b10 #b11))"), stub.show("(_ +oo 2 3)"));
  EXPECT_EQ(stub.show("(fp.roundToIntegral RTN (fp #b1 #b10 #b11))"), stub.show("(_ -oo 2 3)"));
  EXPECT_EQ(stub.show("(fp.roundToIntegral RTZ (fp #b0 #b10 #b11))"), "fp#b01010");
}

TEST(EvalFloats, EveryRowIsEvaluated) {
  for (const Theory* theory : theories()) {
    if (theory->name != "floats") continue;
    for (const OpSpec& op : theory->ops) EXPECT_NE(op.eval, nullptr) << op.name;
  }
}

}  // namespace
}  // namespace pg
