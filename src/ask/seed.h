#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "mutate/strategy.h"
#include "mutate/vocabulary.h"
#include "solve/session.h"

namespace pg {

// Which operators a solver knows; none if we do not know the solver.
std::optional<Known> known_by(const Solver& solver);
// Where operators are wanted that SMT-LIB does not have, and nobody said whose: those of the one
// solver under test.
Result<bool> use_dialect_of(std::span<const Solver> solvers, Dialect& dialect);
// Those of the solvers that have the operators of the dialect.
std::vector<Solver> speakers_of(const Dialect& dialect, std::span<const Solver> solvers);

// A script with what solvers and our evaluator know of it.
struct KnownSeed {
  Script script;
  Answers answers;
  size_t check = 0;  // the one that the model and the core are of
  std::optional<Model> model = {};
  std::vector<size_t> core = {};
  ModelSource* models = nullptr;

  Seed seed(std::vector<Seed> others = {}) const {
    return {.script = script,
            .answers = answers,
            .check = check,
            .model = model ? &*model : nullptr,
            .core = core,
            .models = models,
            .others = std::move(others)};
  }
};

// Assertions that are unsat together, as a solver says: by their commands, in the script at that
// check-sat; that of a check-sat-assuming stands for all its assumptions. Asked again about these
// alone, in a fresh process, it still says so.
Result<std::vector<size_t>> find_core(Pool& pool, const Script& script, size_t check,
                                      const Solver& solver, const QueryLimits& limits);

// What the script is at that check-sat with only some of its assertions.
Script with_assertions(Pool& pool, const Script& script, size_t check,
                       std::span<const size_t> commands);

// Why the last check-sat of a script has its answer: a model that makes it true, as we write it, or
// the core of the script with its conjuncts asserted one by one.
struct SeedProof {
  std::string model = {};
  std::vector<size_t> core = {};
  std::string by = {};  // the solver that gave it
  bool timed = false;   // the clock ended one of the queries: elsewhere it may be another
  bool empty() const { return model.empty() && core.empty(); }
};
// By the first solver that has one; why not, of the last solver, otherwise. Fresh processes are
// asked: what a session says can depend on what it was asked before. Other numbers than 0 begin
// with another solver and ask for another model; where there is none, it is the first again.
Result<SeedProof> find_proof(Pool& pool, const Script& script, const Answers& answers,
                             std::span<const Solver> solvers, const QueryLimits& limits,
                             uint64_t number = 0);

// The script as a strategy wants it.
Result<KnownSeed> known_seed(Pool& pool, const Script& script, const Answers& answers,
                             const SeedProof& proof, const Strategy& strategy);

}  // namespace pg
