#include <numeric>
#include <string>

#include <gtest/gtest.h>

#include "base/arena.h"

namespace pg {
namespace {

bool aligned(const void* pointer, size_t alignment) {
  return reinterpret_cast<uintptr_t>(pointer) % alignment == 0;
}

TEST(Arena, KeepsACopy) {
  Arena arena;
  std::string text = "abc";
  const std::string_view kept = arena.copy(std::string_view(text));
  text = "xyz";
  EXPECT_EQ(kept, "abc");
}

TEST(Arena, NothingNeedsNoMemory) {
  Arena arena;
  EXPECT_TRUE(arena.copy(std::string_view()).empty());
  EXPECT_TRUE(arena.copy(std::span<const uint32_t>()).empty());
}

TEST(Arena, AlignsWhateverCameBefore) {
  Arena arena;
  for (size_t odd = 1; odd < 40; ++odd) {
    arena.copy(std::string_view(std::string(odd, 'x')));
    const uint64_t wide[] = {1, 2, 3};
    EXPECT_TRUE(aligned(arena.copy(std::span<const uint64_t>(wide)).data(), alignof(uint64_t)));
    arena.copy(std::string_view("y"));
    const uint16_t narrow[] = {4};
    EXPECT_TRUE(aligned(arena.copy(std::span<const uint16_t>(narrow)).data(), alignof(uint16_t)));
    const long double widest[] = {5};
    EXPECT_TRUE(
        aligned(arena.copy(std::span<const long double>(widest)).data(), alignof(long double)));
  }
}

// Many chunks: what was given out first must neither move nor be written over.
TEST(Arena, AddressesAndContentsStay) {
  Arena arena;
  std::vector<std::string_view> kept;
  std::vector<std::string> expected;
  for (size_t i = 0; i < 20'000; ++i) {
    expected.push_back(std::to_string(i) + std::string(i % 97, 'z'));
    kept.push_back(arena.copy(std::string_view(expected.back())));
  }
  for (size_t i = 0; i < kept.size(); ++i) ASSERT_EQ(kept[i], expected[i]);
}

TEST(Arena, TakesBlocksLargerThanAChunk) {
  Arena arena;
  const std::string_view before = arena.copy(std::string_view("before"));
  std::vector<uint32_t> large(1'000'000);
  std::iota(large.begin(), large.end(), 0u);
  const std::span<const uint32_t> kept = arena.copy(std::span<const uint32_t>(large));
  const std::string_view after = arena.copy(std::string_view("after"));
  EXPECT_TRUE(std::equal(kept.begin(), kept.end(), large.begin(), large.end()));
  EXPECT_EQ(before, "before");
  EXPECT_EQ(after, "after");
}

// Blocks of exactly, just below and just above what is left of a chunk.
TEST(Arena, FillsAChunkToItsLastByte) {
  constexpr size_t kChunk = size_t{1} << 18;
  for (size_t first : {size_t{0}, size_t{1}, size_t{100}}) {
    for (size_t size = kChunk - first - 1; size <= kChunk - first + 1; ++size) {
      Arena arena;
      const std::string a(first, 'a');
      const std::string b(size, 'b');
      const std::string_view kept_a = arena.copy(std::string_view(a));
      const std::string_view kept_b = arena.copy(std::string_view(b));
      const std::string_view kept_c = arena.copy(std::string_view("c"));
      EXPECT_EQ(kept_a, a);
      EXPECT_EQ(kept_b, b);
      EXPECT_EQ(kept_c, "c");
    }
  }
}

}  // namespace
}  // namespace pg
