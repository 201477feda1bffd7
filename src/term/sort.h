#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "term/handles.h"
#include "term/known.h"

namespace pg {

// The sort constructors that the theories bring. Unknown is the sort of what we do not understand;
// Param is a sort variable of a parametric declaration.
enum class SortKind : uint8_t {
  Unknown,
  Bool,
  Int,
  Real,
  String,
  RegLan,
  RoundingMode,
  Char,
  BitVec,
  FloatingPoint,
  FiniteField,
  Array,
  Seq,
  Set,
  Bag,
  RegEx,
  Nullable,
  Tuple,
  Arrow,
  Param,
  Declared,  // by the script: uninterpreted, or a datatype
};

struct SortSpec {
  SortKind kind;
  std::string_view name;
  uint8_t indices = 0;
  int8_t arity = 0;  // -1: any number
  Known known = kStandard;
};

inline constexpr std::array kSortSpecs = std::to_array<SortSpec>({
    {SortKind::Unknown, "?"},
    {SortKind::Bool, "Bool"},
    {SortKind::Int, "Int"},
    {SortKind::Real, "Real"},
    {SortKind::String, "String"},
    {SortKind::RegLan, "RegLan"},
    {SortKind::RoundingMode, "RoundingMode"},
    {SortKind::Char, "Unicode", 0, 0, kZ3},
    {SortKind::BitVec, "BitVec", 1},
    {SortKind::FloatingPoint, "FloatingPoint", 2},
    {SortKind::FiniteField, "FiniteField", 1, 0, kCvc5},
    {SortKind::Array, "Array", 0, 2},
    {SortKind::Seq, "Seq", 0, 1, kZ3 | kCvc5},
    {SortKind::Set, "Set", 0, 1, kCvc5 | kCvc4},
    {SortKind::Bag, "Bag", 0, 1, kCvc5},
    {SortKind::RegEx, "RegEx", 0, 1, kZ3},
    {SortKind::Nullable, "Nullable", 0, 1, kCvc5},
    {SortKind::Tuple, "Tuple", 0, -1, kCvc5},
    {SortKind::Arrow, "->", 0, -1, kStandard27 | kCvc5},
    {SortKind::Param, "!", 1},
});
static_assert([] {
  for (size_t i = 0; i < kSortSpecs.size(); ++i)
    if (static_cast<size_t>(kSortSpecs[i].kind) != i) return false;
  return kSortSpecs.size() == static_cast<size_t>(SortKind::Declared);
}());

// Other names of sorts: fixed formats of floats, and what wraps its arguments in a tuple.
struct SortAlias {
  std::string_view name;
  SortKind kind;
  std::array<uint32_t, 2> indices = {};
  bool tuple = false;  // the arguments become one tuple: (Relation A B) is (Set (Tuple A B))
};

inline constexpr std::array kSortAliases = std::to_array<SortAlias>({
    {"Float16", SortKind::FloatingPoint, {5, 11}},
    {"Float32", SortKind::FloatingPoint, {8, 24}},
    {"Float64", SortKind::FloatingPoint, {11, 53}},
    {"Float128", SortKind::FloatingPoint, {15, 113}},
    {"UnitTuple", SortKind::Tuple},
    {"Relation", SortKind::Set, {}, true},
    {"Table", SortKind::Bag, {}, true},
});

constexpr SortCtor ctor_of(SortKind kind) { return SortCtor(static_cast<uint32_t>(kind)); }

// The plain sorts have fixed handles in every pool (Pool's constructor makes them in this order).
inline constexpr Sort kUnknown{static_cast<uint32_t>(SortKind::Unknown)};
inline constexpr Sort kBool{static_cast<uint32_t>(SortKind::Bool)};
inline constexpr Sort kInt{static_cast<uint32_t>(SortKind::Int)};
inline constexpr Sort kReal{static_cast<uint32_t>(SortKind::Real)};
inline constexpr Sort kString{static_cast<uint32_t>(SortKind::String)};
inline constexpr Sort kRegLan{static_cast<uint32_t>(SortKind::RegLan)};
inline constexpr Sort kRoundingMode{static_cast<uint32_t>(SortKind::RoundingMode)};
inline constexpr Sort kChar{static_cast<uint32_t>(SortKind::Char)};

constexpr bool is_number(Sort sort) { return sort == kInt || sort == kReal; }

// Bit-vectors and floats wider than this are refused: the one limit on indices of sorts. Solvers
// give up far below it, and a width of 2^32-1 would only ask for memory.
inline constexpr uint32_t kMaxWidth = uint32_t{1} << 24;

// Sorts with more parts than this are refused: definitions of sorts can double at each step.
inline constexpr uint32_t kMaxSortSize = 100'000;

// True if the indices make a sort of this kind: widths in range, formats with enough bits.
constexpr bool indices_in_range(SortKind kind, std::span<const uint32_t> indices) {
  const uint32_t least = kind == SortKind::FloatingPoint ? 2 : 1;
  if (kind == SortKind::Param) return true;
  for (uint32_t index : indices)
    if (index < least || index > kMaxWidth) return false;
  return true;
}

}  // namespace pg
