// Asks solvers about many mutants of many files: are they read without an error, and is the answer
// the one that they claim? Each solver has a thread and a session of its own. With --evaluate it is
// our evaluator alone that is asked: are mutants true that must be?
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "ask/models.h"
#include "ask/query.h"
#include "ask/refusals.h"
#include "ask/seed.h"
#include "ask/trial.h"
#include "base/input.h"
#include "bug/fingerprint.h"
#include "judge/certify.h"
#include "model/check.h"
#include "mutate/answers.h"
#include "mutate/strategy.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> paths;
  std::vector<std::string> solvers;
  uint64_t mutants = 10;
  uint64_t rng = 1;
  double seconds = 1;
  double seed_seconds = 0.3;  // slower seeds make slow mutants
  size_t largest = 20'000;
  double budget = 0;  // seconds for all; 0: as long as it takes
  std::string name = "sae";
  std::string skeleton = "original";
  std::string only;
  std::string variant = "BLENDB";
  bool uniform = false;
  bool evaluate = false;
  bool specific = false;
  std::string out;
  StrategyOptions strategy;
};

struct Counts {
  uint64_t seeds = 0;
  uint64_t skipped = 0;
  uint64_t barren = 0;  // seeds of which nothing was made
  uint64_t mutants = 0;
  uint64_t weaker = 0;
  uint64_t certified = 0;  // true under the model of the seed
  uint64_t same = 0;
  uint64_t undecided = 0;
  uint64_t refused = 0;  // an error that the seed did not have
  uint64_t findings = 0;
  uint64_t ours = 0;  // mutants that are not what they must be
  uint64_t tries = 0;
  double learning = 0;  // seconds that it took to learn what the solver refuses
  std::map<std::string, uint64_t> unsuited;  // seeds that the strategy does not take, and why
};

std::mutex output;

// A seed whose mutants take that often too long is left.
constexpr uint64_t kMaxUndecided = 2;

class Worker {
 public:
  Worker(const Options& options, const Solver& solver)
      : options_(options),
        limits_{.seconds = options.seconds, .memory_mb = 2048},
        session_(solver, limits_),
        models_({&solver, 1}, limits_) {}

