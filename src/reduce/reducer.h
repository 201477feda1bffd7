#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "reduce/passes.h"
#include "reduce/reduce.h"
#include "reduce/workers.h"

namespace pg {

// Makes one script smaller, pass by pass, as long as the workers' predicate holds.
class Reducer {
 public:
  Reducer(const ReduceTask& task, const ReduceOptions& options, Reduction& reduction);

  void start(std::string text, std::string model);
  // From now on these test; what others refused is open again.
  void use(Workers& workers);
  // Undoes what the mutation did, as far as the lie stays.
  void undo_mutation();
  // Passes in turn until none of them helps; those that helped most come first in the next turn.
  void run_passes();
  void count_passes();

  const std::string& text() const { return text_; }
  const std::string& model() const { return model_; }
  double seconds() const;

 private:
  struct Pending {
    size_t size;
    size_t start;
    std::string text;
    std::string model;
    uint64_t ticket;
  };

  struct Entry {
    const Pass* pass;
    PassCount count;
    uint64_t gain = 0;     // bytes, when it was run last
    bool refused = false;  // all that it proposed then
  };

  using Propose = std::function<std::vector<Edit>()>;

  // True if it helped.
  bool run_pass(Entry& entry);
  // The passes that come before all others, until none of them helps. Those that did not help last
  // time are run if `all`.
  void run_first(bool all);
  // The same in the time that is kept for it, and what comes last: what is cut short is at least
  // tidy.
  void tidy_up();
  // Runs the passes of that turn; true if one of them helped.
  bool run_turn(Turn turn);
  bool stopped() const;
  double reserve() const;
  void read(std::string text);
  void save();
  std::vector<Edit> propose(const Pass& pass);
  // Makes a candidate of some edits; false if it is none, or is known to be of no interest.
  bool make(std::span<const Edit> edits, bool smaller, Pending& pending);
  // Tries edits in chunks of all, then half as many, down to one. Several are tested at the same
  // time, but their outcomes are taken in order: the result depends on no timing.
  void run(PassCount& count, const Propose& propose, bool together, bool smaller);
  void report(std::string_view pass);

  const ReduceTask& task_;
  const ReduceOptions& options_;
  Workers* workers_ = nullptr;
  Reduction& reduction_;
  std::vector<Entry> entries_;
  Clock::time_point begin_ = Clock::now();
  bool tidying_ = false;
  std::unique_ptr<Pool> pool_;
  Script script_;
  std::string text_;
  std::string model_;
  Size size_;
  uint64_t accepted_ = 0;
  absl::flat_hash_set<uint64_t> known_;  // texts that are tested, or were
};

}  // namespace pg
