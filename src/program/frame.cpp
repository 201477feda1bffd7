#include "program/frame.h"

#include <fmt/format.h>

namespace pg {
namespace {

// Iterations that depend on no input are followed to their end; a mutant may have none.
constexpr uint32_t kMostFixedIterations = 2000;
constexpr const char* kMixed = "a number and a pointer may be in the same place";

}  // namespace

void Frame::run(const std::vector<Val>& arguments, State& state, Val& result) {
  if (order_.irreducible())
    return encoder_.give_up(order_.irreducible()->getTerminator(), "a jump into a loop");
  for (unsigned i = 0; i < arguments.size(); ++i) {
    registers_[function_.getArg(i)] = arguments[i];
    if (function_.getArg(i)->hasByValAttr())
      for (const PointerCase& copy : arguments[i].cases) locals_.push_back(copy.object);
  }
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

void Frame::walk(const UnrollKey& key, Node& node) {
  State state = enter(node);
  if (heap_.mixes_pointers()) return encoder_.fail(&node.block->front(), kMixed);
  if (!may_iterate(key, *node.block)) return encoder_.cut(state);
  for (Instruction& instruction : *node.block) {
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    if (encoder_.error_ || terms_.is_false(state.path)) return;
    if (const char* full = encoder_.full()) return encoder_.give_up(&instruction, full);
    if (instruction.isTerminator())
      leave(key, *node.block, instruction, state);
    else
      step(instruction, state);
    if (heap_.mixes_pointers()) return encoder_.fail(&instruction, kMixed);
  }
}

// Joins what leads to a block. The last ones first: conditions of a switch grow that way.
State Frame::enter(Node& node) {
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
bool Frame::may_iterate(const UnrollKey& key, const llvm::BasicBlock& block) {
  const std::vector<llvm::Loop*>& loops = order_.loops(block);
  if (loops.empty() || loops.back()->getHeader() != &block) return true;
  LoopRun& run = runs_[loops.back()];
  const uint32_t iteration = key[key.size() - 2];
  if (iteration == 0) run = {};
  if (run.left) ++run.decisions;
  run.left = false;
  return run.decisions <= encoder_.options_.unwind && iteration < kMostFixedIterations;
}

void Frame::add_edge(const UnrollKey& key, llvm::BasicBlock& from, llvm::BasicBlock& to,
                     State state) {
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

void Frame::leave(const UnrollKey& key, llvm::BasicBlock& block, Instruction& end,
                  const State& state) {
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

void Frame::split(const UnrollKey& key, llvm::BasicBlock& from, llvm::BasicBlock& to, State state,
                  Term condition) {
  state.path = terms_.conjunction(state.path, condition);
  add_edge(key, from, to, std::move(state));
}

void Frame::leave_switch(const UnrollKey& key, llvm::BasicBlock& block, llvm::SwitchInst& choice,
                         State state) {
  const Term chosen = number(*choice.getCondition(), &choice);
  if (encoder_.error_) return;
  for (const auto& each : choice.cases()) {
    const Term wanted = terms_.number(each.getCaseValue()->getValue());
    const Term here = terms_.equal(chosen, wanted);
    split(key, block, *each.getCaseSuccessor(), state, here);
    const Term opposite = terms_.negation(here);
    state.path = terms_.conjunction(state.path, opposite);
  }
  add_edge(key, block, *choice.getDefaultDest(), std::move(state));
}

// Returns become one.
void Frame::finish(State& state, Val& result) {
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
  auto end = [&](uint32_t object) {
    if (object < state.memory.size()) state.memory[object] = nullptr;
  };
  for (const uint32_t local : locals_) {
    end(local);
    const auto bits = encoder_.watched_.find(local);
    if (bits != encoder_.watched_.end()) end(bits->second);
  }
  result = std::move(all.phis[0]);
}

Val Frame::value(const llvm::Value& operand, const Instruction* at) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&operand))
    return encoder_.constant(*constant, at);
  const auto found = registers_.find(&operand);
  if (found != registers_.end()) return found->second;
  encoder_.fail(at, "a value that is not supported");
  return {terms_.truth(false), {}, {}};
}

Term Frame::number(const llvm::Value& operand, const Instruction* at) {
  const Val found = value(operand, at);
  if (found.term) return found.term;
  encoder_.fail(at, "a pointer is used as a number");
  return terms_.truth(false);
}

}  // namespace pg
