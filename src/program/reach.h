#pragma once

#include <vector>

#include <llvm/IR/Module.h>

namespace pg {

// What a function can come to, in the order of the module. What is only reached through a table of
// functions is reached, too.
struct Reached {
  std::vector<llvm::Function*> functions;    // with a body, the function itself among them
  std::vector<const llvm::Function*> taken;  // those whose address is taken on the way
  bool contains(const llvm::Function* function) const;
};
Reached reachable_functions(llvm::Module& module, llvm::Function& entry);

// The functions that a call through a pointer may mean: of its type, with an address that is taken.
std::vector<llvm::Function*> possible_callees(const Reached& reached, const llvm::CallInst& call);

}  // namespace pg
