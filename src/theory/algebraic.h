#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gmpxx.h>

namespace pg {

// A real number that is no rational: the only root of a polynomial between two rationals.
class Algebraic {
 public:
  using Polynomial = std::vector<mpq_class>;  // coefficients from the constant upwards

  const Polynomial& polynomial() const { return polynomial_; }
  const mpq_class& low() const { return low_; }
  const mpq_class& high() const { return high_; }

  // Below, at or above zero: where it stands to another number. Never at zero for a rational.
  int compare(const mpq_class& other) const;
  int compare(const Algebraic& other) const;
  mpz_class floor() const;

  // Half the distance of the bounds.
  void refine();

 private:
  friend class AlgebraicBuilder;

  Polynomial polynomial_;  // without double roots; changes its sign between the bounds
  mpq_class low_;
  mpq_class high_;
};

using RealNumber = std::variant<mpq_class, Algebraic>;

// None if the polynomial has no such root, or one of too high a degree.
std::optional<RealNumber> nth_root(const Algebraic::Polynomial& polynomial, size_t n);  // from 1
std::optional<RealNumber> only_root(const Algebraic::Polynomial& polynomial, const mpq_class& low,
                                    const mpq_class& high);
// A number as Z3 and cvc5 print it:
//   (root-obj (+ (^ x 2) (- 2)) 1)    (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)
std::optional<RealNumber> read_algebraic(std::string_view spelling);
// As Z3 prints it.
std::string write_algebraic(const Algebraic& number);

// None if the result's polynomial would be too large.
std::optional<RealNumber> add(const RealNumber& a, const RealNumber& b);
std::optional<RealNumber> multiply(const RealNumber& a, const RealNumber& b);
std::optional<RealNumber> power(const RealNumber& base, size_t exponent);
RealNumber negate(const RealNumber& number);
RealNumber invert(const RealNumber& number);  // not zero

}  // namespace pg
