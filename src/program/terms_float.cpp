// Floats: what the machine computes is what IEEE 754 says, rounded to the nearest.
#include <fmt/format.h>
#include <llvm/ADT/APSInt.h>
#include <llvm/IR/Instructions.h>

#include "program/terms.h"

namespace pg {

using llvm::APFloat;
using llvm::APInt;
using Opcode = llvm::Instruction::BinaryOps;
using Predicate = llvm::CmpInst::Predicate;

namespace {

constexpr auto kRounding = APFloat::rmNearestTiesToEven;

const llvm::fltSemantics& semantics(uint32_t width) {
  return width == 32 ? APFloat::IEEEsingle() : APFloat::IEEEdouble();
}
uint32_t exponent_bits(uint32_t width) { return width == 32 ? 8 : 11; }

}  // namespace

// There is one NaN.
Term Terms::float_number(const APFloat& value) {
  const APFloat number = value.isNaN() ? APFloat::getQNaN(value.getSemantics()) : value;
  const Term bits = this->number(number.bitcastToAPInt());
  const uint32_t width = number.bitcastToAPInt().getBitWidth();
  const Term term = apply(kFromBits, {bits}, {exponent_bits(width), width - exponent_bits(width)});
  has_floats_ = true;
  floats_.try_emplace(term, number);
  return term;
}

Term Terms::float_from_bits(Term bits) {
  const uint32_t size = width(bits);
  if (const std::optional<APInt> known = value(bits))
    return float_number(APFloat(semantics(size), *known));
  has_floats_ = true;
  return apply(kFromBits, {bits}, {exponent_bits(size), size - exponent_bits(size)});
}

Term Terms::float_bits(Term a) {
  if (const auto known = floats_.find(a); known != floats_.end())
    return number(known->second.bitcastToAPInt());
  if (const auto known = bits_.find(a); known != bits_.end()) return known->second;
  const uint32_t size = width(a);
  const Term is_nan = float_is_nan(a);
  const Term nan = number(APFloat::getQNaN(semantics(size)).bitcastToAPInt());
  if (is(a, kFromBits)) return ite(is_nan, nan, arg(a, 0));
  const Term bits = symbol(fmt::format("bits{}", meanings_.size()), sort(size));
  const Term back = float_from_bits(bits);
  const Term same = equal(back, a);
  const Term is_this_nan = equal(bits, nan);
  const Term is_number = negation(is_nan);
  const Term one_nan = disjunction(is_number, is_this_nan);
  meanings_.push_back({bits, conjunction(same, one_nan)});
  bits_.try_emplace(a, bits);
  return bits;
}

std::optional<Term> Terms::float_operation(Opcode opcode, Term a, Term b) {
  const auto left = floats_.find(a);
  const auto right = floats_.find(b);
  const bool known = left != floats_.end() && right != floats_.end();
  APFloat result = known ? left->second : APFloat(0.0);
  const Term nearest = apply(kNearest, {});
  switch (opcode) {
    case Opcode::FAdd:
      if (!known) return apply(kFloatAdd, {nearest, a, b});
      result.add(right->second, kRounding);
      break;
    case Opcode::FSub:
      if (!known) return apply(kFloatSub, {nearest, a, b});
      result.subtract(right->second, kRounding);
      break;
    case Opcode::FMul:
      if (!known) return apply(kFloatMul, {nearest, a, b});
      result.multiply(right->second, kRounding);
      break;
    case Opcode::FDiv:
      if (!known) return apply(kFloatDiv, {nearest, a, b});
      result.divide(right->second, kRounding);
      break;
    default:
      return std::nullopt;
  }
  return float_number(result);
}

// Ordered predicates are false where an operand is NaN, unordered ones are true.
Term Terms::float_compare(Predicate predicate, Term a, Term b) {
  const auto left = floats_.find(a);
  const auto right = floats_.find(b);
  if (left != floats_.end() && right != floats_.end())
    return truth(llvm::FCmpInst::compare(left->second, right->second, predicate));
  switch (predicate) {
    case Predicate::FCMP_FALSE:
      return false_;
    case Predicate::FCMP_TRUE:
      return true_;
    case Predicate::FCMP_OEQ:
      return apply(kFloatEqual, {a, b});
    case Predicate::FCMP_OLT:
      return apply(kFloatLess, {a, b});
    case Predicate::FCMP_OLE:
      return apply(kFloatLessEqual, {a, b});
    case Predicate::FCMP_OGT:
      return apply(kFloatLess, {b, a});
    case Predicate::FCMP_OGE:
      return apply(kFloatLessEqual, {b, a});
    case Predicate::FCMP_ONE: {
      const Term less = apply(kFloatLess, {a, b});
      const Term greater = apply(kFloatLess, {b, a});
      return disjunction(less, greater);
    }
    case Predicate::FCMP_UNO: {
      const Term first = float_is_nan(a);
      const Term second = float_is_nan(b);
      return disjunction(first, second);
    }
    default:
      return negation(float_compare(llvm::CmpInst::getInversePredicate(predicate), a, b));
  }
}

Term Terms::float_negation(Term a) {
  if (const auto known = floats_.find(a); known != floats_.end())
    return float_number(llvm::neg(known->second));
  return apply(kFloatNeg, {a});
}

Term Terms::float_absolute(Term a) {
  if (const auto known = floats_.find(a); known != floats_.end())
    return float_number(llvm::abs(known->second));
  return apply(kFloatAbs, {a});
}

Term Terms::float_test(Op op, Term a, bool (APFloat::*test)() const) {
  if (const auto known = floats_.find(a); known != floats_.end())
    return truth((known->second.*test)());
  return apply(op, {a});
}

Term Terms::float_is_nan(Term a) { return float_test(kIsNan, a, &APFloat::isNaN); }
Term Terms::float_is_infinite(Term a) { return float_test(kIsInfinite, a, &APFloat::isInfinity); }
Term Terms::float_is_zero(Term a) { return float_test(kIsZero, a, &APFloat::isZero); }
Term Terms::float_is_subnormal(Term a) { return float_test(kIsSubnormal, a, &APFloat::isDenormal); }
Term Terms::float_is_negative(Term a) {
  if (const auto known = floats_.find(a); known != floats_.end())
    return truth(known->second.isNegative() && !known->second.isNaN());
  return apply(kIsNegative, {a});
}

Term Terms::float_square_root(Term a) {
  const Term nearest = apply(kNearest, {});
  return apply(kFloatRoot, {nearest, a});
}

Term Terms::float_fused(Term a, Term b, Term added) {
  const Term nearest = apply(kNearest, {});
  return apply(kFloatFused, {nearest, a, b, added});
}

Term Terms::float_integral(Term a, llvm::RoundingMode mode) {
  if (const auto known = floats_.find(a); known != floats_.end()) {
    APFloat result = known->second;
    result.roundToIntegral(mode);
    return float_number(result);
  }
  Op op = kNearest;
  if (mode == llvm::RoundingMode::NearestTiesToAway) op = kNearestAway;
  if (mode == llvm::RoundingMode::TowardPositive) op = kUpwards;
  if (mode == llvm::RoundingMode::TowardNegative) op = kDownwards;
  if (mode == llvm::RoundingMode::TowardZero) op = kTowardsZero;
  const Term rounding = apply(op, {});
  return apply(kFloatIntegral, {rounding, a});
}

Term Terms::float_cast(Term a, uint32_t to) {
  if (const auto known = floats_.find(a); known != floats_.end()) {
    APFloat result = known->second;
    bool inexact = false;
    result.convert(semantics(to), kRounding, &inexact);
    return float_number(result);
  }
  const Term nearest = apply(kNearest, {});
  return apply(kFromFloat, {nearest, a}, {exponent_bits(to), to - exponent_bits(to)});
}

Term Terms::float_from(Term integer, uint32_t to, bool is_signed) {
  if (const std::optional<APInt> known = value(integer)) {
    APFloat result(semantics(to));
    result.convertFromAPInt(*known, is_signed, kRounding);
    return float_number(result);
  }
  has_floats_ = true;
  const Term bits = width(integer) == 1 ? to_bits(integer) : integer;
  const Term nearest = apply(kNearest, {});
  return apply(is_signed ? kFromSigned : kFromUnsigned, {nearest, bits},
               {exponent_bits(to), to - exponent_bits(to)});
}

Term Terms::float_to(Term a, uint32_t to, bool is_signed) {
  if (const auto known = floats_.find(a); known != floats_.end()) {
    llvm::APSInt result(to, !is_signed);
    bool exact = false;
    known->second.convertToInteger(result, APFloat::rmTowardZero, &exact);
    return number(result);
  }
  const Term towards_zero = apply(kTowardsZero, {});
  const Term bits = apply(is_signed ? kToSigned : kToUnsigned, {towards_zero, a}, {to});
  return to == 1 ? to_truth(bits) : bits;
}

}  // namespace pg
