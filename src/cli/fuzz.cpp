#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/check.h"
#include "base/input.h"
#include "bug/fingerprint.h"
#include "campaign/campaign.h"
#include "cli/bug_command.h"
#include "cli/display.h"
#include "cli/fail.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "report/live.h"
#include "report/server.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> seeds;
  std::vector<std::string> strategies;
  std::string time;
  uint64_t mutants = 0;
  unsigned jobs = 0;
  uint64_t rng = 1;
  std::string out;
  size_t max_seed_size = 20'000;
  std::vector<std::string> logics;
  std::string variant = std::string(kDefaultVariant);
  std::string schedule;
  std::string known;
  uint64_t quota = 0;
  double reduce_seconds = -1;  // as it is best
  std::string serve;
  std::string on_bug;
  std::vector<std::string> tuned;
  SolverOptions solvers;
};

constexpr double kDefaultSeconds = 60;
constexpr const char* kDefaultOut = "polygraph-out";

std::atomic<bool> g_stop = false;

// The first time it ends in order, the second time at once: what counts is on the disk already.
void on_interrupt(int) {
  if (g_stop.exchange(true)) ::_exit(kExitInterrupted);
}

int bad_option(std::string message) { return fail(Error{{}, std::move(message)}); }

// 90, 90s, 10m, 2h, 1d.
std::optional<double> read_duration(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string unit(end);
  if (end == text.c_str() || !(number > 0) || number > 1e9) return {};
  if (unit.empty() || unit == "s") return number;
  if (unit == "m") return 60 * number;
  if (unit == "h") return 3600 * number;
  if (unit == "d") return 86400 * number;
  return {};
}

// Beside the program where it was built, or where it was installed.
std::string bundled_seeds() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const char* place : {"../../../seeds", "../share/polygraph/seeds"}) {
    const fs::path folder = (program.parent_path() / place).lexically_normal();
    if (fs::is_directory(folder, error)) return folder.string();
  }
  return {};
}

// A folder that is not there yet.
std::string new_folder() {
  for (int number = 1;; ++number) {
    const std::string folder = fmt::format("{}/{:03}", kDefaultOut, number);
    std::error_code error;
    if (!fs::exists(folder, error)) return folder;
  }
}

// Options of the configuration that the command line does not have.
int apply_config(CLI::App& app, const Options& options) {
  std::string file;
  Config config;
  if (const int code = load_config(options.solvers, file, config); code != kExitOk) return code;
  for (const ConfiguredOption& each : config.fuzz) {
    CLI::Option* option = app.get_option_no_throw(each.name == "seeds" ? "SEED" : "--" + each.name);
    Error error{each.place, {}};
    if (!option || each.name == "config") {
      error.message = fmt::format("fuzz has no option '{}'", each.name);
    } else if (option->count() == 0) {
      try {
        for (const std::string& value : each.values) option->add_result(value);
        option->run_callback();
      } catch (const CLI::Error& wrong) {
        error.message = wrong.what();
      }
    }
    if (!error.message.empty()) return fail(file, error);
  }
  return kExitOk;
}

// What was not said is as it was when the campaign began.
int apply_stored(CLI::App& app, Options& options) {
  const Result<std::string> text = stored_options(options.out);
  if (!text) return fail(text.error());
  if (text->empty()) return kExitOk;
  const nlohmann::json stored = nlohmann::json::parse(*text, nullptr, false);
  const auto given = [&](const char* name) { return app.get_option(name)->count() > 0; };
  try {
    if (!given("SEED")) options.seeds = stored.at("seeds").get<std::vector<std::string>>();
    if (!given("--strategy")) {
      options.strategies = stored.at("strategies").get<std::vector<std::string>>();
      if (options.strategies.empty()) options.strategies = {std::string(kNoStrategy)};
    }
    if (!given("--variant")) options.variant = stored.at("variant");
    if (!given("--rng")) options.rng = stored.at("rng");
    if (!given("--max-seed-size")) options.max_seed_size = stored.at("max_seed_size");
    if (!given("--logic")) options.logics = stored.at("logics").get<std::vector<std::string>>();
    if (!given("--schedule")) options.schedule = stored.at("schedule");
    if (!given("--timeout")) options.solvers.limits.seconds = stored.at("timeout");
    if (!given("--tune")) options.tuned = stored.at("tune").get<std::vector<std::string>>();
    if (!given("--memory")) options.solvers.limits.memory_mb = stored.at("memory");
    if (!given("--solver") && !given("--configs"))
      for (const nlohmann::json& solver : stored.at("solvers"))
        options.solvers.names.push_back(solver.at("finder"));
  } catch (const nlohmann::json::exception& error) {
    return fail(environment_error(fmt::format("{}: {}", options.out, error.what())));
  }
  return kExitOk;
}

