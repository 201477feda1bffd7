#include "program/checks.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "program/layout.h"

namespace pg {
namespace {

using llvm::Instruction;
using llvm::Value;

class Checker {
 public:
  Checker(llvm::Module& module, bool strict)
      : layout_(module.getDataLayout()), strict_(strict), builder_(module.getContext()) {
    llvm::Type* none = builder_.getVoidTy();
    llvm::Type* pointer = builder_.getPtrTy();
    trap_ = module.getOrInsertFunction(kTrapFunction, none, builder_.getInt32Ty());
    undefined_ = module.getOrInsertFunction(kUndefinedFunction, none);
    access_ =
        module.getOrInsertFunction(kAccessFunction, none, pointer, pointer, builder_.getInt64Ty());
    move_ = module.getOrInsertFunction(kMoveFunction, none, pointer, pointer);
    llvm::cast<llvm::Function>(trap_.getCallee())->setDoesNotReturn();
  }

  void check(llvm::Function& function) {
    std::vector<Instruction*> all;
    for (Instruction& instruction : llvm::instructions(function)) all.push_back(&instruction);
    for (Instruction* instruction : all) check(*instruction);
  }

 private:
  void check(Instruction& instruction) {
    builder_.SetInsertPoint(&instruction);
    builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
      check_operation(*operation);
    else if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction))
      check_conversion(llvm::cast<llvm::CastInst>(instruction));
    else if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      check_move(*gep);
    else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      check_access(load->getPointerOperand(), load->getType());
    else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      check_access(store->getPointerOperand(), store->getValueOperand()->getType());
    else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
      check_memory(*memory);
    else if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      check_length(*variable);
    else if (llvm::isa<llvm::UnreachableInst>(instruction))
      check_unreachable(instruction);
    instruction.dropPoisonGeneratingFlags();
  }

  void trap_if(Value* condition, Trap kind, Instruction& before) {
    Instruction* end = llvm::SplitBlockAndInsertIfThen(condition, before.getIterator(), true);
    builder_.SetInsertPoint(end);
    builder_.CreateCall(trap_, builder_.getInt32(static_cast<uint32_t>(kind)));
    builder_.SetInsertPoint(&before);
  }

  void undefined_if(Value* condition, Instruction& before) {
    if (strict_) return trap_if(condition, Trap::Undefined, before);
    Instruction* end = llvm::SplitBlockAndInsertIfThen(condition, before.getIterator(), false);
    builder_.SetInsertPoint(end);
    builder_.CreateCall(undefined_);
    builder_.SetInsertPoint(&before);
  }

  void check_operation(llvm::BinaryOperator& operation) {
    switch (operation.getOpcode()) {
      case Instruction::SDiv:
      case Instruction::SRem:
        check_division(operation, true);
        break;
      case Instruction::UDiv:
      case Instruction::URem:
        check_division(operation, false);
        break;
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr:
        check_shift(operation);
        break;
      case Instruction::Add:
        check_overflow(operation, llvm::Intrinsic::sadd_with_overflow);
        break;
      case Instruction::Sub:
        check_overflow(operation, llvm::Intrinsic::ssub_with_overflow);
        break;
      case Instruction::Mul:
        check_overflow(operation, llvm::Intrinsic::smul_with_overflow);
        break;
      default:
        break;
    }
  }

  void check_division(llvm::BinaryOperator& operation, bool is_signed) {
    Value* divisor = operation.getOperand(1);
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
    if (!constant || constant->isZero())
      trap_if(builder_.CreateICmpEQ(divisor, llvm::ConstantInt::get(divisor->getType(), 0)),
              Trap::DivisionByZero, operation);
    if (!is_signed || (constant && !constant->isMinusOne())) return;
    const unsigned width = operation.getType()->getIntegerBitWidth();
    Value* least = builder_.getInt(llvm::APInt::getSignedMinValue(width));
    Value* overflow = builder_.CreateAnd(
        builder_.CreateICmpEQ(operation.getOperand(0), least),
        builder_.CreateICmpEQ(divisor, llvm::ConstantInt::getAllOnesValue(divisor->getType())));
    trap_if(overflow, Trap::DivisionOverflow, operation);
  }

