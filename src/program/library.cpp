#include "program/library.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "base/check.h"
#include "program/layout.h"
#include "program/library_source.h"
#include "program/module.h"
#include "program/unset.h"
#include "solve/scratch.h"

namespace pg {
namespace {

// What our own functions are called in a module, so that no other has their names.
constexpr std::string_view kPrefix = "library.";

enum class Known : uint8_t {
  Body,       // in library.c
  Operation,  // of LLVM's, of double; that of float has an f behind its name
  Pure,       // that it looks at nothing but its arguments and what these point to
};

enum class Fixed : uint8_t {
  All,   // of the result
  Sign,  // less than zero, zero, or more
  Zero,  // whether it is that
};

constexpr uint64_t kHeapAlign = 16;

struct LibraryFunction {
  std::string_view name;
  Known known = Known::Body;
  Fixed result = Fixed::All;
  bool uses_locale = false;
  // What is done with the result tells what it is.
  bool is_inlined = false;
  llvm::Intrinsic::ID operation = llvm::Intrinsic::not_intrinsic;
};

constexpr LibraryFunction body(std::string_view name, Fixed result = Fixed::All) {
  return {.name = name, .result = result};
}
constexpr LibraryFunction by_locale(std::string_view name, Fixed result = Fixed::All) {
  return {.name = name, .result = result, .uses_locale = true};
}
constexpr LibraryFunction inlined(std::string_view name) {
  return {.name = name, .is_inlined = true};
}
constexpr LibraryFunction operation(std::string_view name, llvm::Intrinsic::ID operation) {
  return {.name = name, .known = Known::Operation, .operation = operation};
}
constexpr LibraryFunction pure(std::string_view name) {
  return {.name = name, .known = Known::Pure};
}

constexpr auto kFunctions = std::to_array<LibraryFunction>({
    // ctype.h; of digits, no locale has others (C17 7.4.1.5, 7.4.1.12).
    by_locale("isalnum", Fixed::Zero),
    by_locale("isalpha", Fixed::Zero),
    by_locale("isblank", Fixed::Zero),
    by_locale("iscntrl", Fixed::Zero),
    body("isdigit", Fixed::Zero),
    by_locale("isgraph", Fixed::Zero),
    by_locale("islower", Fixed::Zero),
    by_locale("isprint", Fixed::Zero),
    by_locale("ispunct", Fixed::Zero),
    by_locale("isspace", Fixed::Zero),
    by_locale("isupper", Fixed::Zero),
    body("isxdigit", Fixed::Zero),
    by_locale("tolower"),
    by_locale("toupper"),
    // What stands for glibc's tables, see kTables.
    by_locale("ctype_class"),
    body("ctype_digits"),
    by_locale("ctype_lower"),
    by_locale("ctype_upper"),
    // errno.h
    body("__errno_location"),
    // string.h
    body("memchr"),
    body("memcmp", Fixed::Sign),
    body("memcpy"),
    body("memmove"),
    body("memset"),
    body("strcat"),
    body("strchr"),
    body("strcmp", Fixed::Sign),
    body("strcpy"),
    body("strcspn"),
    body("strdup"),
    body("strlen"),
    body("strncat"),
    body("strncmp", Fixed::Sign),
    body("strncpy"),
    body("strndup"),
    body("strnlen"),
    body("strpbrk"),
    body("strrchr"),
    body("strspn"),
    body("strstr"),
    // stdlib.h
    body("abs"),
    by_locale("atoi"),
    by_locale("atol"),
    by_locale("atoll"),
    body("bsearch"),
    inlined("calloc"),
    body("div"),
    body("free"),
    body("labs"),
    body("ldiv"),
    body("llabs"),
    body("lldiv"),
    inlined("malloc"),
    body("qsort"),
    inlined("realloc"),
    by_locale("strtol"),
    by_locale("strtoll"),
    by_locale("strtoul"),
    by_locale("strtoull"),
    pure("rand"),
    pure("srand"),
    // math.h
    operation("ceil", llvm::Intrinsic::ceil),
    operation("copysign", llvm::Intrinsic::copysign),
    operation("fabs", llvm::Intrinsic::fabs),
    operation("floor", llvm::Intrinsic::floor),
    operation("fma", llvm::Intrinsic::fma),
    operation("fmax", llvm::Intrinsic::maxnum),
    operation("fmin", llvm::Intrinsic::minnum),
    operation("nearbyint", llvm::Intrinsic::nearbyint),
    operation("rint", llvm::Intrinsic::rint),
    operation("round", llvm::Intrinsic::round),
    operation("sqrt", llvm::Intrinsic::sqrt),
    operation("trunc", llvm::Intrinsic::trunc),
    pure("atan2"),
    pure("cos"),
    pure("exp"),
    pure("log"),
    pure("pow"),
    pure("sin"),
    pure("tan"),
    // stdio.h
    pure("fprintf"),
    pure("fputc"),
    pure("fputs"),
    pure("getchar"),
    pure("perror"),
    pure("printf"),
    pure("putc"),
    pure("putchar"),
    pure("puts"),
    // time.h
    pure("clock"),
    pure("time"),
});

// The macros of glibc's ctype.h look into a table: (*__ctype_b_loc())[c] & mask. Our functions do
// the same by comparisons.
struct TableRow {
  std::string_view name;
  std::string_view function;
};
constexpr auto kTables = std::to_array<TableRow>({
    {"__ctype_b_loc", "ctype_class"},
    {"__ctype_tolower_loc", "ctype_lower"},
    {"__ctype_toupper_loc", "ctype_upper"},
});
// Of the bits in such a table, those that are the same in every locale.
constexpr uint64_t kDigitBits = 0x1800;
constexpr std::string_view kDigitFunction = "ctype_digits";

std::string own_name(std::string_view name) { return fmt::format("{}{}", kPrefix, name); }

const LibraryFunction* find_row(std::string_view name) {
  const auto row = std::ranges::find(kFunctions, name, &LibraryFunction::name);
  return row == kFunctions.end() ? nullptr : &*row;
}

// The row of a function with one of our bodies.
const LibraryFunction* row_of(const llvm::Function* function) {
  if (!function || !is_library(*function)) return nullptr;
  return find_row(std::string_view(function->getName()).substr(kPrefix.size()));
}

// Of a function without a body, the operation that it is.
llvm::Intrinsic::ID operation_of(const llvm::Function& function) {
  std::string_view name = function.getName();
  if (!function.isDeclaration() || !is_float(function.getReturnType()))
    return llvm::Intrinsic::not_intrinsic;
  if (function.getReturnType()->isFloatTy()) {
    if (!name.ends_with('f')) return llvm::Intrinsic::not_intrinsic;
    name.remove_suffix(1);
  }
  const LibraryFunction* row = find_row(name);
  return row ? row->operation : llvm::Intrinsic::not_intrinsic;
}

Result<std::unique_ptr<llvm::Module>> compile_library(llvm::Module& beside) {
  const Result<std::string> scratch = scratch_folder();
  if (!scratch) return scratch.error();
  const std::string source = *scratch + "/library.c";
  const std::string bitcode = *scratch + "/library.bc";
  std::ofstream(source) << library_source();
  const Result<bool> compiled = run_clang(
      source, {"-O0", "-Xclang", "-disable-O0-optnone", "-ffreestanding", "-fno-builtin", "-w",
               "-target", beside.getTargetTriple(), "-emit-llvm", "-c", source, "-o", bitcode});
  if (!compiled) return compiled.error();
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> library = llvm::parseIRFile(bitcode, problem, beside.getContext());
  CHECK(library, "bitcode of clang's that cannot be read");
  // They say how the program was compiled, and may not differ.
  if (llvm::NamedMDNode* flags = library->getModuleFlagsMetadata()) flags->eraseFromParent();
  for (llvm::GlobalObject& object : library->global_objects())
    if (!object.isDeclaration()) object.setName(own_name(object.getName()));
  return library;
}

// What the program declares as the library does.
bool is_meant(const llvm::Function& function, const llvm::Module& library) {
  const LibraryFunction* row = find_row(std::string_view(function.getName()));
  if (!row || row->known != Known::Body || !function.isDeclaration() || function.use_empty())
    return false;
  const llvm::Function* own = library.getFunction(own_name(function.getName()));
  return own && own->getFunctionType() == function.getFunctionType();
}

// What is only masked by bits is looked at in no others.
bool is_about_digits(const llvm::LoadInst& entry) {
  return llvm::all_of(entry.users(), [](const llvm::User* user) {
    const auto* wide = llvm::dyn_cast<llvm::ZExtInst>(user);
    return wide && llvm::all_of(wide->users(), [](const llvm::User* masked) {
             const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(masked);
             const auto* mask = operation && operation->getOpcode() == llvm::Instruction::And
                                    ? llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1))
                                    : nullptr;
             return mask && (mask->getZExtValue() & ~kDigitBits) == 0;
           });
  });
}

