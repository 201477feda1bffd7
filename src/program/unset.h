#pragma once

#include <llvm/IR/Module.h>

namespace pg {

// What locals hold that were given no value: zeros where the program runs, anything in a proof.
inline constexpr const char* kUnsetVariable = "polygraph_unset";

// Every local starts its life as a copy of that variable. A mutant that leaves out its first
// assignment is then a program with a meaning, and no optimiser may choose one for it.
void begin_locals(llvm::Module& module);

// The pointer leads into that variable.
bool is_unset(const llvm::Value& pointer);

}  // namespace pg
