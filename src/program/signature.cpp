#include "program/signature.h"

#include <algorithm>

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>

#include "program/checks.h"
#include "program/seed.h"

namespace pg {
namespace {

// Larger parameters would give formulas that no solver takes.
constexpr size_t kMaxLeaves = 4096;

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

// The type as C writes it, without const.
std::string c_name(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_typedef) break;
    type = derived->getBaseType();
  }
  if (!type) return "void";
  const char* word = "";
  if (type->getTag() == llvm::dwarf::DW_TAG_structure_type) word = "struct ";
  if (type->getTag() == llvm::dwarf::DW_TAG_enumeration_type) word = "enum ";
  return word + type->getName().str();
}

struct Pending {
  const llvm::DIType* type;
  uint64_t offset;
  std::string path;
};

// Why a type is none that we can make values of; empty if we can.
class LeafReader {
 public:
  std::string read(const llvm::DIType* type, std::vector<Leaf>& leaves) {
    pending_.push_back({type, 0, ""});
    while (!pending_.empty()) {
      const Pending next = std::move(pending_.back());
      pending_.pop_back();
      std::string problem = read_one(next, leaves);
      if (problem.empty() && leaves.size() + pending_.size() > kMaxLeaves) problem = "is too large";
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
      leaves.push_back({next.path, next.offset, static_cast<uint32_t>(basic->getSizeInBits()),
                        basic->getSignedness() == llvm::DIBasicType::Signedness::Signed,
                        encoding == llvm::dwarf::DW_ATE_boolean, is_float});
      return {};
    }
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    if (!composite) return "has a type that is not supported: a pointer in an object, or no type";
    return read_composite(next, *composite, leaves);
  }

  std::string read_composite(const Pending& next, const llvm::DICompositeType& type,
                             std::vector<Leaf>& leaves) {
    switch (type.getTag()) {
      case llvm::dwarf::DW_TAG_enumeration_type:
        leaves.push_back(
            {next.path, next.offset, static_cast<uint32_t>(type.getSizeInBits()), false, false});
        return {};
      case llvm::dwarf::DW_TAG_structure_type:
        return read_structure(next, type);
      case llvm::dwarf::DW_TAG_array_type:
        return read_array(next, type);
      default:
        return "is a union, which is not supported";
    }
  }

  // Fields are pushed from the last to the first, so that they are read in order.
  std::string read_structure(const Pending& next, const llvm::DICompositeType& type) {
    const auto fields = type.getElements();
    for (unsigned i = fields.size(); i-- > 0;) {
      const auto* field = llvm::dyn_cast<llvm::DIDerivedType>(fields[i]);
      if (!field || field->isBitField()) return "has a bit-field, which is not supported";
      pending_.push_back({field->getBaseType(), next.offset + field->getOffsetInBits() / 8,
                          next.path + "." + field->getName().str()});
    }
    return {};
  }

  std::string read_array(const Pending& next, const llvm::DICompositeType& type) {
    const auto ranges = type.getElements();
    const auto* range = ranges.size() == 1 ? llvm::dyn_cast<llvm::DISubrange>(ranges[0]) : nullptr;
    const auto* count =
        range ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount()) : nullptr;
    if (!count) return "has an array of several dimensions or of no fixed length";
    if (count->getZExtValue() > kMaxLeaves) return "is too large";
    const llvm::DIType* element = type.getBaseType();
    const uint64_t size = strip(element)->getSizeInBits() / 8;
    for (uint64_t i = count->getZExtValue(); i-- > 0;)
      pending_.push_back({element, next.offset + i * size, fmt::format("{}[{}]", next.path, i)});
    return {};
  }

  std::vector<Pending> pending_;
};

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

bool is_number(const llvm::Type* type) { return type->isIntegerTy() || is_float(type); }

// Structures are passed as x86-64 wants it: in memory, or in one number for each eight bytes.
uint32_t count_arguments(const llvm::Function& function, unsigned first, uint64_t size) {
  if (first < function.arg_size() && function.getArg(first)->hasByValAttr()) return 1;
  return static_cast<uint32_t>((size + kPieceSize - 1) / kPieceSize);
}

