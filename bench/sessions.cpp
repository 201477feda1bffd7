// Tiny queries through a session against a fresh process for each.
#include <chrono>
#include <string>

#include <benchmark/benchmark.h>

#include "solve/session.h"

namespace pg {
namespace {

constexpr int kQueries = 2000;

Query tiny(int number) {
  Query query;
  query.models = false;
  query.parts.push_back({"(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x " +
                             std::to_string(number) + "))\n(check-sat)\n",
                         {}});
  return query;
}

void by_session(benchmark::State& state, const char* name) {
  const Result<Solver> solver = find_solver(name);
  if (!solver) return state.SkipWithError("not installed");
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    Session session(*solver, {});
    for (int i = 0; i < kQueries; ++i)
      if (session.ask(tiny(i))[0].kind != AnswerKind::Sat)
        return state.SkipWithError("a wrong answer");
    const std::chrono::duration<double> all = std::chrono::steady_clock::now() - begin;
    state.counters["own share %"] = 100 * (1 - session.waited() / all.count());
    state.counters["ms a query"] = 1000 * all.count() / kQueries;
  }
}

void by_fresh_processes(benchmark::State& state, const char* name) {
  const Result<Solver> solver = find_solver(name);
  if (!solver) return state.SkipWithError("not installed");
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kQueries; ++i)
      if (ask_once(*solver, tiny(i), {})[0].kind != AnswerKind::Sat)
        return state.SkipWithError("a wrong answer");
    const std::chrono::duration<double> all = std::chrono::steady_clock::now() - begin;
    state.counters["ms a query"] = 1000 * all.count() / kQueries;
  }
}

BENCHMARK_CAPTURE(by_session, z3, "z3")->Iterations(1)->UseRealTime();
BENCHMARK_CAPTURE(by_fresh_processes, z3, "z3")->Iterations(1)->UseRealTime();
BENCHMARK_CAPTURE(by_session, cvc5, "cvc5")->Iterations(1)->UseRealTime();
BENCHMARK_CAPTURE(by_fresh_processes, cvc5, "cvc5")->Iterations(1)->UseRealTime();

}  // namespace
}  // namespace pg
