#include "program/memory.h"

#include <algorithm>

namespace pg {

using llvm::CmpInst;

namespace {

// Above this, a chain of choices for each access costs more than the theory of arrays.
constexpr size_t kMostChoices = 64;

bool is_large_array(const std::vector<Leaf>& leaves) {
  if (leaves.size() <= kMostChoices || leaves[0].bits == 0 || leaves[0].is_float) return false;
  for (size_t i = 0; i < leaves.size(); ++i)
    if (shape_of(leaves[i]) != shape_of(leaves[0]) || leaves[i].offset != i * leaves[0].bits / 8)
      return false;
  return true;
}

}  // namespace

Heap::Heap(Terms& terms) : terms_(terms) { objects_.push_back({"null", 0, true, {}}); }

uint32_t Heap::add(Memory& memory, Object object, Cells cells) {
  const auto id = static_cast<uint32_t>(objects_.size());
  object.is_array = is_large_array(object.leaves);
  objects_.push_back(std::move(object));
  memory.resize(objects_.size());
  set(memory, id, std::move(cells));
  return id;
}

void Heap::set(Memory& memory, uint32_t id, Cells cells) {
  const Object& object = objects_[id];
  CHECK(cells.size() == object.leaves.size(), "an object without its values");
  if (object.is_array) {
    Term array = terms_.any_array(object.leaves[0].bits);
    for (size_t i = 0; i < cells.size(); ++i) {
      const Term place = terms_.number(64, object.leaves[i].offset);
      array = terms_.store(array, place, cells[i].term);
    }
    cells = {{array, {}, {}}};
  }
  memory[id] = std::make_shared<const Cells>(std::move(cells));
}

Val Heap::zero(const Leaf& leaf) {
  if (leaf.bits == 0) return null();
  const Term zero = terms_.number(leaf.bits, 0);
  return {leaf.is_float ? terms_.float_from_bits(zero) : zero, {}, {}};
}

Val Heap::pointer_to(uint32_t object, uint64_t offset) {
  return {{}, {}, {{terms_.truth(true), object, terms_.number(64, offset)}}};
}

Val Heap::moved(const Val& pointer, Term bytes) {
  Val result = pointer;
  for (PointerCase& each : result.cases)
    each.offset = terms_.operation(llvm::Instruction::Add, each.offset, bytes);
  return result;
}

Val Heap::choose(Term condition, const Val& a, const Val& b) {
  if (a.is_pointer() != b.is_pointer()) return a.is_pointer() ? a : b;
  if (!a.is_pointer()) {
    Val chosen;
    chosen.term = a.term && b.term ? terms_.ite(condition, a.term, b.term)
                  : a.term         ? a.term
                                   : b.term;
    if (a.second && b.second) chosen.second = terms_.ite(condition, a.second, b.second);
    return chosen;
  }
  Val chosen;
  const Term opposite = terms_.negation(condition);
  for (const PointerCase& each : a.cases)
    chosen.cases.push_back({terms_.conjunction(condition, each.when), each.object, each.offset});
  for (const PointerCase& each : b.cases) {
    const auto same = std::ranges::find(chosen.cases, each.object, &PointerCase::object);
    const Term when = terms_.conjunction(opposite, each.when);
    if (same == chosen.cases.end()) {
      chosen.cases.push_back({when, each.object, each.offset});
    } else {
      same->offset = terms_.ite(condition, same->offset, each.offset);
      same->when = terms_.disjunction(same->when, when);
    }
  }
  std::erase_if(chosen.cases, [&](const PointerCase& each) { return terms_.is_false(each.when); });
  if (chosen.cases.empty()) return null();
  return chosen;
}

Memory Heap::choose(Term condition, const Memory& a, const Memory& b) {
  Memory chosen(std::max(a.size(), b.size()));
  for (size_t i = 0; i < chosen.size(); ++i) {
    const bool in_a = i < a.size() && a[i];
    const bool in_b = i < b.size() && b[i];
    if (!in_a || !in_b || a[i] == b[i]) {
      if (in_a || in_b) chosen[i] = in_a ? a[i] : b[i];
      continue;
    }
    Cells cells;
    for (size_t leaf = 0; leaf < a[i]->size(); ++leaf)
      cells.push_back(choose(condition, (*a[i])[leaf], (*b[i])[leaf]));
    chosen[i] = std::make_shared<const Cells>(std::move(cells));
  }
  return chosen;
}

Term Heap::is_outside(const Val& pointer, uint64_t bytes) {
  Term outside = terms_.truth(false);
  for (const PointerCase& each : pointer.cases) {
    const uint64_t size = objects_[each.object].size;
    Term here = terms_.truth(true);
    if (each.object != 0 && bytes <= size) {
      const Term most = terms_.number(64, size - bytes);
      const Term inside = terms_.compare(CmpInst::ICMP_ULE, each.offset, most);
      here = terms_.negation(inside);
    }
    here = terms_.conjunction(each.when, here);
    outside = terms_.disjunction(outside, here);
  }
  return outside;
}

Term Heap::points_to_constant(const Val& pointer) {
  Term constant = terms_.truth(false);
  for (const PointerCase& each : pointer.cases)
    if (objects_[each.object].constant) constant = terms_.disjunction(constant, each.when);
  return constant;
}

std::optional<Term> Heap::equal(const Val& a, const Val& b) {
  Term same = terms_.truth(false);
  for (const PointerCase& left : a.cases)
    for (const PointerCase& right : b.cases) {
      if (left.object != right.object) continue;
      Term here = terms_.equal(left.offset, right.offset);
      here = terms_.conjunction(right.when, here);
      here = terms_.conjunction(left.when, here);
      same = terms_.disjunction(same, here);
    }
  return same;
}

std::vector<size_t> Heap::candidates(uint32_t object, Shape shape, Term offset) {
  std::vector<size_t> found;
  const std::vector<Leaf>& leaves = objects_[object].leaves;
  for (size_t i = 0; i < leaves.size(); ++i)
    if (shape_of(leaves[i]) == shape) found.push_back(i);
  if (found.size() < 2) return {};
  // They have equal distances, and the offset is a multiple of that away from the first.
  const uint64_t first = leaves[found[0]].offset;
  const uint64_t distance = leaves[found[1]].offset - first;
  for (size_t i = 0; i < found.size(); ++i)
    if (leaves[found[i]].offset != first + i * distance) return {};
  const Term begin = terms_.number(64, first);
  const Term relative = terms_.operation(llvm::Instruction::Sub, offset, begin);
  if (!terms_.is_multiple(relative, distance)) return {};
  return found;
}

// Whether there is a pointer or a float among these bytes, of which we do not know the bits.
bool Heap::has_no_bits(uint32_t object, uint64_t offset, uint32_t bits) const {
  return std::ranges::any_of(objects_[object].leaves, [&](const Leaf& leaf) {
    const uint64_t bytes = leaf.bits == 0 ? 8 : leaf.bits / 8;
    return (leaf.bits == 0 || leaf.is_float) && leaf.offset < offset + bits / 8 &&
           offset < leaf.offset + bytes;
  });
}

std::optional<Val> Heap::load_fixed(const Cells& cells, uint32_t object, uint64_t offset,
                                    Shape shape) {
  const std::vector<Leaf>& leaves = objects_[object].leaves;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].offset != offset || shape_of(leaves[i]) != shape) continue;
    if (!objects_[object].is_array) return cells[i];
    const Term place = terms_.number(64, offset);
    return Val{terms_.select(cells[0].term, place), {}, {}};
  }
  if (objects_[object].is_array || has_no_bits(object, offset, shape.bits)) return std::nullopt;
  // Several numbers read as one, or a part of one: byte by byte, the lowest first. What is between
  // them is read when a structure is passed by value; nobody looks at it.
  Val whole;
  for (uint64_t byte = 0; byte < shape.bits / 8; ++byte) {
    bool found = false;
    for (size_t i = 0; i < leaves.size() && !found; ++i) {
      const Leaf& leaf = leaves[i];
      if (offset + byte < leaf.offset || offset + byte >= leaf.offset + leaf.bits / 8) continue;
      const auto low = static_cast<uint32_t>((offset + byte - leaf.offset) * 8);
      const Term part = terms_.extract(cells[i].term, low + 7, low);
      whole.term = whole.term ? terms_.concat(part, whole.term) : part;
      found = true;
    }
    const Term nothing = terms_.number(8, 0);
    if (!found) whole.term = whole.term ? terms_.concat(nothing, whole.term) : nothing;
  }
  if (!whole.term) return std::nullopt;
  if (shape.is_float) whole.term = terms_.float_from_bits(whole.term);
  return whole;
}

