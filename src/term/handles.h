#pragma once

#include <compare>
#include <cstdint>
#include <utility>

#include <absl/hash/hash.h>

namespace pg {

// A 32-bit name for something that a Pool owns. Comparing handles compares what they name, as the
// pool keeps each thing once. A default handle names nothing.
template <typename Tag>
class Handle {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  constexpr Handle() = default;
  constexpr explicit Handle(uint32_t id) : id_(id) {}
  constexpr uint32_t id() const { return id_; }
  constexpr explicit operator bool() const { return id_ != kNone; }
  constexpr auto operator<=>(const Handle&) const = default;

  template <typename H>
  friend H AbslHashValue(H h, Handle handle) {
    return H::combine(std::move(h), handle.id_);
  }

 private:
  uint32_t id_ = kNone;
};

using Symbol = Handle<struct SymbolTag>;      // an interned text
using SortCtor = Handle<struct SortCtorTag>;  // what a sort is made with: BitVec, Array, List, U
using Sort = Handle<struct SortTag>;
using Head =
    Handle<struct HeadTag>;  // what a term is made with: an operator, a function, a literal
using Term = Handle<struct TermTag>;

}  // namespace pg
