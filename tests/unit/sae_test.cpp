#include "mutate/sae.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "judge/certify.h"
#include "judge/judge.h"
#include "model/check.h"
#include "model/domains.h"
#include "model/print_value.h"
#include "mutate/answers.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/scale.h"
#include "support/smtlib.h"
#include "theory/core/core.h"

namespace pg {
namespace {

using test::kPlain;

// Mutants of a script, for both answers.
class Mutants {
 public:
  Mutants(std::string_view text, Truth answer, const SaeOptions& options = {}, uint64_t rng = 1) {
    const ParsedScript parsed = parse_script(pool, text);
    EXPECT_EQ(test::lines(parsed.errors), "") << text;
    script = parsed.script;
    const Answers answers(std::max<size_t>(1, count_checks(script)), answer);
    mutator = start_sae(pool, {.script = script, .answers = answers}, options, Rng(rng));
  }

  std::optional<Mutant> mutate(uint64_t number) { return mutator->mutate(number); }
  std::string print(const Mutant& mutant) {
    return print_script(pool, script_of(pool, mutator->base(), mutant), kPlain);
  }

  Pool pool;
  Script script;
  std::unique_ptr<Mutator> mutator;
};

// Evaluates scripts over constants of small sorts under every assignment.
class AllModels {
 public:
  AllModels(Pool& pool, const Script& script) : pool_(pool) {
    for (const Command& command : script.commands)
      if (command.kind == CommandKind::DeclareFun)
        for (const Definition& definition : command.definitions)
          if (definition.params.empty() && pool.data(definition.function).params.empty())
            constants_.push_back(definition.function);
    Domains domains(pool, values_);
    models_.emplace_back();
    for (const Head constant : constants_) {
      const Sort sort = pool.data(constant).sort;
      std::vector<Model> extended;
      for (const Value& value : domains.all(sort)) {
        TermScope scope;
        for (const Head constructor : pool.constructors(pool.ctor(sort)))
          scope.functions.emplace_back(pool.text(pool.data(constructor).name), constructor);
        const Result<Term> term = parse_term(pool, print_value(pool, values_, value, sort), scope);
        EXPECT_TRUE(term);
        for (const Model& model : models_) {
          extended.push_back(model);
          extended.back().functions[constant] = {constant, {}, *term};
        }
      }
      models_ = std::move(extended);
    }
    EXPECT_GT(models_.size(), 1u);
  }

  // One verdict a model; `extension` gives meanings to further symbols.
  std::vector<Verdict> verdicts(const Script& script,
                                const std::vector<std::pair<Head, Term>>& extension) {
    std::vector<Verdict> all;
    const CheckState state = state_at(pool_, script, 0);
    for (Model model : models_) {
      for (const auto& [constant, term] : extension)
        model.functions[constant] = {constant, {}, term};
      ValuePool values;
      all.push_back(check_model(pool_, values, state, model).verdict);
    }
    return all;
  }

