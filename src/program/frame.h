#pragma once

#include <functional>
#include <map>
#include <vector>

#include <llvm/IR/IntrinsicInst.h>

#include "program/encoder.h"

namespace pg {

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

// One call of a function: its registers, and the blocks that are still to be walked.
class Frame {
 public:
  Frame(Encoder& encoder, llvm::Function& function)
      : encoder_(encoder),
        terms_(encoder.terms_),
        heap_(encoder.heap_),
        function_(function),
        order_(encoder.order_of(function)) {}

  void run(const std::vector<Val>& arguments, State& state, Val& result);

 private:
  // What is copied, at an offset from its begin.
  using Source = std::function<std::optional<Val>(Term offset, Shape shape)>;

  void walk(const UnrollKey& key, Node& node);
  State enter(Node& node);
  bool may_iterate(const UnrollKey& key, const llvm::BasicBlock& block);
  void add_edge(const UnrollKey& key, llvm::BasicBlock& from, llvm::BasicBlock& to, State state);
  void leave(const UnrollKey& key, llvm::BasicBlock& block, Instruction& end, const State& state);
  void split(const UnrollKey& key, llvm::BasicBlock& from, llvm::BasicBlock& to, State state,
             Term condition);
  void leave_switch(const UnrollKey& key, llvm::BasicBlock& block, llvm::SwitchInst& choice,
                    State state);
  void finish(State& state, Val& result);
  Val value(const llvm::Value& operand, const Instruction* at);
  Term number(const llvm::Value& operand, const Instruction* at);
  void step(Instruction& instruction, State& state);
  void step_operation(llvm::BinaryOperator& operation);
  void step_compare(llvm::ICmpInst& compare);
  void step_float_compare(llvm::FCmpInst& compare);
  void step_cast(llvm::CastInst& cast, const State& state);
  std::optional<Val> cast_vector(const llvm::CastInst& cast, const Val& from);
  std::optional<Term> cast_float(const llvm::CastInst& cast, Term from);
  void step_variable(llvm::AllocaInst& variable, State& state);
  void step_load(llvm::LoadInst& load, const State& state);
  void step_store(llvm::StoreInst& store, State& state);
  void step_move(llvm::GetElementPtrInst& gep);
  void step_call(llvm::CallInst& call, State& state);
  void step_check(llvm::CallInst& call, State& state);
  void step_access(llvm::CallInst& call, State& state);
  void step_undefined(llvm::CallInst& call, State& state);
  void step_zeros(llvm::CallInst& call, State& state);
  void step_trap(llvm::CallInst& call, State& state);
  void step_apart(llvm::CallInst& call, State& state);
  void step_overlap(llvm::CallInst& call, State& state);
  void step_life(llvm::CallInst& call, State& state);
  void step_allocate(llvm::CallInst& call, State& state);
  void step_allocated(llvm::CallInst& call, State& state);
  void step_release(llvm::CallInst& call, State& state);
  void trap_unless_allocated(const Val& pointer, State& state);
  void step_unset_bits(llvm::CallInst& call, State& state);
  void step_set_bits(llvm::CallInst& call, State& state);
  void step_copy_bits(llvm::CallInst& call, State& state);
  void step_fill_bits(llvm::CallInst& call, State& state);
  void step_used(llvm::CallInst& call, State& state);
  void undefined_if(llvm::CallInst& call, State& state, Term condition);
  void step_stack(llvm::IntrinsicInst& call, State& state);
  void step_external(llvm::CallInst& call, const std::vector<Val>& arguments, State& state,
                     Val& result);
  Term next_result(const std::vector<Term>& values, Term& made, const llvm::Type* type);
  void step_intrinsic(llvm::IntrinsicInst& call, State& state);
  void step_absolute(llvm::IntrinsicInst& call);
  void step_overflow(llvm::WithOverflowInst& call);
  bool step_math(llvm::IntrinsicInst& call, const State& state);
  Term class_of(Term number, unsigned mask);
  void step_parts(Instruction& instruction);
  void write_leaves(llvm::MemIntrinsic& call, State& state, const Source& source);
  // False if there is no such part.
  bool write_leaves(const Val& to, Term length, State& state, const Source& source);
  std::optional<Val> written(const Leaf& leaf, const Val& old, Term begin, Term length,
                             const Source& source);
  void step_begin(llvm::MemIntrinsic& call, State& state);
  void step_copy(llvm::MemTransferInst& call, State& state);
  void step_fill(llvm::MemSetInst& call, State& state);

  Encoder& encoder_;
  Terms& terms_;
  Heap& heap_;
  llvm::Function& function_;
  const UnrollOrder& order_;
  absl::flat_hash_map<const llvm::Value*, Val> registers_;
  absl::flat_hash_map<const llvm::Loop*, LoopRun> runs_;
  std::map<UnrollKey, Node> pending_;
  std::vector<Edge> returns_;
  std::vector<uint32_t> locals_;  // objects that end with the call
  std::vector<uint32_t> arrays_;  // of them, those of variable length, in the order of their begin
  absl::flat_hash_map<const Instruction*, size_t> stack_;  // how many there were
};

}  // namespace pg
