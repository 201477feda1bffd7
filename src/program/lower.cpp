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

struct LibraryRow {
  const char* name;  // of the function of double; that of float has an f behind it
  llvm::Intrinsic::ID operation;
};
constexpr auto kLibrary = std::to_array<LibraryRow>({
    {"sqrt", llvm::Intrinsic::sqrt},
    {"fabs", llvm::Intrinsic::fabs},
    {"floor", llvm::Intrinsic::floor},
    {"ceil", llvm::Intrinsic::ceil},
    {"trunc", llvm::Intrinsic::trunc},
    {"rint", llvm::Intrinsic::rint},
    {"nearbyint", llvm::Intrinsic::nearbyint},
    {"round", llvm::Intrinsic::round},
    {"copysign", llvm::Intrinsic::copysign},
    {"fmin", llvm::Intrinsic::minnum},
    {"fmax", llvm::Intrinsic::maxnum},
    {"fma", llvm::Intrinsic::fma},
});

const LibraryRow* find_row(const llvm::Function& function) {
  if (!function.isDeclaration() || !is_float(function.getReturnType())) return nullptr;
  for (const LibraryRow& row : kLibrary)
    if (function.getName() ==
        (function.getReturnType()->isFloatTy() ? std::string(row.name) + "f" : row.name))
      return &row;
  return nullptr;
}

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

void use_float_operations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const LibraryRow* row = find_row(function);
    if (!row) continue;
    llvm::Function* operation =
        llvm::Intrinsic::getDeclaration(&module, row->operation, {function.getReturnType()});
    if (operation->getFunctionType() != function.getFunctionType()) continue;
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
        if (call->getCalledFunction() == &function) calls.push_back(call);
    for (llvm::CallInst* call : calls) call->setCalledFunction(operation);
  }
}

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
