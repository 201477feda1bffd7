#include "program/runtime.h"

#include <algorithm>
#include <array>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "program/checks.h"
#include "program/condition.h"
#include "program/float_bits.h"
#include "program/layout.h"
#include "program/seed.h"
#include "program/unset.h"

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
        shows_float_bits_(shows_float_bits(module, interface)),
        builder_(module.getContext()) {
    llvm::Type* none = builder_.getVoidTy();
    step_ = module.getOrInsertFunction("polygraph_step", none, builder_.getInt32Ty());
    llvm::Type* i64 = builder_.getInt64Ty();
    enter_ = module.getOrInsertFunction("polygraph_enter", none, builder_.getPtrTy(), i64, i64);
    variable_ = module.getOrInsertFunction("polygraph_variable", builder_.getPtrTy(), i64, i64);
    mark_ = module.getOrInsertFunction("polygraph_mark", builder_.getInt64Ty());
    leave_ = module.getOrInsertFunction("polygraph_leave", none, builder_.getInt64Ty());
    external_ = module.getOrInsertFunction("polygraph_external", none, builder_.getInt64Ty(),
                                           builder_.getInt32Ty(), builder_.getPtrTy());
    no_return_ = module.getOrInsertFunction("polygraph_no_return", none);
    result_ = module.getOrInsertFunction("polygraph_result", builder_.getInt64Ty(),
                                         builder_.getInt64Ty(), builder_.getInt64Ty());
    identity_ = module.getOrInsertFunction("polygraph_identity", builder_.getInt64Ty(),
                                           builder_.getPtrTy());
    target_ =
        module.getOrInsertFunction("polygraph_target", builder_.getInt64Ty(), builder_.getPtrTy());
    nan_ = module.getOrInsertFunction("polygraph_nan", none, builder_.getInt32Ty());
  }

  void build_suite() {
    count_all();
    announce_globals();
  }

  void build_runner() {
    add_entry();
    add_condition();
    for (const Renaming& renaming : kRenamed)
      if (llvm::Function* function = module_.getFunction(renaming.from)) {
        // Whatever it takes: the runtime's function looks at the first argument only.
        function->setName(renaming.to);
      }
    count_all();
    define_externals();
    keep_names_apart();
    announce_globals();
  }

 private:
  void count_all() {
    for (llvm::Function& function : module_)
      if (!function.isDeclaration() && !function.getName().starts_with("polygraph_")) {
        count_steps(function);
        announce_variables(function);
        unite_nans(function);
      }
  }

  // void NAME(const uint64_t* scalars, char** arrays, uint64_t* result), which calls the function
  // with these; its end is still to be written.
  llvm::CallInst* begin_entry(const char* name, llvm::Function& function) {
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* i64 = builder_.getInt64Ty();
    llvm::Function* entry = llvm::Function::Create(
        llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer, pointer}, false),
        llvm::Function::ExternalLinkage, name, module_);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "", entry));
    std::vector<llvm::Value*> arguments;
    uint64_t scalars = 0;
    uint64_t arrays = 0;
    llvm::Value* is_null = nullptr;  // the next of the pointers
    auto next = [&] { return function.getArg(static_cast<unsigned>(arguments.size())); };
    auto array = [&](uint64_t number) {
      return builder_.CreateLoad(pointer,
                                 builder_.CreateConstGEP1_64(pointer, entry->getArg(1), number));
    };
    if (function.hasStructRetAttr()) arguments.push_back(array(returned_array()));
    for (const Parameter& parameter : interface_.parameters) {
      if (!parameter.pointer) {
        llvm::Value* place = builder_.CreateConstGEP1_64(i64, entry->getArg(0), scalars++);
        llvm::Value* bits = builder_.CreateLoad(i64, place);
        if (parameter.says_null)
          is_null = builder_.CreateIsNotNull(bits);
        else
          arguments.push_back(from_bits(bits, next()->getType()));
        continue;
      }
      llvm::Value* object = array(arrays++);
      if (is_null && !parameter.by_value) {
        object = builder_.CreateSelect(is_null, llvm::ConstantPointerNull::get(builder_.getPtrTy()),
                                       object);
        is_null = nullptr;
      }
      for (uint32_t piece = 0; piece < parameter.arguments; ++piece) {
        const bool is_address = !parameter.by_value || next()->hasByValAttr();
        llvm::Value* from =
            builder_.CreateConstGEP1_64(builder_.getInt8Ty(), object, piece * kPieceSize);
        arguments.push_back(is_address ? object : builder_.CreateLoad(next()->getType(), from));
      }
    }
    llvm::CallInst* call = builder_.CreateCall(&function, arguments);
    call->setCallingConv(function.getCallingConv());
    call->setAttributes(function.getAttributes());
    return call;
  }

  // Of the structure that is returned.
  uint64_t returned_array() const { return interface_.objects().size() - 1; }

  void add_entry() {
    llvm::CallInst* call =
        begin_entry("polygraph_entry", *module_.getFunction(interface_.function));
    llvm::Function* entry = call->getFunction();
    if (interface_.returns_structure())
      keep_structure(
          *call, builder_.CreateLoad(builder_.getPtrTy(),
                                     builder_.CreateConstGEP1_64(
                                         builder_.getPtrTy(), entry->getArg(1), returned_array())));
    else if (interface_.returns_pointer)
      builder_.CreateStore(builder_.CreateCall(target_, call), entry->getArg(2));
    else if (!call->getType()->isVoidTy())
      builder_.CreateStore(to_bits(call), entry->getArg(2));
    builder_.CreateRetVoid();
    list_special_places();
    list_arrays();
    list_targets();
    const auto scalars = static_cast<uint64_t>(
        std::ranges::count(interface_.parameters, false, &Parameter::pointer));
    add_constant("polygraph_scalar_count", builder_.getInt64(scalars));
    add_constant("polygraph_unset_size",
                 builder_.getInt64(layout_.getTypeAllocSize(
                     module_.getNamedGlobal(kUnsetVariable)->getValueType())));
  }

  // Says whether an input is one that tests may have.
  void add_condition() {
    llvm::Function* condition = module_.getFunction(kConditionFunction);
    if (!condition) return;
    llvm::CallInst* call = begin_entry("polygraph_condition", *condition);
    builder_.CreateStore(to_bits(call), call->getFunction()->getArg(2));
    builder_.CreateRetVoid();
  }

  void list_arrays() {
    std::vector<uint64_t> sizes;
    for (const Parameter* object : interface_.objects())
      sizes.push_back(object->size * object->length);
    const uint64_t inputs = sizes.size() - (interface_.returns_structure() ? 1 : 0);
    add_constant("polygraph_array_count", builder_.getInt64(sizes.size()));
    add_constant("polygraph_input_count", builder_.getInt64(inputs));
    add_constant("polygraph_array_sizes",
                 llvm::ConstantDataArray::get(module_.getContext(), sizes));
  }

  // Where a pointer may lead that is returned: an array by its number or the begin of a variable,
  // its size, and what stands for its begin or for each place in it.
  void list_targets() {
    llvm::Type* i64 = builder_.getInt64Ty();
    llvm::StructType* type = llvm::StructType::get(
        module_.getContext(), {builder_.getPtrTy(), i64, i64, i64, builder_.getPtrTy()});
    std::vector<llvm::Constant*> rows;
    for (size_t i = 0; i < interface_.targets.size(); ++i) {
      const PointerTarget& target = interface_.targets[i];
      llvm::Constant* none = llvm::ConstantPointerNull::get(builder_.getPtrTy());
      llvm::Constant* begin = target.is_parameter ? none : module_.getNamedGlobal(target.name);
      rows.push_back(llvm::ConstantStruct::get(
          type, {begin, builder_.getInt64(target.is_parameter ? array_number(target.name) : 0),
                 builder_.getInt64(target.size), builder_.getInt64(target_value(i, 0)),
                 target.places.empty() ? none : table_of(target.places)}));
    }
    add_constant("polygraph_target_count", builder_.getInt64(rows.size()));
    add_constant("polygraph_targets",
                 llvm::ConstantArray::get(llvm::ArrayType::get(type, rows.size()), rows));
  }

  uint64_t array_number(const std::string& name) const {
    const std::vector<const Parameter*> objects = interface_.objects();
    return static_cast<uint64_t>(std::ranges::find(objects, name, &Parameter::name) -
                                 objects.begin());
  }

  llvm::Constant* table_of(const std::vector<uint64_t>& numbers) {
    llvm::Constant* table = llvm::ConstantDataArray::get(module_.getContext(), numbers);
    return new llvm::GlobalVariable(module_, table->getType(), true,
                                    llvm::GlobalValue::PrivateLinkage, table, "polygraph_literal");
  }

  // Bytes between the fields of a structure say nothing.
  void keep_structure(llvm::CallInst& call, llvm::Value* object) {
    if (!call.getType()->isVoidTy()) builder_.CreateStore(&call, object);
    const std::vector<uint8_t> used = used_bits(interface_.returned);
    for (uint64_t i = 0; i < used.size(); ++i)
      if (used[i] == 0)
        builder_.CreateStore(builder_.getInt8(0),
                             builder_.CreateConstGEP1_64(builder_.getInt8Ty(), object, i));
  }

  llvm::Value* from_bits(llvm::Value* bits, llvm::Type* type) {
    const auto width = static_cast<unsigned>(type->getScalarSizeInBits());
    llvm::Value* number = builder_.CreateTrunc(bits, builder_.getIntNTy(width));
    return builder_.CreateBitCast(number, type);
  }

  // There is one NaN for us; machines have many.
  llvm::Value* with_one_nan(llvm::Value* number) {
    llvm::Value* is_nan = builder_.CreateFCmpUNO(number, number);
    return builder_.CreateSelect(is_nan, llvm::ConstantFP::getNaN(number->getType()), number);
  }

  // Where the bits of floats can be seen: in memory, where they become an integer, and where the
  // sign is taken. The original may not have a NaN there; in memory it may if nobody looks at its
  // bits.
  void unite_nans(llvm::Function& function) {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& instruction : llvm::instructions(function)) all.push_back(&instruction);
    for (llvm::Instruction* instruction : all) {
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction);
      const bool takes_sign = call && call->getIntrinsicID() == llvm::Intrinsic::copysign;
      const bool is_bitcast = llvm::isa<llvm::BitCastInst>(instruction);
      if (!takes_sign && !is_bitcast && !llvm::isa<llvm::StoreInst>(instruction)) continue;
      const unsigned operand = takes_sign ? 1 : 0;
      llvm::Value* number = instruction->getOperand(operand);
      if (!number->getType()->isFPOrFPVectorTy()) continue;
      builder_.SetInsertPoint(instruction);
      set_location(function);
      if (takes_sign || is_bitcast || shows_float_bits_)
        builder_.CreateCall(nan_, builder_.CreateZExt(any(builder_.CreateFCmpUNO(number, number)),
                                                      builder_.getInt32Ty()));
      instruction->setOperand(operand, with_one_nan(number));
    }
  }

  llvm::Value* any(llvm::Value* truths) {
    return truths->getType()->isVectorTy() ? builder_.CreateOrReduce(truths) : truths;
  }

  llvm::Value* to_bits(llvm::Value* number) {
    llvm::Type* type = number->getType();
    if (type->isFloatingPointTy()) {
      number = with_one_nan(number);
      const auto width = static_cast<unsigned>(type->getScalarSizeInBits());
      number = builder_.CreateBitCast(number, builder_.getIntNTy(width));
    }
    return builder_.CreateZExt(number, builder_.getInt64Ty());
  }

  // Where the record of arrays and globals has floats, and what is not looked at: pointers, as
  // addresses tell nothing, and padding. Place, size, and whether it is a float.
  void list_special_places() {
    std::vector<uint64_t> places;
    uint64_t begin = 0;
    auto add = [&](const std::vector<Leaf>& leaves, uint64_t size) {
      for (const Leaf& leaf : leaves)
        if (leaf.is_float || leaf.bits == 0 || leaf.is_padding)
          places.insert(places.end(),
                        {begin + leaf.offset, leaf.bits == 0 ? 8 : leaf.bits / 8, leaf.is_float});
      begin += size;
    };
    for (const Parameter* object : interface_.objects()) {
      const std::vector<uint8_t> used = used_bits(*object);
      for (uint32_t element = 0; element < object->length; ++element) {
        for (uint64_t i = 0; i < used.size(); ++i)
          if (used[i] == 0) places.insert(places.end(), {begin + i, 1, 0});
        add(object->leaves, object->size);
      }
    }
    for (const GlobalVariable& global : interface_.globals) add(global.leaves, global.size);
    add_constant("polygraph_place_count", builder_.getInt64(places.size() / 3));
    add_constant("polygraph_places", llvm::ConstantDataArray::get(module_.getContext(), places));
  }

  void add_constant(const char* name, llvm::Constant* value) {
    new llvm::GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::ExternalLinkage,
                             value, name);
  }

  void count_steps(llvm::Function& function) {
    // Whatever goes round in circles, by a jump into a loop, too, takes such an edge.
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> back;
    llvm::FindFunctionBackedges(function, back);
    absl::flat_hash_set<const llvm::BasicBlock*> repeated;
    for (const auto& [from, to] : back) repeated.insert(to);
    for (llvm::BasicBlock& block : function) {
      const bool first = block.isEntryBlock();
      if (!first && !repeated.contains(&block)) continue;
      builder_.SetInsertPoint(&block, block.getFirstInsertionPt());
      set_location(function);
      builder_.CreateCall(step_, builder_.getInt32(first ? kCallCost : 1));
    }
  }

  // The verifier wants a place for calls in functions that have debug information.
  void set_location(llvm::Function& function) {
    builder_.SetCurrentDebugLocation(llvm::DebugLoc());
    if (llvm::DISubprogram* program = function.getSubprogram())
      builder_.SetCurrentDebugLocation(
          llvm::DILocation::get(module_.getContext(), program->getLine(), 0, program));
  }

  void announce_variables(llvm::Function& function) {
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        variables.push_back(variable);
    builder_.SetInsertPoint(&function.getEntryBlock(), function.getEntryBlock().begin());
    set_location(function);
    llvm::Value* mark = builder_.CreateCall(mark_);
    // Structures that are passed in memory are variables, too.
    for (llvm::Argument& argument : function.args())
      if (argument.hasByValAttr())
        builder_.CreateCall(
            enter_,
            {&argument, builder_.getInt64(layout_.getTypeAllocSize(argument.getParamByValType())),
             builder_.getInt64(argument.getParamAlign().valueOrOne().value())});
    for (llvm::AllocaInst* variable : variables) announce(function, *variable);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (llvm::isa<llvm::ReturnInst>(instruction)) leave_to(function, instruction, mark);
    leave_scopes(function);
  }

  // Objects are as many again as they were.
  void leave_to(llvm::Function& function, llvm::Instruction& before, llvm::Value* mark) {
    builder_.SetInsertPoint(&before);
    set_location(function);
    builder_.CreateCall(leave_, mark);
  }

  // Arrays of variable length end where the stack is put back.
  void leave_scopes(llvm::Function& function) {
    std::vector<llvm::IntrinsicInst*> ends;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        if (call->getIntrinsicID() == llvm::Intrinsic::stackrestore) ends.push_back(call);
    absl::flat_hash_map<llvm::Value*, llvm::Value*> marks;
    for (llvm::IntrinsicInst* end : ends) {
      auto* begin = llvm::dyn_cast<llvm::IntrinsicInst>(end->getArgOperand(0));
      if (!begin) continue;
      llvm::Value*& mark = marks[begin];
      if (!mark) {
        builder_.SetInsertPoint(begin);
        set_location(function);
        mark = builder_.CreateCall(mark_);
      }
      leave_to(function, *end, mark);
    }
  }

  // The runtime has a place for it that is no other variable's.
  void announce(llvm::Function& function, llvm::AllocaInst& variable) {
    builder_.SetInsertPoint(&variable);
    set_location(function);
    llvm::Value* size = builder_.getInt64(layout_.getTypeAllocSize(variable.getAllocatedType()));
    if (variable.isArrayAllocation())
      size = builder_.CreateMul(
          size, builder_.CreateZExtOrTrunc(variable.getArraySize(), builder_.getInt64Ty()));
    llvm::Value* place =
        builder_.CreateCall(variable_, {size, builder_.getInt64(variable.getAlign().value())});
    variable.replaceAllUsesWith(place);
    variable.eraseFromParent();
  }

  // A call of a function that nobody defines is noted with its arguments, and gives what the input
  // says.
  void define_externals() {
    for (llvm::Function& function : module_) {
      if (!is_external(function)) continue;
      std::vector<llvm::CallInst*> calls;
      for (llvm::User* user : function.users())
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
          if (call->getCalledFunction() == &function) calls.push_back(call);
      for (llvm::CallInst* call : calls) replace_external(*call);
      // Its address may be compared.
      builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "", &function));
      builder_.SetCurrentDebugLocation(llvm::DebugLoc());
      builder_.CreateUnreachable();
    }
  }

  // What the tested program calls printf or free is not what the runner calls so.
  void keep_names_apart() {
    for (llvm::Function& function : module_) {
      if (function.isDeclaration() || function.getName().starts_with("polygraph_")) continue;
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.setName("tested." + function.getName());
    }
  }

  void replace_external(llvm::CallInst& call) {
    llvm::Type* i64 = builder_.getInt64Ty();
    llvm::Function* function = call.getCalledFunction();
    const uint64_t count = call.arg_size();
    builder_.SetInsertPoint(&call.getFunction()->getEntryBlock(),
                            call.getFunction()->getEntryBlock().begin());
    llvm::Value* values = builder_.CreateAlloca(llvm::ArrayType::get(i64, count + 1));
    builder_.SetInsertPoint(&call);
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
    for (unsigned i = 0; i < count; ++i) {
      llvm::Value* argument = call.getArgOperand(i);
      llvm::Type* type = argument->getType();
      llvm::Value* value = builder_.getInt64(0);
      if (type->isIntegerTy())
        value = builder_.CreateZExtOrTrunc(argument, i64);
      else if (is_float(type))
        value = to_bits(argument);
      else if (type->isPointerTy() && !call.isByValArgument(i))
        value = builder_.CreateCall(identity_, argument);
      builder_.CreateStore(value, builder_.CreateConstGEP1_64(i64, values, i));
    }
    builder_.CreateCall(external_, {builder_.getInt64(external_number(function->getName())),
                                    builder_.getInt32(static_cast<uint32_t>(count)), values});
    if (call.doesNotReturn()) builder_.CreateCall(no_return_);
    if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(external_result(call));
    call.eraseFromParent();
  }

  llvm::Value* external_result(llvm::CallInst& call) {
    uint64_t array = 0;
    for (const Parameter& parameter : interface_.parameters) {
      if (parameter.external && parameter.name == call.getCalledFunction()->getName()) {
        llvm::Value* bits = builder_.CreateCall(
            result_, {builder_.getInt64(array), builder_.getInt64(parameter.size)});
        return from_bits(bits, call.getType());
      }
      array += parameter.pointer ? 1 : 0;
    }
    return llvm::Constant::getNullValue(call.getType());
  }

  // Each global gets a gap behind it, and a row in the table of objects.
  void announce_globals() {
    std::vector<llvm::GlobalVariable*> globals;
    for (llvm::GlobalVariable& global : module_.globals())
      if (!global.isDeclaration() && !global.getName().starts_with("polygraph_") &&
          !global.getName().starts_with("llvm."))
        globals.push_back(&global);
    llvm::StructType* row_type =
        llvm::StructType::get(module_.getContext(), {builder_.getPtrTy(), builder_.getInt64Ty(),
                                                     builder_.getInt64Ty(), builder_.getInt64Ty(),
                                                     builder_.getInt64Ty(), builder_.getInt64Ty()});
    std::vector<llvm::Constant*> rows;
    for (llvm::GlobalVariable* global : globals) {
      const uint64_t size = layout_.getTypeAllocSize(global->getValueType());
      const bool changes = !global->isConstant();
      const uint64_t identity = changes ? 0 : identity_of(*global);
      const uint64_t align = global->getPointerAlignment(layout_).value();
      llvm::Constant* gap =
          llvm::ConstantAggregateZero::get(llvm::ArrayType::get(builder_.getInt8Ty(), kGap));
      llvm::Constant* value = llvm::ConstantStruct::getAnon({global->getInitializer(), gap});
      auto* padded = new llvm::GlobalVariable(module_, value->getType(), global->isConstant(),
                                              llvm::GlobalValue::InternalLinkage, value);
      padded->setAlignment(std::max(llvm::Align(16), llvm::Align(align)));
      global->replaceAllUsesWith(padded);
      global->eraseFromParent();
      rows.push_back(llvm::ConstantStruct::get(
          row_type, {padded, builder_.getInt64(size), builder_.getInt64(changes),
                     builder_.getInt64(identity), builder_.getInt64(align), builder_.getInt64(0)}));
    }
    llvm::ArrayType* type = llvm::ArrayType::get(row_type, rows.size());
    add_constant("polygraph_globals", llvm::ConstantArray::get(type, rows));
    add_constant("polygraph_global_count", builder_.getInt64(rows.size()));
  }

  llvm::Module& module_;
  const Interface& interface_;
  const llvm::DataLayout& layout_;
  bool shows_float_bits_;
  llvm::IRBuilder<> builder_;
  llvm::FunctionCallee step_;
  llvm::FunctionCallee enter_;
  llvm::FunctionCallee variable_;
  llvm::FunctionCallee mark_;
  llvm::FunctionCallee leave_;
  llvm::FunctionCallee external_;
  llvm::FunctionCallee no_return_;
  llvm::FunctionCallee result_;
  llvm::FunctionCallee target_;
  llvm::FunctionCallee nan_;
  llvm::FunctionCallee identity_;
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
