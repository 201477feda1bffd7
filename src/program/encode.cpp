#include "program/encode.h"

#include <array>
#include <map>

#include <fmt/format.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "program/checks.h"
#include "program/memory.h"
#include "program/module.h"
#include "program/seed.h"
#include "program/signature.h"
#include "program/unroll.h"

namespace pg {
namespace {

using llvm::Instruction;

// Iterations that depend on no input are followed to their end; a mutant may have none.
constexpr uint32_t kMostFixedIterations = 2000;
constexpr uint64_t kMostInstructions = 4'000'000;
constexpr uint32_t kMostCalls = 200;  // inside each other
constexpr uint32_t kMostExternalCalls = 8;
constexpr uint32_t kMostArguments = 4;  // of an external function

constexpr auto kExits = std::to_array<std::string_view>({"exit", "_exit", "_Exit"});
constexpr auto kAborts = std::to_array<std::string_view>({"abort", "__assert_fail"});
constexpr uint64_t kAbortCode = 134;

// Where an execution is, beside its registers.
struct State {
  Term path;
  Memory memory;
  Term calls;               // how many external functions were called
  std::vector<Term> slots;  // each call: the function and its arguments
};

struct End {
  State state;
  bool exited = false;
  Term code;
  Val result;
};

struct Edge {
  State state;
  std::vector<Val> phis;
};

struct Node {
  llvm::BasicBlock* block = nullptr;
  std::vector<Edge> edges;
};

struct LoopRun {
  uint32_t decisions = 0;  // iterations that an input could have left
  bool left = false;       // in this iteration
};

class Encoder {
 public:
  Encoder(Terms& terms, llvm::Module& module, const Interface& interface, const InputTerms& inputs,
          Term fault, const EncodeOptions& options)
      : terms_(terms),
        module_(module),
        layout_(module.getDataLayout()),
        interface_(interface),
        inputs_(inputs),
        fault_(fault),
        options_(options),
        heap_(terms) {
    encoding_.cut = encoding_.trap = encoding_.undefined = encoding_.exited = terms.truth(false);
    for (const llvm::Function& function : module)
      if (function.isDeclaration() && !function.isIntrinsic()) externals_.push_back(&function);
  }

  Result<Encoding> run() {
    State state{terms_.truth(true), Memory(1), terms_.number(8, 0), {}};
    if (calls_externals()) state.slots.assign(kMostExternalCalls, terms_.number(slot_width(), 0));
    add_globals(state);
    std::vector<Val> arguments = add_arguments(state);
    llvm::Function* function = module_.getFunction(interface_.function);
    Val result;
    call(*function, arguments, state, result, nullptr);
    if (error_) return *error_;
    if (!terms_.is_false(state.path)) ends_.push_back({state, false, terms_.number(32, 0), result});
    finish();
    if (error_) return *error_;
    return encoding_;
  }

 private:
  class Frame;

  static constexpr uint32_t slot_width() { return 8 + 64 * kMostArguments; }

  void fail(const Instruction* at, std::string message) {
    if (!error_) error_ = Error{at ? place_of(*at) : Place{}, std::move(message)};
  }

  bool calls_externals() const {
    for (const llvm::Function* function : externals_)
      if (!function->getName().starts_with("polygraph_") && !function->use_empty() &&
          !is_exit(*function))
        return true;
    return false;
  }

  static bool is_exit(const llvm::Function& function) {
    const std::string_view name = function.getName();
    return std::ranges::find(kExits, name) != kExits.end() ||
           std::ranges::find(kAborts, name) != kAborts.end();
  }

  // Objects: globals and parameters.
  void add_globals(State& state) {
    std::vector<std::pair<uint32_t, const llvm::GlobalVariable*>> added;
    for (const llvm::GlobalVariable& global : module_.globals()) {
      if (global.isDeclaration() || global.getName() == kFaultVariable) continue;
      Object object{global.getName().str(), layout_.getTypeAllocSize(global.getValueType()),
                    global.isConstant(), leaves_of(layout_, global.getValueType())};
      Cells cells;
      for (const Leaf& leaf : object.leaves) cells.push_back(heap_.zero(leaf));
      const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
      globals_[&global] = id;
      added.push_back({id, &global});
    }
    // Initial values may be pointers to other globals, so that all must be known before.
    for (const auto& [id, global] : added) {
      Cells cells;
      std::vector<const llvm::Constant*> pending{global->getInitializer()};
      while (!pending.empty()) {
        const llvm::Constant* next = pending.back();
        pending.pop_back();
        if (next->getType()->isAggregateType()) {
          const unsigned count =
              next->getType()->isStructTy()
                  ? next->getType()->getStructNumElements()
                  : static_cast<unsigned>(next->getType()->getArrayNumElements());
          for (unsigned i = count; i-- > 0;) pending.push_back(next->getAggregateElement(i));
        } else {
          cells.push_back(constant(*next, nullptr));
        }
      }
      heap_.set(state.memory, id, std::move(cells));
    }
  }

