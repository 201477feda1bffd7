#include "program/scopes.h"

#include <optional>
#include <vector>

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "program/checks.h"

namespace pg {
namespace {

// The block of the source that declares it; null if that is the function.
const llvm::DILocalScope* block_of(llvm::AllocaInst& local) {
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&local)) {
    const llvm::DILocalScope* scope =
        record->getVariable()->getScope()->getNonLexicalBlockFileScope();
    return llvm::isa<llvm::DILexicalBlock>(scope) ? scope : nullptr;
  }
  return nullptr;
}

bool is_inside(const llvm::DebugLoc& place, const llvm::DILocalScope& block) {
  const llvm::DIScope* scope = place->getScope();
  while (scope && !llvm::isa<llvm::DISubprogram>(scope)) {
    if (scope == &block) return true;
    scope = scope->getScope();
  }
  return false;
}

// Without an optimiser each instruction says where it is in the source, and both marks may be
// repeated: so no path has to be followed.
class Marker {
 public:
  explicit Marker(llvm::Module& module) : builder_(module.getContext()) {
    llvm::Type* none = builder_.getVoidTy();
    begin_ = module.getOrInsertFunction(kBeginFunction, none, builder_.getPtrTy());
    end_ = module.getOrInsertFunction(kEndFunction, none, builder_.getPtrTy());
  }

  void mark(llvm::AllocaInst& local, const llvm::DILocalScope& scope) {
    for (llvm::BasicBlock& block : *local.getFunction()) mark_in(block, local, scope);
  }

 private:
  void mark_in(llvm::BasicBlock& block, llvm::AllocaInst& local, const llvm::DILocalScope& scope) {
    std::optional<bool> inside;
    for (llvm::Instruction& instruction : block) {
      if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) || !instruction.getDebugLoc())
        continue;
      if (instruction.hasMetadata(llvm::LLVMContext::MD_annotation)) continue;
      const bool here = is_inside(instruction.getDebugLoc(), scope);
      if (inside == here) continue;
      inside = here;
      builder_.SetInsertPoint(&instruction);
      builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
      builder_.CreateCall(here ? begin_ : end_, {&local})->addAnnotationMetadata("auto-init");
    }
  }

  llvm::IRBuilder<> builder_;
  llvm::FunctionCallee begin_;
  llvm::FunctionCallee end_;
};

}  // namespace

void mark_scopes(llvm::Module& module) {
  std::vector<llvm::AllocaInst*> locals;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (block_of(*local) && escapes(*local)) locals.push_back(local);
  if (locals.empty()) return;
  Marker marker(module);
  for (llvm::AllocaInst* local : locals)
    if (!local->isArrayAllocation()) marker.mark(*local, *block_of(*local));
}

}  // namespace pg
