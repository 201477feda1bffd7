#include <algorithm>

#include <fmt/format.h>

#include "program/checks.h"
#include "program/frame.h"

namespace pg {
namespace {

constexpr uint64_t kAbortCode = 134;

}  // namespace

void Frame::step_call(llvm::CallInst& call, State& state) {
  llvm::Function* function = call.getCalledFunction();
  if (!function) return encoder_.fail(&call, "a call of something that is no function");
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return step_intrinsic(*intrinsic, state);
  if (is_check(*function)) return step_check(call, state);
  std::vector<Val> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Val argument = value(*call.getArgOperand(i), &call);
    if (call.isByValArgument(i) && argument.is_pointer()) {
      encoder_.note_access(state, argument, terms_.number(64, 1));
      argument = encoder_.copied(argument, *function->getArg(i), state);
    }
    arguments.push_back(std::move(argument));
  }
  if (encoder_.error_) return;
  if (is_exit(*function)) {
    const Term low = terms_.truncate(arguments[0].term, 8);
    const Term code = terms_.zero_extend(low, 32);
    return encoder_.exit(state, code);
  }
  if (is_abort(*function)) return encoder_.exit(state, terms_.number(32, kAbortCode));
  Val result;
  if (function->isDeclaration())
    step_external(call, arguments, state, result);
  else
    encoder_.call(*function, arguments, state, result, &call);
  registers_[&call] = std::move(result);
}

// A function that nobody defines gives what the input says; that it was called can be seen.
void Frame::step_external(llvm::CallInst& call, const std::vector<Val>& arguments, State& state,
                          Val& result) {
  if (arguments.size() > kMostArguments)
    return encoder_.fail(
        &call, fmt::format("an external function with more than {} arguments", kMostArguments));
  encoder_.assume_of_call(call, arguments);
  const std::string name = call.getCalledFunction()->getName().str();
  Term packed = terms_.number(64, external_number(name));
  for (uint32_t i = 0; i < kMostArguments; ++i) {
    Term argument = terms_.number(64, 0);
    if (i < arguments.size() && arguments[i].is_pointer()) {
      if (!call.getArgOperand(i)->getType()->isPointerTy())
        encoder_.fail(&call, "a pointer is used as a number");
      argument = encoder_.identity(arguments[i]);
    } else if (i < arguments.size() && arguments[i].term) {
      const Term given = arguments[i].term;
      const Term bits = terms_.is_float(given) ? terms_.float_bits(given) : given;
      argument =
          terms_.width(bits) <= 64 ? terms_.zero_extend(bits, 64) : terms_.truncate(bits, 64);
    }
    packed = terms_.concat(packed, argument);
  }
  const Term most = terms_.number(8, kMostExternalCalls);
  const Term full = terms_.equal(state.calls, most);
  encoder_.cut_if(state, full);
  for (uint32_t i = 0; i < kMostExternalCalls; ++i) {
    const Term place = terms_.number(8, i);
    const Term here = terms_.equal(state.calls, place);
    state.slots[i] = terms_.ite(here, packed, state.slots[i]);
  }
  const Term one = terms_.number(8, 1);
  state.calls = terms_.operation(Instruction::Add, state.calls, one);
  result = encoder_.zero_of(*call.getType());
  for (size_t i = 0; i < encoder_.results_.size(); ++i)
    if (encoder_.results_[i].first == name)
      result.term = next_result(encoder_.results_[i].second, state.made[i], call.getType());
  if (call.doesNotReturn()) encoder_.exit(state, terms_.number(32, kNoReturnCode));
}

// The one of the values whose number is how many were given out.
Term Frame::next_result(const std::vector<Term>& values, Term& made, const llvm::Type* type) {
  Term chosen = values.back();
  for (size_t i = values.size() - 1; i-- > 0;) {
    const Term number = terms_.number(8, i);
    const Term here = terms_.equal(made, number);
    chosen = terms_.ite(here, values[i], chosen);
  }
  const Term one = terms_.number(8, 1);
  made = terms_.operation(Instruction::Add, made, one);
  return type->isFloatingPointTy() ? terms_.float_from_bits(chosen) : chosen;
}

void Frame::step_intrinsic(llvm::IntrinsicInst& call, State& state) {
  if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) return step_copy(*copy, state);
  if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) return step_fill(*fill, state);
  if (auto* both = llvm::dyn_cast<llvm::WithOverflowInst>(&call)) return step_overflow(*both);
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::dbg_declare:
    case llvm::Intrinsic::dbg_value:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
      return;
    case llvm::Intrinsic::abs:
      return step_absolute(call);
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
      return step_stack(call, state);
    default:
      if (!step_math(call, state))
        encoder_.fail(&call, fmt::format("'{}' is not supported",
                                         std::string(call.getCalledFunction()->getName())));
      return;
  }
}

void Frame::step_absolute(llvm::IntrinsicInst& call) {
  const Term operand = number(*call.getArgOperand(0), &call);
  const Term zero = terms_.number(terms_.width(operand), 0);
  const Term negative = terms_.compare(llvm::CmpInst::ICMP_SLT, operand, zero);
  const Term opposite = terms_.operation(Instruction::Sub, zero, operand);
  registers_[&call] = {terms_.ite(negative, opposite, operand), {}, {}};
}

// Computed in twice the width, where nothing overflows.
void Frame::step_overflow(llvm::WithOverflowInst& call) {
  const Term left = number(*call.getLHS(), &call);
  const Term right = number(*call.getRHS(), &call);
  const uint32_t width = terms_.width(left);
  const uint32_t wide = call.getBinaryOp() == Instruction::Mul ? 2 * width : width + 1;
  auto extend = [&](Term term) {
    return call.isSigned() ? terms_.sign_extend(term, wide) : terms_.zero_extend(term, wide);
  };
  const Term wide_left = extend(left);
  const Term wide_right = extend(right);
  const Term exact = terms_.operation(call.getBinaryOp(), wide_left, wide_right);
  const Term result = terms_.operation(call.getBinaryOp(), left, right);
  const Term back = extend(result);
  const Term same = terms_.equal(exact, back);
  registers_[&call] = {{}, {{result, {}, {}}, {terms_.negation(same), {}, {}}}, {}};
}

}  // namespace pg
