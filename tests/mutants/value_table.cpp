// How often each variant of strategy value finds known bugs again, from their formulas with random
// literals: the thesis's Table V, for the solvers at hand. Each variant may make the same number of
// solver calls for each bug, those that choose values included. As in the thesis, a bug that random
// literals always show at once is trivial, and none of a variant's. Reads a table of known bugs,
// with tabs between id, solver, version, options, kind, expected, got, file, check and
// milliseconds.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "ask/models.h"
#include "ask/query.h"
#include "ask/trial.h"
#include "base/input.h"
#include "mutate/value.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

struct Options {
  std::string table;
  std::vector<std::string> variants = {"RBASE",   "SKOLU",   "ADOMAIN",   "ADOMAINE", "CPOG",
                                       "EFFINAL", "LEAFOPT", "MULTIEF7",  "NOSKOLE",  "RELC3",
                                       "BLENDA",  "BLENDB",  "BLENDBLEAF"};
  uint64_t runs = 5;
  uint64_t calls = 40;        // of solvers, for each bug and run
  uint64_t first_tries = 20;  // of the baseline, with one call each, to see what is trivial
  double seconds = 0.3;
  double slowest = 300;  // milliseconds of the original
  size_t largest = 4'000;
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
  std::array<uint64_t, kBugs> bugs = {};  // entries that show one, if it is not trivial
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
      : options_(options), limits_{.seconds = options.seconds}, models_(helpers, limits_) {
    for (const Solver& solver : helpers)
      references_.push_back(std::make_unique<Session>(solver, limits_));
  }

  // The bugs that a variant finds, starting from the entry's formula with other literals.
  Bugs try_entry(const Entry& entry, const std::string& variant, uint64_t run, uint64_t calls,
                 Found& found) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, entry.text);
    if (!parsed.errors.empty() || count_checks(parsed.script) != 1) return {};
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
      for (const Kind kind : kinds_of(pool, script_of(pool, (*mutator)->base(), *mutant), tested)) {
        if (kind == Kind::WrongUnsat || kind == Kind::WrongSat) bugs[kWrong] = true;
        if (kind == Kind::InvalidModel) bugs[kInvalid] = true;
        if (kind == Kind::Crash) bugs[kCrash] = true;
      }
    }
    found.mutants += mutants;
    found.calls += spent();
    return bugs;
  }

 private:
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

  // What the tested solver did wrong; the others are asked only where their answer can matter.
  std::vector<Kind> kinds_of(Pool& pool, const Script& script, Session& tested) {
    const Query query = make_query(pool, script, true);
    std::vector<Evidence> evidence;
    if (!add(pool, script, query, tested, evidence)) return {};
    const bool unsat = evidence[0].answer.kind == AnswerKind::Unsat;
    if (unsat || evidence[0].model == Verdict::False)
      for (const std::unique_ptr<Session>& reference : references_)
        add(pool, script, query, *reference, evidence);
    std::vector<Kind> found;
    for (const Case& each : judge(Agree{}, evidence, 0))
      if (each.liar == evidence[0].solver) found.push_back(each.kind);
    return found;
  }

  static bool add(Pool& pool, const Script& script, const Query& query, Session& session,
                  std::vector<Evidence>& evidence) {
    const std::vector<Answer> answers = session.ask(query);
    if (answers.size() != 1) return false;
    evidence.push_back(evidence_of(pool, script, 0, session.solver(), answers[0]));
    return true;
  }

  const Options& options_;
  QueryLimits limits_;
  SolverModels models_;
  std::vector<std::unique_ptr<Session>> references_;
};

struct Statistics {
  double mean = 0;
  double deviation = 0;
};

template <typename Get>
Statistics statistics(const std::vector<Found>& runs, Get get) {
  Statistics made;
  for (const Found& run : runs) made.mean += get(run) / static_cast<double>(runs.size());
  for (const Found& run : runs) made.deviation += std::pow(get(run) - made.mean, 2);
  if (runs.size() > 1)
    made.deviation = std::sqrt(made.deviation / static_cast<double>(runs.size() - 1));
  return made;
}

