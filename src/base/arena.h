#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pg {

// Bump allocation with addresses that never move; everything is freed at once.
class Arena {
 public:
  template <typename T>
  std::span<const T> copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__, "chunks are aligned no further");
    if (items.empty()) return {};
    void* memory = allocate(items.size_bytes(), alignof(T));
    std::memcpy(memory, items.data(), items.size_bytes());
    return {static_cast<const T*>(memory), items.size()};
  }
  std::string_view copy(std::string_view text) {
    std::span<const char> kept = copy(std::span<const char>(text.data(), text.size()));
    return {kept.data(), kept.size()};
  }
  size_t bytes() const { return bytes_; }

 private:
  static constexpr size_t kChunk = size_t{1} << 18;

  void* allocate(size_t bytes, size_t alignment) {
    size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (start + bytes > capacity_) {
      capacity_ = bytes > kChunk ? bytes : kChunk;
      chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(capacity_));
      bytes_ += capacity_;
      start = 0;
    }
    used_ = start + bytes;
    return chunks_.back().get() + start;
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
  size_t bytes_ = 0;
};

}  // namespace pg
