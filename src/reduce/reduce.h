#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "judge/case.h"
#include "reduce/predicate.h"
#include "solve/session.h"

namespace pg {

// What is to be made smaller, and what has to stay.
struct ReduceTask {
  std::string original;
  std::string seed;              // what a mutator made it from; empty: none
  std::vector<Solver> solvers;   // the liar and its witnesses
  std::optional<SolverId> liar;  // none: whoever lies, the first one first
  std::optional<Kind> kind;      // none: any
  std::string model;             // of a wrong unsat: one that holds, if there is one
  // Instead of the solvers: what is of interest. Each thread makes one.
  std::function<std::unique_ptr<Predicate>(const QueryLimits& limits)> predicate = {};
};

// The task to reduce a case with these solvers.
ReduceTask task_of(const Case& found, std::span<const Solver> solvers);

struct ReduceProgress {
  std::string_view pass;
  uint64_t bytes = 0;
  uint64_t calls = 0;
  uint64_t accepted = 0;
};

struct ReduceOptions {
  QueryLimits limits;
  double seconds = 0;  // in all; 0: until nothing helps any more
  size_t jobs = 1;
  uint64_t rng = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const ReduceProgress&)> progress = {};
  // Gets every better script as soon as it is known to be one.
  std::function<void(const std::string& text)> save = {};
};

struct PassCount {
  std::string_view name;
  uint64_t tried = 0;
  uint64_t accepted = 0;
};

struct Reduction {
  std::string text;
  Case found;                      // the reduced script, asked anew; empty for another predicate
  bool finished = false;           // nothing helps any more
  int confirmed = 0;               // fresh processes, of three, that show it
  std::vector<std::string> steps;  // what remains of the mutation, where there is a seed
  uint64_t changes = 0;            // what the mutation was at first

  uint64_t calls = 0;    // candidates tested
  uint64_t queries = 0;  // check-sat commands asked
  uint64_t cached = 0;   // candidates that were known
  uint64_t malformed = 0;
  double seconds = 0;
  uint64_t bytes_before = 0;
  uint64_t bytes_after = 0;
  uint64_t terms_before = 0;
  uint64_t terms_after = 0;
  std::vector<PassCount> passes;
};

// The case with its formula as small as it became, and with what solvers say to that.
Case with_reduction(Case found, const Reduction& reduction);

// The error is about the input: it cannot be read, or shows no lie.
Result<Reduction> reduce(const ReduceTask& task, const ReduceOptions& options);

}  // namespace pg
