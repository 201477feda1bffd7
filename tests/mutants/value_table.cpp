// The figures of the thesis on value mutation (ValFuzz) again, for the solvers at hand, as lines of
// JSON from which tools/value-table makes its tables. Reads a table of known bugs, with tabs
// between id, solver, version, options, kind, expected, got, file, check and milliseconds.
//
// Table V: how often each variant finds known bugs again, from their formulas with random literals.
// Each variant may make the same number of solver calls for each bug, those that choose values
// included. As in the thesis, a bug that random literals always show at once is trivial. Table II
// and the hold rate are of any files: see value_rates.h.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "accused.h"
#include "ask/models.h"
#include "base/input.h"
#include "model/state.h"
#include "mutate/value.h"
#include "runs.h"
#include "smtlib/parser.h"
#include "value_rates.h"

namespace pg {
namespace {

using Json = nlohmann::json;

struct Options {
  std::string table;
  std::vector<std::string> quantified;  // files for Table II
  std::vector<std::string> holding;     // files for the hold rate
  std::vector<std::string> variants = {"RBASE",   "SKOLU",   "ADOMAIN",   "ADOMAINE", "CPOG",
                                       "EFFINAL", "LEAFOPT", "MULTIEF7",  "NOSKOLE",  "RELC3",
                                       "BLENDA",  "BLENDB",  "BLENDBLEAF"};
  uint64_t runs = 5;
  uint64_t first_run = 0;
  uint64_t calls = 40;        // of solvers, for each bug and run
  uint64_t first_tries = 20;  // of the baseline, with one call each, to see what is trivial
  double seconds = 0.3;
  double slowest = 300;  // milliseconds of the original
  size_t largest = 4'000;
  RateOptions rates;
};

struct Entry {
  std::string id;
  std::string solver;  // with its options
  std::string text;
};

enum Bug { kWrong, kInvalid, kCrash, kBugs };
using Bugs = std::array<bool, kBugs>;

// What one run of one variant found.
struct Found {
  std::array<uint64_t, kBugs> bugs = {};  // entries that show one
  std::array<uint64_t, kBugs> hard = {};  // if it is not trivial
  uint64_t mutants = 0;
  uint64_t calls = 0;  // of solvers: for values and for mutants
};

std::vector<Entry> read_table(const Options& options) {
  std::vector<Entry> entries;
  const Result<std::string> text = read_input(options.table);
  if (!text) return entries;
  const std::filesystem::path folder = std::filesystem::path(options.table).parent_path();
  size_t at = text->find('\n');
  while (at != std::string::npos && at + 1 < text->size()) {
    const size_t end = std::min(text->find('\n', at + 1), text->size());
    std::vector<std::string> cells;
    for (std::string_view line(text->data() + at + 1, end - at - 1); cells.size() < 10;) {
      const size_t tab = std::min(line.find('\t'), line.size());
      cells.emplace_back(line.substr(0, tab));
      line.remove_prefix(std::min(tab + 1, line.size()));
    }
    at = end;
    const Result<std::string> script = read_input((folder / cells[7]).string());
    if (!script || script->size() > options.largest || cells[8] != "0" ||
        std::atof(cells[9].c_str()) > options.slowest)
      continue;
    entries.push_back({cells[0], cells[3] == "-" ? cells[1] : cells[1] + " " + cells[3], *script});
  }
  return entries;
}

class Worker {
 public:
  Worker(const Options& options, std::span<const Solver> helpers)
      : limits_{.seconds = options.seconds, .by_work = true},
        models_(helpers, limits_),
        accuser_(helpers, limits_) {}

  // Whether value can do anything with the entry: it has one check-sat and literals.
  bool takes_part(const Entry& entry) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, entry.text);
    return parsed.errors.empty() && count_checks(parsed.script) == 1 &&
           with_random_literals(pool, parsed.script, 0).has_value() && find_solver(entry.solver);
  }

  // The bugs that a variant finds, starting from the entry's formula with other literals.
  Bugs try_entry(const Entry& entry, const std::string& variant, uint64_t run, uint64_t calls,
                 Found& found) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, entry.text);
    const std::optional<Script> start = with_random_literals(pool, parsed.script, run);
    const Result<Solver> solver = find_solver(entry.solver);
    const Result<ValueOptions> value = read_value_options(variant);
    if (!start || !solver || !value) return {};
    Session tested(*solver, limits_);
    const Seed seed{.script = *start, .answers = Answers(1), .models = &models_};
    const uint64_t asked = models_.counts().asked;
    const Result<std::unique_ptr<Mutator>> mutator = start_value(pool, seed, *value, Rng(run));
    if (!mutator) return {};
    Bugs bugs = {};
    uint64_t mutants = 0;
    const auto spent = [&] { return mutants + models_.counts().asked - asked; };
    for (uint64_t number = 1; number <= calls && spent() < calls; ++number) {
      const std::optional<Mutant> mutant = (*mutator)->mutate(number);
      if (!mutant || spent() >= calls) continue;
      ++mutants;
      const Script script = script_of(pool, (*mutator)->base(), *mutant);
      for (const std::vector<Case>& cases : accuser_.ask(pool, script, tested).cases)
        for (const Case& each : cases) note(each.kind, bugs);
    }
    found.mutants += mutants;
    found.calls += spent();
    return bugs;
  }

 private:
  static void note(Kind kind, Bugs& bugs) {
    switch (kind) {
      case Kind::WrongUnsat:
      case Kind::WrongSat:
        bugs[kWrong] = true;
        break;
      case Kind::InvalidModel:
        bugs[kInvalid] = true;
        break;
      case Kind::Crash:
        bugs[kCrash] = true;
        break;
      case Kind::Contradiction:
      case Kind::Disagreement:
        break;  // nobody is convicted
    }
  }

  static std::optional<Script> with_random_literals(Pool& pool, const Script& script,
                                                    uint64_t run) {
    const Seed seed{.script = script, .answers = Answers(1)};
    const Result<std::unique_ptr<Mutator>> mutator =
        start_value(pool, seed, *read_value_options("RBASE"), Rng(1000 + run));
    if (!mutator) return {};
    const std::optional<Mutant> mutant = (*mutator)->mutate(1);
    if (!mutant) return {};
    return script_of(pool, (*mutator)->base(), *mutant);
  }

  QueryLimits limits_;
  SolverModels models_;
  Accuser accuser_;
};

