#include "program/seed.h"

#include <algorithm>
#include <fstream>

#include <absl/container/flat_hash_map.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "program/library.h"
#include "program/module.h"
#include "program/reach.h"
#include "program/scopes.h"
#include "program/unset.h"

namespace pg {
namespace {

struct Seeding {
  llvm::Instruction* instruction;
  const MutationOperator* op;
  Site site;
};

class Seeder {
 public:
  explicit Seeder(llvm::Module& module) : module_(module) {
    llvm::Type* type = llvm::Type::getInt32Ty(module.getContext());
    variable_ = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage,
                                         llvm::ConstantInt::get(type, 0), kFaultVariable);
  }

  // The faults of the site get the numbers from `first`.
  void seed(const Seeding& seeding, uint32_t first) {
    if (seeding.site.kind == SiteKind::Target) return seed_target(seeding, first);
    llvm::Instruction& instruction = *seeding.instruction;
    llvm::BasicBlock* head = instruction.getParent();
    llvm::BasicBlock* original = head->splitBasicBlock(&instruction);
    llvm::BasicBlock* join = original;
    if (seeding.site.kind == SiteKind::Operand) {
      // The instruction itself comes after the join; an empty block stands for the original.
      original = llvm::BasicBlock::Create(module_.getContext(), "", head->getParent(), join);
      llvm::BranchInst::Create(join, original)->setDebugLoc(instruction.getDebugLoc());
    } else {
      join = original->splitBasicBlock(instruction.getNextNode());
    }
    llvm::SwitchInst* choice = add_switch(*head, original, instruction.getDebugLoc());
    llvm::PHINode* phi = add_phi(seeding, original, join);
    for (const Variant& variant : seeding.site.variants)
      add_case(seeding, variant, *choice, first++, join, phi);
  }

 private:
  // The block goes where the number of the fault says, instead of where it goes.
  llvm::SwitchInst* add_switch(llvm::BasicBlock& block, llvm::BasicBlock* original,
                               const llvm::DebugLoc& place) {
    llvm::IRBuilder<> builder(block.getTerminator());
    builder.SetCurrentDebugLocation(place);
    llvm::Value* number = builder.CreateLoad(builder.getInt32Ty(), variable_);
    llvm::SwitchInst* choice = builder.CreateSwitch(number, original);
    block.getTerminator()->eraseFromParent();
    return choice;
  }

  // a && b becomes a || b and the other way round: the branch after a goes to b where it left, and
  // to where b goes where it went to b.
  void seed_target(const Seeding& seeding, uint32_t number) {
    auto* left = llvm::cast<llvm::BranchInst>(seeding.instruction);
    llvm::BranchInst* right = seeding.site.right;
    const unsigned to_right = seeding.site.variants[0].code;
    llvm::BasicBlock* common = left->getSuccessor(1 - to_right);
    llvm::BasicBlock* head = left->getParent();
    llvm::BasicBlock* original = head->splitBasicBlock(left);
    llvm::BasicBlock* swapped =
        llvm::BasicBlock::Create(module_.getContext(), "", head->getParent(), original);
    llvm::SwitchInst* choice = add_switch(*head, original, left->getDebugLoc());
    choice->addCase(llvm::IRBuilder<>(module_.getContext()).getInt32(number), swapped);
    const bool is_value = right->isUnconditional();
    llvm::BasicBlock* other = is_value || right->getSuccessor(0) != common ? right->getSuccessor(0)
                                                                           : right->getSuccessor(1);
    // What && gives without looking at its right operand is false, what || gives is true.
    for (llvm::PHINode& phi : other->phis())
      phi.addIncoming(is_value ? llvm::ConstantInt::getBool(phi.getType(), to_right == 0)
                               : phi.getIncomingValueForBlock(right->getParent()),
                      swapped);
    llvm::BasicBlock* targets[2];
    targets[to_right] = other;
    targets[1 - to_right] = left->getSuccessor(to_right);
    llvm::BranchInst::Create(targets[0], targets[1], left->getCondition(), swapped)
        ->setDebugLoc(left->getDebugLoc());
  }