  void run(const std::vector<std::string>& files) {
    const auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < files.size(); ++i) {
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      if (options_.budget > 0 && taken.count() > options_.budget) break;
      try_file(files[i], i);
    }
  }
  const Counts& counts() const { return counts_; }
  const SolverModels& models() const { return models_; }
  const std::string& name() const { return session_.solver().name; }

 private:
  void report(const std::string& file, uint64_t number, std::string_view what,
              const std::string& detail, const std::string& text) {
    const std::lock_guard lock(output);
    const std::string one_line = detail.substr(0, detail.find('\n'));
    std::printf("%s: %s: mutant %llu: %s: %s\n", name().c_str(), file.c_str(),
                static_cast<unsigned long long>(number), std::string(what).c_str(),
                one_line.substr(0, 300).c_str());
    std::fflush(stdout);
    if (options_.out.empty()) return;
    const std::string path = fmt::format("{}/{}-{}-{}-{}.smt2", options_.out, what, name(),
                                         fs::path(file).stem().string(), number);
    std::ofstream(path) << "; " << file << "\n" << text;
  }

  void try_file(const std::string& file, size_t index) {
    const Result<std::string> text = read_input(file);
    if (!text || text->size() > options_.largest) {
      ++counts_.skipped;
      return;
    }
    Pool pool;
    const ParsedScript parsed = parse_script(pool, *text);
    if (!parsed.errors.empty()) {
      ++counts_.skipped;
      return;
    }
    const std::vector<Answer> seed = session_.ask(make_query(pool, parsed.script, true));
    Answers answers;
    bool clean = !seed.empty();
    for (const Answer& answer : seed) {
      clean = clean && answer.errors.empty() && answer.breakdown.empty() &&
              answer.seconds <= options_.seed_seconds;
      answers.push_back(answer.kind == AnswerKind::Sat     ? std::optional(Truth::Sat)
                        : answer.kind == AnswerKind::Unsat ? std::optional(Truth::Unsat)
                                                           : std::nullopt);
    }
    if (!clean || std::ranges::none_of(answers, [](const auto& a) { return a.has_value(); })) {
      ++counts_.skipped;
      return;
    }
    KnownSeed known{.script = parsed.script, .answers = answers, .check = answers.size() - 1};
    const auto strategy = std::ranges::find(strategies(), options_.name, &Strategy::name);
    add_evidence(pool, seed.back(), strategy->needs == Strategy::Needs::Evidence, known);
    if (strategy->needs == Strategy::Needs::Solvers) known.models = &models_;
    const Rng rng = Rng(options_.rng).fork(index);
    StrategyOptions chosen = options_.strategy;
    if (options_.specific) {
      chosen.dialect.specific = true;
      chosen.dialect.solvers = known_by(session_.solver()).value_or(chosen.dialect.solvers);
    }
    const auto start = std::chrono::steady_clock::now();
    const Result<bool> asked = leave_out_refused(pool, parsed.script, {&session_.solver(), 1},
                                                 limits_, refusals_, chosen.dialect);
    if (!asked) std::fprintf(stderr, "try_mutants: %s\n", asked.error().message.c_str());
    counts_.learning +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const Result<std::unique_ptr<Mutator>> mutator =
        strategy->start(pool, known.seed(), chosen, rng);
    if (!mutator) {
      ++counts_.unsuited[why_.empty() ? mutator.error().message : why_];
      return;
    }
    ++counts_.seeds;
    Certifier certifier(pool, known.script, **mutator);
    const bool has_model = known.model && certifier.set_model(*known.model) == Verdict::True;
    const uint64_t mutants_before = counts_.mutants;
    const uint64_t undecided_before = counts_.undecided;
    for (uint64_t number = 1; number <= options_.mutants; ++number) {
      if (counts_.undecided >= undecided_before + kMaxUndecided) break;
      if (const std::optional<Mutant> mutant = (*mutator)->mutate(number))
        try_mutant(pool, file, number, **mutator, *mutant, has_model ? &certifier : nullptr);
    }
    counts_.tries += (*mutator)->tally().tries;
    if (counts_.mutants > mutants_before) return;
    ++counts_.barren;
    report(file, 0, "no-mutant", fmt::format("none of {} tries", (*mutator)->tally().tries), *text);
  }

  // The model of a sat seed where our evaluator confirms it; the core of an unsat one, if needed.
  void add_evidence(Pool& pool, const Answer& answer, bool wants_core, KnownSeed& known) {
    why_.clear();
    if (answer.kind == AnswerKind::Sat) {
      const CheckState state = state_at(pool, known.script, known.check);
      Result<Model> model =
          read_model(pool, state.script, answer.model, session_.solver().spec->escapes_strings);
      if (!model) {
        why_ = "the model cannot be read";
        return;
      }
      ValuePool values;
      if (check_model(pool, values, state, *model).verdict == Verdict::True)
        known.model = *std::move(model);
      else
        why_ = "our evaluator does not confirm the model";
    } else if (answer.kind == AnswerKind::Unsat && wants_core) {
      known.script = with_separate_conjuncts(pool, known.script);
      Result<std::vector<size_t>> core =
          find_core(pool, known.script, known.check, session_.solver(), limits_);
      if (core) known.core = *std::move(core);
    }
  }

  void try_mutant(Pool& pool, const std::string& file, uint64_t number, const Mutator& mutator,
                  const Mutant& mutant, Certifier* certifier) {
    ++counts_.mutants;
    const bool weaker = std::ranges::find(mutant.claims, Truth::Sat) != mutant.claims.end();
    if (weaker) ++counts_.weaker;
    if (options_.evaluate) {
      const Verdict verdict = certifier && weaker ? certifier->check(mutant) : Verdict::Unknown;
      if (verdict == Verdict::True) ++counts_.certified;
      if (!weaker || verdict == Verdict::True) return;
      ++counts_.ours;
      report(file, number, "our-bug", "not true under the model",
             print_script(pool, script_of(pool, mutator.base(), mutant)));
      return;
    }
    const Script script = script_of(pool, mutator.base(), mutant);
    std::string text;
    for (const Step& step : mutant.steps) text += "; " + describe(pool, step) + "\n";
    text += print_script(pool, script);
    if (certifier && weaker) {
      const Verdict verdict = certifier->check(mutant);
      if (verdict == Verdict::True) ++counts_.certified;
      if (verdict == Verdict::False) report(file, number, "our-bug", "false under the model", text);
    }
    const std::vector<Answer> answers = session_.ask(make_query(pool, script, true));
    bool refused = answers.empty();
    bool undecided = false;
    for (const Answer& answer : answers) {
      // An operator that it does not read is no better than an error; what it cannot solve is.
      const bool unread = answer.kind == AnswerKind::Unsupported &&
                          (answer.detail.find("Parse Error") != std::string::npos ||
                           answer.detail.starts_with("line "));
      const bool error = answer.kind == AnswerKind::Error || unread;
      refused = refused || error;
      undecided = undecided || !answer.decided();
      if (error) report(file, number, "refused", answer.detail, text);
    }
    if (refused) {
      ++counts_.refused;
      return;
    }
    const Claims claims =
        certifier ? certifier->claims(mutant) : claims_of(pool, mutator.base(), mutant);
    bool found = false;
    auto judged = [&](const Answer& answer, size_t check) {
      const Evidence evidence = evidence_of(pool, script, check, session_.solver(), answer);
      if (evidence.proves_sat() && check < mutant.claims.size() &&
          mutant.claims[check] == Truth::Unsat)
        report(file, number, "seed-is-sat", "its unsat to the seed is wrong", text);
      return judge(claim_at(claims, check), {&evidence, 1}, check);
    };
    std::vector<Answer> fresh;
    for (size_t check = 0; check < answers.size(); ++check) {
      for (const Case& shown : judged(answers[check], check)) {
        // Only what a fresh process says, too, is more than a matter of sessions.
        if (fresh.empty())
          fresh = ask_once(session_.solver(), make_query(pool, script, true), limits_);
        const std::vector<Case> again =
            check < fresh.size() ? judged(fresh[check], check) : std::vector<Case>();
        const bool same = std::ranges::find(again, shown.kind, &Case::kind) != again.end();
        found = found || same;
        report(file, number, same ? std::string(name_of(shown.kind)) : "session-only",
               sentence_of(shown), text);
      }
    }
    if (found)
      ++counts_.findings;
    else if (undecided)
      ++counts_.undecided;
    else
      ++counts_.same;
  }

  const Options& options_;
  QueryLimits limits_;
  Session session_;
  SolverModels models_;
  Refusals refusals_;
  std::string why_;  // a seed has no evidence
  Counts counts_;
};