  std::vector<Val> add_arguments(State& state) {
    std::vector<Val> arguments;
    llvm::Function* function = module_.getFunction(interface_.function);
    size_t index = 0;
    for (const Parameter& parameter : interface_.parameters) {
      if (!parameter.pointer) {
        const uint32_t bits = function->getArg(static_cast<unsigned>(arguments.size()))
                                  ->getType()
                                  ->getIntegerBitWidth();
        arguments.push_back({terms_.truncate(inputs_.values[index++], bits), {}, {}});
        continue;
      }
      Object object{parameter.name, parameter.size * parameter.length, false, {}};
      Cells cells;
      for (uint32_t element = 0; element < parameter.length; ++element)
        for (Leaf leaf : parameter.leaves) {
          leaf.offset += element * parameter.size;
          object.leaves.push_back(std::move(leaf));
          cells.push_back({inputs_.values[index++], {}, {}});
        }
      const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
      arrays_.push_back(id);
      arguments.push_back(heap_.pointer_to(id));
    }
    return arguments;
  }

  Val constant(const llvm::Constant& value, const Instruction* at) {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
      return {terms_.number(number->getValue()), {}, {}};
    if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue()) {
      if (value.getType()->isPointerTy()) return heap_.null();
      if (value.getType()->isIntegerTy())
        return {terms_.number(value.getType()->getIntegerBitWidth(), 0), {}, {}};
    }
    if (value.getType()->isPointerTy()) {
      llvm::APInt offset(64, 0);
      const llvm::Value* base = value.stripAndAccumulateConstantOffsets(layout_, offset, true);
      const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
      if (global && globals_.contains(global))
        return heap_.pointer_to(globals_.at(global), offset.getZExtValue());
    }
    fail(at, "a constant of a kind that is not supported, such as a pointer to a function");
    return {terms_.truth(false), {}, {}};
  }

  // How executions end.
  void trap(State& state, Term condition) {
    const Term here = terms_.conjunction(state.path, condition);
    encoding_.trap = terms_.disjunction(encoding_.trap, here);
    const Term opposite = terms_.negation(condition);
    state.path = terms_.conjunction(state.path, opposite);
  }

  void cut(State& state) {
    encoding_.cut = terms_.disjunction(encoding_.cut, state.path);
    encoding_.complete = false;
    state.path = terms_.truth(false);
  }

  void exit(State& state, Term code) {
    ends_.push_back({state, true, code, {}});
    state.path = terms_.truth(false);
  }

  State merge(Term condition, const State& a, const State& b) {
    State merged;
    merged.path = terms_.disjunction(a.path, b.path);
    merged.memory = heap_.choose(condition, a.memory, b.memory);
    merged.calls = terms_.ite(condition, a.calls, b.calls);
    for (size_t i = 0; i < a.slots.size(); ++i)
      merged.slots.push_back(terms_.ite(condition, a.slots[i], b.slots[i]));
    return merged;
  }

  // Calls a function with a body; `state` is where it returns, with a false path if it never does.
  void call(llvm::Function& function, const std::vector<Val>& arguments, State& state, Val& result,
            const Instruction* at);

  const UnrollOrder& order_of(llvm::Function& function) {
    std::unique_ptr<UnrollOrder>& order = orders_[&function];
    if (!order) order = std::make_unique<UnrollOrder>(function);
    return *order;
  }

  // All ends become one.
  void finish() {
    if (ends_.empty()) {
      // It never ends by itself: nothing can be seen of it.
      State nothing{terms_.truth(false), Memory(1), terms_.number(8, 0), {}};
      if (calls_externals())
        nothing.slots.assign(kMostExternalCalls, terms_.number(slot_width(), 0));
      add_globals(nothing);
      arrays_.clear();
      (void)add_arguments(nothing);
      ends_.push_back({nothing, false, terms_.number(32, 0), {}});
    }
    const uint32_t bits = interface_.result_bits;
    auto result_of = [&](const End& end) {
      if (!end.result.term) return terms_.number(bits == 0 ? 8 : bits, 0);
      return terms_.zero_extend(end.result.term, std::max(bits, terms_.width(end.result.term)));
    };
    End all = ends_.back();
    all.result.term = result_of(all);
    encoding_.exited = terms_.conjunction(all.state.path, terms_.truth(all.exited));
    for (size_t i = ends_.size() - 1; i-- > 0;) {
      const End& end = ends_[i];
      const Term here = terms_.without_common(end.state.path, all.state.path);
      const Term exited = terms_.conjunction(end.state.path, terms_.truth(end.exited));
      encoding_.exited = terms_.disjunction(encoding_.exited, exited);
      const Term end_result = result_of(end);
      all.code = terms_.ite(here, end.code, all.code);
      all.result.term = terms_.ite(here, end_result, all.result.term);
      all.state = merge(here, end.state, all.state);
    }
    encoding_.outputs = {all.code, all.result.term};
    add_outputs(all.state);
  }

