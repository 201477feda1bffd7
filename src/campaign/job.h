#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace pg {

// Ask solvers about a seed itself.
struct TakeSeed {
  uint64_t seed = 0;
  bool operator==(const TakeSeed&) const = default;
};

// Make mutants of seeds by a strategy, ask, judge.
struct MakeMutants {
  std::vector<uint64_t>
      seeds;  // as many as the strategy wants; the visits of the first are counted
  std::string strategy;
  uint64_t visit = 0;  // of the first seed by this strategy, from 0
  uint64_t count = 0;  // numbers 1 to this
  bool operator==(const MakeMutants&) const = default;
};

using Task = std::variant<TakeSeed, MakeMutants>;

// What a job did.
struct Yield {
  uint64_t made = 0;
  uint64_t calls = 0;
  uint64_t timeouts = 0;
  uint64_t news = 0;        // behaviour that was not seen before
  uint64_t repeats = 0;     // mutants with the text of an earlier one
  uint64_t duplicates = 0;  // findings that were known
  uint64_t micros = 0;      // that it took
};

// What one worker does at a stretch.
struct Job {
  uint64_t id = 0;
  uint64_t round = 0;
  Task task;
  uint64_t at = 0;  // the mutants up to this number are done
  bool done = false;
  Yield yield = {};
  std::map<std::string, uint64_t> suspicions = {};  // by solver and kind
  std::vector<uint64_t> texts = {};                 // hashes of the mutants that it asked about
};

}  // namespace pg
