#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "base/result.h"
#include "program/interface.h"

namespace pg {

// How many elements a pointer parameter has: --array NAME:LENGTH, --string NAME:LENGTH.
struct ArrayLength {
  std::string name;
  uint32_t length = 1;
  bool is_string = false;
  bool may_be_null = false;  // NAME?:LENGTH
};

// The function to test: the one of that name, or the only one that can be called from outside.
Result<llvm::Function*> find_function(llvm::Module& module, const std::string& name);

// Reads parameters and result from the debug information, where the types of C are.
Result<Interface> read_interface(llvm::Module& module, llvm::Function& function,
                                 const std::vector<ArrayLength>& lengths);

}  // namespace pg
