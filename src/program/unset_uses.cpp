#include "program/unset_uses.h"

#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "program/checks.h"
#include "program/seed.h"
#include "program/unset.h"

namespace pg {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr uint64_t kMostBits = 64;

// Registers of other types have all of their bits; they are looked at when they are filled.
bool is_tracked(const llvm::Type* type) {
  if (type->isPointerTy()) return true;
  return (type->isIntegerTy() || type->isFloatingPointTy()) &&
         type->getScalarSizeInBits() <= kMostBits;
}

// It only moves bits to other places, or leaves some of them out: what the fields of a structure
// need that are written one after the other.
bool is_transparent(const Instruction& instruction) {
  if (!is_tracked(instruction.getType())) return false;
  switch (instruction.getOpcode()) {
    case Instruction::PHI:
    case Instruction::Select:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Freeze:
      return true;
    case Instruction::BitCast:
      return is_tracked(instruction.getOperand(0)->getType());
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
    default:
      return false;
  }
}

// A variable in memory that begins without a value.
bool has_watched_memory(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::AllocaInst>(instruction)) return true;
      const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
      if (copy && is_without_value(*copy->getRawSource())) return true;
      const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction);
      if (fill && fill->hasMetadata(llvm::LLVMContext::MD_annotation)) return true;
    }
  return false;
}

class Watcher {
 public:
  Watcher(llvm::Module& module, bool strict)
      : layout_(module.getDataLayout()),
        strict_(strict),
        in_memory_(has_watched_memory(module)),
        builder_(module.getContext()) {
    llvm::Type* none = builder_.getVoidTy();
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* i1 = builder_.getInt1Ty();
    llvm::Type* i64 = builder_.getInt64Ty();
    unset_bits_ = check_function(module, kUnsetBitsFunction, i64, {pointer, i64});
    set_bits_ = check_function(module, kSetBitsFunction, i64, {pointer, i64, i64});
    copy_bits_ = check_function(module, kCopyBitsFunction, i64, {pointer, pointer, i64});
    fill_bits_ = check_function(module, kFillBitsFunction, none, {pointer, i64, i1});
    used_ = check_function(module, kUsedFunction, none, {i1, i1});
  }

