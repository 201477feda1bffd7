#pragma once

#include <llvm/IR/Module.h>

namespace pg {

// Says in the code where a local of a block lives, if its address goes elsewhere: at its end, that
// address leads nowhere. What lives as long as its function needs no such thing.
void mark_scopes(llvm::Module& module);

}  // namespace pg
