#include "theory/computed.h"

#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <vector>

namespace pg::computed {
namespace {

constexpr Value kZero = Value::integer(0);
constexpr Value kOne = Value::integer(1);
constexpr int64_t kMaxExponent = 1 << 20;

constexpr auto kNames = std::to_array<std::string_view>(
    {"+", "*", "real.pi", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
     "tanh", "asinh", "acosh", "atanh"});
static_assert(kNames.size() == kOperations);

// What functions are known to be at some rational arguments: a rational, or one times pi.
struct KnownValue {
  Operation function;
  int64_t top;
  int64_t bottom;
  int64_t result_top;
  int64_t result_bottom;
  bool times_pi;
};
constexpr auto kKnownValues = std::to_array<KnownValue>({
    {Operation::Exp, 0, 1, 1, 1, false},   {Operation::Log, 1, 1, 0, 1, false},
    {Operation::Sin, 0, 1, 0, 1, false},   {Operation::Cos, 0, 1, 1, 1, false},
    {Operation::Tan, 0, 1, 0, 1, false},   {Operation::Asin, 0, 1, 0, 1, false},
    {Operation::Asin, 1, 1, 1, 2, true},   {Operation::Asin, -1, 1, -1, 2, true},
    {Operation::Asin, 1, 2, 1, 6, true},   {Operation::Asin, -1, 2, -1, 6, true},
    {Operation::Acos, 1, 1, 0, 1, false},  {Operation::Acos, 0, 1, 1, 2, true},
    {Operation::Acos, -1, 1, 1, 1, true},  {Operation::Acos, 1, 2, 1, 3, true},
    {Operation::Acos, -1, 2, 2, 3, true},  {Operation::Atan, 0, 1, 0, 1, false},
    {Operation::Atan, 1, 1, 1, 4, true},   {Operation::Atan, -1, 1, -1, 4, true},
    {Operation::Sinh, 0, 1, 0, 1, false},  {Operation::Cosh, 0, 1, 1, 1, false},
    {Operation::Tanh, 0, 1, 0, 1, false},  {Operation::Asinh, 0, 1, 0, 1, false},
    {Operation::Acosh, 1, 1, 0, 1, false}, {Operation::Atanh, 0, 1, 0, 1, false},
});

// sin(q*pi)^2 for q from 0 to 1/2, where its root is of low degree.
struct SquaredSine {
  int64_t bottom;  // q is 1 over it; 0: q is 0
  int64_t square_top;
  int64_t square_bottom;
};
constexpr auto kSquaredSines =
    std::to_array<SquaredSine>({{0, 0, 1}, {6, 1, 4}, {4, 1, 2}, {3, 3, 4}, {2, 1, 1}});

Value node(ValuePool& values, Operation operation, std::span<const Value> items) {
  return values.compound(ValueKind::Computed, static_cast<uint32_t>(operation), items);
}

bool is_node(Value value, Operation operation) {
  return is_computed(value) && operation_of(value) == operation;
}

Value too_complex(ValuePool& values) {
  return values.unsupported("an algebraic number of too high a degree");
}

// Rational and algebraic numbers.
Value exact(ValuePool& values, const std::optional<RealNumber>& number) {
  return number ? values.real(*number) : too_complex(values);
}
Value exact_sum(ValuePool& values, Value a, Value b) {
  if (values.is_rational(a) && values.is_rational(b))
    return values.rational(values.as_rational(a) + values.as_rational(b));
  return exact(values, pg::add(values.as_real(a), values.as_real(b)));
}
Value exact_product(ValuePool& values, Value a, Value b) {
  if (values.is_rational(a) && values.is_rational(b))
    return values.rational(values.as_rational(a) * values.as_rational(b));
  return exact(values, pg::multiply(values.as_real(a), values.as_real(b)));
}
Value exact_power(ValuePool& values, Value base, int64_t exponent) {
  if (exponent < 0) base = values.real(pg::invert(values.as_real(base)));
  const auto times = static_cast<size_t>(std::abs(exponent));
  if (!values.is_rational(base)) return exact(values, pg::power(values.as_real(base), times));
  const mpq_class number = values.as_rational(base);
  if (bits_of(number) > ValuePool::kMaxNumberBits / (times + 1))
    return values.unsupported("a power too large to compute");
  mpq_class result;
  mpz_pow_ui(result.get_num_mpz_t(), number.get_num_mpz_t(), times);
  mpz_pow_ui(result.get_den_mpz_t(), number.get_den_mpz_t(), times);
  return values.rational(result);
}

// A number as a sum: what is exact in it, and how often each other part is in it.
struct Sum {
  Value constant = kZero;
  std::map<Value, Value> terms = {};
};

Sum sum_of(const ValuePool& values, Value value) {
  if (!is_computed(value)) return {value};
  if (operation_of(value) != Operation::Sum) return {kZero, {{value, kOne}}};
  const std::span<const Value> items = values.items(value);
  Sum sum{items[0]};
  for (size_t i = 1; i < items.size(); i += 2) sum.terms.emplace(items[i + 1], items[i]);
  return sum;
}

Value value_of(ValuePool& values, const Sum& sum) {
  std::vector<Value> items{sum.constant};
  for (const auto& [term, factor] : sum.terms)
    if (factor != kZero) items.insert(items.end(), {factor, term});
  for (const Value& item : items)
    if (!item.is_defined()) return item;
  if (items.size() == 1) return sum.constant;
  if (items.size() == 3 && items[0] == kZero && items[1] == kOne) return items[2];
  return node(values, Operation::Sum, items);
}

// Every part of a number by a factor that is exact.
Value scaled(ValuePool& values, Value value, Value factor) {
  if (factor == kZero) return kZero;
  Sum sum = sum_of(values, value);
  sum.constant = exact_product(values, sum.constant, factor);
  for (auto& [term, times] : sum.terms) times = exact_product(values, times, factor);
  return value_of(values, sum);
}

// A number as a product: what is exact in it, and the exponent of each other part.
struct Product {
  Value constant = kOne;
  std::map<Value, int64_t> factors = {};
};

Product product_of(const ValuePool& values, Value value) {
  if (!is_computed(value)) return {value};
  Product product;
  if (is_node(value, Operation::Sum)) {
    const std::span<const Value> items = values.items(value);
    if (items.size() == 3 && items[0] == kZero) {
      product.constant = items[1];
      value = items[2];
    }
  }
  if (!is_node(value, Operation::Product)) {
    product.factors.emplace(value, 1);
    return product;
  }
  const std::span<const Value> items = values.items(value);
  for (size_t i = 0; i < items.size(); i += 2)
    product.factors.emplace(items[i], items[i + 1].as_int64());
  return product;
}

Value value_of(ValuePool& values, const Product& product) {
  if (!product.constant.is_defined()) return product.constant;
  std::vector<Value> items;
  for (const auto& [factor, exponent] : product.factors) {
    if (std::abs(exponent) > kMaxExponent)
      return values.unsupported("a power too large to compute");
    // What has a negative exponent is not zero: the two cancel.
    if (exponent != 0) items.insert(items.end(), {factor, Value::integer(exponent)});
  }
  if (items.empty()) return product.constant;
  const bool alone = items.size() == 2 && items[1] == kOne;
  return scaled(values, alone ? items[0] : node(values, Operation::Product, items),
                product.constant);
}

Value times_pi(ValuePool& values, const mpq_class& q) {
  return scaled(values, pi(values), values.rational(q));
}

// The sine of q*pi, where it is a root of low degree.
Value known_sine(ValuePool& values, const mpq_class& q) {
  mpz_class halves;
  mpz_fdiv_q(halves.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  mpq_class rest = q - halves;
  if (rest > mpq_class(1, 2)) rest = 1 - rest;
  for (const SquaredSine& row : kSquaredSines) {
    if (rest != (row.bottom == 0 ? mpq_class(0) : mpq_class(1, row.bottom))) continue;
    if (row.square_top == 0) return kZero;
    const Value sine = root(values, mpq_class(row.square_top, row.square_bottom), 2);
    return mpz_odd_p(halves.get_mpz_t()) != 0 ? scaled(values, sine, Value::integer(-1)) : sine;
  }
  return Value::unspecified();
}

// Undefined where nothing is known.
Value known_at_pi(ValuePool& values, Operation function, const mpq_class& q) {
  if (function != Operation::Sin && function != Operation::Cos && function != Operation::Tan)
    return Value::unspecified();
  const Value sine = known_sine(values, q);
  if (function == Operation::Sin) return sine;
  const Value cosine = known_sine(values, q + mpq_class(1, 2));
  if (function == Operation::Cos || !cosine.is_defined()) return cosine;
  if (!sine.is_defined() || cosine == kZero) return Value::unspecified();
  return exact_product(values, sine, values.real(pg::invert(values.as_real(cosine))));
}

Value known_at_rational(ValuePool& values, Operation function, const mpq_class& arg) {
  for (const KnownValue& row : kKnownValues)
    if (row.function == function && arg == mpq_class(row.top, row.bottom)) {
      const mpq_class result(row.result_top, row.result_bottom);
      return row.times_pi ? times_pi(values, result) : values.rational(result);
    }
  return Value::unspecified();
}

}  // namespace

std::string_view name_of(Operation operation) { return kNames[static_cast<size_t>(operation)]; }

Value add(ValuePool& values, Value a, Value b) {
  Sum sum = sum_of(values, a);
  const Sum other = sum_of(values, b);
  sum.constant = exact_sum(values, sum.constant, other.constant);
  for (const auto& [term, factor] : other.terms) {
    const auto [it, is_new] = sum.terms.emplace(term, factor);
    if (!is_new) it->second = exact_sum(values, it->second, factor);
  }
  return value_of(values, sum);
}

Value subtract(ValuePool& values, Value a, Value b) {
  const Value negative = scaled(values, b, Value::integer(-1));
  return negative.is_defined() ? add(values, a, negative) : negative;
}

Value multiply(ValuePool& values, Value a, Value b) {
  if (!is_computed(a)) return scaled(values, b, a);
  if (!is_computed(b)) return scaled(values, a, b);
  Product product = product_of(values, a);
  const Product other = product_of(values, b);
  product.constant = exact_product(values, product.constant, other.constant);
  for (const auto& [factor, exponent] : other.factors) product.factors[factor] += exponent;
  return value_of(values, product);
}

Value invert(ValuePool& values, Value a) { return power(values, a, -1); }

Value power(ValuePool& values, Value base, int64_t exponent) {
  if (exponent == 0) return kOne;
  if (exponent < -kMaxExponent || exponent > kMaxExponent)
    return values.unsupported("a power too large to compute");
  Product product = product_of(values, base);
  product.constant = exact_power(values, product.constant, exponent);
  for (auto& [factor, times] : product.factors) times *= exponent;
  return value_of(values, product);
}

Value pi(ValuePool& values) { return node(values, Operation::Pi, {}); }

Value apply(ValuePool& values, Operation function, Value arg) {
  mpq_class q;
  Value known;
  if (values.is_rational(arg))
    known = known_at_rational(values, function, values.as_rational(arg));
  else if (is_multiple_of_pi(values, arg, q))
    known = known_at_pi(values, function, q);
  if (known.is_defined()) return known;
  // The one undoes the other: the logarithm has positive arguments only.
  if ((function == Operation::Exp && is_node(arg, Operation::Log)) ||
      (function == Operation::Log && is_node(arg, Operation::Exp)))
    return values.items(arg)[0];
  return node(values, function, {&arg, 1});
}

Value root(ValuePool& values, const mpq_class& base, uint64_t degree) {
  if (degree > kMaxRoot) return Value::unspecified();
  Algebraic::Polynomial polynomial(degree + 1);
  polynomial[0] = -base;
  polynomial[degree] = 1;
  const std::optional<RealNumber> found = only_root(polynomial, 0, base + 1);
  return found ? values.real(*found) : Value::unspecified();
}

bool is_multiple_of_pi(const ValuePool& values, Value value, mpq_class& q) {
  const Sum sum = sum_of(values, value);
  if (sum.constant != kZero || sum.terms.size() != 1) return false;
  const auto& [term, factor] = *sum.terms.begin();
  if (!is_node(term, Operation::Pi) || !values.is_rational(factor)) return false;
  q = values.as_rational(factor);
  return true;
}

}  // namespace pg::computed
