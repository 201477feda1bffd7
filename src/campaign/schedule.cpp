#include "campaign/schedule.h"

#include <algorithm>
#include <numeric>

#include "base/rng.h"
#include "campaign/options.h"

namespace pg {
namespace {

// Small enough that workers rarely wait for each other at the end of a round, large enough that
// reading a seed again costs nothing beside its mutants. An adaptive schedule gives time rather
// than mutants: a look at first, then more to an arm that is worth more.
constexpr uint64_t kMutantsOfAnItem = 32;
constexpr uint64_t kLeastMutants = 2;
constexpr uint64_t kMostMutants = 256;
constexpr uint64_t kMicrosOfAnItem = 500'000;
constexpr uint64_t kLeastMicros = 100'000;  // to see what an arm is like
constexpr uint64_t kMostMicros = 2'000'000;
constexpr uint64_t kCallsAMutant = 2;
constexpr size_t kItemsOfARound = 48;
constexpr size_t kSeedsOfARound = 24;
// An arm that made nothing so often is left.
constexpr uint64_t kMaxBarren = 2;

// What an arm is worth: a new one, and the least and the most that its items can make of it.
constexpr uint64_t kNewWeight = 1000;
constexpr uint64_t kLeastWeight = 50;
constexpr uint64_t kMostWeight = 16'000;
constexpr uint64_t kUsualMicrosACall = 10'000;
constexpr uint64_t kMostTimes = 8;  // faster, or slower, than usual

// More of it where solvers are faster than usual, less where they are slower.
uint64_t at_rate(uint64_t weight, uint64_t calls, uint64_t micros) {
  return std::clamp(weight * calls * kUsualMicrosACall / micros, weight / kMostTimes,
                    weight * kMostTimes);
}

}  // namespace

void Schedule::add_arms(uint64_t seed, std::span<const std::string> strategies, uint64_t micros) {
  const uint64_t weight = micros == 0 ? kNewWeight : at_rate(kNewWeight, 1, micros);
  for (const std::string& strategy : strategies) {
    index_[{seed, strategy}] = arms_.size();
    arms_.push_back(
        {.seed = seed, .strategy = strategy, .weight = weight, .micros_a_call = micros});
  }
}

void Schedule::add(const ItemRow& item) {
  if (item.strategy == kNoStrategy) {
    const auto seed = std::ranges::find(waiting_, item.seed);
    if (seed != waiting_.end()) waiting_.erase(seed);
    return;
  }
  const auto found = index_.find({item.seed, item.strategy});
  if (found == index_.end()) return;
  Arm& arm = arms_[found->second];
  ++arm.visits;
  arm.barren = item.made == 0 ? arm.barren + 1 : 0;
  arm.weight = weight_after(arm.weight, item);
  arm.micros += item.micros;
  arm.micros_a_call = item.micros / std::max<uint64_t>(item.calls, 1);
}

uint64_t Schedule::mutants_of(const Arm& arm) const {
  if (!adaptive_ || arm.micros_a_call == 0) return kMutantsOfAnItem;
  const uint64_t worth = arm.visits == 0 ? 0 : kMicrosOfAnItem * arm.weight / kNewWeight;
  const uint64_t micros = std::clamp(worth, kLeastMicros, kMostMicros);
  return std::clamp(micros / (arm.micros_a_call * kCallsAMutant), kLeastMutants, kMostMutants);
}

// What an arm will have had after one more visit: of time, or just of visits.
uint64_t Schedule::after_next(const Arm& arm) const {
  return adaptive_ ? arm.micros + mutants_of(arm) * kCallsAMutant * arm.micros_a_call
                   : arm.visits + 1;
}

// Half of it is what it was before. The rest is what the last visit was like: whether it made new
// mutants and got answers, and how fast, and above all whether it showed something new.
uint64_t Schedule::weight_after(uint64_t weight, const ItemRow& item) {
  const uint64_t fresh = item.made - std::min(item.made, item.repeats);
  uint64_t now = kNewWeight * (1 + fresh) / (1 + std::max(item.count, fresh));
  const uint64_t answers = item.calls - std::min(item.calls, item.timeouts);
  now = now * (1 + answers) / (1 + item.calls);
  if (item.micros > 0) now = at_rate(now, answers, item.micros);
  now *= 1 + item.news;
  // A storm of one bug: what it shows is known.
  if (item.duplicates > 2 && item.news == 0) now /= 8;
  return std::clamp((weight + now) / 2, kLeastWeight, kMostWeight);
}

std::vector<size_t> Schedule::choose(uint64_t round, size_t most) const {
  Rng rng = Rng(rng_).fork(round);
  std::vector<size_t> alive;
  std::vector<uint64_t> ties(arms_.size());
  std::vector<uint64_t> shares(arms_.size());
  for (size_t i = 0; i < arms_.size(); ++i) {
    ties[i] = rng.next();
    shares[i] = after_next(arms_[i]);
    if (arms_[i].barren < kMaxBarren) alive.push_back(i);
  }
  std::ranges::sort(alive, [&](size_t a, size_t b) {
    return std::pair(shares[a], ties[a]) < std::pair(shares[b], ties[b]);
  });
  most = std::min(most, alive.size());
  // Those that had least come first: all of them, or a quarter.
  const size_t in_turn = adaptive_ ? (most + 3) / 4 : most;
  std::vector<size_t> chosen(alive.begin(), alive.begin() + static_cast<ptrdiff_t>(in_turn));
  alive.erase(alive.begin(), alive.begin() + static_cast<ptrdiff_t>(in_turn));
  while (chosen.size() < most) {
    const uint64_t total =
        std::accumulate(alive.begin(), alive.end(), uint64_t{0},
                        [&](uint64_t sum, size_t arm) { return sum + arms_[arm].weight; });
    uint64_t draw = rng.below(total);
    size_t at = 0;
    while (draw >= arms_[alive[at]].weight) draw -= arms_[alive[at++]].weight;
    chosen.push_back(alive[at]);
    alive.erase(alive.begin() + static_cast<ptrdiff_t>(at));
  }
  return chosen;
}

std::vector<ItemRow> Schedule::plan(uint64_t round, uint64_t first_item, uint64_t most_mutants) {
  std::vector<ItemRow> items;
  auto add = [&](uint64_t seed, std::string_view strategy, uint64_t visit, uint64_t count) {
    items.push_back({.id = first_item + items.size(),
                     .round = round,
                     .seed = seed,
                     .strategy = std::string(strategy),
                     .visit = visit,
                     .count = count});
  };
  for (size_t i = 0; i < waiting_.size() && i < kSeedsOfARound; ++i)
    add(waiting_[i], kNoStrategy, 0, 1);
  for (const size_t chosen : choose(round, kItemsOfARound)) {
    const uint64_t count = std::min(mutants_of(arms_[chosen]), most_mutants);
    if (count == 0) break;
    most_mutants -= count;
    add(arms_[chosen].seed, arms_[chosen].strategy, arms_[chosen].visits, count);
  }
  return items;
}

}  // namespace pg
