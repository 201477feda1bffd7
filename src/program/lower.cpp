#include "program/lower.h"

#include <array>
#include <vector>

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "program/checks.h"
#include "program/layout.h"
#include "program/module.h"
#include "program/reach.h"

namespace pg {
namespace {

// More would be a formula for each of them, at each call.
constexpr size_t kMostCallees = 16;

template <typename Wanted>
std::vector<Wanted*> find_all(llvm::Function& function) {
  std::vector<Wanted*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* wanted = llvm::dyn_cast<Wanted>(&instruction)) found.push_back(wanted);
  return found;
}

// C11 F.10.9: the number, if one is NaN. Which zero is the less one is open, so that no test asks.
void lower_choice(llvm::IntrinsicInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* a = call.getArgOperand(0);
  llvm::Value* b = call.getArgOperand(1);
  llvm::Value* zero = llvm::ConstantFP::get(a->getType(), 0);
  llvm::Value* zeros =
      builder.CreateAnd(builder.CreateFCmpOEQ(a, zero), builder.CreateFCmpOEQ(b, zero));
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(zeros, call.getIterator(), false);
  builder.SetInsertPoint(end);
  auto is_negative = [&](llvm::Value* number) {
    return builder.CreateIntrinsic(llvm::Intrinsic::is_fpclass, {a->getType()},
                                   {number, builder.getInt32(llvm::fcNegZero)});
  };
  llvm::Value* left = is_negative(a);
  llvm::Value* unlike = builder.CreateXor(left, is_negative(b));
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(unlike, end->getIterator(), false));
  builder.CreateCall(
      call.getModule()->getOrInsertFunction(kMixedZerosFunction, builder.getVoidTy()));
  builder.SetInsertPoint(&call);
  const bool least = call.getIntrinsicID() == llvm::Intrinsic::minnum;
  llvm::Value* first = least ? builder.CreateFCmpOLT(a, b) : builder.CreateFCmpOGT(a, b);
  llvm::Value* chosen = builder.CreateSelect(first, a, b);
  chosen = builder.CreateSelect(builder.CreateFCmpUNO(b, b), a, chosen);
  call.replaceAllUsesWith(chosen);
  call.eraseFromParent();
}

void trap_before(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::FunctionCallee trap = instruction.getModule()->getOrInsertFunction(
      kTrapFunction, builder.getVoidTy(), builder.getInt32Ty());
  llvm::cast<llvm::Function>(trap.getCallee())->setDoesNotReturn();
  builder.CreateCall(trap, builder.getInt32(static_cast<uint32_t>(Trap::Memory)));
}

// if (p == f) f(...); else if (p == g) g(...); else trap.
void lower_call(llvm::CallInst& call, const std::vector<llvm::Function*>& callees) {
  llvm::Value* pointer = call.getCalledOperand();
  llvm::BasicBlock* join = call.getParent()->splitBasicBlock(call.getNextNode());
  llvm::PHINode* phi = nullptr;
  if (!call.getType()->isVoidTy()) {
    phi = llvm::PHINode::Create(call.getType(), static_cast<unsigned>(callees.size()), "",
                                join->begin());
    phi->setDebugLoc(call.getDebugLoc());
  }
  for (llvm::Function* callee : callees) {
    llvm::IRBuilder<> builder(&call);
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(
        builder.CreateICmpEQ(pointer, callee), call.getIterator(), false, nullptr,
        static_cast<llvm::DomTreeUpdater*>(nullptr));
    auto* direct = llvm::cast<llvm::CallInst>(call.clone());
    direct->setCalledFunction(callee);
    direct->insertBefore(end);
    end->setSuccessor(0, join);
    if (phi) phi->addIncoming(direct, end->getParent());
  }
  if (phi) call.replaceAllUsesWith(phi);
  trap_before(call);
  llvm::Instruction* end = call.getParent()->getTerminator();
  new llvm::UnreachableInst(call.getContext(), end);
  end->eraseFromParent();
  call.eraseFromParent();
}

}  // namespace

std::optional<Error> lower(llvm::Module& module, llvm::Function& entry) {
  const Reached reached = reachable_functions(module, entry);
  for (llvm::Function* function : reached.functions) {
    for (llvm::IntrinsicInst* call : find_all<llvm::IntrinsicInst>(*function))
      if (call->getIntrinsicID() == llvm::Intrinsic::minnum ||
          call->getIntrinsicID() == llvm::Intrinsic::maxnum)
        lower_choice(*call);
    for (llvm::CallInst* call : find_all<llvm::CallInst>(*function)) {
      if (!call->isIndirectCall()) continue;
      const std::vector<llvm::Function*> callees = possible_callees(reached, *call);
      if (callees.empty())
        return Error{place_of(*call),
                     "a call through a pointer, and no function of its type can be meant"};
      if (callees.size() > kMostCallees)
        return Error{place_of(*call),
                     fmt::format("a call through a pointer that may mean {} functions; up to {} "
                                 "are supported",
                                 callees.size(), kMostCallees)};
      lower_call(*call, callees);
    }
  }
  return std::nullopt;
}

}  // namespace pg