int read_strategies(const Options& options, std::vector<std::string>& names) {
  for (const std::string& given : options.strategies) {
    for (const auto part : std::views::split(given, ',')) {
      const std::string name(part.begin(), part.end());
      const bool known =
          name == kNoStrategy ||
          std::ranges::find(strategies(), name, &Strategy::name) != strategies().end();
      if (!known) return bad_option(fmt::format("there is no strategy '{}'", name));
      if (name != kNoStrategy && std::ranges::find(names, name) == names.end())
        names.push_back(name);
    }
  }
  if (options.strategies.empty())
    for (const Strategy& strategy : strategies()) names.emplace_back(strategy.name);
  return kExitOk;
}

int read_options(CLI::App& app, Options& options, CampaignOptions& campaign) {
  if (const int code = apply_config(app, options); code != kExitOk) return code;
  const bool resumable = !options.out.empty();
  if (resumable)
    if (const int code = apply_stored(app, options); code != kExitOk) return code;
  if (options.out.empty()) options.out = new_folder();
  if (options.seeds.empty()) {
    options.seeds = {bundled_seeds()};
    if (options.seeds[0].empty())
      return fail(environment_error("the bundled seeds are not there; name files or folders"));
  }
  if (const int code = read_strategies(options, campaign.strategies); code != kExitOk) return code;
  const Result<ValueOptions> value = read_value_options(options.variant);
  if (!value) return bad_option("--variant: " + value.error().message);
  campaign.strategy.value = *value;
  campaign.variant = options.variant;
  if (!options.time.empty()) {
    const std::optional<double> seconds = read_duration(options.time);
    if (!seconds) return bad_option("--time: give seconds, or a number with s, m, h or d");
    campaign.seconds = *seconds;
  } else if (options.mutants == 0) {
    campaign.seconds = kDefaultSeconds;
  }
  campaign.mutants = options.mutants;
  campaign.jobs =
      options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  campaign.rng = options.rng;
  campaign.max_seed_size = options.max_seed_size;
  campaign.logics = options.logics;
  // What depends on answers depends on time: a number of mutants is for experiments.
  campaign.adaptive =
      options.schedule.empty() ? options.mutants == 0 : options.schedule == "adaptive";
  campaign.tuned = options.tuned;
  for (const std::string& text : options.tuned)
    if (const Result<bool> tuned = tune(campaign.tuning, text); !tuned)
      return bad_option("--tune: " + tuned.error().message);
  campaign.quota = options.quota;
  if (options.reduce_seconds >= 0)
    campaign.reduce_seconds = options.reduce_seconds;
  else if (options.mutants > 0)
    campaign.reduce_seconds = 0;
  campaign.limits = options.solvers.limits;
  campaign.out = options.out;
  for (const std::string& seed : options.seeds)
    campaign.seeds.push_back(fs::absolute(seed).lexically_normal().string());
  if (!options.known.empty()) {
    const Result<std::string> text = read_input(options.known);
    if (!text) return fail(options.known, text.error());
    campaign.known = read_known_bugs(*text);
  }
  return choose_solvers(options.solvers, campaign.solvers);
}

void print_start(const CampaignOptions& chosen) {
  std::vector<std::string> names;
  for (const Solver& solver : chosen.solvers)
    names.push_back(solver.version.empty() ? solver.name
                                           : fmt::format("{} {}", solver.name, solver.version));
  fmt::print("{} in {}, {} job{}: {}\n\n", fmt::join(chosen.strategies, ", "), chosen.out,
             chosen.jobs, chosen.jobs == 1 ? "" : "s", fmt::join(names, "; "));
}

void stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  ::signal(SIGXFSZ, SIG_IGN);  // a file that is too large is like a full disk
}

