#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "campaign/job.h"
#include "campaign/tuning.h"

namespace pg {

// Decides what is done next. Pairs of a seed and a strategy are arms: one that brings something new
// is pulled more often, none is forgotten. Depends on nothing but what it was told, in its order.
class Schedule {
 public:
  Schedule(uint64_t rng, bool adaptive, const Tuning& tuning = {})
      : rng_(rng), adaptive_(adaptive), tuning_(tuning) {}

  // A seed that solvers are to be asked about.
  void add_seed(uint64_t seed) { waiting_.push_back(seed); }
  // The strategies that it turned out to suit, and how long a solver took for it; 0: not known.
  // Only seeds of the same answers are put together.
  void add_arms(uint64_t seed, std::span<const std::string> strategies, uint64_t micros,
                const std::string& answers = {});
  // What a job brought that is done.
  void add(const Job& job);

  // The jobs of a round, one per arm at most. They make no more mutants than are allowed. Empty:
  // there is nothing left to do.
  std::vector<Job> plan(uint64_t round, uint64_t first_job, uint64_t most_mutants);

 private:
  struct Arm {
    uint64_t seed = 0;
    std::string strategy;
    std::string answers;
    uint64_t visits = 0;
    uint64_t barren = 0;  // visits in a row that made nothing
    uint64_t weight = 0;
    uint64_t micros = 0;         // of all visits
    uint64_t micros_a_call = 0;  // of the seed, then in the last visit; 0: not known
  };

  uint64_t mutants_of(const Arm& arm) const;
  uint64_t after_next(const Arm& arm) const;
  uint64_t weight_after(uint64_t weight, uint64_t planned, const Yield& yield) const;
  uint64_t at_rate(uint64_t weight, uint64_t calls, uint64_t micros) const;
  std::vector<size_t> choose(uint64_t round, size_t most) const;
  // The seed of an arm, with others where its strategy wants some; too few if there are none.
  std::vector<uint64_t> seeds_for(const Arm& arm, Rng rng) const;

  uint64_t rng_;
  bool adaptive_;
  Tuning tuning_;
  std::vector<uint64_t> waiting_;  // seeds
  std::vector<Arm> arms_;
  std::map<std::pair<uint64_t, std::string>, size_t> index_;
  // Seeds that can be put together, by strategy and answers.
  std::map<std::pair<std::string, std::string>, std::vector<uint64_t>> peers_;
};

}  // namespace pg
