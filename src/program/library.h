#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <llvm/IR/Module.h>

#include "base/result.h"
#include "program/interface.h"

namespace pg {

// What is known of functions of C's library is one table, in library.cpp. The bodies are in
// library.c; faults are never seeded there.

// The variable that stands for errno.
inline constexpr std::string_view kErrno = "library.errno";

// Functions of C's library that IEEE 754 fixes to the last bit become LLVM's operations.
void use_float_operations(llvm::Module& module);

// Gives the functions of C's library that a program calls bodies of our own, as far as there are
// any and the program declares them as the library does; or operations of LLVM's.
std::optional<Error> link_library(llvm::Module& module);

// Of some functions C fixes the sign of the result alone, or whether it is zero. The rest of it
// becomes what was never given a value. To be called when the calls are direct ones.
void open_results(llvm::Module& module);
// What is loaded for such a rest.
inline constexpr const char* kOpenResult = "polygraph.result";

// It comes from library.c.
bool is_library(const llvm::GlobalObject& object);

// What it is called in C.
std::string shown_name(const llvm::GlobalObject& object);

// C has a name for the variable, outside of functions.
bool has_c_name(const GlobalVariable& global);

// What it does depends on the locale.
bool uses_locale(const llvm::Function& function);

// Without a body, and it looks at nothing but its arguments and what these point to.
bool is_pure(std::string_view name);

}  // namespace pg
