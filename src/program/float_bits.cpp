#include "program/float_bits.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "program/c_types.h"
#include "program/layout.h"
#include "program/reach.h"

namespace pg {
namespace {

using Leaves = std::vector<Leaf>;

struct Span {
  uint64_t begin = 0;
  uint64_t end = 0;
};

// The leaves that share bytes with the span, by their distance from its begin.
Leaves cut(const Leaves& all, Span span) {
  Leaves found;
  for (Leaf leaf : all) {
    const uint64_t size = leaf.bits == 0 ? 8 : (leaf.shift + leaf.bits + 7) / 8;
    if (leaf.is_padding || leaf.offset >= span.end || leaf.offset + size <= span.begin) continue;
    leaf.offset -= span.begin;
    found.push_back(std::move(leaf));
  }
  return found;
}

bool has_floats(const Leaves& leaves) {
  return std::ranges::find(leaves, true, &Leaf::is_float) != leaves.end();
}

// What a parameter that is a pointer points to, as the source declares it.
std::optional<Leaves> pointed_leaves(const llvm::Argument& argument) {
  const llvm::Function& function = *argument.getParent();
  const llvm::DISubprogram* program = function.getSubprogram();
  const unsigned hidden = function.hasStructRetAttr() ? 1 : 0;
  if (!program || argument.getArgNo() < hidden) return std::nullopt;
  const auto types = program->getType()->getTypeArray();
  if (types.size() + hidden != function.arg_size() + 1) return std::nullopt;
  const llvm::DIType* type = strip(types[argument.getArgNo() - hidden + 1]);
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
  if (!pointer || pointer->getTag() != llvm::dwarf::DW_TAG_pointer_type) return std::nullopt;
  Leaves leaves;
  if (!strip(pointer->getBaseType()) || !read_leaves(pointer->getBaseType(), leaves).empty())
    return std::nullopt;
  return leaves;
}

class Reader {
 public:
  explicit Reader(const llvm::DataLayout& layout) : layout_(layout) {}

  bool shows(const llvm::Instruction& instruction) const {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return !load->getType()->isPointerTy() && !load->getType()->isFPOrFPVectorTy() &&
             may_hold(*load->getPointerOperand(), size_of(load->getType()), true);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const llvm::Type* type = store->getValueOperand()->getType();
      return type->isFPOrFPVectorTy() &&
             may_hold(*store->getPointerOperand(), size_of(type), false);
    }
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
    return copy && changes_type(*copy);
  }

 private:
  uint64_t size_of(const llvm::Type* type) const {
    return layout_.getTypeStoreSize(const_cast<llvm::Type*>(type));
  }

  // The memory may have a float there; or something else, if no float is asked for.
  bool may_hold(const llvm::Value& pointer, uint64_t size, bool floats) const {
    const std::optional<Leaves> leaves = leaves_at(pointer, size);
    return !leaves ||
           std::ranges::any_of(*leaves, [&](const Leaf& leaf) { return leaf.is_float == floats; });
  }

  // A copy of floats to where there are none, or to other places.
  bool changes_type(const llvm::MemTransferInst& copy) const {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    const uint64_t size = length ? length->getZExtValue() : ~uint64_t{0};
    const std::optional<Leaves> from = leaves_at(*copy.getRawSource(), size);
    const std::optional<Leaves> to = leaves_at(*copy.getRawDest(), size);
    if (from && !has_floats(*from)) return false;
    auto is_same = [](const Leaf& a, const Leaf& b) {
      return a.is_float == b.is_float && (!a.is_float || a.offset == b.offset);
    };
    return !from || !to || !std::ranges::equal(*from, *to, is_same);
  }

  // What so many bytes from the pointer on hold. Nothing if that cannot be told.
  std::optional<Leaves> leaves_at(const llvm::Value& pointer, uint64_t size) const {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout_, offset, true);
    const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(base);
    std::optional<Leaves> known;
    if (gep && !gep->getResultElementType()->isIntegerTy(8))
      known = leaves_of(layout_, gep->getResultElementType());
    else if (!gep)
      known = leaves_of_object(*base);
    if (known && !offset.isNegative()) {
      const uint64_t begin = offset.getZExtValue();
      Leaves found = cut(*known, {begin, size > ~begin ? ~uint64_t{0} : begin + size});
      if (!found.empty()) return found;
    }
    return leaves_anywhere(*base);
  }

  std::optional<Leaves> leaves_of_object(const llvm::Value& object) const {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&object))
      return leaves_of(layout_, variable->getAllocatedType());
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&object))
      return leaves_of(layout_, global->getValueType());
    const auto* argument = llvm::dyn_cast<llvm::Argument>(&object);
    if (!argument) return std::nullopt;
    if (argument->hasPointeeInMemoryValueAttr())
      return leaves_of(layout_, argument->getPointeeInMemoryValueType());
    return pointed_leaves(*argument);
  }

  // Of all objects that it may point into.
  std::optional<Leaves> leaves_anywhere(const llvm::Value& pointer) const {
    llvm::SmallVector<const llvm::Value*> objects;
    llvm::getUnderlyingObjects(&pointer, objects);
    Leaves all;
    for (const llvm::Value* object : objects) {
      const std::optional<Leaves> leaves = leaves_of_object(*object);
      if (!leaves) return std::nullopt;
      all.insert(all.end(), leaves->begin(), leaves->end());
    }
    return all;
  }

  const llvm::DataLayout& layout_;
};

}  // namespace

bool shows_float_bits(llvm::Module& module, const Interface& interface) {
  if (interface.has_union()) return true;
  const Reader reader(module.getDataLayout());
  llvm::Function* entry = module.getFunction(interface.function);
  for (const llvm::Function* function : reachable_functions(module, *entry).functions)
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      if (reader.shows(instruction)) return true;
  return false;
}

}  // namespace pg
