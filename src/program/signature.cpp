#include "program/signature.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "program/c_types.h"
#include "program/checks.h"
#include "program/layout.h"
#include "program/reach.h"
#include "program/seed.h"
#include "program/targets.h"

namespace pg {
namespace {

const llvm::DILocalVariable* find_parameter(const llvm::DISubprogram& program, unsigned number) {
  for (const llvm::DINode* node : program.getRetainedNodes())
    if (const auto* variable = llvm::dyn_cast<llvm::DILocalVariable>(node))
      if (variable->getArg() == number) return variable;
  return nullptr;
}

// Names of parameters are in the records of their variables, or else those of the arguments: what
// is passed in several numbers is called p.coerce0, p.coerce1.
std::string parameter_name(const llvm::Function& function, unsigned index, unsigned first) {
  if (const auto* variable = find_parameter(*function.getSubprogram(), index + 1))
    return variable->getName().str();
  if (first >= function.arg_size()) return fmt::format("arg{}", index);
  const llvm::StringRef name = function.getArg(first)->getName().split(".coerce").first;
  return name.empty() ? fmt::format("arg{}", index) : name.str();
}

Place place_of_function(const llvm::Function& function) {
  const llvm::DISubprogram* program = function.getSubprogram();
  return program ? Place{program->getLine(), 1} : Place{};
}

Error about(const llvm::Function& function, const std::string& message) {
  return {place_of_function(function), message};
}

// Two floats are passed as one vector of eight bytes.
bool is_piece(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return is_number(type) ||
         (vector && vector->getNumElements() == 2 && vector->getElementType()->isFloatTy());
}

// A function in the old style is given a double where it declares a float.
bool is_passed_as(const llvm::Type* type, const Leaf& leaf) {
  return is_number(type) && type->isFloatingPointTy() == leaf.is_float &&
         (!leaf.is_float || type->getScalarSizeInBits() == leaf.bits);
}

const llvm::DIDerivedType* as_pointer(const llvm::DIType* type) {
  const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(strip(type));
  const bool is_pointer = derived && derived->getTag() == llvm::dwarf::DW_TAG_pointer_type;
  return is_pointer ? derived : nullptr;
}

// Structures are passed as x86-64 wants it: in memory, or in one number for each eight bytes.
uint32_t count_arguments(const llvm::Function& function, unsigned first, uint64_t size) {
  if (first < function.arg_size() && function.getArg(first)->hasByValAttr()) return 1;
  return static_cast<uint32_t>((size + kPieceSize - 1) / kPieceSize);
}

// A register for floats does not keep the bits of a NaN, which a union shows.
bool loses_bits(const llvm::Type& type, uint64_t offset, uint64_t size,
                const std::vector<Leaf>& leaves) {
  return type.isFPOrFPVectorTy() && std::ranges::any_of(leaves, [&](const Leaf& leaf) {
           return leaf.in_union && leaf.offset >= offset && leaf.offset < offset + size;
         });
}

// What a parameter is or points to; a void pointer points to bytes. Says why it cannot be read;
// else nothing.
std::string read_elements(bool is_pointer, const llvm::DIType* type, Parameter& parameter) {
  if (is_pointer && !strip(type)) {
    parameter.type = "unsigned char";
    parameter.leaves = {{"", 0, 8}};
    parameter.size = 1;
    return {};
  }
  parameter.type = c_name(type);
  parameter.dimensions = c_dimensions(type);
  std::string problem = read_leaves(type, parameter.leaves);
  if (problem.empty()) parameter.size = strip(type)->getSizeInBits() / 8;
  return problem;
}

// Whether a pointer is null, as an input.
Parameter null_flag(const std::string& name) {
  return {.name = name,
          .says_null = true,
          .type = "_Bool",
          .arguments = 0,
          .size = 1,
          .leaves = {{"", 0, 1, false, true}}};
}

bool has_characters(const Parameter& parameter) {
  return parameter.leaves.size() == 1 && parameter.leaves[0].bits == 8 &&
         !parameter.leaves[0].is_truth;
}

// C17 7.1.1p1: there is a null character in it.
InputCondition string_condition(const Parameter& parameter, bool may_be_null) {
  InputCondition condition{may_be_null ? "!" + parameter.name : "0",
                           fmt::format("'{}' is a string", parameter.name)};
  for (uint32_t i = 0; i < parameter.length; ++i)
    condition.code += fmt::format(" || !{}[{}]", parameter.name, i);
  return condition;
}

bool is_nullable(const std::string& name, const std::vector<ArrayLength>& lengths) {
  const auto given = std::ranges::find(lengths, name, &ArrayLength::name);
  return given != lengths.end() && given->may_be_null;
}

// The parameter with this index, whose first argument is that of the function with number `first`.
Result<Parameter> read_parameter(const llvm::Function& function, unsigned index, unsigned first,
                                 const llvm::DIType* type,
                                 const std::vector<ArrayLength>& lengths) {
  Parameter parameter;
  parameter.name = parameter_name(function, index, first);
  const llvm::DIType* plain = strip(type);
  const llvm::DIDerivedType* pointer = as_pointer(type);
  parameter.pointer = pointer != nullptr;
  if (pointer) {
    type = pointer->getBaseType();
    const auto given = std::ranges::find(lengths, parameter.name, &ArrayLength::name);
    parameter.is_length_assumed = given == lengths.end();
    if (!strip(type) && parameter.is_length_assumed)
      return about(function, fmt::format("parameter '{0}' is a void pointer; say how many bytes it "
                                         "points to: --array {0}:8",
                                         parameter.name));
    if (given != lengths.end()) {
      parameter.length = given->length;
      parameter.is_string = given->is_string;
    }
  }
  parameter.by_value = is_aggregate(plain);
  const std::string problem = read_elements(pointer != nullptr, type, parameter);
  if (!problem.empty())
    return about(function, fmt::format("parameter '{}' {}", parameter.name, problem));
  if (parameter.is_string && !has_characters(parameter))
    return about(function,
                 fmt::format("--string {}: it does not point to characters", parameter.name));
  if (parameter.length * parameter.leaves.size() > kMostLeaves)
    return about(function, fmt::format("parameter '{}' is too large", parameter.name));
  if (parameter.by_value) {
    parameter.pointer = true;
    parameter.arguments = count_arguments(function, first, parameter.size);
  }
  for (unsigned i = first; i < first + parameter.arguments; ++i) {
    const llvm::Argument* passed = i < function.arg_size() ? function.getArg(i) : nullptr;
    const bool in_memory =
        parameter.by_value ? passed && passed->hasByValAttr() : parameter.pointer;
    const bool keeps =
        passed && !(parameter.by_value && loses_bits(*passed->getType(), (i - first) * kPieceSize,
                                                     kPieceSize, parameter.leaves));
    const bool fits =
        keeps && (in_memory            ? passed->getType()->isPointerTy()
                  : parameter.by_value ? is_piece(passed->getType())
                                       : is_passed_as(passed->getType(), parameter.leaves[0]));
    if (!fits)
      return about(function, fmt::format("parameter '{}' is passed in a way that is not supported",
                                         parameter.name));
  }
  return parameter;
}

// Why the result is none that we can look at; else nothing.
std::string read_result(const llvm::Function& function, const llvm::DIType* type,
                        Interface& interface) {
  if (!type) return {};
  if (const auto* pointer = as_pointer(type)) {
    if (llvm::isa_and_nonnull<llvm::DISubroutineType>(strip(pointer->getBaseType())))
      return "is a pointer to a function";
    interface.returns_pointer = true;
    interface.result.bits = 64;
    return {};
  }
  std::vector<Leaf> leaves;
  std::string problem = read_leaves(type, leaves);
  if (!problem.empty()) return problem;
  if (is_aggregate(type)) {
    llvm::Type* returned = function.getReturnType();
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    std::vector<TypePart> parts = parts_of(layout, *returned);
    if (parts.empty() || returned->isVectorTy()) parts = {{returned, 0}};
    if (std::ranges::any_of(parts, [&](const TypePart& part) {
          return loses_bits(*part.type, part.offset, kPieceSize, leaves);
        }))
      return "is returned in a way that is not supported: a union in a register for floats";
    interface.returned = {.name = "result",
                          .type = c_name(type),
                          .pointer = true,
                          .by_value = true,
                          .size = strip(type)->getSizeInBits() / 8,
                          .leaves = std::move(leaves)};
    return {};
  }
  if (!is_number(function.getReturnType())) return "is returned in a way that is not supported";
  interface.result = leaves[0];
  return {};
}

// What a function that nobody defines returns is an input where somebody looks at it.
Parameter results_of(const llvm::Function& function, const llvm::Type& type) {
  const auto bits = static_cast<uint32_t>(type.getScalarSizeInBits());
  return {.name = function.getName().str(),
          .type = is_float(&type) ? (bits == 32 ? "float" : "double")
                  : bits == 1     ? "_Bool"
                                  : fmt::format("int{}_t", bits),
          .pointer = true,
          .external = true,
          .arguments = 0,
          .length = kMostExternalCalls,
          .size = (bits + 7) / 8,
          .leaves = {{"", 0, bits, bits > 1, bits == 1, is_float(&type)}}};
}

void add_externals(llvm::Module& module, llvm::Function& entry, Interface& interface) {
  const Reached reached = reachable_functions(module, entry);
  std::vector<Parameter> results;
  for (const llvm::Function& each : module) {
    if (!is_external(each) || each.use_empty()) continue;
    interface.externals.push_back(each.getName().str());
    const bool looked_at = llvm::any_of(each.users(), [&](const llvm::User* user) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      return call && !call->use_empty() && reached.contains(call->getFunction());
    });
    const bool through_pointer = llvm::is_contained(reached.taken, &each);
    if ((looked_at || through_pointer) && is_number(each.getReturnType()))
      results.push_back(results_of(each, *each.getReturnType()));
  }
  // Two versions of a function declare them in any order.
  std::ranges::sort(results, {}, &Parameter::name);
  std::ranges::move(results, std::back_inserter(interface.parameters));
}

std::vector<GlobalVariable> read_globals(llvm::Module& module) {
  std::vector<GlobalVariable> globals;
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (global.isConstant() || global.isDeclaration() || global.getName() == kFaultVariable)
      continue;
    const llvm::DataLayout& layout = module.getDataLayout();
    globals.push_back({global.getName().str(), layout.getTypeAllocSize(global.getValueType()),
                       leaves_of(layout, global.getValueType())});
  }
  return globals;
}

}  // namespace

