#include <vector>

#include <gtest/gtest.h>

#include "base/id_table.h"

namespace pg {
namespace {

// Numbers kept once, under a hash of the test's choice.
class Numbers {
 public:
  explicit Numbers(uint64_t (*hash)(uint64_t)) : hash_(hash) {}

  uint32_t keep(uint64_t number) {
    return table_.find_or_add(
        hash_(number), [&](uint32_t id) { return numbers_[id] == number; },
        [&] {
          numbers_.push_back(number);
          return static_cast<uint32_t>(numbers_.size() - 1);
        });
  }
  uint32_t find(uint64_t number) const {
    return table_.find(hash_(number), [&](uint32_t id) { return numbers_[id] == number; });
  }
  void reserve(size_t count) { table_.reserve(count); }
  size_t size() const { return numbers_.size(); }

 private:
  uint64_t (*hash_)(uint64_t);
  std::vector<uint64_t> numbers_;
  IdTable table_;
};

uint64_t spread(uint64_t number) { return number * 0x9e3779b97f4a7c15u; }
uint64_t same(uint64_t) { return 7; }
uint64_t high_half_only(uint64_t number) { return number << 32; }
uint64_t last_slots(uint64_t number) { return UINT32_MAX - number % 3; }

void check(Numbers& numbers, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) ASSERT_EQ(numbers.keep(i * i), i);
  for (uint64_t i = 0; i < count; ++i) ASSERT_EQ(numbers.keep(i * i), i);
  for (uint64_t i = 0; i < count; ++i) ASSERT_EQ(numbers.find(i * i), i);
  EXPECT_EQ(numbers.find(2), IdTable::kNone);
  EXPECT_EQ(numbers.size(), count);
}

TEST(IdTable, AnEmptyOneFindsNothing) {
  const Numbers numbers(spread);
  EXPECT_EQ(numbers.find(1), IdTable::kNone);
}

TEST(IdTable, KeepsEachThingOnceWhileItGrows) {
  Numbers numbers(spread);
  check(numbers, 20'000);
}

TEST(IdTable, TellsThingsOfOneHashApart) {
  Numbers equal(same);
  check(equal, 300);
  Numbers high(high_half_only);
  check(high, 300);
}

TEST(IdTable, WrapsAroundAtItsEnd) {
  Numbers numbers(last_slots);
  check(numbers, 300);
}

TEST(IdTable, ReservingChangesNothingElse) {
  Numbers numbers(spread);
  numbers.reserve(1000);
  check(numbers, 3000);
  numbers.reserve(10);
  EXPECT_EQ(numbers.find(49), 7u);
  numbers.reserve(100'000);
  EXPECT_EQ(numbers.find(49), 7u);
  EXPECT_EQ(numbers.find(2), IdTable::kNone);
}

}  // namespace
}  // namespace pg
