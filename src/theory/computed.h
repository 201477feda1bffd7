#pragma once

#include <cstdint>
#include <string_view>

#include "theory/value.h"

namespace pg::computed {

// Real numbers that are neither rational nor algebraic as far as we know, such as (sin 1): values
// of ValueKind::Computed. Each is an exact expression, a node with the operation as aux() and its
// operands as items(); theory/enclosure.h computes bounds of it, as close as one likes. Expressions
// are kept in a normal form, so that what is the same by the laws of a field is one handle, and
// what is known to be rational or algebraic is no node. Equal numbers may still be different
// handles.

enum class Operation : uint32_t {
  Sum,      // c, k1, t1, k2, t2, ...: c + k1*t1 + k2*t2 ...; c and k are exact, t no sums
  Product,  // t1, e1, t2, e2, ...: t1^e1 * t2^e2 ...; e are whole numbers, t no products
  Pi,
  Exp,
  Log,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Tanh,
  Asinh,
  Acosh,
  Atanh,
};
inline constexpr uint32_t kOperations = 17;

inline bool is_computed(Value value) { return value.kind() == ValueKind::Computed; }
inline Operation operation_of(Value value) { return static_cast<Operation>(value.aux()); }
// The name of the row that means it.
std::string_view name_of(Operation operation);

// Of any numbers. Unsupported where the result would be too large.
Value add(ValuePool& values, Value a, Value b);
Value subtract(ValuePool& values, Value a, Value b);
Value multiply(ValuePool& values, Value a, Value b);
Value invert(ValuePool& values, Value a);  // not zero
// A negative exponent only of what is not zero.
Value power(ValuePool& values, Value base, int64_t exponent);

Value pi(ValuePool& values);
// A function where it is defined. Known values, such as those of (sin 0) and (cos (/ real.pi 3)),
// are exact.
Value apply(ValuePool& values, Operation function, Value arg);
// The positive root x of x^degree = base, which is rational and positive. Undefined if it has no
// polynomial of a degree that we compute with.
inline constexpr uint64_t kMaxRoot = 32;
Value root(ValuePool& values, const mpq_class& base, uint64_t degree);
// True if the number is q times pi for a rational q.
bool is_multiple_of_pi(const ValuePool& values, Value value, mpq_class& q);

}  // namespace pg::computed