std::optional<Val> Heap::load_case(const Cells& cells, const PointerCase& from, Shape shape) {
  if (const auto offset = terms_.value(from.offset))
    return load_fixed(cells, from.object, offset->getZExtValue(), shape);
  const std::vector<size_t> leaves = candidates(from.object, shape, from.offset);
  if (leaves.empty()) return std::nullopt;
  if (objects_[from.object].is_array) return Val{terms_.select(cells[0].term, from.offset), {}, {}};
  // The access was checked: one of the leaves is meant, the last one if no other.
  Val chosen = cells[leaves.back()];
  for (size_t i = leaves.size() - 1; i-- > 0;) {
    const Term place = terms_.number(64, objects_[from.object].leaves[leaves[i]].offset);
    const Term here = terms_.equal(from.offset, place);
    chosen = choose(here, cells[leaves[i]], chosen);
  }
  return chosen;
}

std::optional<Val> Heap::load(const Memory& memory, const Val& pointer, Shape shape) {
  std::optional<Val> result;
  for (const PointerCase& each : pointer.cases) {
    if (each.object >= memory.size() || !memory[each.object]) continue;
    const std::optional<Val> value = load_case(*memory[each.object], each, shape);
    if (!value) return std::nullopt;
    result = result ? choose(each.when, *value, *result) : *value;
  }
  // Only null is left: the path has trapped.
  if (!result) return zero({"", 0, shape.bits, false, false, shape.is_float});
  return result;
}

