#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "program/fault.h"

namespace pg {

// The variable that says which fault the meta-mutant has.
inline constexpr const char* kFaultVariable = "polygraph_fault";

// Makes a module the meta-mutant of itself: a switch on the fault's number stands at each place
// where there is one, so that its size is linear in the program and the faults. Only functions that
// can be reached from `entry` are changed. `operators` are names of rows.
std::vector<Fault> seed_faults(llvm::Module& module, llvm::Function& entry,
                               const std::vector<std::string>& operators);

}  // namespace pg
