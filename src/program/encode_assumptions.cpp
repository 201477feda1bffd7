// What an encoding takes for granted.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "program/checks.h"
#include "program/encoder.h"
#include "program/library.h"

namespace pg {
namespace {

// C lets them be the same bytes: one of them is made of characters, they have a type in common, or
// one has a union, whose other members may be of any type.
bool may_share(const Object& a, const Object& b) {
  for (const Leaf& left : a.leaves)
    for (const Leaf& right : b.leaves)
      if (!left.is_padding && !right.is_padding &&
          (left.bits == 8 || right.bits == 8 || left.in_union || right.in_union ||
           shape_of(left) == shape_of(right)))
        return true;
  return false;
}

// It matters whether they share bytes: one is written, the other used.
bool interfere(const Object& a, const Object& b) {
  return (a.written() && (b.read() || b.written())) || (b.written() && (a.read() || a.written()));
}

// C11 6.5p6: memory that is no variable takes the type of what is written to it. Only what is read
// after that must be of this type.
bool may_change_type(const Object& a, const Object& b) {
  auto reads_before = [](const Object& one, const Object& other) {
    return one.read() && one.first_read < other.last_write;
  };
  return (a.written() && b.written()) || reads_before(a, b) || reads_before(b, a);
}

// Nobody outside of the file can come by its address: it is only read and written.
bool is_private(const llvm::GlobalVariable& global) {
  if (!global.hasLocalLinkage()) return false;
  std::vector<const llvm::Value*> pending{&global};
  while (!pending.empty()) {
    const llvm::Value* pointer = pending.back();
    pending.pop_back();
    for (const llvm::User* user : pointer->users()) {
      if (llvm::isa<llvm::GEPOperator>(user)) {
        pending.push_back(user);
        continue;
      }
      const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      const bool is_access = llvm::isa<llvm::LoadInst, llvm::MemIntrinsic, llvm::ICmpInst>(user) ||
                             (store && store->getValueOperand() != pointer) ||
                             (callee && is_check(*callee));
      if (!is_access) return false;
    }
  }
  return true;
}

std::string no_overlap(const Object& a, const Object& b) {
  return fmt::format("'{}' and '{}' do not overlap", a.name, b.name);
}

}  // namespace

void Encoder::assume(AssumptionKind kind, std::string text) {
  encoding_.assumptions.insert({kind, std::move(text)});
}

bool Encoder::is_pointed(uint32_t object) const {
  return std::ranges::find(pointed_, object, &Pointed::object) != pointed_.end();
}

bool Encoder::may_be_null(uint32_t object) const {
  const auto found = std::ranges::find(pointed_, object, &Pointed::object);
  return found != pointed_.end() && found->may_be_null;
}

void Encoder::assume_length(const State& state, const Val& pointer, Term bytes) {
  for (const PointerCase& each : pointer.cases)
    for (const Pointed& known : pointed_) {
      if (known.object != each.object || !known.is_length_assumed) continue;
      const Term outside = heap_.is_outside(state.memory, {{}, {}, {each}}, bytes);
      if (!terms_.is_false(terms_.conjunction(state.path, outside)))
        assume(AssumptionKind::Length,
               fmt::format("'{}' points to one element", heap_.object(each.object).name));
    }
}

// Two pointers are compared: those of different objects are taken to be different. Only null and
// variables whose address can be known outside may be what a parameter points to.
void Encoder::assume_distinct(const Val& a, const Val& b) {
  for (const PointerCase& left : a.cases)
    for (const PointerCase& right : b.cases) {
      if (left.object == unset_ || right.object == unset_)
        assume(AssumptionKind::Unset, kUnsetIsZero);
      if (left.object == right.object) continue;
      for (const uint32_t object : {left.object, right.object})
        if (is_weak(object)) encoding_.assumptions.insert(not_null(heap_.object(object).name));
      const bool is_first = is_pointed(left.object);
      if (!is_first && !is_pointed(right.object)) continue;
      const uint32_t other = is_first ? right.object : left.object;
      const Object& object = heap_.object(is_first ? left.object : right.object);
      if ((other == 0 || is_pointed(other)) && !may_be_null(is_first ? left.object : right.object))
        encoding_.assumptions.insert(not_null(object.name));
      if (other != 0 && (is_pointed(other) || is_known_outside(other)))
        assume(AssumptionKind::Overlap, no_overlap(object, heap_.object(other)));
    }
}

bool Encoder::is_known_outside(uint32_t object) const {
  return std::ranges::any_of(globals_, [&](const auto& row) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(row.first);
    return row.second == object && (!variable || !is_private(*variable));
  });
}

// A declaration that the linker may leave without an address.
bool Encoder::is_weak(uint32_t object) const {
  return std::ranges::any_of(globals_, [&](const auto& row) {
    return row.second == object && row.first->hasExternalWeakLinkage();
  });
}

