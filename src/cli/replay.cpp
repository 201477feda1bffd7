#include "judge/replay.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"

namespace pg {
namespace {

struct Options {
  std::string folder;
  SolverOptions solvers;
};

int fail(const std::string& folder, const Error& error) {
  std::fprintf(stderr, "%s\n", format_error(folder, error).c_str());
  return kExitInput;
}

int run_replay(Options options, const GlobalOptions& global) {
  const Result<Bug> bug = read_bug(options.folder);
  if (!bug) return fail(options.folder, bug.error());
  if (options.solvers.names.empty())
    options.solvers.names = {bug->finder.empty() ? bug->solver : bug->finder};
  std::vector<Solver> solvers;
  if (const int code = choose_solvers(options.solvers, solvers); code != kExitOk) return code;
  // Those who say otherwise are part of the evidence.
  std::vector<Solver> others;
  if (bug->kind == FindingKind::Disagreement || bug->kind == FindingKind::WrongSat)
    for (const auto& [name, answer] : bug->answers)
      if (name != bug->solver)
        if (const Result<Solver> other = find_solver(name)) others.push_back(*other);
  bool lies = false;
  for (const Solver& solver : solvers) {
    const Result<Replay> replayed = replay(*bug, solver, others, options.solvers.limits);
    if (!replayed) return fail(options.folder, replayed.error());
    const bool shows = replayed->certified && replayed->reproduces;
    lies = lies || shows;
    if (global.json) {
      const nlohmann::json json = {{"bug", bug->fingerprint},
                                   {"kind", name_of(bug->kind)},
                                   {"solver", solver.name},
                                   {"version", solver.version},
                                   {"certified", replayed->certified},
                                   {"certificate", replayed->certificate},
                                   {"reproduces", replayed->reproduces},
                                   {"said", replayed->said}};
      std::printf("%s\n",
                  json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    } else if (!global.quiet) {
      std::printf("%s: %s\n", bug->fingerprint.c_str(), bug->sentence.c_str());
      std::printf("certificate: %s: %s\n", replayed->certified ? "holds" : "does not hold",
                  replayed->certificate.c_str());
      std::printf("%s: %s\n", solver.version.empty() ? solver.name.c_str() : solver.version.c_str(),
                  replayed->said.c_str());
      if (!solver.version.empty() && solver.version != bug->version)
        std::printf("It was found in: %s\n", bug->version.c_str());
      std::printf("%s\n", shows ? "It still lies."
                          : replayed->reproduces
                              ? "It does it again, but the certificate is broken."
                              : "It no longer shows.");
    }
  }
  return lies ? kExitLie : kExitOk;
}

}  // namespace

void add_replay(CLI::App& app, const GlobalOptions& global, int& exit_code) {
  auto options = std::make_shared<Options>();
  app.add_option("BUG-DIR", options->folder, "The folder of a bug, as fuzz and solve write it")
      ->required();
  add_solver_options(app, options->solvers);
  app.callback([options, &global, &exit_code] { exit_code = run_replay(*options, global); });
}

}  // namespace pg
