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

// A union, or a type that clang made up, such as that of a global variable with a union in it whose
// initial value is not that of the union's first type.
bool may_be_union(const llvm::Type* type);

// The numbers of a type, by their offsets, and the bytes between them; pointers have 0 bits. In a
// union, these bytes are numbers like others, and floats are their bits: other members show them.
std::vector<Leaf> leaves_of(const llvm::DataLayout& layout, llvm::Type* type);

// The elements of a structure, an array or a vector; of others there are none.
struct TypePart {
  llvm::Type* type;
  uint64_t offset;
};
std::vector<TypePart> parts_of(const llvm::DataLayout& layout, llvm::Type& type);

}  // namespace pg
