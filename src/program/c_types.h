#pragma once

#include <string>
#include <vector>

#include <llvm/IR/DebugInfoMetadata.h>

#include "program/interface.h"

namespace pg {

// Larger parameters would give formulas that no solver takes.
inline constexpr size_t kMostLeaves = 4096;

// The type without its names and qualifiers.
const llvm::DIType* strip(const llvm::DIType* type);

// A structure, a union or an array.
bool is_aggregate(const llvm::DIType* type);

// The type as C writes it before a name, without const; and what C writes behind: [3].
std::string c_name(const llvm::DIType* type);
std::string c_dimensions(const llvm::DIType* type);

// Adds the numbers of a type. Every bit of a union is among them, as numbers of one of its members
// or as bytes, because other members may show what is padding in one of them. Says why it is none
// that we can make values of; else nothing.
std::string read_leaves(const llvm::DIType* type, std::vector<Leaf>& leaves);

}  // namespace pg