  static llvm::PHINode* add_phi(const Seeding& seeding, llvm::BasicBlock* original,
                                llvm::BasicBlock* join) {
    llvm::Instruction& instruction = *seeding.instruction;
    if (seeding.site.kind == SiteKind::Execution) return nullptr;
    const bool result = seeding.site.kind == SiteKind::Result;
    llvm::Value* value = result ? &instruction : instruction.getOperand(seeding.site.operand);
    const auto count = static_cast<unsigned>(seeding.site.variants.size()) + 1;
    llvm::PHINode* phi = llvm::PHINode::Create(value->getType(), count, "", join->begin());
    phi->setDebugLoc(instruction.getDebugLoc());
    if (result)
      instruction.replaceAllUsesWith(phi);
    else
      instruction.setOperand(seeding.site.operand, phi);
    phi->addIncoming(value, original);
    return phi;
  }

  void add_case(const Seeding& seeding, const Variant& variant, llvm::SwitchInst& choice,
                uint32_t number, llvm::BasicBlock* join, llvm::PHINode* phi) {
    llvm::BasicBlock* block =
        llvm::BasicBlock::Create(module_.getContext(), "", join->getParent(), join);
    llvm::IRBuilder<> builder(block);
    builder.SetCurrentDebugLocation(seeding.instruction->getDebugLoc());
    if (phi) {
      llvm::Value* made =
          seeding.op->make(builder, *seeding.instruction, phi->getIncomingValue(0), variant.code);
      phi->addIncoming(made, block);
    }
    builder.CreateBr(join);
    choice.addCase(builder.getInt32(number), block);
  }

  llvm::Module& module_;
  llvm::GlobalVariable* variable_;
};

// Lines of source files; those that are not there have none.
class SourceLines {
 public:
  std::string line(const std::string& file, uint32_t number) {
    const auto [found, added] = files_.try_emplace(file);
    if (added) {
      std::ifstream in(file, std::ios::binary);
      for (std::string text; std::getline(in, text);) found->second.push_back(text);
    }
    return number == 0 || number > found->second.size() ? "" : found->second[number - 1];
  }

 private:
  absl::flat_hash_map<std::string, std::vector<std::string>> files_;
};

FaultShape shape_of(const Seeding& seeding, const Variant& variant) {
  const llvm::Instruction& instruction = *seeding.instruction;
  FaultShape shape{.kind = seeding.site.kind,
                   .opcode = instruction.getOpcode(),
                   .operand = seeding.site.operand,
                   .token = seeding.site.token,
                   .variant = variant};
  if (instruction.getNumOperands() == 0) return shape;
  const auto* type = llvm::dyn_cast<llvm::IntegerType>(instruction.getOperand(0)->getType());
  if (!type) return shape;
  shape.width = type->getBitWidth();
  const auto* amount = instruction.getNumOperands() < 2
                           ? nullptr
                           : llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  shape.fixed_amount = amount && amount->getValue().ult(shape.width);
  return shape;
}

std::vector<Seeding> find_sites(const std::vector<llvm::Function*>& functions,
                                const std::vector<std::string>& operators) {
  std::vector<Seeding> found;
  for (llvm::Function* function : functions) {
    if (is_library(*function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.hasMetadata(llvm::LLVMContext::MD_annotation)) continue;
      for (const MutationOperator& op : mutation_operators()) {
        if (std::ranges::find(operators, op.name) == operators.end()) continue;
        for (Site& site : op.find(instruction))
          if (!site.variants.empty()) found.push_back({&instruction, &op, std::move(site)});
      }
    }
  }
  return found;
}

}  // namespace

std::vector<Fault> seed_faults(llvm::Module& module, llvm::Function& entry,
                               const std::vector<std::string>& operators,
                               std::vector<FaultShape>* shapes) {
  begin_locals(module);
  mark_scopes(module);
  SourceLines lines;
  std::vector<Fault> faults;
  Seeder seeder(module);
  for (const Seeding& seeding :
       find_sites(reachable_functions(module, entry).functions, operators)) {
    const auto first = static_cast<uint32_t>(faults.size()) + 1;
    const Place place = place_of(*seeding.instruction);
    const std::string file = file_of(*seeding.instruction);
    const std::string line = lines.line(file, place.line);
    for (const Variant& variant : seeding.site.variants) {
      if (shapes) shapes->push_back(shape_of(seeding, variant));
      faults.push_back({.id = static_cast<uint32_t>(faults.size()) + 1,
                        .op = std::string(seeding.op->name),
                        .function = seeding.instruction->getFunction()->getName().str(),
                        .file = file,
                        .place = place,
                        .change = variant.change,
                        .before = line});
    }
    seeder.seed(seeding, first);
  }
  return faults;
}

}  // namespace pg
