#include "program/c_types.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

namespace pg {

const llvm::DIType* strip(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != llvm::dwarf::DW_TAG_typedef && tag != llvm::dwarf::DW_TAG_const_type &&
        tag != llvm::dwarf::DW_TAG_volatile_type && tag != llvm::dwarf::DW_TAG_restrict_type)
      return type;
    type = derived->getBaseType();
  }
  return type;
}

bool is_aggregate(const llvm::DIType* type) {
  const llvm::DIType* plain = strip(type);
  return llvm::isa_and_nonnull<llvm::DICompositeType>(plain) &&
         plain->getTag() != llvm::dwarf::DW_TAG_enumeration_type;
}

namespace {

const llvm::DICompositeType* as_array(const llvm::DIType* type) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strip(type));
  const bool is_array = composite && composite->getTag() == llvm::dwarf::DW_TAG_array_type;
  return is_array ? composite : nullptr;
}

// The lengths of an array in each dimension; none if one is not fixed.
std::vector<uint64_t> lengths_of(const llvm::DICompositeType& array) {
  std::vector<uint64_t> lengths;
  for (const llvm::DINode* node : array.getElements()) {
    const auto* range = llvm::dyn_cast<llvm::DISubrange>(node);
    const auto* count =
        range ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount()) : nullptr;
    if (!count || count->isNegative()) return {};
    lengths.push_back(count->getZExtValue());
  }
  return lengths;
}

struct Pending {
  const llvm::DIType* type;
  uint64_t offset;
  std::string path;
  uint64_t named = 0;  // where what the path names begins
  uint32_t shift = 0;  // of a bit-field
  uint32_t width = 0;  // of a bit-field; else 0
};

constexpr uint32_t kMostUnions = 64;  // inside each other

// The leaves are integers that can have any value, and leave no bit of so many bytes out.
bool fill(const std::vector<Leaf>& leaves, uint64_t size) {
  uint64_t bits = 0;
  for (const Leaf& leaf : leaves) {
    if (leaf.is_float || (leaf.is_truth && leaf.bits > 1)) return false;
    bits += leaf.bits;
  }
  return bits == 8 * size;
}

class LeafReader {
 public:
  explicit LeafReader(uint32_t unions) : unions_(unions) {}

  std::string read(Pending whole, std::vector<Leaf>& leaves) {
    pending_.push_back(std::move(whole));
    while (!pending_.empty()) {
      const Pending next = std::move(pending_.back());
      pending_.pop_back();
      std::string problem = read_one(next, leaves);
      if (problem.empty() && leaves.size() + pending_.size() > kMostLeaves)
        problem = "is too large";
      if (!problem.empty()) return problem;
    }
    return {};
  }

