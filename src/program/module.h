#pragma once

#include <memory>
#include <string>
#include <vector>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "base/result.h"

namespace pg {

// A module and the context that it lives in.
struct LoadedModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

// Reads C by clang, or LLVM's .ll and .bc as they are. Extra words go to clang.
Result<LoadedModule> load_module(const std::string& path, const std::vector<std::string>& words);

// What clang prints; its first complaint is the error.
Result<std::string> clang_output(const std::string& path, const std::vector<std::string>& words);
Result<bool> run_clang(const std::string& path, const std::vector<std::string>& words);

// The file that an instruction comes from; empty if nobody knows.
std::string file_of(const llvm::Instruction& instruction);

// The place of an instruction in its source; line 0 if nobody knows.
Place place_of(const llvm::Instruction& instruction);

}  // namespace pg
