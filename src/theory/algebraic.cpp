#include "theory/algebraic.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>

namespace pg {
namespace {

using Polynomial = Algebraic::Polynomial;

constexpr size_t kMaxDegree = 32;
// Coefficients of more bits together would keep us busy for seconds.
constexpr size_t kMaxBits = 8192;

size_t degree(const Polynomial& p) { return p.size() - 1; }

void trim(Polynomial& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}

// The same roots, with a leading coefficient of one.
Polynomial monic(Polynomial p) {
  const mpq_class lead = p.back();
  for (mpq_class& coefficient : p) coefficient /= lead;
  return p;
}

Polynomial derivative(const Polynomial& p) {
  Polynomial result;
  for (size_t i = 1; i < p.size(); ++i) result.push_back(p[i] * static_cast<unsigned long>(i));
  return result;
}

// The quotient; what is left stays in `rest`.
Polynomial divide(Polynomial& rest, const Polynomial& by) {
  if (rest.size() < by.size()) return {};
  Polynomial quotient(rest.size() - by.size() + 1);
  for (size_t shift = quotient.size(); shift-- > 0;) {
    const mpq_class factor = rest[shift + degree(by)] / by.back();
    quotient[shift] = factor;
    for (size_t i = 0; i < by.size(); ++i) rest[shift + i] -= factor * by[i];
  }
  trim(rest);
  return quotient;
}

// The different irreducible factors over the rationals.
std::vector<Polynomial> factors_of(const Polynomial& p) {
  mpz_class scale = 1;
  for (const mpq_class& coefficient : p) scale = lcm(scale, coefficient.get_den());
  fmpz_poly_t whole;
  fmpz_poly_factor_t factors;
  fmpz_poly_init(whole);
  fmpz_poly_factor_init(factors);
  for (size_t i = 0; i < p.size(); ++i) {
    const mpq_class scaled = p[i] * scale;
    fmpz_poly_set_coeff_mpz(whole, static_cast<slong>(i), scaled.get_num_mpz_t());
  }
  fmpz_poly_factor(factors, whole);
  std::vector<Polynomial> found;
  for (slong i = 0; i < factors->num; ++i) {
    Polynomial factor(static_cast<size_t>(fmpz_poly_length(factors->p + i)));
    for (size_t k = 0; k < factor.size(); ++k)
      fmpz_poly_get_coeff_mpz(factor[k].get_num_mpz_t(), factors->p + i, static_cast<slong>(k));
    found.push_back(monic(std::move(factor)));
  }
  fmpz_poly_factor_clear(factors);
  fmpz_poly_clear(whole);
  return found;
}

int sign_at(const Polynomial& p, const mpq_class& x) {
  mpq_class value = 0;
  for (size_t i = p.size(); i-- > 0;) value = value * x + p[i];
  return sgn(value);
}

// Counts real roots by Sturm's theorem.
class Sturm {
 public:
  explicit Sturm(const Polynomial& p) : chain_{p, derivative(p)} {
    while (chain_.back().size() > 1) {
      Polynomial rest = chain_[chain_.size() - 2];
      divide(rest, chain_.back());
      if (rest.empty()) break;
      // Only signs matter: keep the numbers small.
      const mpq_class size = abs(rest.back());
      for (mpq_class& coefficient : rest) coefficient /= -size;
      chain_.push_back(std::move(rest));
    }
  }

  // Of the roots in (low, high].
  size_t count(const mpq_class& low, const mpq_class& high) const {
    return changes(low) - changes(high);
  }

 private:
  size_t changes(const mpq_class& x) const {
    size_t result = 0;
    int last = 0;
    for (const Polynomial& p : chain_) {
      const int sign = sign_at(p, x);
      if (sign != 0 && last != 0 && sign != last) ++result;
      if (sign != 0) last = sign;
    }
    return result;
  }

