// Writes the folder of a campaign that never was, for tests of reports.
//
// make_campaign DIR COUNT            COUNT findings
// make_campaign DIR COUNT hostile    with texts that try to break out of wherever they are shown
// make_campaign DIR empty            nothing but an empty store
// Called again with a larger COUNT it adds findings to the same folder.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "support/store.h"

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

SolverId solver_named(const std::string& name) {
  const size_t space = std::min(name.find(' '), name.size());
  SolverId solver{
      .name = name, .program = name.substr(0, space), .version = "1.0.3", .options = {}};
  if (solver.program == "z3") solver.version = "4.8.12";
  if (space < name.size()) solver.options = {name.substr(space + 1)};
  return solver;
}

// Every kind, and every certificate that it can have.
struct Proof {
  Kind kind;
  AnswerKind answer;   // the liar's
  AnswerKind witness;  // another solver's
  Certificate (*certificate)(const Example& example, size_t value);
};
constexpr const char* kCrash = "ASSERTION VIOLATION\nFile: ../src/ast/ast.cpp\nLine: 431";

Certificate true_model(const Example& example, size_t value) {
  return TrueModel{with_number(example.good, value), value % 2 == 0 ? "cvc5" : ""};
}
Certificate false_model(const Example& example, size_t value) {
  return FalseModel{with_number(example.bad, value), true,
                    "the assertion at line 4 is false\n  (and true false) = false\n    x = 4"};
}
Certificate own_check(const Example&, size_t) {
  return OwnCheck{"(error \"an invalid model was generated\")"};
}
Certificate by_rules(const Example&, size_t) {
  return ByRules{{.answer = Truth::Unsat,
                  .steps = {{.command = 3,
                             .path = {0, 1},
                             .before = "(< x y)",
                             .after = "(<= x y)",
                             .rules = {"(< x y) => (<= x y)"}}}},
                 {"cvc5"}};
}
Certificate breakdown(const Example&, size_t) { return Breakdown{kCrash}; }
Certificate other_answers(const Example&, size_t) { return OtherAnswers{}; }

using enum AnswerKind;
constexpr auto kProofs = std::to_array<Proof>({
    {Kind::WrongUnsat, Unsat, Sat, true_model},
    {Kind::WrongSat, Sat, Unsat, false_model},
    {Kind::InvalidModel, Sat, Unknown, false_model},
    {Kind::Contradiction, Sat, Unsat, by_rules},
    {Kind::Crash, Crash, Sat, breakdown},
    {Kind::Disagreement, Sat, Unsat, other_answers},
    {Kind::InvalidModel, Sat, Sat, own_check},
    {Kind::Disagreement, Sat, Unsat, by_rules},
});

std::string filler(size_t number) {
  std::string text;
  for (size_t i = 0; i < 30; ++i)
    text += fmt::format("(declare-const k{0} Int)\n(assert (or (> k{0} {1}) (= k{0} {2})))\n", i,
                        (number * 31 + i * 17) % 9973, (number * 7 + i * 131) % 99991);
  return text;
}

// Puts hostile text wherever a solver or a file may have put it.
struct MakeHostile {
  void operator()(OtherAnswers&) const {}
  void operator()(TrueModel& proof) const { (proof.model += " ; ") += kHostile; }
  void operator()(FalseModel& wrong) const { wrong.why += kHostile; }
  void operator()(OwnCheck& check) const { check.message += kHostile; }
  void operator()(ByRules& rules) const {
    rules.chain.steps[0].before += kHostile;
    rules.said_by.emplace_back(kHostile);
  }
  void operator()(Breakdown& breakdown) const { breakdown.message += kHostile; }
};

