#include "program/subject.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "base/input.h"
#include "program/checks.h"
#include "program/condition.h"
#include "program/layout.h"
#include "program/library.h"
#include "program/lower.h"
#include "program/passes.h"
#include "program/reach.h"
#include "program/seed.h"
#include "program/signature.h"

namespace pg {
namespace {

template <typename Number>
void sort_unique(std::vector<Number>& numbers) {
  std::ranges::sort(numbers);
  const auto same = std::ranges::unique(numbers);
  numbers.erase(same.begin(), same.end());
}

Constants find_constants(const std::vector<llvm::Function*>& functions) {
  Constants constants;
  for (llvm::Function* function : functions)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      for (const llvm::Value* operand : instruction.operands()) {
        if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(operand))
          if (number->getBitWidth() > 1 && number->getBitWidth() <= 64)
            constants.integers.push_back(static_cast<uint64_t>(number->getSExtValue()));
        if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(operand))
          if (is_float(number->getType()) && !number->isNaN())
            constants.floats.push_back(number->getValueAPF().convertToDouble());
      }
  sort_unique(constants.integers);
  sort_unique(constants.floats);
  return constants;
}

// Two floats in one register are how structures of them are passed.
bool is_unsupported(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector && vector->getElementType()->isFloatTy()) return vector->getNumElements() != 2;
  return type->isFPOrFPVectorTy() && !is_float(type);
}

// Where something is used that is not encoded; half a verdict would be none.
std::optional<Error> find_unsupported(const std::vector<llvm::Function*>& functions) {
  for (llvm::Function* function : functions)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      bool other = is_unsupported(instruction.getType());
      for (const llvm::Value* operand : instruction.operands())
        other = other || is_unsupported(operand->getType());
      if (other)
        return Error{place_of(instruction),
                     "of floating-point numbers, float and double are supported, one by one"};
    }
  return std::nullopt;
}

Place place_of_variable(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*> records;
  variable.getDebugInfo(records);
  return records.empty() ? Place{} : Place{records[0]->getVariable()->getLine(), 1};
}

// What our own part of the compiled program cannot be put beside.
std::optional<Error> find_conflict(const llvm::Module& module) {
  for (const llvm::GlobalValue& value : module.global_values()) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    const Place place = variable ? place_of_variable(*variable) : Place{};
    if (value.getName().starts_with("polygraph_"))
      return Error{place, fmt::format("'{}': names that begin with 'polygraph_' are taken",
                                      std::string(value.getName()))};
    if (value.isThreadLocal())
      return Error{place, fmt::format("'{}' is thread-local, which is not supported",
                                      std::string(value.getName()))};
  }
  return std::nullopt;
}

// The program with the conditions that inputs have to satisfy, and its interface. Conditions are
// about the parameters, which have to be known before.
std::optional<Error> load(const SubjectOptions& options, Subject& subject) {
  Result<LoadedModule> loaded = load_module(options.file, options.clang);
  if (!loaded) return loaded.error();
  if (const auto problem = find_conflict(*loaded->module)) return problem;
  if (const auto problem = link_library(*loaded->module)) return problem;
  const Result<llvm::Function*> function = find_function(*loaded->module, options.function);
  if (!function) return function.error();
  Result<Interface> interface = read_interface(*loaded->module, **function, options.arrays);
  if (!interface) return interface.error();
  for (const std::string& condition : options.conditions)
    interface->conditions.push_back({condition, condition});
  subject.interface = std::move(*interface);
  if (subject.interface.conditions.empty()) {
    subject.code = std::move(*loaded);
    return std::nullopt;
  }
  Result<LoadedModule> restricted =
      load_with_conditions(options.file, options.clang, subject.interface);
  if (!restricted) return restricted.error();
  subject.code = std::move(*restricted);
  return link_library(*subject.code.module);
}

}  // namespace

Result<std::unique_ptr<Subject>> make_subject(const SubjectOptions& options) {
  auto subject = std::make_unique<Subject>();
  if (const auto problem = load(options, *subject)) return *problem;
  llvm::Module& module = *subject->code.module;
  llvm::Function& function = *module.getFunction(subject->interface.function);
  if (options.file.ends_with(".c"))
    if (Result<std::string> source = read_input(options.file)) subject->source = std::move(*source);
  const Reached reached = reachable_functions(module, function);
  if (const auto problem = find_unsupported(reached.functions)) return *problem;
  subject->constants = find_constants(reached.functions);
  subject->faults = seed_faults(module, function, options.operators);
  if (const auto problem = lower(module, function)) return *problem;
  open_results(module);
  add_checks(module, options.strict);
  simplify(module, options.strict);
  close_loops(module);
  Result<std::unique_ptr<Native>> native = Native::build(module, subject->interface);
  if (!native) return native.error();
  subject->native = std::move(*native);
  return subject;
}

}  // namespace pg
