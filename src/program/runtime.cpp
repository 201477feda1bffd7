#include "program/runtime.h"

#include <array>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "program/checks.h"
#include "program/seed.h"

namespace pg {
namespace {

// One past an object is still a valid pointer; without a gap it would be one to the next object.
constexpr uint64_t kGap = 64;
constexpr uint32_t kCallCost = 64;  // keeps recursion within the stack

struct Renaming {
  const char* from;
  const char* to;
};
constexpr auto kRenamed = std::to_array<Renaming>({
    {"exit", "polygraph_exit"},
    {"_exit", "polygraph_exit"},
    {"_Exit", "polygraph_exit"},
    {"abort", "polygraph_abort"},
    {"__assert_fail", "polygraph_abort"},
    {"main", "polygraph_main"},
});

class Runtime {
 public:
  Runtime(llvm::Module& module, const Interface& interface)
      : module_(module),
        interface_(interface),
        layout_(module.getDataLayout()),
        builder_(module.getContext()) {
    llvm::Type* none = builder_.getVoidTy();
    step_ = module.getOrInsertFunction("polygraph_step", none, builder_.getInt32Ty());
    enter_ = module.getOrInsertFunction("polygraph_enter", none, builder_.getPtrTy(),
                                        builder_.getInt64Ty());
    leave_ = module.getOrInsertFunction("polygraph_leave", none, builder_.getInt64Ty());
    external_ = module.getOrInsertFunction("polygraph_external", builder_.getInt64Ty(),
                                           builder_.getInt32Ty(), builder_.getInt32Ty(),
                                           builder_.getPtrTy());
  }

  void build_suite() {
    count_all();
    announce_globals();
  }

  void build_runner() {
    add_entry();
    for (const Renaming& renaming : kRenamed)
      if (llvm::Function* function = module_.getFunction(renaming.from)) {
        // Whatever it takes: the runtime's function looks at the first argument only.
        function->setName(renaming.to);
      }
    count_all();
    define_externals();
    announce_globals();
  }

 private:
  void count_all() {
    for (llvm::Function& function : module_)
      if (!function.isDeclaration() && function.getName() != "polygraph_entry") {
        count_steps(function);
        announce_variables(function);
      }
  }

