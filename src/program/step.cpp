#include <algorithm>

#include <fmt/format.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include "program/checks.h"
#include "program/frame.h"
#include "program/layout.h"
#include "program/library.h"
#include "program/seed.h"
#include "program/unset.h"

namespace pg {
namespace {

constexpr const char* kNoPart =
    "an access to the bits of a pointer, to parts of the elements of a large array, or to too many "
    "places that may be meant";
constexpr const char* kAnyResult =
    "it does not matter which of several right results the library gives";
// Of an array whose length is computed; longer ones are beyond the bound.
constexpr uint64_t kLongestArray = 32;

}  // namespace

void Frame::step(Instruction& instruction, State& state) {
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return step_operation(*operation);
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) return step_compare(*compare);
  if (auto* compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return step_float_compare(*compare);
  if (instruction.getOpcode() == Instruction::FNeg) {
    const Term operand = number(*instruction.getOperand(0), &instruction);
    registers_[&instruction] = {terms_.float_negation(operand), {}, {}};
    return;
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return step_cast(*cast, state);
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
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return step_store(*store, state);
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return step_move(*gep);
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return step_call(*call, state);
  if (llvm::isa<llvm::ExtractValueInst, llvm::InsertValueInst, llvm::ExtractElementInst,
                llvm::InsertElementInst, llvm::ShuffleVectorInst>(instruction))
    return step_parts(instruction);
  if (llvm::isa<llvm::FreezeInst>(instruction)) {
    registers_[&instruction] = value(*instruction.getOperand(0), &instruction);
    return;
  }
  encoder_.fail(&instruction, fmt::format("'{}' is not supported", instruction.getOpcodeName()));
}

// Values that are several in one register: structures that are returned, two floats in one.
void Frame::step_parts(Instruction& instruction) {
  std::vector<unsigned> path;
  const bool inserts = llvm::isa<llvm::InsertValueInst, llvm::InsertElementInst>(instruction);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    path.assign(extract->idx_begin(), extract->idx_end());
  } else if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    path.assign(insert->idx_begin(), insert->idx_end());
  } else if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    std::vector<Val> all = value(*shuffle->getOperand(0), shuffle).parts;
    const std::vector<Val> more = value(*shuffle->getOperand(1), shuffle).parts;
    all.insert(all.end(), more.begin(), more.end());
    Val mixed;
    for (const int from : shuffle->getShuffleMask())
      mixed.parts.push_back(all.at(static_cast<size_t>(std::max(from, 0))));
    registers_[shuffle] = std::move(mixed);
    return;
  } else {
    const auto index = terms_.value(number(*instruction.getOperand(inserts ? 2 : 1), &instruction));
    if (!index) return encoder_.fail(&instruction, "a computed part of a vector");
    path.push_back(static_cast<unsigned>(index->getZExtValue()));
  }
  Val whole = value(*instruction.getOperand(0), &instruction);
  Val* part = &whole;
  for (const unsigned index : path) {
    if (index >= part->parts.size()) return encoder_.fail(&instruction, "a part of a value");
    part = &part->parts[index];
  }
  if (inserts) *part = value(*instruction.getOperand(1), &instruction);
  registers_[&instruction] = inserts ? std::move(whole) : Val(*part);
}

void Frame::step_operation(llvm::BinaryOperator& operation) {
  const Val left = value(*operation.getOperand(0), &operation);
  const Val right = value(*operation.getOperand(1), &operation);
  // The distance of two pointers into one object; that of others was checked to be none.
  if (left.is_pointer() && right.is_pointer() && operation.getOpcode() == Instruction::Sub) {
    const bool is_one_object = left.cases.size() == 1 && right.cases.size() == 1 &&
                               left.cases[0].object == right.cases[0].object;
    if (!is_one_object && !operation.getName().starts_with(kPointerDifference))
      return encoder_.fail(&operation, "the distance of addresses in several objects");
    const Term none = terms_.number(operation.getType()->getIntegerBitWidth(), 0);
    const Term distance = heap_.combined(left, right, none, [&](Term from, Term to) {
      return terms_.operation(Instruction::Sub, from, to);
    });
    registers_[&operation] = {distance, {}, {}};
    return;
  }
  if (!left.term || !right.term) return encoder_.fail(&operation, "a pointer is used as a number");
  if (operation.getType()->isFloatingPointTy()) {
    const std::optional<Term> result =
        terms_.float_operation(operation.getOpcode(), left.term, right.term);
    if (!result) return encoder_.give_up(&operation, "the remainder of floats is not supported");
    registers_[&operation] = {*result, {}, {}};
    return;
  }
  registers_[&operation] = {terms_.operation(operation.getOpcode(), left.term, right.term), {}, {}};
}

