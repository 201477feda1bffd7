#pragma once

#include <llvm/IR/Module.h>

#include "program/interface.h"

namespace pg {

// What is written to memory as a float may be read there as something else, so that the bits of a
// NaN matter: registers for floats have one NaN, machines have many. Encoding and execution must
// agree on it, so that it is read off the program.
bool shows_float_bits(llvm::Module& module, const Interface& interface);

}  // namespace pg