Result<llvm::Function*> find_function(llvm::Module& module, const std::string& name) {
  llvm::Function* found = nullptr;
  std::string names;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (function.getName() == name) return &function;
    if (function.hasLocalLinkage() || function.getName() == "main") continue;
    names += (names.empty() ? "" : ", ") + function.getName().str();
    found = &function;
  }
  if (!name.empty())
    return Error{{}, fmt::format("there is no function '{}'; there is: {}", name, names)};
  if (!found) return Error{{}, "there is no function to test"};
  if (names.find(',') != names.npos)
    return Error{{}, fmt::format("say which function to test: --function {}", names)};
  return found;
}

Result<Interface> read_interface(llvm::Module& module, llvm::Function& function,
                                 const std::vector<ArrayLength>& lengths) {
  const llvm::DISubprogram* program = function.getSubprogram();
  if (!program) return Error{{}, "the module has no debug information; compile it with -g"};
  if (function.isVarArg()) return about(function, "the function takes any number of arguments");
  const auto types = program->getType()->getTypeArray();
  Interface interface;
  interface.function = function.getName().str();
  interface.result_type = types[0] ? c_name(types[0]) : "void";
  const std::string problem = read_result(function, types[0], interface);
  if (!problem.empty()) return about(function, "the result " + problem);
  unsigned first = function.hasStructRetAttr() ? 1 : 0;
  for (unsigned i = 0; i + 1 < types.size(); ++i) {
    Result<Parameter> parameter = read_parameter(function, i, first, types[i + 1], lengths);
    if (!parameter) return parameter.error();
    first += parameter->arguments;
    const bool may_be_null = is_nullable(parameter->name, lengths);
    if (may_be_null) interface.parameters.push_back(null_flag(parameter->name));
    if (parameter->is_string)
      interface.conditions.push_back(string_condition(*parameter, may_be_null));
    interface.parameters.push_back(std::move(*parameter));
  }
  if (first != function.arg_size())
    return about(function, "the parameters are passed in a way that is not supported");
  for (const ArrayLength& length : lengths)
    if (std::ranges::none_of(interface.parameters, [&](const Parameter& parameter) {
          return parameter.pointer && !parameter.by_value && parameter.name == length.name;
        }))
      return about(function, fmt::format("--{} {}: there is no such pointer",
                                         length.is_string ? "string" : "array", length.name));
  if (interface.returns_pointer) interface.targets = read_targets(module, interface.parameters);
  interface.globals = read_globals(module);
  for (const llvm::Function& each : module)
    if (!each.isDeclaration()) interface.functions.push_back(each.getName().str());
  add_externals(module, function, interface);
  return interface;
}

}  // namespace pg