void Frame::step_compare(llvm::ICmpInst& compare) {
  const Val left = value(*compare.getOperand(0), &compare);
  const Val right = value(*compare.getOperand(1), &compare);
  if (!left.is_pointer() && !right.is_pointer()) {
    registers_[&compare] = {terms_.compare(compare.getPredicate(), left.term, right.term), {}, {}};
    return;
  }
  if (!left.is_pointer() || !right.is_pointer())
    return encoder_.fail(&compare, "a pointer is compared with a number");
  if (compare.isEquality()) {
    encoder_.assume_distinct(left, right);
    const Term same = *heap_.equal(left, right);
    registers_[&compare] = {
        compare.getPredicate() == llvm::CmpInst::ICMP_EQ ? same : terms_.negation(same), {}, {}};
    return;
  }
  const Term order = heap_.combined(left, right, terms_.truth(false), [&](Term a, Term b) {
    return terms_.compare(compare.getPredicate(), a, b);
  });
  registers_[&compare] = {order, {}, {}};
}

void Frame::step_float_compare(llvm::FCmpInst& compare) {
  const Term left = number(*compare.getOperand(0), &compare);
  const Term right = number(*compare.getOperand(1), &compare);
  registers_[&compare] = {terms_.float_compare(compare.getPredicate(), left, right), {}, {}};
}

