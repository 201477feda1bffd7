#pragma once

#include <functional>
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

// The value of a register: a number, a pointer by its cases, or several values in one register.
struct Val {
  Term term;
  std::vector<Val> parts;
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
  Term extent = {};          // its bytes where they are computed, at most `size`
  uint64_t align = 1;
  // When it was read first and written last on some path, in the order of execution; 0: never.
  uint64_t first_read = 0;
  uint64_t last_write = 0;
  bool read() const { return first_read != 0; }
  bool written() const { return last_write != 0; }
};

// The values of the leaves of each object; a float is there as itself or as its bits, whichever was
// written. Copies share what is not changed.
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
  // The pointer does not have that many bytes, a number of 64 bits, in its object.
  // Or the object is no more.
  Term is_outside(const Memory& memory, const Val& pointer, Term bytes);
  // The pointer is no multiple of a power of two.
  Term is_misaligned(const Val& pointer, uint64_t align);
  Term points_to_constant(const Val& pointer);
  // Both are in one object, which is still there.
  Term are_together(const Memory& memory, const Val& a, const Val& b);
  // What the numbers are that two such pointers have as offsets.
  using Combine = std::function<Term(Term left, Term right)>;
  Term combined(const Val& a, const Val& b, Term otherwise, const Combine& combine);
  std::optional<Term> equal(const Val& a, const Val& b);

  // Empty if the object has no such part: bytes of a pointer, or too many places that may be meant.
  std::optional<Val> load(const Memory& memory, const Val& pointer, Shape shape);
  bool store(Memory& memory, const Val& pointer, const Val& value, Shape shape);
  // What a leaf that holds this value shows: floats as such, whichever way they were written.
  Val shown(const Val& value, Shape shape);
  // A value of all zeros for a leaf.
  Val zero(const Leaf& leaf);
  // A float was read as something else, or something else as a float: registers for floats do not
  // keep the bits of a NaN.
  bool mixes_floats() const { return mixes_floats_; }
  // A choice between a pointer and a number was made.
  bool mixes_pointers() const { return mixes_pointers_; }

 private:
  std::optional<std::vector<uint64_t>> places(uint32_t object, uint64_t bytes, Term offset) const;
  std::optional<Val> load_case(const Cells& cells, const PointerCase& from, Shape shape);
  std::optional<Val> load_fixed(const Cells& cells, uint32_t object, uint64_t offset, Shape shape);
  std::optional<Val> load_element(const Cells& cells, const PointerCase& from, Shape shape);
  bool is_whole_elements(const PointerCase& at, Shape shape) const;
  bool store_case(Cells& cells, const PointerCase& to, const Val& value, Shape shape);
  bool store_fixed(Cells& cells, const PointerCase& to, uint64_t offset, const Val& value,
                   Shape shape);
  bool store_element(Cells& cells, const PointerCase& to, const Val& value, Shape shape);

  Terms& terms_;
  std::vector<Object> objects_;
  uint64_t clock_ = 0;  // of reads and writes
  bool mixes_floats_ = false;
  bool mixes_pointers_ = false;
};

}  // namespace pg
