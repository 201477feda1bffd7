#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "solve/solver.h"

namespace pg {

// The names of what published campaigns used, each once.
std::vector<std::string> preset_names();

// Each solver, followed by itself with each option of the preset for it.
Result<std::vector<Solver>> with_preset(std::span<const Solver> solvers, std::string_view name);

}  // namespace pg