// A cast to or from floats; empty if it is none of ours.
std::optional<Term> Frame::cast_float(const llvm::CastInst& cast, Term from) {
  const auto width = static_cast<uint32_t>(cast.getType()->getScalarSizeInBits());
  switch (cast.getOpcode()) {
    case Instruction::FPTrunc:
    case Instruction::FPExt:
      return terms_.float_cast(from, width);
    case Instruction::SIToFP:
    case Instruction::UIToFP:
      return terms_.float_from(from, width, cast.getOpcode() == Instruction::SIToFP);
    case Instruction::FPToSI:
    case Instruction::FPToUI:
      return terms_.float_to(from, width, cast.getOpcode() == Instruction::FPToSI);
    case Instruction::BitCast:
      if (is_float(cast.getType()) && !terms_.is_float(from)) return terms_.float_from_bits(from);
      if (cast.getType()->isIntegerTy() && terms_.is_float(from)) return terms_.float_bits(from);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// Between an integer and two floats.
std::optional<Val> Frame::cast_vector(const llvm::CastInst& cast, const Val& from) {
  constexpr uint32_t kHalf = 32;
  if (cast.getOpcode() != Instruction::BitCast) return std::nullopt;
  if (from.parts.size() == 2 && cast.getType()->isIntegerTy(2 * kHalf)) {
    const Term low = terms_.float_bits(from.parts[0].term);
    const Term high = terms_.float_bits(from.parts[1].term);
    return Val{terms_.concat(high, low), {}, {}};
  }
  if (!from.term || !cast.getType()->isVectorTy() || terms_.width(from.term) != 2 * kHalf)
    return std::nullopt;
  const Term bits = terms_.is_float(from.term) ? terms_.float_bits(from.term) : from.term;
  const Term low = terms_.float_from_bits(terms_.extract(bits, kHalf - 1, 0));
  const Term high = terms_.float_from_bits(terms_.extract(bits, 2 * kHalf - 1, kHalf));
  return Val{{}, {{low, {}, {}}, {high, {}, {}}}, {}};
}

void Frame::step_cast(llvm::CastInst& cast, const State& state) {
  const Val from = value(*cast.getOperand(0), &cast);
  if (std::optional<Val> made = cast_vector(cast, from)) {
    for (const Val& part : from.parts) encoder_.note_nan(state, part.term);
    if (from.term && terms_.is_float(from.term)) encoder_.note_nan(state, from.term);
    registers_[&cast] = std::move(*made);
    return;
  }
  const bool pointers = cast.getOpcode() == Instruction::PtrToInt ||
                        cast.getOpcode() == Instruction::IntToPtr ||
                        cast.getOpcode() == Instruction::BitCast;
  // A pointer as a number stays a pointer; only distances can be taken of it.
  if (pointers && from.is_pointer()) {
    registers_[&cast] = from;
    return;
  }
  if (from.term)
    if (const std::optional<Term> made = cast_float(cast, from.term)) {
      if (terms_.is_float(from.term) && cast.getOpcode() == Instruction::BitCast)
        encoder_.note_nan(state, from.term);
      registers_[&cast] = {*made, {}, {}};
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

void Frame::step_variable(llvm::AllocaInst& variable, State& state) {
  llvm::Type* type = variable.getAllocatedType();
  Term extent;
  if (variable.isArrayAllocation()) {
    const Term count = number(*variable.getArraySize(), &variable);
    const Term most = terms_.number(terms_.width(count), kLongestArray);
    const Term too_long = terms_.compare(llvm::CmpInst::ICMP_UGT, count, most);
    encoder_.cut_if(state, too_long);
    const Term size = terms_.number(64, encoder_.layout_.getTypeAllocSize(type));
    extent = terms_.operation(Instruction::Mul, terms_.zero_extend(count, 64), size);
    type = llvm::ArrayType::get(type, kLongestArray);
  }
  Object object{variable.getName().str(), encoder_.layout_.getTypeAllocSize(type), false,
                leaves_of(encoder_.layout_, type)};
  object.extent = extent;
  Cells cells;
  for (const Leaf& leaf : object.leaves) cells.push_back(heap_.zero(leaf));
  object.align = variable.getAlign().value();
  const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
  encoder_.watch(state, id);
  locals_.push_back(id);
  if (variable.isArrayAllocation()) arrays_.push_back(id);
  registers_[&variable] = heap_.pointer_to(id);
}

void Frame::step_load(llvm::LoadInst& load, const State& state) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(load.getPointerOperand());
  if (global && global->getName() == kFaultVariable) {
    registers_[&load] = {encoder_.fault_, {}, {}};
    return;
  }
  if (load.hasMetadata(kOpenResult) && !encoder_.options_.any_unset) {
    encoder_.assume(AssumptionKind::Unset, kAnyResult);
    registers_[&load] = encoder_.zero_of(*load.getType());
    return;
  }
  if (is_unset(*load.getPointerOperand())) {
    if (!load.use_empty()) registers_[&load] = encoder_.unset_of(*load.getType());
    return;
  }
  if (load.isVolatile()) encoder_.assume(AssumptionKind::Volatile, kPlainMemory);
  if (load.isAtomic()) encoder_.assume(AssumptionKind::Volatile, kPlainAtomic);
  const Val pointer = value(*load.getPointerOperand(), &load);
  std::optional<Val> loaded = encoder_.load(state, pointer, *load.getType());
  if (!loaded) return encoder_.fail(&load, kNoPart);
  registers_[&load] = std::move(*loaded);
}

void Frame::step_store(llvm::StoreInst& store, State& state) {
  if (store.isVolatile()) encoder_.assume(AssumptionKind::Volatile, kPlainMemory);
  if (store.isAtomic()) encoder_.assume(AssumptionKind::Volatile, kPlainAtomic);
  const Val pointer = value(*store.getPointerOperand(), &store);
  const Val stored = value(*store.getValueOperand(), &store);
  const Term constant = heap_.points_to_constant(pointer);
  encoder_.trap(state, constant);
  if (encoder_.shows_float_bits_) {
    if (stored.term && terms_.is_float(stored.term)) encoder_.note_nan(state, stored.term);
    for (const Val& part : stored.parts)
      if (part.term && terms_.is_float(part.term)) encoder_.note_nan(state, part.term);
  }
  if (!encoder_.store(state, pointer, stored, *store.getValueOperand()->getType()))
    encoder_.fail(&store, kNoPart);
}

void Frame::step_move(llvm::GetElementPtrInst& gep) {
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

}  // namespace pg
