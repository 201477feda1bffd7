#pragma once

#include <string>

#include <llvm/IR/Function.h>

namespace pg {

// What a function of a module with checks does, as text that is the same for functions that do the
// same in the same way, whatever they are called. If it has faults, with this one of them.
std::string code_of(const llvm::Function& function, uint32_t fault);

}  // namespace pg
