#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "solve/cgroup.h"
#include "solve/npm_z3.h"

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
  if (!name.starts_with("z3@")) {
    std::fprintf(stderr, "polygraph: error: --install takes z3@RELEASE, such as z3@4.12.2\n");
    return kExitInput;
  }
  const Result<std::string> folder = install_npm_z3(name.substr(3));
  if (!folder) {
    std::fprintf(stderr, "polygraph: error: %s\n", folder.error().message.c_str());
    return kExitEnvironment;
  }
  std::printf("%s is in %s; use it as --solver %s\n", name.c_str(), folder->c_str(), name.c_str());
  return kExitOk;
}

int run_solvers(const Options& options, const GlobalOptions& global) {
  if (!options.install.empty()) return install(options.install);
  std::vector<Solver> solvers;
  if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  if (options.solvers.names.empty())
    for (const std::string& release : installed_npm_z3())
      if (Result<Solver> solver = find_solver("z3@" + release)) solvers.push_back(*solver);
  const double seconds = options.solvers.limits.seconds;
  if (global.json) {
    for (const Solver& solver : solvers)
      std::printf("%s\n", nlohmann::json{{"name", solver.name},
                                         {"version", solver.version},
                                         {"once", joined(solver.command(0, seconds, false))},
                                         {"session", solver.spec->resets
                                                         ? joined(solver.command(0, seconds, true))
                                                         : ""},
                                         {"limits", limits_in_words()}}
                              .dump()
                              .c_str());
    return kExitOk;
  }
  for (const Solver& solver : solvers) {
    std::printf("%s %s\n  once:    %s\n", solver.name.c_str(), solver.version.c_str(),
                joined(solver.command(0, seconds, false)).c_str());
    std::printf("  session: %s\n", solver.spec->resets
                                       ? joined(solver.command(0, seconds, true)).c_str()
                                       : "no, a process for each query");
  }
  std::printf(
      "Limits: wall clock by us, memory and CPU time by rlimit, %g s and %llu MB a query.\n",
      seconds, static_cast<unsigned long long>(options.solvers.limits.memory_mb));
  return kExitOk;
}

}  // namespace

void add_solvers(CLI::App& app, const GlobalOptions& global, int& exit_code) {
  auto options = std::make_shared<Options>();
  add_solver_options(app, options->solvers);
  app.add_option("--install", options->install,
                 "Fetch a release of Z3 (WebAssembly, needs node and npm): z3@4.12.2");
  app.callback([options, &global, &exit_code] { exit_code = run_solvers(*options, global); });
}

}  // namespace pg