// The parameter with this index, whose first argument is that of the function with number `first`.
Result<Parameter> read_parameter(const llvm::Function& function, unsigned index, unsigned first,
                                 const llvm::DIType* type,
                                 const std::vector<ArrayLength>& lengths) {
  Parameter parameter;
  parameter.name = parameter_name(function, index, first);
  const llvm::DIType* plain = strip(type);
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain);
  parameter.pointer = pointer && pointer->getTag() == llvm::dwarf::DW_TAG_pointer_type;
  if (parameter.pointer) {
    type = pointer->getBaseType();
    if (!strip(type))
      return about(function, fmt::format("parameter '{}' is a void pointer", parameter.name));
    const auto given = std::ranges::find(lengths, parameter.name, &ArrayLength::name);
    if (given == lengths.end())
      return about(function, fmt::format("parameter '{0}' is a pointer; say how many elements it "
                                         "points to: --array {0}:8",
                                         parameter.name));
    parameter.length = given->length;
  }
  parameter.by_value = is_aggregate(plain);
  parameter.type = c_name(type);
  const std::string problem = LeafReader().read(type, parameter.leaves);
  if (!problem.empty())
    return about(function, fmt::format("parameter '{}' {}", parameter.name, problem));
  parameter.size = strip(type)->getSizeInBits() / 8;
  if (parameter.length * parameter.leaves.size() > kMaxLeaves)
    return about(function, fmt::format("parameter '{}' is too large", parameter.name));
  if (parameter.by_value) {
    parameter.pointer = true;
    parameter.arguments = count_arguments(function, first, parameter.size);
  }
  for (unsigned i = first; i < first + parameter.arguments; ++i) {
    const llvm::Argument* passed = i < function.arg_size() ? function.getArg(i) : nullptr;
    const bool in_memory =
        parameter.by_value ? passed && passed->hasByValAttr() : parameter.pointer;
    const bool fits = passed && (in_memory            ? passed->getType()->isPointerTy()
                                 : parameter.by_value ? passed->getType()->isIntegerTy()
                                                      : is_number(passed->getType()));
    if (!fits)
      return about(function, fmt::format("parameter '{}' is passed in a way that is not supported",
                                         parameter.name));
  }
  return parameter;
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
  if (is_aggregate(types[0]))
    return about(function, "the result is a structure; let it be written through a pointer");
  interface.result_type = types[0] ? c_name(types[0]) : "void";
  if (!function.getReturnType()->isVoidTy()) {
    std::vector<Leaf> leaves;
    const std::string problem = LeafReader().read(types[0], leaves);
    if (!problem.empty()) return about(function, "the result " + problem);
    if (!is_number(function.getReturnType()))
      return about(function, "the result is returned in a way that is not supported");
    interface.result = leaves[0];
  }
  unsigned first = 0;
  for (unsigned i = 0; i + 1 < types.size(); ++i) {
    Result<Parameter> parameter = read_parameter(function, i, first, types[i + 1], lengths);
    if (!parameter) return parameter.error();
    first += parameter->arguments;
    interface.parameters.push_back(std::move(*parameter));
  }
  if (first != function.arg_size())
    return about(function, "the parameters are passed in a way that is not supported");
  for (const ArrayLength& length : lengths)
    if (std::ranges::none_of(interface.parameters, [&](const Parameter& parameter) {
          return parameter.pointer && !parameter.by_value && parameter.name == length.name;
        }))
      return about(function, fmt::format("--array {}: there is no such pointer", length.name));
  interface.globals = read_globals(module);
  for (const llvm::Function& each : module)
    if (each.isDeclaration() && !each.isIntrinsic() && !each.use_empty() && !is_exit(each) &&
        !is_abort(each))
      interface.externals.push_back(each.getName().str());
  return interface;
}

bool is_float(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

std::vector<Leaf> leaves_of(const llvm::DataLayout& layout, llvm::Type* whole) {
  std::vector<Leaf> leaves;
  std::vector<std::pair<llvm::Type*, uint64_t>> pending{{whole, 0}};
  while (!pending.empty()) {
    const auto [type, offset] = pending.back();
    pending.pop_back();
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      const llvm::StructLayout* fields = layout.getStructLayout(structure);
      for (unsigned i = structure->getNumElements(); i-- > 0;)
        pending.push_back({structure->getElementType(i), offset + fields->getElementOffset(i)});
    } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      const uint64_t size = layout.getTypeAllocSize(array->getElementType());
      for (uint64_t i = array->getNumElements(); i-- > 0;)
        pending.push_back({array->getElementType(), offset + i * size});
    } else {
      const bool number = type->isIntegerTy() || is_float(type);
      leaves.push_back({"", offset, number ? static_cast<uint32_t>(type->getScalarSizeInBits()) : 0,
                        false, false, is_float(type)});
    }
  }
  return leaves;
}

}  // namespace pg
