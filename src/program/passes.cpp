#include "program/passes.h"

#include <algorithm>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "program/layout.h"
#include "program/unset_uses.h"

namespace pg {
namespace {

// The analyses that these passes ask for; LLVM's PassBuilder would link every pass there is.
void register_analyses(llvm::FunctionAnalysisManager& analyses) {
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  analyses.registerPass([] { return llvm::TargetLibraryAnalysis(); });
  analyses.registerPass([] { return llvm::LoopAnalysis(); });
  analyses.registerPass([] { return llvm::ScalarEvolutionAnalysis(); });
  analyses.registerPass([] { return llvm::LazyValueAnalysis(); });
  analyses.registerPass([] { return llvm::MemorySSAAnalysis(); });
  analyses.registerPass([] { return llvm::AAManager(); });
}

void run(llvm::Module& module, llvm::FunctionPassManager& passes) {
  llvm::FunctionAnalysisManager analyses;
  register_analyses(analyses);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) passes.run(function, analyses);
}

// The same places with integers for floats.
llvm::Type* without_floats(llvm::Type& type) {
  if (is_float(&type)) return llvm::IntegerType::get(type.getContext(), type.getScalarSizeInBits());
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return llvm::ArrayType::get(without_floats(*array->getElementType()), array->getNumElements());
  auto* structure = llvm::dyn_cast<llvm::StructType>(&type);
  if (!structure) return &type;
  std::vector<llvm::Type*> parts;
  for (llvm::Type* part : structure->elements()) parts.push_back(without_floats(*part));
  return llvm::StructType::get(type.getContext(), parts, structure->isPacked());
}

// Registers for floats do not keep the bits of a NaN. A variable with a union that has floats gets
// registers for integers, so that the bits stay where nobody computes with the float.
void keep_bits_of_unions(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (!variable) continue;
      const std::vector<Leaf> leaves =
          leaves_of(module.getDataLayout(), variable->getAllocatedType());
      if (std::ranges::find(leaves, true, &Leaf::in_union) != leaves.end())
        variable->setAllocatedType(without_floats(*variable->getAllocatedType()));
    }
}

// What has no value is zero, as the variables that begin without one are: else compiler and encoder
// would choose for themselves.
void settle(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      for (llvm::Use& operand : instruction.operands())
        if (llvm::isa<llvm::UndefValue>(operand.get()))
          operand.set(llvm::Constant::getNullValue(operand->getType()));
}

// Takes away branches that are decided and blocks that do nothing. SimplifyCFG does as much, and
// then what seems cheaper, which depends on what it looks at first.
void straighten(llvm::Function& function) {
  for (bool changed = true; changed;) {
    changed = llvm::removeUnreachableBlocks(function);
    for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
      changed = llvm::ConstantFoldTerminator(&block, true) || changed;
      if (&block == &function.getEntryBlock()) continue;
      if (llvm::MergeBlockIntoPredecessor(&block)) {
        changed = true;
        continue;
      }
      auto* jump = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      const bool is_empty =
          jump && jump->isUnconditional() && &*block.getFirstNonPHIOrDbg() == jump;
      changed = (is_empty && llvm::TryToSimplifyUncondBranchFromEmptyBlock(&block)) || changed;
    }
  }
}

void run(llvm::Function& function, llvm::FunctionPassManager& passes) {
  llvm::ModuleAnalysisManager modules;
  modules.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  llvm::FunctionAnalysisManager analyses;
  register_analyses(analyses);
  analyses.registerPass([] { return llvm::OptimizationRemarkEmitterAnalysis(); });
  analyses.registerPass([] { return llvm::PostDominatorTreeAnalysis(); });
  analyses.registerPass([&] { return llvm::ModuleAnalysisManagerFunctionProxy(modules); });
  passes.run(function, analyses);
}

bool has_jump_into_loop(llvm::Function& function) {
  const llvm::LoopInfo loops{llvm::DominatorTree(function)};
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
  return llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops);
}

// Loops get one entry, from which a number says where to go on. That is only done to branches.
void make_reducible(llvm::Function& function) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LowerSwitchPass());
  passes.addPass(llvm::FixIrreduciblePass());
  run(function, passes);
}

}  // namespace

void simplify(llvm::Module& module, bool strict) {
  keep_bits_of_unions(module);
  llvm::FunctionPassManager registers;
  registers.addPass(llvm::PromotePass());
  registers.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  run(module, registers);
  watch_unset(module, strict);
  llvm::FunctionPassManager blocks;
  blocks.addPass(llvm::SimplifyCFGPass());
  run(module, blocks);
  settle(module);
}

void unify(llvm::Function& function) {
  for (int round = 0; round < 2; ++round) {
    straighten(function);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    passes.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)));
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)));
    passes.addPass(llvm::ADCEPass());
    run(function, passes);
  }
  straighten(function);
}

void close_loops(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && has_jump_into_loop(function)) make_reducible(function);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  run(module, passes);
}

}  // namespace pg