  void add_outputs(const State& state) {
    for (const uint32_t id : arrays_)
      for (const Val& value : *state.memory[id]) encoding_.outputs.push_back(value.term);
    for (const GlobalVariable& global : interface_.globals)
      for (const Val& value : *state.memory[globals_.at(module_.getNamedGlobal(global.name))]) {
        if (value.is_pointer())
          return fail(nullptr, fmt::format("the variable '{}' holds a pointer", global.name));
        encoding_.outputs.push_back(value.term);
      }
    encoding_.outputs.push_back(state.calls);
    encoding_.outputs.insert(encoding_.outputs.end(), state.slots.begin(), state.slots.end());
  }

  Terms& terms_;
  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const Interface& interface_;
  const InputTerms& inputs_;
  Term fault_;
  EncodeOptions options_;
  Heap heap_;
  Encoding encoding_;
  std::optional<Error> error_;
  std::vector<End> ends_;
  absl::flat_hash_map<const llvm::GlobalVariable*, uint32_t> globals_;
  std::vector<uint32_t> arrays_;
  std::vector<const llvm::Function*> externals_;
  std::vector<const llvm::Function*> stack_;
  absl::flat_hash_map<const llvm::Function*, std::unique_ptr<UnrollOrder>> orders_;
  uint64_t instructions_ = 0;
};

// One call of a function: its registers, and the blocks that are still to be walked.
class Encoder::Frame {
 public:
  Frame(Encoder& encoder, llvm::Function& function)
      : encoder_(encoder),
        terms_(encoder.terms_),
        heap_(encoder.heap_),
        function_(function),
        order_(encoder.order_of(function)) {}

  void run(const std::vector<Val>& arguments, State& state, Val& result) {
    if (order_.irreducible())
      return encoder_.fail(order_.irreducible()->getTerminator(), "a jump into a loop");
    for (unsigned i = 0; i < arguments.size(); ++i) registers_[function_.getArg(i)] = arguments[i];
    llvm::BasicBlock& entry = function_.getEntryBlock();
    pending_[order_.entry_key(entry)] = {&entry, {{std::move(state), {}}}};
    while (!pending_.empty() && !encoder_.error_) {
      const auto next = pending_.begin();
      const UnrollKey key = next->first;
      Node node = std::move(next->second);
      pending_.erase(next);
      walk(key, node);
    }
    finish(state, result);
  }

 private:
  void walk(const UnrollKey& key, Node& node) {
    State state = enter(node);
    if (!may_iterate(key, *node.block)) return encoder_.cut(state);
    for (Instruction& instruction : *node.block) {
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      if (encoder_.error_ || terms_.is_false(state.path)) return;
      if (++encoder_.instructions_ > kMostInstructions)
        return encoder_.fail(&instruction, "the unrolled program is too large; lower --unwind");
      if (instruction.isTerminator())
        leave(key, *node.block, instruction, state);
      else
        step(instruction, state);
    }
  }

  // Joins what leads to a block. The last ones first: conditions of a switch grow that way.
  State enter(Node& node) {
    Edge all = std::move(node.edges.back());
    for (size_t i = node.edges.size() - 1; i-- > 0;) {
      const Edge& edge = node.edges[i];
      const Term here = terms_.without_common(edge.state.path, all.state.path);
      for (size_t phi = 0; phi < all.phis.size(); ++phi)
        all.phis[phi] = heap_.choose(here, edge.phis[phi], all.phis[phi]);
      all.state = encoder_.merge(here, edge.state, all.state);
    }
    size_t index = 0;
    for (llvm::PHINode& phi : node.block->phis()) registers_[&phi] = all.phis[index++];
    return std::move(all.state);
  }

