#include "theory/algebraic.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace pg {
namespace {

// As Z3 prints it, rationals as they are.
std::string text(const std::optional<RealNumber>& number) {
  if (!number) return "none";
  if (const auto* rational = std::get_if<mpq_class>(&*number)) return rational->get_str();
  return write_algebraic(std::get<Algebraic>(*number));
}

double approximate(const RealNumber& number) {
  if (const auto* rational = std::get_if<mpq_class>(&number)) return rational->get_d();
  Algebraic root = std::get<Algebraic>(number);
  for (int i = 0; i < 80; ++i) root.refine();
  return root.low().get_d();
}

TEST(Algebraic, ReadsWhatSolversPrint) {
  EXPECT_EQ(text(read_algebraic("(root-obj (+ (^ x 2) (- 2)) 1)")),
            "(root-obj (+ (^ x 2) (- 2)) 1)");
  EXPECT_EQ(text(read_algebraic("(root-obj (+ (* 3 (^ x 2)) (- 1)) 2)")),
            "(root-obj (+ (* 3 (^ x 2)) (- 1)) 2)");
  EXPECT_EQ(text(read_algebraic("(root-obj (+ (^ x 6) (* (- 2) (^ x 3)) (- 1)) 1)")),
            "(root-obj (+ (^ x 6) (* (- 2) (^ x 3)) (- 1)) 1)");
  EXPECT_EQ(text(read_algebraic("(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)")),
            "(root-obj (+ (^ x 2) (- 2)) 2)");
  EXPECT_EQ(text(read_algebraic("(_ real_algebraic_number <1*x^2 + (-1*x) + (-1), (-1, 0)>)")),
            "(root-obj (+ (^ x 2) (* (- 1) x) (- 1)) 1)");
  // One that cvc5 did not see to be rational.
  EXPECT_EQ(text(read_algebraic("(_ real_algebraic_number <25*x^2 + 60*x + 11, (-9/4, -2)>)")),
            "-11/5");
}

TEST(Algebraic, RefusesWhatIsNoNumber) {
  for (const char* bad :
       {"", "(root-obj", "(root-obj (+ (^ x 2) 2) 1)", "(root-obj (+ (^ x 2) (- 2)) 3)",
        "(root-obj (+ (^ x 2) (- 2)) 0)", "(root-obj 7 1)", "(root-obj (+ (^ y 2) (- 2)) 1)",
        "(root-obj (+ (^ x 99999999999999999999) (- 2)) 1)",
        "(_ real_algebraic_number <1*x^2 + (-2), (-2, 2)>)",
        "(_ real_algebraic_number <1*x^2 + (-2), (1/0, 2)>)", "(_ real_algebraic_number <>)"})
    EXPECT_EQ(text(read_algebraic(bad)), "none") << bad;
}

TEST(Algebraic, CoefficientsThatTakeTooLongAreGivenUp) {
  auto power_of_ten = [](unsigned long exponent) {
    mpz_class number;
    mpz_ui_pow_ui(number.get_mpz_t(), 10, exponent);
    return number;
  };
  const RealNumber root = *nth_root({-2, 0, 1}, 2);
  EXPECT_NE(text(multiply(root, mpq_class(power_of_ten(100)))), "none");
  EXPECT_EQ(text(multiply(root, mpq_class(power_of_ten(3000)))), "none");
  EXPECT_EQ(text(add(root, mpq_class(power_of_ten(3000)))), "none");
  // Rational numbers are no roots.
  EXPECT_EQ(text(multiply(mpq_class(power_of_ten(3000)), mpq_class(power_of_ten(3000)))),
            power_of_ten(6000).get_str());
}

TEST(Algebraic, RootsThatAreRationalAreRational) {
  // (2x - 1)(3x + 2)(x^2 - 2), with a double root and without.
  EXPECT_EQ(text(nth_root({4, -2, -14, 1, 6}, 2)), "-2/3");
  EXPECT_EQ(text(nth_root({4, -2, -14, 1, 6}, 3)), "1/2");
  EXPECT_EQ(text(nth_root({1, -2, 1}, 1)), "1");
  EXPECT_EQ(text(nth_root({0, 0, 1}, 1)), "0");
  EXPECT_EQ(text(nth_root({1, -2, 1}, 2)), "none");
}

// Sums and products keep the degree of their field: that of the square root of two is two, however
// often they are combined.
TEST(Algebraic, DegreesStaySmall) {
  const RealNumber root = *nth_root({-2, 0, 1}, 2);
  const RealNumber less = *add(root, mpq_class(-1));
  EXPECT_EQ(text(less), "(root-obj (+ (^ x 2) (* 2 x) (- 1)) 2)");
  RealNumber sum = mpq_class(0);
  RealNumber product = mpq_class(1);
  for (int i = 0; i < 10; ++i) {
    sum = *add(*add(sum, root), less);
    product = *multiply(*multiply(product, root), less);
  }
  EXPECT_EQ(text(sum), "(root-obj (+ (^ x 2) (* 20 x) (- 700)) 2)");
  EXPECT_EQ(text(power(*multiply(root, less), 10)), text(product));
  EXPECT_EQ(text(multiply(less, *add(root, mpq_class(1)))), "1");
  EXPECT_EQ(text(add(sum, negate(sum))), "0");
}

// A product of different factors says no more than the one that has the root.
TEST(Algebraic, IsARootOfAnIrreduciblePolynomial) {
  EXPECT_EQ(text(nth_root({6, 0, -5, 0, 1}, 3)), "(root-obj (+ (^ x 2) (- 2)) 2)");
  EXPECT_EQ(text(nth_root({6, 0, -5, 0, 1}, 4)), "(root-obj (+ (^ x 2) (- 3)) 2)");
  EXPECT_EQ(text(nth_root({4, 0, -4, 0, 1}, 2)), "(root-obj (+ (^ x 2) (- 2)) 2)");
}

// Against double arithmetic, and the laws of a field.
TEST(Algebraic, Arithmetic) {
  rc::check("sums, products and inverses of square and cube roots", [] {
    const auto number = [] {
      const long radicand = *rc::gen::inRange(2L, 12L);
      const bool cube = *rc::gen::arbitrary<bool>();
      const Algebraic::Polynomial p =
          cube ? Algebraic::Polynomial{-radicand, 0, 0, 1} : Algebraic::Polynomial{-radicand, 0, 1};
      return *nth_root(p, cube ? 1 : *rc::gen::inRange<size_t>(1, 3));
    };
    const RealNumber a = number();
    const RealNumber b = number();
    const double x = approximate(a);
    const double y = approximate(b);
    const RealNumber sum = *add(a, b);
    const RealNumber product = *multiply(a, b);
    RC_ASSERT(std::abs(approximate(sum) - (x + y)) < 1e-9);
    RC_ASSERT(std::abs(approximate(product) - x * y) < 1e-9);
    RC_ASSERT(std::abs(approximate(invert(a)) - 1 / x) < 1e-9);
    RC_ASSERT(std::abs(approximate(*power(a, 3)) - x * x * x) < 1e-9);
    RC_ASSERT(text(multiply(a, invert(a))) == "1");
    RC_ASSERT(text(add(a, negate(a))) == "0");
    RC_ASSERT(text(add(b, a)) == text(sum));
  });
}

}  // namespace
}  // namespace pg
