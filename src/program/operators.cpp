#include "program/operators.h"

#include <array>

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "program/checks.h"

namespace pg {
namespace {

using llvm::Instruction;
using Opcode = Instruction::BinaryOps;
using Predicate = llvm::CmpInst::Predicate;

bool has_unsigned_type(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type))
    type = derived->getBaseType();
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  return basic && basic->getSignedness() == llvm::DIBasicType::Signedness::Unsigned;
}

// LLVM's integers have no sign; the operations on them do. Where an operation has none, the
// variable that the value comes from tells.
bool is_unsigned(const llvm::Value* value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (!load) return llvm::isa<llvm::ZExtInst>(value) && value->getType()->getIntegerBitWidth() > 32;
  for (const llvm::DbgVariableRecord* record :
       llvm::findDVRDeclares(const_cast<llvm::Value*>(load->getPointerOperand())))
    return has_unsigned_type(record->getVariable()->getType());
  return false;
}

struct OpcodeRow {
  Opcode signed_opcode;
  Opcode unsigned_opcode;
  const char* token;
};

constexpr auto kFloatArithmetic = std::to_array<OpcodeRow>({
    {Instruction::FAdd, Instruction::FAdd, "+"},
    {Instruction::FSub, Instruction::FSub, "-"},
    {Instruction::FMul, Instruction::FMul, "*"},
    {Instruction::FDiv, Instruction::FDiv, "/"},
});

constexpr auto kArithmetic = std::to_array<OpcodeRow>({
    {Instruction::Add, Instruction::Add, "+"},
    {Instruction::Sub, Instruction::Sub, "-"},
    {Instruction::Mul, Instruction::Mul, "*"},
    {Instruction::SDiv, Instruction::UDiv, "/"},
    {Instruction::SRem, Instruction::URem, "%"},
});

constexpr auto kBitwise = std::to_array<OpcodeRow>({
    {Instruction::And, Instruction::And, "&"},
    {Instruction::Or, Instruction::Or, "|"},
    {Instruction::Xor, Instruction::Xor, "^"},
    {Instruction::Shl, Instruction::Shl, "<<"},
    // The paper's lshr and ashr are both >> in C, on unsigned and on signed numbers.
    {Instruction::LShr, Instruction::LShr, "(unsigned)>>"},
    {Instruction::AShr, Instruction::AShr, "(signed)>>"},
});

// Signed arithmetic may not overflow in C, which clang says by nsw.
bool is_unsigned_operation(const llvm::BinaryOperator& operation) {
  switch (operation.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::URem:
      return true;
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
      return !operation.hasNoSignedWrap();
    default:
      return false;
  }
}

// The difference of two pointers, in bytes or divided by the size of an element: C has no other
// operation on two pointers.
bool is_distance(const Instruction& instruction) {
  return instruction.getName().starts_with(kPointerDifference) ||
         llvm::isa<llvm::PtrToIntInst>(instruction.getOperand(0));
}

std::vector<Site> find_binary(Instruction& instruction, std::span<const OpcodeRow> rows) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  // ~x is x xor -1, and bit-fields are masked and shifted: no operator with two arguments stands
  // there.
  if (!operation || operation->getType()->isIntegerTy(1) || is_distance(instruction) ||
      instruction.getName().starts_with("not") || instruction.getName().starts_with("bf."))
    return {};
  const bool no_sign = is_unsigned_operation(*operation);
  Site site;
  for (const OpcodeRow& row : rows)
    if ((no_sign ? row.unsigned_opcode : row.signed_opcode) == operation->getOpcode())
      site.token = row.token;
  if (site.token.empty()) return {};
  for (const OpcodeRow& row : rows)
    if (row.token != site.token)
      site.variants.push_back({no_sign ? row.unsigned_opcode : row.signed_opcode,
                               fmt::format("{} becomes {}", site.token, row.token), row.token, ""});
  return {site};
}

std::vector<Site> find_arithmetic(Instruction& instruction) {
  if (instruction.getType()->isFloatingPointTy()) return find_binary(instruction, kFloatArithmetic);
  return find_binary(instruction, kArithmetic);
}

std::vector<Site> find_bitwise(Instruction& instruction) {
  return find_binary(instruction, kBitwise);
}