  std::vector<Polynomial> chain_;
};

// All real roots lie between minus this and this.
mpq_class root_bound(const Polynomial& p) {
  mpq_class largest = 0;
  for (size_t i = 0; i + 1 < p.size(); ++i)
    largest = std::max(largest, mpq_class(abs(p[i] / p.back())));
  return largest + 1;
}

// Sums of the powers 0 to `count` of all complex roots, by Newton's identities.
std::vector<mpq_class> power_sums(const Polynomial& p, size_t count) {
  const size_t n = degree(p);
  std::vector<mpq_class> sums{mpq_class(static_cast<unsigned long>(n))};
  for (size_t k = 1; k <= count; ++k) {
    mpq_class sum = 0;
    for (size_t i = 1; i < k && i <= n; ++i) sum += p[n - i] * sums[k - i];
    if (k <= n) sum += p[n - k] * static_cast<unsigned long>(k);
    sums.push_back(-sum);
  }
  return sums;
}

// The polynomial whose roots have these sums of powers 0 to n.
Polynomial from_power_sums(const std::vector<mpq_class>& sums) {
  const size_t n = sums.size() - 1;
  Polynomial p(n + 1);
  p[n] = 1;
  for (size_t k = 1; k <= n; ++k) {
    mpq_class sum = sums[k];
    for (size_t i = 1; i < k; ++i) sum += p[n - i] * sums[k - i];
    p[n - k] = -sum / static_cast<unsigned long>(k);
  }
  return p;
}

// A rational as a root, so that one rule serves all numbers.
Polynomial polynomial_of(const RealNumber& number) {
  if (const auto* rational = std::get_if<mpq_class>(&number)) return {-*rational, 1};
  return std::get<Algebraic>(number).polynomial();
}

struct Interval {
  mpq_class low;
  mpq_class high;
};

Interval bounds_of(const RealNumber& number) {
  if (const auto* rational = std::get_if<mpq_class>(&number)) return {*rational, *rational};
  const Algebraic& algebraic = std::get<Algebraic>(number);
  return {algebraic.low(), algebraic.high()};
}

void refine(RealNumber& number) {
  if (auto* algebraic = std::get_if<Algebraic>(&number)) algebraic->refine();
}

Interval product(const Interval& a, const Interval& b) {
  const auto [low, high] = std::minmax({mpq_class(a.low * b.low), mpq_class(a.low * b.high),
                                        mpq_class(a.high * b.low), mpq_class(a.high * b.high)});
  return {low, high};
}

}  // namespace

// Finds the roots of a polynomial by its irreducible factors. One of a factor of degree one is
// rational, and no other is.
class AlgebraicBuilder {
 public:
  explicit AlgebraicBuilder(const Polynomial& p) {
    for (Polynomial& factor : factors_of(p)) {
      bound_ = std::max(bound_, root_bound(factor));
      factors_.push_back({factor, Sturm(factor)});
    }
  }

  // Of the different roots in (low, high].
  size_t count(const mpq_class& low, const mpq_class& high) const {
    size_t roots = 0;
    for (const Factor& factor : factors_) roots += factor.sturm.count(low, high);
    return roots;
  }

  std::optional<RealNumber> nth(size_t n) const {
    mpq_class high = bound_;
    mpq_class low = -high;
    if (n == 0 || n > count(low, high)) return std::nullopt;
    while (count(low, high) > 1) {
      const mpq_class middle = (low + high) / 2;
      const size_t below = count(low, middle);
      if (n <= below) {
        high = middle;
      } else {
        low = middle;
        n -= below;
      }
    }
    return only(low, high);
  }

  // The only root in (low, high].
  RealNumber only(const mpq_class& low, const mpq_class& high) const {
    const auto factor = std::ranges::find_if(
        factors_, [&](const Factor& each) { return each.sturm.count(low, high) == 1; });
    if (degree(factor->polynomial) == 1) return mpq_class(-factor->polynomial[0]);
    Algebraic result;
    result.polynomial_ = factor->polynomial;
    result.low_ = low;
    result.high_ = high;
    return result;
  }

