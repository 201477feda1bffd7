#include "program/reach.h"

#include <algorithm>

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace pg {
namespace {

class Walk {
 public:
  explicit Walk(llvm::Function& entry) { seen_.insert(&entry); }

  // Functions, global variables and what they begin with, as long as there are new ones.
  void run() {
    for (size_t i = 0; i < seen_.size(); ++i) {
      if (auto* function = llvm::dyn_cast<llvm::Function>(seen_[i]))
        for (llvm::Instruction& instruction : llvm::instructions(function)) look(instruction);
      else
        look(*seen_[i]);
    }
  }

  bool has(const llvm::Function& function) const {
    return seen_.contains(const_cast<llvm::Function*>(&function));
  }
  bool is_taken(const llvm::Function& function) const { return taken_.contains(&function); }

 private:
  void look(llvm::User& user) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&user);
    for (llvm::Use& use : user.operands()) {
      auto* constant = llvm::dyn_cast<llvm::Constant>(use.get());
      if (!constant) continue;
      seen_.insert(constant);
      const auto* function = llvm::dyn_cast<llvm::Function>(constant);
      if (function && !(call && call->isCallee(&use))) taken_.insert(function);
    }
  }

  llvm::SetVector<llvm::Constant*> seen_;
  llvm::SetVector<const llvm::Function*> taken_;
};

}  // namespace

bool Reached::contains(const llvm::Function* function) const {
  return llvm::is_contained(functions, function);
}

Reached reachable_functions(llvm::Module& module, llvm::Function& entry) {
  Walk walk(entry);
  walk.run();
  Reached reached;
  for (llvm::Function& function : module) {
    if (walk.has(function) && !function.isDeclaration()) reached.functions.push_back(&function);
    if (walk.is_taken(function)) reached.taken.push_back(&function);
  }
  return reached;
}

std::vector<llvm::Function*> possible_callees(const Reached& reached, const llvm::CallInst& call) {
  std::vector<llvm::Function*> possible;
  for (const llvm::Function* function : reached.taken)
    if (function->getFunctionType() == call.getFunctionType())
      possible.push_back(const_cast<llvm::Function*>(function));
  return possible;
}

}  // namespace pg
