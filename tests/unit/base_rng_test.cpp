#include <array>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "base/rng.h"

namespace pg {
namespace {

using testing::ElementsAre;

std::vector<uint64_t> draw(Rng rng, size_t count) {
  std::vector<uint64_t> drawn;
  for (size_t i = 0; i < count; ++i) drawn.push_back(rng.next());
  return drawn;
}

// The numbers of the reference implementation of xoshiro256**, its state filled by SplitMix64
// (prng.di.unimi.it). They are the same on every machine, or runs could not be repeated.
TEST(Rng, GivesTheReferenceSequence) {
  EXPECT_THAT(draw(Rng(0), 5),
              ElementsAre(0x99ec5f36cb75f2b4u, 0xbf6e1f784956452au, 0x1a5f849d4933e6e0u,
                          0x6aa594f1262d2d2cu, 0xbba5ad4a1f842e59u));
  EXPECT_THAT(draw(Rng(42), 3),
              ElementsAre(0x15780b2e0c2ec716u, 0x6104d9866d113a7eu, 0xae17533239e499a1u));
}

TEST(Rng, BoundedDrawsAreFixed) {
  Rng rng(42);
  std::vector<uint64_t> drawn;
  for (int i = 0; i < 8; ++i) drawn.push_back(rng.below(10));
  EXPECT_THAT(drawn, ElementsAre(2, 2, 9, 3, 6, 4, 4, 7));
}

TEST(Rng, ForksAreFixed) {
  const Rng rng(42);
  EXPECT_EQ(rng.fork(0).next(), 0xeeb01a2ebf950318u);
  EXPECT_EQ(rng.fork(7).next(), 0x8a0092127cd91059u);
  EXPECT_EQ(rng.fork(3).fork(9).next(), 0xbc09d8b359878ddbu);
}

TEST(Rng, BelowOneIsZero) {
  Rng rng(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0u);
}

// The sequence is fixed, so the counts are; the bound is five standard deviations.
TEST(Rng, BelowIsUniformOnSmallBounds) {
  constexpr uint64_t kDraws = 60'000;
  for (uint64_t bound : {2u, 3u, 5u, 6u, 7u, 10u}) {
    Rng rng(bound);
    std::vector<uint64_t> counts(bound);
    for (uint64_t i = 0; i < kDraws; ++i) ++counts.at(rng.below(bound));
    const double expected = static_cast<double>(kDraws) / static_cast<double>(bound);
    double variance = expected * (1 - 1 / static_cast<double>(bound));
    for (uint64_t count : counts) {
      const double off = static_cast<double>(count) - expected;
      EXPECT_LT(off * off, 25 * variance) << count << " of " << expected << ", bound " << bound;
    }
  }
}

// With this bound nearly half of all draws must be thrown away: x % bound would hit the lower
// numbers twice as often.
TEST(Rng, BelowThrowsAwayWhatWouldFavourSmallNumbers) {
  constexpr uint64_t kBound = (uint64_t{1} << 63) + 1;
  constexpr uint64_t kReject = (uint64_t{1} << 63) - 1;  // 2^64 mod bound
  Rng rng(5);
  Rng raw(5);
  int thrown = 0;
  for (int i = 0; i < 1000; ++i) {
    uint64_t accepted = raw.next();
    for (; accepted < kReject; accepted = raw.next()) ++thrown;
    ASSERT_EQ(rng.below(kBound), accepted % kBound);
  }
  EXPECT_GT(thrown, 800);
  EXPECT_LT(thrown, 1200);
}

TEST(Rng, ChanceZeroIsNeverAndChanceOneIsAlways) {
  Rng rng(3);
  for (int i = 0; i < 200; ++i) {
    EXPECT_FALSE(rng.chance(0, 4));
    EXPECT_TRUE(rng.chance(4, 4));
  }
}

TEST(Rng, ChanceIsItsFraction) {
  Rng rng(4);
  int hits = 0;
  for (int i = 0; i < 30'000; ++i) hits += rng.chance(1, 3) ? 1 : 0;
  EXPECT_NEAR(hits, 10'000, 400);
}

TEST(Rng, ForkDoesNotAdvance) {
  Rng rng(9);
  const std::vector<uint64_t> without = draw(rng, 4);
  (void)rng.fork(1);
  (void)rng.fork(2).fork(3);
  EXPECT_EQ(draw(rng, 4), without);
}

TEST(Rng, ForkDependsOnItsNumberOnly) {
  const Rng rng(9);
  EXPECT_EQ(draw(rng.fork(5), 4), draw(rng.fork(5), 4));
  EXPECT_NE(draw(rng.fork(5), 4), draw(rng.fork(6), 4));
  EXPECT_NE(draw(Rng(9).fork(5), 4), draw(Rng(10).fork(5), 4));
}

TEST(Rng, ForksOfForksKeepTheirOrder) {
  const Rng rng(9);
  EXPECT_NE(draw(rng.fork(1).fork(2), 2), draw(rng.fork(2).fork(1), 2));
  EXPECT_NE(draw(rng.fork(1).fork(2), 2), draw(rng.fork(3), 2));
}

// Neighbouring streams share no number with each other or with their parent.
TEST(Rng, StreamsAreDisjoint) {
  const Rng rng(0);
  std::set<uint64_t> seen;
  size_t drawn = 0;
  auto take = [&](const Rng& stream) {
    for (uint64_t number : draw(stream, 50)) {
      seen.insert(number);
      ++drawn;
    }
  };
  take(rng);
  for (uint64_t i = 0; i < 200; ++i) {
    take(rng.fork(i));
    take(rng.fork(i).fork(0));
  }
  EXPECT_EQ(seen.size(), drawn);
}

// Each bit of the first number is set in about half of the streams.
TEST(Rng, StreamsDifferInEveryBit) {
  const Rng rng(0);
  std::array<int, 64> ones{};
  constexpr int kStreams = 4000;
  for (uint64_t i = 0; i < kStreams; ++i) {
    const uint64_t number = rng.fork(i).next();
    for (size_t bit = 0; bit < 64; ++bit) ones[bit] += number >> bit & 1;
  }
  for (int count : ones) EXPECT_NEAR(count, kStreams / 2, 160);  // five standard deviations
}

TEST(RngDeathTest, DrawFromNothingIsOurOwnBug) {
  Rng rng(1);
  EXPECT_EXIT((void)rng.below(0), testing::ExitedWithCode(kExitInternal), "empty range");
}

}  // namespace
}  // namespace pg
