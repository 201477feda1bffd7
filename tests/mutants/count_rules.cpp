// Counts which rules of sae are used over many files, and how evenly. No solver is asked: of each
// file there are mutants for both answers, whatever its own is.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/input.h"
#include "model/state.h"
#include "mutate/sae.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> paths;
  uint64_t mutants = 100;
  uint64_t rng = 1;
  size_t largest = 20'000;
  bool all = false;
  SaeOptions sae{.snippets = false};
};

struct Counts {
  size_t files = 0;
  uint64_t mutants = 0;
  std::map<const Rule*, uint64_t> rules;
};

void count(const std::string& file, const Options& options, Counts& counts) {
  const Result<std::string> text = read_input(file);
  if (!text || text->size() > options.largest) return;
  for (const Truth answer : {Truth::Sat, Truth::Unsat}) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, *text);
    if (!parsed.errors.empty()) return;
    const Answers answers(std::max<size_t>(1, count_checks(parsed.script)), answer);
    const std::unique_ptr<Mutator> mutator = start_sae(
        pool, {.script = parsed.script, .answers = answers}, options.sae, Rng(options.rng));
    for (uint64_t number = 1; number <= options.mutants; ++number) {
      const std::optional<Mutant> mutant = mutator->mutate(number);
      if (!mutant) continue;
      ++counts.mutants;
      for (const Step& step : mutant->steps)
        for (const Rule* rule : step.rules) ++counts.rules[rule];
    }
  }
  ++counts.files;
}

// As many rules, drawn evenly, would be as hard to guess: the exponential of the entropy.
double effective_number(const Counts& counts) {
  double all = 0;
  for (const auto& [rule, used] : counts.rules) all += static_cast<double>(used);
  double entropy = 0;
  for (const auto& [rule, used] : counts.rules)
    entropy -= static_cast<double>(used) / all * std::log(static_cast<double>(used) / all);
  return counts.rules.empty() ? 0 : std::exp(entropy);
}

void print(const Options& options, Counts& counts) {
  size_t unused = 0;
  for (const RuleEntry& entry : all_rules()) {
    const auto found = counts.rules.find(entry.rule);
    const uint64_t used = found == counts.rules.end() ? 0 : found->second;
    if (used == 0) ++unused;
    if (used == 0 || options.all)
      std::printf("%llu %s: %s [%s]\n", static_cast<unsigned long long>(used),
                  std::string(entry.theory->name).c_str(), describe(*entry.rule).c_str(),
                  std::string(entry.rule->terms).c_str());
  }
  std::printf("%zu files, %llu mutants: %zu of %zu rules never used, effective number %.1f\n",
              counts.files, static_cast<unsigned long long>(counts.mutants), unused,
              all_rules().size(), effective_number(counts));
}

int run(const Options& options) {
  std::vector<std::string> files;
  for (const std::string& path : options.paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path))
      if (entry.path().extension() == ".smt2") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  Counts counts;
  for (const std::string& file : files) count(file, options, counts);
  print(options, counts);
  return 0;
}

}  // namespace
}  // namespace pg

int main(int argc, char** argv) {
  CLI::App app("Counts which rules of sae are used over many files", "count_rules");
  pg::Options options;
  app.add_option("PATH", options.paths, "Files and folders")->required();
  app.add_option("--mutants", options.mutants, "For each file and answer");
  app.add_option("--rng", options.rng, "The same number makes the same mutants");
  app.add_option("--largest", options.largest, "Files above this size are left out");
  app.add_option("--rounds", options.sae.rounds, "How often a mutant is mutated");
  app.add_flag("--snippets", options.sae.snippets,
               "Snippets, too, whose atoms later rounds change");
  app.add_flag("--all", options.all, "Print all rules, not only those that are never used");
  CLI11_PARSE(app, argc, argv);
  return pg::run(options);
}