 private:
  std::string read_one(const Pending& next, std::vector<Leaf>& leaves) {
    const llvm::DIType* type = strip(next.type);
    if (const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type)) {
      const unsigned encoding = basic->getEncoding();
      if (encoding == llvm::dwarf::DW_ATE_complex_float) return "is a complex number";
      if (basic->getSizeInBits() > 64) return "is wider than 64 bits";
      const bool is_float = encoding == llvm::dwarf::DW_ATE_float;
      if (is_float && basic->getSizeInBits() < 32) return "is a float of less than 32 bits";
      add(next, *basic, leaves);
      leaves.back().is_signed = basic->getSignedness() == llvm::DIBasicType::Signedness::Signed;
      leaves.back().is_truth = encoding == llvm::dwarf::DW_ATE_boolean;
      leaves.back().is_float = is_float;
      return {};
    }
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    if (!composite) return "has a type that is not supported: a pointer in an object, or no type";
    return read_composite(next, *composite, leaves);
  }

  static void add(const Pending& next, const llvm::DIType& type, std::vector<Leaf>& leaves) {
    const auto bits = static_cast<uint32_t>(type.getSizeInBits());
    leaves.push_back({next.path, next.offset, next.width > 0 ? next.width : bits, false, false,
                      false, next.shift});
  }

  std::string read_composite(const Pending& next, const llvm::DICompositeType& type,
                             std::vector<Leaf>& leaves) {
    switch (type.getTag()) {
      case llvm::dwarf::DW_TAG_enumeration_type:
        add(next, type, leaves);
        return {};
      case llvm::dwarf::DW_TAG_structure_type:
        return read_structure(next, type);
      case llvm::dwarf::DW_TAG_array_type:
        return read_array(next, type);
      case llvm::dwarf::DW_TAG_union_type:
        return read_union(next, type, leaves);
      default:
        return "has a type that is not supported";
    }
  }

  static Pending part_of(const Pending& whole, const llvm::DIDerivedType& field) {
    Pending part{field.getBaseType(), whole.offset + field.getOffsetInBits() / 8, whole.path,
                 whole.named};
    // The fields of what has no name are those of what it is in.
    if (!field.getName().empty()) {
      part.path += "." + field.getName().str();
      part.named = part.offset;
    }
    if (field.isBitField()) {
      part.shift = static_cast<uint32_t>(field.getOffsetInBits() % 8);
      part.width = static_cast<uint32_t>(field.getSizeInBits());
    }
    return part;
  }

  // Fields are pushed from the last to the first, so that they are read in order.
  std::string read_structure(const Pending& next, const llvm::DICompositeType& type) {
    const auto fields = type.getElements();
    for (unsigned i = fields.size(); i-- > 0;) {
      const auto* field = llvm::dyn_cast<llvm::DIDerivedType>(fields[i]);
      if (!field) return "has a type that is not supported";
      pending_.push_back(part_of(next, *field));
    }
    return {};
  }

  // The first member of integers that fills it stands for all bits of it. If there is none, its
  // bytes do: those that belong to some member.
  std::string read_union(const Pending& next, const llvm::DICompositeType& type,
                         std::vector<Leaf>& leaves) {
    if (unions_ == kMostUnions) return "has too many unions inside each other";
    const uint64_t size = type.getSizeInBits() / 8;
    std::string problem = type.getElements().empty() ? "has no members" : "";
    std::vector<Leaf> all;
    for (const llvm::DINode* node : type.getElements()) {
      const auto* field = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (!field) return "has a type that is not supported";
      std::vector<Leaf> own;
      std::string why = LeafReader(unions_ + 1).read(part_of(next, *field), own);
      if (why.empty() && fill(own, size)) {
        for (Leaf& leaf : own) leaf.in_union = true;
        std::ranges::move(own, std::back_inserter(leaves));
        return {};
      }
      if (problem.empty()) problem = std::move(why);
      std::ranges::move(own, std::back_inserter(all));
    }
    return problem.empty() ? add_bytes(next, all, size, leaves) : problem;
  }

  static std::string add_bytes(const Pending& next, const std::vector<Leaf>& members, uint64_t size,
                               std::vector<Leaf>& leaves) {
    if (size > kMostLeaves) return "is too large";
    std::vector<bool> used(size);
    for (const Leaf& leaf : members)
      for (uint32_t bit = leaf.shift; bit < leaf.shift + leaf.bits; ++bit)
        used[leaf.offset - next.offset + bit / 8] = true;
    for (uint64_t i = 0; i < size; ++i) {
      if (!used[i]) continue;
      Leaf leaf{next.path, next.offset + i, 8};
      leaf.in_union = leaf.is_raw = true;
      leaf.byte = leaf.offset - next.named;
      leaves.push_back(std::move(leaf));
    }
    return {};
  }

  std::string read_array(const Pending& next, const llvm::DICompositeType& type) {
    const std::vector<uint64_t> lengths = lengths_of(type);
    if (lengths.empty()) return "has an array of no fixed length";
    uint64_t total = 1;
    for (const uint64_t length : lengths) {
      if (length > kMostLeaves) return "is too large";
      total *= length;
    }
    if (total > kMostLeaves) return "is too large";
    const llvm::DIType* element = type.getBaseType();
    const uint64_t size = strip(element)->getSizeInBits() / 8;
    for (uint64_t i = total; i-- > 0;) {
      std::string indices;
      uint64_t rest = i;
      for (size_t dimension = lengths.size(); dimension-- > 0; rest /= lengths[dimension])
        indices = fmt::format("[{}]{}", rest % lengths[dimension], indices);
      const uint64_t offset = next.offset + i * size;
      pending_.push_back({element, offset, next.path + indices, offset});
    }
    return {};
  }

  uint32_t unions_;  // that what is read is in
  std::vector<Pending> pending_;
};

}  // namespace

std::string c_dimensions(const llvm::DIType* type) {
  std::string text;
  while (const llvm::DICompositeType* array = as_array(type)) {
    for (const uint64_t length : lengths_of(*array)) text += fmt::format("[{}]", length);
    type = array->getBaseType();
  }
  return text;
}

std::string c_name(const llvm::DIType* type) {
  while (const llvm::DICompositeType* array = as_array(type)) type = array->getBaseType();
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_typedef) break;
    type = derived->getBaseType();
  }
  if (!type) return "void";
  const char* word = "";
  if (type->getTag() == llvm::dwarf::DW_TAG_structure_type) word = "struct ";
  if (type->getTag() == llvm::dwarf::DW_TAG_union_type) word = "union ";
  if (type->getTag() == llvm::dwarf::DW_TAG_enumeration_type) word = "enum ";
  return word + type->getName().str();
}

std::string read_leaves(const llvm::DIType* type, std::vector<Leaf>& leaves) {
  return LeafReader(0).read({type, 0, ""}, leaves);
}

}  // namespace pg