  // Counts the iterations that depend on the input.
  bool may_iterate(const UnrollKey& key, const llvm::BasicBlock& block) {
    const std::vector<llvm::Loop*>& loops = order_.loops(block);
    if (loops.empty() || loops.back()->getHeader() != &block) return true;
    LoopRun& run = runs_[loops.back()];
    const uint32_t iteration = key[key.size() - 2];
    if (iteration == 0) run = {};
    if (run.left) ++run.decisions;
    run.left = false;
    return run.decisions <= encoder_.options_.unwind && iteration < kMostFixedIterations;
  }

  void add_edge(const UnrollKey& key, llvm::BasicBlock& from, llvm::BasicBlock& to, State state) {
    if (terms_.is_false(state.path)) return;
    if (!llvm::isa<llvm::UnreachableInst>(to.getTerminator()))
      for (llvm::Loop* loop : order_.loops(from))
        if (!loop->contains(&to)) runs_[loop].left = true;
    Edge edge{std::move(state), {}};
    for (llvm::PHINode& phi : to.phis())
      edge.phis.push_back(value(*phi.getIncomingValueForBlock(&from), &phi));
    Node& node = pending_[order_.next_key(key, from, to)];
    node.block = &to;
    node.edges.push_back(std::move(edge));
  }

  void leave(const UnrollKey& key, llvm::BasicBlock& block, Instruction& end, const State& state) {
    if (auto* result = llvm::dyn_cast<llvm::ReturnInst>(&end)) {
      Val returned;
      if (result->getReturnValue()) returned = value(*result->getReturnValue(), &end);
      returns_.push_back({state, {returned}});
    } else if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
      if (branch->isUnconditional()) return add_edge(key, block, *branch->getSuccessor(0), state);
      const Term written = number(*branch->getCondition(), &end);
      const Term condition = terms_.under(state.path, written);
      const Term opposite = terms_.negation(condition);
      split(key, block, *branch->getSuccessor(0), state, condition);
      split(key, block, *branch->getSuccessor(1), state, opposite);
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
      leave_switch(key, block, *choice, state);
    } else if (!llvm::isa<llvm::UnreachableInst>(end)) {
      encoder_.fail(&end, fmt::format("'{}' is not supported", end.getOpcodeName()));
    }
  }

  void split(const UnrollKey& key, llvm::BasicBlock& from, llvm::BasicBlock& to, State state,
             Term condition) {
    state.path = terms_.conjunction(state.path, condition);
    add_edge(key, from, to, std::move(state));
  }

  void leave_switch(const UnrollKey& key, llvm::BasicBlock& block, llvm::SwitchInst& choice,
                    State state) {
    const Term chosen = value(*choice.getCondition(), &choice).term;
    for (const auto& each : choice.cases()) {
      const Term number = terms_.number(each.getCaseValue()->getValue());
      const Term here = terms_.equal(chosen, number);
      split(key, block, *each.getCaseSuccessor(), state, here);
      const Term opposite = terms_.negation(here);
      state.path = terms_.conjunction(state.path, opposite);
    }
    add_edge(key, block, *choice.getDefaultDest(), std::move(state));
  }

  // Returns become one.
  void finish(State& state, Val& result) {
    if (encoder_.error_) return;
    if (returns_.empty()) {
      state.path = terms_.truth(false);
      return;
    }
    Edge all = returns_.back();
    for (size_t i = returns_.size() - 1; i-- > 0;) {
      const Term here = terms_.without_common(returns_[i].state.path, all.state.path);
      all.phis[0] = heap_.choose(here, returns_[i].phis[0], all.phis[0]);
      all.state = encoder_.merge(here, returns_[i].state, all.state);
    }
    state = std::move(all.state);
    result = std::move(all.phis[0]);
  }

