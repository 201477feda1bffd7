#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/check.h"
#include "solve/answer.h"

namespace pg {

inline constexpr size_t kAnswerKinds = static_cast<size_t>(AnswerKind::DeltaSat) + 1;
inline constexpr size_t kVerdicts = static_cast<size_t>(Verdict::Unknown) + 1;

// What the time that workers wait is for.
enum class Spent : uint8_t {
  Answered,  // queries with an answer
  Silence,   // queries without one
  Starts,    // starting solvers
  Values,    // choosing values
  Seeds,     // asking about seeds
  Bugs,      // confirming bugs
};
inline constexpr size_t kSpentKinds = static_cast<size_t>(Spent::Bugs) + 1;
std::string_view name_of(Spent spent);

// Of one solver.
struct SolverCounts {
  uint64_t calls = 0;
  std::array<uint64_t, kAnswerKinds> answers{};

  uint64_t of(AnswerKind kind) const { return answers[static_cast<size_t>(kind)]; }
  // Those that are no silence.
  uint64_t decided() const {
    return of(AnswerKind::Sat) + of(AnswerKind::Unsat) + of(AnswerKind::DeltaSat);
  }
};

// Of one strategy.
struct StrategyCounts {
  uint64_t tries = 0;
  uint64_t mutants = 0;
  uint64_t calls = 0;
  uint64_t found = 0;  // new bugs
  uint64_t goals = 0;  // of what mutators wanted to see true and false, in all visits
  uint64_t covered = 0;
};

// What a campaign counts. Times are in microseconds.
struct Counters {
  std::map<std::string, SolverCounts> solvers;       // by name
  std::map<std::string, StrategyCounts> strategies;  // by name
  StrategyCounts seeds;                              // of asking about the seeds themselves
  uint64_t seeds_taken = 0;
  uint64_t seeds_skipped = 0;
  uint64_t seeds_opaque = 0;                   // with something that we do not understand
  uint64_t seeds_trivial = 0;                  // that their connectives alone decide
  std::array<uint64_t, kVerdicts> models{};    // of solvers, by what our evaluator says
  std::map<std::string, uint64_t> operators;   // in a sample of mutants
  std::map<std::string, uint64_t> duplicates;  // of bugs, by fingerprint
  std::map<std::string, uint64_t> unproved;    // seeds without a usable model or core, by file
  uint64_t repeats = 0;                        // mutants with the text of an earlier one
  uint64_t storm = 0;                          // suspects of a kind that a visit has shown enough
  uint64_t flaky = 0;
  uint64_t muted = 0;                         // bugs that the user knows
  uint64_t timed = 0;                         // mutants that may depend on the clock
  uint64_t digest = 0;                        // the sum of the hashes of all others
  std::array<uint64_t, kSpentKinds> spent{};  // waiting, by what for
  uint64_t worked = 0;                        // by workers
  uint64_t waited = 0;                        // of that: for solvers

  void add(const Counters& more);
  void spend(Spent on, double seconds) {
    spent[static_cast<size_t>(on)] += static_cast<uint64_t>(seconds * 1e6);
  }

  // A few numbers that people ask for.
  uint64_t calls() const;
  uint64_t mutants() const;
  double overhead() const;  // our share of the workers' time, in percent
  const SolverCounts& solver(const std::string& name) const;
  const StrategyCounts& strategy(const std::string& name) const;
  uint64_t duplicates_of(const std::string& fingerprint) const;
};

// One number of these, with its labels, as stores and other programs have it: "answers" of "z3"
// that are "sat".
struct Count {
  std::string_view metric;
  std::string subject = {};
  std::string detail = {};
  uint64_t value = 0;
};
// All that are not zero.
std::vector<Count> counts_of(const Counters& counters);
// Adds to a number. False: there is none with these labels.
bool add_count(Counters& counters, std::string_view metric, const std::string& subject,
               const std::string& detail, uint64_t value);
// What curves are drawn of.
bool has_curve(std::string_view metric);

}  // namespace pg
