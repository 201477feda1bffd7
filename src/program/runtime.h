#pragma once

#include <memory>

#include <llvm/IR/Module.h>

#include "program/interface.h"

namespace pg {

// A copy of the meta-mutant that links with the runtime: an entry that takes its arguments from
// memory, a step counted at each loop and call, objects with a gap behind them that are known to
// the checks, and functions that nobody defines.
std::unique_ptr<llvm::Module> native_module(const llvm::Module& module, const Interface& interface);

// The same of a module that is a suite with its own main.
std::unique_ptr<llvm::Module> suite_module(const llvm::Module& module, const Interface& interface);

// The C programs that run them; both begin with the objects.
extern const char* const kObjectsSource;
extern const char* const kRunnerSource;
extern const char* const kSuiteSource;

}  // namespace pg
