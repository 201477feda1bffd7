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

bool may_be_union(const llvm::Type* type) {
  const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure && (!structure->hasName() || structure->getName().starts_with("union."));
}

std::vector<Leaf> leaves_of(const llvm::DataLayout& layout, llvm::Type* whole) {
  struct Pending {
    llvm::Type* type;
    uint64_t offset;
    uint64_t union_end;  // 0: in none
  };
  std::vector<Leaf> leaves;
  uint64_t end = 0;  // of the bytes that have their leaves
  auto fill_up_to = [&](uint64_t offset, bool in_union) {
    for (; end < offset; ++end) {
      leaves.push_back({"", end, 8});
      leaves.back().in_union = in_union;
      leaves.back().is_padding = !in_union;
    }
  };
  std::vector<Pending> pending;
  if (whole->isAggregateType()) pending.push_back({nullptr, layout.getTypeAllocSize(whole), 0});
  pending.push_back({whole, 0, 0});
  while (!pending.empty()) {
    const auto [type, offset, outer_end] = pending.back();
    pending.pop_back();
    if (!type) {
      fill_up_to(offset, outer_end != 0);
      continue;
    }
    uint64_t union_end = outer_end;
    if (union_end == 0 && may_be_union(type)) {
      union_end = offset + layout.getTypeAllocSize(type);
      pending.push_back({nullptr, union_end, union_end});
      fill_up_to(offset, false);
    }
    if (type->isAggregateType()) {
      const std::vector<TypePart> parts = parts_of(layout, *type);
      for (size_t i = parts.size(); i-- > 0;)
        pending.push_back({parts[i].type, offset + parts[i].offset, union_end});
      continue;
    }
    fill_up_to(offset, union_end != 0);
    const uint32_t bits = is_number(type) ? static_cast<uint32_t>(type->getScalarSizeInBits()) : 0;
    leaves.push_back({"", offset, bits, false, false, is_float(type) && union_end == 0});
    leaves.back().in_union = union_end != 0;
    end = offset + layout.getTypeStoreSize(type);
  }
  return leaves;
}

}  // namespace pg
