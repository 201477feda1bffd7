#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "theory/value.h"

// Regular expressions as values: nodes that the pool keeps once, made by constructors that bring
// them into a normal form. Equal values denote equal languages; the converse does not hold.
namespace pg::regex {

enum class Node : uint8_t {
  None,    // the empty language
  Empty,   // the empty word
  Chars,   // one character: sorted, separate intervals of code points
  Text,    // a word from an offset on: a string, or a sequence for expressions over sequences
  Concat,  // two parts; the first may be a Concat too
  Union,
  Inter,
  Not,
  Loop,  // a body, its least and its greatest number
};

inline Node node(Value re) { return static_cast<Node>(re.aux() & 0xFF); }
// Whether the empty word is in the language: known when a node is made.
inline bool nullable(Value re) { return (re.aux() & 0x100) != 0; }

struct Interval {
  uint32_t first;
  uint32_t last;
};

// How often a loop may run; kept as it is written, never unrolled.
inline constexpr uint64_t kUnbounded = UINT64_MAX;
inline constexpr uint64_t kMaxCount = uint64_t{1} << 62;

struct Loop {
  Value body;
  uint64_t least;
  uint64_t most;
};

// The parts of a node that are regular expressions.
std::span<const Value> parts(const ValuePool& values, Value re);
std::vector<Interval> intervals(const ValuePool& values, Value chars);
// Any node can be read as a loop: most run once.
Loop as_loop(const ValuePool& values, Value re);

class Builder {
 public:
  explicit Builder(ValuePool& values) : values_(values) {}
  ValuePool& values() { return values_; }

  Value none() { return make(Node::None, false, {}); }
  Value empty() { return make(Node::Empty, true, {}); }
  Value any_char();
  Value all() { return loop(any_char(), 0, kUnbounded); }
  Value chars(std::vector<Interval> intervals);
  Value text(Value word, uint64_t offset = 0);
  Value concat(Value first, Value second);
  Value unite(std::vector<Value> items);
  Value intersect(std::vector<Value> items);
  Value complement(Value re);
  Value loop(Value body, uint64_t least, uint64_t most);

 private:
  Value make(Node node, bool nullable, std::span<const Value> items);
  Value merge(Value first, Value second);
  void flatten(Node node, std::vector<Value>& items) const;
  void unite_chars(std::vector<Value>& items);
  void unite_loops(std::vector<Value>& items);
  void intersect_chars(std::vector<Value>& items);

  ValuePool& values_;
};

// What to make of a leaf that is a text, when an expression is built again elsewhere.
class Leaves {
 public:
  virtual ~Leaves() = default;
  virtual Value text(Value text) = 0;
};

// The same expression, or that of the reversed words, in another pool or in the same one.
Value rebuild(const ValuePool& from, Value re, Builder& to, bool reversed, Leaves& leaves);

}  // namespace pg::regex
