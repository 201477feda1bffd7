#pragma once

#include <span>
#include <string>

#include "model/check.h"
#include "solve/session.h"

namespace pg {

// Solvers that propose values for bound variables. What they propose is evaluated here, so that
// nobody has to be trusted: a counterexample makes a forall false, a witness makes an exists true,
// and that a solver finds none proves nothing.
struct Advisers {
  std::span<const Solver> solvers;  // asked in this order, in fresh processes
  // All questions about one model together take no more time; with `by_work` each may.
  QueryLimits limits;
  std::string instances = {};  // comments of a model like it, which are tried first
  struct Cost {
    uint64_t questions = 0;
    double seconds = 0;
    bool timed = false;  // the clock ended a question
  };
  Cost* cost = nullptr;  // what it took is added to
};

// check_model, and where quantifiers leave the verdict open, again with the values that are
// proposed for their variables. These become comments of the model's text: whoever reads it decides
// the same without a solver.
ModelVerdict check_with_advice(Pool& pool, ValuePool& values, const CheckState& state, Model& model,
                               std::string& text, bool escapes_strings, const Advisers& advisers,
                               uint64_t max_steps = 20'000'000);

}  // namespace pg
