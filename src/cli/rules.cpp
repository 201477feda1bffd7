#include "mutate/rules.h"

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input.h"
#include "base/output.h"
#include "cli/fail.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "prove/prove.h"
#include "prove/rules_file.h"

namespace pg {
namespace {

struct Options {
  std::string theory;
  std::string file;  // of rules of the user
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

// A rule of a table, or of the user's file.
struct Listed {
  std::string_view theory;
  const Rule* rule;
  const OwnRule* own = nullptr;
};

nlohmann::json json_of(const Listed& listed) {
  const Rule& rule = *listed.rule;
  nlohmann::json row = {{"theory", listed.theory},
                        {"rule", describe(rule)},
                        {"terms", rule.terms},
                        {"constants", rule.constants},
                        {"weakens", works(rule, Direction::Weaker)},
                        {"strengthens", works(rule, Direction::Stronger)}};
  if (!listed.own) return row;
  row["name"] = listed.own->name;
  row["note"] = listed.own->note;
  return row;
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

void print_row(const Listed& listed, bool details) {
  const Rule& rule = *listed.rule;
  const std::string name = listed.own ? listed.own->name + ": " : "";
  std::printf("  %s%s\n", name.c_str(), describe(rule).c_str());
  if (!details) return;
  std::string text =
      fmt::format("{}{}{}; {}", rule.terms, rule.constants.empty() ? "" : "; constants ",
                  rule.constants, uses(rule));
  std::printf("      %s\n", text.c_str());
}

// How many rules have which evidence.
class Counts {
 public:
  void add(RuleEvidence evidence) { ++counts_[static_cast<size_t>(evidence)]; }
  size_t of(RuleEvidence evidence) const { return counts_[static_cast<size_t>(evidence)]; }
  size_t failed() const { return of(RuleEvidence::NotEnough) + of(RuleEvidence::Refuted); }
  std::string text() const {
    return fmt::format(
        "proved by two solvers {}, by a solver and all values of small sorts {}, by a solver and "
        "by "
        "hand {}; not accepted {}",
        of(RuleEvidence::TwoSolvers), of(RuleEvidence::SolverAndEnumeration),
        of(RuleEvidence::SolverAndHand), failed());
  }

 private:
  std::array<size_t, 5> counts_{};
};

// All that were asked for: the user's, or those of the tables.
int choose_rules(const Options& options, std::shared_ptr<const OwnRules>& own,
                 std::vector<Listed>& rules) {
  if (options.file.empty()) {
    for (const RuleEntry& entry : all_rules())
      if (options.theory.empty() || entry.theory->name == options.theory)
        rules.push_back({entry.theory->name, entry.rule});
    if (!rules.empty()) return kExitOk;
    return fail({{}, fmt::format("no rule belongs to a theory '{}'", options.theory)});
  }
  if (!options.theory.empty()) return fail({{}, "--rules and --theory exclude each other"});
  const Result<std::string> text = read_input(options.file);
  if (!text) return fail(options.file, text.error());
  Result<std::shared_ptr<const OwnRules>> read = read_rules(*text);
  if (!read) return fail(options.file, read.error());
  own = *std::move(read);
  for (size_t i = 0; i < own->rules().size(); ++i)
    rules.push_back({options.file, &own->rules()[i], &own->all()[i]});
  return kExitOk;
}

void print_heading(const Listed& listed, bool first) {
  std::printf("%s%s\n", first ? "" : "\n", std::string(listed.theory).c_str());
}

// What was proved of the user's rules, for mutate and fuzz.
int write_record(const Options& options, const OwnRules& own, std::span<const RuleProof> proofs,
                 std::span<const Solver> solvers) {
  const std::string path = record_path(options.file);
  if (write_output(path, record_text(own, proofs, solvers))) return kExitOk;
  return fail(environment_error("cannot write to " + path));
}

int run_rules(const Options& options, const GlobalOptions& global) {
  std::shared_ptr<const OwnRules> own;
  std::vector<Listed> rules;
  if (const int failed = choose_rules(options, own, rules)) return failed;
  std::vector<Solver> solvers;
  if (options.prove)
    if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  std::optional<RuleProver> prover;
  if (options.prove) prover.emplace(solvers, options.solvers.limits);
  nlohmann::json rows = nlohmann::json::array();
  std::vector<RuleProof> proofs;
  Counts counts;
  for (size_t i = 0; i < rules.size(); ++i) {
    const Rule& rule = *rules[i].rule;
    if (global.json) {
      rows.push_back(json_of(rules[i]));
    } else {
      if (i == 0 || rules[i].theory != rules[i - 1].theory) print_heading(rules[i], i == 0);
      print_row(rules[i], !global.quiet);
    }
    if (!prover) continue;
    const RuleProof& proof = proofs.emplace_back(prover->prove(rule));
    counts.add(proof.evidence());
    if (global.json) {
      rows.back()["proof"] = json_of(rule, proof, solvers);
      rows.back()["accepted"] = is_accepted(proof.evidence());
    } else {
      std::printf("      %s\n", proof.text().c_str());
      std::fflush(stdout);
    }
  }
  if (global.json)
    std::printf("%s\n", rows.dump().c_str());
  else if (options.prove)
    std::printf("\n%zu rules: %s\n", rules.size(), counts.text().c_str());
  else
    std::printf("\n%zu rules\n", rules.size());
  if (own && options.prove)
    if (const int failed = write_record(options, *own, proofs, solvers)) return failed;
  return counts.failed() > 0 ? kExitLie : kExitOk;
}

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "--theory", .group = "Rules", .help = "Only the rules of this theory"},
        [](Options& o) { return text(o.theory, "NAME"); }},
    Row{{.name = "--rules",
         .group = "Rules",
         .help = "The rules of this file instead of ours (TOML, see docs/rules.md)"},
        [](Options& o) { return text(o.file, "FILE"); }},
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
  line.notes =
      "--rules FILE --prove writes FILE.proved. mutate and fuzz take --rules FILE if\n"
      "every rule in it was accepted there as it stands.";
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_rules(*options, global);
  };
}

}  // namespace pg