// (*table())[index], from the call to what is loaded; nothing if something else is done with it.
struct Lookup {
  std::vector<llvm::LoadInst*> entries;
  std::vector<llvm::Instruction*> chain;  // what is of no use any more, the last ones first
};
std::optional<Lookup> find_lookup(llvm::CallInst& call) {
  Lookup lookup;
  for (llvm::User* each : call.users()) {
    auto* table = llvm::dyn_cast<llvm::LoadInst>(each);
    if (!table || !table->getType()->isPointerTy()) return std::nullopt;
    for (llvm::User* user : table->users()) {
      auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
      if (!place || place->getNumIndices() != 1) return std::nullopt;
      for (llvm::User* last : place->users()) {
        auto* entry = llvm::dyn_cast<llvm::LoadInst>(last);
        if (!entry || entry->getType() != place->getSourceElementType()) return std::nullopt;
        lookup.entries.push_back(entry);
      }
      lookup.chain.push_back(place);
    }
    lookup.chain.push_back(table);
  }
  lookup.chain.push_back(&call);
  return lookup;
}

// The library's declaration of a function beside its type there.
llvm::FunctionCallee declare(llvm::Module& module, const llvm::Module& library,
                             std::string_view function) {
  const std::string name = own_name(function);
  const llvm::Function* own = library.getFunction(name);
  CHECK(own, "a row without its function in library.c");
  return module.getOrInsertFunction(name, own->getFunctionType());
}

