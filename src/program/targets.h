#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "program/interface.h"

namespace pg {

// What a pointer can point to that the tested function returns: what parameters point to, and
// global variables.
std::vector<PointerTarget> read_targets(const llvm::Module& module,
                                        const std::vector<Parameter>& parameters);

}  // namespace pg
