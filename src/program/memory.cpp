#include "program/memory.h"

#include <algorithm>
#include <bit>

namespace pg {

using llvm::CmpInst;

namespace {

// Above this, a chain of choices for each access costs more than the theory of arrays.
constexpr size_t kMostChoices = 64;
// Of an access with a computed offset.
constexpr size_t kMostPlaces = 1024;

bool is_large_array(const std::vector<Leaf>& leaves) {
  if (leaves.size() <= kMostChoices || leaves[0].bits == 0 || leaves[0].is_float) return false;
  for (size_t i = 0; i < leaves.size(); ++i)
    if (shape_of(leaves[i]) != shape_of(leaves[0]) || leaves[i].offset != i * leaves[0].bits / 8)
      return false;
  return true;
}

constexpr uint64_t kPointerSize = 8;

uint64_t bytes_of(Shape shape) { return shape.bits == 0 ? kPointerSize : shape.bits / 8; }
uint64_t end_of(const Leaf& leaf) { return leaf.offset + bytes_of(shape_of(leaf)); }

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
  if (terms_.is_true(condition) || terms_.is_false(condition))
    return terms_.is_true(condition) ? a : b;
  if (a.is_pointer() != b.is_pointer()) {
    const Val& number = a.is_pointer() ? b : a;
    mixes_pointers_ = mixes_pointers_ || number.term || !number.parts.empty();
    return a.is_pointer() ? a : b;
  }
  if (!a.is_pointer()) {
    Val chosen;
    if (a.term && b.term) {
      // Of a float and the bits of one, bits are made.
      const Shape shape{terms_.width(a.term), terms_.is_float(a.term) && terms_.is_float(b.term)};
      const Term left = shown(a, shape).term;
      const Term right = shown(b, shape).term;
      chosen.term = terms_.ite(condition, left, right);
    } else {
      chosen.term = a.term ? a.term : b.term;
    }
    const bool same_parts = a.parts.size() == b.parts.size();
    for (size_t i = 0; same_parts && i < a.parts.size(); ++i)
      chosen.parts.push_back(choose(condition, a.parts[i], b.parts[i]));
    if (!same_parts) chosen.parts = a.parts.empty() ? b.parts : a.parts;
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

Term Heap::is_outside(const Memory& memory, const Val& pointer, Term bytes) {
  Term outside = terms_.truth(false);
  for (const PointerCase& each : pointer.cases) {
    const Object& object = objects_[each.object];
    const Term size = object.extent ? object.extent : terms_.number(64, object.size);
    const Term too_many = terms_.compare(CmpInst::ICMP_UGT, bytes, size);
    const Term most = terms_.operation(llvm::Instruction::Sub, size, bytes);
    const Term inside = terms_.compare(CmpInst::ICMP_ULE, each.offset, most);
    const Term beyond = terms_.negation(inside);
    Term here = terms_.disjunction(too_many, beyond);
    if (each.object >= memory.size() || !memory[each.object]) here = terms_.truth(true);
    here = terms_.conjunction(each.when, here);
    outside = terms_.disjunction(outside, here);
  }
  return outside;
}

Term Heap::is_misaligned(const Val& pointer, uint64_t align) {
  Term misaligned = terms_.truth(false);
  if (align == 1) return misaligned;
  const auto step = static_cast<int64_t>(align);
  for (const PointerCase& each : pointer.cases) {
    if (each.object == 0) continue;
    const Progression seen = terms_.progression(each.offset);
    Term here = terms_.truth(true);
    if (objects_[each.object].align >= align) {
      if (seen.first % step == 0 && seen.step % step == 0) continue;
      const auto last = static_cast<uint32_t>(std::countr_zero(align)) - 1;
      const Term low = terms_.extract(each.offset, last, 0);
      here = terms_.negation(terms_.equal(low, terms_.number(last + 1, 0)));
    }
    here = terms_.conjunction(each.when, here);
    misaligned = terms_.disjunction(misaligned, here);
  }
  return misaligned;
}

Term Heap::points_to_constant(const Val& pointer) {
  Term constant = terms_.truth(false);
  for (const PointerCase& each : pointer.cases)
    if (objects_[each.object].constant) constant = terms_.disjunction(constant, each.when);
  return constant;
}

Term Heap::are_together(const Memory& memory, const Val& a, const Val& b) {
  Term together = terms_.truth(false);
  for (const PointerCase& left : a.cases)
    for (const PointerCase& right : b.cases) {
      const bool is_there = left.object < memory.size() && memory[left.object];
      if (left.object == 0 || left.object != right.object || !is_there) continue;
      const Term here = terms_.conjunction(left.when, right.when);
      together = terms_.disjunction(together, here);
    }
  return together;
}

Term Heap::combined(const Val& a, const Val& b, Term otherwise, const Combine& combine) {
  std::optional<Term> whole;
  for (const PointerCase& left : a.cases)
    for (const PointerCase& right : b.cases) {
      if (left.object != right.object) continue;
      const Term here = terms_.conjunction(left.when, right.when);
      const Term value = combine(left.offset, right.offset);
      whole = whole ? terms_.ite(here, value, *whole) : value;
    }
  return whole.value_or(otherwise);
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

Val Heap::shown(const Val& value, Shape shape) {
  if (!value.term || shape.bits == 0 || terms_.is_float(value.term) == shape.is_float) return value;
  return {
      shape.is_float ? terms_.float_from_bits(value.term) : terms_.float_bits(value.term), {}, {}};
}

// The offsets that an access which was checked may mean. Nothing if there are too many.
std::optional<std::vector<uint64_t>> Heap::places(uint32_t object, uint64_t bytes,
                                                  Term offset) const {
  const Progression seen = terms_.progression(offset);
  const auto step = static_cast<uint64_t>(std::max<int64_t>(seen.step, 1));
  std::vector<uint64_t> found;
  for (auto place = static_cast<uint64_t>(seen.first); place + bytes <= objects_[object].size;
       place += step) {
    if (found.size() == kMostPlaces) return std::nullopt;
    found.push_back(place);
  }
  return found;
}

std::optional<Val> Heap::load_fixed(const Cells& cells, uint32_t object, uint64_t offset,
                                    Shape shape) {
  const std::vector<Leaf>& leaves = objects_[object].leaves;
  for (size_t i = 0; i < leaves.size(); ++i)
    if (leaves[i].offset == offset && leaves[i].bits == shape.bits) {
      mixes_floats_ = mixes_floats_ || (leaves[i].is_float && !shape.is_float);
      return shown(cells[i], shape);
    }
  // Several numbers read as one, or a part of one: byte by byte, the lowest first. What is between
  // them is read when a structure is passed by value; nobody looks at it.
  Term whole;
  for (uint64_t byte = offset; byte < offset + shape.bits / 8; ++byte) {
    Term part = terms_.number(8, 0);
    for (size_t i = 0; i < leaves.size(); ++i) {
      if (byte < leaves[i].offset || byte >= end_of(leaves[i])) continue;
      if (cells[i].is_pointer() || leaves[i].bits == 0) return std::nullopt;
      mixes_floats_ = mixes_floats_ || leaves[i].is_float;
      const Term bits = shown(cells[i], {leaves[i].bits}).term;
      const auto low = static_cast<uint32_t>((byte - leaves[i].offset) * 8);
      part = terms_.extract(bits, low + 7, low);
    }
    whole = whole ? terms_.concat(part, whole) : part;
  }
  if (!whole) return std::nullopt;
  return shown({whole, {}, {}}, shape);
}

// The access is one to elements of an array of the solver, from the begin of one to the end of one.
bool Heap::is_whole_elements(const PointerCase& at, Shape shape) const {
  const int64_t size = objects_[at.object].leaves[0].bits / 8;
  const Progression seen = terms_.progression(at.offset);
  return shape.bits > 0 && shape.bits / 8 % size == 0 && seen.first % size == 0 &&
         seen.step % size == 0;
}

std::optional<Val> Heap::load_element(const Cells& cells, const PointerCase& from, Shape shape) {
  if (!is_whole_elements(from, shape)) return std::nullopt;
  const uint32_t bits = objects_[from.object].leaves[0].bits;
  Term whole = terms_.select(cells[0].term, from.offset);
  for (uint32_t low = bits; low < shape.bits; low += bits) {
    const Term further = terms_.number(64, low / 8);
    const Term place = terms_.operation(llvm::Instruction::Add, from.offset, further);
    const Term part = terms_.select(cells[0].term, place);
    whole = terms_.concat(part, whole);
  }
  return shown({whole, {}, {}}, shape);
}

std::optional<Val> Heap::load_case(const Cells& cells, const PointerCase& from, Shape shape) {
  if (objects_[from.object].is_array) return load_element(cells, from, shape);
  if (const auto offset = terms_.value(from.offset))
    return load_fixed(cells, from.object, offset->getZExtValue(), shape);
  const auto possible = places(from.object, bytes_of(shape), from.offset);
  if (!possible) return std::nullopt;
  // The access was checked: one of the places is meant, the last one if no other.
  std::optional<Val> chosen;
  for (size_t i = possible->size(); i-- > 0;) {
    std::optional<Val> value = load_fixed(cells, from.object, (*possible)[i], shape);
    if (!value) return std::nullopt;
    const Term place = terms_.number(64, (*possible)[i]);
    const Term here = terms_.equal(from.offset, place);
    chosen = chosen ? choose(here, *value, *chosen) : std::move(value);
  }
  return chosen ? chosen : zero({"", 0, shape.bits, false, false, shape.is_float});
}

std::optional<Val> Heap::load(const Memory& memory, const Val& pointer, Shape shape) {
  std::optional<Val> result;
  for (const PointerCase& each : pointer.cases) {
    if (each.object >= memory.size() || !memory[each.object]) continue;
    const std::optional<Val> value = load_case(*memory[each.object], each, shape);
    if (!value) return std::nullopt;
    Object& object = objects_[each.object];
    ++clock_;
    if (!object.read()) object.first_read = clock_;
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
    if (leaves[i].offset == offset && leaves[i].bits == shape.bits) {
      mixes_floats_ = mixes_floats_ || leaves[i].is_float != shape.is_float;
      cells[i] = choose(to.when, value, cells[i]);
      return true;
    }
  if (shape.bits == 0 || !value.term) return false;
  // Several numbers that are written as one, or a part of one.
  const Term bits = shown(value, {shape.bits}).term;
  const uint64_t end = offset + shape.bits / 8;
  bool written = false;
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Leaf& leaf = leaves[i];
    const uint64_t from = std::max(offset, leaf.offset);
    const uint64_t until = std::min(end, end_of(leaf));
    if (from >= until) continue;
    if (leaf.bits == 0 || cells[i].is_pointer()) return false;
    mixes_floats_ = mixes_floats_ || leaf.is_float || shape.is_float;
    const Term old = shown(cells[i], {leaf.bits}).term;
    auto cut = [&](Term whole, uint64_t begin, uint64_t low, uint64_t high) {
      return terms_.extract(whole, static_cast<uint32_t>((high - begin) * 8 - 1),
                            static_cast<uint32_t>((low - begin) * 8));
    };
    Term part = cut(bits, offset, from, until);
    if (from > leaf.offset) part = terms_.concat(part, cut(old, leaf.offset, leaf.offset, from));
    if (until < end_of(leaf))
      part = terms_.concat(cut(old, leaf.offset, until, end_of(leaf)), part);
    cells[i] = choose(to.when, {part, {}, {}}, cells[i]);
    written = true;
  }
  return written;
}

bool Heap::store_element(Cells& cells, const PointerCase& to, const Val& value, Shape shape) {
  if (!is_whole_elements(to, shape) || !value.term) return false;
  const Term whole = shown(value, {shape.bits}).term;
  const uint32_t bits = objects_[to.object].leaves[0].bits;
  Term changed = cells[0].term;
  for (uint32_t low = 0; low < shape.bits; low += bits) {
    const Term further = terms_.number(64, low / 8);
    const Term place = terms_.operation(llvm::Instruction::Add, to.offset, further);
    const Term part = terms_.extract(whole, low + bits - 1, low);
    changed = terms_.store(changed, place, part);
  }
  cells[0].term = terms_.ite(to.when, changed, cells[0].term);
  return true;
}

bool Heap::store_case(Cells& cells, const PointerCase& to, const Val& value, Shape shape) {
  if (objects_[to.object].is_array) return store_element(cells, to, value, shape);
  if (const auto offset = terms_.value(to.offset))
    return store_fixed(cells, to, offset->getZExtValue(), value, shape);
  const auto possible = places(to.object, bytes_of(shape), to.offset);
  if (!possible) return false;
  for (const uint64_t each : *possible) {
    const Term place = terms_.number(64, each);
    const Term same = terms_.equal(to.offset, place);
    const Term here = terms_.conjunction(to.when, same);
    if (!store_fixed(cells, {here, to.object, to.offset}, each, value, shape)) return false;
  }
  return true;
}

bool Heap::store(Memory& memory, const Val& pointer, const Val& value, Shape shape) {
  for (const PointerCase& each : pointer.cases) {
    if (each.object >= memory.size() || !memory[each.object]) continue;
    if (objects_[each.object].constant) continue;
    objects_[each.object].last_write = ++clock_;
    Cells cells = *memory[each.object];
    if (!store_case(cells, each, value, shape)) return false;
    memory[each.object] = std::make_shared<const Cells>(std::move(cells));
  }
  return true;
}

}  // namespace pg
