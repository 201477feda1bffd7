#include <fmt/format.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include "program/frame.h"
#include "program/seed.h"
#include "program/signature.h"

namespace pg {
namespace {

constexpr const char* kNoPart =
    "an access that may be one to a part of a number, or to the bits of a float or pointer";

}  // namespace

void Frame::step(Instruction& instruction, State& state) {
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return step_operation(*operation);
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) return step_compare(*compare);
  if (auto* compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return step_float_compare(*compare);
  if (instruction.getOpcode() == Instruction::FNeg) {
    const Term operand = number(*instruction.getOperand(0), &instruction);
    registers_[&instruction] = {terms_.float_negation(operand), {}, {}};
    return;
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return step_cast(*cast);
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    const Term condition = number(*select->getCondition(), select);
    const Val then = value(*select->getTrueValue(), select);
    const Val other = value(*select->getFalseValue(), select);
    registers_[select] = heap_.choose(condition, then, other);
    return;
  }
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return step_variable(*variable, state);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return step_load(*load, state);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return step_store(*store, state);
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return step_move(*gep);
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return step_call(*call, state);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const Val both = value(*extract->getAggregateOperand(), extract);
    registers_[extract] = {extract->getIndices()[0] == 0 ? both.term : both.second, {}, {}};
    return;
  }
  if (llvm::isa<llvm::FreezeInst>(instruction)) {
    registers_[&instruction] = value(*instruction.getOperand(0), &instruction);
    return;
  }
  encoder_.fail(&instruction, fmt::format("'{}' is not supported", instruction.getOpcodeName()));
}

void Frame::step_operation(llvm::BinaryOperator& operation) {
  const Val left = value(*operation.getOperand(0), &operation);
  const Val right = value(*operation.getOperand(1), &operation);
  // The distance of two pointers into one object; into several it is undefined.
  if (left.is_pointer() && right.is_pointer() && operation.getOpcode() == Instruction::Sub) {
    if (left.cases.size() != 1 || right.cases.size() != 1 ||
        left.cases[0].object != right.cases[0].object)
      return encoder_.fail(&operation, "the distance of pointers to several objects");
    registers_[&operation] = {
        terms_.operation(Instruction::Sub, left.cases[0].offset, right.cases[0].offset), {}, {}};
    return;
  }
  if (!left.term || !right.term) return encoder_.fail(&operation, "a pointer is used as a number");
  if (operation.getType()->isFloatingPointTy()) {
    const std::optional<Term> result =
        terms_.float_operation(operation.getOpcode(), left.term, right.term);
    if (!result) return encoder_.fail(&operation, "the remainder of floats is not supported");
    registers_[&operation] = {*result, {}, {}};
    return;
  }
  registers_[&operation] = {terms_.operation(operation.getOpcode(), left.term, right.term), {}, {}};
}

void Frame::step_compare(llvm::ICmpInst& compare) {
  const Val left = value(*compare.getOperand(0), &compare);
  const Val right = value(*compare.getOperand(1), &compare);
  if (!left.is_pointer() && !right.is_pointer()) {
    registers_[&compare] = {terms_.compare(compare.getPredicate(), left.term, right.term), {}, {}};
    return;
  }
  if (!left.is_pointer() || !right.is_pointer())
    return encoder_.fail(&compare, "a pointer is compared with a number");
  if (compare.isEquality()) {
    const Term same = *heap_.equal(left, right);
    registers_[&compare] = {
        compare.getPredicate() == llvm::CmpInst::ICMP_EQ ? same : terms_.negation(same), {}, {}};
    return;
  }
  if (left.cases.size() != 1 || right.cases.size() != 1 ||
      left.cases[0].object != right.cases[0].object)
    return encoder_.fail(&compare, "pointers to several objects are compared");
  registers_[&compare] = {
      terms_.compare(compare.getPredicate(), left.cases[0].offset, right.cases[0].offset), {}, {}};
}

void Frame::step_float_compare(llvm::FCmpInst& compare) {
  const Term left = number(*compare.getOperand(0), &compare);
  const Term right = number(*compare.getOperand(1), &compare);
  registers_[&compare] = {terms_.float_compare(compare.getPredicate(), left, right), {}, {}};
}

