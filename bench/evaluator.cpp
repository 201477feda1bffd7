// Evaluation of a mixed formula of 10,000 nodes: all of it, again after one sub-term was replaced,
// and the same ground terms against a z3 process that stays alive.
#include "model/evaluator.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "base/rng.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/infer.h"
#include "term/traverse.h"
#include "theory/theories.h"

namespace pg {
namespace {

constexpr size_t kNodes = 10'000;
constexpr uint32_t kDepth = 20;
constexpr size_t kReplacements = 5'000;

// A formula over Booleans, integers and bit-vectors. Its constants have the values of a model, or
// stand as those values themselves.
class Formula {
 public:
  explicit Formula(bool ground, size_t nodes = kNodes) {
    std::string text = "(set-logic ALL)\n";
    std::string definitions = "(";
    for (int i = 0; i < 30; ++i) {
      const std::string n = std::to_string(i);
      text += "(declare-const p" + n + " Bool)(declare-const i" + n + " Int)(declare-const v" + n +
              " (_ BitVec 32))\n";
      definitions += "(define-fun p" + n + " () Bool " + (i % 2 == 0 ? "true" : "false") + ")" +
                     "(define-fun i" + n + " () Int " + std::to_string(i * 37 % 101) + ")" +
                     "(define-fun v" + n + " () (_ BitVec 32) (_ bv" +
                     std::to_string(i * 2654435761u) + " 32))\n";
    }
    definitions += ")";
    const ParsedScript parsed = parse_script(pool, text);
    script = parsed.script;
    model = *read_model(pool, script, definitions);
    std::vector<std::vector<Term>> terms(3);
    for (const Command& command : script.commands)
      for (const Definition& definition : command.definitions) {
        const Term constant = pool.constant(definition.function);
        const Term value = model.functions.at(definition.function).body;
        terms[kind(pool.sort(constant))].push_back(ground ? value : constant);
      }
    grow(terms, nodes);
  }

  Term root;
  Pool pool;
  Script script;
  Model model;

 private:
  static size_t kind(Sort sort) { return sort == kBool ? 0 : sort == kInt ? 1 : 2; }

  const OpSpec& row(std::string_view name, Sort sort) {
    for (const Theory* theory : theories())
      for (const OpSpec& op : theory->ops) {
        if (op.name != name) continue;
        const Sort args[] = {sort, sort};
        if (infer(pool, op, {}, args)) return op;
      }
    std::abort();
  }

