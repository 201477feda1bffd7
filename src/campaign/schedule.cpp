#include "campaign/schedule.h"

#include <algorithm>
#include <numeric>

#include "base/rng.h"
#include "campaign/options.h"

namespace pg {

// More of it where solvers are faster than usual, less where they are slower.
uint64_t Schedule::at_rate(uint64_t weight, uint64_t calls, uint64_t micros) const {
  return std::clamp(weight * calls * tuning_.usual_micros / micros,
                    weight / tuning_.most_times_usual, weight * tuning_.most_times_usual);
}

void Schedule::add_arms(uint64_t seed, std::span<const std::string> strategies, uint64_t micros) {
  const uint64_t weight = micros == 0 ? tuning_.new_weight : at_rate(tuning_.new_weight, 1, micros);
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
  if (!adaptive_ || arm.micros_a_call == 0) return tuning_.mutants_of_item;
  const uint64_t worth =
      arm.visits == 0 ? 0 : tuning_.micros_of_item * arm.weight / tuning_.new_weight;
  const uint64_t micros = std::clamp(worth, tuning_.least_micros, tuning_.most_micros);
  return std::clamp(micros / (arm.micros_a_call * tuning_.calls_per_mutant), tuning_.least_mutants,
                    tuning_.most_mutants);
}

// What an arm will have had after one more visit: of time, or just of visits.
uint64_t Schedule::after_next(const Arm& arm) const {
  return adaptive_ ? arm.micros + mutants_of(arm) * tuning_.calls_per_mutant * arm.micros_a_call
                   : arm.visits + 1;
}

// Half of it is what it was before. The rest is what the last visit was like: whether it made new
// mutants and got answers, and how fast, and above all whether it showed something new.
uint64_t Schedule::weight_after(uint64_t weight, const ItemRow& item) const {
  const uint64_t fresh = item.made - std::min(item.made, item.repeats);
  uint64_t now = tuning_.new_weight * (1 + fresh) / (1 + std::max(item.count, fresh));
  const uint64_t answers = item.calls - std::min(item.calls, item.timeouts);
  now = now * (1 + answers) / (1 + item.calls);
  if (item.micros > 0) now = at_rate(now, answers, item.micros);
  now *= 1 + item.news;
  // A storm of one bug: what it shows is known.
  if (item.duplicates > 2 && item.news == 0) now /= 8;
  return std::clamp((weight + now) / 2, tuning_.least_weight, tuning_.most_weight);
}

std::vector<size_t> Schedule::choose(uint64_t round, size_t most) const {
  Rng rng = Rng(rng_).fork(round);
  std::vector<size_t> alive;
  std::vector<uint64_t> ties(arms_.size());
  std::vector<uint64_t> shares(arms_.size());
  for (size_t i = 0; i < arms_.size(); ++i) {
    ties[i] = rng.next();
    shares[i] = after_next(arms_[i]);
    if (arms_[i].barren < tuning_.barren_visits) alive.push_back(i);
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
  for (size_t i = 0; i < waiting_.size() && i < tuning_.seeds_of_round; ++i)
    add(waiting_[i], kNoStrategy, 0, 1);
  for (const size_t chosen : choose(round, tuning_.items_of_round)) {
    const uint64_t count = std::min(mutants_of(arms_[chosen]), most_mutants);
    if (count == 0) break;
    most_mutants -= count;
    add(arms_[chosen].seed, arms_[chosen].strategy, arms_[chosen].visits, count);
  }
  return items;
}

}  // namespace pg
