#include "program/unset.h"

#include <algorithm>
#include <vector>

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "program/layout.h"

namespace pg {
namespace {

std::vector<llvm::AllocaInst*> find_locals(llvm::Module& module) {
  std::vector<llvm::AllocaInst*> found;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) found.push_back(local);
  return found;
}

// Where the source declares it: a local in a loop has no value whenever the loop comes there again.
// A parameter has one from the start.
std::vector<llvm::Instruction*> declarations_of(llvm::AllocaInst& local) {
  std::vector<llvm::Instruction*> found;
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&local))
    if (!record->getVariable()->isParameter()) found.push_back(record->getMarker()->MarkedInstr);
  return found;
}

class Beginner {
 public:
  Beginner(llvm::Module& module, llvm::GlobalVariable& unset, llvm::GlobalVariable& padding)
      : layout_(module.getDataLayout()),
        unset_(unset),
        padding_(padding),
        builder_(module.getContext()) {}

  // The structure that a function returns in memory, which its caller gives no value.
  void begin_returned(llvm::Function& function) {
    if (!function.hasStructRetAttr()) return;
    llvm::Argument& result = *function.getArg(0);
    llvm::BasicBlock& entry = function.getEntryBlock();
    builder_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    builder_.SetCurrentDebugLocation(place_in(function));
    copy(result, result.getParamStructRetType(), result.getParamAlign().valueOrOne());
  }

  void begin(llvm::AllocaInst& local, llvm::Instruction& before) {
    llvm::Type* type = local.getAllocatedType();
    const llvm::Align align = local.getAlign();
    builder_.SetInsertPoint(&before);
    builder_.SetCurrentDebugLocation(before.getDebugLoc());
    if (local.isArrayAllocation()) {
      llvm::Value* size = builder_.getInt64(layout_.getTypeAllocSize(type));
      llvm::Value* count = builder_.CreateZExtOrTrunc(local.getArraySize(), builder_.getInt64Ty());
      llvm::Value* bytes = builder_.CreateMul(size, count);
      if (auto* product = llvm::dyn_cast<llvm::Instruction>(bytes)) annotate(*product);
      llvm::Value* byte = builder_.CreateLoad(builder_.getInt8Ty(), &unset_);
      annotate(*builder_.CreateMemSet(&local, byte, bytes, align));
    } else if (type->isAggregateType()) {
      copy(local, type, align);
    } else {
      annotate(*builder_.CreateStore(builder_.CreateLoad(type, &unset_), &local));
    }
  }

 private:
  void copy(llvm::Value& to, llvm::Type* type, llvm::Align align) {
    annotate(*builder_.CreateMemCpy(&to, align, &unset_, align, layout_.getTypeAllocSize(type)));
    for (const Leaf& leaf : leaves_of(layout_, type)) {
      if (!leaf.is_padding) continue;
      llvm::Type* byte = builder_.getInt8Ty();
      llvm::Value* place = builder_.CreateConstInBoundsGEP1_64(byte, &to, leaf.offset);
      if (auto* moved = llvm::dyn_cast<llvm::Instruction>(place)) annotate(*moved);
      annotate(*builder_.CreateStore(builder_.CreateLoad(byte, &padding_), place));
    }
  }

  // The verifier wants a place for what may be a call.
  static llvm::DebugLoc place_in(llvm::Function& function) {
    llvm::DISubprogram* program = function.getSubprogram();
    if (!program) return {};
    return llvm::DILocation::get(function.getContext(), program->getLine(), 0, program);
  }

  // As clang does with what it adds itself: no fault is seeded there.
  static void annotate(llvm::Instruction& instruction) {
    instruction.addAnnotationMetadata("auto-init");
  }

  const llvm::DataLayout& layout_;
  llvm::GlobalVariable& unset_;
  llvm::GlobalVariable& padding_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

void begin_locals(llvm::Module& module) {
  const std::vector<llvm::AllocaInst*> locals = find_locals(module);
  // A number or a pointer of any kind fits.
  uint64_t size = sizeof(uint64_t);
  llvm::Align align(size);
  for (const llvm::AllocaInst* local : locals) {
    size = std::max(
        size, module.getDataLayout().getTypeAllocSize(local->getAllocatedType()).getFixedValue());
    align = std::max(align, local->getAlign());
  }
  for (const llvm::Function& function : module)
    if (function.hasStructRetAttr() && !function.isDeclaration()) {
      const llvm::Argument* result = function.getArg(0);
      size = std::max(
          size,
          module.getDataLayout().getTypeAllocSize(result->getParamStructRetType()).getFixedValue());
      align = std::max(align, result->getParamAlign().valueOrOne());
    }
  auto* byte = llvm::Type::getInt8Ty(module.getContext());
  auto add = [&](llvm::Type* type, const char* name) {
    return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage,
                                    llvm::Constant::getNullValue(type), name);
  };
  llvm::GlobalVariable* unset = add(llvm::ArrayType::get(byte, size), kUnsetVariable);
  unset->setAlignment(align);
  Beginner beginner(module, *unset, *add(byte, kPaddingVariable));
  for (llvm::AllocaInst* local : locals) {
    for (llvm::Instruction* declaration : declarations_of(*local))
      beginner.begin(*local, *declaration);
    beginner.begin(*local, *local->getNextNode());
  }
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) beginner.begin_returned(function);
}

bool is_without_value(const llvm::Value& pointer) {
  return pointer.stripInBoundsConstantOffsets()->getName() == kUnsetVariable;
}

bool is_unset(const llvm::Value& pointer) {
  return is_without_value(pointer) || pointer.getName() == kPaddingVariable;
}

}  // namespace pg
