#pragma once

#include <string>
#include <vector>

#include "base/options.h"
#include "solve/config.h"
#include "solve/probe.h"
#include "solve/session.h"
#include "solve/solver.h"

namespace pg {

// Which solvers, and what each query may use.
struct SolverOptions {
  std::vector<std::string> names;  // empty: all that are found
  std::string config;              // polygraph.toml, if there is one
  std::string preset;              // more configurations of each
  QueryLimits limits;
  ProbeModes modes = ProbeModes::AndSessions;  // how they will be asked
  bool releases = false;                       // also the installed releases of Z3
  bool paired = false;  // one alone gets a second configuration of itself to disagree with
};

void add_solver_options(OptionSet& set, SolverOptions& options);

// The configuration that was named, or ./polygraph.toml; reports what is wrong with it.
int load_config(const SolverOptions& options, std::string& file, Config& config);

// A solver that may be used, and what a trivial question showed of it.
struct ProbedSolver {
  Solver solver;
  bool named = false;  // by the user; others may be left out
  Probe probe = {};
};

// Finds the solvers that were named, or that the configuration names, or all there are, and asks
// each a trivial question. Reports what is wrong and gives the exit code; 0 if nothing is.
int find_candidates(const SolverOptions& options, std::vector<ProbedSolver>& candidates);

// Those that answer. One that was named and does not is an error; others are left out, with a
// warning.
int choose_solvers(const SolverOptions& options, std::vector<Solver>& solvers);

}  // namespace pg
