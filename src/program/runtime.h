#pragma once

#include <memory>

#include <llvm/IR/Module.h>

#include "program/interface.h"

namespace pg {

// A copy of the meta-mutant that links with the runtime: an entry that takes its arguments from
// memory, a step counted at each loop and call, objects with a gap behind them that are known to
// the checks, and functions that nobody defines.
std::unique_ptr<llvm::Module> native_module(const llvm::Module& module, const Interface& interface);

// The C program that runs it.
extern const char* const kRuntimeSource;

}  // namespace pg
