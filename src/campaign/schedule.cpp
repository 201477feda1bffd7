#include "campaign/schedule.h"

#include <algorithm>
#include <numeric>

#include "mutate/strategy.h"

namespace pg {

// More of it where solvers are faster than usual, less where they are slower.
uint64_t Schedule::at_rate(uint64_t weight, uint64_t calls, uint64_t micros) const {
  return std::clamp(weight * calls * tuning_.usual_micros / micros,
                    weight / tuning_.most_times_usual, weight * tuning_.most_times_usual);
}

void Schedule::add_arms(uint64_t seed, std::span<const std::string> strategies, uint64_t micros,
                        const std::string& answers) {
  const uint64_t weight = micros == 0 ? tuning_.new_weight : at_rate(tuning_.new_weight, 1, micros);
  for (const std::string& strategy : strategies) {
    index_[{seed, strategy}] = arms_.size();
    arms_.push_back({.seed = seed,
                     .strategy = strategy,
                     .answers = answers,
                     .weight = weight,
                     .micros_a_call = micros});
    peers_[{strategy, answers}].push_back(seed);
  }
}

void Schedule::add(const Job& job) {
  if (const auto* take = std::get_if<TakeSeed>(&job.task)) {
    const auto seed = std::ranges::find(waiting_, take->seed);
    if (seed != waiting_.end()) waiting_.erase(seed);
    return;
  }
  const auto& make = std::get<MakeMutants>(job.task);
  const auto found = index_.find({make.seeds[0], make.strategy});
  if (found == index_.end()) return;
  Arm& arm = arms_[found->second];
  ++arm.visits;
  arm.barren = job.yield.made == 0 ? arm.barren + 1 : 0;
  arm.weight = weight_after(arm.weight, make.count, job.yield);
  arm.micros += job.yield.micros;
  arm.micros_a_call = job.yield.micros / std::max<uint64_t>(job.yield.calls, 1);
}

uint64_t Schedule::mutants_of(const Arm& arm) const {
  if (!adaptive_ || arm.micros_a_call == 0) return tuning_.mutants_of_job;
  const uint64_t worth =
      arm.visits == 0 ? 0 : tuning_.micros_of_job * arm.weight / tuning_.new_weight;
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
uint64_t Schedule::weight_after(uint64_t weight, uint64_t planned, const Yield& yield) const {
  const uint64_t fresh = yield.made - std::min(yield.made, yield.repeats);
  uint64_t now = tuning_.new_weight * (1 + fresh) / (1 + std::max(planned, fresh));
  const uint64_t answers = yield.calls - std::min(yield.calls, yield.timeouts);
  now = now * (1 + answers) / (1 + yield.calls);
  if (yield.micros > 0) now = at_rate(now, answers, yield.micros);
  now *= 1 + yield.news;
  // A storm of one bug: what it shows is known.
  if (yield.duplicates > 2 && yield.news == 0) now /= 8;
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

std::vector<uint64_t> Schedule::seeds_for(const Arm& arm, Rng rng) const {
  std::vector<uint64_t> seeds{arm.seed};
  const Strategy* strategy = find_strategy(arm.strategy);
  const size_t wanted = strategy ? strategy->seeds : 1;
  if (wanted == 1) return seeds;
  std::vector<uint64_t> peers = peers_.at({arm.strategy, arm.answers});
  std::erase(peers, arm.seed);
  while (seeds.size() < wanted && !peers.empty()) {
    const size_t at = rng.below(peers.size());
    seeds.push_back(peers[at]);
    peers.erase(peers.begin() + static_cast<ptrdiff_t>(at));
  }
  return seeds;
}

std::vector<Job> Schedule::plan(uint64_t round, uint64_t first_job, uint64_t most_mutants) {
  std::vector<Job> jobs;
  auto add = [&](Task task) {
    jobs.push_back({.id = first_job + jobs.size(), .round = round, .task = std::move(task)});
  };
  for (size_t i = 0; i < waiting_.size() && i < tuning_.seeds_of_round; ++i)
    add(TakeSeed{waiting_[i]});
  for (const size_t chosen : choose(round, tuning_.jobs_of_round)) {
    const Arm& arm = arms_[chosen];
    const uint64_t count = std::min(mutants_of(arm), most_mutants);
    if (count == 0) break;
    most_mutants -= count;
    add(MakeMutants{.seeds = seeds_for(arm, Rng(rng_).fork(round).fork(chosen)),
                    .strategy = arm.strategy,
                    .visit = arm.visits,
                    .count = count});
  }
  return jobs;
}

}  // namespace pg