void replace_lookup(const Lookup& lookup, const llvm::Module& library, std::string_view function) {
  for (llvm::LoadInst* entry : lookup.entries) {
    llvm::Module& module = *entry->getModule();
    const std::string_view name =
        function == "ctype_class" && is_about_digits(*entry) ? kDigitFunction : function;
    llvm::FunctionCallee callee = declare(module, library, name);
    auto* place = llvm::cast<llvm::GetElementPtrInst>(entry->getPointerOperand());
    llvm::IRBuilder<> builder(entry);
    llvm::Value* index = builder.CreateSExtOrTrunc(*place->idx_begin(), builder.getInt64Ty());
    if (callee.getFunctionType()->getReturnType() != entry->getType()) continue;
    entry->replaceAllUsesWith(builder.CreateCall(callee, index));
    entry->eraseFromParent();
  }
  for (llvm::Instruction* instruction : lookup.chain)
    if (instruction->use_empty()) instruction->eraseFromParent();
}

void replace_tables(llvm::Module& module, const llvm::Module& library) {
  for (const TableRow& row : kTables) {
    llvm::Function* table = module.getFunction(row.name);
    if (!table || !table->isDeclaration()) continue;
    std::vector<Lookup> lookups;
    for (llvm::User* user : table->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != table) continue;
      if (std::optional<Lookup> lookup = find_lookup(*call)) lookups.push_back(std::move(*lookup));
    }
    for (const Lookup& lookup : lookups) replace_lookup(lookup, library, row.function);
    if (table->use_empty()) table->eraseFromParent();
  }
}

// A program that is compiled without a library may have others by these names.
bool has_library(const llvm::Module& module) {
  return !module.getTargetTriple().empty() &&
         llvm::none_of(module, [](const llvm::Function& function) {
           return function.hasFnAttribute("no-builtins");
         });
}

bool declares_any(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    const std::string_view name = function.getName();
    const LibraryFunction* row = find_row(name);
    return function.isDeclaration() && !function.use_empty() &&
           ((row && row->known == Known::Body) ||
            std::ranges::find(kTables, name, &TableRow::name) != kTables.end());
  });
}

std::vector<llvm::CallInst*> calls_of(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
      if (call->getCalledFunction() == &function) calls.push_back(call);
  return calls;
}

// As a local that is an array of variable length does (unset.h).
void begin_without_value(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(call.getNextNode());
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::LoadInst* value =
      builder.CreateLoad(builder.getInt8Ty(), call.getModule()->getNamedGlobal(kUnsetVariable));
  llvm::CallInst* fill =
      builder.CreateMemSet(&call, value, call.getArgOperand(0), llvm::Align(kHeapAlign));
  for (llvm::Instruction* added :
       {static_cast<llvm::Instruction*>(value), static_cast<llvm::Instruction*>(fill)})
    added->addAnnotationMetadata("auto-init");
}