  // New terms are made of the newest ones mostly, so that the formula is deep.
  void grow(std::vector<std::vector<Term>>& terms, size_t nodes) {
    struct Shape {
      const OpSpec* op;
      size_t args;
      size_t result;
    };
    const Sort bits = pool.sort(SortKind::BitVec, {32});
    std::vector<Shape> shapes;
    for (const char* name : {"and", "or", "=>", "xor", "="})
      shapes.push_back({&row(name, kBool), 0, 0});
    for (const char* name : {"<=", "<", "="}) shapes.push_back({&row(name, kInt), 1, 0});
    for (const char* name : {"+", "-", "mod"}) shapes.push_back({&row(name, kInt), 1, 1});
    for (const char* name : {"bvult", "bvsle"}) shapes.push_back({&row(name, bits), 2, 0});
    for (const char* name : {"bvadd", "bvmul", "bvand", "bvxor", "bvlshr", "bvudiv"})
      shapes.push_back({&row(name, bits), 2, 2});
    Rng rng(7);
    const size_t before = pool.term_count();
    auto pick = [&](const std::vector<Term>& from) {
      const size_t window = std::min<size_t>(from.size(), 40);
      return from[from.size() - 1 - rng.below(window)];
    };
    while (pool.term_count() - before < nodes) {
      const Shape& shape = shapes[rng.below(shapes.size())];
      const std::vector<Term>& from = terms[shape.args];
      terms[shape.result].push_back(pool.term(*shape.op, {pick(from), pick(from)}));
    }
    // Every Boolean term matters to the root.
    std::vector<Term> all = terms[0];
    HeadData data;
    data.op = &row("xor", kBool);
    data.name = pool.intern("xor");
    root = pool.make(pool.head(data), kBool, all);
  }
};

// The whole formula, from nothing.
void evaluate(benchmark::State& state) {
  Formula formula(false);
  const size_t nodes = dag_size(formula.pool, formula.root);
  for (auto _ : state) {
    ValuePool values;
    Evaluator evaluator(formula.pool, values, formula.script, formula.model,
                        Evaluator::Missing::Undefined);
    benchmark::DoNotOptimize(evaluator.eval(formula.root));
  }
  state.counters["nodes"] = static_cast<double>(nodes);
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(evaluate)->Unit(benchmark::kMicrosecond);

// A formula and a way down from one of its terms, twenty levels.
struct Replacements {
  Formula formula{false};
  ValuePool values;
  Evaluator evaluator{formula.pool, values, formula.script, formula.model,
                      Evaluator::Missing::Undefined};
  std::vector<std::pair<Term, size_t>> path;
  std::vector<Term> leaves;  // each time another one, so that nothing is known

  Replacements() {
    Pool& pool = formula.pool;
    evaluator.eval(formula.root);
    for (const Term start : pool.args(formula.root)) {
      path.clear();
      Term term = start;
      while (path.size() < kDepth && !pool.args(term).empty()) {
        path.emplace_back(term, path.size() % pool.args(term).size());
        term = pool.args(term)[path.back().second];
      }
      if (path.size() == kDepth) break;
    }
    if (path.size() < kDepth) std::abort();
    const Sort sort = pool.sort(pool.args(path.back().first)[path.back().second]);
    for (size_t i = 0; i < kReplacements; ++i) {
      const std::string number = std::to_string(i + 1000);
      if (sort == kInt)
        leaves.push_back(pool.literal(LiteralKind::Numeral, number, kInt));
      else if (sort == kBool)
        leaves.push_back(pool.constant(pool.declare(pool.intern("q" + number), {}, kBool)));
      else
        leaves.push_back(pool.literal(LiteralKind::IndexedBv, "(_ bv" + number + " 32)", sort));
    }
  }

  // The term at the top of the way with another leaf at its end.
  Term replace(Term leaf) {
    for (size_t i = path.size(); i > 0; --i) {
      const auto [term, which] = path[i - 1];
      const std::span<const Term> old = formula.pool.args(term);
      args_.assign(old.begin(), old.end());
      args_[which] = leaf;
      leaf = formula.pool.with_args(term, args_);
    }
    return leaf;
  }

 private:
  std::vector<Term> args_;
};

// One sub-term twenty levels down was replaced: only the terms on the path are evaluated.
void evaluate_again(benchmark::State& state) {
  Replacements replacements;
  std::vector<Term> replaced;
  for (const Term leaf : replacements.leaves) replaced.push_back(replacements.replace(leaf));
  size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(replacements.evaluator.eval(replaced[next++]));
}
BENCHMARK(evaluate_again)->Unit(benchmark::kMicrosecond)->Iterations(kReplacements);

// The same with making the new terms.
void replace_and_evaluate(benchmark::State& state) {
  Replacements replacements;
  size_t next = 0;
  for (auto _ : state) {
    const Term replaced = replacements.replace(replacements.leaves[next++]);
    benchmark::DoNotOptimize(replacements.evaluator.eval(replaced));
  }
}
BENCHMARK(replace_and_evaluate)->Unit(benchmark::kMicrosecond)->Iterations(kReplacements);

// A z3 process that stays alive and answers one line a question.
class LiveZ3 {
 public:
  LiveZ3() {
    int to[2];
    int from[2];
    if (::pipe(to) != 0 || ::pipe(from) != 0) std::abort();
    if (::fork() == 0) {
      ::dup2(to[0], STDIN_FILENO);
      ::dup2(from[1], STDOUT_FILENO);
      ::close(to[1]);
      ::close(from[0]);
      ::execlp("z3", "z3", "-in", nullptr);
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    in_ = ::fdopen(to[1], "w");
    out_ = ::fdopen(from[0], "r");
  }
  LiveZ3(const LiveZ3&) = delete;
  LiveZ3& operator=(const LiveZ3&) = delete;
  ~LiveZ3() {
    std::fclose(in_);
    std::fclose(out_);
  }
  // False if z3 is not there.
  bool ask(const std::string& text) {
    std::fputs(text.c_str(), in_);
    std::fflush(in_);
    char line[256];
    return std::fgets(line, sizeof line, out_) != nullptr;
  }

 private:
  std::FILE* in_;
  std::FILE* out_;
};

constexpr size_t kGroundNodes = 200;

std::vector<std::unique_ptr<Formula>> ground_formulas() {
  std::vector<std::unique_ptr<Formula>> formulas;
  for (size_t i = 0; i < 20; ++i)
    formulas.push_back(std::make_unique<Formula>(true, kGroundNodes + i));
  return formulas;
}

void ground_terms_by_us(benchmark::State& state) {
  const auto formulas = ground_formulas();
  for (auto _ : state)
    for (const auto& formula : formulas) {
      ValuePool values;
      Evaluator evaluator(formula->pool, values, formula->script, formula->model,
                          Evaluator::Missing::Undefined);
      benchmark::DoNotOptimize(evaluator.eval(formula->root));
    }
}
BENCHMARK(ground_terms_by_us)->Unit(benchmark::kMicrosecond);

void ground_terms_by_live_z3(benchmark::State& state) {
  const auto formulas = ground_formulas();
  std::vector<std::string> questions;
  for (const auto& formula : formulas)
    questions.push_back("(simplify " +
                        print_term(formula->pool, formula->root, {.share = true, .width = 0}) +
                        ")\n");
  LiveZ3 z3;
  for (auto _ : state)
    for (const std::string& question : questions)
      if (!z3.ask(question)) return state.SkipWithError("z3 does not answer");
}
BENCHMARK(ground_terms_by_live_z3)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace pg
