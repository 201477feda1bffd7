#include "bug/replay.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "bug/folder.h"
#include "cli/fail.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "solve/probe.h"

namespace pg {
namespace {

struct Options {
  std::vector<std::string> folders;
  SolverOptions solvers;
};

// What became of one folder.
struct Line {
  std::string folder;
  Case found;
  std::string asked;    // the solver that was asked; empty: none was
  std::string version;  // of that one
  Replay replay;
};

// A row of the table.
void print_row(const Line& line) {
  const Replay& replay = line.replay;
  const std::string note = replay.outcome == Replay::Outcome::NotTested ? replay.why : replay.said;
  const std::string& solver = line.asked.empty() ? line.found.liar.name : line.asked;
  std::printf("%-20s %-10s %-10s %s: %s\n", std::string(name_of(replay.outcome)).c_str(),
              solver.c_str(), line.version.c_str(), line.folder.c_str(), note.c_str());
}

void print_details(const Line& line) {
  const Case& found = line.found;
  const Replay& replay = line.replay;
  std::printf("%s: %s.\n", found.fingerprint.c_str(), sentence_of(found).c_str());
  if (!replay.certificate.empty())
    std::printf("certificate: holds: %s\n", replay.certificate.c_str());
  if (!replay.said.empty())
    std::printf("%s %s: %s\n", line.asked.c_str(), line.version.c_str(), replay.said.c_str());
  if (!line.asked.empty() && (line.version != found.liar.version || line.asked != found.liar.name))
    std::printf("It was found in %s %s.\n", found.liar.name.c_str(), found.liar.version.c_str());
  switch (replay.outcome) {
    case Replay::Outcome::StillLies:
      std::printf("It still lies.\n");
      break;
    case Replay::Outcome::Fixed:
      std::printf("No longer reproduces.\n");
      break;
    case Replay::Outcome::NotTested:
      std::printf("Could not be tested: %s.\n", replay.why.c_str());
      break;
  }
}

nlohmann::json to_json(const Line& line) {
  return {{"folder", line.folder},
          {"bug", line.found.fingerprint},
          {"kind", name_of(line.found.kind)},
          {"solver", line.found.liar.name},
          {"asked", line.asked},
          {"version", line.version},
          {"found_in", line.found.liar.version},
          {"outcome", name_of(line.replay.outcome)},
          {"certificate", line.replay.certificate},
          {"said", line.replay.said},
          {"why", line.replay.why}};
}

// Those that the user names, or that the configuration has; none of them need be here.
int choose_given(const SolverOptions& options, std::vector<Solver>& given) {
  std::string file;
  Config config;
  if (const int code = load_config(options, file, config); code != kExitOk) return code;
  std::vector<std::string> texts;
  for (const ConfiguredSolver& each : config.solvers)
    texts.push_back(each.name + "=" + each.command);
  const size_t configured = texts.size();
  texts.insert(texts.end(), options.names.begin(), options.names.end());
  for (size_t i = 0; i < texts.size(); ++i) {
    Result<Solver> solver = find_solver(texts[i]);
    if (solver) {
      given.push_back(*std::move(solver));
    } else if (i >= configured) {
      return fail(solver.error());
    }
  }
  // What is on the command line goes before the configuration.
  std::ranges::reverse(given);
  return kExitOk;
}

// Whether a solver that was found is one of the given ones, perhaps with more options.
bool is_one_of(const Solver& solver, const Solver& given) {
  return std::ranges::equal(
      given.argv, std::span(solver.argv).first(std::min(given.argv.size(), solver.argv.size())));
}

Line replay_folder(const std::string& folder, const Case& found, const Options& options,
                   std::span<const Solver> given, std::vector<bool>& used) {
  Line line{.folder = folder, .found = found, .asked = {}, .version = {}, .replay = {}};
  const Result<Solver> solver = find_solver(found.liar, given);
  if (!solver) {
    line.replay.why = solver.error().message;
    return line;
  }
  line.asked = solver->name;
  line.version = solver->version;
  for (size_t i = 0; i < given.size(); ++i)
    if (is_one_of(*solver, given[i])) used[i] = true;
  line.replay.why = probe(*solver, options.solvers.limits, ProbeModes::Fresh).failure;
  if (!line.replay.why.empty()) return line;
  // Rules of a user are proved again, by all solvers that are here.
  std::vector<Solver> provers(given.begin(), given.end());
  if (needs_provers(found))
    for (Solver& each : find_solvers())
      if (std::ranges::find(provers, each.argv, &Solver::argv) == provers.end())
        provers.push_back(std::move(each));
  const QueryLimits& limits = options.solvers.limits;
  line.replay = replay(found, *solver, limits, {provers, limits});
  return line;
}

int run_replay(const Options& options, const GlobalOptions& global) {
  std::vector<Solver> given;
  if (const int code = choose_given(options.solvers, given); code != kExitOk) return code;
  std::vector<bool> used(given.size());
  std::map<Replay::Outcome, size_t> counts;
  size_t unreadable = 0;
  const bool several = options.folders.size() > 1;
  for (const std::string& folder : options.folders) {
    const Result<Case> found = read_bug(folder);
    if (!found) {
      fail(folder, found.error());
      ++unreadable;
      continue;
    }
    const Line line = replay_folder(folder, *found, options, given, used);
    ++counts[line.replay.outcome];
    if (global.json)
      std::printf(
          "%s\n",
          to_json(line).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    else if (several && !global.quiet)
      print_row(line);
    else if (!global.quiet)
      print_details(line);
    std::fflush(stdout);
  }
  const size_t lies = counts[Replay::Outcome::StillLies];
  const size_t untested = counts[Replay::Outcome::NotTested] + unreadable;
  if (several && !global.json && !global.quiet)
    std::printf("%zu bugs: %zu still lie, %zu fixed, %zu could not be tested\n",
                options.folders.size(), lies, counts[Replay::Outcome::Fixed], untested);
  // What the user named and nobody asked must not look tested.
  bool all_used = true;
  for (size_t i = 0; i < given.size(); ++i) {
    const bool named = std::ranges::any_of(options.solvers.names, [&](const std::string& name) {
      return name == given[i].name || name.starts_with(given[i].name + "=");
    });
    if (used[i] || !named) continue;
    all_used = false;
    fail(environment_error(fmt::format("--solver {} is for none of these bugs", given[i].name)));
  }
  if (lies > 0) return kExitLie;
  if (unreadable > 0) return kExitInput;
  return untested > 0 || !all_used ? kExitEnvironment : kExitOk;
}

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "BUG-DIR",
         .group = "Arguments",
         .help = "Folders of bugs, as fuzz, solve and reduce write them",
         .required = true},
        [](Options& o) { return texts(o.folders, "DIR"); }},
});

}  // namespace

void add_replay(CommandLine& line) {
  auto options = std::make_shared<Options>();
  line.options.add(kRows, *options);
  add_solver_options(line.options, options->solvers);
  line.notes =
      "--solver NAME=PATH tests another binary: it is used for bugs of the solver NAME,\n"
      "or of the same program.";
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_replay(*options, global);
  };
}

}  // namespace pg
