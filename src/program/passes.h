#pragma once

#include <llvm/IR/Module.h>

namespace pg {

// Variables become registers (mem2reg, SROA), and blocks that say nothing go away (simplifycfg). In
// between, uses of what has no value are noted; they trap if `strict`.
void simplify(llvm::Module& module, bool strict);

// What the encoder wants: a jump into a loop goes through its begin, and values leave loops through
// a phi only, so that a register has one value at a time.
void close_loops(llvm::Module& module);

// Functions that compute the same in the same way get the same code, however it was written.
void unify(llvm::Function& function);

}  // namespace pg
