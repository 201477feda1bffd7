#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "solve/solver.h"

namespace pg {

// One configuration of a solver that a published campaign used.
struct Preset {
  std::string_view name;
  std::string_view solver;  // the row's name
  std::string_view option;
};
std::span<const Preset> presets();

// Each solver, followed by itself with each option of the preset for it.
Result<std::vector<Solver>> with_preset(std::span<const Solver> solvers, std::string_view name);

}  // namespace pg
