#include "mutate/rules.h"

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/fail.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "prove/prove.h"

namespace pg {
namespace {

struct Options {
  std::string theory;
  bool prove = false;
  SolverOptions solvers;
};

// "weakens <, strengthens <=": what the rule can replace.
std::string uses(const Rule& rule) {
  std::string text;
  auto add = [&](Direction direction, std::string_view word) {
    if (!works(rule, direction)) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", word,
                        shape_of(pattern_of(rule, direction)).op);
  };
  add(Direction::Weaker, "weakens");
  add(Direction::Stronger, "strengthens");
  return text;
}

nlohmann::json json_of(const RuleEntry& entry) {
  const Rule& rule = *entry.rule;
  return {{"theory", entry.theory->name},
          {"rule", describe(rule)},
          {"terms", rule.terms},
          {"constants", rule.constants},
          {"weakens", works(rule, Direction::Weaker)},
          {"strengthens", works(rule, Direction::Stronger)}};
}

nlohmann::json json_of(const Rule& rule, const RuleProof& proof, std::span<const Solver> solvers) {
  nlohmann::json row;
  for (size_t i = 0; i < solvers.size(); ++i)
    row["solvers"][solvers[i].name] = name_of(proof.by_solver[i]);
  row["at"] = proof.settings;
  row["enumeration"] = {{"outcome", name_of(proof.by_enumeration.outcome)},
                        {"cases", proof.by_enumeration.cases},
                        {"all values at", proof.by_enumeration.complete}};
  if (!rule.proof.empty()) row["by hand"] = rule.proof;
  if (!proof.refutation.empty()) row["refuted by"] = proof.refutation;
  row["evidence"] = name_of(proof.evidence());
  return row;
}

void print_row(const Rule& rule, bool details) {
  std::printf("  %s\n", describe(rule).c_str());
  if (!details) return;
  std::string text =
      fmt::format("{}{}{}; {}", rule.terms, rule.constants.empty() ? "" : "; constants ",
                  rule.constants, uses(rule));
  std::printf("      %s\n", text.c_str());
}

// How many rules have which evidence.
class Counts {
 public:
  void add(Evidence evidence) { ++counts_[static_cast<size_t>(evidence)]; }
  size_t of(Evidence evidence) const { return counts_[static_cast<size_t>(evidence)]; }
  size_t failed() const { return of(Evidence::NotEnough) + of(Evidence::Refuted); }
  std::string text() const {
    return fmt::format(
        "proved by two solvers {}, by a solver and all values of small sorts {}, by a solver and "
        "by "
        "hand {}; not accepted {}",
        of(Evidence::TwoSolvers), of(Evidence::SolverAndEnumeration), of(Evidence::SolverAndHand),
        failed());
  }

 private:
  std::array<size_t, 5> counts_{};
};

int run_rules(const Options& options, const GlobalOptions& global) {
  std::vector<Solver> solvers;
  if (options.prove)
    if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  std::optional<RuleProver> prover;
  if (options.prove) prover.emplace(solvers, options.solvers.limits);
  nlohmann::json rows = nlohmann::json::array();
  std::string_view theory;
  size_t count = 0;
  Counts counts;
  for (const RuleEntry& entry : all_rules()) {
    if (!options.theory.empty() && entry.theory->name != options.theory) continue;
    ++count;
    const Rule& rule = *entry.rule;
    if (!global.json && entry.theory->name != theory)
      std::printf("%s%s\n", theory.empty() ? "" : "\n", std::string(entry.theory->name).c_str());
    theory = entry.theory->name;
    if (global.json)
      rows.push_back(json_of(entry));
    else
      print_row(rule, !global.quiet);
    if (!prover) continue;
    const RuleProof proof = prover->prove(rule);
    counts.add(proof.evidence());
    if (global.json) {
      rows.back()["proof"] = json_of(rule, proof, solvers);
      rows.back()["accepted"] = is_accepted(proof.evidence());
    } else {
      std::printf("      %s\n", proof.text().c_str());
      std::fflush(stdout);
    }
  }
  if (count == 0)
    return fail({{}, fmt::format("no rule belongs to a theory '{}'", options.theory)});
  if (global.json)
    std::printf("%s\n", rows.dump().c_str());
  else if (options.prove)
    std::printf("\n%zu rules: %s\n", count, counts.text().c_str());
  else
    std::printf("\n%zu rules\n", count);
  return counts.failed() > 0 ? kExitLie : kExitOk;
}

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "--theory", .group = "Rules", .help = "Only the rules of this theory"},
        [](Options& o) { return text(o.theory, "NAME"); }},
    Row{{.name = "--prove",
         .group = "Rules",
         .help = "Say what proves each: solvers, all values of small sorts, an argument by hand"},
        [](Options& o) { return flag(o.prove); }},
});

}  // namespace

void add_rules(CommandLine& line) {
  auto options = std::make_shared<Options>();
  line.options.add(kRows, *options);
  add_solver_options(line.options, options->solvers);
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_rules(*options, global);
  };
}

}  // namespace pg