 private:
  Pool& pool_;
  ValuePool values_;
  std::vector<Head> constants_;
  std::vector<Model> models_;
};

// Of formulas in which everything has a few values only: connectives of every polarity, shared
// atoms, chains, quantifiers, definitions, names.
constexpr std::string_view kDeclarations =
    "(declare-const p Bool)(declare-const q Bool)(declare-const x (_ BitVec 2))"
    "(declare-const y (_ BitVec 2))(declare-datatype C ((red) (green)))(declare-const c C)"
    "(define-fun small ((z (_ BitVec 2))) Bool (bvult z #b10))"
    "(define-fun pick ((b Bool) (z (_ BitVec 2))) (_ BitVec 2) (ite (xor b (bvult z y)) z #b01))";
constexpr std::string_view kFormulas[] = {
    "(assert (and (not (bvult x #b10)) (bvule x #b10)))",
    "(assert (xor (bvult x y) (bvule x y)))",
    "(assert (= (bvult x y) p (bvsle y x)))",
    "(assert (ite (bvult x y) (bvslt y x) (= c red)))",
    "(assert (=> (bvult x y) p (not (= x #b01))))",
    "(assert (distinct (bvult x y) (= c green)))",
    "(assert (let ((a (bvult x y))) (or (and a p) (not a) (xor a q))))",
    "(assert (forall ((z (_ BitVec 2))) (or (bvult z x) (not (bvult z y)))))",
    "(assert (not (exists ((z (_ BitVec 2))) (and (bvult z x) (bvugt z y) ((_ is red) c)))))",
    "(assert (= x y #b01))",
    "(assert (not (distinct x y #b10)))",
    "(assert (or (small x) (not (small y))))",
    "(assert (! (bvult x y) :named n))(assert (or (not n) (= x #b00)))",
    "(assert (! (or (bvult x y) p) :named n))(assert (bvsge x y))",
    "(assert (or (! (bvuge x #b10) :weight 3) (= p q)))",
    "(assert (bvult x y))(push 1)(assert (= y #b11))(check-sat)(pop 1)",
    "(assert (not (=> (not (and p (bvule x y))) (or q (bvsgt x y)))))",
    "(assert (= x (ite (bvult y #b10) #b01 (ite (= c red) y #b11))))",
    "(assert (not (bvult (pick (= c red) x) (pick (xor p q (small y)) y))))",
    "(assert (bvult (ite (= p (bvult x y)) x #b10) y))",
    "(assert (exists ((z (_ BitVec 2))) (= (bvult z x) (small (pick (= z y) z)))))",
    "(assert (match c ((red (bvult x y)) (green (not (= x y))))))",
    "(assert (xor p (match c ((red (bvult x y)) (d (= c d))))))",
    "(assert (or (! (bvult x y) :named n) (xor p (bvult y x))))(check-sat)(get-value (n))",
    "(check-sat-assuming ((bvult x y) (not (= x #b01)) (xor p (small y))))",
    "(assert (not (and p (bvult x y) q (= c red))))",
    "(assert (or q (not (or p (bvult x y) (= c red)))))",
    "(assert (not (xor p (bvult x y) q)))",
    "(assert (not (=> p (bvult x y) q)))",
    "(assert (not (= x y #b10)))",
};

// A negation becomes a formula without it, which is then weakened.
TEST(Sae, NegatedConnectivesOfManyArgumentsAreRewrittenAsAWhole) {
  for (const std::string_view formula :
       {"(not (and p q (bvult x y)))", "(not (or p q (bvult x y) (= c red)))",
        "(not (xor p q (bvult x y)))", "(not (=> p q (bvult x y)))", "(not (= p q (bvult x y)))",
        "(not (= x y #b01))", "(not (distinct x y #b01))"}) {
    Mutants made(std::string(kDeclarations) + "(assert " + std::string(formula) + ")(check-sat)",
                 Truth::Sat, {.snippets = false});
    std::set<std::string> results;
    for (uint64_t number = 0; number < 400; ++number) {
      const std::optional<Mutant> mutant = made.mutate(number);
      if (!mutant) continue;
      for (const Step& step : mutant->steps) {
        if (step.rules.size() != 2 || step.before != made.script.commands.rbegin()[1].terms[0])
          continue;
        results.insert(print_term(made.pool, step.after, kPlain));
      }
    }
    EXPECT_GE(results.size(), 2u) << formula;
  }
}

TEST(Sae, WeakensAndStrengthensUnderEveryModel) {
  uint64_t mutants = 0;
  uint64_t changed = 0;
  for (const std::string_view formula : kFormulas) {
    const std::string text = std::string(kDeclarations) + std::string(formula) + "(check-sat)";
    for (const Skeleton skeleton : {Skeleton::Original, Skeleton::Nnf, Skeleton::Cnf}) {
      for (const Truth answer : {Truth::Sat, Truth::Unsat}) {
        SaeOptions options;
        options.skeleton = skeleton;
        options.rounds = 2;
        Mutants made(text, answer, options);
        AllModels models(made.pool, made.script);
        const std::vector<Verdict> before = models.verdicts(made.script, {});
        for (uint64_t number = 0; number < test::scaled(40); ++number) {
          const std::optional<Mutant> mutant = made.mutate(number);
          if (!mutant) continue;
          ++mutants;
          const Script script = script_of(made.pool, made.mutator->base(), *mutant);
          const std::vector<Verdict> after = models.verdicts(script, made.mutator->extension());
          for (size_t i = 0; i < before.size(); ++i) {
            // Under the other values of a name that Tseitin gave the clauses say nothing.
            ASSERT_NE(after[i], Verdict::Unknown) << made.print(*mutant);
            const bool weaker = answer == Truth::Sat;
            const Verdict implies = weaker ? before[i] : after[i];
            const Verdict implied = weaker ? after[i] : before[i];
            ASSERT_FALSE(implies == Verdict::True && implied == Verdict::False)
                << formula << "\n"
                << made.print(*mutant);
            changed += before[i] != after[i] ? 1 : 0;
          }
        }
      }
    }
  }
  // It does something.
  EXPECT_GT(mutants, test::scaled(2000));
  EXPECT_GT(changed, mutants);
}

// What the mutants of one formula become, as a set of texts.
std::set<std::string> assertions(std::string_view declarations, std::string_view formula,
                                 Truth answer, SaeOptions options = {}, uint64_t count = 200) {
  options.literals = 1;
  Mutants made(std::string(declarations) + "(assert " + std::string(formula) + ")(check-sat)",
               answer, options);
  std::set<std::string> texts;
  for (uint64_t number = 0; number < count; ++number)
    if (const std::optional<Mutant> mutant = made.mutate(number))
      for (const auto& [command, term] : mutant->assertions)
        texts.insert(print_term(made.pool, term, kPlain));
  return texts;
}

const SaeOptions kRules{.snippets = false};
constexpr std::string_view kInts =
    "(declare-const x Int)(declare-const y Int)(declare-const z Int)";

// The traps, by the counterexamples that show them.
TEST(SaeTraps, ASharedAtomIsReplacedWhereItStands) {
  for (const std::string& text :
       assertions(kInts, "(and (not (< x 10)) (or (< x 10) (<= x 10)))", Truth::Sat, kRules)) {
    // At most one of the two places lost the atom.
    EXPECT_NE(text.find("(< x 10)"), std::string::npos) << text;
  }
}

// What it changes where, as "before" texts of the steps that weaken or strengthen.
std::set<std::string> mutated(Mutants& made, uint64_t count = 400) {
  std::set<std::string> texts;
  for (uint64_t number = 0; number < count; ++number)
    if (const std::optional<Mutant> mutant = made.mutate(number))
      for (const Step& step : mutant->steps)
        if (step.how != Step::How::Equal)
          texts.insert(print_term(made.pool, step.before, {.share = true, .width = 0}));
  return texts;
}

struct ReachCase {
  std::string_view commands;
  std::vector<std::string_view> atoms;
};
const ReachCase kReach[] = {
    {"(assert (xor (< x 10) (<= y 10)))", {"(< x 10)", "(<= y 10)"}},
    {"(assert (= (< x 10) (<= x 10) (< y 3)))", {"(< x 10)", "(<= x 10)", "(< y 3)"}},
    {"(assert (not (distinct (< x 10) (<= x 10))))", {"(< x 10)", "(<= x 10)"}},
    {"(assert (ite (< x 10) (> y 1) (> z 1)))", {"(< x 10)", "(> y 1)", "(> z 1)"}},
    {"(assert (< y (+ x (ite (> z 1) (ite (= x 4) 2 3) z))))",
     {"(> z 1)", "(= x 4)", "(< y (+ x (ite (> z 1) (ite (= x 4) 2 3) z)))"}},
    {"(declare-fun f (Bool Int) Int)(assert (= x (f (xor (> y 1) (< z 1)) y)))",
     {"(> y 1)", "(< z 1)"}},
    {"(define-fun phi () Bool (or (< x y) (> z 7)))(assert phi)", {"(< x y)", "(> z 7)", "phi"}},
    {"(define-fun g ((k Int)) Int (ite (< k 3) k 7))(define-fun h ((k Int) (b Bool)) Bool (= b (> "
     "(g k) 1)))(assert (not (h (+ x 1) (= y z))))",
     {"(= y z)", "(> (g (+ x 1)) 1)", "(< (+ x 1) 3)"}},
    {"(define-fun same ((k Int)) Int k)(define-fun id ((b Bool)) Bool b)(assert (id (< (same (ite "
     "(= x 1) y z)) 2)))",
     {"(= x 1)"}},
    {"(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-const l L)(assert (match l "
     "((nil (< x y)) ((cons a b) (= a z)))))",
     {"(< x y)", "(= a z)"}},
    {"(assert (! (< x y) :named n))(assert (> z 1))(check-sat)(get-value (n))(get-assignment)",
     {"(< x y)"}},
    {"(push 1)(assert (< x y))(check-sat)(pop 1)(assert (> z 1))(check-sat)(reset-assertions)",
     {"(< x y)", "(> z 1)"}},
    {"(check-sat-assuming ((< x y) (not (= x 3))))", {"(< x y)", "(= x 3)"}},
};

TEST(Sae, ReachesEveryAtom) {
  for (const auto& [commands, atoms] : kReach) {
    for (const Truth answer : {Truth::Sat, Truth::Unsat}) {
      Mutants made(std::string(kInts) + std::string(commands) + "(check-sat)", answer);
      const std::set<std::string> texts = mutated(made);
      for (const std::string_view atom : atoms)
        EXPECT_TRUE(texts.contains(std::string(atom))) << atom << " of " << commands;
    }
  }
}

TEST(Sae, ExpandsOnlyWhatAPlaceNeeds) {
  // Of two such formulas, one stays as it is written; a place with a polarity needs nothing.
  Mutants made(std::string(kInts) + "(assert (or (xor (< x 1) (< y 2)) (< z 3)))(check-sat)",
               Truth::Sat, {.literals = 1});
  std::set<Step::How> seen;
  for (uint64_t number = 0; number < 100; ++number) {
    const std::optional<Mutant> mutant = made.mutate(number);
    if (!mutant) continue;
    const Step& last = mutant->steps.back();
    const std::string before = print_term(made.pool, last.before, kPlain);
    const bool expanded = mutant->steps[0].how == Step::How::Equal;
    EXPECT_EQ(expanded, before == "(< x 1)" || before == "(< y 2)") << made.print(*mutant);
    EXPECT_EQ(mutant->steps.size(), expanded ? 2u : 1u);
    seen.insert(mutant->steps[0].how);
  }
  EXPECT_EQ(seen.size(), 2u);
}

TEST(Sae, WhatHasANameIsNotRepeated) {
  Mutants made(std::string(kInts) +
                   "(define-fun both ((a Bool)) Bool (and a a))(assert (xor (! (< x 1) :named n) "
                   "(< y 2)))(assert (both (! (< z 1) :named m)))(check-sat)(get-value (n m))",
               Truth::Sat, {.rounds = 3});
  for (uint64_t number = 0; number < 100; ++number)
    if (const std::optional<Mutant> mutant = made.mutate(number)) {
      const std::string text = made.print(*mutant);
      EXPECT_EQ(test::errors_of(text), "") << text;
      EXPECT_EQ(text.find(":named n", text.find(":named n") + 1), std::string::npos) << text;
      EXPECT_EQ(text.find(":named m", text.find(":named m") + 1), std::string::npos) << text;
    }
}

TEST(Sae, ANamedTermInSeveralPlacesStays) {
  Mutants made(std::string(kInts) +
                   "(assert (let ((a (! (< x 1) :named n))) (and (or a (< y 2)) (or a (< z 3)))))"
                   "(check-sat)(get-value (n))",
               Truth::Sat, {.rounds = 2});
  for (uint64_t number = 0; number < 100; ++number)
    if (const std::optional<Mutant> mutant = made.mutate(number)) {
      const std::string text = print_script(
          made.pool, script_of(made.pool, made.mutator->base(), *mutant), {.share = true});
      EXPECT_EQ(test::errors_of(text), "") << text;
      EXPECT_NE(text.find("(! (< x 1) :named n)"), std::string::npos) << text;
    }
}

// Terms around a change are made once, and places have no paths of their own.
TEST(Sae, DeepFormulasTakeLinearSpace) {
  constexpr size_t kDepth = 20'000;
  std::string formula;
  for (size_t i = 0; i < kDepth; ++i) formula += "(and (< x " + std::to_string(i) + ") ";
  formula += "(< y 1)" + std::string(kDepth, ')');
  Mutants made(std::string(kInts) + "(assert " + formula + ")(check-sat)", Truth::Sat);
  const size_t before = made.pool.term_count();
  size_t count = 0;
  for (uint64_t number = 0; number < 10; ++number) count += made.mutate(number) ? 1 : 0;
  EXPECT_GT(count, 5u);
  EXPECT_LT(made.pool.term_count(), before + 10 * (kDepth + 2'000));
}

TEST(Sae, SharedTermsAreReachedInFewPlaces) {
  // 2^60 places, 61 atoms.
  std::string text = std::string(kInts) + "(assert (let ((f0 (< x 0)))";
  for (int i = 1; i <= 60; ++i)
    text += " (let ((f" + std::to_string(i) + " (or (and f" + std::to_string(i - 1) + " (< y " +
            std::to_string(i) + ")) (not f" + std::to_string(i - 1) + "))))";
  Mutants made(text + " f60" + std::string(62, ')') + "(check-sat)", Truth::Sat);
  EXPECT_TRUE(mutated(made, 3000).contains("(< x 0)"));
}

TEST(SaeTraps, ATermThatIsUsedByItsNameStays) {
  for (const Skeleton skeleton : {Skeleton::Original, Skeleton::Nnf, Skeleton::Cnf}) {
    SaeOptions options;
    options.skeleton = skeleton;
    Mutants made(std::string(kInts) +
                     "(assert (! (< x y) :named n))(assert (or (not n) (< y z)))(check-sat)",
                 Truth::Sat, options);
    for (uint64_t number = 0; number < 50; ++number)
      if (const std::optional<Mutant> mutant = made.mutate(number)) {
        const std::string text = made.print(*mutant);
        EXPECT_NE(text.find("(! (< x y) :named n)"), std::string::npos) << text;
      }
  }
}

TEST(SaeTraps, NoClausesBelowQuantifiers) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "(assert (forall ((x Int)) (or (> x 0) (not (> x 0)))))(check-sat)");
  Vocabulary vocabulary(pool, parsed.script, {.solvers = kZ3});
  const PreparedScript prepared = prepare(pool, parsed.script, vocabulary, Skeleton::Cnf);
  EXPECT_TRUE(prepared.defined.empty());
  EXPECT_EQ(print_script(pool, prepared.script, kPlain),
            "(assert (forall ((x Int)) (or (> x 0) (not (> x 0)))))\n(check-sat)\n");
}

TEST(SaeTraps, ChainsAreExpandedFirst) {
  const std::set<std::string> texts =
      assertions(kInts, "(<= (+ x 1) y z)", Truth::Sat, kRules, 400);
  EXPECT_FALSE(texts.empty());
  for (const std::string& text : texts) {
    // One link stays, beside what became of the other.
    EXPECT_TRUE(text.starts_with("(and ")) << text;
    EXPECT_TRUE(text.find("(<= (+ x 1) y)") != std::string::npos ||
                text.find("(<= y z)") != std::string::npos)
        << text;
  }
  const std::set<std::string> pairs = assertions(kInts, "(distinct x y z)", Truth::Sat, kRules, 50);
  for (const std::string& text : pairs) EXPECT_TRUE(text.starts_with("(and ")) << text;
}

TEST(SaeTraps, NegatedFloatsAreChangedByDuality) {
  constexpr std::string_view kFloats =
      "(declare-const x (_ FloatingPoint 3 3))(declare-const y (_ FloatingPoint 3 3))";
  for (const std::string& text :
       assertions(kFloats, "(not (fp.lt x y))", Truth::Sat, kRules, 400)) {
    EXPECT_NE(text, "(fp.geq x y)");
    EXPECT_NE(text, "(not (fp.leq x y))");  // stronger, not weaker
  }
}

TEST(SaeTraps, SnippetsStayInTheLogic) {
  for (const std::string_view logic : {"QF_LIA", "QF_NIA", "QF_IDL", "QF_LRA", "QF_UF", "QF_BV"}) {
    const bool bits = logic == "QF_BV";
    const bool real = logic == "QF_LRA";
    const std::string sort = bits ? "(_ BitVec 8)" : logic == "QF_UF" ? "U" : real ? "Real" : "Int";
    const std::string declarations =
        "(set-logic " + std::string(logic) + ")" +
        (logic == "QF_UF" ? "(declare-sort U 0)(declare-fun f (U) U)" : "") + "(declare-const x " +
        sort + ")(declare-const y " + sort + ")";
    SaeOptions options;
    options.rules = false;
    Mutants made(declarations + "(assert (= x y))(check-sat)", Truth::Sat, options);
    size_t count = 0;
    for (uint64_t number = 0; number < 100; ++number) {
      const std::optional<Mutant> mutant = made.mutate(number);
      if (!mutant) continue;
      ++count;
      const std::string text = made.print(*mutant);
      EXPECT_EQ(test::errors_of(text), "") << text;
      EXPECT_TRUE(real || text.find("(/ ") == std::string::npos) << text;
      for (const std::string_view product : {"(* x y)", "(* y x)", "(* x x)", "(div x y)"})
        EXPECT_TRUE(logic == "QF_NIA" || text.find(product) == std::string::npos) << text;
      EXPECT_TRUE(logic != "QF_IDL" || text.find("(+ ") == std::string::npos) << text;
    }
    EXPECT_GT(count, 50u) << logic;
  }
}

TEST(SaeTraps, FreshConstantsHaveNamesOfTheirOwn) {
  SaeOptions options;
  options.rules = false;
  options.snippet.fresh = true;
  // The names that would be taken are in use: by a constant, and by a binder.
  Mutants made("(declare-const pg0 Int)(assert (forall ((pg1 Int)) (< pg1 pg0)))(check-sat)",
               Truth::Sat, options);
  size_t declared = 0;
  for (uint64_t number = 0; number < 200; ++number) {
    const std::optional<Mutant> mutant = made.mutate(number);
    if (!mutant) continue;
    declared += mutant->declared.size();
    const std::string text = made.print(*mutant);
    EXPECT_EQ(test::errors_of(text), "") << text;
    EXPECT_EQ(text.find("(declare-const pg0 ", 10), std::string::npos) << text;
    EXPECT_EQ(text.find("(declare-const pg1 "), std::string::npos) << text;
  }
  EXPECT_GT(declared, 10u);
}

TEST(SaeTraps, UnknownIsNoAnswer) {
  Follows claim;
  claim.chain.answer = Truth::Unsat;
  for (const AnswerKind kind : {AnswerKind::Unknown, AnswerKind::Timeout}) {
    Evidence evidence;
    evidence.answer.kind = kind;
    EXPECT_TRUE(judge(claim, {&evidence, 1}, 0).empty());
  }
}

TEST(Sae, AMutantDependsOnItsNumberAlone) {
  const std::string text = std::string(kDeclarations) + std::string(kFormulas[8]) +
                           std::string(kFormulas[16]) + "(check-sat)";
  Mutants forwards(text, Truth::Sat);
  Mutants backwards(text, Truth::Sat);
  std::vector<std::string> first(50), second(50);
  for (size_t i = 0; i < 50; ++i)
    if (const auto mutant = forwards.mutate(i)) first[i] = forwards.print(*mutant);
  for (size_t i = 50; i > 0; --i)
    if (const auto mutant = backwards.mutate(i - 1)) second[i - 1] = backwards.print(*mutant);
  EXPECT_EQ(first, second);
  EXPECT_GT(std::set<std::string>(first.begin(), first.end()).size(), 30u);
}

TEST(Sae, ThePrinterWritesWhatTheScriptIs) {
  SaeOptions options;
  options.snippet.fresh = true;
  Mutants made(std::string(kDeclarations) + std::string(kFormulas[8]) + std::string(kFormulas[15]) +
                   "(check-sat)",
               Truth::Unsat, options);
  MutantPrinter printer(made.pool, made.mutator->base());
  for (uint64_t number = 0; number < 50; ++number)
    if (const std::optional<Mutant> mutant = made.mutate(number)) {
      EXPECT_EQ(printer.print(*mutant),
                print_script(made.pool, script_of(made.pool, made.mutator->base(), *mutant)));
    }
}

TEST(Sae, ClaimsAreOfTheAnswersThatStay) {
  Pool pool;
  const ParsedScript parsed = parse_script(
      pool, "(declare-const x Int)(assert (> x 1))(check-sat)(assert (< x 1))(check-sat)");
  const Answers answers{Truth::Sat, Truth::Unsat};
  const std::unique_ptr<Mutator> mutator =
      start_sae(pool, {.script = parsed.script, .answers = answers}, {}, Rng(1));
  std::set<std::string> seen;
  for (uint64_t number = 0; number < 50; ++number) {
    const std::optional<Mutant> mutant = mutator->mutate(number);
    if (!mutant) continue;
    ASSERT_EQ(mutant->claims.size(), 2u);
    // The second assertion is nothing to the first check-sat.
    const bool first = mutant->assertions[0].first.command == 1;
    const bool weaker = mutant->steps[0].how == Step::How::Weaker;
    EXPECT_EQ(mutant->claims[0], weaker || !first ? Answers{Truth::Sat}[0] : std::nullopt);
    EXPECT_EQ(mutant->claims[1], weaker ? std::nullopt : Answers{Truth::Unsat}[0]);
    seen.insert(std::string(weaker ? "sat" : "unsat") + (first ? " first" : " second"));
  }
  EXPECT_EQ(seen, (std::set<std::string>{"sat first", "unsat first", "unsat second"}));
}

TEST(Sae, AnAssumptionMattersToItsOwnCheckAlone) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool,
                   "(declare-const x Int)(assert (> x 1))(check-sat-assuming ((< x 9) (< x 1)))"
                   "(check-sat)(check-sat-assuming ((< x 7)))");
  const Answers answers{Truth::Unsat, Truth::Sat, Truth::Sat};
  const std::unique_ptr<Mutator> mutator =
      start_sae(pool, {.script = parsed.script, .answers = answers}, {}, Rng(1));
  std::set<std::string> seen;
  for (uint64_t number = 0; number < 200; ++number) {
    const std::optional<Mutant> mutant = mutator->mutate(number);
    if (!mutant) continue;
    std::set<size_t> changed;
    for (const auto& [formula, term] : mutant->assertions) changed.insert(formula.command);
    const Script script = script_of(pool, mutator->base(), *mutant);
    EXPECT_EQ(script.commands[2].terms.size(), 2u);
    const bool asserted = changed.contains(1);
    const bool weaker = mutant->claims[1] && mutant->claims[2] && asserted;
    EXPECT_EQ(mutant->claims[0].has_value(), !weaker) << print_script(pool, script);
    EXPECT_EQ(mutant->claims[1].has_value(), weaker || !asserted) << print_script(pool, script);
    for (const Step& step : mutant->steps)
      seen.insert(std::to_string(step.command) + "." + std::to_string(step.which));
  }
  EXPECT_EQ(seen, (std::set<std::string>{"1.0", "2.0", "2.1", "4.0"}));
}