  void watch(llvm::Function& function) {
    bits_.clear();
    std::vector<Instruction*> all;
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    for (llvm::BasicBlock* block : order)
      for (Instruction& instruction : *block) all.push_back(&instruction);
    find_candidates(all);
    for (Instruction* instruction : all)
      if (candidates_.contains(instruction)) bits_[instruction] = bits_of(*instruction);
    for (const auto& [phi, bits] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        bits->addIncoming(unset_in(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    phis_.clear();
    for (Instruction* instruction : all) check(*instruction);
  }

 private:
  // Registers that may have bits without a value.
  void find_candidates(const std::vector<Instruction*>& all) {
    candidates_.clear();
    std::vector<Instruction*> pending;
    for (Instruction* instruction : all)
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
        if (is_source(*load)) pending.push_back(load);
    while (!pending.empty()) {
      Instruction* next = pending.back();
      pending.pop_back();
      if (!candidates_.insert(next).second) continue;
      for (llvm::User* user : next->users()) {
        auto* instruction = llvm::cast<Instruction>(user);
        if (is_transparent(*instruction)) pending.push_back(instruction);
      }
    }
  }

  // What a global variable holds has a value: nothing else is written there.
  bool is_watched(const Value* pointer) const {
    return in_memory_ && !llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer));
  }

  bool is_source(const llvm::LoadInst& load) const {
    const Value* pointer = load.getPointerOperand();
    return is_tracked(load.getType()) && (is_without_value(*pointer) || is_watched(pointer));
  }

  llvm::Type* type_of_bits(const Value& value) const {
    return llvm::IntegerType::get(
        value.getContext(), static_cast<unsigned>(layout_.getTypeSizeInBits(value.getType())));
  }

  // The bits of a register without a value, as ones.
  Value* unset_in(Value* value) const {
    const auto found = bits_.find(value);
    return found == bits_.end() ? llvm::Constant::getNullValue(type_of_bits(*value))
                                : found->second;
  }

  Value* bits_of(Instruction& instruction) {
    llvm::Type* type = type_of_bits(instruction);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      llvm::PHINode* bits =
          llvm::PHINode::Create(type, phi->getNumIncomingValues(), "", phi->getIterator());
      phis_.push_back({phi, bits});
      return bits;
    }
    begin_at(*instruction.getNextNode(), instruction);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (is_without_value(*load->getPointerOperand()))
        return llvm::Constant::getAllOnesValue(type);
      return builder_.CreateTrunc(unset_at(load->getPointerOperand(), bytes_of(*type)), type);
    }
    Value* left = unset_in(instruction.getOperand(0));
    switch (instruction.getOpcode()) {
      case Instruction::Select:
        return builder_.CreateSelect(instruction.getOperand(0), unset_in(instruction.getOperand(1)),
                                     unset_in(instruction.getOperand(2)));
      case Instruction::And:
        return bits_of_mask(instruction, [](Value* value) { return value; });
      case Instruction::Or:
        return bits_of_mask(instruction, [&](Value* value) { return builder_.CreateNot(value); });
      case Instruction::Xor:
        return builder_.CreateOr(left, unset_in(instruction.getOperand(1)));
      case Instruction::Shl:
        return builder_.CreateShl(left, instruction.getOperand(1));
      case Instruction::LShr:
        return builder_.CreateLShr(left, instruction.getOperand(1));
      case Instruction::AShr:
        return builder_.CreateAShr(left, instruction.getOperand(1));
      case Instruction::Trunc:
        return builder_.CreateTrunc(left, type);
      case Instruction::ZExt:
        return builder_.CreateZExt(left, type);
      case Instruction::SExt:
        return builder_.CreateSExt(left, type);
      default:
        return left;
    }
  }

  // Of & and |: a bit has a value, too, if the other side decides it alone.
  template <typename Open>
  Value* bits_of_mask(Instruction& instruction, Open open) {
    Value* a = instruction.getOperand(0);
    Value* b = instruction.getOperand(1);
    Value* in_a = unset_in(a);
    Value* in_b = unset_in(b);
    Value* left = builder_.CreateAnd(in_a, builder_.CreateOr(open(b), in_b));
    return builder_.CreateOr(left, builder_.CreateAnd(in_b, builder_.CreateOr(open(a), in_a)));
  }

  void begin_at(Instruction& before, const Instruction& place) {
    builder_.SetInsertPoint(&before);
    builder_.SetCurrentDebugLocation(place.getDebugLoc());
  }

  static uint64_t bytes_of(const llvm::Type& bits) { return (bits.getScalarSizeInBits() + 7) / 8; }

  Value* unset_at(Value* pointer, uint64_t bytes) {
    return builder_.CreateCall(unset_bits_, {pointer, builder_.getInt64(bytes)});
  }

  void use_if(Value* bits) {
    use_if_true(builder_.CreateICmpNE(bits, llvm::Constant::getNullValue(bits->getType())));
  }

  void use_if_true(Value* any) {
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(any);
    if (!known || known->isOne()) builder_.CreateCall(used_, {any, builder_.getInt1(strict_)});
  }

  void check(Instruction& instruction) {
    if (llvm::isa<llvm::PHINode>(instruction)) return;
    begin_at(instruction, instruction);
    if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) watch_memory(*memory);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) watch_load(*load);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) watch_store(*store);
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) watch_call(*call);
    // A variable that begins without a value.
    if (instruction.hasMetadata(llvm::LLVMContext::MD_annotation)) return;
    if (llvm::isa<llvm::ReturnInst>(instruction) && !is_result_used(*instruction.getFunction()))
      return;
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
        compare && compare->getOperand(0)->getType()->isIntegerTy())
      return watch_compare(*compare);
    // Of a choice that only hands on, the condition decides.
    const bool hands_on = is_transparent(instruction) || llvm::isa<llvm::StoreInst>(instruction);
    for (const llvm::Use& operand : instruction.operands()) {
      const bool is_handed_on = llvm::isa<llvm::SelectInst>(instruction)
                                    ? operand.getOperandNo() != 0
                                    : hands_on && operand.getOperandNo() == 0;
      const bool is_other_side = hands_on && llvm::isa<llvm::BinaryOperator>(instruction);
      if (bits_.contains(operand.get()) && !is_handed_on && !is_other_side)
        use_if(bits_.at(operand.get()));
    }
  }

  // The bits that have a value may decide it, whatever the others are.
  void watch_compare(llvm::ICmpInst& compare) {
    Value* a = compare.getOperand(0);
    Value* b = compare.getOperand(1);
    if (!bits_.contains(a) && !bits_.contains(b)) return;
    Value* in_a = unset_in(a);
    Value* in_b = unset_in(b);
    if (compare.isEquality()) {
      Value* in_any = builder_.CreateOr(in_a, in_b);
      Value* known = builder_.CreateAnd(builder_.CreateXor(a, b), builder_.CreateNot(in_any));
      Value* zero = llvm::Constant::getNullValue(known->getType());
      return use_if_true(builder_.CreateAnd(builder_.CreateICmpNE(in_any, zero),
                                            builder_.CreateICmpEQ(known, zero)));
    }
    const auto [least_a, most_a] = range(a, in_a, compare.isSigned());
    const auto [least_b, most_b] = range(b, in_b, compare.isSigned());
    use_if_true(builder_.CreateXor(builder_.CreateICmp(compare.getPredicate(), least_a, most_b),
                                   builder_.CreateICmp(compare.getPredicate(), most_a, least_b)));
  }

  // The least and the greatest number that it may be.
  std::pair<Value*, Value*> range(Value* number, Value* unset, bool is_signed) {
    Value* known = builder_.CreateAnd(number, builder_.CreateNot(unset));
    Value* low = builder_.getInt(llvm::APInt(unset->getType()->getIntegerBitWidth(), 0));
    Value* high = unset;
    if (is_signed) {
      Value* sign =
          builder_.getInt(llvm::APInt::getSignMask(unset->getType()->getIntegerBitWidth()));
      low = builder_.CreateAnd(unset, sign);
      high = builder_.CreateAnd(unset, builder_.CreateNot(sign));
    }
    return {builder_.CreateOr(known, low), builder_.CreateOr(known, high)};
  }

  // Whoever tests it looks at it; the callers of others may not.
  static bool is_result_used(const llvm::Function& function) {
    return !function.hasLocalLinkage() || function.use_empty() ||
           llvm::any_of(function.users(), [](const llvm::User* user) {
             return !llvm::isa<llvm::CallInst>(user) || !user->use_empty();
           });
  }

  void watch_load(llvm::LoadInst& load) {
    if (is_tracked(load.getType()) || !is_watched(load.getPointerOperand())) return;
    use_if(builder_.CreateCall(copy_bits_, {llvm::ConstantPointerNull::get(builder_.getPtrTy()),
                                            load.getPointerOperand(), size_of(load.getType())}));
  }

  void watch_store(llvm::StoreInst& store) {
    Value* value = store.getValueOperand();
    Value* pointer = store.getPointerOperand();
    if (!is_tracked(value->getType())) {
      if (is_watched(pointer))
        builder_.CreateCall(fill_bits_,
                            {pointer, size_of(value->getType()), builder_.getInt1(false)});
      return;
    }
    Value* bits = unset_in(value);
    if (!is_watched(pointer)) return use_if(bits);
    Value* wide = builder_.CreateZExt(bits, builder_.getInt64Ty());
    Value* lost = builder_.CreateCall(
        set_bits_, {pointer, builder_.getInt64(bytes_of(*bits->getType())), wide});
    if (!llvm::isa<llvm::Constant>(bits) || !llvm::cast<llvm::Constant>(bits)->isNullValue())
      use_if(lost);
  }

  void watch_memory(llvm::MemIntrinsic& memory) {
    Value* to = memory.getRawDest();
    Value* length = builder_.CreateZExtOrTrunc(memory.getLength(), builder_.getInt64Ty());
    auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&memory);
    const bool begins = copy ? is_without_value(*copy->getRawSource())
                             : memory.hasMetadata(llvm::LLVMContext::MD_annotation);
    if (copy && !begins && is_watched(copy->getRawSource()))
      use_if(builder_.CreateCall(copy_bits_, {to, copy->getRawSource(), length}));
    else if (is_watched(to))
      builder_.CreateCall(fill_bits_, {to, length, builder_.getInt1(begins)});
  }

  // A structure that is passed in memory.
  void watch_call(llvm::CallInst& call) {
    if (!in_memory_) return;
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.isByValArgument(i))
        use_if(builder_.CreateCall(
            copy_bits_, {llvm::ConstantPointerNull::get(builder_.getPtrTy()), call.getArgOperand(i),
                         size_of(call.getParamByValType(i))}));
  }

  Value* size_of(llvm::Type* type) { return builder_.getInt64(layout_.getTypeStoreSize(type)); }

  const llvm::DataLayout& layout_;
  bool strict_;
  bool in_memory_;
  llvm::IRBuilder<> builder_;
  llvm::FunctionCallee unset_bits_;
  llvm::FunctionCallee set_bits_;
  llvm::FunctionCallee copy_bits_;
  llvm::FunctionCallee fill_bits_;
  llvm::FunctionCallee used_;
  absl::flat_hash_set<const Value*> candidates_;
  absl::flat_hash_map<const Value*, Value*> bits_;
  std::vector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;
};

}  // namespace

void watch_unset(llvm::Module& module, bool strict) {
  Watcher watcher(module, strict);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) watcher.watch(function);
}

}  // namespace pg
