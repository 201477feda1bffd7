#include "cli/solver_options.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "base/check.h"
#include "base/input.h"
#include "cli/fail.h"
#include "solve/npm_z3.h"
#include "solve/presets.h"
#include "solve/scratch.h"

namespace pg {

constexpr const char* kDefaultConfig = "polygraph.toml";

namespace {

constexpr std::string_view kSolvers = "Solvers";

using Row = OptionRow<SolverOptions>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "--solver",
         .group = kSolvers,
         .help = "A solver: z3, 'z3 smt.arith.solver=2', mine='./path/solver --option', z3@4.12.2, "
                 "mine='./path/solver {file}' if it reads a file; repeatable",
         .kept = Kept::Always,
         .usual = "those of polygraph.toml, else all that are installed"},
        [](SolverOptions& o) { return texts(o.names, "SOLVER"); }},
    Row{{.name = "--preset",
         .group = kSolvers,
         .help = "Also each solver with the options that a published campaign used"},
        [](SolverOptions& o) { return choice(o.preset, preset_names()); }},
    Row{{.name = "--config",
         .group = kSolvers,
         .help = "Solvers by name and options of fuzz, in TOML",
         .usual = "./polygraph.toml, if there is one"},
        [](SolverOptions& o) { return text(o.config, "FILE"); }},
    Row{{.name = "--timeout",
         .group = kSolvers,
         .help = "Time for a check-sat",
         .kept = Kept::Always},
        [](SolverOptions& o) { return duration(o.limits.seconds, 0.01, 1e6); }},
    Row{{.name = "--memory",
         .group = kSolvers,
         .help = "Megabytes for a solver",
         .kept = Kept::Always},
        [](SolverOptions& o) { return number(o.limits.memory_mb, 16, 1 << 20); }},
    Row{{.name = "--max-output",
         .group = kSolvers,
         .help = "Megabytes that a solver may print to a query",
         .kept = Kept::Always},
        [](SolverOptions& o) { return number(o.limits.output_mb, 1, 1 << 12); }},
    Row{{.name = "--no-sandbox",
         .group = kSolvers,
         .help = "Let solvers write files, use the network and see the environment",
         .kept = Kept::Always},
        [](SolverOptions& o) { return flag(o.limits.unconfined); }},
});

}  // namespace

void add_solver_options(OptionSet& set, SolverOptions& options) { set.add(kRows, options); }

int load_config(const SolverOptions& options, std::string& file, Config& config) {
  file = !options.config.empty()                   ? options.config
         : std::filesystem::exists(kDefaultConfig) ? kDefaultConfig
                                                   : "";
  if (file.empty()) return kExitOk;
  const Result<std::string> text = read_input(file);
  Result<Config> read = text ? read_config(*text) : Result<Config>(text.error());
  if (!read) return fail(file, read.error());
  config = std::move(*read);
  return kExitOk;
}

namespace {

// A trivial question takes milliseconds, but the machine may be busy, and node is slow to start.
constexpr double kProbeSeconds = 20;

// What --solver and the configuration name.
int find_named(const std::vector<std::string>& given,
               const std::vector<ConfiguredSolver>& configured,
               std::vector<ProbedSolver>& candidates) {
  std::vector<std::string> names = given;
  if (names.empty())
    for (const ConfiguredSolver& each : configured) names.push_back(each.name);
  for (const std::string& name : names) {
    std::string text = name;
    for (const ConfiguredSolver& each : configured)
      if (each.name == name) text = each.name + "=" + each.command;
    Result<Solver> solver = find_solver(text);
    if (!solver) return fail(solver.error());
    candidates.push_back({std::move(*solver), true});
  }
  return kExitOk;
}

// Each is followed by itself with other options, as the options of the command ask for.
void add_variants(const SolverOptions& options, std::vector<ProbedSolver>& candidates) {
  const bool pair = options.preset.empty() && options.paired && candidates.size() == 1;
  if (options.preset.empty() && !pair) return;
  std::vector<ProbedSolver> all;
  for (ProbedSolver& each : candidates) {
    const Result<std::vector<Solver>> variants =
        with_preset({&each.solver, 1}, pair ? "valfuzz" : options.preset);
    CHECK(variants, "a preset that the option takes");
    all.push_back(std::move(each));
    for (size_t i = 1; i < variants->size(); ++i) all.push_back({(*variants)[i]});
  }
  // The first variant of a pair only checks models, which we do.
  constexpr size_t kSecond = 2;
  if (pair) all = all.size() > kSecond ? std::vector{all[0], all[kSecond]} : std::vector{all[0]};
  candidates = std::move(all);
}

}  // namespace

int find_candidates(const SolverOptions& options, std::vector<ProbedSolver>& candidates) {
  if (const Result<std::string> scratch = scratch_folder(); !scratch) return fail(scratch.error());
  std::string file;
  Config config;
  if (const int code = load_config(options, file, config); code != kExitOk) return code;
  if (const int code = find_named(options.names, config.solvers, candidates); code != kExitOk)
    return code;
  if (candidates.empty())
    for (Solver& solver : find_solvers()) candidates.push_back({std::move(solver)});
  if (options.releases)
    for (const std::string& release : installed_npm_z3())
      if (Result<Solver> solver = find_solver("z3@" + release))
        candidates.push_back({std::move(*solver)});
  if (candidates.empty())
    return fail(environment_error("no solver is installed; try: apt-get install z3 cvc5"));
  add_variants(options, candidates);
  QueryLimits limits = options.limits;
  limits.seconds = std::max(limits.seconds, kProbeSeconds);
  std::vector<Solver> solvers;
  for (const ProbedSolver& each : candidates) solvers.push_back(each.solver);
  std::vector<Probe> probes = probe_all(solvers, limits, options.modes);
  for (size_t i = 0; i < candidates.size(); ++i) candidates[i].probe = std::move(probes[i]);
  return kExitOk;
}

int choose_solvers(const SolverOptions& options, std::vector<Solver>& solvers) {
  std::vector<ProbedSolver> candidates;
  if (const int code = find_candidates(options, candidates); code != kExitOk) return code;
  int exit_code = kExitOk;
  for (ProbedSolver& each : candidates) {
    if (!each.probe.warning.empty()) warn(each.probe.warning);
    if (each.probe.failure.empty())
      solvers.push_back(std::move(each.solver));
    else if (each.named)
      exit_code = fail(environment_error(each.probe.failure));
    else
      warn("left out: " + each.probe.failure);
  }
  if (exit_code == kExitOk && solvers.empty())
    return fail(environment_error("no solver is left that answers"));
  return exit_code;
}

}  // namespace pg