TEST(Sae, AModelOfTheSeedProvesWhatIsWeaker) {
  for (const Skeleton skeleton : {Skeleton::Original, Skeleton::Cnf}) {
    SaeOptions options;
    options.skeleton = skeleton;
    Mutants made(std::string(kInts) + "(assert (xor (> x y) (= y z)))(assert (< x 5))(check-sat)",
                 Truth::Sat, options);
    Certifier certifier(made.pool, made.script, *made.mutator);
    EXPECT_FALSE(certifier.set_model("((x"));
    const Result<Verdict> other = certifier.set_model("((x 9) (y 1) (z 0))");
    ASSERT_TRUE(other);
    EXPECT_EQ(*other, Verdict::False);
    const Result<Verdict> seed = certifier.set_model("((x 3) (y 1) (z 0))");
    ASSERT_TRUE(seed);
    EXPECT_EQ(*seed, Verdict::True);
    for (uint64_t number = 0; number < 50; ++number) {
      const std::optional<Mutant> mutant = made.mutate(number);
      if (!mutant) continue;
      EXPECT_EQ(certifier.check(*mutant), Verdict::True) << made.print(*mutant);
      // Whoever says unsat is convicted by the model, with no solver in the proof.
      const Claims claims = certifier.claims(*mutant);
      ASSERT_EQ(claims.size(), 1u);
      ASSERT_TRUE(std::holds_alternative<HasModel>(claims[0]));
      Evidence evidence;
      evidence.answer.kind = AnswerKind::Unsat;
      const std::vector<Case> cases = judge(claims[0], {&evidence, 1}, 0);
      ASSERT_EQ(cases.size(), 1u);
      EXPECT_EQ(cases[0].kind, Kind::WrongUnsat);
      EXPECT_NE(model_of(cases[0].certificate).find("(define-fun x () Int 3)"), std::string::npos);
    }
  }
}