llvm::Value* make_binary(llvm::IRBuilder<>& builder, Instruction& instruction, llvm::Value*,
                         uint32_t code) {
  llvm::Value* made = builder.CreateBinOp(static_cast<Opcode>(code), instruction.getOperand(0),
                                          instruction.getOperand(1));
  // A mutant's signed overflow is as undefined as the original's.
  auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(made);
  if (operation && llvm::isa<llvm::OverflowingBinaryOperator>(operation) &&
      llvm::isa<llvm::OverflowingBinaryOperator>(instruction))
    operation->setHasNoSignedWrap(instruction.hasNoSignedWrap());
  return made;
}

struct PredicateRow {
  Predicate signed_predicate;
  Predicate unsigned_predicate;
  const char* token;
};

constexpr auto kRelations = std::to_array<PredicateRow>({
    {Predicate::ICMP_EQ, Predicate::ICMP_EQ, "=="},
    {Predicate::ICMP_NE, Predicate::ICMP_NE, "!="},
    {Predicate::ICMP_SGT, Predicate::ICMP_UGT, ">"},
    {Predicate::ICMP_SGE, Predicate::ICMP_UGE, ">="},
    {Predicate::ICMP_SLT, Predicate::ICMP_ULT, "<"},
    {Predicate::ICMP_SLE, Predicate::ICMP_ULE, "<="},
});

constexpr auto kFloatRelations = std::to_array<PredicateRow>({
    {Predicate::FCMP_OEQ, Predicate::FCMP_OEQ, "=="},
    {Predicate::FCMP_UNE, Predicate::FCMP_UNE, "!="},
    {Predicate::FCMP_OGT, Predicate::FCMP_OGT, ">"},
    {Predicate::FCMP_OGE, Predicate::FCMP_OGE, ">="},
    {Predicate::FCMP_OLT, Predicate::FCMP_OLT, "<"},
    {Predicate::FCMP_OLE, Predicate::FCMP_OLE, "<="},
});

// Comparisons with zero that clang adds where C wants a truth value: if (x), !x.
bool is_truth_test(const Instruction& instruction) {
  return instruction.getName().starts_with("tobool") || instruction.getName().starts_with("lnot");
}

std::vector<Site> find_relation(Instruction& instruction) {
  const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction);
  if (!compare || is_truth_test(instruction) || compare->getOperand(0)->getType()->isPointerTy())
    return {};
  const std::span<const PredicateRow> rows = llvm::isa<llvm::FCmpInst>(compare)
                                                 ? std::span<const PredicateRow>(kFloatRelations)
                                                 : kRelations;
  const bool no_sign =
      compare->isUnsigned() || (compare->isEquality() && (is_unsigned(compare->getOperand(0)) ||
                                                          is_unsigned(compare->getOperand(1))));
  Site site;
  for (const PredicateRow& row : rows)
    if ((no_sign ? row.unsigned_predicate : row.signed_predicate) == compare->getPredicate())
      site.token = row.token;
  if (site.token.empty()) return {};
  for (const PredicateRow& row : rows)
    if (row.token != site.token)
      site.variants.push_back({no_sign ? row.unsigned_predicate : row.signed_predicate,
                               fmt::format("{} becomes {}", site.token, row.token), row.token, ""});
  return {site};
}

llvm::Value* make_relation(llvm::IRBuilder<>& builder, Instruction& instruction, llvm::Value*,
                           uint32_t code) {
  return builder.CreateCmp(static_cast<Predicate>(code), instruction.getOperand(0),
                           instruction.getOperand(1));
}

enum Injection : uint32_t { kPlusOne, kMinusOne, kZero, kOne, kNegated, kComplement };

struct InjectionRow {
  Injection code;
  const char* change;
  const char* wrap;
};

constexpr auto kInjections = std::to_array<InjectionRow>({
    {kPlusOne, "value + 1", "({}) + 1"},
    {kMinusOne, "value - 1", "({}) - 1"},
    {kZero, "value becomes 0", "0"},
});

constexpr auto kUnary = std::to_array<InjectionRow>({
    {kNegated, "value negated", "-({})"},
    {kComplement, "value complemented", "~({})"},
});

constexpr auto kReturned = std::to_array<InjectionRow>({
    {kZero, "returns 0", "0"},
    {kOne, "returns 1", "1"},
    {kNegated, "returns the negated value", "-({})"},
});

