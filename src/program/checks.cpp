#include "program/checks.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "program/layout.h"
#include "program/unset.h"

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
    llvm::Type* i1 = builder_.getInt1Ty();
    llvm::Type* i64 = builder_.getInt64Ty();
    undefined_ = check_function(module, kUndefinedFunction, none, {i1, i1});
    access_ = check_function(module, kAccessFunction, none, {pointer, pointer, i64, i64, i1});
    apart_ = check_function(module, kApartFunction, i1, {pointer, pointer});
    overlap_ = check_function(module, kOverlapFunction, none, {pointer, pointer, i64, i1});
    move_ = module.getOrInsertFunction(kMoveFunction, none, pointer, pointer);
    llvm::cast<llvm::Function>(trap_.getCallee())->setDoesNotReturn();
  }

  void check(llvm::Function& function) {
    std::vector<Instruction*> all;
    for (Instruction& instruction : llvm::instructions(function)) all.push_back(&instruction);
    for (Instruction* instruction : all) check(*instruction);
  }

  // An index that leaves its array, but not the structure around it.
  void check_parts(llvm::Function& function) {
    std::vector<Instruction*> all;
    for (Instruction& instruction : llvm::instructions(function)) all.push_back(&instruction);
    for (Instruction* instruction : all) {
      if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction))
        check_part(llvm::cast<llvm::GEPOperator>(*gep), is_used_for_access(*gep),
                   gep->getNextNode());
      Value* pointer = llvm::getLoadStorePointerOperand(instruction);
      auto* constant = llvm::dyn_cast_or_null<llvm::ConstantExpr>(pointer);
      if (auto* gep = llvm::dyn_cast_or_null<llvm::GEPOperator>(constant))
        check_part(*gep, true, instruction);
    }
  }

 private:
  void check(Instruction& instruction) {
    builder_.SetInsertPoint(&instruction);
    builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
      check_operation(*operation);
    else if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction))
      check_conversion(llvm::cast<llvm::CastInst>(instruction));
    else if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
      check_order(*compare);
    else if (auto* cast = llvm::dyn_cast<llvm::TruncInst>(&instruction))
      check_truth(*cast);
    else if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      check_move(*gep);
    else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      check_access(load->getPointerOperand(), load->getType(), load->getAlign());
    else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      check_access(store->getPointerOperand(), store->getValueOperand()->getType(),
                   store->getAlign());
    else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
      check_memory(*memory);
    else if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      check_length(*variable);
    else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
             call && call->getIntrinsicID() == llvm::Intrinsic::abs)
      check_absolute(*call);
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

  void undefined_if(Value* condition) {
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition);
    if (!known || known->isOne()) builder_.CreateCall(undefined_, {condition, strict()});
  }

  Value* strict() { return builder_.getInt1(strict_); }

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
        check_distance(operation);
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
    llvm::Type* type = amount->getType();
    const unsigned width = operation.getType()->getIntegerBitWidth();
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(amount);
    if (!constant || constant->getValue().uge(width)) {
      undefined_if(builder_.CreateICmpUGE(amount, llvm::ConstantInt::get(type, width)));
      // x86 takes the amount modulo the width; LLVM leaves open what comes out.
      amount = builder_.CreateURem(amount, llvm::ConstantInt::get(type, width));
      operation.setOperand(1, amount);
    }
    if (!operation.hasMetadata(kSignedShift)) return;
    // C17 6.5.7p4: nothing may be shifted into the sign or beyond, so that no negative number is.
    Value* kept = builder_.CreateSub(llvm::ConstantInt::get(type, width - 1), amount);
    Value* lost = builder_.CreateLShr(operation.getOperand(0), kept);
    undefined_if(builder_.CreateICmpNE(lost, llvm::ConstantInt::get(type, 0)));
  }

  // What is read as a _Bool is 0 or 1.
  void check_truth(llvm::TruncInst& cast) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(cast.getOperand(0));
    if (!load || !cast.getType()->isIntegerTy(1) || !load->getType()->isIntegerTy(8)) return;
    undefined_if(builder_.CreateICmpUGT(load, builder_.getInt8(1)));
  }

  // C17 7.22.6.1p2: the result must be representable.
  void check_absolute(llvm::IntrinsicInst& call) {
    Value* operand = call.getArgOperand(0);
    const unsigned width = operand->getType()->getIntegerBitWidth();
    undefined_if(
        builder_.CreateICmpEQ(operand, builder_.getInt(llvm::APInt::getSignedMinValue(width))));
    call.setArgOperand(1, builder_.getInt1(false));
  }

  void check_overflow(llvm::BinaryOperator& operation, llvm::Intrinsic::ID intrinsic) {
    if (!operation.hasNoSignedWrap()) return;
    Value* both =
        builder_.CreateBinaryIntrinsic(intrinsic, operation.getOperand(0), operation.getOperand(1));
    undefined_if(builder_.CreateExtractValue(both, 1));
  }

  // C11 6.5.6p9: of two pointers into one object.
  void check_distance(llvm::BinaryOperator& operation) {
    auto* left = llvm::dyn_cast<llvm::PtrToIntInst>(operation.getOperand(0));
    auto* right = llvm::dyn_cast<llvm::PtrToIntInst>(operation.getOperand(1));
    if (left && right && operation.getName().starts_with(kPointerDifference))
      check_together(operation, left->getPointerOperand(), right->getPointerOperand());
  }

  // C11 6.5.8p5: the same.
  void check_order(llvm::ICmpInst& compare) {
    if (compare.isRelational() && compare.getOperand(0)->getType()->isPointerTy())
      check_together(compare, compare.getOperand(0), compare.getOperand(1));
  }

  // What comes out has no value if the pointers are in two objects.
  void check_together(Instruction& result, Value* a, Value* b) {
    Instruction& next = *result.getNextNode();
    auto begin_at = [&](Instruction& place) {
      builder_.SetInsertPoint(&place);
      builder_.SetCurrentDebugLocation(result.getDebugLoc());
    };
    begin_at(next);
    Value* apart = builder_.CreateCall(apart_, {a, b});
    llvm::BasicBlock* together = next.getParent();
    Instruction* end = llvm::SplitBlockAndInsertIfThen(apart, next.getIterator(), false);
    begin_at(*end);
    builder_.CreateCall(undefined_, {builder_.getTrue(), strict()});
    Value* none = builder_.CreateTrunc(
        builder_.CreateLoad(builder_.getInt64Ty(),
                            result.getModule()->getNamedGlobal(kUnsetVariable)),
        result.getType());
    begin_at(next);
    llvm::PHINode* chosen = builder_.CreatePHI(result.getType(), 2);
    result.replaceAllUsesWith(chosen);
    chosen->addIncoming(&result, together);
    chosen->addIncoming(none, end->getParent());
  }

  // A pointer to a fixed place in a variable; else without a variable.
  struct Fixed {
    const Value* variable = nullptr;
    llvm::APInt offset{64, 0};
    uint64_t size = 0;
    llvm::Align align;
  };

  Fixed fixed_place(const Value* pointer) const {
    Fixed place;
    const Value* base = pointer->stripAndAccumulateConstantOffsets(layout_, place.offset, true);
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base)) {
      if (variable->isArrayAllocation()) return place;
      place.size = layout_.getTypeAllocSize(variable->getAllocatedType());
      place.align = variable->getAlign();
    } else if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
      place.size = layout_.getTypeAllocSize(global->getValueType());
      place.align = global->getPointerAlignment(layout_);
    } else {
      return place;
    }
    place.variable = base;
    return place;
  }

  // True if the pointer is a fixed place in a variable, with room for that many bytes, and aligned.
  bool is_static(const Value* pointer, uint64_t bytes, llvm::Align align = {}) const {
    const Fixed place = fixed_place(pointer);
    return place.variable && place.offset.isNonNegative() &&
           place.offset.getZExtValue() + bytes <= place.size && place.align >= align &&
           llvm::isAligned(align, place.offset.getZExtValue());
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

  // Something in the array is used, and not only where its end is.
  static bool is_used_for_access(const llvm::GetElementPtrInst& gep) {
    return llvm::all_of(gep.users(), [&](const llvm::User* user) {
      return llvm::isa<llvm::GetElementPtrInst>(user) ||
             llvm::getLoadStorePointerOperand(user) == &gep;
    });
  }

  // The array at the end of a structure that has no length, or that of one element as people wrote
  // before there were such.
  static bool is_open_end(const llvm::GEPOperator& gep, uint64_t length) {
    if (length == 0) return true;
    const auto* member = llvm::dyn_cast<llvm::GEPOperator>(gep.getPointerOperand());
    const auto* structure =
        member ? llvm::dyn_cast<llvm::StructType>(member->getSourceElementType()) : nullptr;
    const auto* field = structure && member->getNumIndices() == 2
                            ? llvm::dyn_cast<llvm::ConstantInt>(*std::prev(member->idx_end()))
                            : nullptr;
    return length == 1 && field && field->getZExtValue() + 1 == structure->getNumElements();
  }

  // C17 6.5.6p8, of the array itself: `a[i]`, or `a + i` where `a` is an array.
  void check_part(llvm::GEPOperator& gep, bool is_access, Instruction* before) {
    const llvm::GEPOperator* array = &gep;
    Value* index = nullptr;
    if (gep.getSourceElementType()->isArrayTy() && gep.getNumIndices() == 2) {
      index = *std::prev(gep.idx_end());
    } else if (gep.getNumIndices() == 1) {
      array = llvm::dyn_cast<llvm::GEPOperator>(gep.getPointerOperand());
      const bool is_begin = array && array->getNumIndices() == 2 && array->hasAllZeroIndices() &&
                            array->getSourceElementType()->isArrayTy() &&
                            array->getResultElementType() == gep.getSourceElementType();
      if (is_begin) index = *gep.idx_begin();
    }
    if (!index) return;
    const uint64_t length = array->getSourceElementType()->getArrayNumElements();
    if (is_open_end(*array, length)) return;
    const uint64_t most = is_access ? length - 1 : length;
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (known && known->getValue().sextOrTrunc(64).ule(most)) return;
    builder_.SetInsertPoint(before);
    builder_.SetCurrentDebugLocation(before->getDebugLoc());
    Value* wide = builder_.CreateSExtOrTrunc(index, builder_.getInt64Ty());
    undefined_if(builder_.CreateICmpUGT(wide, builder_.getInt64(most)));
  }

  void check_access(Value* pointer, llvm::Type* type, llvm::Align align) {
    const uint64_t bytes = layout_.getTypeStoreSize(type);
    if (!is_static(pointer, bytes, align)) add_access(pointer, builder_.getInt64(bytes), align);
  }

  void add_access(Value* pointer, Value* bytes, llvm::Align align) {
    auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
    builder_.CreateCall(access_, {gep ? gep->getPointerOperand() : pointer, pointer, bytes,
                                  builder_.getInt64(align.value()), strict()});
  }

  void check_memory(llvm::MemIntrinsic& memory) {
    auto check = [&](Value* pointer, llvm::Align align) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory.getLength());
      if (length && is_static(pointer, length->getZExtValue(), align)) return;
      add_access(pointer, length_of(memory), align);
    };
    check(memory.getRawDest(), memory.getDestAlign().valueOrOne());
    auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory);
    if (transfer) check(transfer->getRawSource(), transfer->getSourceAlign().valueOrOne());
    if (llvm::isa<llvm::MemCpyInst>(memory)) check_overlap(*transfer);
  }

  Value* length_of(const llvm::MemIntrinsic& memory) {
    return builder_.CreateZExtOrTrunc(memory.getLength(), builder_.getInt64Ty());
  }

  // C17 7.24.2.1p2, and of assignments 6.5.16.1p3: what is copied may not overlap, except exactly.
  // What a machine makes of it is open; here it is moved.
  void check_overlap(llvm::MemTransferInst& copy) {
    const Value* to = llvm::getUnderlyingObject(copy.getRawDest());
    const Value* from = llvm::getUnderlyingObject(copy.getRawSource());
    const bool are_apart =
        to != from && ((is_variable(to) && is_variable(from)) || is_kept_to_itself(to) ||
                       is_kept_to_itself(from) || is_never_written(from));
    if (!are_apart)
      builder_.CreateCall(overlap_,
                          {copy.getRawDest(), copy.getRawSource(), length_of(copy), strict()});
    llvm::Module* module = copy.getModule();
    copy.setCalledFunction(llvm::Intrinsic::getDeclaration(
        module, llvm::Intrinsic::memmove,
        {copy.getRawDest()->getType(), copy.getRawSource()->getType(),
         copy.getLength()->getType()}));
  }

  // No program has its address, or writes there.
  static bool is_never_written(const Value* object) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return global && (global->isConstant() || is_unset(*global));
  }

  static bool is_variable(const Value* object) {
    return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object);
  }

  // No pointer that is found elsewhere leads into it.
  static bool is_kept_to_itself(const Value* object) {
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(object);
    return local && !escapes(*local);
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
  llvm::FunctionCallee apart_;
  llvm::FunctionCallee overlap_;
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

bool escapes(const llvm::AllocaInst& local) {
  std::vector<const Value*> pending{&local};
  while (!pending.empty()) {
    const Value* pointer = pending.back();
    pending.pop_back();
    for (const llvm::User* user : pointer->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      const bool is_known =
          call && (llvm::isa<llvm::MemIntrinsic>(call) ||
                   (call->getCalledFunction() && is_check(*call->getCalledFunction())));
      if (llvm::isa<llvm::GetElementPtrInst>(user))
        pending.push_back(user);
      else if (!is_known && llvm::getLoadStorePointerOperand(user) != pointer)
        return true;
    }
  }
  return false;
}

llvm::FunctionCallee check_function(llvm::Module& module, const char* name, llvm::Type* result,
                                    llvm::ArrayRef<llvm::Type*> arguments) {
  llvm::FunctionCallee made =
      module.getOrInsertFunction(name, llvm::FunctionType::get(result, arguments, false));
  for (llvm::Argument& argument : llvm::cast<llvm::Function>(made.getCallee())->args())
    if (argument.getType()->isIntegerTy(1)) argument.addAttr(llvm::Attribute::ZExt);
  return made;
}

bool is_check(const llvm::Function& function) {
  return function.getName().starts_with("polygraph_");
}

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

bool is_literal(const llvm::GlobalVariable& constant) {
  return constant.isConstant() && constant.hasPrivateLinkage() && constant.hasGlobalUnnamedAddr();
}

uint64_t identity_of(const llvm::GlobalVariable& constant) {
  // C11 6.4.5p7: of string literals it is open whether they are distinct. Clang makes them so.
  const std::string name = is_literal(constant) ? "" : constant.getName().str();
  return external_number(name + '\0' + content_of(constant));
}

void add_checks(llvm::Module& module, bool strict) {
  Checker checker(module, strict);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    checker.check_parts(function);
    checker.check(function);
    // If it returns all the same, the check behind the call must still be there.
    function.removeFnAttr(llvm::Attribute::NoReturn);
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
        if (call->getCalledFunction() == &function) call->removeFnAttr(llvm::Attribute::NoReturn);
  }
}

}  // namespace pg