int run(Options options) {
  for (const SkeletonSpec& spec : skeleton_specs())
    if (spec.name == options.skeleton) options.strategy.sae.skeleton = spec.skeleton;
  if (options.only == "pst") options.strategy.sae.snippets = false;
  if (options.only == "lpi") options.strategy.sae.rules = false;
  options.strategy.diver.weighted = !options.uniform;
  const Result<ValueOptions> value = read_value_options(options.variant);
  if (!value) {
    std::fprintf(stderr, "try_mutants: %s\n", value.error().message.c_str());
    return 2;
  }
  options.strategy.value = *value;
  if (!options.out.empty()) fs::create_directories(options.out);
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
  // Any part of them is then a sample of all.
  Rng order(options.rng);
  for (size_t i = files.size(); i > 1; --i) std::swap(files[i - 1], files[order.below(i)]);
  std::vector<std::unique_ptr<Worker>> workers;
  {
    std::vector<std::jthread> threads;
    for (const std::string& name : options.solvers) {
      Result<Solver> solver = find_solver(name);
      if (!solver) {
        std::fprintf(stderr, "try_mutants: %s\n", solver.error().message.c_str());
        return 3;
      }
      workers.push_back(std::make_unique<Worker>(options, *solver));
      threads.emplace_back([&files, worker = workers.back().get()] { worker->run(files); });
    }
  }
  bool bad = false;
  for (const std::unique_ptr<Worker>& worker : workers) {
    const Counts& c = worker->counts();
    std::printf(
        "%s: %llu seeds (%llu skipped, %llu without a mutant), %llu mutants (%llu weaker, %llu "
        "true under the seed's "
        "model, %llu tries): %llu as claimed, %llu undecided, %llu refused, %llu with findings; "
        "%.1f s "
        "to learn what it refuses\n",
        worker->name().c_str(), static_cast<unsigned long long>(c.seeds),
        static_cast<unsigned long long>(c.skipped), static_cast<unsigned long long>(c.barren),
        static_cast<unsigned long long>(c.mutants), static_cast<unsigned long long>(c.weaker),
        static_cast<unsigned long long>(c.certified), static_cast<unsigned long long>(c.tries),
        static_cast<unsigned long long>(c.same), static_cast<unsigned long long>(c.undecided),
        static_cast<unsigned long long>(c.refused), static_cast<unsigned long long>(c.findings),
        c.learning);
    const SolverModels::Counts& m = worker->models().counts();
    if (m.asked > 0)
      std::printf("%s: asked for %llu models: %llu sat, %llu unsat, %zu lies\n",
                  worker->name().c_str(), static_cast<unsigned long long>(m.asked),
                  static_cast<unsigned long long>(m.sat), static_cast<unsigned long long>(m.unsat),
                  worker->models().shown().size());
    // The first of each kind of lie, to be looked at.
    std::map<std::string, std::pair<size_t, const Case*>> lies;
    for (const Case& each : worker->models().shown()) {
      auto& [count, first] = lies[fingerprint_of(each)];
      if (count++ == 0) first = &each;
    }
    for (const auto& [fingerprint, lie] : lies) {
      std::printf("%s: %zu times %s\n", worker->name().c_str(), lie.first, fingerprint.c_str());
      if (!options.out.empty())
        std::ofstream(options.out + "/" + fingerprint + ".smt2") << lie.second->original;
    }
    for (const auto& [why, count] : c.unsuited)
      std::printf("%s: %llu seeds not used: %s\n", worker->name().c_str(),
                  static_cast<unsigned long long>(count), why.c_str());
    bad = bad || c.refused > 0 || c.findings > 0 || c.ours > 0;
  }
  return bad ? 1 : 0;
}

}  // namespace
}  // namespace pg

