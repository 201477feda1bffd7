#pragma once

#include <string>
#include <vector>

#include "program/prover.h"
#include "program/subject.h"
#include "program/verdicts.h"

namespace pg {

struct SearchOptions {
  ProverOptions prover;
  bool paper = false;  // the paper's procedure: a test a mutant, nothing is run before
  uint64_t rng = 1;
  uint64_t inputs = 2000;  // tried natively before any solver is asked
};

// Finds an input for every mutant that any input tells from the original, and proves of the others
// that there is none.
class Search {
 public:
  Search(Subject& subject, const Solver& solver, const SearchOptions& options);

  // False if it had to be given up; the verdicts know why.
  bool run();
  // Inputs that somebody has already; they are tried first.
  void add_inputs(std::vector<Input> inputs) { given_ = std::move(inputs); }

  const Verdicts& verdicts() const { return verdicts_; }
  const Asker& asker() const { return prover_.asker(); }

 private:
  bool run_natively();
  bool run_solver();
  bool improve();

  Subject& subject_;
  SearchOptions options_;
  Verdicts verdicts_;
  Prover prover_;
  std::vector<Input> given_;
};

}  // namespace pg
