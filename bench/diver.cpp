// What diver makes in a second, by theory, with weighted and with uniform choice of places. The
// models are z3's or cvc5's; seeds of which our evaluator does not confirm one are left out.
#include "mutate/diver.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "ask/seed.h"
#include "base/input.h"
#include "mutate/answers.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

constexpr size_t kLargest = 5'000;  // bytes
constexpr uint64_t kMutants = 1'000;

struct Prepared {
  Pool pool;
  KnownSeed known;
};

// By folder: the sat seeds with their models.
using Prepareds = std::map<std::string, std::vector<std::unique_ptr<Prepared>>>;

const Prepareds& seeds() {
  static const Prepareds all = [] {
    Prepareds found;
    const std::vector<Solver> solvers = {*find_solver("z3"), *find_solver("cvc5")};
    const std::filesystem::path root = POLYGRAPH_SOURCE_DIR "/seeds";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.path().extension() != ".smt2") continue;
      const Result<std::string> text = read_input(entry.path().string());
      if (!text || text->size() > kLargest) continue;
      auto made = std::make_unique<Prepared>();
      const Script script = parse_script(made->pool, *text).script;
      const Answers answers = stated_answers(made->pool, script);
      if (answers.empty() || answers.back() != Truth::Sat) continue;
      const Result<SeedProof> proof =
          find_proof(made->pool, script, answers, solvers, {.seconds = 1});
      if (!proof) continue;
      Result<KnownSeed> known =
          known_seed(made->pool, script, answers, *proof, *find_strategy("diver"));
      if (!known) continue;
      made->known = *std::move(known);
      found[entry.path().parent_path().filename().string()].push_back(std::move(made));
    }
    return found;
  }();
  return all;
}

struct Sum {
  double seconds = 0;
  uint64_t accepted = 0;
  uint64_t tries = 0;
  double rate() const { return static_cast<double>(accepted) / seconds; }
  double share() const { return static_cast<double>(accepted) / static_cast<double>(tries); }
};

Sum mutate(const std::vector<std::unique_ptr<Prepared>>& list, bool weighted) {
  Sum sum;
  DiverOptions options;
  options.weighted = weighted;
  for (const std::unique_ptr<Prepared>& seed : list) {
    const auto begin = std::chrono::steady_clock::now();
    const Result<std::unique_ptr<Mutator>> mutator =
        start_diver(seed->pool, seed->known.seed(), options, Rng(1));
    if (!mutator) continue;
    for (uint64_t number = 1; number <= kMutants; ++number)
      benchmark::DoNotOptimize((*mutator)->mutate(number));
    sum.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    sum.accepted += (*mutator)->tally().accepted;
    sum.tries += (*mutator)->tally().tries;
  }
  return sum;
}

// Accepted mutants a second of both, their ratio, and the shares of tries that are accepted.
void report(benchmark::State& state, const std::string& folder) {
  Sum weighted;
  Sum uniform;
  for (auto _ : state) {
    for (const auto& [name, list] : seeds()) {
      if (!folder.empty() && name != folder) continue;
      for (const bool each : {true, false}) {
        const Sum made = mutate(list, each);
        Sum& sum = each ? weighted : uniform;
        sum.seconds += made.seconds;
        sum.accepted += made.accepted;
        sum.tries += made.tries;
      }
    }
  }
  state.counters["weighted/s"] = weighted.rate();
  state.counters["uniform/s"] = uniform.rate();
  state.counters["ratio"] = weighted.rate() / uniform.rate();
  state.counters["weighted_share"] = weighted.share();
  state.counters["uniform_share"] = uniform.share();
}

void diver(benchmark::State& state) { report(state, ""); }
BENCHMARK(diver)->Unit(benchmark::kMillisecond)->Iterations(1);

// One a folder of seeds.
const bool registered = [] {
  const std::filesystem::path root = POLYGRAPH_SOURCE_DIR "/seeds";
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(root))
    if (entry.is_directory()) folders.push_back(entry.path().filename().string());
  std::sort(folders.begin(), folders.end());
  for (const std::string& folder : folders)
    benchmark::RegisterBenchmark(("diver/" + folder).c_str(),
                                 [folder](benchmark::State& state) { report(state, folder); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1);
  return true;
}();

}  // namespace
}  // namespace pg