void make_hostile(Case& found, size_t number) {
  for (std::string* text : {&found.standing, &found.liar.version, &found.liar.name, &found.output,
                            &found.origin.recipe, &found.origin.steps, &found.origin.seed_file})
    *text += kHostile;
  found.command.emplace_back(kHostile);
  // Such a bug cannot be read; the others must show what else they have.
  if (number % 4 == 0) found.fingerprint += "/../../hacked";
  if (number % 4 <= 1) found.fingerprint += kHostile;
  (found.smaller.empty() ? found.original : found.smaller) +=
      fmt::format("; {0}\n(assert (= \"{0}\" |{0}|))", kHostile);
  found.witnesses.push_back({solver_named(std::string(kHostile)), AnswerKind::Sat});
  std::visit(MakeHostile(), found.certificate);
}

Case make_case(size_t number, bool hostile) {
  const Example& example = kExamples[number % kExamples.size()];
  const Proof& proof = kProofs[number % kProofs.size()];
  const size_t value = number + 1;
  const std::string head = fmt::format("(set-logic {})\n{}", example.logic, example.declarations);
  const std::string assertions = with_number(example.assertions, value);
  Case found;
  found.kind = proof.kind;
  found.liar = solver_named(kSolvers[number % kSolvers.size()]);
  found.answer = proof.answer;
  found.certificate = proof.certificate(example, value);
  found.witnesses = {{solver_named(found.liar.program == "z3" ? "cvc5" : "z3"), proof.witness}};
  found.fingerprint = fmt::format("{}-{}-{:010x}", found.liar.program, name_of(found.kind), number);
  found.command = {found.liar.program, "-in"};
  found.output = proof.kind == Kind::Crash ? kCrash : name_of(proof.answer);
  found.original = head + "(assert (not false))\n" + assertions + filler(number) + "(check-sat)\n";
  constexpr Reduced kReduced[] = {Reduced::Yes, Reduced::CutShort, Reduced::No};
  found.reduced = kReduced[number % 3];
  if (found.reduced != Reduced::No) found.smaller = head + assertions + "(check-sat)\n";
  found.flaky = number % 9 == 4;
  found.origin.strategy = kStrategies[number / 2 % kStrategies.size()];
  found.origin.seed_file = fmt::format("seeds/example-{}.smt2", number % 40);
  found.origin.recipe = fmt::format("polygraph mutate {} --strategy {} --rng 1 --first {}",
                                    found.origin.seed_file, found.origin.strategy, number);
  found.origin.steps = "command 4, path [0 1]: weaker by (< x y) => (<= x y)";
  found.origin.seed = head + "(assert true)\n" + assertions + "(check-sat)\n";
  if (hostile) make_hostile(found, number);
  return found;
}

Shelf shelf_of(const Case& found, size_t number) {
  if (found.flaky) return Shelf::Flaky;
  return number % 7 == 5 ? Shelf::Held : Shelf::Bugs;
}

