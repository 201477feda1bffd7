#include "mutate/strategy.h"

#include <algorithm>
#include <array>

#include "mutate/samples.h"
#include "mutate/skeleton.h"

namespace pg {
namespace {

using Needs = Strategy::Needs;
using Started = Result<std::unique_ptr<Mutator>>;

constexpr auto kStrategies = std::to_array<Strategy>({
    {.name = "sae",
     .summary = "weaken the literals of what is sat, strengthen those of what is unsat",
     .needs = Needs::Nothing,
     .start = [](Pool& pool, const Seed& seed, const StrategyOptions& options,
                 const Rng& rng) -> Started {
       SaeOptions sae = options.sae;
       sae.dialect = options.dialect;
       sae.dialect.widened = false;
       return start_sae(pool, seed, sae, rng);
     },
     .draws_operators = true},
    {.name = "diver",
     .summary = "replace any terms as long as a known model, or an unsat core, stays",
     .needs = Needs::Evidence,
     .start =
         [](Pool& pool, const Seed& seed, const StrategyOptions& options, const Rng& rng) {
           DiverOptions diver = options.diver;
           diver.dialect = options.dialect;
           return start_diver(pool, seed, diver, rng);
         },
     .chains = true,
     .draws_operators = true},
    {.name = "value",
     .summary = "let a solver choose other literals, so that sub-formulas become true or false",
     .needs = Needs::Solvers,
     .start = [](Pool& pool, const Seed& seed, const StrategyOptions& options,
                 const Rng& rng) { return start_value(pool, seed, options.value, rng); },
     .blends = true},
});

// The group of options for all strategies that draw operators.
constexpr std::string_view kOperators = "Operators";
constexpr std::string_view kNobody = "none";

std::vector<Strategy>& table() {
  static std::vector<Strategy> rows(kStrategies.begin(), kStrategies.end());
  return rows;
}

OptionValue skeleton(Skeleton& value) {
  OptionValue made{.metavar = "NAME"};
  for (const SkeletonSpec& spec : skeleton_specs()) made.choices.emplace_back(spec.name);
  made.read = [&value](const Words& words) -> Result<bool> {
    value = std::ranges::find(skeleton_specs(), words[0], &SkeletonSpec::name)->skeleton;
    return true;
  };
  made.write = [&value] {
    const auto spec = std::ranges::find(skeleton_specs(), value, &SkeletonSpec::skeleton);
    return Words{std::string(spec->name)};
  };
  return made;
}

// Rules alone (predicate symbol transformation), snippets alone (live predicate injection).
OptionValue only(SaeOptions& sae) {
  return {.metavar = "NAME",
          .choices = {"pst", "lpi", "both"},
          .read = [&sae](const Words& words) -> Result<bool> {
            sae.rules = words[0] != "lpi";
            sae.snippets = words[0] != "pst";
            return true;
          },
          .write = [&sae] { return Words{!sae.rules      ? "lpi"
                                         : !sae.snippets ? "pst"
                                                         : "both"}; }};
}

OptionValue variant(ValueOptions& value) {
  return {.metavar = "NAMES",
          .read = [&value](const Words& words) -> Result<bool> {
            Result<ValueOptions> read = read_value_options(words[0]);
            if (!read) return read.error();
            value = *std::move(read);
            return true;
          },
          .write = [&value] { return Words{value.variant}; }};
}

// Without a word: of the one solver under test, which whoever knows the solvers puts here.
OptionValue solver_specific(Dialect& dialect) {
  OptionValue made{.metavar = "NAME", .word_optional = true};
  for (const KnownSolver& each : known_solvers()) made.choices.emplace_back(each.name);
  made.choices.emplace_back(kNobody);
  made.read = [&dialect](const Words& words) -> Result<bool> {
    dialect.specific = words.empty() || words[0] != kNobody;
    dialect.solvers = dialect.specific ? Known{} : Dialect().solvers;
    for (const KnownSolver& each : known_solvers())
      if (!words.empty() && words[0] == each.name) dialect.solvers = each.known;
    return true;
  };
  made.write = [&dialect] {
    for (const KnownSolver& each : known_solvers())
      if (dialect.specific && dialect.solvers == each.known) return Words{std::string(each.name)};
    return dialect.specific ? Words{} : Words{std::string(kNobody)};
  };
  return made;
}

OptionValue without(Dialect& dialect) {
  return {
      .metavar = "NAMES",
      .read = [&dialect](const Words& words) -> Result<bool> {
        Result<Rows> rows = read_rows(words[0]);
        if (!rows) return rows.error();
        dialect.refused = *std::move(rows);
        return true;
      },
      .write =
          [&dialect] { return dialect.refused ? Words{rows_text(*dialect.refused)} : Words{}; }};
}

// A campaign remembers those that the user gives, and draws others itself.
constexpr OptionSpec of(std::string_view strategy, std::string_view name, std::string_view help) {
  return {.name = name, .group = strategy, .help = help, .kept = Kept::IfGiven};
}

using Row = OptionRow<StrategyOptions>;
constexpr auto kOptions = std::to_array<Row>({
    Row{of("sae", "--skeleton", "The structure that literals are mutated in"),
        [](StrategyOptions& o) { return skeleton(o.sae.skeleton); }},
    Row{of("sae", "--only", "Rules alone (pst), or injected snippets alone (lpi)"),
        [](StrategyOptions& o) { return only(o.sae); }},
    Row{of("sae", "--literals", "Mutated literals at most"),
        [](StrategyOptions& o) { return number(o.sae.literals, 1u, 1000u); }},
    Row{of("sae", "--rounds", "How often the mutant is mutated again"),
        [](StrategyOptions& o) { return number(o.sae.rounds, 1u, 1000u); }},
    Row{of("sae", "--snippet-depth", "Depth of terms in a snippet"),
        [](StrategyOptions& o) { return number(o.sae.snippet.depth, 0u, 20u); }},
    Row{of("sae", "--snippet-size", "Terms in a snippet, about"),
        [](StrategyOptions& o) { return number(o.sae.snippet.size, 1u, 10'000u); }},
    Row{of("sae", "--connectives", "Connectives of snippets, separated by commas"),
        [](StrategyOptions& o) {
          return list(o.sae.snippet.connectives, "NAMES",
                      {"not", "and", "or", "=>", "xor", "=", "distinct", "ite"});
        }},
    Row{of("sae", "--fresh", "Snippets also use new constants"),
        [](StrategyOptions& o) { return flag(o.sae.snippet.fresh); }},
    Row{of("sae", "--rules", "Also rules of your own, which rules --prove has accepted (TOML)"),
        [](StrategyOptions& o) { return text(o.sae.rules_file, "FILE"); }},
    Row{of("value", "--variant",
           "What literals are chosen for: names as listed below, separated by commas"),
        [](StrategyOptions& o) { return variant(o.value); }},
    Row{of("diver", "--uniform", "All places alike, not by what is allowed there"),
        [](StrategyOptions& o) { return switch_off(o.diver.weighted); }},
    Row{of("diver", "--no-complicate", "No new constants"),
        [](StrategyOptions& o) { return switch_off(o.diver.complicate); }},
    Row{of("diver", "--term-depth", "Depth of new terms"),
        [](StrategyOptions& o) { return number(o.diver.depth, 0u, 20u); }},
    Row{of("diver", "--tries", "Tries for one place"),
        [](StrategyOptions& o) { return number(o.diver.tries, 1u, 100'000u); }},
    Row{of("diver", "--seed-model", "Which of the models of the seed; 0: the first"),
        [](StrategyOptions& o) { return number(o.diver.model, 0u, 1'000'000u); }},
    Row{of("diver", "--widen", "Terms of all theories, in logic ALL"),
        [](StrategyOptions& o) { return flag(o.dialect.widened); }},
    Row{of(kOperators, "--solver-specific",
           "sae, diver: also operators of this solver alone; without a name, of the one --solver"),
        [](StrategyOptions& o) { return solver_specific(o.dialect); }},
    Row{of(kOperators, "--without",
           "sae, diver: operators that mutants do not use, separated by commas; none: use also "
           "those that are new"),
        [](StrategyOptions& o) { return without(o.dialect); }},
});

}  // namespace

std::span<const Strategy> strategies() { return table(); }

ExtraStrategy::ExtraStrategy(const Strategy& row) { table().push_back(row); }
ExtraStrategy::~ExtraStrategy() { table().pop_back(); }

const Strategy* find_strategy(std::string_view name) {
  const auto found = std::ranges::find(strategies(), name, &Strategy::name);
  return found == strategies().end() ? nullptr : &*found;
}

std::span<const OptionRow<StrategyOptions>> strategy_options() { return kOptions; }

bool is_option_of(const OptionSpec& option, const Strategy& strategy) {
  return option.group == strategy.name || (option.group == kOperators && strategy.draws_operators);
}

}  // namespace pg
