#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "mutate/rule_book.h"
#include "smtlib/parser.h"
#include "support/smtlib.h"

namespace pg {
namespace {

constexpr std::string_view kDeclarations =
    "(declare-sort U 0)(declare-datatype L ((nil) (cons (head Int) (tail L)) (one (it Int))))"
    "(declare-const x Int)(declare-const y Int)(declare-const u Real)(declare-const v Real)"
    "(declare-const b (_ BitVec 8))(declare-const c (_ BitVec 8))(declare-const s String)"
    "(declare-const t String)(declare-const f Float32)(declare-const g Float32)"
    "(declare-const a (Array Int Int))(declare-const d (Array Int Int))(declare-const l L)"
    "(declare-const m L)(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)"
    "(declare-const i U)(declare-const j U)(declare-fun h (Int) Int)"
    "(declare-const e (Seq Int))(declare-const k (Seq Int))";

constexpr std::string_view kAtoms[] = {
    "(= x y)",        "(< x y)",     "(>= x (+ y 1))", "(distinct x y)",
    "(= u v)",        "(<= u v)",    "(= b c)",        "(bvult b c)",
    "(bvsle b c)",    "(= s t)",     "(str.< s t)",    "(str.prefixof s t)",
    "(= f g)",        "(fp.lt f g)", "(= a d)",        "(= a (store d x y))",
    "((_ is nil) l)", "(= l m)",     "(and p q)",      "(or p q r)",
    "(= p q)",        "(= i j)",     "(= e k)",        "(seq.prefixof e k)",
};

// The exponential of the entropy: as many rules, drawn evenly, would be as hard to guess.
double effective_number(const std::map<const Rule*, size_t>& counts) {
  double all = 0;
  for (const auto& [rule, count] : counts) all += static_cast<double>(count);
  double entropy = 0;
  for (const auto& [rule, count] : counts)
    entropy -= static_cast<double>(count) / all * std::log(static_cast<double>(count) / all);
  return std::exp(entropy);
}

TEST(RuleDraws, RulesThatFitAreDrawnAlmostEvenly) {
  for (const std::string_view atom : kAtoms) {
    for (const Direction direction : {Direction::Weaker, Direction::Stronger}) {
      Pool pool;
      const ParsedScript parsed = parse_script(
          pool, std::string(kDeclarations) + "(assert " + std::string(atom) + ")(check-sat)");
      ASSERT_EQ(test::lines(parsed.errors), "") << atom;
      const size_t command = parsed.script.commands.size() - 2;
      Vocabulary vocabulary(pool, parsed.script, {});
      RuleBook book(pool, vocabulary, Rng(1));
      std::map<const Rule*, size_t> counts;
      for (uint64_t number = 0; number < 3000; ++number) {
        Rng rng = Rng(2).fork(number);
        const auto made =
            book.replace(parsed.script.commands[command].terms[0], direction, command, rng);
        if (made) ++counts[made->rule];
      }
      if (counts.empty()) continue;
      EXPECT_GE(effective_number(counts), 0.6 * static_cast<double>(counts.size()))
          << atom << " " << name_of(direction);
    }
  }
}

// What was asked before does not matter: a mutant depends on its number alone.
TEST(RuleDraws, DependOnTheGeneratorAlone) {
  Pool pool;
  std::string text(kDeclarations);
  for (const std::string_view atom : kAtoms) text += "(assert " + std::string(atom) + ")";
  const ParsedScript parsed = parse_script(pool, text);
  Vocabulary vocabulary(pool, parsed.script, {});
  std::vector<std::pair<size_t, uint64_t>> questions;
  for (size_t at = 0; at < parsed.script.commands.size(); ++at)
    if (parsed.script.commands[at].kind == CommandKind::Assert)
      for (uint64_t number = 0; number < 20; ++number) questions.emplace_back(at, number);
  auto ask = [&](bool backwards) {
    RuleBook book(pool, vocabulary, Rng(1));
    std::map<std::pair<size_t, uint64_t>, Term> answers;
    std::vector<std::pair<size_t, uint64_t>> order = questions;
    if (backwards) std::ranges::reverse(order);
    for (const auto& [at, number] : order) {
      Rng rng = Rng(number).fork(at);
      const auto made =
          book.replace(parsed.script.commands[at].terms[0], Direction::Weaker, at, rng);
      answers[{at, number}] = made ? made->term : Term();
    }
    return answers;
  };
  EXPECT_EQ(ask(false), ask(true));
}

}  // namespace
}  // namespace pg
