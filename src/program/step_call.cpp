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
  if (!function) return encoder_.fail(&call, "a call through a pointer is not supported");
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return step_intrinsic(*intrinsic, state);
  const std::string_view name = function->getName();
  if (name == kTrapFunction) return encoder_.trap(state, terms_.truth(true));
  if (name == kUndefinedFunction) {
    encoder_.encoding_.undefined = terms_.disjunction(encoder_.encoding_.undefined, state.path);
    return;
  }
  if (name == kAccessFunction || name == kMoveFunction) return step_check(call, state);
  std::vector<Val> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Val argument = value(*call.getArgOperand(i), &call);
    if (call.isByValArgument(i) && argument.is_pointer())
      argument = encoder_.copied(argument, call.getParamByValType(i), state);
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

void Frame::step_check(llvm::CallInst& call, State& state) {
  const Val pointer = value(*call.getArgOperand(1), &call);
  if (!pointer.is_pointer()) return encoder_.fail(&call, "a number is used as a pointer");
  uint64_t bytes = 0;
  if (call.arg_size() == 3) {
    const auto length = terms_.value(number(*call.getArgOperand(2), &call));
    if (!length) return encoder_.fail(&call, "a copy of a computed number of bytes");
    bytes = length->getZExtValue();
  }
  const Term outside = heap_.is_outside(pointer, bytes);
  encoder_.trap(state, outside);
}

// A function that nobody defines gives zero; that it was called can be seen.
void Frame::step_external(llvm::CallInst& call, const std::vector<Val>& arguments, State& state,
                          Val& result) {
  if (arguments.size() > kMostArguments)
    return encoder_.fail(
        &call, fmt::format("an external function with more than {} arguments", kMostArguments));
  const auto found = std::ranges::find(encoder_.externals_, call.getCalledFunction());
  const auto number = static_cast<uint64_t>(found - encoder_.externals_.begin());
  Term packed = terms_.number(8, number + 1);
  for (uint32_t i = 0; i < kMostArguments; ++i) {
    Term argument = terms_.number(64, 0);
    if (i < arguments.size() && arguments[i].term)
      argument = terms_.width(arguments[i].term) <= 64 ? terms_.zero_extend(arguments[i].term, 64)
                                                       : terms_.truncate(arguments[i].term, 64);
    packed = terms_.concat(packed, argument);
  }
  const Term most = terms_.number(8, kMostExternalCalls);
  const Term full = terms_.equal(state.calls, most);
  State over = state;
  over.path = terms_.conjunction(state.path, full);
  if (!terms_.is_false(over.path)) encoder_.cut(over);
  const Term room = terms_.negation(full);
  state.path = terms_.conjunction(state.path, room);
  for (uint32_t i = 0; i < kMostExternalCalls; ++i) {
    const Term place = terms_.number(8, i);
    const Term here = terms_.equal(state.calls, place);
    state.slots[i] = terms_.ite(here, packed, state.slots[i]);
  }
  const Term one = terms_.number(8, 1);
  state.calls = terms_.operation(Instruction::Add, state.calls, one);
  result = call.getType()->isPointerTy() ? heap_.null() : encoder_.zero_of(*call.getType());
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
    case llvm::Intrinsic::fabs: {
      const Term operand = number(*call.getArgOperand(0), &call);
      registers_[&call] = {terms_.float_absolute(operand), {}, {}};
      return;
    }
    // Two operations, as on machines without a fused one.
    case llvm::Intrinsic::fmuladd: {
      const Term left = number(*call.getArgOperand(0), &call);
      const Term right = number(*call.getArgOperand(1), &call);
      const Term added = number(*call.getArgOperand(2), &call);
      const Term product = *terms_.float_operation(Instruction::FMul, left, right);
      registers_[&call] = {*terms_.float_operation(Instruction::FAdd, product, added), {}, {}};
      return;
    }
    case llvm::Intrinsic::stacksave:
      return encoder_.fail(&call, "arrays of variable length are not supported");
    default:
      return encoder_.fail(&call, fmt::format("'{}' is not supported",
                                              std::string(call.getCalledFunction()->getName())));
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
  registers_[&call] = {result, terms_.negation(same), {}};
}

std::optional<uint64_t> Frame::length_of(llvm::MemIntrinsic& call) {
  const auto length = terms_.value(number(*call.getLength(), &call));
  if (length) return length->getZExtValue();
  encoder_.fail(&call, "a copy of a computed number of bytes");
  return std::nullopt;
}

void Frame::write_leaves(llvm::MemIntrinsic& call, State& state, uint64_t length,
                         const Source& source) {
  const Val to = value(*call.getRawDest(), &call);
  const auto offset = to.cases.size() == 1 ? terms_.value(to.cases[0].offset) : std::nullopt;
  if (!offset) return encoder_.fail(&call, "a copy to a computed place");
  const uint64_t begin = offset->getZExtValue();
  const std::vector<Leaf> leaves = heap_.object(to.cases[0].object).leaves;
  struct Part {
    uint64_t place;
    Shape shape;
    Val value;
  };
  std::vector<Part> values;
  for (const Leaf& leaf : leaves) {
    if (leaf.offset < begin || leaf.offset >= begin + length) continue;
    std::optional<Val> part = source(leaf.offset - begin, leaf);
    if (!part) return encoder_.fail(&call, "a copy of a part of a number");
    values.push_back({leaf.offset, shape_of(leaf), std::move(*part)});
  }
  for (const auto& [place, shape, part] : values) {
    const Val target = heap_.pointer_to(to.cases[0].object, place);
    if (!heap_.store(state.memory, target, part, shape))
      return encoder_.fail(&call, "a copy of a part of a number");
  }
}

void Frame::step_copy(llvm::MemTransferInst& call, State& state) {
  const std::optional<uint64_t> length = length_of(call);
  if (!length) return;
  const Val from = value(*call.getRawSource(), &call);
  write_leaves(call, state, *length, [&](uint64_t offset, const Leaf& leaf) {
    const Term bytes = terms_.number(64, offset);
    return heap_.load(state.memory, heap_.moved(from, bytes), shape_of(leaf));
  });
}

void Frame::step_fill(llvm::MemSetInst& call, State& state) {
  const std::optional<uint64_t> length = length_of(call);
  if (!length) return;
  const Term byte = number(*call.getValue(), &call);
  write_leaves(call, state, *length, [&](uint64_t, const Leaf& leaf) -> std::optional<Val> {
    if (leaf.bits == 0) return heap_.null();
    Term whole = byte;
    for (uint32_t bits = 8; bits < leaf.bits; bits += 8) whole = terms_.concat(byte, whole);
    return Val{leaf.is_float ? terms_.float_from_bits(whole) : whole, {}, {}};
  });
}

}  // namespace pg
