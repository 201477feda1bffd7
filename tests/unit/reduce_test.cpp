#include "reduce/reduce.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bug/normal_form.h"
#include "reduce/loose.h"
#include "reduce/passes.h"
#include "reduce/tokens.h"
#include "reduce/trace.h"
#include "reduce/workers.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/paths.h"
#include "support/scale.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Much that has nothing to do with the lie, and the line that has.
constexpr const char* kPlanted =
    "(set-info :status sat)\n(set-logic QF_SLIA)\n(set-option :produce-models true)\n"
    "(declare-const a String)\n(declare-const b String)\n(declare-const n Int)\n"
    "(declare-fun f (Int) Int)\n(define-fun g ((x Int)) Int (+ x 1))\n"
    "(assert (> (f n) (g n)))\n(assert (= (str.len a) 3))\n"
    "(assert (or (= n 7) (not (= (str.replace (str.++ a \"xyz\") b \"hello\") (str.++ b a)))))\n"
    "(push 1)\n(assert (< n 100))\n(check-sat)\n(pop 1)\n(assert (str.prefixof \"a\" a))\n"
    "(check-sat)\n(get-model)\n(exit)\n";

Solver fake(std::string_view behaviour) {
  const Result<Solver> solver =
      find_solver("liar=" + test::fake_solver() + " " + std::string(behaviour));
  EXPECT_TRUE(solver);
  return *solver;
}

ReduceTask planted(std::string_view behaviour) {
  ReduceTask task;
  task.original = kPlanted;
  task.solvers = {fake(behaviour), *find_solver("z3")};
  return task;
}

Reduction reduced(const ReduceTask& task, ReduceOptions options = {}) {
  const Result<Reduction> reduction = reduce(task, options);
  EXPECT_TRUE(reduction) << reduction.error().message;
  return reduction ? *reduction : Reduction{};
}

TEST(Reduce, AWrongUnsatBecomesTheLinesThatItNeeds) {
  const Reduction reduction = reduced(planted("lie-on-negated-replace"));
  // One of its strings has to differ; any will do.
  EXPECT_THAT(reduction.text,
              AnyOf("(assert (not (= (str.replace \"a\" \"\" \"\") \"\")))\n(check-sat)\n",
                    "(assert (not (= (str.replace \"\" \"\" \"a\") \"\")))\n(check-sat)\n",
                    "(assert (not (= (str.replace \"\" \"\" \"\") \"a\")))\n(check-sat)\n"));
  EXPECT_EQ(reduction.found.kind, Kind::WrongUnsat);
  EXPECT_EQ(reduction.confirmed, 3);
  EXPECT_EQ(reduction.malformed, 0u);
  EXPECT_TRUE(reduction.finished);
  EXPECT_EQ(reduction.bytes_after, reduction.text.size());
  EXPECT_LT(reduction.terms_after, reduction.terms_before);
}

// What a solver says without a reset is a first look: what it refuses there is tried once more.
TEST(Reduce, WhatShowsLessWithoutAResetBecomesAsSmall) {
  ReduceTask task;
  task.original =
      "(declare-const noise String)\n(declare-const a String)\n(assert (= noise \"x\"))\n"
      "(assert (= (str.replace a \"\" \"\") \"\"))\n(check-sat)\n";
  task.solvers = {fake("lie-in-scopes-on-noise"), *find_solver("z3")};
  const std::string alone = reduced(task).text;
  EXPECT_EQ(alone, "(assert (= (str.replace \"\" \"\" \"\") \"\"))\n(check-sat)\n");
  for (const SolverSpec& spec : solver_specs())
    if (spec.name == "z3") task.solvers[0].spec = &spec;
  task.solvers[0].leading = task.solvers[0].argv.size();
  EXPECT_EQ(reduced(task).text, alone);
}

