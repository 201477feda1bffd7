#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace pg {

// What is changed at a site: the value that the instruction makes, one that it uses, whether it is
// executed at all, or where it goes.
enum class SiteKind : uint8_t { Result, Operand, Execution, Target };

// One mutated version of a site. `make` builds the value that takes the place of the original.
struct Variant {
  uint32_t code = 0;   // tells `make` which one: an opcode, a predicate, a kind of injection
  std::string change;  // in words
  std::string token;   // of Result and Target sites: what is written instead of the operator
  std::string wrap;    // of Operand sites: "({}) + 1"; {} stands for the expression
};

struct Site {
  SiteKind kind = SiteKind::Result;
  uint32_t operand = 0;  // of Operand sites
  std::string token;     // of Result and Target sites: the operator as written
  std::vector<Variant> variants;
  llvm::BranchInst* right = nullptr;  // of Target sites: at the end of the right operand
};

using MakeFn = llvm::Value* (*)(llvm::IRBuilder<>& builder, llvm::Instruction& instruction,
                                llvm::Value* original, uint32_t code);

// One row a mutation operator.
struct MutationOperator {
  std::string_view name;
  std::string_view summary;
  bool by_default;  // in the paper's fault model
  // The places of an instruction that it changes; none if it does not apply.
  std::vector<Site> (*find)(llvm::Instruction& instruction);
  MakeFn make;
};

std::span<const MutationOperator> mutation_operators();

}  // namespace pg
