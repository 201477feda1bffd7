// Floats: what the machine computes is what IEEE 754 says, rounded to the nearest.
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
      const Term first = apply(kIsNan, {a});
      const Term second = apply(kIsNan, {b});
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