  // C11 6.3.1.4p1: what is left without the fraction must fit. What machines make of others
  // differs.
  void check_conversion(llvm::CastInst& cast) {
    const bool is_signed = cast.getOpcode() == Instruction::FPToSI;
    const unsigned bits = cast.getType()->getIntegerBitWidth() - (is_signed ? 1 : 0);
    llvm::Type* type = cast.getSrcTy();
    const llvm::fltSemantics& format = type->getFltSemantics();
    llvm::APFloat above(format, 1);
    above = llvm::scalbn(above, static_cast<int>(bits), llvm::APFloat::rmNearestTiesToEven);
    // The least number less one, or itself where that is no float of this format.
    llvm::APFloat below = is_signed ? llvm::neg(above) : llvm::APFloat(format, 0);
    const bool exact = below.subtract(llvm::APFloat(format, 1),
                                      llvm::APFloat::rmNearestTiesToEven) == llvm::APFloat::opOK;
    if (!exact) below = llvm::neg(above);
    Value* from = cast.getOperand(0);
    Value* least = llvm::ConstantFP::get(type, below);
    Value* fits = builder_.CreateAnd(
        exact ? builder_.CreateFCmpOGT(from, least) : builder_.CreateFCmpOGE(from, least),
        builder_.CreateFCmpOLT(from, llvm::ConstantFP::get(type, above)));
    trap_if(builder_.CreateNot(fits), Trap::Undefined, cast);
  }

  void check_shift(llvm::BinaryOperator& operation) {
    Value* amount = operation.getOperand(1);
    const unsigned width = operation.getType()->getIntegerBitWidth();
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(amount);
    if (constant && constant->getValue().ult(width)) return;
    llvm::Type* type = amount->getType();
    undefined_if(builder_.CreateICmpUGE(amount, llvm::ConstantInt::get(type, width)), operation);
    // x86 takes the amount modulo the width; LLVM leaves open what comes out.
    operation.setOperand(1, builder_.CreateURem(amount, llvm::ConstantInt::get(type, width)));
  }

  void check_overflow(llvm::BinaryOperator& operation, llvm::Intrinsic::ID intrinsic) {
    if (!operation.hasNoSignedWrap()) return;
    Value* both =
        builder_.CreateBinaryIntrinsic(intrinsic, operation.getOperand(0), operation.getOperand(1));
    undefined_if(builder_.CreateExtractValue(both, 1), operation);
  }

  // True if the pointer is a fixed place in a variable, with room for that many bytes.
  bool is_static(const Value* pointer, uint64_t bytes) const {
    llvm::APInt offset(64, 0);
    const Value* base = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
    uint64_t size = 0;
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base)) {
      if (variable->isArrayAllocation()) return false;
      size = layout_.getTypeAllocSize(variable->getAllocatedType());
    } else if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
      size = layout_.getTypeAllocSize(global->getValueType());
    } else {
      return false;
    }
    return offset.isNonNegative() && offset.getZExtValue() + bytes <= size;
  }

  static bool is_accessed_only(const llvm::GetElementPtrInst& gep) {
    for (const llvm::User* user : gep.users()) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (!llvm::isa<llvm::LoadInst>(user) && !(store && store->getPointerOperand() == &gep))
        return false;
    }
    return true;
  }

  // C11 6.5.6p8: a pointer may not leave its object. Where it is only used to load and store, the
  // check of the access says as much.
  void check_move(llvm::GetElementPtrInst& gep) {
    if (is_static(&gep, 0) || is_accessed_only(gep)) return;
    builder_.SetInsertPoint(gep.getNextNode());
    builder_.SetCurrentDebugLocation(gep.getDebugLoc());
    builder_.CreateCall(move_, {gep.getPointerOperand(), &gep});
  }

  void check_access(Value* pointer, llvm::Type* type) {
    const uint64_t bytes = layout_.getTypeStoreSize(type);
    if (!is_static(pointer, bytes)) add_access(pointer, builder_.getInt64(bytes));
  }

  void add_access(Value* pointer, Value* bytes) {
    auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
    builder_.CreateCall(access_, {gep ? gep->getPointerOperand() : pointer, pointer, bytes});
  }

  void check_memory(llvm::MemIntrinsic& memory) {
    auto check = [&](Value* pointer) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory.getLength());
      if (length && is_static(pointer, length->getZExtValue())) return;
      add_access(pointer, builder_.CreateZExtOrTrunc(memory.getLength(), builder_.getInt64Ty()));
    };
    check(memory.getRawDest());
    if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory))
      check(transfer->getRawSource());
  }

  // C11 6.7.6.2p5: an array has at least one element. Machines have no room for too many.
  void check_length(llvm::AllocaInst& variable) {
    constexpr uint64_t kMostElements = 1 << 16;
    if (!variable.isArrayAllocation()) return;
    Value* count = builder_.CreateZExtOrTrunc(variable.getArraySize(), builder_.getInt64Ty());
    Value* less = builder_.CreateSub(count, builder_.getInt64(1));
    trap_if(builder_.CreateICmpUGE(less, builder_.getInt64(kMostElements)), Trap::Undefined,
            variable);
  }

  void check_unreachable(Instruction& instruction) {
    const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(instruction.getPrevNode());
    // A function of the file may return all the same.
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && call->doesNotReturn() && callee->isDeclaration()) return;
    builder_.CreateCall(trap_, builder_.getInt32(static_cast<uint32_t>(Trap::Unreachable)));
  }

  const llvm::DataLayout& layout_;
  bool strict_;
  llvm::IRBuilder<> builder_;
  llvm::FunctionCallee trap_;
  llvm::FunctionCallee undefined_;
  llvm::FunctionCallee access_;
  llvm::FunctionCallee move_;
};