llvm::Value* make_injection(llvm::IRBuilder<>& builder, Instruction&, llvm::Value* original,
                            uint32_t code) {
  llvm::Type* type = original->getType();
  const bool is_float = type->isFloatingPointTy();
  auto number = [&](int value) -> llvm::Constant* {
    if (is_float) return llvm::ConstantFP::get(type, value);
    return llvm::ConstantInt::get(type, static_cast<uint64_t>(value));
  };
  switch (static_cast<Injection>(code)) {
    case kPlusOne:
      return is_float ? builder.CreateFAdd(original, number(1))
                      : builder.CreateAdd(original, number(1));
    case kMinusOne:
      return is_float ? builder.CreateFSub(original, number(1))
                      : builder.CreateSub(original, number(1));
    case kZero:
      return number(0);
    case kOne:
      return number(1);
    case kNegated:
      return is_float ? builder.CreateFNeg(original) : builder.CreateNeg(original);
    case kComplement:
      return builder.CreateNot(original);
  }
  return original;
}

// Variants that make the same constant as the original, or as another one, are none.
Site injection_site(llvm::Instruction& instruction, uint32_t operand,
                    std::span<const InjectionRow> rows) {
  Site site{.kind = SiteKind::Operand, .operand = operand, .token = {}, .variants = {}};
  llvm::Value* original = instruction.getOperand(operand);
  std::vector<llvm::Value*> seen{original};
  llvm::IRBuilder<> folder(instruction.getContext());
  for (const InjectionRow& row : rows) {
    if (row.code == kComplement && original->getType()->isFloatingPointTy()) continue;
    if (llvm::isa<llvm::Constant>(original)) {
      llvm::Value* made = make_injection(folder, instruction, original, row.code);
      if (llvm::is_contained(seen, made)) continue;
      seen.push_back(made);
    }
    site.variants.push_back({row.code, row.change, "", row.wrap});
  }
  return site;
}

// What the programmer assigns: not the copies of parameters, not what clang remembers of arrays of
// variable length, and not what main returns if it does not say.
bool is_assignment(const Instruction& instruction) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (!store || llvm::isa<llvm::Argument>(store->getValueOperand())) return false;
  const llvm::StringRef name = store->getPointerOperand()->getName();
  return !name.starts_with("__vla_expr") && !name.starts_with("saved_stack") &&
         (name != "retval" || store->getDebugLoc());
}

// Not a truth value or a pointer.
bool is_number(const llvm::Type* type) {
  return (type->isIntegerTy() && !type->isIntegerTy(1)) || type->isFloatTy() || type->isDoubleTy();
}

bool assigns_number(const Instruction& instruction) {
  return is_assignment(instruction) && is_number(instruction.getOperand(0)->getType());
}

std::vector<Site> find_injection(Instruction& instruction) {
  if (!assigns_number(instruction)) return {};
  return {injection_site(instruction, 0, kInjections)};
}

std::vector<Site> find_unary(Instruction& instruction) {
  if (!assigns_number(instruction) || llvm::isa<llvm::Constant>(instruction.getOperand(0)))
    return {};
  return {injection_site(instruction, 0, kUnary)};
}

// Constants in expressions; those that are assigned as they are belong to IVI.
std::vector<Site> find_constants(Instruction& instruction) {
  if (!llvm::isa<llvm::BinaryOperator, llvm::CmpInst>(instruction) || is_truth_test(instruction) ||
      is_distance(instruction) || instruction.getName().starts_with("not") ||
      instruction.getName().starts_with("bf."))
    return {};
  std::vector<Site> sites;
  for (uint32_t i = 0; i < 2; ++i) {
    const llvm::Value* operand = instruction.getOperand(i);
    if (!llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(operand) || !is_number(operand->getType()))
      continue;
    sites.push_back(injection_site(instruction, i, kInjections));
  }
  return sites;
}

enum Condition : uint32_t { kNot, kTrue, kFalse };

std::vector<Site> find_condition(Instruction& instruction) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
  if (!branch || !branch->isConditional()) return {};
  Site site{.kind = SiteKind::Operand, .operand = 0, .token = {}, .variants = {}};
  site.variants.push_back({kNot, "condition negated", "", "!({})"});
  return {site};
}

bool is_right_operand(const llvm::BasicBlock& block) {
  const llvm::StringRef name = block.getName();
  return name.starts_with("land.rhs") || name.starts_with("lor.rhs") ||
         name.starts_with("land.lhs.true") || name.starts_with("lor.lhs.false");
}

// The left operand of && and ||, which decides whether the right one is evaluated.
bool is_connector(const llvm::BranchInst& branch) {
  return llvm::any_of(branch.successors(),
                      [](const llvm::BasicBlock* next) { return is_right_operand(*next); });
}

