// The calls that checks are made of.
#include <array>

#include <fmt/format.h>

#include "program/checks.h"
#include "program/frame.h"

namespace pg {

void Frame::step_check(llvm::CallInst& call, State& state) {
  struct Row {
    std::string_view name;
    void (Frame::*step)(llvm::CallInst& call, State& state);
  };
  constexpr auto kRows = std::to_array<Row>({
      {kTrapFunction, &Frame::step_trap},
      {kUndefinedFunction, &Frame::step_undefined},
      {kMixedZerosFunction, &Frame::step_zeros},
      {kAccessFunction, &Frame::step_access},
      {kMoveFunction, &Frame::step_access},
      {kApartFunction, &Frame::step_apart},
      {kOverlapFunction, &Frame::step_overlap},
      {kDisjointFunction, &Frame::step_overlap},
      {kAllocateFunction, &Frame::step_allocate},
      {kAllocatedFunction, &Frame::step_allocated},
      {kReleaseFunction, &Frame::step_release},
      {kBeginFunction, &Frame::step_life},
      {kEndFunction, &Frame::step_life},
      {kUnsetBitsFunction, &Frame::step_unset_bits},
      {kSetBitsFunction, &Frame::step_set_bits},
      {kCopyBitsFunction, &Frame::step_copy_bits},
      {kFillBitsFunction, &Frame::step_fill_bits},
      {kUsedFunction, &Frame::step_used},
  });
  const std::string_view name = call.getCalledFunction()->getName();
  const auto row = std::ranges::find(kRows, name, &Row::name);
  CHECK(row != kRows.end(), "a check that nobody knows");
  (this->*row->step)(call, state);
}

void Frame::step_trap(llvm::CallInst&, State& state) { encoder_.trap(state, terms_.truth(true)); }

// The last argument says whether it traps.
void Frame::undefined_if(llvm::CallInst& call, State& state, Term condition) {
  const auto* strict = llvm::cast<llvm::ConstantInt>(*std::prev(call.arg_end()));
  if (strict->isOne()) return encoder_.trap(state, condition);
  encoder_.note_undefined(terms_.conjunction(state.path, condition));
}

void Frame::step_undefined(llvm::CallInst& call, State& state) {
  undefined_if(call, state, number(*call.getArgOperand(0), &call));
}

void Frame::step_zeros(llvm::CallInst&, State& state) {
  encoder_.assume(AssumptionKind::Zeros, kNoMixedZeros);
  encoder_.note_undefined(state.path);
}

void Frame::step_access(llvm::CallInst& call, State& state) {
  const bool is_move = call.getCalledFunction()->getName() == kMoveFunction;
  const Val pointer = value(*call.getArgOperand(1), &call);
  if (!pointer.is_pointer()) return encoder_.fail(&call, "a number is used as a pointer");
  const Term bytes = is_move ? terms_.number(64, 0) : number(*call.getArgOperand(2), &call);
  encoder_.note_access(state, pointer, bytes);
  Term outside = heap_.is_outside(state.memory, pointer, bytes);
  encoder_.assume_length(state, pointer, bytes);
  for (const PointerCase& each : pointer.cases)
    if (const auto ended = state.ended.find(each.object); ended != state.ended.end()) {
      const Term here = terms_.conjunction(each.when, ended->second);
      outside = terms_.disjunction(outside, here);
    }
  encoder_.trap(state, outside);
  if (is_move) return;
  const uint64_t align = llvm::cast<llvm::ConstantInt>(call.getArgOperand(3))->getZExtValue();
  const Term misaligned = heap_.is_misaligned(pointer, align);
  if (terms_.is_false(misaligned)) return;
  // With the parameter elsewhere, other places would be aligned.
  for (const PointerCase& each : pointer.cases)
    if (encoder_.is_pointed(each.object))
      encoder_.assume(AssumptionKind::Aligned,
                      fmt::format(kAllAligned, heap_.object(each.object).name, kParameterAlign));
  undefined_if(call, state, misaligned);
}

void Frame::step_apart(llvm::CallInst& call, State& state) {
  const Val a = value(*call.getArgOperand(0), &call);
  const Val b = value(*call.getArgOperand(1), &call);
  Term together = heap_.are_together(state.memory, a, b);
  for (const PointerCase& each : a.cases)
    if (const auto ended = state.ended.find(each.object); ended != state.ended.end()) {
      const Term gone = terms_.conjunction(each.when, ended->second);
      together = terms_.conjunction(together, terms_.negation(gone));
    }
  registers_[&call] = {terms_.negation(together), {}, {}};
}

// Two places in one object that are not far enough from each other; an assignment may be of a thing
// to itself.
void Frame::step_overlap(llvm::CallInst& call, State& state) {
  const Val to = value(*call.getArgOperand(0), &call);
  const Val from = value(*call.getArgOperand(1), &call);
  const Term bytes = number(*call.getArgOperand(2), &call);
  const bool may_be_same = call.getCalledFunction()->getName() == kOverlapFunction;
  Term overlap = terms_.truth(false);
  for (const PointerCase& a : to.cases)
    for (const PointerCase& b : from.cases) {
      if (a.object != b.object) continue;
      const Term ahead = terms_.operation(Instruction::Sub, a.offset, b.offset);
      const Term behind = terms_.operation(Instruction::Sub, b.offset, a.offset);
      const Term is_ahead = terms_.compare(llvm::CmpInst::ICMP_ULT, ahead, bytes);
      const Term is_behind = terms_.compare(llvm::CmpInst::ICMP_ULT, behind, bytes);
      const Term same = terms_.equal(a.offset, b.offset);
      Term here = terms_.disjunction(is_ahead, is_behind);
      if (may_be_same) here = terms_.conjunction(here, terms_.negation(same));
      here = terms_.conjunction(here, a.when);
      here = terms_.conjunction(here, b.when);
      overlap = terms_.disjunction(overlap, here);
    }
  undefined_if(call, state, overlap);
}

void Frame::step_life(llvm::CallInst& call, State& state) {
  const bool ends = call.getCalledFunction()->getName() == kEndFunction;
  for (const PointerCase& variable : value(*call.getArgOperand(0), &call).cases)
    state.ended[variable.object] = terms_.truth(ends);
}

// Arrays of variable length end where the stack is put back.
void Frame::step_stack(llvm::IntrinsicInst& call, State& state) {
  if (call.getIntrinsicID() == llvm::Intrinsic::stacksave) {
    stack_[&call] = arrays_.size();
    return;
  }
  const auto saved = stack_.find(llvm::dyn_cast<Instruction>(call.getArgOperand(0)));
  if (saved == stack_.end()) return;
  for (size_t i = saved->second; i < arrays_.size(); ++i)
    state.ended[arrays_[i]] = terms_.truth(true);
}

void Frame::step_unset_bits(llvm::CallInst& call, State& state) {
  const Val pointer = value(*call.getArgOperand(0), &call);
  const uint64_t bytes = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
  const Term bits = encoder_.unset_at(state, pointer, {static_cast<uint32_t>(bytes * 8)});
  registers_[&call] = {terms_.zero_extend(bits, 64), {}, {}};
}

void Frame::step_set_bits(llvm::CallInst& call, State& state) {
  const Val pointer = value(*call.getArgOperand(0), &call);
  const uint64_t bytes = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
  const Term all = number(*call.getArgOperand(2), &call);
  const Term bits = terms_.truncate(all, static_cast<uint32_t>(bytes * 8));
  const Term lost = encoder_.set_unset(state, pointer, bits);
  registers_[&call] = {terms_.ite(lost, terms_.number(64, 1), terms_.number(64, 0)), {}, {}};
}

// What is not watched takes only what has a value.
void Frame::step_copy_bits(llvm::CallInst& call, State& state) {
  const Val to = value(*call.getArgOperand(0), &call);
  const Val from = value(*call.getArgOperand(1), &call);
  const Term bytes = number(*call.getArgOperand(2), &call);
  const Val target = encoder_.watched(to);
  Term elsewhere = terms_.truth(true);
  for (const PointerCase& each : target.cases)
    elsewhere = terms_.conjunction(elsewhere, terms_.negation(each.when));
  const Term unset = encoder_.unset_within(state, from, bytes);
  const Term lost = terms_.conjunction(elsewhere, unset);
  const State before = state;
  const bool copied = write_leaves(target, bytes, state, [&](Term offset, Shape shape) {
    return Val{encoder_.unset_at(before, heap_.moved(from, offset), shape), {}, {}};
  });
  if (!copied) encoder_.give_up(&call, "a copy to too many places");
  registers_[&call] = {terms_.ite(lost, terms_.number(64, 1), terms_.number(64, 0)), {}, {}};
}

void Frame::step_fill_bits(llvm::CallInst& call, State& state) {
  const Val to = encoder_.watched(value(*call.getArgOperand(0), &call));
  const Term bytes = number(*call.getArgOperand(1), &call);
  const bool unset = llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->isOne();
  if (encoder_.error_) return;
  const bool filled = write_leaves(to, bytes, state, [&](Term, Shape shape) {
    const llvm::APInt bits =
        unset ? llvm::APInt::getAllOnes(shape.bits) : llvm::APInt(shape.bits, 0);
    return Val{terms_.number(bits), {}, {}};
  });
  if (!filled) encoder_.give_up(&call, "a copy to too many places");
}

void Frame::step_used(llvm::CallInst& call, State& state) {
  const Term condition = number(*call.getArgOperand(0), &call);
  const auto* strict = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1));
  if (strict->isOne()) return encoder_.trap(state, condition);
  encoder_.note_unset(state, condition);
}

}  // namespace pg