// The bytes of a constant, and the names of what its pointers point to.
std::string content_of(const llvm::GlobalVariable& constant) {
  const llvm::DataLayout& layout = constant.getParent()->getDataLayout();
  std::string bytes(layout.getTypeAllocSize(constant.getValueType()), '\0');
  std::string names;
  std::vector<std::pair<const llvm::Constant*, uint64_t>> pending{{constant.getInitializer(), 0}};
  while (!pending.empty()) {
    const auto [next, offset] = pending.back();
    pending.pop_back();
    if (next->isNullValue() || llvm::isa<llvm::UndefValue>(next)) continue;
    const std::vector<TypePart> parts = parts_of(layout, *next->getType());
    for (size_t i = 0; i < parts.size(); ++i)
      pending.push_back(
          {next->getAggregateElement(static_cast<unsigned>(i)), offset + parts[i].offset});
    if (!parts.empty()) continue;
    llvm::APInt number(64, 0);
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(next))
      number = integer->getValue();
    else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(next))
      number = real->getValueAPF().bitcastToAPInt();
    else
      names +=
          next->stripAndAccumulateConstantOffsets(layout, number, true)->getName().str() + '\0';
    for (unsigned bit = 0; bit < number.getBitWidth(); bit += 8)
      bytes[offset + bit / 8] = static_cast<char>(
          number.extractBitsAsZExtValue(std::min(8u, number.getBitWidth() - bit), bit));
  }
  return bytes + names;
}

}  // namespace

bool is_exit(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return name == "exit" || name == "_exit" || name == "_Exit";
}

bool is_abort(const llvm::Function& function) {
  return function.getName() == "abort" || function.getName() == "__assert_fail";
}

bool is_external(const llvm::Function& function) {
  return function.isDeclaration() && !function.isIntrinsic() && !is_exit(function) &&
         !is_abort(function) && !function.getName().starts_with("polygraph_");
}

uint64_t external_number(std::string_view name) { return llvm::xxh3_64bits(llvm::StringRef(name)); }

uint64_t identity_of(const llvm::GlobalVariable& constant) {
  // C11 6.4.5p7: of string literals it is open whether they are distinct. Clang makes them so.
  const bool is_literal = constant.hasPrivateLinkage() && constant.hasGlobalUnnamedAddr();
  const std::string name = is_literal ? "" : constant.getName().str();
  return external_number(name + '\0' + content_of(constant));
}

void add_checks(llvm::Module& module, bool strict) {
  Checker checker(module, strict);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    checker.check(function);
    // If it returns all the same, the check behind the call must still be there.
    function.removeFnAttr(llvm::Attribute::NoReturn);
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
        if (call->getCalledFunction() == &function) call->removeFnAttr(llvm::Attribute::NoReturn);
  }
}

}  // namespace pg
