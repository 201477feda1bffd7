#pragma once

#include <string>
#include <vector>

#include "solve/config.h"
#include "solve/session.h"
#include "solve/solver.h"

namespace CLI {
class App;
}

namespace pg {

// Which solvers, and what each query may use.
struct SolverOptions {
  std::vector<std::string> names;  // empty: all that are found
  std::string config;              // polygraph.toml, if there is one
  std::string preset;              // more configurations of each
  QueryLimits limits;
};

void add_solver_options(CLI::App& app, SolverOptions& options);

// The configuration that was named, or ./polygraph.toml; reports what is wrong with it.
int load_config(const SolverOptions& options, std::string& file, Config& config);

// Finds the solvers that were named, or that the configuration names, or all there are. Reports
// what is wrong and gives the exit code; 0 if nothing is.
int choose_solvers(const SolverOptions& options, std::vector<Solver>& solvers);

}  // namespace pg
