#include "program/subject.h"

#include <algorithm>
#include <optional>

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include "base/input.h"
#include "program/checks.h"
#include "program/passes.h"
#include "program/seed.h"

namespace pg {
namespace {

std::vector<uint64_t> find_constants(const std::vector<llvm::Function*>& functions) {
  std::vector<uint64_t> constants;
  for (llvm::Function* function : functions)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      for (const llvm::Value* operand : instruction.operands())
        if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(operand))
          if (number->getBitWidth() > 1 && number->getBitWidth() <= 64)
            constants.push_back(static_cast<uint64_t>(number->getSExtValue()));
  std::ranges::sort(constants);
  const auto same = std::ranges::unique(constants);
  constants.erase(same.begin(), same.end());
  return constants;
}

// Where a floating-point number is used; none is encoded yet, and half a verdict would be none.
std::optional<Error> find_floats(const std::vector<llvm::Function*>& functions) {
  for (llvm::Function* function : functions)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      bool found = instruction.getType()->isFPOrFPVectorTy();
      for (const llvm::Value* operand : instruction.operands())
        found = found || operand->getType()->isFPOrFPVectorTy();
      if (found)
        return Error{place_of(instruction), "floating-point numbers are not supported yet"};
    }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<Subject>> make_subject(const SubjectOptions& options) {
  auto subject = std::make_unique<Subject>();
  Result<LoadedModule> loaded = load_module(options.file, options.clang);
  if (!loaded) return loaded.error();
  subject->code = std::move(*loaded);
  llvm::Module& module = *subject->code.module;
  const Result<llvm::Function*> function = find_function(module, options.function);
  if (!function) return function.error();
  Result<Interface> interface = read_interface(module, **function, options.arrays);
  if (!interface) return interface.error();
  subject->interface = std::move(*interface);
  if (options.file.ends_with(".c"))
    if (Result<std::string> source = read_input(options.file)) subject->source = std::move(*source);
  if (const auto floats = find_floats(reachable_functions(module, **function))) return *floats;
  subject->constants = find_constants(reachable_functions(module, **function));
  subject->faults = seed_faults(module, **function, options.operators);
  add_checks(module, options.strict);
  simplify(module);
  close_loops(module);
  Result<std::unique_ptr<Native>> native = Native::build(module, subject->interface);
  if (!native) return native.error();
  subject->native = std::move(*native);
  return subject;
}

}  // namespace pg
