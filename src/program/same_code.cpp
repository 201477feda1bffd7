#include "program/same_code.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "program/checks.h"
#include "program/passes.h"
#include "program/seed.h"

namespace pg {
namespace {

// Takes one fault, and leaves out notes of undefined behaviour: they tell which inputs the original
// is tested with, and a mutant may do what it likes.
void settle(llvm::Function& function, uint32_t fault) {
  std::vector<llvm::Instruction*> gone;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      if (load->getPointerOperand()->getName() == kFaultVariable) {
        load->replaceAllUsesWith(llvm::ConstantInt::get(load->getType(), fault));
        gone.push_back(load);
      }
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee && callee->getName() == kUndefinedFunction) gone.push_back(call);
    }
    instruction.setName("");
  }
  for (llvm::Instruction* instruction : gone) instruction->eraseFromParent();
}

// The order in which a phi names the blocks before it means nothing.
void sort_phis(llvm::Function& function) {
  llvm::DenseMap<const llvm::BasicBlock*, size_t> numbers;
  for (const llvm::BasicBlock& block : function) numbers.try_emplace(&block, numbers.size());
  for (llvm::BasicBlock& block : function)
    for (llvm::PHINode& phi : block.phis()) {
      std::vector<std::pair<llvm::BasicBlock*, llvm::Value*>> incoming;
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
        incoming.emplace_back(phi.getIncomingBlock(i), phi.getIncomingValue(i));
      std::ranges::stable_sort(incoming, {},
                               [&](const auto& each) { return numbers.at(each.first); });
      for (unsigned i = 0; i < incoming.size(); ++i) {
        phi.setIncomingBlock(i, incoming[i].first);
        phi.setIncomingValue(i, incoming[i].second);
      }
    }
}

// x > 3 and x < 4 with its ways swapped are one branch.
void turn_branches(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional()) continue;
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (!compare || !compare->hasOneUse()) continue;
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    const auto predicate = compare->getPredicate();
    const bool above = predicate == llvm::CmpInst::ICMP_SGT || predicate == llvm::CmpInst::ICMP_UGT;
    if (!constant || !above) continue;
    // Nothing is above the greatest number, which is never asked: it would have been folded.
    compare->setPredicate(compare->isSigned() ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT);
    compare->setOperand(1, llvm::ConstantInt::get(constant->getType(), constant->getValue() + 1));
    branch->swapSuccessors();
  }
}

bool can_move(const llvm::Instruction& instruction) {
  return !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) && !instruction.isTerminator() &&
         !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects();
}

// Puts what a block computes in front of what uses it first, in the order of its operands.
class BlockOrder {
 public:
  explicit BlockOrder(llvm::BasicBlock& block) : block_(block) {
    for (llvm::Instruction& instruction : block) all_.push_back(&instruction);
  }

  void apply() {
    for (llvm::Instruction* each : all_)
      if (!can_move(*each) && !llvm::isa<llvm::PHINode>(each)) place_operands(*each, *each);
    // What only other blocks use comes last.
    llvm::Instruction& end = *block_.getTerminator();
    for (llvm::Instruction* each : all_)
      if (can_move(*each) && !placed_[each] && !is_used_here(*each)) {
        place_operands(*each, end);
        each->moveBefore(&end);
      }
  }

 private:
  bool is_used_here(const llvm::Instruction& instruction) const {
    return llvm::any_of(instruction.users(), [&](const llvm::User* user) {
      const auto* other = llvm::cast<llvm::Instruction>(user);
      return other->getParent() == &block_ && !llvm::isa<llvm::PHINode>(other);
    });
  }

  void place_operands(llvm::Instruction& root, llvm::Instruction& before) {
    std::vector<llvm::Instruction*> pending{&root};
    while (!pending.empty()) {
      llvm::Instruction* next = pending.back();
      const size_t count = pending.size();
      for (const llvm::Use& use : llvm::reverse(next->operands())) {
        auto* operand = llvm::dyn_cast<llvm::Instruction>(use.get());
        if (operand && operand->getParent() == &block_ && can_move(*operand) && !placed_[operand])
          pending.push_back(operand);
      }
      if (pending.size() > count) continue;
      pending.pop_back();
      if (next == &root || placed_[next]) continue;
      placed_[next] = true;
      next->moveBefore(&before);
    }
  }

  llvm::BasicBlock& block_;
  std::vector<llvm::Instruction*> all_;
  llvm::DenseMap<const llvm::Instruction*, bool> placed_;
};

void forget_names(llvm::Function& function) {
  for (llvm::Argument& argument : function.args()) argument.setName("");
  for (llvm::BasicBlock& block : function) {
    block.setName("");
    for (llvm::Instruction& instruction : block) {
      instruction.setName("");
      instruction.dropUnknownNonDebugMetadata();
      instruction.dropPoisonGeneratingFlags();
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) call->setAttributes({});
    }
  }
}

std::string printed(const llvm::Function& function) {
  std::string text;
  llvm::raw_string_ostream out(text);
  function.print(out);
  text.erase(0, text.find('{'));
  // Comments name the blocks before a block in any order.
  std::string plain;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    plain += line.substr(0, line.find("; preds = ")) + '\n';
    at = end + 1;
  }
  return plain;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Constants without a name of their own are numbered as they come: what is in them tells them
// apart as well.
void name_constants(const llvm::Function& function, std::string& text) {
  for (const llvm::GlobalVariable& variable : function.getParent()->globals()) {
    if (!variable.hasPrivateLinkage() || !variable.isConstant()) continue;
    std::string content;
    llvm::raw_string_ostream out(content);
    variable.getInitializer()->print(out);
    const std::string name = "@" + variable.getName().str();
    if (text.find(name) == text.npos) continue;
    const std::string known = fmt::format("@={:016x}", llvm::xxh3_64bits(content));
    // A name may be the beginning of another.
    for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      const char next = at + name.size() < text.size() ? text[at + name.size()] : ' ';
      if (next == '.' || next == '_' || llvm::isAlnum(next)) continue;
      text.replace(at, name.size(), known);
    }
  }
}

}  // namespace

std::string code_of(const llvm::Function& function, uint32_t fault) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(const_cast<llvm::Function*>(&function), map);
  settle(*copy, fault);
  llvm::stripDebugInfo(*copy);
  unify(*copy);
  turn_branches(*copy);
  for (llvm::BasicBlock& block : *copy) BlockOrder(block).apply();
  forget_names(*copy);
  sort_phis(*copy);
  std::string text = printed(*copy);
  copy->eraseFromParent();
  name_constants(function, text);
  // Static locals have the function's name in theirs.
  replace_all(text, "@" + function.getName().str() + ".", "@=.");
  return text;
}

}  // namespace pg