// Runs the campaign and shows it; the command of --on-bug has ended when this returns.
void run_shown(Campaign& campaign, const CampaignOptions& chosen, const Options& options,
               const GlobalOptions& global) {
  Display display(campaign, global);
  const CampaignPaths paths(fs::absolute(chosen.out).string());
  {
    std::optional<BugCommand> on_bug;
    if (!options.on_bug.empty()) on_bug.emplace(options.on_bug);
    campaign.run([&] { display.tick(); },
                 [&](const FindingRow& row) {
                   display.found(row);
                   if (on_bug && row.shelf == Shelf::Bugs)
                     on_bug->run_for(paths.bug(row.shelf, row.found.fingerprint).string());
                 });
  }
  display.finish(chosen.out, g_stop);
}

int exit_code_of(const Status& status) {
  if (!status.trouble.empty()) return fail(environment_error(status.trouble));
  if (g_stop) return kExitInterrupted;
  if (status.lied()) return kExitLie;
  return hardly_tested(status).empty() ? kExitOk : kExitEnvironment;
}

int run_fuzz(CLI::App& app, Options& options, const GlobalOptions& global) {
  CampaignOptions chosen;
  if (const int code = read_options(app, options, chosen); code != kExitOk) return code;
  stop_on_signals();
  Result<std::unique_ptr<Campaign>> campaign = Campaign::open(chosen, g_stop);
  if (!campaign) return fail(campaign.error());
  if (!global.quiet && !global.json) print_start(chosen);
  std::unique_ptr<LiveReport> live;
  std::unique_ptr<Server> server;
  if (app.get_option("--serve")->count() > 0) {
    live = std::make_unique<LiveReport>((*campaign)->store());
    Result<std::unique_ptr<Server>> started =
        Server::start(options.serve, [&](const std::string& path) { return live->answer(path); });
    if (!started) return fail(started.error());
    server = std::move(*started);
    std::fprintf(stderr, "%s\n", server->url().c_str());
  }
  run_shown(**campaign, chosen, options, global);
  return exit_code_of((*campaign)->status());
}

}  // namespace

void add_fuzz(CLI::App& app, const GlobalOptions& global, int& exit_code) {
  auto options = std::make_shared<Options>();
  options->solvers.limits = CampaignOptions().limits;
  options->solvers.paired = true;
  app.add_option("SEED", options->seeds,
                 "Files and folders of .smt2 files; default: our own seeds");
  app.add_option("--strategy", options->strategies,
                 "sae, value, diver, or none: the seeds themselves; default: all")
      ->allow_extra_args(false);
  app.add_option("--time", options->time, "How long, such as 90, 10m, 8h; default: one minute");
  app.add_option("--mutants", options->mutants, "Stop after so many; the same ones in any run");
  app.add_option("--jobs", options->jobs, "Workers; default: one a core")
      ->check(CLI::Range(1, 1024));
  app.add_option("--rng", options->rng, "The same number makes the same mutants; default: 1");
  app.add_option("--out", options->out,
                 "The campaign's folder; if there is one already, it goes on; default: "
                 "polygraph-out/NNN");
  app.add_option("--max-seed-size", options->max_seed_size, "In bytes; default: 20000");
  app.add_option("--logic", options->logics, "Only seeds of this logic; repeatable")
      ->allow_extra_args(false);
  app.add_option("--variant", options->variant,
                 fmt::format("value: the thesis's names; default: {}", kDefaultVariant));
  app.add_option("--schedule", options->schedule,
                 "adaptive: more of what brings something new; uniform: all alike; default: "
                 "adaptive, and uniform with --mutants")
      ->check(CLI::IsMember({"adaptive", "uniform"}));
  app.add_option(
         "--tune", options->tuned,
         "Another value for a number that the engine was tuned with, see docs/campaigns.md; "
         "repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--known", options->known, "A file of fingerprints that are not reported");
  app.add_option("--quota", options->quota,
                 "At most so many bugs of a solver in bugs/; more are in held/");
  app.add_option("--reduce", options->reduce_seconds,
                 "Seconds for making each bug small; default: 60, and 0 with --mutants")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--serve", options->serve,
                 "Show the campaign in a browser while it runs, at PORT or HOST:PORT; default: any "
                 "port of 127.0.0.1")
      ->expected(0, 1)
      ->check(Server::problem_with);
  app.add_option("--on-bug", options->on_bug,
                 "A command to run for each new bug, with its folder as the last argument")
      ->type_name("COMMAND");
  add_solver_options(app, options->solvers);
  app.callback(
      [options, &app, &global, &exit_code] { exit_code = run_fuzz(app, *options, global); });
}

}  // namespace pg