  Val value(const llvm::Value& operand, const Instruction* at) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&operand))
      return encoder_.constant(*constant, at);
    const auto found = registers_.find(&operand);
    if (found != registers_.end()) return found->second;
    encoder_.fail(at, "a value that is not supported");
    return {terms_.truth(false), {}, {}};
  }

  Term number(const llvm::Value& operand, const Instruction* at) {
    const Val found = value(operand, at);
    if (found.term) return found.term;
    encoder_.fail(at, "a pointer is used as a number");
    return terms_.truth(false);
  }

  void step(Instruction& instruction, State& state) {
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
      return step_operation(*operation);
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) return step_compare(*compare);
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return step_cast(*cast);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      const Term condition = number(*select->getCondition(), select);
      const Val then = value(*select->getTrueValue(), select);
      const Val other = value(*select->getFalseValue(), select);
      registers_[select] = heap_.choose(condition, then, other);
      return;
    }
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      return step_variable(*variable, state);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return step_load(*load, state);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return step_store(*store, state);
    if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return step_move(*gep);
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return step_call(*call, state);
    if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
      const Val both = value(*extract->getAggregateOperand(), extract);
      registers_[extract] = {extract->getIndices()[0] == 0 ? both.term : both.second, {}, {}};
      return;
    }
    if (llvm::isa<llvm::FreezeInst>(instruction)) {
      registers_[&instruction] = value(*instruction.getOperand(0), &instruction);
      return;
    }
    encoder_.fail(&instruction, fmt::format("'{}' is not supported", instruction.getOpcodeName()));
  }

  void step_operation(llvm::BinaryOperator& operation) {
    const Val left = value(*operation.getOperand(0), &operation);
    const Val right = value(*operation.getOperand(1), &operation);
    // The distance of two pointers into one object; into several it is undefined.
    if (left.is_pointer() && right.is_pointer() && operation.getOpcode() == Instruction::Sub) {
      if (left.cases.size() != 1 || right.cases.size() != 1 ||
          left.cases[0].object != right.cases[0].object)
        return encoder_.fail(&operation, "the distance of pointers to several objects");
      registers_[&operation] = {
          terms_.operation(Instruction::Sub, left.cases[0].offset, right.cases[0].offset), {}, {}};
      return;
    }
    if (!left.term || !right.term)
      return encoder_.fail(&operation, "a pointer is used as a number");
    registers_[&operation] = {
        terms_.operation(operation.getOpcode(), left.term, right.term), {}, {}};
  }

  void step_compare(llvm::ICmpInst& compare) {
    const Val left = value(*compare.getOperand(0), &compare);
    const Val right = value(*compare.getOperand(1), &compare);
    if (!left.is_pointer() && !right.is_pointer()) {
      registers_[&compare] = {
          terms_.compare(compare.getPredicate(), left.term, right.term), {}, {}};
      return;
    }
    if (!left.is_pointer() || !right.is_pointer())
      return encoder_.fail(&compare, "a pointer is compared with a number");
    if (compare.isEquality()) {
      const Term same = *heap_.equal(left, right);
      registers_[&compare] = {
          compare.getPredicate() == llvm::CmpInst::ICMP_EQ ? same : terms_.negation(same), {}, {}};
      return;
    }
    if (left.cases.size() != 1 || right.cases.size() != 1 ||
        left.cases[0].object != right.cases[0].object)
      return encoder_.fail(&compare, "pointers to several objects are compared");
    registers_[&compare] = {
        terms_.compare(compare.getPredicate(), left.cases[0].offset, right.cases[0].offset),
        {},
        {}};
  }

  void step_cast(llvm::CastInst& cast) {
    const Val from = value(*cast.getOperand(0), &cast);
    const bool pointers = cast.getOpcode() == Instruction::PtrToInt ||
                          cast.getOpcode() == Instruction::IntToPtr ||
                          cast.getOpcode() == Instruction::BitCast;
    // A pointer as a number stays a pointer; only distances can be taken of it.
    if (pointers && from.is_pointer()) {
      registers_[&cast] = from;
      return;
    }
    if (pointers || !from.term)
      return encoder_.fail(&cast, "a number becomes a pointer, or a pointer becomes a number");
    const uint32_t width = cast.getType()->getIntegerBitWidth();
    switch (cast.getOpcode()) {
      case Instruction::ZExt:
        registers_[&cast] = {terms_.zero_extend(from.term, width), {}, {}};
        return;
      case Instruction::SExt:
        registers_[&cast] = {terms_.sign_extend(from.term, width), {}, {}};
        return;
      default:
        registers_[&cast] = {terms_.truncate(from.term, width), {}, {}};
        return;
    }
  }

  void step_variable(llvm::AllocaInst& variable, State& state) {
    if (variable.isArrayAllocation())
      return encoder_.fail(&variable, "arrays of variable length are not supported");
    llvm::Type* type = variable.getAllocatedType();
    Object object{variable.getName().str(), encoder_.layout_.getTypeAllocSize(type), false,
                  leaves_of(encoder_.layout_, type)};
    Cells cells;
    for (const Leaf& leaf : object.leaves) cells.push_back(heap_.zero(leaf));
    const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
    registers_[&variable] = heap_.pointer_to(id);
  }

  static uint32_t bits_of(const llvm::Type* type) {
    return type->isPointerTy() ? 0 : type->getIntegerBitWidth();
  }

  void step_load(llvm::LoadInst& load, const State& state) {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(load.getPointerOperand());
    if (global && global->getName() == kFaultVariable) {
      registers_[&load] = {encoder_.fault_, {}, {}};
      return;
    }
    if (!load.getType()->isIntegerTy() && !load.getType()->isPointerTy())
      return encoder_.fail(&load, "a value of this type is not supported");
    const Val pointer = value(*load.getPointerOperand(), &load);
    std::optional<Val> loaded = heap_.load(state.memory, pointer, bits_of(load.getType()));
    if (!loaded)
      return encoder_.fail(&load,
                           "an access by a computed index that may be one to a part of a number");
    registers_[&load] = std::move(*loaded);
  }

  void step_store(llvm::StoreInst& store, State& state) {
    const llvm::Type* type = store.getValueOperand()->getType();
    if (!type->isIntegerTy() && !type->isPointerTy())
      return encoder_.fail(&store, "a value of this type is not supported");
    const Val pointer = value(*store.getPointerOperand(), &store);
    const Val stored = value(*store.getValueOperand(), &store);
    const Term constant = heap_.points_to_constant(pointer);
    encoder_.trap(state, constant);
    if (!heap_.store(state.memory, pointer, stored, bits_of(type)))
      encoder_.fail(&store, "an access by a computed index that may be one to a part of a number");
  }

  void step_move(llvm::GetElementPtrInst& gep) {
    Val pointer = value(*gep.getPointerOperand(), &gep);
    if (!pointer.is_pointer()) return encoder_.fail(&gep, "a number is used as a pointer");
    for (llvm::gep_type_iterator part = llvm::gep_type_begin(gep); part != llvm::gep_type_end(gep);
         ++part) {
      Term bytes;
      if (llvm::StructType* type = part.getStructTypeOrNull()) {
        const auto field = llvm::cast<llvm::ConstantInt>(part.getOperand())->getZExtValue();
        bytes = terms_.number(64, encoder_.layout_.getStructLayout(type)->getElementOffset(
                                      static_cast<unsigned>(field)));
      } else {
        const Term index = number(*part.getOperand(), &gep);
        const Term wide =
            terms_.width(index) <= 64 ? terms_.sign_extend(index, 64) : terms_.truncate(index, 64);
        const Term size =
            terms_.number(64, part.getSequentialElementStride(encoder_.layout_).getFixedValue());
        bytes = terms_.operation(Instruction::Mul, wide, size);
      }
      pointer = heap_.moved(pointer, bytes);
    }
    registers_[&gep] = std::move(pointer);
  }

  void step_call(llvm::CallInst& call, State& state) {
    llvm::Function* function = call.getCalledFunction();
    if (!function) return encoder_.fail(&call, "a call through a pointer is not supported");
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
      return step_intrinsic(*intrinsic, state);
    const std::string_view name = function->getName();
    if (name == kTrapFunction) return encoder_.trap(state, terms_.truth(true));
    if (name == kUndefinedFunction) {
      encoder_.encoding_.undefined = terms_.disjunction(encoder_.encoding_.undefined, state.path);
      return;
    }
    if (name == kAccessFunction || name == kMoveFunction) return step_check(call, state);
    std::vector<Val> arguments;
    for (const llvm::Value* argument : call.args()) arguments.push_back(value(*argument, &call));
    if (encoder_.error_) return;
    if (std::ranges::find(kExits, name) != kExits.end()) {
      const Term low = terms_.truncate(arguments[0].term, 8);
      const Term code = terms_.zero_extend(low, 32);
      return encoder_.exit(state, code);
    }
    if (std::ranges::find(kAborts, name) != kAborts.end())
      return encoder_.exit(state, terms_.number(32, kAbortCode));
    Val result;
    if (function->isDeclaration())
      step_external(call, arguments, state, result);
    else
      encoder_.call(*function, arguments, state, result, &call);
    registers_[&call] = std::move(result);
  }

  void step_check(llvm::CallInst& call, State& state) {
    const Val pointer = value(*call.getArgOperand(1), &call);
    if (!pointer.is_pointer()) return encoder_.fail(&call, "a number is used as a pointer");
    uint64_t bytes = 0;
    if (call.arg_size() == 3) {
      const auto length = terms_.value(number(*call.getArgOperand(2), &call));
      if (!length) return encoder_.fail(&call, "a copy of a computed number of bytes");
      bytes = length->getZExtValue();
    }
    const Term outside = heap_.is_outside(pointer, bytes);
    encoder_.trap(state, outside);
  }

  // A function that nobody defines gives zero; that it was called can be seen.
  void step_external(llvm::CallInst& call, const std::vector<Val>& arguments, State& state,
                     Val& result) {
    if (arguments.size() > kMostArguments)
      return encoder_.fail(
          &call, fmt::format("an external function with more than {} arguments", kMostArguments));
    const auto found = std::ranges::find(encoder_.externals_, call.getCalledFunction());
    const auto number = static_cast<uint64_t>(found - encoder_.externals_.begin());
    Term packed = terms_.number(8, number + 1);
    for (uint32_t i = 0; i < kMostArguments; ++i) {
      Term argument = terms_.number(64, 0);
      if (i < arguments.size() && arguments[i].term)
        argument = terms_.width(arguments[i].term) <= 64 ? terms_.zero_extend(arguments[i].term, 64)
                                                         : terms_.truncate(arguments[i].term, 64);
      packed = terms_.concat(packed, argument);
    }
    const Term most = terms_.number(8, kMostExternalCalls);
    const Term full = terms_.equal(state.calls, most);
    State over = state;
    over.path = terms_.conjunction(state.path, full);
    if (!terms_.is_false(over.path)) encoder_.cut(over);
    const Term room = terms_.negation(full);
    state.path = terms_.conjunction(state.path, room);
    for (uint32_t i = 0; i < kMostExternalCalls; ++i) {
      const Term place = terms_.number(8, i);
      const Term here = terms_.equal(state.calls, place);
      state.slots[i] = terms_.ite(here, packed, state.slots[i]);
    }
    const Term one = terms_.number(8, 1);
    state.calls = terms_.operation(Instruction::Add, state.calls, one);
    if (call.getType()->isIntegerTy())
      result.term = terms_.number(call.getType()->getIntegerBitWidth(), 0);
    if (call.getType()->isPointerTy()) result = heap_.null();
  }

  void step_intrinsic(llvm::IntrinsicInst& call, State& state) {
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) return step_copy(*copy, state);
    if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) return step_fill(*fill, state);
    if (auto* both = llvm::dyn_cast<llvm::WithOverflowInst>(&call)) return step_overflow(*both);
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::dbg_declare:
      case llvm::Intrinsic::dbg_value:
      case llvm::Intrinsic::lifetime_start:
      case llvm::Intrinsic::lifetime_end:
        return;
      case llvm::Intrinsic::abs:
        return step_absolute(call);
      default:
        return encoder_.fail(&call, fmt::format("'{}' is not supported",
                                                std::string(call.getCalledFunction()->getName())));
    }
  }

  void step_absolute(llvm::IntrinsicInst& call) {
    const Term operand = number(*call.getArgOperand(0), &call);
    const Term zero = terms_.number(terms_.width(operand), 0);
    const Term negative = terms_.compare(llvm::CmpInst::ICMP_SLT, operand, zero);
    const Term opposite = terms_.operation(Instruction::Sub, zero, operand);
    registers_[&call] = {terms_.ite(negative, opposite, operand), {}, {}};
  }

  // Computed in twice the width, where nothing overflows.
  void step_overflow(llvm::WithOverflowInst& call) {
    const Term left = number(*call.getLHS(), &call);
    const Term right = number(*call.getRHS(), &call);
    const uint32_t width = terms_.width(left);
    const uint32_t wide = call.getBinaryOp() == Instruction::Mul ? 2 * width : width + 1;
    auto extend = [&](Term term) {
      return call.isSigned() ? terms_.sign_extend(term, wide) : terms_.zero_extend(term, wide);
    };
    const Term wide_left = extend(left);
    const Term wide_right = extend(right);
    const Term exact = terms_.operation(call.getBinaryOp(), wide_left, wide_right);
    const Term result = terms_.operation(call.getBinaryOp(), left, right);
    const Term back = extend(result);
    const Term same = terms_.equal(exact, back);
    registers_[&call] = {result, terms_.negation(same), {}};
  }

  std::optional<uint64_t> length_of(llvm::MemIntrinsic& call) {
    const auto length = terms_.value(number(*call.getLength(), &call));
    if (length) return length->getZExtValue();
    encoder_.fail(&call, "a copy of a computed number of bytes");
    return std::nullopt;
  }

  // Leaf by leaf, as the object that is written to has them.
  template <typename Source>
  void write_leaves(llvm::MemIntrinsic& call, State& state, uint64_t length, Source source) {
    const Val to = value(*call.getRawDest(), &call);
    const auto offset = to.cases.size() == 1 ? terms_.value(to.cases[0].offset) : std::nullopt;
    if (!offset) return encoder_.fail(&call, "a copy to a computed place");
    const uint64_t begin = offset->getZExtValue();
    const std::vector<Leaf> leaves = heap_.object(to.cases[0].object).leaves;
    std::vector<std::pair<uint64_t, Val>> values;
    for (const Leaf& leaf : leaves) {
      if (leaf.offset < begin || leaf.offset >= begin + length) continue;
      std::optional<Val> part = source(leaf.offset - begin, leaf);
      if (!part) return encoder_.fail(&call, "a copy of a part of a number");
      values.push_back({leaf.offset, std::move(*part)});
    }
    for (const auto& [place, part] : values) {
      const Val target = heap_.pointer_to(to.cases[0].object, place);
      const uint32_t bits = part.is_pointer() ? 0 : terms_.width(part.term);
      if (!heap_.store(state.memory, target, part, bits))
        return encoder_.fail(&call, "a copy of a part of a number");
    }
  }

  void step_copy(llvm::MemTransferInst& call, State& state) {
    const std::optional<uint64_t> length = length_of(call);
    if (!length) return;
    const Val from = value(*call.getRawSource(), &call);
    write_leaves(call, state, *length, [&](uint64_t offset, const Leaf& leaf) {
      const Term bytes = terms_.number(64, offset);
      return heap_.load(state.memory, heap_.moved(from, bytes), leaf.bits);
    });
  }

  void step_fill(llvm::MemSetInst& call, State& state) {
    const std::optional<uint64_t> length = length_of(call);
    if (!length) return;
    const Term byte = number(*call.getValue(), &call);
    write_leaves(call, state, *length, [&](uint64_t, const Leaf& leaf) -> std::optional<Val> {
      if (leaf.bits == 0) return heap_.null();
      Term whole = byte;
      for (uint32_t bits = 8; bits < leaf.bits; bits += 8) whole = terms_.concat(byte, whole);
      return Val{whole, {}, {}};
    });
  }

  Encoder& encoder_;
  Terms& terms_;
  Heap& heap_;
  llvm::Function& function_;
  const UnrollOrder& order_;
  absl::flat_hash_map<const llvm::Value*, Val> registers_;
  absl::flat_hash_map<const llvm::Loop*, LoopRun> runs_;
  std::map<UnrollKey, Node> pending_;
  std::vector<Edge> returns_;
};