// So that each call in the program makes memory of its own kind.
void inline_allocations(llvm::Module& module) {
  for (const LibraryFunction& row : kFunctions) {
    llvm::Function* function = row.is_inlined ? module.getFunction(own_name(row.name)) : nullptr;
    if (!function) continue;
    for (llvm::CallInst* call : calls_of(*function)) {
      llvm::InlineFunctionInfo info;
      const llvm::InlineResult done = llvm::InlineFunction(*call, info, false, nullptr, false);
      CHECK(done.isSuccess(), "a body that cannot be put in the place of its call");
    }
  }
}

// What is open in a result: all but its sign, or but that it is not zero. One is a number that is
// more than zero, so that the lowest bit is set.
void open_result(llvm::CallInst& call, Fixed fixed) {
  llvm::IRBuilder<> builder(call.getNextNode());
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  auto* type = llvm::cast<llvm::IntegerType>(call.getType());
  const llvm::APInt sign = llvm::APInt::getSignMask(type->getBitWidth());
  llvm::LoadInst* open = builder.CreateLoad(type, call.getModule()->getNamedGlobal(kUnsetVariable));
  open->setMetadata(kOpenResult, llvm::MDNode::get(call.getContext(), {}));
  llvm::Value* made = open;
  llvm::Value* zero = llvm::ConstantInt::get(type, 0);
  auto* is_zero = llvm::cast<llvm::Instruction>(builder.CreateICmpEQ(&call, zero));
  llvm::Value* kept = nullptr;
  if (fixed == Fixed::Sign) {
    made = builder.CreateAnd(made, builder.getInt(~sign));
    kept = builder.CreateAnd(&call, builder.getInt(sign));
  }
  made = builder.CreateOr(made, llvm::ConstantInt::get(type, 1));
  if (kept) made = builder.CreateOr(made, kept);
  llvm::Value* result = builder.CreateSelect(is_zero, zero, made);
  call.replaceUsesWithIf(
      result, [&](llvm::Use& use) { return use.getUser() != is_zero && use.getUser() != kept; });
}

}  // namespace

std::vector<std::string_view> library_bodies() {
  std::vector<std::string_view> names;
  for (const LibraryFunction& row : kFunctions)
    if (row.known == Known::Body) names.push_back(row.name);
  return names;
}

bool is_library(const llvm::GlobalObject& object) { return object.getName().starts_with(kPrefix); }

std::string shown_name(const llvm::GlobalObject& object) {
  return object.getName().substr(is_library(object) ? kPrefix.size() : 0).str();
}

bool has_c_name(const GlobalVariable& global) {
  return global.name == kErrno || global.name.find('.') == global.name.npos;
}

bool uses_locale(const llvm::Function& function) {
  const LibraryFunction* row = row_of(&function);
  return row && row->uses_locale;
}

bool is_pure(std::string_view name) {
  const LibraryFunction* row = find_row(name);
  return row && row->known == Known::Pure;
}

void use_float_operations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const llvm::Intrinsic::ID id = operation_of(function);
    if (id == llvm::Intrinsic::not_intrinsic) continue;
    llvm::Function* operation =
        llvm::Intrinsic::getDeclaration(&module, id, {function.getReturnType()});
    if (operation->getFunctionType() != function.getFunctionType()) continue;
    for (llvm::CallInst* call : calls_of(function)) call->setCalledFunction(operation);
  }
}

std::optional<Error> link_library(llvm::Module& module) {
  use_float_operations(module);
  if (!has_library(module) || !declares_any(module)) return std::nullopt;
  Result<std::unique_ptr<llvm::Module>> library = compile_library(module);
  if (!library) return library.error();
  if ((*library)->getDataLayout() != module.getDataLayout()) return std::nullopt;
  replace_tables(module, **library);
  for (llvm::Function& function : module)
    if (is_meant(function, **library)) function.setName(own_name(function.getName()));
  const bool failed =
      llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::Flags::LinkOnlyNeeded);
  CHECK(!failed, "a library that cannot be linked");
  for (llvm::GlobalObject& object : module.global_objects())
    if (is_library(object)) object.setLinkage(llvm::GlobalValue::InternalLinkage);
  return std::nullopt;
}

void open_results(llvm::Module& module) {
  if (llvm::Function* allocate = module.getFunction(own_name("malloc"))) {
    for (llvm::CallInst* call : calls_of(*allocate)) begin_without_value(*call);
  }
  for (llvm::Function& function : module) {
    const LibraryFunction* row = row_of(&function);
    if (!row || row->result == Fixed::All) continue;
    for (llvm::CallInst* call : calls_of(function))
      if (!is_library(*call->getFunction())) open_result(*call, row->result);
  }
  inline_allocations(module);
}

}  // namespace pg