bool Heap::store_fixed(Cells& cells, const PointerCase& to, uint64_t offset, const Val& value,
                       Shape shape) {
  const std::vector<Leaf>& leaves = objects_[to.object].leaves;
  for (size_t i = 0; i < leaves.size(); ++i)
    if (leaves[i].offset == offset && shape_of(leaves[i]) == shape) {
      if (objects_[to.object].is_array) return store_element(cells, to, value);
      cells[i] = choose(to.when, value, cells[i]);
      return true;
    }
  const uint32_t bits = shape.bits;
  if (bits == 0 || shape.is_float || value.is_pointer() || objects_[to.object].is_array ||
      has_no_bits(to.object, offset, bits))
    return false;
  // Whole numbers that are written as one; a part of a number is not supported.
  uint64_t written = 0;
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Leaf& leaf = leaves[i];
    if (leaf.offset < offset || leaf.offset + leaf.bits / 8 > offset + bits / 8) continue;
    const auto low = static_cast<uint32_t>((leaf.offset - offset) * 8);
    const Term part = terms_.extract(value.term, low + leaf.bits - 1, low);
    cells[i] = choose(to.when, {part, {}, {}}, cells[i]);
    written += leaf.bits;
  }
  return written > 0;
}

bool Heap::store_element(Cells& cells, const PointerCase& to, const Val& value) {
  const Term changed = terms_.store(cells[0].term, to.offset, value.term);
  cells[0].term = terms_.ite(to.when, changed, cells[0].term);
  return true;
}

bool Heap::store_case(Cells& cells, const PointerCase& to, const Val& value, Shape shape) {
  if (const auto offset = terms_.value(to.offset))
    return store_fixed(cells, to, offset->getZExtValue(), value, shape);
  const std::vector<size_t> leaves = candidates(to.object, shape, to.offset);
  if (!leaves.empty() && objects_[to.object].is_array) return store_element(cells, to, value);
  for (const size_t leaf : leaves) {
    const Term place = terms_.number(64, objects_[to.object].leaves[leaf].offset);
    const Term same = terms_.equal(to.offset, place);
    const Term here = terms_.conjunction(to.when, same);
    cells[leaf] = choose(here, value, cells[leaf]);
  }
  return !leaves.empty();
}

bool Heap::store(Memory& memory, const Val& pointer, const Val& value, Shape shape) {
  for (const PointerCase& each : pointer.cases) {
    if (each.object >= memory.size() || !memory[each.object]) continue;
    if (objects_[each.object].constant) continue;
    Cells cells = *memory[each.object];
    if (!store_case(cells, each, value, shape)) return false;
    memory[each.object] = std::make_shared<const Cells>(std::move(cells));
  }
  return true;
}

}  // namespace pg