  // void polygraph_entry(const uint64_t* scalars, char** arrays, uint64_t* result)
  void add_entry() {
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* i64 = builder_.getInt64Ty();
    llvm::Function* entry = llvm::Function::Create(
        llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer, pointer}, false),
        llvm::Function::ExternalLinkage, "polygraph_entry", module_);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "", entry));
    llvm::Function* function = module_.getFunction(interface_.function);
    std::vector<llvm::Value*> arguments;
    std::vector<uint64_t> sizes;
    uint64_t scalars = 0;
    auto next = [&] { return function->getArg(static_cast<unsigned>(arguments.size())); };
    for (const Parameter& parameter : interface_.parameters) {
      if (!parameter.pointer) {
        llvm::Value* place = builder_.CreateConstGEP1_64(i64, entry->getArg(0), scalars++);
        arguments.push_back(from_bits(builder_.CreateLoad(i64, place), next()->getType()));
        continue;
      }
      llvm::Value* place = builder_.CreateConstGEP1_64(pointer, entry->getArg(1), sizes.size());
      llvm::Value* object = builder_.CreateLoad(pointer, place);
      sizes.push_back(parameter.size * parameter.length);
      for (uint32_t piece = 0; piece < parameter.arguments; ++piece) {
        const bool is_address = !parameter.by_value || next()->hasByValAttr();
        llvm::Value* from =
            builder_.CreateConstGEP1_64(builder_.getInt8Ty(), object, piece * kPieceSize);
        arguments.push_back(is_address ? object : builder_.CreateLoad(next()->getType(), from));
      }
    }
    llvm::CallInst* call = builder_.CreateCall(function, arguments);
    call->setCallingConv(function->getCallingConv());
    call->setAttributes(function->getAttributes());
    if (!function->getReturnType()->isVoidTy())
      builder_.CreateStore(to_bits(call), entry->getArg(2));
    builder_.CreateRetVoid();
    list_floats();
    add_constant("polygraph_scalar_count", builder_.getInt64(scalars));
    add_constant("polygraph_array_count", builder_.getInt64(sizes.size()));
    add_constant("polygraph_array_sizes",
                 llvm::ConstantDataArray::get(module_.getContext(), sizes));
  }

  llvm::Value* from_bits(llvm::Value* bits, llvm::Type* type) {
    const auto width = static_cast<unsigned>(type->getScalarSizeInBits());
    llvm::Value* number = builder_.CreateTrunc(bits, builder_.getIntNTy(width));
    return builder_.CreateBitCast(number, type);
  }

  // There is one NaN for us; machines have many.
  llvm::Value* to_bits(llvm::Value* number) {
    llvm::Type* type = number->getType();
    if (type->isFloatingPointTy()) {
      llvm::Value* is_nan = builder_.CreateFCmpUNO(number, number);
      number = builder_.CreateSelect(is_nan, llvm::ConstantFP::getNaN(type), number);
      const auto width = static_cast<unsigned>(type->getScalarSizeInBits());
      number = builder_.CreateBitCast(number, builder_.getIntNTy(width));
    }
    return builder_.CreateZExt(number, builder_.getInt64Ty());
  }

  // Where the record of arrays and globals has floats: place and size of each.
  void list_floats() {
    std::vector<uint64_t> places;
    uint64_t begin = 0;
    auto add = [&](const std::vector<Leaf>& leaves, uint64_t size) {
      for (const Leaf& leaf : leaves)
        if (leaf.is_float) places.insert(places.end(), {begin + leaf.offset, leaf.bits / 8});
      begin += size;
    };
    for (const Parameter& parameter : interface_.parameters)
      for (uint32_t i = 0; parameter.pointer && i < parameter.length; ++i)
        add(parameter.leaves, parameter.size);
    for (const GlobalVariable& global : interface_.globals) add(global.leaves, global.size);
    add_constant("polygraph_float_count", builder_.getInt64(places.size() / 2));
    add_constant("polygraph_floats", llvm::ConstantDataArray::get(module_.getContext(), places));
  }

  void add_constant(const char* name, llvm::Constant* value) {
    new llvm::GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::ExternalLinkage,
                             value, name);
  }

  void count_steps(llvm::Function& function) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (llvm::BasicBlock& block : function) {
      const bool first = block.isEntryBlock();
      if (!first && !loops.isLoopHeader(&block)) continue;
      builder_.SetInsertPoint(&block, block.getFirstInsertionPt());
      builder_.SetCurrentDebugLocation(llvm::DebugLoc());
      set_location(function);
      builder_.CreateCall(step_, builder_.getInt32(first ? kCallCost : 1));
    }
  }

  // The verifier wants a place for calls in functions that have debug information.
  void set_location(llvm::Function& function) {
    if (llvm::DISubprogram* program = function.getSubprogram())
      builder_.SetCurrentDebugLocation(
          llvm::DILocation::get(module_.getContext(), program->getLine(), 0, program));
  }

  void announce_variables(llvm::Function& function) {
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        variables.push_back(variable);
    uint64_t count = variables.size();
    // Structures that are passed in memory are variables, too.
    for (llvm::Argument& argument : function.args()) {
      if (!argument.hasByValAttr()) continue;
      builder_.SetInsertPoint(&function.getEntryBlock(), function.getEntryBlock().begin());
      set_location(function);
      const uint64_t size = layout_.getTypeAllocSize(argument.getParamByValType());
      builder_.CreateCall(enter_, {&argument, builder_.getInt64(size)});
      ++count;
    }
    if (count == 0) return;
    for (llvm::AllocaInst* variable : variables) {
      const uint64_t size = layout_.getTypeAllocSize(variable->getAllocatedType());
      builder_.SetInsertPoint(variable);
      llvm::AllocaInst* padded =
          builder_.CreateAlloca(llvm::ArrayType::get(builder_.getInt8Ty(), size + kGap));
      padded->setAlignment(variable->getAlign());
      set_location(function);
      builder_.CreateCall(enter_, {padded, builder_.getInt64(size)});
      variable->replaceAllUsesWith(padded);
      variable->eraseFromParent();
    }
    for (llvm::BasicBlock& block : function)
      if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
        builder_.SetInsertPoint(end);
        set_location(function);
        builder_.CreateCall(leave_, builder_.getInt64(count));
      }
  }

  // A call of a function that nobody defines is noted with its arguments, and gives zero.
  void define_externals() {
    uint32_t number = 0;
    for (llvm::Function& function : module_) {
      if (!function.isDeclaration() || function.isIntrinsic() ||
          function.getName().starts_with("polygraph_"))
        continue;
      builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "", &function));
      builder_.SetCurrentDebugLocation(llvm::DebugLoc());
      llvm::Type* i64 = builder_.getInt64Ty();
      const uint64_t count = function.arg_size();
      llvm::Value* values = builder_.CreateAlloca(llvm::ArrayType::get(i64, count + 1));
      for (unsigned i = 0; i < count; ++i) {
        llvm::Value* argument = function.getArg(i);
        llvm::Value* value = argument->getType()->isIntegerTy()
                                 ? builder_.CreateZExtOrTrunc(argument, i64)
                                 : builder_.getInt64(0);
        builder_.CreateStore(value, builder_.CreateConstGEP1_64(i64, values, i));
      }
      builder_.CreateCall(external_, {builder_.getInt32(number++),
                                      builder_.getInt32(static_cast<uint32_t>(count)), values});
      if (function.getReturnType()->isVoidTy())
        builder_.CreateRetVoid();
      else
        builder_.CreateRet(llvm::Constant::getNullValue(function.getReturnType()));
    }
  }

  // Each global gets a gap behind it, and a row in the table of objects.
  void announce_globals() {
    std::vector<llvm::GlobalVariable*> globals;
    for (llvm::GlobalVariable& global : module_.globals())
      if (!global.isDeclaration() && !global.getName().starts_with("polygraph_") &&
          !global.getName().starts_with("llvm."))
        globals.push_back(&global);
    llvm::StructType* row_type = llvm::StructType::get(
        module_.getContext(), {builder_.getPtrTy(), builder_.getInt64Ty(), builder_.getInt64Ty()});
    std::vector<llvm::Constant*> rows;
    for (llvm::GlobalVariable* global : globals) {
      const uint64_t size = layout_.getTypeAllocSize(global->getValueType());
      const bool changes = !global->isConstant();
      llvm::Constant* gap =
          llvm::ConstantAggregateZero::get(llvm::ArrayType::get(builder_.getInt8Ty(), kGap));
      llvm::Constant* value = llvm::ConstantStruct::getAnon({global->getInitializer(), gap});
      auto* padded = new llvm::GlobalVariable(module_, value->getType(), global->isConstant(),
                                              llvm::GlobalValue::InternalLinkage, value);
      padded->setAlignment(llvm::Align(16));
      global->replaceAllUsesWith(padded);
      global->eraseFromParent();
      rows.push_back(llvm::ConstantStruct::get(
          row_type, {padded, builder_.getInt64(size), builder_.getInt64(changes)}));
    }
    llvm::ArrayType* type = llvm::ArrayType::get(row_type, rows.size());
    add_constant("polygraph_globals", llvm::ConstantArray::get(type, rows));
    add_constant("polygraph_global_count", builder_.getInt64(rows.size()));
  }

  llvm::Module& module_;
  const Interface& interface_;
  const llvm::DataLayout& layout_;
  llvm::IRBuilder<> builder_;
  llvm::FunctionCallee step_;
  llvm::FunctionCallee enter_;
  llvm::FunctionCallee leave_;
  llvm::FunctionCallee external_;
};

}  // namespace

std::unique_ptr<llvm::Module> native_module(const llvm::Module& module,
                                            const Interface& interface) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  Runtime(*copy, interface).build_runner();
  return copy;
}

std::unique_ptr<llvm::Module> suite_module(const llvm::Module& module, const Interface& interface) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  Runtime(*copy, interface).build_suite();
  return copy;
}

}  // namespace pg
