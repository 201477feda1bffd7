#include "campaign/options.h"

#include <algorithm>
#include <array>
#include <thread>

#include <fmt/format.h>

namespace pg {
namespace {

Words names_of_strategies() {
  Words names;
  for (const Strategy& strategy : strategies()) names.emplace_back(strategy.name);
  return names;
}

// "none" is the list that has nothing in it.
OptionValue strategy_list(Words& values) {
  Words choices = names_of_strategies();
  choices.emplace_back(kNoStrategy);
  OptionValue made = list(values, "NAMES", std::move(choices));
  made.read = [&values, read = std::move(made.read)](const Words& words) -> Result<bool> {
    Result<bool> done = read(words);
    Words names;
    for (const std::string& name : values)
      if (name != kNoStrategy && std::ranges::find(names, name) == names.end())
        names.push_back(name);
    values = std::move(names);
    return done;
  };
  made.write = [&values, write = std::move(made.write)] {
    return values.empty() ? Words{std::string(kNoStrategy)} : write();
  };
  return made;
}

OptionValue tuned_numbers(CampaignOptions& options) {
  return {.metavar = "NAME=VALUE",
          .repeatable = true,
          .read = [&options](const Words& words) -> Result<bool> {
            for (const std::string& word : words)
              if (Result<bool> read = tune(options.tuning, word); !read) return read;
            options.tuned = words;
            return true;
          },
          .write = [&options] { return options.tuned; }};
}

OptionValue schedule(CampaignOptions& options) {
  return {.metavar = "NAME",
          .choices = {"adaptive", "uniform"},
          .read = [&options](const Words& words) -> Result<bool> {
            options.adaptive = words[0] == "adaptive";
            return true;
          },
          .write = [&options] { return Words{options.is_adaptive() ? "adaptive" : "uniform"}; }};
}

OptionValue optional_duration(std::optional<double>& value, double least) {
  return {.metavar = "TIME",
          .read = [&value, least](const Words& words) -> Result<bool> {
            double seconds = 0;
            Result<bool> read = duration(seconds, least, 1e9).read(words);
            if (read) value = seconds;
            return read;
          },
          .write = [&value] { return value ? Words{duration_word(*value)} : Words{}; }};
}

constexpr std::string_view kSeeds = "Seeds";
constexpr std::string_view kMutants = "Mutants";
constexpr std::string_view kBudget = "How far it goes";
constexpr std::string_view kBugs = "Bugs";

using Row = OptionRow<CampaignOptions>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "SEED",
         .group = kSeeds,
         .help = "Files, and folders of .smt2 files",
         .kept = Kept::Always,
         .usual = "our own seeds"},
        [](CampaignOptions& o) { return texts(o.seeds, "PATH"); }},
    Row{{.name = "--logic",
         .group = kSeeds,
         .help = "Only seeds of this logic; repeatable",
         .kept = Kept::Always,
         .usual = "all"},
        [](CampaignOptions& o) { return texts(o.logics, "LOGIC"); }},
    Row{{.name = "--max-seed-size",
         .group = kSeeds,
         .help = "Leave out seeds with more bytes",
         .kept = Kept::Always},
        [](CampaignOptions& o) { return number(o.max_seed_size, uint64_t{1}, uint64_t{1} << 30); }},
    Row{{.name = "--strategy",
         .group = kMutants,
         .help = "How mutants are made; none: ask about the seeds themselves",
         .kept = Kept::Always},
        [](CampaignOptions& o) { return strategy_list(o.strategies); }},
    Row{{.name = "--rng",
         .group = kMutants,
         .help = "The same number makes the same mutants",
         .kept = Kept::Always},
        [](CampaignOptions& o) { return number(o.rng, uint64_t{0}, ~uint64_t{0}); }},
    Row{{.name = "--time", .group = kBudget, .help = "How long to run", .usual = "1m"},
        [](CampaignOptions& o) { return optional_duration(o.seconds, 0.001); }},
    Row{{.name = "--mutants",
         .group = kBudget,
         .help = "Stop after so many mutants, the same ones in any run",
         .usual = "no limit"},
        [](CampaignOptions& o) { return number(o.mutants, uint64_t{1}, uint64_t{1} << 60); }},
    Row{{.name = "--jobs", .group = kBudget, .help = "Workers", .usual = "one per core"},
        [](CampaignOptions& o) { return number(o.jobs, 1u, 1024u); }},
    Row{{.name = "--schedule",
         .group = kBudget,
         .help = "adaptive: more of what brings something new; uniform: the same for all",
         .kept = Kept::Always,
         .usual = "adaptive, but uniform with --mutants"},
        [](CampaignOptions& o) { return schedule(o); }},
    Row{{.name = "--tune",
         .group = kBudget,
         .help = "Another value for a number of the engine, see docs/campaigns.md; repeatable",
         .kept = Kept::Always},
        [](CampaignOptions& o) { return tuned_numbers(o); }},
    Row{{.name = "--reduce",
         .group = kBugs,
         .help = "Time for making each bug small; 0: leave it as it is",
         .usual = "1m, but 0 with --mutants"},
        [](CampaignOptions& o) { return optional_duration(o.reduce_seconds, 0); }},
    Row{{.name = "--quota",
         .group = kBugs,
         .help = "At most so many bugs of a solver in bugs/; more go to held/",
         .usual = "no limit"},
        [](CampaignOptions& o) { return number(o.quota, uint64_t{1}, uint64_t{1} << 60); }},
});

// What a visit draws where the user left an option open: one of the words, the default more often.
struct Variation {
  std::string_view name;
  std::array<std::string_view, 6> words;
};
constexpr auto kVariations = std::to_array<Variation>({
    {"--skeleton", {"original", "original", "original", "original", "nnf", "cnf"}},
    {"--rounds", {"1", "1", "1", "2", "3", "4"}},
    {"--fresh", {"false", "false", "false", "false", "true", "true"}},
    {"--variant",
     {"BLENDB", "BLENDB", "BLENDB", "BLENDB,CPOG", "ADOMAIN,RELC3,CPOG", "BLENDBLEAF"}},
    {"--uniform", {"false", "false", "false", "false", "false", "true"}},
});

}  // namespace

CampaignOptions::CampaignOptions() : strategies(names_of_strategies()) {}

unsigned CampaignOptions::workers() const {
  return jobs > 0 ? jobs : std::max(1u, std::thread::hardware_concurrency());
}

std::span<const OptionRow<CampaignOptions>> campaign_options() { return kRows; }

StrategyOptions options_of_visit(const CampaignOptions& options, Rng rng) {
  StrategyOptions drawn = options.strategy;
  for (const Variation& each : kVariations) {
    const std::string_view word = each.words[rng.below(each.words.size())];
    if (std::ranges::find(options.fixed, each.name) != options.fixed.end()) continue;
    const auto row = std::ranges::find(strategy_options(), each.name,
                                       [](const auto& option) { return option.spec.name; });
    CHECK(row != strategy_options().end(), "an option that varies is an option");
    const Result<bool> read = row->value(drawn).read({std::string(word)});
    CHECK(read, "an option varies among values that it can have");
  }
  return drawn;
}

}  // namespace pg
