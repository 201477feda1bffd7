#pragma once

#include <vector>

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include "program/interface.h"

namespace pg {

// float and double; there are others.
bool is_float(const llvm::Type* type);

// What C calls a number, as LLVM has it.
bool is_number(const llvm::Type* type);

// The numbers of a type, by their offsets; pointers have 0 bits.
std::vector<Leaf> leaves_of(const llvm::DataLayout& layout, llvm::Type* type);

// The elements of a structure, an array or a vector; of others there are none.
struct TypePart {
  llvm::Type* type;
  uint64_t offset;
};
std::vector<TypePart> parts_of(const llvm::DataLayout& layout, llvm::Type& type);

}  // namespace pg