int main(int argc, char** argv) {
  CLI::App app("Asks solvers about many mutants of many files", "try_mutants");
  pg::Options options;
  app.add_option("PATH", options.paths, "Files and folders")->required();
  app.add_option("--solver", options.solvers, "Solvers; each runs beside the others")->required();
  app.add_option("--mutants", options.mutants, "For each file");
  app.add_option("--rng", options.rng, "The same number makes the same mutants");
  app.add_option("--timeout", options.seconds, "Seconds for a check-sat");
  app.add_option("--seed-timeout", options.seed_seconds, "Seconds that a seed may take");
  app.add_option("--for", options.budget, "Seconds for all of it; default: until all are done");
  app.add_option("--largest", options.largest, "Files above this size are left out");
  app.add_option("--strategy", options.name, "sae, diver or value")
      ->check(CLI::IsMember({"sae", "diver", "value"}));
  app.add_option("--variant", options.variant, "value: the thesis's names");
  app.add_flag("--evaluate", options.evaluate, "Only evaluate the mutants");
  app.add_flag("--uniform", options.uniform, "diver: all places alike");
  app.add_flag("--solver-specific", options.specific, "Also operators of one solver alone");
  app.add_flag("--widen", options.strategy.dialect.widened, "diver: logic ALL");
  app.add_option("--skeleton", options.skeleton, "original, nnf or cnf");
  app.add_option("--only", options.only, "pst or lpi");
  app.add_option("--rounds", options.strategy.sae.rounds, "How often a mutant is mutated");
  app.add_flag("--fresh", options.strategy.sae.snippet.fresh, "Fresh constants in snippets");
  app.add_option("--out", options.out, "A folder for what is found");
  CLI11_PARSE(app, argc, argv);
  return pg::run(std::move(options));
}