void print_row(const std::string& variant, const std::vector<Found>& runs) {
  const auto cell = [&](auto get) {
    const Statistics made = statistics(runs, get);
    return fmt::format("{:.2f} ± {:.2f}", made.mean, made.deviation);
  };
  const auto sum = [](const Found& run, Bug last) {
    double bugs = 0;
    for (int i = kWrong; i <= last; ++i) bugs += static_cast<double>(run.bugs[i]);
    return bugs;
  };
  const auto per_thousand = [&](const Found& run, Bug last) {
    return run.calls == 0 ? 0 : 1000 * sum(run, last) / static_cast<double>(run.calls);
  };
  std::string line = fmt::format("| {} |", variant);
  for (const Bug last : {kWrong, kInvalid, kCrash})
    line += fmt::format(" {} |", cell([&](const Found& run) { return sum(run, last); }));
  for (const Bug last : {kInvalid, kCrash})
    line += fmt::format(" {} |", cell([&](const Found& run) { return per_thousand(run, last); }));
  for (uint64_t Found::*count : {&Found::mutants, &Found::calls})
    line += fmt::format(" {} |",
                        cell([&](const Found& run) { return static_cast<double>(run.*count); }));
  std::puts(line.c_str());
  std::fflush(stdout);
}

// Calls a function with a worker and each number below the limit, on all processors.
template <typename Work>
void for_each_run(const Options& options, std::span<const Solver> helpers, uint64_t limit,
                  const Work& work) {
  std::atomic<uint64_t> next = 0;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back([&] {
      Worker worker(options, helpers);
      for (uint64_t mine = next++; mine < limit; mine = next++) work(worker, mine);
    });
}

int run(const Options& options) {
  const std::vector<Entry> entries = read_table(options);
  std::vector<Solver> helpers;
  for (const char* name : {"z3", "cvc5"}) {
    Result<Solver> solver = find_solver(name);
    if (!solver) {
      std::fprintf(stderr, "value_table: %s\n", solver.error().message.c_str());
      return 3;
    }
    helpers.push_back(*solver);
  }
  std::vector<Bugs> trivial(entries.size());
  for_each_run(options, helpers, entries.size(), [&](Worker& worker, uint64_t entry) {
    trivial[entry].fill(true);
    Found ignored;
    for (uint64_t i = 0; i < options.first_tries; ++i) {
      const Bugs bugs = worker.try_entry(entries[entry], "RBASE", 100 + i, 1, ignored);
      for (size_t bug = 0; bug < kBugs; ++bug)
        trivial[entry][bug] = trivial[entry][bug] && bugs[bug];
    }
  });
  size_t shown_always = 0;
  for (const Bugs& bugs : trivial) shown_always += std::ranges::count(bugs, true);
  std::puts(fmt::format("{} entries, {} calls for each, {} runs; {} bugs are trivial\n",
                        entries.size(), options.calls, options.runs, shown_always)
                .c_str());
  std::puts(
      "| variant | wrong answers | and invalid models | all bugs | wrong or invalid per 1,000 "
      "calls | bugs per 1,000 calls | mutants | calls |\n|---|---|---|---|---|---|---|---|");
  for (const std::string& variant : options.variants) {
    std::vector<Found> runs(options.runs);
    for_each_run(options, helpers, options.runs, [&](Worker& worker, uint64_t mine) {
      for (size_t entry = 0; entry < entries.size(); ++entry) {
        const Bugs bugs =
            worker.try_entry(entries[entry], variant, mine, options.calls, runs[mine]);
        for (size_t bug = 0; bug < kBugs; ++bug)
          runs[mine].bugs[bug] += bugs[bug] && !trivial[entry][bug] ? 1 : 0;
      }
    });
    print_row(variant, runs);
  }
  return 0;
}

}  // namespace
}  // namespace pg

int main(int argc, char** argv) {
  CLI::App app("Which variants of value find known bugs again", "value_table");
  pg::Options options;
  app.add_option("TABLE", options.table, "Known bugs, with tabs between the cells")->required();
  app.add_option("--variant", options.variants, "Variants; default: those of the thesis");
  app.add_option("--runs", options.runs, "Runs of each variant");
  app.add_option("--calls", options.calls, "Solver calls for each bug and run");
  app.add_option("--timeout", options.seconds, "Seconds for a check-sat");
  CLI11_PARSE(app, argc, argv);
  return pg::run(options);
}