Json json_of(const std::array<uint64_t, kBugs>& bugs) {
  return {{"wrong", bugs[kWrong]}, {"invalid", bugs[kInvalid]}, {"crash", bugs[kCrash]}};
}

// The entries that take part, each with what is trivial of it.
std::vector<Bugs> find_trivial(const Options& options, std::span<const Solver> helpers,
                               std::vector<Entry>& entries) {
  const size_t listed = entries.size();
  Worker first(options, helpers);
  std::erase_if(entries, [&](const Entry& entry) { return !first.takes_part(entry); });
  std::vector<Bugs> trivial(entries.size());
  const auto make_worker = [&] { return Worker(options, helpers); };
  for_each_run(make_worker, entries.size(), [&](Worker& worker, uint64_t entry) {
    trivial[entry].fill(options.first_tries > 0);
    Found ignored;
    for (uint64_t i = 0; i < options.first_tries; ++i) {
      const Bugs bugs = worker.try_entry(entries[entry], "RBASE", 100'000 + i, 1, ignored);
      for (size_t bug = 0; bug < kBugs; ++bug)
        trivial[entry][bug] = trivial[entry][bug] && bugs[bug];
    }
  });
  std::array<uint64_t, kBugs> count = {};
  for (const Bugs& bugs : trivial)
    for (size_t bug = 0; bug < kBugs; ++bug) count[bug] += bugs[bug] ? 1 : 0;
  print_record({{"table", "entries"},
                {"listed", listed},
                {"taking_part", entries.size()},
                {"calls", options.calls},
                {"first_tries", options.first_tries},
                {"trivial", json_of(count)}});
  return trivial;
}

void find_known_bugs(const Options& options, std::span<const Solver> helpers) {
  std::vector<Entry> entries = read_table(options);
  const std::vector<Bugs> trivial = find_trivial(options, helpers, entries);
  const auto make_worker = [&] { return Worker(options, helpers); };
  for (const std::string& variant : options.variants)
    for_each_run(make_worker, options.runs, [&](Worker& worker, uint64_t mine) {
      const uint64_t run = options.first_run + mine;
      Found found;
      for (size_t entry = 0; entry < entries.size(); ++entry) {
        const Bugs bugs = worker.try_entry(entries[entry], variant, run, options.calls, found);
        for (size_t bug = 0; bug < kBugs; ++bug) {
          found.bugs[bug] += bugs[bug] ? 1 : 0;
          found.hard[bug] += bugs[bug] && !trivial[entry][bug] ? 1 : 0;
        }
      }
      print_record({{"table", "V"},
                    {"variant", variant},
                    {"run", run},
                    {"bugs", json_of(found.bugs)},
                    {"hard", json_of(found.hard)},
                    {"mutants", found.mutants},
                    {"calls", found.calls}});
    });
}

int run(const Options& options) {
  std::vector<Solver> helpers;
  for (const char* name : {"z3", "cvc5"}) {
    Result<Solver> solver = find_solver(name);
    if (!solver) {
      std::fprintf(stderr, "value_table: %s\n", solver.error().message.c_str());
      return 3;
    }
    helpers.push_back(*solver);
  }
  std::vector<std::string> variants = options.variants;
  variants.push_back(options.rates.hold_variant);
  for (const std::string& variant : variants)
    if (const Result<ValueOptions> value = read_value_options(variant); !value) {
      std::fprintf(stderr, "value_table: %s\n", value.error().message.c_str());
      return 2;
    }
  RateOptions rates = options.rates;
  rates.runs = options.runs;
  rates.first_run = options.first_run;
  rates.limits = {.seconds = options.seconds, .by_work = true};
  if (!options.table.empty()) find_known_bugs(options, helpers);
  if (!options.quantified.empty()) compare_quantifiers(options.quantified, rates, helpers);
  if (!options.holding.empty()) measure_holding(options.holding, rates, helpers);
  return 0;
}

}  // namespace
}  // namespace pg

int main(int argc, char** argv) {
  CLI::App app("The figures of the thesis on value mutation, as lines of JSON", "value_table");
  pg::Options options;
  app.add_option("TABLE", options.table, "Table V: known bugs, with tabs between the cells");
  app.add_option("--quantified", options.quantified, "Table II: files and folders");
  app.add_option("--holding", options.holding, "The hold rate: files and folders");
  app.add_option("--variant", options.variants, "Variants; default: those of the thesis");
  app.add_option("--runs", options.runs, "Runs of each variant");
  app.add_option("--first-run", options.first_run, "The number of the first run, from 0");
  app.add_option("--calls", options.calls, "Solver calls for each bug and run");
  app.add_option("--first-tries", options.first_tries, "Tries that show what is trivial");
  app.add_option("--iterations", options.rates.iterations, "Mutants of a file and run");
  app.add_option("--files", options.rates.files, "Files at most, drawn at random");
  app.add_option("--hold-variant", options.rates.hold_variant, "The variant of the hold rate");
  app.add_option("--timeout", options.seconds, "Seconds for a check-sat");
  CLI11_PARSE(app, argc, argv);
  return pg::run(options);
}