TEST(Reduce, ACrashStaysTheSameCrash) {
  const Reduction reduction = reduced(planted("crash-on-replace"));
  EXPECT_EQ(reduction.text, "(assert (= (str.replace \"\" \"\" \"\") \"\"))\n(check-sat)\n");
  EXPECT_EQ(reduction.found.kind, Kind::Crash);
  const Reduction other = reduced(planted("crash-in-two-ways"));
  EXPECT_EQ(other.text, reduction.text);
  EXPECT_THAT(sentence_of(other.found), HasSubstr("replace.cpp"));
}

// Alone its model is just false; where others say unsat of a script, the lie is another one.
TEST(Reduce, AnInvalidModelDoesNotBecomeAWrongSat) {
  ReduceTask task;
  task.original =
      "(declare-const x Int)(declare-const y Int)(assert (and (> x 5) (> y x)))(check-sat)";
  task.solvers = {fake("false-model")};
  EXPECT_EQ(reduced(task).text, "(assert false)\n(check-sat)\n");
  task.solvers.push_back(*find_solver("z3"));
  const Reduction reduction = reduced(task);
  EXPECT_EQ(reduction.found.kind, Kind::InvalidModel);
  EXPECT_EQ(reduction.text, "(declare-const x Int)\n(assert (= x 0))\n(check-sat)\n");
}

TEST(Reduce, ACommandDecides) {
  ReduceTask task;
  task.original = kPlanted;
  task.predicate = [](const QueryLimits& limits) {
    return command_predicate({"grep", "-q", "str.len"}, limits);
  };
  const Reduction reduction = reduced(task);
  EXPECT_EQ(reduction.text, "(assert (= (str.len \"\") 0))\n(check-sat)\n");
  EXPECT_EQ(reduction.confirmed, 3);
}

TEST(Reduce, TheResultDoesNotDependOnTheNumberOfJobs) {
  ReduceOptions one;
  ReduceOptions four;
  four.jobs = 4;
  const Reduction a = reduced(planted("lie-on-negated-replace"), one);
  const Reduction b = reduced(planted("lie-on-negated-replace"), four);
  EXPECT_EQ(a.text, b.text);
  EXPECT_EQ(a.calls, b.calls);
}

TEST(Reduce, TheBestSoFarIsSavedAndKept) {
  std::atomic<bool> stop = false;
  std::vector<std::string> saved;
  ReduceOptions options;
  options.stop = &stop;
  options.save = [&](const std::string& text) {
    saved.push_back(text);
    stop = saved.size() == 4;
  };
  const Reduction reduction = reduced(planted("lie-on-negated-replace"), options);
  EXPECT_FALSE(reduction.finished);
  ASSERT_EQ(saved.size(), 4u);
  EXPECT_EQ(saved.back(), reduction.text);
  EXPECT_EQ(reduction.confirmed, 3);
  EXPECT_LT(saved.back().size(), saved.front().size());
}

// On a busy machine there may be time for a few candidates only.
TEST(Reduce, WhatNeedsNoLuckGoesFirst) {
  ReduceTask task;
  for (int i = 0; i < 65; ++i) task.original += "(declare-fun f" + std::to_string(i) + " (S) Int)";
  task.original = "(declare-sort S 0)" + task.original +
                  "(set-info :status sat)(declare-const c Int)(assert (or (= c c) true))"
                  "(assert (= (str.len \"abc\") 3))(check-sat)(get-model)";
  task.predicate = [](const QueryLimits& limits) {
    return command_predicate({"grep", "-q", "str.len"}, limits);
  };
  std::atomic<bool> stop = false;
  size_t saved = 0;
  ReduceOptions options;
  options.stop = &stop;
  // The original; without settings; simpler; without functions; without the sort.
  options.save = [&](const std::string&) { stop = ++saved == 5; };
  const Reduction reduction = reduced(task, options);
  EXPECT_EQ(reduction.text, "(assert (= (str.len \"abc\") 3))\n(check-sat)\n");
  EXPECT_LE(reduction.calls, 8u);
}

