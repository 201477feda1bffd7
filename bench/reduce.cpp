// Reduction of ten formulas, each hidden in others, while z3 keeps saying unsat: checks a second,
// and how much is left. ddSMT does the same with `ddsmt --match-out unsat IN OUT z3`.
#include "reduce/reduce.h"

#include <algorithm>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "ask/query.h"
#include "base/input.h"
#include "base/rng.h"
#include "bug/fingerprint.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// The answer of a solver stays, and so do some operators. The solver is asked first.
class SaysUnsat final : public Predicate {
 public:
  SaysUnsat(const Solver& solver, const QueryLimits& limits, std::vector<std::string> operators)
      : first_(solver, limits), session_(solver, limits), operators_(std::move(operators)) {}

  Outcome test(const Candidate& candidate) override {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, candidate.text);
    Query query = make_query(pool, parsed.script, false);
    query.models = false;
    query.scoped = true;
    Outcome outcome;
    outcome.malformed = !parsed.errors.empty();
    if (!says_unsat(first_, query, outcome)) return outcome;
    query.scoped = false;
    if (!std::ranges::includes(operators_of(pool, parsed.script), operators_)) return outcome;
    outcome.interesting = says_unsat(session_, query, outcome);
    return outcome;
  }

 private:
  static bool says_unsat(Session& session, const Query& query, Outcome& outcome) {
    const std::vector<Answer> answers = session.ask(query);
    outcome.queries += answers.size();
    return answers.size() == 1 && answers[0].kind == AnswerKind::Unsat && answers[0].errors.empty();
  }

  Session first_;  // without a reset, as a lie is first looked for
  Session session_;
  std::vector<std::string> operators_;
};

// A seed among assertions over 40 constants that say nothing about it, in its own logic.
std::string hidden(const std::string& seed, uint64_t assertions) {
  constexpr uint64_t kConstants = 40;
  std::string text;
  for (uint64_t i = 0; i < kConstants; ++i)
    text += fmt::format("(declare-const noise-{} Bool)\n", i);
  Rng rng(7);
  for (uint64_t i = 0; i < assertions; ++i) {
    std::vector<uint64_t> names(4);
    for (uint64_t& name : names) name = rng.below(kConstants);
    text += fmt::format("(assert (or (not (= noise-{} (and noise-{} noise-{}))) noise-{}))\n",
                        names[0], names[1], names[2], names[3]);
  }
  const size_t logic = seed.find("(set-logic");
  const size_t end = seed.find('\n', logic) + 1;
  return seed.substr(logic, end - logic) + text + seed.substr(end);
}

void reduce_seed(benchmark::State& state, const char* name, uint64_t assertions, bool same) {
  const Result<Solver> solver = find_solver("z3");
  const Result<std::string> seed =
      read_input(std::string(POLYGRAPH_SOURCE_DIR "/seeds/") + name + ".smt2");
  if (!solver || !seed) return state.SkipWithError("no z3 or no seed");
  Pool pool;
  std::vector<std::string> operators;
  if (same) operators = operators_of(pool, parse_script(pool, *seed).script);
  ReduceTask task;
  task.original = hidden(*seed, assertions);
  task.predicate = [&](const QueryLimits& limits) {
    return std::make_unique<SaysUnsat>(*solver, limits, operators);
  };
  ReduceOptions options;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  for (auto _ : state) {
    const Result<Reduction> reduction = reduce(task, options);
    if (!reduction) return state.SkipWithError("it is not unsat");
    state.counters["checks"] = static_cast<double>(reduction->queries);
    state.counters["checks/s"] = static_cast<double>(reduction->queries) / reduction->seconds;
    state.counters["bytes before"] = static_cast<double>(reduction->bytes_before);
    state.counters["bytes after"] = static_cast<double>(reduction->bytes_after);
    state.counters["malformed"] = static_cast<double>(reduction->malformed);
  }
}

void reduce_hidden(benchmark::State& state, const char* name) {
  reduce_seed(state, name, 120, true);
}

// Nothing but the answer has to stay.
void reduce_to_unsat(benchmark::State& state, const char* name, uint64_t assertions) {
  reduce_seed(state, name, assertions, false);
}

BENCHMARK_CAPTURE(reduce_to_unsat, ints_6_kb, "ints/distance-triangle", 70)
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_to_unsat, strings_10_kb, "strings/codes-of-digits", 137)
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_to_unsat, bit_vectors_13_kb, "bitvectors/arithmetic-shift-rounds-down",
                  172)
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, bit_vectors, "bitvectors/arithmetic-shift-rounds-down")
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, ints, "ints/distance-triangle")->Iterations(1)->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, reals, "reals/convex-hull-membership")
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, strings, "strings/codes-of-digits")->Iterations(1)->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, arrays, "arrays/bank-transfer-conserves")
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, functions, "uf/congruence-through-a-predicate")
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, datatypes, "datatypes/four-people-three-rooms")
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, memory, "qf-abv/little-endian-word")->Iterations(1)->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, clock, "qf-uflia/clock-never-stands-still")
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduce_hidden, circuit, "core/circuit-with-two-names-for-nand")
    ->Iterations(1)
    ->UseRealTime();

}  // namespace
}  // namespace pg
