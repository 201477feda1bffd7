#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "ask/seed.h"
#include "base/check.h"
#include "base/input.h"
#include "bug/fingerprint.h"
#include "campaign/campaign.h"
#include "cli/bug_command.h"
#include "cli/display.h"
#include "cli/fail.h"
#include "cli/load.h"
#include "cli/serve_option.h"
#include "cli/signals.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "report/live.h"
#include "report/server.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

struct Options {
  CampaignOptions campaign;
  SolverOptions solvers;
  std::string known;                 // a file of fingerprints
  std::optional<std::string> serve;  // at this address
  std::string on_bug;
};

constexpr const char* kDefaultOut = "polygraph-out";

std::atomic<bool> g_stop = false;

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

// A folder that nobody else has: others may start at the same time.
std::string new_folder() {
  std::error_code error;
  fs::create_directories(kDefaultOut, error);
  for (int number = 1;; ++number) {
    const std::string folder = fmt::format("{}/{:03}", kDefaultOut, number);
    if (fs::create_directory(folder, error) || error) return folder;
  }
}

// Options of the configuration that the command line does not have.
int apply_config(OptionSet& set, const Options& options) {
  std::string file;
  Config config;
  if (const int code = load_config(options.solvers, file, config); code != kExitOk) return code;
  Words keys;
  for (const Option& option : set.all()) keys.emplace_back(option.key());
  for (const ConfiguredOption& each : config.fuzz) {
    Option* option = set.find(each.name == "seeds" ? "SEED" : std::string_view(each.name));
    if (!option || each.name == "config")
      return fail(file, {each.place, fmt::format("fuzz has no option '{}'{}", each.name,
                                                 did_you_mean(each.name, keys))});
    if (option->given) continue;
    if (const Result<bool> read = option->give(each.values); !read)
      return fail(file, {each.place, read.error().message});
  }
  return kExitOk;
}

// Options that were not given are as they were when the campaign began.
int apply_stored(OptionSet& set, const Options& options) {
  Result<std::vector<OptionWords>> stored = stored_settings(options.campaign.out);
  if (!stored) return fail(stored.error());
  // A preset makes solvers of its own.
  if (set.given("preset"))
    std::erase_if(*stored, [](const OptionWords& setting) { return setting.name == "solver"; });
  if (const Result<bool> read = set.restore(*stored); !read)
    return fail(
        environment_error(fmt::format("{}: {}", options.campaign.out, read.error().message)));
  return kExitOk;
}

int choose_seeds(std::vector<std::string>& seeds) {
  if (seeds.empty()) seeds.push_back(bundled_seeds());
  if (seeds[0].empty())
    return fail(environment_error("the bundled seeds are not there; name files or folders"));
  for (std::string& seed : seeds) seed = fs::absolute(seed).lexically_normal().string();
  return kExitOk;
}

// A campaign goes on from any folder.
int choose_rules(SaeOptions& sae) {
  if (!sae.rules_file.empty())
    sae.rules_file = fs::absolute(sae.rules_file).lexically_normal().string();
  return load_rules(sae);
}

// What was given, what the configuration and an earlier run say, and what follows from it.
int read_options(OptionSet& set, Options& options) {
  CampaignOptions& campaign = options.campaign;
  if (const int code = apply_config(set, options); code != kExitOk) return code;
  if (!campaign.out.empty())
    if (const int code = apply_stored(set, options); code != kExitOk) return code;
  if (const int code = choose_seeds(campaign.seeds); code != kExitOk) return code;
  if (const int code = choose_rules(campaign.strategy.sae); code != kExitOk) return code;
  for (const Option& option : set.all())
    if (option.given && std::ranges::any_of(strategies(), [&](const Strategy& strategy) {
          return is_option_of(option.spec, strategy);
        }))
      campaign.fixed.emplace_back(option.spec.name);
  if (!options.known.empty()) {
    const Result<std::string> text = read_input(options.known);
    if (!text) return fail(options.known, text.error());
    campaign.known = read_known_bugs(*text);
  }
  if (const int code = choose_solvers(options.solvers, campaign.solvers); code != kExitOk)
    return code;
  if (const Result<bool> used = use_dialect_of(campaign.solvers, campaign.strategy.dialect); !used)
    return fail(used.error());
  campaign.limits = options.solvers.limits;
  options.solvers.names.clear();
  for (const Solver& solver : campaign.solvers) options.solvers.names.push_back(solver.finder());
  campaign.settings = set.kept();
  if (campaign.out.empty()) campaign.out = new_folder();
  return kExitOk;
}