// An assertion beside the lie can make every candidate take seconds.
TEST(Reduce, WhatMayBeSlowGoesBeforeAll) {
  ReduceTask task;
  task.original =
      "(declare-const unused Int)(declare-const s String)"
      "(assert (and (= s \"slow\") (= (str.len \"abc\") 3)))(check-sat)(reset)(check-sat)";
  task.predicate = [](const QueryLimits& limits) {
    return command_predicate({"grep", "-q", "str.len"}, limits);
  };
  std::atomic<bool> stop = false;
  size_t saved = 0;
  ReduceOptions options;
  options.stop = &stop;
  // The original; without what comes after the lie; with two assertions; with one.
  options.save = [&](const std::string&) { stop = ++saved == 4; };
  EXPECT_EQ(reduced(task, options).text,
            "(declare-const unused Int)\n(declare-const s String)\n"
            "(assert (= (str.len \"abc\") 3))\n(check-sat)\n");
}

// What it is found in makes no difference to what is left of it.
TEST(Reduce, TheSameLieHasTheSameForm) {
  std::vector<std::string> forms;
  for (const std::string_view noise :
       {"", "(declare-const k Int)(assert (> k 3))", "(define-fun h () Bool true)(assert h)"}) {
    for (const std::string_view literal :
         {"(not (= (str.replace (str.++ s \"x\") t \"hello\") (str.++ t s)))",
          "(and (not (= (str.++ t s) (str.replace \"abc\" s t))) (or (= s t) (not (= s t))))"}) {
      ReduceTask task = planted("lie-on-negated-replace");
      task.original = "(set-logic ALL)(declare-const s String)(declare-const t String)";
      task.original += noise;
      task.original += "(assert " + std::string(literal) + ")(check-sat)";
      Pool pool;
      const ParsedScript parsed = parse_script(pool, reduced(task).text);
      forms.push_back(normal_form(pool, parsed.script));
    }
  }
  EXPECT_THAT(forms, ::testing::Each(forms[0]));
}

TEST(Reduce, WhatShowsNoLieIsAnError) {
  ReduceTask task = planted("exit-silently");
  EXPECT_EQ(reduce(task, {}).error().message, "no solver lies on this input");
  task.original = "(assert x)";
  EXPECT_EQ(reduce(task, {}).error().place, (Place{1, 9}));
  task = planted("lie-on-negated-replace");
  task.kind = Kind::Crash;
  EXPECT_FALSE(reduce(task, {}));
}

TEST(Reduce, UndoesTheMutationFirst) {
  ReduceTask task = planted("lie-on-negated-replace");
  task.seed =
      "(declare-const a String)(declare-const n Int)(assert (> n 1))"
      "(assert (and (not (= a \"x\")) (< n 9) (= n n)))(check-sat)";
  task.original =
      "(declare-const a String)(declare-const n Int)(declare-const m Int)(assert (> n (- 2 m)))"
      "(assert (and (not (= (str.replace a \"q\" \"\") \"x\")) (< n 99) (= m m)))(check-sat)";
  const Reduction reduction = reduced(task);
  EXPECT_EQ(reduction.changes, 5u);
  EXPECT_THAT(reduction.steps, ElementsAre("assertion 2: a became (str.replace a \"q\" \"\")"));
}

TEST(Trace, NoneWhereCommandsDiffer) {
  Pool pool;
  EXPECT_THAT(trace(pool, "(assert true)(check-sat)", "(assert false)").differences, IsEmpty());
  EXPECT_THAT(trace(pool, "(assert true)", "(declare-sort S 0)(assert true)").differences,
              IsEmpty());
}

TEST(Trace, FindsTheSmallestDifferences) {
  Pool pool;
  const Trace traced =
      trace(pool,
            "(declare-sort S 0)(declare-const s S)(declare-fun f (S) Int)"
            "(assert (forall ((x Int)) (=> (> x 1) (> (f s) x))))",
            "(declare-sort S 0)(declare-const s S)(declare-fun f (S) Int)(declare-const t S)"
            "(assert (forall ((x Int)) (=> (> x 2) (> (f t) x))))");
  ASSERT_EQ(traced.differences.size(), 2u);
  EXPECT_EQ(describe(pool, traced.differences[0], traced.mutant), "assertion 1: 1 became 2");
  EXPECT_EQ(describe(pool, traced.differences[1], traced.mutant), "assertion 1: s became t");
}