 private:
  struct Factor {
    Polynomial polynomial;
    Sturm sturm;
  };
  std::vector<Factor> factors_;
  mpq_class bound_ = 1;
};

namespace {

size_t bits_of(const Polynomial& p) {
  size_t bits = 0;
  for (const mpq_class& coefficient : p)
    bits += mpz_sizeinbase(coefficient.get_num_mpz_t(), 2) +
            mpz_sizeinbase(coefficient.get_den_mpz_t(), 2);
  return bits;
}

// The root of `p` that `bounds` closes in on while the operands are refined. None if that would
// take long.
template <typename Bounds, typename Refine>
std::optional<RealNumber> closing_in(const Polynomial& p, size_t most_bits, Bounds bounds,
                                     Refine refine_all) {
  if (degree(p) > 1 && bits_of(p) > most_bits) return std::nullopt;
  const AlgebraicBuilder builder(p);
  while (true) {
    const Interval interval = bounds();
    if (interval.low == interval.high) return interval.low;
    // The number lies strictly between the bounds.
    if (builder.count(interval.low, interval.high) == 1)
      return builder.only(interval.low, interval.high);
    refine_all();
  }
}

// Reads the texts of read_algebraic.
class AlgebraicReader {
 public:
  explicit AlgebraicReader(std::string_view text) : text_(text) {}

  std::optional<RealNumber> read() {
    if (take("(root-obj")) {
      Polynomial p = prefix();
      const std::optional<mpz_class> which = number();
      trim(p);
      if (failed_ || !which || !which->fits_ulong_p() || p.size() < 2) return std::nullopt;
      return nth_root(p, which->get_ui());
    }
    if (!take("(_") || !take("real_algebraic_number") || !take("<")) return std::nullopt;
    Polynomial p = infix();
    trim(p);
    if (failed_ || !take(",") || !take("(")) return std::nullopt;
    const std::optional<mpq_class> low = fraction();
    if (!take(",")) return std::nullopt;
    const std::optional<mpq_class> high = fraction();
    if (!low || !high || p.size() < 2) return std::nullopt;
    return only_root(p, *low, *high);
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view word) {
    skip_space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  std::optional<mpz_class> number() {
    skip_space();
    const size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '-') ++at_;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) ++at_;
    mpz_class result;
    const std::string digits(text_.substr(begin, at_ - begin));
    if (digits.empty() || digits == "-" || result.set_str(digits, 10) != 0) {
      failed_ = true;
      return std::nullopt;
    }
    return result;
  }
  std::optional<mpq_class> fraction() {
    const std::optional<mpz_class> top = number();
    if (!top || !take("/")) return top ? std::optional<mpq_class>(*top) : std::nullopt;
    const std::optional<mpz_class> bottom = number();
    if (!bottom || *bottom == 0) return std::nullopt;
    mpq_class result(*top, *bottom);
    result.canonicalize();
    return result;
  }
  Polynomial monomial(const mpz_class& coefficient, size_t power) {
    if (power > kMaxDegree) {
      failed_ = true;
      return {};
    }
    Polynomial result(power + 1);
    result[power] = coefficient;
    return result;
  }
  size_t exponent() {
    const std::optional<mpz_class> power = number();
    return power && *power >= 0 && power->fits_ulong_p() ? power->get_ui() : kMaxDegree + 1;
  }
  static void add_to(Polynomial& sum, const Polynomial& part) {
    if (sum.size() < part.size()) sum.resize(part.size());
    for (size_t i = 0; i < part.size(); ++i) sum[i] += part[i];
  }

  // x, 3, (- 3), (^ x 2), (* 3 x), (+ ...): Z3's way. Sums do not nest.
  Polynomial prefix() {
    if (take("(+")) {
      Polynomial sum;
      while (!failed_ && !take(")")) add_to(sum, product());
      return sum;
    }
    return product();
  }
  Polynomial product() {
    mpz_class coefficient = 1;
    size_t power = 0;
    if (take("(*")) {
      while (!failed_ && !take(")")) factor(coefficient, power);
    } else {
      factor(coefficient, power);
    }
    return monomial(coefficient, power);
  }
  void factor(mpz_class& coefficient, size_t& power) {
    if (take("(^")) {
      if (!take("x")) failed_ = true;
      power += exponent();
      if (!take(")")) failed_ = true;
    } else if (take("(-")) {
      factor(coefficient, power);
      coefficient = -coefficient;
      if (!take(")")) failed_ = true;
    } else if (take("x")) {
      ++power;
    } else if (const std::optional<mpz_class> value = number()) {
      coefficient *= *value;
    }
  }

