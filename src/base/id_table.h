#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"

namespace pg {

// The index of things that are kept once in an array of their own: from a hash to the position in
// that array. A slot is eight bytes with part of the hash, so that a look-up touches one cache line
// and growing touches no thing; general hash tables need two or three. It is the inner loop of
// reading and building terms.
class IdTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // The id for which equal(id) holds, or that of the new thing which add() appends.
  template <typename Equal, typename Add>
  uint32_t find_or_add(uint64_t hash, Equal equal, Add add) {
    if (2 * (count_ + 1) > slots_.size()) grow(2 * (count_ + 1));
    const auto tag = static_cast<uint32_t>(hash);
    Slot* slot = probe(tag, equal);
    if (slot->id == kNone) {
      *slot = {tag, add()};
      ++count_;
    }
    return slot->id;
  }

  // kNone if there is none.
  template <typename Equal>
  uint32_t find(uint64_t hash, Equal equal) const {
    if (slots_.empty()) return kNone;
    return const_cast<IdTable*>(this)->probe(static_cast<uint32_t>(hash), equal)->id;
  }

  void reserve(size_t count) {
    if (2 * count > slots_.size()) grow(2 * count);
  }

 private:
  struct Slot {
    uint32_t tag;
    uint32_t id;
  };

  template <typename Equal>
  Slot* probe(uint32_t tag, Equal equal) {
    const size_t mask = slots_.size() - 1;
    size_t at = tag & mask;
    while (slots_[at].id != kNone && !(slots_[at].tag == tag && equal(slots_[at].id)))
      at = (at + 1) & mask;
    return &slots_[at];
  }

  void grow(size_t least) {
    size_t size = 16;
    while (size < least) size *= 2;
    std::vector<Slot> old(size, Slot{0, kNone});
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.id != kNone) *probe(slot.tag, [](uint32_t) { return false; }) = slot;
  }

  std::vector<Slot> slots_;  // a power of two, at most half full
  size_t count_ = 0;
};

}  // namespace pg
