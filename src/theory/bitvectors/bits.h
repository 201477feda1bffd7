#pragma once

#include <cstdint>

#include <gmpxx.h>

#include "theory/value.h"

namespace pg::bitvectors {

// Bit-vectors as unsigned numbers below 2^width: uint64_t up to 64 bits, mpz_class above. The
// operators are written once, over these few functions. Results may exceed the width: they are
// taken modulo 2^width when they become values.

constexpr uint64_t ones(uint32_t width, uint64_t) { return UINT64_MAX >> (64 - width); }
inline mpz_class ones(uint32_t width, const mpz_class&) { return (mpz_class(1) << width) - 1; }

constexpr uint64_t modulo(uint64_t value, uint32_t width) { return value & ones(width, value); }
inline mpz_class modulo(const mpz_class& value, uint32_t width) {
  mpz_class result;
  mpz_fdiv_r_2exp(result.get_mpz_t(), value.get_mpz_t(), width);
  return result;
}

constexpr bool bit(uint64_t value, uint32_t index) { return (value >> index & 1) != 0; }
inline bool bit(const mpz_class& value, uint32_t index) {
  return mpz_tstbit(value.get_mpz_t(), index) != 0;
}

// The value as a number of positions; the width or more: `width`.
constexpr uint32_t positions(uint64_t value, uint32_t width) {
  return value < width ? static_cast<uint32_t>(value) : width;
}
inline uint32_t positions(const mpz_class& value, uint32_t width) {
  return value < width ? static_cast<uint32_t>(value.get_ui()) : width;
}

// Shifts by less than the width.
template <typename Number>
Number up(const Number& value, uint32_t by) {
  return value << by;
}
template <typename Number>
Number down(const Number& value, uint32_t by) {
  return value >> by;
}

template <typename Number>
Number negated(const Number& value, uint32_t width) {
  return modulo(Number(0 - value), width);
}
template <typename Number>
Number complemented(const Number& value, uint32_t width) {
  return value ^ ones(width, value);
}

constexpr bool is_small(Value value) { return value.kind() == ValueKind::Bits; }

constexpr Value small_bits(uint32_t width, uint64_t value) {
  return {ValueKind::Bits, width, modulo(value, width)};
}

inline Value to_value(ValuePool&, uint32_t width, uint64_t value) {
  return small_bits(width, value);
}
inline Value to_value(ValuePool& values, uint32_t width, const mpz_class& value) {
  return values.bits(width, value);
}

}  // namespace pg::bitvectors