void Encoder::call(llvm::Function& function, const std::vector<Val>& arguments, State& state,
                   Val& result, const Instruction* at) {
  if (stack_.size() >= kMostCalls) return fail(at, "too many calls inside each other");
  if (static_cast<uint32_t>(std::ranges::count(stack_, &function)) > options_.unwind) {
    cut(state);
    if (function.getReturnType()->isIntegerTy())
      result.term = terms_.number(function.getReturnType()->getIntegerBitWidth(), 0);
    return;
  }
  stack_.push_back(&function);
  Frame(*this, function).run(arguments, state, result);
  stack_.pop_back();
}

}  // namespace

InputTerms make_inputs(Terms& terms, const Interface& interface) {
  InputTerms inputs{{}, terms.truth(true)};
  for_each_value(
      interface, [&](const Parameter& parameter, uint32_t element, const Leaf& leaf, size_t) {
        const std::string name = parameter.pointer
                                     ? fmt::format("{}[{}]{}", parameter.name, element, leaf.path)
                                     : parameter.name;
        const Term symbol = terms.symbol(name, terms.sort(leaf.bits));
        inputs.values.push_back(symbol);
        if (!leaf.is_truth) return;
        const Term one = terms.number(leaf.bits, 1);
        const Term small = terms.compare(llvm::CmpInst::ICMP_ULE, symbol, one);
        inputs.domain = terms.conjunction(inputs.domain, small);
      });
  return inputs;
}

Result<Encoding> encode(Terms& terms, llvm::Module& module, const Interface& interface,
                        const InputTerms& inputs, Term fault, const EncodeOptions& options) {
  return Encoder(terms, module, interface, inputs, fault, options).run();
}

Term sound(Terms& terms, const Encoding& original) {
  Term bad = terms.disjunction(original.trap, original.undefined);
  bad = terms.disjunction(bad, original.cut);
  return terms.negation(bad);
}

Term difference(Terms& terms, const Encoding& original, const Encoding& mutant) {
  Term differs = mutant.trap;
  const Term same_end = terms.equal(original.exited, mutant.exited);
  const Term other_end = terms.negation(same_end);
  differs = terms.disjunction(differs, other_end);
  CHECK(original.outputs.size() == mutant.outputs.size(), "encodings of two interfaces");
  for (size_t i = 0; i < original.outputs.size(); ++i) {
    const Term same = terms.equal(original.outputs[i], mutant.outputs[i]);
    const Term other = terms.negation(same);
    differs = terms.disjunction(differs, other);
  }
  const Term within = terms.negation(mutant.cut);
  return terms.conjunction(within, differs);
}

}  // namespace pg