// Tseitin's names double nothing, nor does pushing negations.
TEST(Skeleton, IsLinearInSize) {
  std::string formula = "p0";
  std::string declarations = "(declare-const p0 Bool)";
  constexpr size_t kDepth = 2000;
  for (size_t i = 1; i <= kDepth; ++i) {
    const std::string name = "p" + std::to_string(i);
    declarations += "(declare-const " + name + " Bool)";
    formula = (i % 2 == 0 ? "(xor " : "(= ") + formula + " " + name + ")";
  }
  for (const Skeleton skeleton : {Skeleton::Nnf, Skeleton::Cnf}) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, declarations + "(assert " + formula + ")");
    Vocabulary vocabulary(pool, parsed.script, {.solvers = kZ3});
    const PreparedScript prepared = prepare(pool, parsed.script, vocabulary, skeleton);
    size_t terms = 0;
    for_each_subterm(pool, prepared.script, [&](Term) { ++terms; });
    EXPECT_LT(terms, 12 * kDepth);
  }
}

TEST(Answers, AreStatedBeforeTheirCheck) {
  Pool pool;
  const ParsedScript parsed = parse_script(
      pool, "(set-info :status sat)(check-sat)(check-sat)(set-info :status unsat)(check-sat)");
  const Answers answers = stated_answers(pool, parsed.script);
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0], Truth::Sat);
  EXPECT_EQ(answers[1], std::nullopt);
  EXPECT_EQ(answers[2], Truth::Unsat);
  EXPECT_EQ(print_script(pool, with_open_status(pool, parsed.script), kPlain),
            "(set-info :status unknown)\n(check-sat)\n(check-sat)\n(set-info :status unknown)\n"
            "(check-sat)\n");
  EXPECT_FALSE(read_answers("maybe", 1));
  EXPECT_FALSE(read_answers("sat,unsat", 1));
  const Result<Answers> more = read_answers("unsat,sat", 3);
  ASSERT_TRUE(more);
  EXPECT_EQ(*more, (Answers{Truth::Unsat, Truth::Sat, Truth::Sat}));
}

TEST(Answers, MayBePartlyUnknown) {
  const Result<Answers> some = read_answers("sat,unknown,sat", 3);
  ASSERT_TRUE(some);
  EXPECT_EQ(*some, (Answers{Truth::Sat, std::nullopt, Truth::Sat}));
  EXPECT_EQ(answers_text(*some), "sat,unknown,sat");
  EXPECT_EQ(answers_text({std::nullopt, std::nullopt}), "");
  EXPECT_FALSE(read_answers("unknown", 1));
  EXPECT_FALSE(read_answers("unknown,unknown", 2));
}

TEST(Answers, AStatusIsFoundHoweverItIsWritten) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "( set-info\n :status ; so they say\n  unsat )(check-sat)");
  EXPECT_EQ(stated_answers(pool, parsed.script), Answers{Truth::Unsat});
  EXPECT_EQ(print_script(pool, with_open_status(pool, parsed.script), kPlain),
            "(set-info :status unknown)\n(check-sat)\n");
}

}  // namespace
}  // namespace pg
