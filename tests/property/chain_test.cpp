#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mutate/core_diver.h"
#include "mutate/sae.h"
#include "prove/check_chain.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/paths.h"
#include "support/scale.h"
#include "support/smtlib.h"

namespace pg {
namespace {

// Some seeds of every folder, and formulas with connectives of every polarity, chains, binders that
// hide each other's variables, definitions and names.
constexpr std::string_view kFormulas[] = {
    "(declare-const x Int)(declare-const y Int)(assert (forall ((x Int)) (or (< x y) (exists ((x "
    "Int)(z Int)) (and (not (<= x z)) (= x z y))))))",
    "(declare-const x Int)(declare-const y Int)(declare-const z Int)(assert (distinct x y z))"
    "(assert (not (distinct x y (+ z 1) 3)))(assert (<= x y z 7))",
    "(declare-const p Bool)(declare-const x Int)(assert (! (or (< x 5) p) :named n))"
    "(assert (or (! (> x 1) :named m) (not m) (xor p (< x 2))))(assert (not (=> (! p :weight 3) "
    "(and (>= x 0) p))))",
    "(declare-const a (Array Int Bool))(declare-const i Int)(declare-fun f (Int) Int)"
    "(assert (not (select a i)))(assert (= (f i) i (f (f i))))(assert (distinct i 3))",
    "(define-fun small ((k Int)) Bool (< k 10))(declare-const k Int)(assert (or (small k) (> k "
    "100)))(push 1)(assert (< k 5))(check-sat)(pop 1)(assert (ite (< k 3) (> k 1) (= k 4)))",
    "(declare-const p Bool)(declare-const x Int)(declare-fun f (Int Bool) Int)(define-fun g "
    "((k Int)) Int (ite (< k 3) (f k (> k x)) 7))(define-fun h ((k Int) (q Bool)) Bool (xor "
    "q (= (g k) k)))(assert (= p (h x (< x 4)) (> x (ite (and p (> x 2)) 1 (ite p 3 "
    "x)))))(assert (forall ((p Int)) (distinct (h p (exists ((x Int)) (= x p))) (< (f p "
    "true) (g p)))))(check-sat-assuming ((< x 4) (not (h x p)) (xor p (< x 2) (> x 0))))",
    "(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)(assert "
    "(match l ((nil false) ((cons a b) (or (< a 3) (= b l))))))(assert (! (= (match l ((nil "
    "3) ((cons a b) a))) 3) :named n))(check-sat)(get-value (n))(push 1)(assert (not (match "
    "l (((cons a b) (> a 5)) (c (= c l))))))(check-sat)(pop 1)(assert (distinct l (ite (= l "
    "nil) (cons 3 nil) nil)))",
    "(declare-datatype L ((nil) (cons (head Int) (tail L)) (one (it Int))))(declare-const l L)"
    "(declare-const m L)(assert ((_ is cons) l))(assert (not ((_ is nil) m)))(assert (= l m))",
    "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(assert (and p q (< x 3) (or "
    "p "
    "(not q) (> x 1))))(assert (=> p q (< x 9) (and q p p)))(assert (xor p q (< x 2) (> x 7)))",
    "(declare-sort U 0)(declare-const a U)(declare-const b U)(declare-const c U)(declare-const x "
    "(Array U U))(declare-const y (Array U U))(declare-const z (Array U U))(assert (exists ((a U)) "
    "(= a b)))(assert (= x y))(assert (not (distinct a b)))(assert (= (store x a b) z))",
};

std::vector<std::string> texts() {
  std::vector<std::string> all;
  for (const std::string_view formula : kFormulas)
    all.push_back("(set-logic ALL)" + std::string(formula) + "(check-sat)");
  std::map<std::string, std::vector<std::string>> folders;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::source_folder() + "/seeds"))
    if (entry.path().extension() == ".smt2")
      folders[entry.path().parent_path()].push_back(entry.path());
  for (auto& [folder, files] : folders) {
    std::ranges::sort(files);
    for (size_t i = 0; i < std::min<size_t>(files.size(), 2); ++i)
      all.push_back(test::read_file(files[i]));
  }
  return all;
}

// The mutant as another program would see it: as text, in a pool of its own.
Result<CheckedChain> check_as_text(Pool& pool, const Script& base, const Mutant& mutant,
                                   size_t check) {
  const RuleChain chain = chain_of(pool, base, mutant, check);
  Pool own;
  const ParsedScript seed = parse_script(own, print_script(pool, base));
  const ParsedScript made = parse_script(own, print_script(pool, script_of(pool, base, mutant)));
  EXPECT_TRUE(seed.errors.empty() && made.errors.empty());
  return check_chain(own, seed.script, made.script, chain);
}

