#pragma once

#include <llvm/IR/Module.h>

namespace pg {

// What locals hold that were given no value: zeros where the program runs, anything in a proof.
inline constexpr const char* kUnsetVariable = "polygraph_unset";
// The same of padding, which nobody has to give a value.
inline constexpr const char* kPaddingVariable = "polygraph_padding";

// Every local starts its life as a copy of that variable. A mutant that leaves out its first
// assignment is then a program with a meaning, and no optimiser may choose one for it.
void begin_locals(llvm::Module& module);

// The pointer leads into one of these variables.
bool is_unset(const llvm::Value& pointer);

// The pointer leads into what has no value and should have one.
bool is_without_value(const llvm::Value& pointer);

}  // namespace pg
