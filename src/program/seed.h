#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "program/fault.h"
#include "program/operators.h"

namespace pg {

// The variable that says which fault the meta-mutant has.
inline constexpr const char* kFaultVariable = "polygraph_fault";

// What a fault does to an instruction, for who writes it as C.
struct FaultShape {
  SiteKind kind = SiteKind::Result;
  unsigned opcode = 0;        // of the instruction
  uint32_t operand = 0;       // that is changed
  uint32_t width = 0;         // bits of its operands; 0: no integers
  bool fixed_amount = false;  // its right operand is a constant less than that
  std::string token;          // the operator as it was written
  Variant variant;
};

// Makes a module the meta-mutant of itself: a switch on the fault's number stands at each place
// where there is one, so that its size is linear in the program and the faults. Only functions that
// can be reached from `entry` are changed. `operators` are names of rows.
// `shapes` gets what each fault does.
std::vector<Fault> seed_faults(llvm::Module& module, llvm::Function& entry,
                               const std::vector<std::string>& operators,
                               std::vector<FaultShape>* shapes = nullptr);

}  // namespace pg
