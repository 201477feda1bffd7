// Writes the folder of a campaign that never was, for tests of reports.
//
// make_campaign DIR COUNT            COUNT findings
// make_campaign DIR COUNT hostile    with texts that try to break out of wherever they are shown
// make_campaign DIR empty            nothing but an empty store
// Called again with a larger COUNT it adds findings to the same folder.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "campaign/store.h"
#include "judge/bug.h"

namespace {

using namespace pg;

constexpr std::string_view kHostile =
    "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>\"'`&<!--]]>"
    "\x01\xff\xef\xbf\xbf\xe2\x80\xae{{7*7}}$(touch hacked)";

constexpr auto kSolvers = std::to_array<const char*>({"z3", "cvc5", "z3 smt.arith.solver=2"});
constexpr auto kStrategies = std::to_array<const char*>({"sae", "diver", "value", "none"});

// A formula of some theory with a model that holds, and one that does not.
struct Example {
  const char* logic;
  const char* declarations;
  const char* assertions;
  const char* good;
  const char* bad;
};
constexpr auto kExamples = std::to_array<Example>({
    {"QF_LIA", "(declare-const x Int)\n(declare-const y Int)\n",
     "(assert (and (> x y) (= (+ x y) {0})))\n(assert (or (< y 0) (distinct (mod x 7) {0})))\n",
     "((define-fun x () Int (+ {0} 8)) (define-fun y () Int (- 8)))",
     "((define-fun x () Int {0}) (define-fun y () Int 4))"},
    {"QF_BV", "(declare-const a (_ BitVec 32))\n(declare-const b (_ BitVec 32))\n",
     "(assert (= (bvadd a b) (_ bv{0} 32)))\n(assert (not (bvult (bvudiv a b) #x000000ff)))\n",
     "((define-fun a () (_ BitVec 32) (_ bv{0} 32)) (define-fun b () (_ BitVec 32) #x00000000))",
     "((define-fun a () (_ BitVec 32) #x00000000) (define-fun b () (_ BitVec 32) #x00000001))"},
    {"QF_SLIA", "(declare-const s String)\n(declare-const t String)\n",
     "(assert (= (str.++ s \"{0}\") t))\n(assert (str.prefixof \"<b>\" t))\n",
     "((define-fun s () String \"<b>\") (define-fun t () String \"<b>{0}\"))",
     "((define-fun s () String \"\") (define-fun t () String \"<b>{0}\"))"},
    {"QF_FPLRA", "(declare-const f Float32)\n(declare-const r Real)\n",
     "(assert (fp.lt f ((_ to_fp 8 24) RNE {0}.5)))\n(assert (> r (fp.to_real f)))\n",
     "((define-fun f () Float32 ((_ to_fp 8 24) RNE 0.25)) (define-fun r () Real {0}.0))",
     "((define-fun f () Float32 ((_ to_fp 8 24) RNE {0}.75)) (define-fun r () Real 1.0))"},
});

std::string with_number(const char* text, size_t number) {
  std::string result(text);
  for (size_t at; (at = result.find("{0}")) != result.npos;)
    result.replace(at, 3, std::to_string(number));
  return result;
}

Bug make_bug(size_t number, bool hostile) {
  const Example& example = kExamples[number % kExamples.size()];
  const FindingKind kind = finding_kinds()[number % finding_kinds().size()];
  const size_t value = number + 1;
  const std::string head = fmt::format("(set-logic {})\n{}", example.logic, example.declarations);
  const std::string assertions = with_number(example.assertions, value);
  Bug bug;
  bug.kind = kind;
  bug.solver = kSolvers[number % kSolvers.size()];
  bug.program = bug.solver.substr(0, bug.solver.find(' '));
  bug.fingerprint = fmt::format("{}-{}-{:010x}", bug.program, name_of(kind), number);
  bug.version = bug.program == "z3" ? "4.8.12" : "1.0.3";
  bug.command = bug.solver + " -in";
  bug.logic = example.logic;
  const std::string other = bug.program == "z3" ? "cvc5" : "z3";
  bug.answers = {{bug.solver, "sat"}, {other, "unsat"}};
  bug.strategy = kStrategies[number / 2 % kStrategies.size()];
  bug.seed_file = fmt::format("seeds/example-{}.smt2", number % 40);
  bug.recipe = fmt::format("polygraph mutate {} --strategy {} --rng 1 --first {}", bug.seed_file,
                           bug.strategy, number);
  bug.steps = "command 4, path [0 1]: weaker by (< x y) => (<= x y)";
  bug.seed = head + "(assert true)\n" + assertions + "(check-sat)\n";
  std::string filler;
  for (size_t i = 0; i < 30; ++i)
    filler += fmt::format("(declare-const k{0} Int)\n(assert (or (> k{0} {1}) (= k{0} {2})))\n", i,
                          (number * 31 + i * 17) % 9973, (number * 7 + i * 131) % 99991);
  bug.original = head + "(assert (not false))\n" + assertions + filler + "(check-sat)\n";
  bug.reduced = head + assertions + "(check-sat)\n";
  switch (kind) {
    case FindingKind::WrongUnsat:
      bug.sentence = " says unsat, but the model of the seed makes all assertions true";
      bug.answers = {{bug.solver, "unsat"}, {other, "sat"}};
      bug.model = with_number(example.good, value);
      bug.certificate = bug.model;
      break;
    case FindingKind::WrongSat:
      bug.sentence = " says sat with a model that is false, " + other + " says unsat";
      bug.model = with_number(example.bad, value);
      bug.certificate = bug.model + "\nthe assertion at line 4 is false";
      break;
    case FindingKind::InvalidModel:
      bug.sentence = " says sat with a model that is false";
      bug.answers = {{bug.solver, "sat"}};
      bug.model = with_number(example.bad, value);
      bug.certificate = bug.model + "\nthe assertion at line 4 is false";
      break;
    case FindingKind::Contradiction:
      bug.sentence = " says sat, but unsat follows from what it says of the seed";
      bug.answers = {{bug.solver, "sat"}};
      bug.certificate = bug.steps;
      break;
    case FindingKind::Disagreement:
      bug.sentence = " says sat, " + other + " says unsat";
      break;
    case FindingKind::Crash:
      bug.sentence = " breaks down: ASSERTION VIOLATION";
      bug.answers = {{bug.solver, "crash"}, {other, "sat"}};
      bug.certificate = "ASSERTION VIOLATION\nFile: ../src/ast/ast.cpp\nLine: 431";
      bug.output = bug.certificate;
      break;
  }
  bug.sentence = bug.solver + bug.sentence;
  if (hostile) {
    for (std::string Bug::*text :
         {&Bug::sentence, &Bug::logic, &Bug::version, &Bug::command, &Bug::certificate,
          &Bug::recipe, &Bug::steps, &Bug::seed_file, &Bug::output})
      (bug.*text) += kHostile;
    bug.solver += kHostile;
    bug.fingerprint += number % 2 == 0 ? "/../../hacked" : std::string(kHostile);
    bug.reduced += fmt::format("; {}\n(assert (= \"{}\" |{}|))", kHostile, kHostile, kHostile);
    bug.answers.emplace_back(kHostile, kHostile);
  }
  return bug;
}

bool fill(Store& store, size_t count, bool hostile) {
  const size_t before = store.findings().size();
  const std::string odd = hostile ? std::string(kHostile) : "";
  bool good = true;
  if (before == 0) {
    good = store.set("polygraph", "0.1.0") && store.set("rng", "7") && store.set("jobs", "2") &&
           store.set("budget", "7200") && store.set("started", "2026-11-15T20:00:00Z" + odd) &&
           store.set("strategies", R"(["sae","diver","value"])") &&
           store.set("solvers", R"([{"name":"z3","version":"4.8.12","command":"z3 -in"},)"
                                R"({"name":"cvc5","version":"1.0.3","command":"cvc5 -q"},)"
                                R"({"name":"z3 smt.arith.solver=2","version":"4.8.12"}])") &&
           store.set("options", R"({"timeout":10,"seeds":["seeds"]})");
    std::vector<SeedRow> seeds;
    for (size_t i = 0; i < 60; ++i)
      seeds.push_back({.id = i,
                       .path = fmt::format("seeds/example-{}.smt2{}", i, odd),
                       .hash = i,
                       .logic = kExamples[i * i % 7 % kExamples.size()].logic + odd,
                       .skipped = i % 12 == 5 ? "no solver answers it in time" + odd : "",
                       .taken = i % 12 != 5 && i < 50,
                       .facts = "{}"});
    good = good && store.add_seeds(seeds) && store.add_items({{.id = 0, .strategy = "sae"}});
  }
  good = good && store.set("seconds", fmt::format("{}", 3600 + count));
  Counters more = {{"mutants.sae", 41'200},
                   {"tries.sae", 43'000},
                   {"mutants.diver", 18'900},
                   {"tries.diver", 52'100},
                   {"mutants.value", 9'700},
                   {"tries.value", 9'800},
                   {"calls-by.sae", 82'400},
                   {"calls-by.diver", 37'800},
                   {"calls-by.value", 19'400},
                   {"calls-by.none", 180},
                   {"repeats", 1'234},
                   {"calls.z3", 70'000},
                   {"calls.cvc5", 69'780},
                   {"answer.z3.sat", 40'100},
                   {"answer.z3.unsat", 21'000},
                   {"answer.z3.unknown", 5'900},
                   {"answer.z3.timeout", 3'000},
                   {"answer.cvc5.sat", 39'000},
                   {"answer.cvc5.unsat", 20'000},
                   {"answer.cvc5.unsupported", 9'780},
                   {"answer.cvc5.crash", 1'000},
                   {"answer.z3 smt.arith.solver=2.sat", 12},
                   {"time.solvers", 6'900'000'000},
                   {"time.workers", 7'200'000'000},
                   {"spent.answers", 4'100'000'000},
                   {"spent.silence", 1'700'000'000},
                   {"spent.starts", 200'000'000},
                   {"spent.values", 500'000'000},
                   {"spent.seeds", 300'000'000},
                   {"spent.bugs", 100'000'000},
                   {"found.sae", 21},
                   {"found.diver", 9},
                   {"found.value", 2},
                   {"model.true", 78'000},
                   {"model.false", 12},
                   {"model.unknown", 1'100},
                   {"opaque", 3},
                   {"operator.and", 21'000},
                   {"operator.+", 9'000},
                   {"operator.bvadd", 700},
                   {"operator.str.++", 80},
                   {"operator.=", 30'000},
                   {"operator.fp.lt", 3},
                   {"operator.mod", 2'100},
                   {"operator.or", 18'000},
                   {"operator.>", 4'000},
                   {"operator.bvudiv", 55}};
  if (hostile) more["mutants." + odd] = 5;
  good = good && store.save({.id = 0, .done = true}, more);
  for (size_t i = before; good && i < count; ++i) {
    const Bug bug = make_bug(i, hostile);
    const double share = static_cast<double>(i * i + 1) / static_cast<double>(count * count + 1);
    good = store.add_finding({.fingerprint = bug.fingerprint,
                              .kind = std::string(name_of(bug.kind)),
                              .solver = bug.solver,
                              .program = bug.program,
                              .strategy = bug.strategy,
                              .seed = bug.seed_file,
                              .flaky = i % 9 == 4,
                              .seconds = 3600 * share,
                              .calls = static_cast<uint64_t>(139'780 * share),
                              .bug = bug_text(bug)});
  }
  for (uint64_t i = before == 0 ? 0 : 100; good && i <= 100; ++i) {
    SampleRow sample{.seconds = 36.0 * static_cast<double>(i), .findings = count * i / 100};
    for (const auto& [name, value] : more)
      if (!name.starts_with("operator."))
        // Some grow fast at first, some at the end.
        sample.counters[name] =
            name.size() % 2 == 0 ? value * i / 100 : value * i * (50 + i) / (100 * 150);
    good = store.add_sample(sample);
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::error_code error;
  std::filesystem::create_directories(argv[1], error);
  const Result<std::unique_ptr<Store>> store =
      Store::open((std::filesystem::path(argv[1]) / "campaign.sqlite").string());
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 3;
  }
  if (std::string_view(argv[2]) == "empty") return 0;
  const size_t count = std::strtoull(argv[2], nullptr, 10);
  return fill(**store, count, argc > 3) ? 0 : 3;
}
