// What IEEE 754 fixes to the last bit.
#include "program/frame.h"
#include "program/layout.h"

namespace pg {

// One of the classes that a mask of LLVM's is made of.
Term Frame::class_of(Term number, unsigned mask) {
  const Term negative = terms_.float_is_negative(number);
  const Term nan = terms_.float_is_nan(number);
  const Term infinite = terms_.float_is_infinite(number);
  const Term zero = terms_.float_is_zero(number);
  const Term subnormal = terms_.float_is_subnormal(number);
  Term normal = terms_.disjunction(nan, infinite);
  normal = terms_.disjunction(normal, zero);
  normal = terms_.disjunction(normal, subnormal);
  normal = terms_.negation(normal);
  const struct {
    unsigned below, above;
    Term holds;
  } rows[] = {{llvm::fcNegInf, llvm::fcPosInf, infinite},
              {llvm::fcNegNormal, llvm::fcPosNormal, normal},
              {llvm::fcNegSubnormal, llvm::fcPosSubnormal, subnormal},
              {llvm::fcNegZero, llvm::fcPosZero, zero}};
  Term any = (mask & llvm::fcNan) != 0 ? nan : terms_.truth(false);
  for (const auto& [below, above, holds] : rows) {
    const Term is_below = (mask & below) != 0 ? negative : terms_.truth(false);
    const Term is_above = (mask & above) != 0 ? terms_.negation(negative) : terms_.truth(false);
    const Term sign = terms_.disjunction(is_below, is_above);
    const Term here = terms_.conjunction(holds, sign);
    any = terms_.disjunction(any, here);
  }
  return any;
}

bool Frame::step_math(llvm::IntrinsicInst& call, const State& state) {
  using llvm::Intrinsic::ID;
  if (!call.arg_size() || !is_float(call.getArgOperand(0)->getType())) return false;
  const ID id = call.getIntrinsicID();
  std::vector<Term> operands;
  for (const llvm::Use& operand : call.args()) operands.push_back(number(*operand, &call));
  auto round = [&](llvm::RoundingMode mode) { return terms_.float_integral(operands[0], mode); };
  Term result;
  switch (id) {
    case llvm::Intrinsic::fabs:
      result = terms_.float_absolute(operands[0]);
      break;
    case llvm::Intrinsic::sqrt:
      result = terms_.float_square_root(operands[0]);
      break;
    case llvm::Intrinsic::floor:
      result = round(llvm::RoundingMode::TowardNegative);
      break;
    case llvm::Intrinsic::ceil:
      result = round(llvm::RoundingMode::TowardPositive);
      break;
    case llvm::Intrinsic::trunc:
      result = round(llvm::RoundingMode::TowardZero);
      break;
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
      result = round(llvm::RoundingMode::NearestTiesToEven);
      break;
    case llvm::Intrinsic::round:
      result = round(llvm::RoundingMode::NearestTiesToAway);
      break;
    case llvm::Intrinsic::fma:
      result = terms_.float_fused(operands[0], operands[1], operands[2]);
      break;
    // Two operations, as on machines without a fused one.
    case llvm::Intrinsic::fmuladd: {
      const Term product = *terms_.float_operation(Instruction::FMul, operands[0], operands[1]);
      result = *terms_.float_operation(Instruction::FAdd, product, operands[2]);
      break;
    }
    case llvm::Intrinsic::copysign: {
      encoder_.note_nan(state, operands[1]);
      const Term negative = terms_.float_is_negative(operands[1]);
      const Term above = terms_.float_absolute(operands[0]);
      const Term below = terms_.float_negation(above);
      result = terms_.ite(negative, below, above);
      break;
    }
    case llvm::Intrinsic::is_fpclass: {
      const auto mask = terms_.value(operands[1])->getZExtValue();
      // There is one NaN.
      const bool one_nan = (mask & llvm::fcNan) == 0 || (mask & llvm::fcNan) == llvm::fcNan;
      if (!one_nan) return false;
      result = class_of(operands[0], static_cast<unsigned>(mask));
      break;
    }
    default:
      return false;
  }
  registers_[&call] = {result, {}, {}};
  return true;
}

}  // namespace pg
