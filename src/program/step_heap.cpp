// What malloc and free come to.
#include <algorithm>
#include <set>

#include "program/frame.h"
#include "program/layout.h"

namespace pg {
namespace {

// Of memory whose size is computed; more is beyond the bound.
constexpr uint64_t kMostElements = 32;
// Of any.
constexpr uint64_t kMostBytes = 4096;
constexpr const char* kAlwaysMemory = "there is always memory to allocate";

// What is kept in memory shows in how it is used: a structure, else the smallest number, or
// pointers. Calls are followed in and out.
class ElementType {
 public:
  llvm::Type* find(llvm::CallInst& call) {
    follow(call);
    if (structure_) return structure_;
    return number_ ? number_ : llvm::Type::getInt8Ty(call.getContext());
  }

 private:
  void follow(llvm::Value& pointer) {
    std::vector<llvm::Value*> pending{&pointer};
    while (!pending.empty()) {
      llvm::Value* next = pending.back();
      pending.pop_back();
      if (!seen_.insert(next).second) continue;
      for (llvm::Use& use : next->uses()) look(use, pending);
    }
  }

  void look(llvm::Use& use, std::vector<llvm::Value*>& pending) {
    llvm::User* user = use.getUser();
    if (auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      note(*place->getSourceElementType());
      if (place->getNumIndices() == 1) pending.push_back(place);
    } else if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(user)) {
      pending.push_back(user);
    } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      note(*load->getType());
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (use.getOperandNo() == store->getPointerOperandIndex())
        note(*store->getValueOperand()->getType());
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      llvm::Function* callee = call->getCalledFunction();
      if (callee && !callee->isDeclaration() && call->isArgOperand(&use))
        pending.push_back(callee->getArg(call->getArgOperandNo(&use)));
    } else if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(user)) {
      for (llvm::User* caller : end->getFunction()->users())
        if (llvm::isa<llvm::CallInst>(caller)) pending.push_back(caller);
    }
  }

  void note(llvm::Type& type) {
    if (type.isStructTy() && !structure_) structure_ = &type;
    if (!type.isPointerTy() && !is_number(&type)) return;
    const bool is_smaller =
        !number_ || (!type.isPointerTy() && !number_->isPointerTy() &&
                     type.getScalarSizeInBits() < number_->getScalarSizeInBits());
    if (is_smaller || type.isPointerTy()) number_ = &type;
  }

  std::set<llvm::Value*> seen_;
  llvm::Type* structure_ = nullptr;
  llvm::Type* number_ = nullptr;
};

}  // namespace

void Frame::step_allocate(llvm::CallInst& call, State& state) {
  const Term bytes = number(*call.getArgOperand(0), &call);
  llvm::Type* element = ElementType().find(call);
  // Structures may have no bytes.
  const uint64_t size = std::max<uint64_t>(encoder_.layout_.getTypeAllocSize(element), 1);
  const auto known = terms_.value(bytes);
  uint64_t most = kMostElements * size;
  if (known && known->ule(kMostBytes)) most = (known->getZExtValue() + size - 1) / size * size;
  const Term too_many = terms_.compare(llvm::CmpInst::ICMP_UGT, bytes, terms_.number(64, most));
  encoder_.cut_if(state, too_many);
  llvm::Type* type = llvm::ArrayType::get(element, most / size);
  Object object{"allocated memory", most, false, leaves_of(encoder_.layout_, type)};
  object.extent = bytes;
  object.align = kParameterAlign;
  Cells cells;
  for (const Leaf& leaf : object.leaves) cells.push_back(heap_.zero(leaf));
  const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
  encoder_.watch(state, id);
  encoder_.allocated_.insert(id);
  encoder_.assume(AssumptionKind::Calls, kAlwaysMemory);
  registers_[&call] = heap_.pointer_to(id);
}

// Only where it begins, and only once.
void Frame::trap_unless_allocated(const Val& pointer, State& state) {
  Term wrong = terms_.truth(false);
  for (const PointerCase& each : pointer.cases) {
    const Term begins = terms_.equal(each.offset, terms_.number(64, 0));
    Term here = terms_.negation(begins);
    const auto ended = state.ended.find(each.object);
    if (ended != state.ended.end()) here = terms_.disjunction(here, ended->second);
    if (!encoder_.allocated_.contains(each.object)) here = terms_.truth(true);
    here = terms_.conjunction(here, each.when);
    wrong = terms_.disjunction(wrong, here);
  }
  encoder_.trap(state, wrong);
}

void Frame::step_allocated(llvm::CallInst& call, State& state) {
  const Val pointer = value(*call.getArgOperand(0), &call);
  trap_unless_allocated(pointer, state);
  Term bytes = terms_.number(64, 0);
  for (const PointerCase& each : pointer.cases)
    if (const Term extent = heap_.object(each.object).extent)
      bytes = terms_.ite(each.when, extent, bytes);
  registers_[&call] = {bytes, {}, {}};
}

void Frame::step_release(llvm::CallInst& call, State& state) {
  const Val pointer = value(*call.getArgOperand(0), &call);
  trap_unless_allocated(pointer, state);
  for (const PointerCase& each : pointer.cases) {
    const auto ended = state.ended.find(each.object);
    const Term before = ended == state.ended.end() ? terms_.truth(false) : ended->second;
    state.ended[each.object] = terms_.disjunction(before, each.when);
  }
}

}  // namespace pg
