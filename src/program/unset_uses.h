#pragma once

#include <llvm/IR/Module.h>

namespace pg {

// Says in the code where something is used that was never given a value. Copies are no use; what
// is computed from it, decided by it, passed or returned is. To be called when variables have
// become registers, and before instructions move: a use that is not reached is none.
void watch_unset(llvm::Module& module, bool strict);

}  // namespace pg