Counters counters_of_an_hour() {
  Counters counters;
  counters.strategies = {{"sae", {43'000, 41'200, 82'400, 21}},
                         {"diver", {52'100, 18'900, 37'800, 9}},
                         {"value", {9'800, 9'700, 19'400, 2}}};
  counters.strategies["value"].goals = 4'000;
  counters.strategies["value"].covered = 2'900;
  counters.seeds.calls = 180;
  counters.repeats = 1'234;
  counters.seeds_opaque = 3;
  const auto answered = [&](const char* solver, AnswerKind kind, uint64_t count) {
    counters.solvers[solver].answers[static_cast<size_t>(kind)] = count;
  };
  counters.solvers["z3"].calls = 70'000;
  answered("z3", AnswerKind::Sat, 40'100);
  answered("z3", AnswerKind::Unsat, 21'000);
  answered("z3", AnswerKind::Unknown, 5'900);
  answered("z3", AnswerKind::Timeout, 3'000);
  counters.solvers["cvc5"].calls = 69'780;
  answered("cvc5", AnswerKind::Sat, 39'000);
  answered("cvc5", AnswerKind::Unsat, 20'000);
  answered("cvc5", AnswerKind::Unsupported, 9'780);
  answered("cvc5", AnswerKind::Crash, 1'000);
  answered("z3 smt.arith.solver=2", AnswerKind::Sat, 12);
  counters.waited = 6'900'000'000;
  counters.worked = 7'200'000'000;
  counters.spent = {4'100'000'000, 1'700'000'000, 200'000'000,
                    500'000'000,   300'000'000,   100'000'000};
  counters.models = {78'000, 12, 1'100};
  counters.operators = {{"and", 21'000}, {"+", 9'000},  {"bvadd", 700}, {"str.++", 80},
                        {"=", 30'000},   {"fp.lt", 3},  {"mod", 2'100}, {"or", 18'000},
                        {">", 4'000},    {"bvudiv", 55}};
  return counters;
}

bool fill(Store& store, size_t count, bool hostile) {
  const size_t before = store.findings()->size();
  const std::string odd = hostile ? std::string(kHostile) : "";
  bool good = true;
  if (before == 0) {
    good = store.set("polygraph", "0.1.0") && store.set("rng", "7") && store.set("jobs", "2") &&
           store.set("budget", "7200") && store.set("started", "2026-11-15T20:00:00Z" + odd) &&
           store.set("strategies", R"(["sae","diver","value"])") &&
           store.set("solvers", R"([{"name":"z3","version":"4.8.12","command":"z3 -in"},)"
                                R"({"name":"cvc5","version":"1.0.3","command":"cvc5 -q"},)"
                                R"({"name":"z3 smt.arith.solver=2","version":"4.8.12"}])") &&
           store.set("options", R"({"timeout":["10"],"SEED":["seeds"]})");
    std::vector<SeedRow> seeds;
    for (size_t i = 0; i < 60; ++i)
      seeds.push_back({.id = i,
                       .path = fmt::format("seeds/example-{}.smt2{}", i, odd),
                       .hash = i,
                       .logic = kExamples[i * i % 7 % kExamples.size()].logic + odd,
                       .skipped = i % 12 == 5 ? "no solver answers it in time" + odd : "",
                       .taken = i % 12 != 5 && i < 50,
                       .facts = {.answers = {Truth::Sat}}});
    good = good && store.add_seeds(seeds) &&
           store.add_jobs({{.id = 0, .task = MakeMutants{{0}, "sae", 0, 1}}});
  }
  good = good && store.set("seconds", fmt::format("{}", 3600 + count));
  Counters more = counters_of_an_hour();
  if (hostile) more.strategies[odd].mutants = 5;
  good = good && store.save({{.id = 0, .done = true}, more});
  for (size_t i = before; good && i < count; ++i) {
    const double share = static_cast<double>(i * i + 1) / static_cast<double>(count * count + 1);
    FindingRow row{.found = make_case(i, hostile)};
    row.shelf = shelf_of(row.found, i);
    row.seconds = 3600 * share;
    row.calls = static_cast<uint64_t>(139'780 * share);
    row.ready = true;
    good = test::add_finding(store, row);
  }
  for (uint64_t i = before == 0 ? 0 : 100; good && i <= 100; ++i) {
    SampleRow sample{.seconds = 36.0 * static_cast<double>(i), .findings = count * i / 100};
    // Some grow fast at first, some at the end.
    for (const Count& each : counts_of(more))
      add_count(sample.counters, each.metric, each.subject, each.detail,
                (each.metric.size() + each.subject.size() + each.detail.size()) % 2 == 0
                    ? each.value * i / 100
                    : each.value * i * (50 + i) / (100 * 150));
    good = static_cast<bool>(store.add_sample(sample));
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::error_code error;
  std::filesystem::create_directories(argv[1], error);
  const Result<std::unique_ptr<Store>> store = Store::open(CampaignPaths(argv[1]).store().string());
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 3;
  }
  if (std::string_view(argv[2]) == "empty") return 0;
  const size_t count = std::strtoull(argv[2], nullptr, 10);
  return fill(**store, count, argc > 3) ? 0 : 3;
}
