#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "program/prover.h"
#include "program/subject.h"
#include "program/verdicts.h"

namespace pg {

struct SearchOptions {
  ProverOptions prover;
  bool paper = false;  // the paper's procedure: a test a mutant, nothing is run before
  uint64_t rng = 1;
  uint64_t inputs = 2000;     // tried natively before any solver is asked
  double native_seconds = 0;  // for these; 0: no limit
};

// Finds an input for every mutant that any input tells from the original, and proves of the others
// that there is none. It always comes to an end: what is too hard, or left when the time is over,
// is unknown.
class Search {
 public:
  Search(Subject& subject, Panel& panel, const SearchOptions& options);

  // False if the program is refused; the verdicts know why.
  bool run();
  // Inputs that somebody has already; they are tried first.
  void add_inputs(std::vector<Input> inputs) { given_ = std::move(inputs); }
  // Called now and then.
  void set_progress(std::function<void(const SearchProgress&)> show) { show_ = std::move(show); }

  const Verdicts& verdicts() const { return verdicts_; }
  // What was decided with lower bounds.
  const std::vector<LoweredBound>& lowered() const { return lowered_; }

 private:
  bool run_natively();
  bool run_solver();
  bool run_with(uint32_t unwind);
  bool improve();
  // False if the conditions on inputs are refused.
  bool make_prover(uint32_t unwind);
  void show(std::string_view doing) const;
  bool is_over() const { return panel_.budget().is_over(); }

  Subject& subject_;
  Panel& panel_;
  SearchOptions options_;
  Verdicts verdicts_;
  std::unique_ptr<Prover> prover_;
  std::vector<LoweredBound> lowered_;
  std::vector<Input> given_;
  std::function<void(const SearchProgress&)> show_ = [](const SearchProgress&) {};
};

}  // namespace pg