Term Encoder::identity(const Val& pointer) {
  Term whole = terms_.number(64, 0);
  for (const PointerCase& each : pointer.cases) {
    if (each.object == 0) continue;
    const auto known = identities_.find(each.object);
    Term here = terms_.number(64, known == identities_.end() ? kSomePointer : known->second);
    if (known != identities_.end()) here = terms_.operation(Instruction::Add, here, each.offset);
    whole = terms_.ite(each.when, here, whole);
  }
  return whole;
}

// A function that nobody defines: its result is an input if it is a number, and that is all it
// does.
void Encoder::assume_of_call(const llvm::CallInst& call, const std::vector<Val>& arguments) {
  const std::string name = call.getCalledFunction()->getName().str();
  called_.insert(name);
  auto assume_it = [&](const char* does) {
    assume(AssumptionKind::Calls, fmt::format("'{}' {}", name, does));
  };
  const llvm::Type* type = call.getType();
  if (type->isPointerTy())
    assume_it("returns null");
  else if (!type->isVoidTy() && !call.use_empty() &&
           std::ranges::find(results_, name, &std::pair<std::string, std::vector<Term>>::first) ==
               results_.end())
    assume_it("returns zeros");
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const Val& argument = arguments[i];
    if (call.isByValArgument(i) || !argument.parts.empty() ||
        (argument.term && terms_.width(argument.term) > 64))
      assume_it("ignores the structures and long numbers that it is given");
    else if (std::ranges::any_of(argument.cases, [&](const PointerCase& each) {
               return each.object != 0 && !is_known_constant(each.object);
             }))
      assume_it("ignores the pointers that it is given");
  }
}

// Nothing but its value can be seen of it: no pointers are in it.
bool Encoder::is_known_constant(uint32_t object) const {
  return identities_.contains(object) &&
         std::ranges::find(heap_.object(object).leaves, 0u, &Leaf::bits) ==
             heap_.object(object).leaves.end();
}

// A function without a body may call one of the file that others can name. If the tested function
// is the only one that is changed, it is the same in such calls as in others.
void Encoder::assume_no_callback(const std::string& name) {
  for (const std::string& changed : options_.changed) {
    const llvm::Function* function = module_.getFunction(changed);
    if (function && !function->hasLocalLinkage() && changed != interface_.function)
      assume(AssumptionKind::Calls, fmt::format("'{}' does not call '{}'", name, changed));
  }
}

// Another file may have one that replaces it.
void Encoder::assume_not_replaced(const llvm::GlobalValue& value) {
  if (value.isInterposable())
    assume(AssumptionKind::Calls,
           fmt::format("no other file replaces '{}'", std::string(value.getName())));
}

// Programs begin with the initial values; other functions are called at any time.
void Encoder::assume_state() {
  bool any = false;
  for (const llvm::GlobalVariable& global : module_.globals()) {
    const auto id = globals_.find(&global);
    if (id == globals_.end()) continue;
    const Object& object = heap_.object(id->second);
    if (!object.read() && !object.written()) continue;
    assume_not_replaced(global);
    if (global.isConstant()) continue;
    any = true;
    if (interface_.function != "main" && !free_state(global))
      assume(AssumptionKind::State, fmt::format("'{}' starts with its initial value", object.name));
  }
  for (const std::string& name : called_) {
    if (is_pure(name)) continue;
    assume_no_callback(name);
    if (any)
      assume(AssumptionKind::Calls,
             fmt::format("'{}' neither reads nor changes global variables", name));
    for (const Pointed& each : pointed_) {
      const Object& object = heap_.object(each.object);
      if (object.read() || object.written())
        assume(
            AssumptionKind::Calls,
            fmt::format("'{}' neither reads nor changes what '{}' points to", name, object.name));
    }
  }
}

void Encoder::assume_no_overlap() {
  for (size_t i = 0; i < pointed_.size(); ++i) {
    const Object& object = heap_.object(pointed_[i].object);
    if (pointed_[i].restricted) continue;
    for (size_t j = i + 1; j < pointed_.size(); ++j)
      if (const Object& other = heap_.object(pointed_[j].object);
          !pointed_[j].restricted && interfere(object, other) &&
          (may_share(object, other) || may_change_type(object, other)))
        assume(AssumptionKind::Overlap, no_overlap(object, other));
    for (const auto& [global, id] : globals_) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
      const Object& other = heap_.object(id);
      if (variable && !other.constant && other.size >= object.size && !is_private(*variable) &&
          interfere(object, other) && may_share(object, other))
        assume(AssumptionKind::Overlap, no_overlap(object, other));
    }
  }
}

}  // namespace pg