// A cast to or from floats; empty if it is none of ours.
std::optional<Term> Frame::cast_float(const llvm::CastInst& cast, Term from) {
  const auto width = static_cast<uint32_t>(cast.getType()->getScalarSizeInBits());
  switch (cast.getOpcode()) {
    case Instruction::FPTrunc:
    case Instruction::FPExt:
      return terms_.float_cast(from, width);
    case Instruction::SIToFP:
    case Instruction::UIToFP:
      return terms_.float_from(from, width, cast.getOpcode() == Instruction::SIToFP);
    case Instruction::FPToSI:
    case Instruction::FPToUI:
      return terms_.float_to(from, width, cast.getOpcode() == Instruction::FPToSI);
    case Instruction::BitCast:
      if (is_float(cast.getType()) && !terms_.is_float(from)) return terms_.float_from_bits(from);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

void Frame::step_cast(llvm::CastInst& cast) {
  const Val from = value(*cast.getOperand(0), &cast);
  const bool pointers = cast.getOpcode() == Instruction::PtrToInt ||
                        cast.getOpcode() == Instruction::IntToPtr ||
                        cast.getOpcode() == Instruction::BitCast;
  // A pointer as a number stays a pointer; only distances can be taken of it.
  if (pointers && from.is_pointer()) {
    registers_[&cast] = from;
    return;
  }
  if (from.term)
    if (const std::optional<Term> made = cast_float(cast, from.term)) {
      registers_[&cast] = {*made, {}, {}};
      return;
    }
  if (cast.getOpcode() == Instruction::BitCast && from.term && terms_.is_float(from.term))
    return encoder_.fail(&cast, "the bits of a float are used as an integer");
  if (pointers || !from.term)
    return encoder_.fail(&cast, "a number becomes a pointer, or a pointer becomes a number");
  const uint32_t width = cast.getType()->getIntegerBitWidth();
  switch (cast.getOpcode()) {
    case Instruction::ZExt:
      registers_[&cast] = {terms_.zero_extend(from.term, width), {}, {}};
      return;
    case Instruction::SExt:
      registers_[&cast] = {terms_.sign_extend(from.term, width), {}, {}};
      return;
    default:
      registers_[&cast] = {terms_.truncate(from.term, width), {}, {}};
      return;
  }
}

void Frame::step_variable(llvm::AllocaInst& variable, State& state) {
  if (variable.isArrayAllocation())
    return encoder_.fail(&variable, "arrays of variable length are not supported");
  llvm::Type* type = variable.getAllocatedType();
  Object object{variable.getName().str(), encoder_.layout_.getTypeAllocSize(type), false,
                leaves_of(encoder_.layout_, type)};
  Cells cells;
  for (const Leaf& leaf : object.leaves) cells.push_back(heap_.zero(leaf));
  const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
  registers_[&variable] = heap_.pointer_to(id);
}

Shape Frame::shape_of_type(const llvm::Type* type) {
  if (type->isPointerTy()) return {};
  return {static_cast<uint32_t>(type->getScalarSizeInBits()), is_float(type)};
}

void Frame::step_load(llvm::LoadInst& load, const State& state) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(load.getPointerOperand());
  if (global && global->getName() == kFaultVariable) {
    registers_[&load] = {encoder_.fault_, {}, {}};
    return;
  }
  if (!load.getType()->isIntegerTy() && !load.getType()->isPointerTy() && !is_float(load.getType()))
    return encoder_.fail(&load, "a value of this type is not supported");
  const Val pointer = value(*load.getPointerOperand(), &load);
  std::optional<Val> loaded = heap_.load(state.memory, pointer, shape_of_type(load.getType()));
  if (!loaded) return encoder_.fail(&load, kNoPart);
  registers_[&load] = std::move(*loaded);
}

void Frame::step_store(llvm::StoreInst& store, State& state) {
  const llvm::Type* type = store.getValueOperand()->getType();
  if (!type->isIntegerTy() && !type->isPointerTy() && !is_float(type))
    return encoder_.fail(&store, "a value of this type is not supported");
  const Val pointer = value(*store.getPointerOperand(), &store);
  const Val stored = value(*store.getValueOperand(), &store);
  const Term constant = heap_.points_to_constant(pointer);
  encoder_.trap(state, constant);
  if (!heap_.store(state.memory, pointer, stored, shape_of_type(type)))
    encoder_.fail(&store, kNoPart);
}

void Frame::step_move(llvm::GetElementPtrInst& gep) {
  Val pointer = value(*gep.getPointerOperand(), &gep);
  if (!pointer.is_pointer()) return encoder_.fail(&gep, "a number is used as a pointer");
  for (llvm::gep_type_iterator part = llvm::gep_type_begin(gep); part != llvm::gep_type_end(gep);
       ++part) {
    Term bytes;
    if (llvm::StructType* type = part.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(part.getOperand())->getZExtValue();
      bytes = terms_.number(64, encoder_.layout_.getStructLayout(type)->getElementOffset(
                                    static_cast<unsigned>(field)));
    } else {
      const Term index = number(*part.getOperand(), &gep);
      const Term wide =
          terms_.width(index) <= 64 ? terms_.sign_extend(index, 64) : terms_.truncate(index, 64);
      const Term size =
          terms_.number(64, part.getSequentialElementStride(encoder_.layout_).getFixedValue());
      bytes = terms_.operation(Instruction::Mul, wide, size);
    }
    pointer = heap_.moved(pointer, bytes);
  }
  registers_[&gep] = std::move(pointer);
}

}  // namespace pg
