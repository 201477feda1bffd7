// memcpy, memmove and memset, of any length and to any place.
#include "program/frame.h"
#include "program/unset.h"

namespace pg {

// The value of a leaf after bytes from `begin` in it on were written; it begins at a distance of
// `begin` from the first of them. Byte by byte where it may be written in part.
std::optional<Val> Frame::written(const Leaf& leaf, const Val& old, Term begin, Term length,
                                  const Source& source) {
  const uint64_t size = leaf.bits == 0 ? 8 : leaf.bits / 8;
  auto is_whole = [&](Term term) {
    const Progression seen = terms_.progression(term);
    const auto step = static_cast<int64_t>(size);
    return seen.first % step == 0 && seen.step % step == 0;
  };
  // What was copied was checked to fit: nothing before its begin is written, however long it is.
  auto reached = [&](Term place) {
    const auto known = terms_.value(place);
    if (known && known->isNegative()) return terms_.truth(false);
    return terms_.compare(llvm::CmpInst::ICMP_ULT, place, length);
  };
  if (is_whole(begin) && is_whole(length)) {
    const Term here = reached(begin);
    if (terms_.is_false(here)) return old;
    const std::optional<Val> value = source(begin, shape_of(leaf));
    if (!value) return std::nullopt;
    return heap_.choose(here, *value, old);
  }
  if (leaf.bits == 0 || old.is_pointer()) return std::nullopt;
  const Term before = heap_.shown(old, {leaf.bits}).term;
  Term whole;
  for (uint32_t low = 0; low < leaf.bits; low += 8) {
    const Term further = terms_.number(64, low / 8);
    const Term place = terms_.operation(Instruction::Add, begin, further);
    const Term here = reached(place);
    Term byte = terms_.extract(before, low + 7, low);
    if (!terms_.is_false(here)) {
      const std::optional<Val> value = source(place, {8});
      if (!value || !value->term) return std::nullopt;
      byte = terms_.ite(here, value->term, byte);
    }
    whole = whole ? terms_.concat(byte, whole) : byte;
  }
  return Val{whole, {}, {}};
}

void Frame::write_leaves(llvm::MemIntrinsic& call, State& state, const Source& source) {
  if (call.isVolatile()) encoder_.assume(AssumptionKind::Volatile, kPlainMemory);
  const Val to = value(*call.getRawDest(), &call);
  const Term given = number(*call.getLength(), &call);
  if (encoder_.error_) return;
  const Term length = terms_.zero_extend(given, 64);
  const Term constant = heap_.points_to_constant(to);
  encoder_.trap(state, constant);
  if (!write_leaves(to, length, state, source))
    encoder_.fail(&call, "a copy of the bits of a pointer, or to too many places");
}

bool Frame::write_leaves(const Val& to, Term length, State& state, const Source& source) {
  const Memory before = state.memory;
  for (const PointerCase& each : to.cases) {
    const Object object = heap_.object(each.object);
    if (object.constant || each.object >= before.size() || !before[each.object]) continue;
    for (const Leaf& leaf : object.leaves) {
      const Term place = terms_.number(64, leaf.offset);
      const Term begin = terms_.operation(Instruction::Sub, place, each.offset);
      const Val target = heap_.pointer_to(each.object, leaf.offset);
      const std::optional<Val> old = heap_.load(before, target, shape_of(leaf));
      std::optional<Val> value;
      if (old) value = written(leaf, *old, begin, length, source);
      if (value) value = heap_.choose(each.when, *value, *old);
      if (!value || !heap_.store(state.memory, target, *value, shape_of(leaf))) return false;
    }
  }
  return true;
}

// A variable begins without a value.
void Frame::step_begin(llvm::MemIntrinsic& call, State& state) {
  const Val to = value(*call.getRawDest(), &call);
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getLength());
  const auto offset = to.cases.size() == 1 ? terms_.value(to.cases[0].offset) : std::nullopt;
  const Object* object = to.is_pointer() ? &heap_.object(to.cases[0].object) : nullptr;
  if (length && offset && offset->isZero() && length->equalsInt(object->size) && !object->extent) {
    Cells cells;
    for (const Leaf& leaf : std::vector<Leaf>(object->leaves))
      cells.push_back(encoder_.unset_of(shape_of(leaf)));
    return heap_.set(state.memory, to.cases[0].object, std::move(cells));
  }
  write_leaves(call, state, [&](Term, Shape shape) { return encoder_.unset_of(shape); });
}

void Frame::step_copy(llvm::MemTransferInst& call, State& state) {
  if (is_unset(*call.getRawSource())) return step_begin(call, state);
  const Val from = value(*call.getRawSource(), &call);
  const Memory before = state.memory;
  write_leaves(call, state, [&](Term offset, Shape shape) {
    return heap_.load(before, heap_.moved(from, offset), shape);
  });
}

void Frame::step_fill(llvm::MemSetInst& call, State& state) {
  if (call.hasMetadata(llvm::LLVMContext::MD_annotation)) return step_begin(call, state);
  const Term byte = number(*call.getValue(), &call);
  write_leaves(call, state, [&](Term, Shape shape) -> std::optional<Val> {
    if (shape.bits == 0) return heap_.null();
    Term whole = byte;
    for (uint32_t bits = 8; bits < shape.bits; bits += 8) whole = terms_.concat(byte, whole);
    return heap_.shown({whole, {}, {}}, shape);
  });
}

}  // namespace pg
