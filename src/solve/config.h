#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pg {

// A solver that polygraph.toml names.
struct ConfiguredSolver {
  std::string name;
  std::string command;
};

// An option of a subcommand, as if it was on the command line.
struct ConfiguredOption {
  std::string name;  // without the dashes
  std::vector<std::string> values;
  Place place;
};

// polygraph.toml:
//   [solvers]
//   nightly = "/opt/z3/bin/z3 smt.arith.solver=6"
//   [fuzz]
//   time = "8h"
//   strategy = ["sae", "diver"]
struct Config {
  std::vector<ConfiguredSolver> solvers;
  std::vector<ConfiguredOption> fuzz;
};

// A table that we do not know is an error, with its place.
Result<Config> read_config(std::string_view text);

}  // namespace pg
