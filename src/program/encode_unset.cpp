// Which bits of memory were never given a value. An object that is watched has another one beside
// it, of the same form, with a one for each such bit.
#include <algorithm>
#include <array>

#include "program/checks.h"
#include "program/encoder.h"

namespace pg {

void Encoder::watch(State& state, uint32_t object) {
  // Variables begin with one of these.
  const bool is_needed =
      std::ranges::any_of(std::array{kFillBitsFunction, kSetBitsFunction}, [&](const char* name) {
        const llvm::Function* function = module_.getFunction(name);
        return function && !function->use_empty();
      });
  if (!is_needed) return;
  Object bits = heap_.object(object);
  Cells cells;
  for (Leaf& leaf : bits.leaves) {
    if (leaf.bits == 0) leaf.bits = 64;
    leaf.is_float = false;
    cells.push_back(heap_.zero(leaf));
  }
  watched_[object] = heap_.add(state.memory, std::move(bits), std::move(cells));
}

// The same places in what stands beside the objects; without those that are not watched.
Val Encoder::watched(const Val& pointer) const {
  Val moved;
  for (const PointerCase& each : pointer.cases)
    if (const auto found = watched_.find(each.object); found != watched_.end())
      moved.cases.push_back({each.when, found->second, each.offset});
  return moved;
}

Term Encoder::unset_at(const State& state, const Val& pointer, Shape shape) {
  const Val bits = watched(pointer);
  Term known = terms_.truth(false);
  for (const PointerCase& each : bits.cases) known = terms_.disjunction(known, each.when);
  const Term none = terms_.number(shape.bits, 0);
  if (bits.cases.empty()) return none;
  const std::optional<Val> loaded = heap_.load(state.memory, bits, shape);
  if (!loaded) {
    give_up(nullptr, "an access to too many places");
    return none;
  }
  return terms_.ite(known, loaded->term, none);
}

Term Encoder::unset_within(const State& state, const Val& pointer, Term bytes) {
  Term any = terms_.truth(false);
  for (const PointerCase& each : watched(pointer).cases) {
    const Object& object = heap_.object(each.object);
    for (const Leaf& leaf : std::vector<Leaf>(object.leaves)) {
      // Of a large array, whole elements are copied.
      const uint32_t width = object.is_array ? leaf.bits : 8;
      for (uint64_t byte = 0; byte < leaf.bits / 8; byte += width / 8) {
        const Term place = terms_.number(64, leaf.offset + byte);
        const Term distance = terms_.operation(Instruction::Sub, place, each.offset);
        const Term within = terms_.compare(llvm::CmpInst::ICMP_ULT, distance, bytes);
        Term here = terms_.conjunction(each.when, within);
        if (terms_.is_false(here)) continue;
        const Val at = heap_.pointer_to(each.object, leaf.offset + byte);
        const std::optional<Val> loaded = heap_.load(state.memory, at, {width});
        if (!loaded) continue;
        const Term set = terms_.equal(loaded->term, terms_.number(width, 0));
        here = terms_.conjunction(here, terms_.negation(set));
        any = terms_.disjunction(any, here);
      }
    }
  }
  return any;
}

Term Encoder::set_unset(State& state, const Val& pointer, Term bits) {
  const Val target = watched(pointer);
  Term elsewhere = terms_.truth(true);
  for (const PointerCase& each : target.cases)
    elsewhere = terms_.conjunction(elsewhere, terms_.negation(each.when));
  if (!target.cases.empty() &&
      !heap_.store(state.memory, target, {bits, {}, {}}, {terms_.width(bits)}))
    give_up(nullptr, "an access to too many places");
  const Term none = terms_.equal(bits, terms_.number(terms_.width(bits), 0));
  return terms_.conjunction(elsewhere, terms_.negation(none));
}

void Encoder::note_unset(const State& state, Term condition) {
  const Term here = terms_.conjunction(state.path, condition);
  encoding_.unset = terms_.disjunction(encoding_.unset, here);
}

}  // namespace pg
