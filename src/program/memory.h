#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/interface.h"
#include "program/terms.h"

namespace pg {

// Where a pointer may point to: an object and an offset in bytes, under a condition.
struct PointerCase {
  Term when;
  uint32_t object;
  Term offset;  // 64 bits
};

// The value of a register: a number, or a pointer by its cases. The second number is the overflow
// of an operation that tells both.
struct Val {
  Term term;
  Term second;
  std::vector<PointerCase> cases;
  bool is_pointer() const { return !cases.empty(); }
};

// What an access means: a number of these bits, a float, or a pointer, which has none.
struct Shape {
  uint32_t bits = 0;
  bool is_float = false;
  bool operator==(const Shape&) const = default;
};
inline Shape shape_of(const Leaf& leaf) { return {leaf.bits, leaf.is_float}; }

struct Object {
  std::string name;
  uint64_t size = 0;
  bool constant = false;
  std::vector<Leaf> leaves;  // pointers have 0 bits
  bool is_array = false;     // its one value is a term of an array sort
};

// The values of the leaves of each object. Copies share what is not changed.
using Cells = std::vector<Val>;
using Memory = std::vector<std::shared_ptr<const Cells>>;

// Objects and what can be done to them. Object 0 is the null pointer's, which has no bytes.
class Heap {
 public:
  explicit Heap(Terms& terms);

  // Objects with many numbers of one width are arrays of the solver, others a term a number.
  uint32_t add(Memory& memory, Object object, Cells cells);
  void set(Memory& memory, uint32_t id, Cells cells);
  const Object& object(uint32_t id) const { return objects_[id]; }

  Val pointer_to(uint32_t object, uint64_t offset = 0);
  Val null() { return pointer_to(0); }
  Val moved(const Val& pointer, Term bytes);
  // a where the condition holds, else b.
  Val choose(Term condition, const Val& a, const Val& b);
  Memory choose(Term condition, const Memory& a, const Memory& b);
  // The pointer does not have that many bytes in its object.
  Term is_outside(const Val& pointer, uint64_t bytes);
  Term points_to_constant(const Val& pointer);
  std::optional<Term> equal(const Val& a, const Val& b);

  // Empty if the object has no such part: bytes of a pointer, a computed index that may be one to
  // half a number.
  std::optional<Val> load(const Memory& memory, const Val& pointer, Shape shape);
  bool store(Memory& memory, const Val& pointer, const Val& value, Shape shape);
  // A value of all zeros for a leaf.
  Val zero(const Leaf& leaf);

 private:
  bool has_no_bits(uint32_t object, uint64_t offset, uint32_t bits) const;
  std::optional<Val> load_case(const Cells& cells, const PointerCase& from, Shape shape);
  std::optional<Val> load_fixed(const Cells& cells, uint32_t object, uint64_t offset, Shape shape);
  bool store_element(Cells& cells, const PointerCase& to, const Val& value);
  bool store_case(Cells& cells, const PointerCase& to, const Val& value, Shape shape);
  bool store_fixed(Cells& cells, const PointerCase& to, uint64_t offset, const Val& value,
                   Shape shape);
  // The leaves that an access of this shape may mean; none where the offset may be beside them.
  std::vector<size_t> candidates(uint32_t object, Shape shape, Term offset);

  Terms& terms_;
  std::vector<Object> objects_;
};

}  // namespace pg
