#include "mutate/rules.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "judge/prove.h"

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

// What is said of a rule; at least two of the solvers and enumeration must prove it, none refute
// it.
std::string verdict(const RuleProof& proof, std::span<const Solver> solvers) {
  std::string text;
  for (size_t i = 0; i < solvers.size(); ++i)
    text += fmt::format("{} {}, ", solvers[i].name, name_of(proof.by_solver[i]));
  text += fmt::format("enumeration {}", name_of(proof.by_enumeration.result));
  if (proof.by_enumeration.cases > 0)
    text += fmt::format(" ({} cases)", proof.by_enumeration.cases);
  if (proof.refuted()) text += "; by " + proof.refutation;
  return text;
}

bool accepted(const RuleProof& proof) { return !proof.refuted() && proof.provers() >= 2; }

int run_rules(const Options& options, const GlobalOptions& global) {
  std::vector<Solver> solvers;
  if (options.prove)
    if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  std::optional<RuleProver> prover;
  if (options.prove) prover.emplace(solvers, options.solvers.limits);
  nlohmann::json rows = nlohmann::json::array();
  std::string_view theory;
  size_t count = 0;
  size_t failed = 0;
  for (const RuleEntry& entry : all_rules()) {
    if (!options.theory.empty() && entry.theory->name != options.theory) continue;
    ++count;
    const Rule& rule = *entry.rule;
    std::optional<RuleProof> proof;
    if (prover) proof = prover->prove(rule);
    if (proof && !accepted(*proof)) ++failed;
    if (global.json) {
      nlohmann::json row = {{"theory", entry.theory->name},
                            {"rule", describe(rule)},
                            {"terms", rule.terms},
                            {"constants", rule.constants},
                            {"weakens", works(rule, Direction::Weaker)},
                            {"strengthens", works(rule, Direction::Stronger)}};
      if (proof) {
        for (size_t i = 0; i < solvers.size(); ++i)
          row["proof"][solvers[i].name] = name_of(proof->by_solver[i]);
        row["proof"]["enumeration"] = name_of(proof->by_enumeration.result);
        row["accepted"] = accepted(*proof);
      }
      rows.push_back(std::move(row));
      continue;
    }
    if (entry.theory->name != theory) {
      std::printf("%s%.*s\n", theory.empty() ? "" : "\n",
                  static_cast<int>(entry.theory->name.size()), entry.theory->name.data());
      theory = entry.theory->name;
    }
    std::printf("  %s\n", describe(rule).c_str());
    if (!global.quiet)
      std::printf("      %.*s%s%.*s; %s\n", static_cast<int>(rule.terms.size()), rule.terms.data(),
                  rule.constants.empty() ? "" : "; constants ",
                  static_cast<int>(rule.constants.size()), rule.constants.data(),
                  uses(rule).c_str());
    if (proof)
      std::printf("      %s%s\n",
                  accepted(*proof) ? "" : "NOT ACCEPTED: ", verdict(*proof, solvers).c_str());
    std::fflush(stdout);
  }
  if (count == 0) {
    std::fprintf(stderr, "polygraph: error: no rule belongs to a theory '%s'\n",
                 options.theory.c_str());
    return kExitInput;
  }
  if (global.json)
    std::printf("%s\n", rows.dump().c_str());
  else if (options.prove)
    std::printf("\n%zu rules, %zu accepted\n", count, count - failed);
  else
    std::printf("\n%zu rules\n", count);
  return failed > 0 ? kExitLie : kExitOk;
}

}  // namespace

void add_rules(CLI::App& app, const GlobalOptions& global, int& exit_code) {
  auto options = std::make_shared<Options>();
  app.add_option("--theory", options->theory, "Only the rules of this theory");
  app.add_flag("--prove", options->prove,
               "Have solvers prove each, and evaluate it for all values of small sorts");
  add_solver_options(app, options->solvers);
  app.callback([options, &global, &exit_code] { exit_code = run_rules(*options, global); });
}

}  // namespace pg
