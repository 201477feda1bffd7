#include "program/targets.h"

#include <algorithm>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>

#include "program/checks.h"

namespace pg {
namespace {

// The characters of a string literal, with the last one; nothing for what is none.
std::string literal_text(const llvm::GlobalVariable& global) {
  const auto* type = llvm::dyn_cast<llvm::ArrayType>(global.getValueType());
  if (!is_literal(global) || !type || !type->getElementType()->isIntegerTy(8)) return {};
  const auto* text = llvm::dyn_cast<llvm::ConstantDataSequential>(global.getInitializer());
  return text ? text->getRawDataValues().str() : std::string(type->getNumElements(), '\0');
}

PointerTarget target_of(const llvm::GlobalVariable& global) {
  const llvm::DataLayout& layout = global.getParent()->getDataLayout();
  llvm::Type* type = global.getValueType();
  PointerTarget target{.name = global.getName().str(), .size = layout.getTypeAllocSize(type)};
  target.step = target.size;
  if (type->isArrayTy()) {
    target.step = layout.getTypeAllocSize(type->getArrayElementType());
    target.is_array = true;
  }
  target.text = literal_text(global);
  return target;
}

// C11 6.4.5p7: string literals may share their characters. The same ones from some place on are the
// same place: the first one.
void unite_literals(std::vector<PointerTarget>& targets) {
  for (size_t i = 0; i < targets.size(); ++i)
    for (uint64_t offset = 0; offset < targets[i].text.size(); ++offset) {
      const std::string_view rest = std::string_view(targets[i].text).substr(offset);
      const auto first = std::ranges::find_if(
          targets, [&](const PointerTarget& other) { return other.text.ends_with(rest); });
      const auto index = static_cast<size_t>(first - targets.begin());
      targets[i].places.push_back(target_value(index, first->text.size() - rest.size()));
    }
}

}  // namespace

std::vector<PointerTarget> read_targets(const llvm::Module& module,
                                        const std::vector<Parameter>& parameters) {
  std::vector<PointerTarget> targets;
  for (const Parameter& parameter : parameters)
    if (parameter.pointer && !parameter.by_value && !parameter.external)
      targets.push_back({.name = parameter.name,
                         .is_parameter = true,
                         .is_array = true,
                         .step = parameter.size,
                         .size = parameter.size * parameter.length});
  for (const llvm::GlobalVariable& global : module.globals())
    if (!global.isDeclaration()) targets.push_back(target_of(global));
  unite_literals(targets);
  return targets;
}

}  // namespace pg
