#include "program/layout.h"

#include <utility>

namespace pg {

bool is_float(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

bool is_number(const llvm::Type* type) { return type->isIntegerTy() || is_float(type); }

std::vector<TypePart> parts_of(const llvm::DataLayout& layout, llvm::Type& type) {
  std::vector<TypePart> parts;
  auto add_elements = [&](llvm::Type* element, uint64_t count) {
    const uint64_t size = layout.getTypeAllocSize(element);
    for (uint64_t i = 0; i < count; ++i) parts.push_back({element, i * size});
  };
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    const llvm::StructLayout* fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      parts.push_back({structure->getElementType(i), fields->getElementOffset(i)});
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(&type)) {
    add_elements(array->getElementType(), array->getNumElements());
  } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    add_elements(vector->getElementType(), vector->getNumElements());
  }
  return parts;
}

std::vector<Leaf> leaves_of(const llvm::DataLayout& layout, llvm::Type* whole) {
  std::vector<Leaf> leaves;
  std::vector<TypePart> pending{{whole, 0}};
  while (!pending.empty()) {
    const auto [type, offset] = pending.back();
    pending.pop_back();
    if (type->isAggregateType()) {
      const std::vector<TypePart> parts = parts_of(layout, *type);
      for (size_t i = parts.size(); i-- > 0;)
        pending.push_back({parts[i].type, offset + parts[i].offset});
      continue;
    }
    const uint32_t bits = is_number(type) ? static_cast<uint32_t>(type->getScalarSizeInBits()) : 0;
    leaves.push_back({"", offset, bits, false, false, is_float(type)});
  }
  return leaves;
}

}  // namespace pg
