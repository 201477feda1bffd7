// The time that a mutant takes, over the bundled seeds up to 20 KB: by rules, by snippets, by both,
// and with printing. The counters are those of the table of the paper, in microseconds.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/input.h"
#include "mutate/answers.h"
#include "mutate/strategy.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

constexpr size_t kLargest = 20'000;
constexpr uint64_t kMutants = 300;

struct Statistics {
  std::vector<double> micros;

  void report(benchmark::State& state) {
    double sum = 0;
    for (const double each : micros) sum += each;
    const auto count = static_cast<double>(micros.size());
    const double mean = sum / count;
    double squares = 0;
    for (const double each : micros) squares += (each - mean) * (each - mean);
    state.counters["mutants"] = count;
    state.counters["avg_us"] = mean;
    state.counters["min_us"] = *std::ranges::min_element(micros);
    state.counters["max_us"] = *std::ranges::max_element(micros);
    state.counters["stddev_us"] = std::sqrt(squares / count);
  }
};

// The time of preparing a seed is shared among its mutants.
void mutate_seeds(benchmark::State& state, bool rules, bool snippets, bool print,
                  Skeleton skeleton = Skeleton::Original) {
  using Clock = std::chrono::steady_clock;
  const auto micros = [](Clock::duration time) {
    return std::chrono::duration<double, std::micro>(time).count();
  };
  std::vector<std::string> texts;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(POLYGRAPH_SOURCE_DIR "/seeds")) {
    if (entry.path().extension() != ".smt2") continue;
    Result<std::string> text = read_input(entry.path().string());
    if (text && text->size() <= kLargest) texts.push_back(*std::move(text));
  }
  StrategyOptions options;
  options.sae.rules = rules;
  options.sae.snippets = snippets;
  options.sae.skeleton = skeleton;
  Statistics statistics;
  double preparing = 0;
  for (auto _ : state) {
    for (const std::string& text : texts) {
      Pool pool;
      const ParsedScript parsed = parse_script(pool, text);
      const Answers answers = stated_answers(pool, parsed.script);
      const Rng rng(1);
      const Clock::time_point start = Clock::now();
      const std::unique_ptr<Mutator> mutator =
          start_sae(pool, {.script = parsed.script, .answers = answers}, options.sae, rng);
      std::unique_ptr<MutantPrinter> printer;
      if (print) printer = std::make_unique<MutantPrinter>(pool, mutator->base());
      const double share = micros(Clock::now() - start) / kMutants;
      preparing += share * kMutants;
      for (uint64_t number = 1; number <= kMutants; ++number) {
        const Clock::time_point begin = Clock::now();
        const std::optional<Mutant> mutant = mutator->mutate(number);
        if (!mutant) continue;
        if (print) benchmark::DoNotOptimize(printer->print(*mutant).size());
        statistics.micros.push_back(share + micros(Clock::now() - begin));
      }
    }
  }
  statistics.report(state);
  state.counters["seed_us"] = preparing / static_cast<double>(texts.size() * state.iterations());
}

void sae_rules(benchmark::State& state) { mutate_seeds(state, true, false, false); }
void sae_snippets(benchmark::State& state) { mutate_seeds(state, false, true, false); }
void sae_both(benchmark::State& state) { mutate_seeds(state, true, true, false); }
void sae_both_printed(benchmark::State& state) { mutate_seeds(state, true, true, true); }
void sae_cnf_printed(benchmark::State& state) {
  mutate_seeds(state, true, true, true, Skeleton::Cnf);
}
BENCHMARK(sae_rules)->Unit(benchmark::kMillisecond);
BENCHMARK(sae_snippets)->Unit(benchmark::kMillisecond);
BENCHMARK(sae_both)->Unit(benchmark::kMillisecond);
BENCHMARK(sae_both_printed)->Unit(benchmark::kMillisecond);
BENCHMARK(sae_cnf_printed)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pg
