#pragma once

#include <optional>

#include <llvm/IR/Module.h>

#include "base/result.h"

namespace pg {

// What the encoder need not know, in terms of what it knows: calls through pointers become
// comparisons and calls of the functions that they may mean, the least and the greatest float
// choices. Says why if a call may mean no function, or too many.
std::optional<Error> lower(llvm::Module& module, llvm::Function& entry);

}  // namespace pg
