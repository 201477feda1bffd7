#include "cli/solver_options.h"

#include <cstdio>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/check.h"
#include "base/input.h"
#include "solve/presets.h"

namespace pg {

constexpr const char* kDefaultConfig = "polygraph.toml";

void add_solver_options(CLI::App& app, SolverOptions& options) {
  app.add_option("--solver", options.names,
                 "A solver: z3, 'z3 smt.arith.solver=2', mine='path/solver --option', z3@4.12.2; "
                 "repeatable; default: those of polygraph.toml, else all that are installed")
      ->type_name("SOLVER")
      ->allow_extra_args(false);
  app.add_option("--config", options.config,
                 "Solvers by name and options of fuzz, in TOML; default: ./polygraph.toml");
  app.add_option("--configs", options.preset,
                 "Also each solver with the options that a published campaign used: valfuzz, diver")
      ->check(CLI::IsMember({"valfuzz", "diver"}));
  app.add_option("--timeout", options.limits.seconds,
                 fmt::format("Seconds for a check-sat; default: {}", options.limits.seconds))
      ->check(CLI::Range(0.01, 1e6));
  app.add_option("--memory", options.limits.memory_mb,
                 fmt::format("Megabytes for a solver; default: {}", options.limits.memory_mb))
      ->check(CLI::Range(16, 1 << 20));
}

int load_config(const SolverOptions& options, std::string& file, Config& config) {
  file = !options.config.empty()                   ? options.config
         : std::filesystem::exists(kDefaultConfig) ? kDefaultConfig
                                                   : "";
  if (file.empty()) return kExitOk;
  const Result<std::string> text = read_input(file);
  Result<Config> read = text ? read_config(*text) : Result<Config>(text.error());
  if (!read) {
    std::fprintf(stderr, "%s\n", format_error(file, read.error()).c_str());
    return kExitInput;
  }
  config = std::move(*read);
  return kExitOk;
}

int choose_solvers(const SolverOptions& options, std::vector<Solver>& solvers) {
  std::string file;
  Config config;
  if (const int code = load_config(options, file, config); code != kExitOk) return code;
  const std::vector<ConfiguredSolver>& configured = config.solvers;
  std::vector<std::string> names = options.names;
  if (names.empty())
    for (const ConfiguredSolver& each : configured) names.push_back(each.name);
  for (const std::string& name : names) {
    std::string text = name;
    for (const ConfiguredSolver& each : configured)
      if (each.name == name) text = each.name + "=" + each.command;
    Result<Solver> solver = find_solver(text);
    if (!solver) {
      std::fprintf(stderr, "polygraph: error: %s\n", solver.error().message.c_str());
      return kExitEnvironment;
    }
    solvers.push_back(std::move(*solver));
  }
  if (names.empty()) solvers = find_solvers();
  if (solvers.empty()) {
    std::fprintf(stderr,
                 "polygraph: error: no solver is installed; try: apt-get install z3 cvc5\n");
    return kExitEnvironment;
  }
  if (options.preset.empty()) return kExitOk;
  Result<std::vector<Solver>> all = with_preset(solvers, options.preset);
  CHECK(all, "a preset that the option takes");
  solvers = std::move(*all);
  return kExitOk;
}

}  // namespace pg