// The end of the right operand of && or ||, where both operands are single tests: the left one's
// branch and it have a target in common, and the other target can be reached from both.
llvm::BranchInst* right_end(const llvm::BranchInst& left, unsigned to_right) {
  llvm::BasicBlock* block = left.getSuccessor(to_right);
  llvm::BasicBlock* common = left.getSuccessor(1 - to_right);
  auto* right = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
  if (!right || !block->getSinglePredecessor()) return nullptr;
  if (right->isUnconditional()) {
    const bool is_value = right->getSuccessor(0) == common && llvm::range_size(common->phis()) == 1;
    return is_value ? right : nullptr;
  }
  const unsigned shared = right->getSuccessor(0) == common ? 0 : 1;
  if (right->getSuccessor(shared) != common || right->getSuccessor(1 - shared) == common)
    return nullptr;
  for (const llvm::PHINode& phi : right->getSuccessor(1 - shared)->phis())
    if (!llvm::isa<llvm::Constant>(phi.getIncomingValueForBlock(block))) return nullptr;
  return right;
}

std::vector<Site> find_connector(Instruction& instruction) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
  if (!branch || !branch->isConditional() || !is_connector(*branch)) return {};
  Site site{.kind = SiteKind::Operand, .operand = 0, .token = {}, .variants = {}};
  site.variants.push_back({kTrue, "left operand of && or || becomes 1", "", "1"});
  site.variants.push_back({kFalse, "left operand of && or || becomes 0", "", "0"});
  std::vector<Site> sites{site};
  // The right operand of && is evaluated where the left one is true, that of || where it is not.
  for (const unsigned to_right : {0u, 1u}) {
    const char* word = to_right == 0 ? "land." : "lor.";
    if (!branch->getSuccessor(to_right)->getName().starts_with(word)) continue;
    llvm::BranchInst* right = right_end(*branch, to_right);
    if (!right) continue;
    const char* const tokens[] = {"&&", "||"};
    Site swap{.kind = SiteKind::Target, .token = tokens[to_right], .right = right};
    swap.variants.push_back({to_right,
                             fmt::format("{} becomes {}", tokens[to_right], tokens[1 - to_right]),
                             tokens[1 - to_right], ""});
    sites.push_back(std::move(swap));
  }
  return sites;
}

llvm::Value* make_condition(llvm::IRBuilder<>& builder, Instruction&, llvm::Value* original,
                            uint32_t code) {
  switch (static_cast<Condition>(code)) {
    case kNot:
      return builder.CreateNot(original);
    case kTrue:
      return builder.getTrue();
    case kFalse:
      return builder.getFalse();
  }
  return original;
}

// Assignments, and calls whose result nobody uses.
std::vector<Site> find_statement(Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const bool removable_call = call && call->use_empty() && !call->doesNotReturn() &&
                              call->getCalledFunction() &&
                              !call->getCalledFunction()->isIntrinsic();
  if (!is_assignment(instruction) && !removable_call) return {};
  Site site{.kind = SiteKind::Execution, .operand = 0, .token = {}, .variants = {}};
  site.variants.push_back({0, "statement deleted", "", ""});
  return {site};
}

std::vector<Site> find_return(Instruction& instruction) {
  const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
  if (!result || !result->getReturnValue() || !is_number(result->getReturnValue()->getType()))
    return {};
  return {injection_site(instruction, 0, kReturned)};
}

// clang-format off
constexpr auto kOperators = std::to_array<MutationOperator>({
    {"AOR", "arithmetic operators: + - * / % become each other", true,
     find_arithmetic, make_binary},
    {"ROR", "relations: == != > >= < <= become each other", true, find_relation, make_relation},
    {"BOR", "bitwise operators: & | ^ << >> become each other", true, find_bitwise, make_binary},
    {"IVI", "assigned values: one more, one less, zero", true, find_injection, make_injection},
    {"LCR", "&& and || become each other; the left operand becomes true and false", false,
     find_connector, make_condition},
    {"UOI", "assigned values: negated, complemented", false, find_unary, make_injection},
    {"CRP", "constants in expressions: one more, one less, zero", false,
     find_constants, make_injection},
    {"SDL", "statements: an assignment or a call is left out", false, find_statement, nullptr},
    {"NEG", "conditions of branches: negated", false, find_condition, make_condition},
    {"RET", "returned values: zero, one, negated", false, find_return, make_injection},
});
// clang-format on

}  // namespace

std::span<const MutationOperator> mutation_operators() { return kOperators; }

}  // namespace pg
