#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/fail.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "solve/cgroup.h"
#include "solve/npm_z3.h"
#include "solve/sandbox.h"

namespace pg {
namespace {

struct Options {
  SolverOptions solvers;
  std::string install;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

int install(const std::string& name) {
  if (!name.starts_with("z3@")) return fail({{}, "--install takes z3@RELEASE, such as z3@4.12.2"});
  const Result<std::string> folder = install_npm_z3(name.substr(3));
  if (!folder) return fail(folder.error());
  std::printf("%s is in %s; use it as --solver %s\n", name.c_str(), folder->c_str(), name.c_str());
  return kExitOk;
}

// The first line of what the probe found; the command line is shown anyway.
std::string probe_line(const Probe& probe) {
  if (probe.failure.empty()) return probe.warning.empty() ? "yes" : "yes, but " + probe.warning;
  return "NO: " + probe.failure.substr(0, probe.failure.find('\n'));
}

std::string sandbox_line(const QueryLimits& limits) {
  return limits.unconfined ? "none (--no-sandbox)" : confinement_in_words();
}

nlohmann::json to_json(const ProbedSolver& candidate, const QueryLimits& limits) {
  const double seconds = limits.seconds;
  const Solver& solver = candidate.solver;
  const bool resets = solver.spec->resets;
  return {{"name", solver.name},
          {"version", solver.version},
          {"version_line", solver.version_line},
          {"once", joined(solver.command(0, {seconds}, false))},
          {"session", resets ? joined(solver.command(0, {seconds}, true)) : ""},
          {"limits", limits_in_words()},
          {"sandbox", sandbox_line(limits)},
          {"answers", candidate.probe.failure.empty()},
          {"failure", candidate.probe.failure},
          {"warning", candidate.probe.warning}};
}

void print_candidate(const ProbedSolver& candidate, double seconds) {
  const Solver& solver = candidate.solver;
  std::printf("%s %s\n  answers: %s\n  once:    %s\n", solver.name.c_str(), solver.version.c_str(),
              probe_line(candidate.probe).c_str(),
              joined(solver.command(0, {seconds}, false)).c_str());
  std::printf("  session: %s\n", solver.spec->resets
                                     ? joined(solver.command(0, {seconds}, true)).c_str()
                                     : "no, a process for each query");
}

// A solver that was named must answer; of those that were found, one is enough.
int exit_code_of(const std::vector<ProbedSolver>& candidates) {
  const auto answers = [](const ProbedSolver& each) { return each.probe.failure.empty(); };
  const bool good = std::ranges::any_of(candidates, answers) &&
                    std::ranges::all_of(candidates, [&](const ProbedSolver& each) {
                      return answers(each) || !each.named;
                    });
  return good ? kExitOk : kExitEnvironment;
}

int run_solvers(const Options& options, const GlobalOptions& global) {
  if (!options.install.empty()) return install(options.install);
  std::vector<ProbedSolver> candidates;
  SolverOptions chosen = options.solvers;
  chosen.releases = chosen.names.empty();
  if (const int failed = find_candidates(chosen, candidates)) return failed;
  const double seconds = options.solvers.limits.seconds;
  for (const ProbedSolver& each : candidates) {
    if (global.json)
      std::printf("%s\n", to_json(each, options.solvers.limits)
                              .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                              .c_str());
    else
      print_candidate(each, seconds);
  }
  if (!global.json)
    std::printf("Limits: wall clock by us, %s, %g s and %llu MB per query.\nSandbox: %s.\n",
                limits_in_words().c_str(), seconds,
                static_cast<unsigned long long>(options.solvers.limits.memory_mb),
                sandbox_line(options.solvers.limits).c_str());
  return exit_code_of(candidates);
}

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "--install",
         .group = "Solvers",
         .help = "Fetch a release of Z3 (WebAssembly, needs node and npm): z3@4.12.2"},
        [](Options& o) { return text(o.install, "SOLVER"); }},
});

}  // namespace

void add_solvers(CommandLine& line) {
  auto options = std::make_shared<Options>();
  add_solver_options(line.options, options->solvers);
  line.options.add(kRows, *options);
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_solvers(*options, global);
  };
}

}  // namespace pg