void print_start(const CampaignOptions& chosen) {
  std::vector<std::string> names;
  for (const Solver& solver : chosen.solvers)
    names.push_back(solver.version.empty() ? solver.name
                                           : fmt::format("{} {}", solver.name, solver.version));
  const std::string strategies = chosen.strategies.empty()
                                     ? "seeds as they are"
                                     : fmt::format("{}", fmt::join(chosen.strategies, ", "));
  fmt::print("{} in {}, {} job{}: {}\n\n", strategies, chosen.out, chosen.workers(),
             chosen.workers() == 1 ? "" : "s", fmt::join(names, "; "));
}

// Runs the campaign and shows it; the command of --on-bug has ended when this returns.
void run_shown(Campaign& campaign, const Options& options, const GlobalOptions& global) {
  Display display(campaign, global);
  const CampaignPaths paths(fs::absolute(options.campaign.out).string());
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
  display.finish(options.campaign.out, g_stop);
}

int exit_code_of(const Status& status) {
  if (!status.trouble.empty()) return fail(environment_error(status.trouble));
  if (g_stop) return kExitInterrupted;
  if (status.lied()) return kExitLie;
  return hardly_tested(status).empty() ? kExitOk : kExitEnvironment;
}

int run_fuzz(OptionSet& set, Options& options, const GlobalOptions& global) {
  if (const int code = read_options(set, options); code != kExitOk) return code;
  Result<std::unique_ptr<Campaign>> campaign = Campaign::open(options.campaign, g_stop);
  if (!campaign) return fail(campaign.error());
  for (const std::string& warning : (*campaign)->warnings()) warn(warning);
  if (!global.quiet && !global.json) print_start(options.campaign);
  std::unique_ptr<LiveReport> live;
  std::unique_ptr<Server> server;
  if (options.serve) {
    live = std::make_unique<LiveReport>((*campaign)->store());
    Result<std::unique_ptr<Server>> started =
        Server::start(*options.serve, [&](const std::string& path) { return live->answer(path); });
    if (!started) return fail(started.error());
    server = std::move(*started);
    std::fprintf(stderr, "%s\n", server->url().c_str());
  }
  // Up to here nothing is lost when it ends at once.
  SignalWatch::stop_in_order(g_stop);
  run_shown(**campaign, options, global);
  return exit_code_of((*campaign)->status());
}

constexpr std::string_view kPlaces = "Output";

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "--out",
         .group = kPlaces,
         .help = "The campaign's folder; a campaign that is there already goes on",
         .usual = "polygraph-out/NNN"},
        [](Options& o) { return text(o.campaign.out, "DIR"); }},
    Row{{.name = "--known", .group = kPlaces, .help = "Fingerprints that are not reported"},
        [](Options& o) { return text(o.known, "FILE"); }},
    Row{{.name = "--serve",
         .group = kPlaces,
         .help = "Show the campaign in a browser while it runs",
         .usual = "any port of 127.0.0.1"},
        [](Options& o) { return serve_option(o.serve); }},
    Row{{.name = "--on-bug",
         .group = kPlaces,
         .help = "A command to run for each new bug, with its folder as the last argument"},
        [](Options& o) { return text(o.on_bug, "COMMAND"); }},
});

}  // namespace

void add_fuzz(CommandLine& line) {
  auto options = std::make_shared<Options>();
  options->solvers.limits = options->campaign.limits;
  options->solvers.paired = true;
  line.options.add(campaign_options(), options->campaign);
  line.options.add(kRows, *options);
  add_solver_options(line.options, options->solvers);
  line.options.add(strategy_options(), options->campaign.strategy);
  line.notes = std::string(
                   "Options of strategies that are not given vary from visit to visit.\n"
                   "polygraph.toml can hold every option: time = \"8h\" below [fuzz].\n\n") +
               "Names for --variant\n" + refinements_text();
  line.run = [options](OptionSet& given, const GlobalOptions& global) {
    return run_fuzz(given, *options, global);
  };
}

}  // namespace pg
