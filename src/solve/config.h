#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pg {

// A solver that polygraph.toml names:
//   [solvers]
//   nightly = "/opt/z3/bin/z3 smt.arith.solver=6"
struct ConfiguredSolver {
  std::string name;
  std::string command;
};

// A key that we do not know is an error, with its place.
Result<std::vector<ConfiguredSolver>> read_config(std::string_view text);

}  // namespace pg