std::string explain(const Pool& pool, const Script& base, const Mutant& mutant) {
  std::string text = print_script(pool, base);
  for (const Step& step : mutant.steps) {
    text += "; " + describe(pool, step) + "\n;   " + print_term(pool, step.before) + "\n;   " +
            print_term(pool, step.after) + "\n";
  }
  return text;
}

class ChainOf : public ::testing::TestWithParam<Skeleton> {};

TEST_P(ChainOf, EverySaeMutantIsAccepted) {
  size_t checked = 0;
  size_t accepted = 0;
  CheckedChain sum;
  uint64_t which = 0;
  for (const std::string& text : texts()) {
    for (const Truth answer : {Truth::Sat, Truth::Unsat}) {
      const uint64_t turn = which++;
      if (test::kSanitized && turn % 16 != 0) continue;
      Pool pool;
      const ParsedScript parsed = parse_script(pool, text);
      ASSERT_TRUE(parsed.errors.empty());
      SaeOptions options;
      options.skeleton = GetParam();
      options.rounds = 1 + static_cast<uint32_t>(turn % 4);
      options.snippet.fresh = turn % 3 == 0;
      const std::unique_ptr<Mutator> mutator =
          start_sae(pool, {.script = parsed.script, .answers = {answer}}, options, Rng(turn + 1));
      for (uint64_t number = 1; number <= 6; ++number) {
        const std::optional<Mutant> mutant = mutator->mutate(number);
        if (!mutant) continue;
        ++checked;
        const Result<CheckedChain> result = check_as_text(pool, mutator->base(), *mutant, 0);
        EXPECT_TRUE(result) << result.error().message << "\n"
                            << explain(pool, mutator->base(), *mutant);
        if (!result) continue;
        ++accepted;
        EXPECT_EQ(result->by_rule + result->by_snippet + result->expanded, mutant->steps.size());
        sum.by_rule += result->by_rule;
        sum.by_snippet += result->by_snippet;
        sum.expanded += result->expanded;
      }
    }
  }
  EXPECT_EQ(accepted, checked);
  EXPECT_GT(checked, test::kSanitized ? 20u : 500u);
  EXPECT_GT(sum.by_rule, 0u);
  EXPECT_GT(sum.by_snippet, 0u);
  EXPECT_GT(sum.expanded, 0u);
  RecordProperty("checked", static_cast<int>(checked));
}

INSTANTIATE_TEST_SUITE_P(All, ChainOf,
                         ::testing::Values(Skeleton::Original, Skeleton::Nnf, Skeleton::Cnf),
                         [](const auto& each) {
                           return std::string(
                               skeleton_specs()[static_cast<size_t>(each.param)].name);
                         });

TEST(RuleChain, EveryMutantOfACoreIsAccepted) {
  size_t checked = 0;
  size_t accepted = 0;
  size_t free = 0;
  uint64_t which = 0;
  for (const std::string& text : texts()) {
    if (test::kSanitized && ++which % 16 != 0) continue;
    Pool pool;
    const ParsedScript parsed = parse_script(pool, text);
    Seed seed{.script = parsed.script, .answers = {Truth::Unsat}};
    // Every other assertion that the check-sat sees; whether they are a core matters to nobody
    // here.
    size_t seen = 0;
    for (size_t at = 0; at < parsed.script.commands.size(); ++at) {
      const CommandKind kind = parsed.script.commands[at].kind;
      if (kind == CommandKind::CheckSat || kind == CommandKind::Push) break;
      if (kind == CommandKind::Assert && seen++ % 2 == 0) seed.core.push_back(at);
    }
    if (seed.core.empty()) continue;
    const std::unique_ptr<Mutator> mutator = start_core_diver(pool, seed, {}, Rng(3));
    for (uint64_t number = 1; number <= 12; ++number) {
      const std::optional<Mutant> mutant = mutator->mutate(number);
      if (!mutant) continue;
      ++checked;
      const Result<CheckedChain> result = check_as_text(pool, mutator->base(), *mutant, 0);
      EXPECT_TRUE(result) << result.error().message << "\n"
                          << explain(pool, mutator->base(), *mutant);
      if (!result) continue;
      ++accepted;
      free += result->free;
    }
  }
  EXPECT_EQ(accepted, checked);
  EXPECT_GT(checked, test::kSanitized ? 10u : 500u);
  EXPECT_GT(free, 0u);
  RecordProperty("checked", static_cast<int>(checked));
}

}  // namespace
}  // namespace pg