  // 1*x^2 + (-2*x) + 1: the way of cvc5's libpoly.
  Polynomial infix() {
    Polynomial sum;
    do {
      const bool open = take("(");
      const std::optional<mpz_class> coefficient = number();
      if (!coefficient) return {};
      size_t power = 0;
      if (take("*")) {
        if (!take("x")) failed_ = true;
        power = take("^") ? exponent() : 1;
      }
      if (open && !take(")")) failed_ = true;
      add_to(sum, monomial(*coefficient, power));
    } while (!failed_ && take("+"));
    return sum;
  }

  std::string_view text_;
  size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

void Algebraic::refine() {
  const mpq_class middle = (low_ + high_) / 2;
  (sign_at(polynomial_, middle) == sign_at(polynomial_, low_) ? low_ : high_) = middle;
}

int Algebraic::compare(const mpq_class& other) const {
  if (other <= low_) return 1;
  if (other >= high_) return -1;
  // Between the bounds the sign tells on which side of the root it lies.
  return sign_at(polynomial_, other) == sign_at(polynomial_, low_) ? 1 : -1;
}

int Algebraic::compare(const Algebraic& other) const {
  // Irreducible polynomials with a common root are the same.
  const mpq_class low = std::max(low_, other.low_);
  const mpq_class high = std::min(high_, other.high_);
  if (low < high && polynomial_ == other.polynomial_ && Sturm(polynomial_).count(low, high) > 0)
    return 0;
  Algebraic a = *this;
  Algebraic b = other;
  while (a.low_ < b.high_ && b.low_ < a.high_) {
    a.refine();
    b.refine();
  }
  return a.high_ <= b.low_ ? -1 : 1;
}

mpz_class Algebraic::floor() const {
  auto down = [](const mpq_class& x) {
    mpz_class result;
    mpz_fdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
    return result;
  };
  Algebraic closer = *this;
  // It is not whole: at some point no whole number lies between the bounds.
  while (down(closer.low_) != down(closer.high_)) closer.refine();
  return down(closer.low_);
}

std::optional<RealNumber> nth_root(const Polynomial& polynomial, size_t n) {
  if (polynomial.size() < 2 || degree(polynomial) > kMaxDegree) return std::nullopt;
  return AlgebraicBuilder(polynomial).nth(n);
}

std::optional<RealNumber> only_root(const Polynomial& polynomial, const mpq_class& low,
                                    const mpq_class& high) {
  if (polynomial.size() < 2 || degree(polynomial) > kMaxDegree) return std::nullopt;
  const AlgebraicBuilder builder(polynomial);
  if (builder.count(low, high) != 1) return std::nullopt;
  return builder.only(low, high);
}

std::optional<RealNumber> read_algebraic(std::string_view spelling) {
  return AlgebraicReader(spelling).read();
}

std::string write_algebraic(const Algebraic& number) {
  const Polynomial& p = number.polynomial();
  mpz_class scale = 1;
  for (const mpq_class& coefficient : p) scale = lcm(scale, coefficient.get_den());
  std::string sum;
  size_t parts = 0;
  for (size_t power = p.size(); power-- > 0;) {
    const mpz_class coefficient = mpq_class(p[power] * scale).get_num();
    if (coefficient == 0) continue;
    const std::string digits = mpz_class(abs(coefficient)).get_str();
    std::string part = power == 1 ? "x" : "(^ x " + std::to_string(power) + ")";
    const std::string factor = coefficient < 0 ? "(- " + digits + ")" : digits;
    if (power == 0)
      part = factor;
    else if (coefficient != 1)
      part = "(* " + factor + " " + part + ")";
    sum += " " + part;
    ++parts;
  }
  sum = parts == 1 ? sum.substr(1) : "(+" + sum + ")";
  const size_t index = Sturm(p).count(-root_bound(p), number.high());
  return "(root-obj " + sum + " " + std::to_string(index) + ")";
}

namespace {

std::optional<RealNumber> multiply_within(size_t most_bits, const RealNumber& a,
                                          const RealNumber& b) {
  const mpq_class zero = 0;
  for (const RealNumber* factor : {&a, &b})
    if (const auto* rational = std::get_if<mpq_class>(factor); rational && *rational == zero)
      return zero;
  const Polynomial p = polynomial_of(a);
  const Polynomial q = polynomial_of(b);
  const size_t n = degree(p) * degree(q);
  if (n > kMaxDegree) return std::nullopt;
  std::vector<mpq_class> sums = power_sums(p, n);
  const std::vector<mpq_class> right = power_sums(q, n);
  for (size_t k = 0; k <= n; ++k) sums[k] *= right[k];
  RealNumber x = a;
  RealNumber y = b;
  return closing_in(
      from_power_sums(sums), most_bits, [&] { return product(bounds_of(x), bounds_of(y)); },
      [&] {
        refine(x);
        refine(y);
      });
}

}  // namespace

RealNumber negate(const RealNumber& number) {
  return *multiply_within(SIZE_MAX, number, mpq_class(-1));
}

std::optional<RealNumber> add(const RealNumber& a, const RealNumber& b) {
  const Polynomial p = polynomial_of(a);
  const Polynomial q = polynomial_of(b);
  const size_t n = degree(p) * degree(q);
  if (n > kMaxDegree) return std::nullopt;
  const std::vector<mpq_class> left = power_sums(p, n);
  const std::vector<mpq_class> right = power_sums(q, n);
  // The k-th powers of all sums of two roots, by the binomial theorem.
  std::vector<mpq_class> sums(n + 1);
  for (size_t k = 0; k <= n; ++k) {
    mpz_class choose = 1;
    for (size_t i = 0; i <= k; ++i) {
      sums[k] += choose * left[i] * right[k - i];
      choose = choose * static_cast<unsigned long>(k - i) / static_cast<unsigned long>(i + 1);
    }
  }
  RealNumber x = a;
  RealNumber y = b;
  return closing_in(
      from_power_sums(sums), kMaxBits,
      [&] {
        const Interval left_bounds = bounds_of(x);
        const Interval right_bounds = bounds_of(y);
        return Interval{left_bounds.low + right_bounds.low, left_bounds.high + right_bounds.high};
      },
      [&] {
        refine(x);
        refine(y);
      });
}

std::optional<RealNumber> multiply(const RealNumber& a, const RealNumber& b) {
  return multiply_within(kMaxBits, a, b);
}

std::optional<RealNumber> power(const RealNumber& base, size_t exponent) {
  const Polynomial p = polynomial_of(base);
  const size_t n = degree(p);
  if (exponent > kMaxDegree) return std::nullopt;
  const std::vector<mpq_class> all = power_sums(p, n * exponent);
  std::vector<mpq_class> sums;
  for (size_t k = 0; k <= n; ++k) sums.push_back(all[k * exponent]);
  RealNumber x = base;
  return closing_in(
      from_power_sums(sums), kMaxBits,
      [&] {
        const Interval bounds = bounds_of(x);
        Interval result{1, 1};
        for (size_t i = 0; i < exponent; ++i) result = product(result, bounds);
        return result;
      },
      [&] { refine(x); });
}

RealNumber invert(const RealNumber& number) {
  if (const auto* rational = std::get_if<mpq_class>(&number)) return mpq_class(1 / *rational);
  Algebraic x = std::get<Algebraic>(number);
  // Zero is not between the bounds, nor one of them.
  while (sgn(x.low()) * sgn(x.high()) <= 0) x.refine();
  Polynomial reversed(x.polynomial().rbegin(), x.polynomial().rend());
  trim(reversed);
  return AlgebraicBuilder(reversed).only(1 / x.high(), 1 / x.low());
}

}  // namespace pg