// What a pass proposes is read again without error: no solver is asked nonsense.
TEST(Passes, EveryCandidateIsWellSorted) {
  constexpr size_t kMost = test::scaled(25);  // of each pass and seed, evenly chosen
  size_t candidates = 0;
  for (const std::filesystem::path& seed : test::seed_files()) {
    const std::string text = test::read_file(seed);
    for (const Pass& pass : passes()) {
      Pool pool;
      const ParsedScript parsed = parse_script(pool, text);
      const std::vector<Edit> edits = pass.propose({pool, parsed.script, Rng(1)});
      auto check = [&](std::span<const Edit> some) {
        const std::string made = print_script(pool, apply(pool, parsed.script, some));
        Pool other;
        const ParsedScript again = parse_script(other, made, 1);
        ++candidates;
        EXPECT_TRUE(again.errors.empty())
            << seed << ", " << pass.name << ": "
            << (again.errors.empty() ? "" : format_error("", again.errors[0])) << "\n"
            << made;
      };
      const size_t step = edits.size() / kMost + 1;
      for (size_t i = 0; i < edits.size(); i += step) check(std::span(edits).subspan(i, 1));
      if (!pass.together) continue;
      check(edits);
      check(std::span(edits).first(edits.size() / 2));
      check(std::span(edits).subspan(edits.size() / 2));
    }
  }
  EXPECT_GT(candidates, test::scaled(10'000));
}

TEST(Passes, ADefinitionKeepsTheNameThatItGivesToAPart) {
  for (const Pass& pass : passes()) {
    Pool pool;
    const Script script = parse_script(pool,
                                       "(declare-const x Bool)(define-fun f () Bool (! x :named n))"
                                       "(assert (and n (not n)))(check-sat)")
                              .script;
    for (const Edit& edit : pass.propose({pool, script, Rng(1)})) {
      const std::string made = print_script(pool, apply(pool, script, {&edit, 1}));
      Pool other;
      EXPECT_TRUE(parse_script(other, made).errors.empty()) << pass.name << ": " << made;
    }
  }
}

// The texts that the edits of one pass make, without those that are no smaller.
std::vector<std::string> smaller_by(std::string_view name, std::string_view text,
                                    std::string_view model = {}) {
  Pool pool;
  const Script script = parse_script(pool, text).script;
  const Size size = size_of(pool, script, print_script(pool, script));
  std::vector<std::string> made;
  for (const Pass& pass : passes()) {
    if (pass.name != name) continue;
    for (const Edit& edit : pass.propose({pool, script, Rng(1), model})) {
      const Script candidate = apply(pool, script, {&edit, 1});
      std::string printed = print_script(pool, candidate);
      if (size_of(pool, candidate, printed) < size) made.push_back(std::move(printed));
    }
  }
  return made;
}

struct PassCase {
  std::string_view pass;
  std::string_view before;
  std::string_view after;  // one of those that it makes
};

class EachPass : public ::testing::TestWithParam<PassCase> {};

TEST_P(EachPass, MakesIt) {
  const PassCase& each = GetParam();
  EXPECT_THAT(smaller_by(each.pass, each.before), ::testing::Contains(std::string(each.after)));
}

INSTANTIATE_TEST_SUITE_P(
    Passes, EachPass,
    ::testing::Values(
        PassCase{"commands", "(assert true)(check-sat)(check-sat)", "(assert true)\n(check-sat)\n"},
        PassCase{"settings", "(set-option :a b)(assert true)(check-sat)(get-model)",
                 "(set-option :a b)\n(assert true)\n(check-sat)\n"},
        PassCase{"split",
                 "(declare-const p Bool)(declare-const q Bool)(assert (and p (and q (not p))))",
                 "(declare-const p Bool)\n(declare-const q Bool)\n(assert p)\n(assert q)\n"
                 "(assert (not p))\n"},
        PassCase{"everywhere", "(declare-const x Int)(assert (> (abs x) (abs (+ x 1))))",
                 "(declare-const x Int)\n(assert (> x (+ x 1)))\n"},
        PassCase{"once",
                 "(define-fun f () Int 1)(define-fun g ((x Int)) Int (+ x f))"
                 "(define-fun h () Int 2)(assert (= (g h) (+ h 1)))",
                 "(define-fun h () Int 2)\n(assert (= (+ h 1) (+ h 1)))\n"},
        PassCase{"simplify",
                 "(declare-const p Bool)(declare-const c Int)(assert (or (= c c) p))"
                 "(assert (and p true (not (not p)) (> (+ 2 3) 4)))",
                 "(declare-const p Bool)\n(declare-const c Int)\n"
                 "(assert (and p true (not (not p)) (> (+ 2 3) 4)))\n"},
        PassCase{"simplify", "(declare-const p Bool)(assert (and p true (not (not p)) (> 2 1)))",
                 "(declare-const p Bool)\n(assert p)\n"},
        PassCase{"simplify", "(declare-const x Int)(assert (> (ite (< 1 2) (+ x (* 3 4)) x) x))",
                 "(declare-const x Int)\n(assert (> (+ x 12) x))\n"},
        PassCase{"simplify", "(declare-const p Bool)(declare-const q Bool)(assert (= p true q))",
                 "(declare-const p Bool)\n(declare-const q Bool)\n(assert (and p q))\n"},
        PassCase{"simplify", "(assert (exists ((x Int)) (and (> x 0) (or (= x x) (> x 1)))))",
                 "(assert (exists ((x Int)) (> x 0)))\n"},
        PassCase{"simplify", "(assert (forall ((x Int) (y Int)) (> y 0)))",
                 "(assert (forall ((y Int)) (> y 0)))\n"},
        PassCase{"simplify", "(declare-const p Bool)(assert (= false p))",
                 "(declare-const p Bool)\n(assert (not p))\n"},
        PassCase{"simplify", "(declare-const p Bool)(assert (xor (not p) true))",
                 "(declare-const p Bool)\n(assert p)\n"},
        PassCase{"simplify", "(declare-const p Bool)(assert (xor false p))",
                 "(declare-const p Bool)\n(assert p)\n"},
        PassCase{"simplify",
                 "(declare-const s String)(assert (str.in_re s (re.++ (str.to_re s) (str.to_re "
                 "\"a\"))))",
                 "(declare-const s String)\n(assert (= s (str.++ s \"a\")))\n"},
        PassCase{"values", "(declare-const s String)(assert (= (str.++ \"a\" \"b\") s))",
                 "(declare-const s String)\n(assert (= \"ab\" s))\n"},
        PassCase{"operators", "(declare-const x Int)(assert (not (distinct x 2)))",
                 "(declare-const x Int)\n(assert (= x 2))\n"},
        PassCase{"operators", "(declare-const x Int)(assert (>= x 2))",
                 "(declare-const x Int)\n(assert (= x 2))\n"},
        PassCase{"operators", "(declare-const x Int)(assert (> x 0))",
                 "(declare-const x Int)\n(assert (= x 1))\n"},
        PassCase{"operators", "(declare-const s String)(assert (str.< \"\" s))",
                 "(declare-const s String)\n(assert (= \"a\" s))\n"},
        PassCase{"scopes", "(push 1)(assert false)(check-sat)(pop 1)(check-sat)",
                 "(assert false)\n(check-sat)\n(check-sat)\n"},
        PassCase{"scopes", "(push 1)(assert false)(check-sat)(pop 1)(check-sat)", "(check-sat)\n"},
        PassCase{"rest", "(check-sat)(assert false)(check-sat)(reset)", "(check-sat)\n"},
        PassCase{"unused", "(declare-const x Int)(assert true)", "(assert true)\n"},
        PassCase{"unused", "(declare-sort S 0)(assert true)", "(assert true)\n"},
        PassCase{"unused", "(declare-datatype L ((nil) (cons (h Int) (t L))))(assert true)",
                 "(assert true)\n"},
        PassCase{"checks", "(check-sat-assuming (true))", "(check-sat)\n"},
        PassCase{"checks", "(define-fun f ((x Int)) Int x)(assert (= (f 1) 2))",
                 "(declare-fun f (Int) Int)\n(assert (= (f 1) 2))\n"},
        PassCase{"equations",
                 "(declare-const x Int)(declare-const y Int)(assert (= (+ y 1) x))(assert (> x 0))",
                 "(declare-const y Int)\n(assert (> (+ y 1) 0))\n"},
        PassCase{"equations", "(declare-const p Bool)(assert (not p))(assert (= p true))",
                 "(assert (= false true))\n"},
        PassCase{"constants", "(declare-const x Int)(assert (> x 5))",
                 "(declare-const x Int)\n(assert true)\n"},
        PassCase{"constants", "(declare-const x (_ BitVec 8))(assert (bvult x (bvnot x)))",
                 "(declare-const x (_ BitVec 8))\n(assert (bvult x #x00))\n"},
        PassCase{"subterms", "(declare-const p Bool)(assert (or (not p) p))",
                 "(declare-const p Bool)\n(assert (not p))\n"},
        PassCase{"operands", "(declare-const p Bool)(assert (and p true p))",
                 "(declare-const p Bool)\n(assert (and p p))\n"},
        PassCase{"fresh", "(declare-const x Int)(assert (= 1 (+ x (* x x))))",
                 "(declare-const v3 Int)\n(declare-const x Int)\n(assert (= 1 (+ x v3)))\n"},
        PassCase{"fresh", "(declare-const x Int)(assert (= 1 (+ x (* x x))))",
                 "(declare-const x Int)\n(declare-const v3 Int)\n(assert (= 1 (+ x v3)))\n"},
        PassCase{"symbols", "(declare-const x Int)(assert (= 1 (* 2 (+ 1 3))))",
                 "(declare-const x Int)\n(assert (= 1 x))\n"},
        PassCase{"binders", "(assert (forall ((x Int) (y Int)) (> x 0)))",
                 "(assert (forall ((x Int)) (> x 0)))\n"},
        PassCase{"binders", "(assert (forall ((x Int) (y Int)) (> x y)))",
                 "(assert (forall ((y Int)) (> 0 y)))\n"},
        PassCase{"occurrences", "(declare-const x Int)(assert (> x (* 2 x)))",
                 "(declare-const x Int)\n(assert (> x (* 2 0)))\n"},
        PassCase{"inline", "(define-fun f ((x Int)) Int (+ x 1))(assert (> (f (f 2)) 0))",
                 "(assert (> (+ (+ 2 1) 1) 0))\n"},
        PassCase{"parameters", "(declare-fun f (Int Int) Int)(assert (> (f 1 2) 0))",
                 "(declare-fun f (Int) Int)\n(assert (> (f 2) 0))\n"},
        PassCase{"merge", "(declare-const x Int)(declare-const y Int)(assert (> x y))",
                 "(declare-const x Int)\n(assert (> x x))\n"},
        PassCase{"widths", "(declare-const x (_ BitVec 32))(assert (= x #x0000abcd))",
                 "(declare-const x (_ BitVec 16))\n(assert (= x #xabcd))\n"},
        PassCase{"widths", "(declare-const x (_ BitVec 32))(assert (= ((_ extract 15 8) x) #xab))",
                 "(declare-const x (_ BitVec 16))\n(assert (= ((_ extract 7 4) x) #xb))\n"},
        PassCase{"widths",
                 "(declare-const x Float64)(assert (fp.lt x (fp #b0 #b10000000000 "
                 "#x0000000000001)))",
                 "(declare-const x Float16)\n(assert (fp.lt x (fp #b0 #b00000 #b0000000001)))\n"},
        PassCase{"widths",
                 "(declare-const x (_ BitVec 1))(assert (= ((_ zero_extend 31) x) (_ bv1 32)))",
                 "(declare-const x (_ BitVec 1))\n(assert (= ((_ zero_extend 3) x) (_ bv1 4)))\n"},
        PassCase{"literals", "(assert (> 1000 3))", "(assert (> 31 3))\n"},
        PassCase{"literals", "(assert (= \"abcd\" \"\"))", "(assert (= \"cd\" \"\"))\n"},
        PassCase{"literals", "(assert (= \"abcd\" \"\"))", "(assert (= \"acd\" \"\"))\n"},
        PassCase{"text", "(declare-datatype L ((nil) (cons (h Int) (t L))))(assert (= nil nil))",
                 "(declare-datatype L ((nil)))\n(assert (= nil nil))\n"},
        PassCase{"text", "(declare-datatype L ((cons (h Int) (t Int))))(assert true)",
                 "(declare-datatype L ((cons (t Int))))\n(assert true)\n"},
        PassCase{"text",
                 "(declare-datatype L ((nil) (cons (h Int))))(declare-datatype M ((cons (m Bool))))"
                 "(assert ((_ is cons) (cons true)))",
                 "(declare-datatype M ((cons (m Bool))))\n(assert ((_ is cons) (cons true)))\n"},
        PassCase{"logic", "(set-logic QF_AUFLIA)(assert true)",
                 "(set-logic QF_LIA)\n(assert true)\n"},
        PassCase{"names",
                 "(declare-const counter Int)(assert (exists ((other Int)) (> other counter)))",
                 "(declare-const x Int)\n(assert (exists ((y Int)) (> y x)))\n"}));

TEST(Passes, AConstantBecomesItsValueInTheModel) {
  constexpr std::string_view kText =
      "(declare-const x Int)\n(declare-const y Int)\n(assert (> (* x y) 3))\n";
  constexpr std::string_view kModel = "((define-fun x () Int 2)(define-fun y () Int k!0))";
  EXPECT_THAT(smaller_by("model", kText, kModel),
              ElementsAre("(declare-const y Int)\n(assert (> (* 2 y) 3))\n"));
  EXPECT_THAT(smaller_by("model", kText), ElementsAre());
}

// Nothing is moved to where a symbol in it is not declared yet, and no name is given twice.
TEST(Passes, AnEquationIsSolvedWhereItsTermCanStand) {
  for (const std::string_view text :
       {"(declare-const x Int)(assert (> x 0))(declare-const y Int)(assert (= x (* 2 y)))",
        "(declare-const x Int)(push 1)(declare-const y Int)(assert (= x (* 2 y)))(pop 1)",
        "(declare-const x Int)(assert (= x (+ x 1)))",
        "(declare-const x Int)(assert (= x (! 3 :named three)))"}) {
    EXPECT_THAT(smaller_by("equations", text), ElementsAre()) << text;
  }
}

TEST(WithReduction, WhatDoesNotAlwaysShowIsFlaky) {
  Case found;
  found.original = "(assert true)(check-sat)";
  Reduction reduction;
  reduction.text = "(check-sat)";
  reduction.confirmed = 3;
  EXPECT_FALSE(with_reduction(found, reduction).flaky);
  reduction.confirmed = 2;
  EXPECT_TRUE(with_reduction(found, reduction).flaky);
  reduction.confirmed = 3;
  found.flaky = true;
  EXPECT_TRUE(with_reduction(found, reduction).flaky) << "the original did not always show it";
}

TEST(Loose, CutsCommandsThenListsAndWords) {
  const std::string text = tidy("(a) ; comment\n(b\n  |c d| (e \"f\"))");
  EXPECT_EQ(text, "(a)\n(b |c d| (e \"f\"))\n");
  std::vector<std::string> made;
  for (const Cut& cut : cuts_of(text)) made.push_back(tidy(with_cut(text, cut)));
  EXPECT_THAT(made, ElementsAre("(b |c d| (e \"f\"))\n", "()\n(b |c d| (e \"f\"))\n", "(a)\n",
                                "(a)\n(|c d| (e \"f\"))\n", "(a)\n(b (e \"f\"))\n",
                                "(a)\n(b |c d|)\n", "(a)\n(b |c d| e)\n", "(a)\n(b |c d| \"f\")\n",
                                "(a)\n(b |c d| (\"f\"))\n", "(a)\n(b |c d| (e))\n"));
}

// The first command can go only without the second: after all cuts, all are tried again.
TEST(Loose, CutsUntilNothingCanBeCut) {
  struct NeedsFirst final : Predicate {
    Outcome test(const Candidate& candidate) override {
      const bool first = candidate.text.find("first") != std::string::npos;
      const bool second = candidate.text.find("second") != std::string::npos;
      Outcome outcome;
      outcome.interesting = candidate.text.find("kept") != std::string::npos && (first || !second);
      return outcome;
    }
  };
  ReduceTask task;
  task.original = "(first)(second)(kept)";
  task.predicate = [](const QueryLimits&) { return std::make_unique<NeedsFirst>(); };
  const Result<Reduction> reduction = reduce_loosely(task, {}, {});
  ASSERT_TRUE(reduction);
  EXPECT_EQ(reduction->text, "(kept)\n");
  EXPECT_TRUE(reduction->finished);
}

TEST(Reduce, ABreakdownNeedsNoSorts) {
  ReduceTask task = planted("crash-on-replace");
  task.original =
      "(declare-const x Int)\n(assert (> x 1))\n(assert (str.prefixof re.all (str.replace x x x)))"
      "\n(check-sat)\n(exit)\n";
  const Reduction reduction = reduced(task);
  EXPECT_THAT(reduction.text, HasSubstr("str.replace"));
  EXPECT_LT(reduction.text.size(), 40u);
  EXPECT_EQ(reduction.found.kind, Kind::Crash);
  EXPECT_EQ(reduction.found.liar.name, "liar");
  EXPECT_EQ(reduction.confirmed, 3);
  EXPECT_TRUE(reduction.finished);
  // Who only says something wrong is not convicted by what nobody can evaluate.
  task = planted("lie-on-negated-replace");
  task.original = "(assert (not (str.replace x x x)))(check-sat)";
  EXPECT_FALSE(reduce(task, {}));
}

TEST(Reduce, ANegativeNumberIsSpelledOut) {
  EXPECT_EQ(spell_negations("(= -2.0 |-a| (- 1) -x -)"), "(= (- 2.0) |-a| (- 1) -x -)");
  ReduceTask task;
  task.original = "(declare-const x Real)(assert (= x -2.0))(assert (> x 1.0))(check-sat)";
  task.predicate = [](const QueryLimits& limits) {
    return command_predicate({"grep", "-q", "2.0"}, limits);
  };
  EXPECT_EQ(reduced(task).text, "(assert (= 0.0 2.0))\n(check-sat)\n");
}

TEST(Workers, OutcomesComeByTicketAndCanBeForgotten) {
  struct Long final : Predicate {
    Outcome test(const Candidate& candidate) override {
      return {.interesting = candidate.text == "yes"};
    }
  };
  Workers workers(3, [] { return std::make_unique<Long>(); });
  const uint64_t no = workers.submit({"no", {}});
  const uint64_t yes = workers.submit({"yes", {}});
  EXPECT_TRUE(workers.wait(yes).interesting);
  EXPECT_FALSE(workers.wait(no).interesting);
  workers.submit({"yes", {}});
  workers.forget();
  EXPECT_FALSE(workers.wait(workers.submit({"no", {}})).interesting);
}

}  // namespace
}  // namespace pg
