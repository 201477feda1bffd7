#pragma once

#include "theory/bitvectors/bits.h"

namespace pg::bitvectors {

// The binary operators of FixedSizeBitVectors and QF_BV, on numbers (see bits.h).

struct And {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t) {
    return a & b;
  }
};

struct Or {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t) {
    return a | b;
  }
};

struct Xor {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t) {
    return a ^ b;
  }
};

// An operator and the complement of its result.
template <typename Op>
struct Not {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    return complemented(Op::apply(a, b, width), width);
  }
};

struct Add {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t) {
    return a + b;
  }
};

struct Sub {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t) {
    return a - b;
  }
};

struct Mul {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t) {
    return a * b;
  }
};

// Division by zero yields all ones, its remainder is the dividend: both are total.
struct Udiv {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    if (b == 0) return ones(width, a);
    return a / b;
  }
};

struct Urem {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t) {
    if (b == 0) return a;
    return a % b;
  }
};

// The signed ones are abbreviations in QF_BV, by sign and absolute value.
template <typename Number>
bool is_negative(const Number& value, uint32_t width) {
  return bit(value, width - 1);
}

template <typename Number>
Number absolute(const Number& value, uint32_t width) {
  if (is_negative(value, width)) return negated(value, width);
  return value;
}

struct Sdiv {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    const Number result = Udiv::apply(absolute(a, width), absolute(b, width), width);
    if (is_negative(a, width) == is_negative(b, width)) return result;
    return negated(result, width);
  }
};

// The sign follows the dividend.
struct Srem {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    const Number result = Urem::apply(absolute(a, width), absolute(b, width), width);
    if (!is_negative(a, width)) return result;
    return negated(result, width);
  }
};

// The sign follows the divisor.
struct Smod {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    const Number rest = Urem::apply(absolute(a, width), absolute(b, width), width);
    if (rest == 0) return rest;
    const bool below = is_negative(a, width);
    if (below == is_negative(b, width)) return below ? negated(rest, width) : rest;
    return below ? Number(b - rest) : Number(rest + b);
  }
};

struct Shl {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    const uint32_t by = positions(b, width);
    if (by == width) return Number(0);
    return up(a, by);
  }
};

struct Lshr {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    const uint32_t by = positions(b, width);
    if (by == width) return Number(0);
    return down(a, by);
  }
};

struct Ashr {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    if (!is_negative(a, width)) return Lshr::apply(a, b, width);
    return complemented(Lshr::apply(complemented(a, width), b, width), width);
  }
};

template <typename Number>
Number rotated_left(const Number& value, uint32_t by, uint32_t width) {
  if (by == 0) return value;
  return up(value, by) | down(value, width - by);
}

// Z3: by the value of the second argument, of any size.
struct RotateLeft {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    return rotated_left(a, positions(Number(b % width), width), width);
  }
};

struct RotateRight {
  template <typename Number>
  static Number apply(const Number& a, const Number& b, uint32_t width) {
    const uint32_t by = positions(Number(b % width), width);
    return rotated_left(a, by == 0 ? 0 : width - by, width);
  }
};

}  // namespace pg::bitvectors
