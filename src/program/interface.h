#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pg {

// A number inside an object: a whole variable, an element, a field.
struct Leaf {
  std::string path;  // from the element: ".width", "[2]"; empty for the whole of it
  uint64_t offset = 0;
  uint32_t bits = 0;
  bool is_signed = false;
  bool is_truth = false;  // _Bool: 0 or 1
  bool is_float = false;  // float or double; its value are its bits
  uint32_t shift = 0;     // of a bit-field: bits before it in its first byte
  bool in_union = false;
  bool is_raw = false;      // a byte of what `path` names, which is or has a union
  uint64_t byte = 0;        // and which one of it
  bool is_padding = false;  // between the numbers of a structure, or behind them

  // Tells it from the other leaves of the element.
  std::string name() const;
  bool is_bit_field() const { return shift != 0 || bits % 8 != 0; }
};

// Bytes of a structure that are passed as one number.
inline constexpr uint64_t kPieceSize = 8;
// Calls of external functions that are followed.
inline constexpr uint32_t kMostExternalCalls = 8;

struct Parameter {
  std::string name;
  bool says_null = false;  // no argument: whether the pointer behind it, of its name, is null
  std::string type;        // in C, of the number or of what the pointer points to
  std::string dimensions;  // that C writes behind the name of an array of arrays: [3]
  bool pointer = false;    // the argument is in memory
  bool by_value = false;   // and it is that object, a structure, instead of its address
  bool external = false;   // no argument at all: what the calls of this function return
  uint32_t arguments = 1;  // that it is passed in
  uint32_t length = 1;     // elements
  bool is_string = false;  // they are characters, one of which is 0
  bool is_length_assumed = false;  // nobody said how many; see AssumptionKind::Length
  uint64_t size = 0;               // bytes of an element
  std::vector<Leaf> leaves;
};

struct GlobalVariable {
  std::string name;
  uint64_t size = 0;
  std::vector<Leaf> leaves;
};

// An object that a pointer may point into which a function returns.
struct PointerTarget {
  std::string name;  // as the module has it: that of a static local has a dot in it
  bool is_parameter = false;
  bool is_array = false;         // its name alone is a pointer to its begin
  uint64_t step = 0;             // bytes of an element
  uint64_t size = 0;             // bytes of all
  std::string text;              // of a string literal: its characters
  std::vector<uint64_t> places;  // of a string literal: the pointer to each of these

  // C has a name for it.
  bool has_name() const { return !text.empty() || name.find('.') == name.npos; }
};

// What stands for a pointer to there; null is 0.
constexpr uint64_t target_value(uint64_t index, uint64_t offset) {
  return (index + 1) << 32 | offset;
}
constexpr uint64_t target_index(uint64_t value) { return (value >> 32) - 1; }
constexpr uint64_t target_offset(uint64_t value) { return value & 0xffffffff; }

// What holds of every input, in C and in words.
struct InputCondition {
  std::string code;
  std::string text;
};

// What goes into a function and what can be seen of it.
struct Interface {
  std::string function;
  std::string result_type;  // in C
  Leaf result;              // no bits: void, or a structure
  Parameter returned;       // that structure; else without leaves
  bool returns_pointer = false;
  std::vector<PointerTarget> targets;  // of that pointer
  std::vector<Parameter> parameters;
  std::vector<InputCondition> conditions;
  std::vector<GlobalVariable> globals;  // those that can change
  std::vector<std::string> externals;   // functions that are called and that nobody defines
  std::vector<std::string> functions;   // that the program defines

  size_t value_count() const;
  // The bits of a float can be given and seen.
  bool has_union() const;
  bool returns_structure() const { return !returned.leaves.empty(); }
  // What is in memory: of the parameters, and at the end the structure that is returned.
  std::vector<const Parameter*> objects() const;
};

// Of the bytes of an element, the bits that its numbers have; the others are padding.
std::vector<uint8_t> used_bits(const Parameter& parameter);

// What a user should know of how the parameters are made, a sentence each.
std::vector<std::string> notes_of(const Interface& interface);

// The values of all leaves, parameter by parameter and element by element.
using Input = std::vector<uint64_t>;

// A value of a leaf as C writes it, without a suffix; nan and inf are words.
std::string print_number(uint64_t value, const Leaf& leaf);

// A string's characters without the zeros at its end; nothing if there is no zero at the end.
std::optional<std::string> string_text(std::span<const uint64_t> characters);

// What a function returns, as C writes it: 7, a + 3, "abc". Of a pointer, what parameters point to
// has the prefix before its name.
std::string print_result(uint64_t value, const Interface& interface, std::string_view prefix = {});
// Text between quotes, as C writes it.
std::string text_literal(std::string_view text);

// Floats of 32 and 64 bits, and what stands for them.
double float_of(uint64_t value, uint32_t bits);
uint64_t bits_of(double number, uint32_t bits);

// Of one of these: n, a[2].width, a is null.
std::string value_name(const Parameter& parameter, uint32_t element, const Leaf& leaf);

// The names of the pointers that are null in this input.
std::vector<std::string> null_pointers(const Interface& interface, const Input& input);

// Calls visit(parameter, element, leaf, index of its value) for every value of an input.
template <typename Visit>
void for_each_value(const Interface& interface, Visit visit) {
  size_t index = 0;
  for (const Parameter& parameter : interface.parameters)
    for (uint32_t element = 0; element < parameter.length; ++element)
      for (const Leaf& leaf : parameter.leaves) visit(parameter, element, leaf, index++);
}

// The exit code of what ends in a function that nobody defines and that does not return. No exit
// has it.
inline constexpr uint32_t kNoReturnCode = 256;

// What a function call left behind.
struct Observation {
  enum class End : char { Return = 'r', Exit = 'x', Trap = 't' };
  End end = End::Return;
  bool undefined = false;  // behaviour that C leaves undefined was met on the way
  bool unset = false;      // what was never given a value was used
  uint32_t code = 0;       // of the exit or the trap
  uint64_t steps = 0;
  uint64_t result = 0;
  uint64_t calls = 0;                         // of external functions, with their arguments: a hash
  std::vector<std::vector<uint8_t>> arrays;   // what is in memory
  std::vector<std::vector<uint8_t>> globals;  // that can change

  // Only such an execution can be expected of a program.
  bool is_defined() const { return end != End::Trap && !undefined && !unset; }
};

// The number that a leaf of the element which begins here holds.
uint64_t read_leaf(const std::vector<uint8_t>& bytes, uint64_t begin, const Leaf& leaf);
void write_leaf(std::vector<uint8_t>& bytes, uint64_t begin, const Leaf& leaf, uint64_t value);

}  // namespace pg
