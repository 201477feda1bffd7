// Every operator of every theory comes in mutants of diver, or a row of undrawn_rows says why not.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "mutate/diver.h"
#include "mutate/grammar.h"
#include "smtlib/parser.h"
#include "support/scale.h"
#include "support/smtlib.h"
#include "term/traverse.h"
#include "theory/theories.h"

namespace pg {
namespace {

constexpr uint64_t kMutants = 5'000;

// A seed for the rows of a theory: anything may stand where the second disjunct does.
struct Fitting {
  std::string_view theory;
  Known solvers;
  std::string_view script;
  std::string_view model;
};
constexpr Fitting kFitting[] = {
    {"core", kZ3, "(declare-const p Bool)(declare-const q Bool)(assert (or p (and q p)))",
     "((define-fun p () Bool true)(define-fun q () Bool false))"},
    {"ints", kZ3 | kCvc5 | kCvc4,
     "(declare-const x Int)(declare-const y Int)(assert (or (= x 1) (< (+ x y) 3)))",
     "((define-fun x () Int 1)(define-fun y () Int 3))"},
    {"reals", kZ3 | kCvc5 | kCvc4,
     "(declare-const x Real)(declare-const y Int)(assert (or (= x 1.0) (< (to_real y) x)))",
     "((define-fun x () Real 1.0)(define-fun y () Int 3))"},
    {"reals", kDReal,
     "(declare-const x Real)(declare-const y Real)(assert (or (= x 1.0) (< (+ y 1.0) x)))",
     "((define-fun x () Real 1.0)(define-fun y () Real 3.0))"},
    {"bitvectors", kZ3 | kCvc5 | kCvc4,
     "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 1))(declare-const z Int)"
     "(assert (or (= x #x01) (bvult x ((_ sign_extend 7) y)) (< z 3)))",
     "((define-fun x () (_ BitVec 8) #x01)(define-fun y () (_ BitVec 1) #b1)"
     "(define-fun z () Int 3))"},
    {"floats", kZ3 | kCvc5 | kCvc4,
     "(declare-const x (_ FloatingPoint 5 11))(declare-const y (_ BitVec 16))"
     "(declare-const z Real)(declare-const i Int)"
     "(assert (or (fp.isZero x) (fp.lt x ((_ to_fp 5 11) y)) (= z 1.0) (= i 1)))",
     "((define-fun x () (_ FloatingPoint 5 11) (_ +zero 5 11))"
     "(define-fun y () (_ BitVec 16) #x0001)(define-fun z () Real 0.0)(define-fun i () Int 0))"},
    {"floats by their fields", kZ3,
     "(declare-const x (_ FloatingPoint 5 11))(declare-const s (_ BitVec 1))"
     "(declare-const e (_ BitVec 5))(declare-const m (_ BitVec 10))"
     "(assert (or (fp.isZero x) (fp.lt x (fp s e m))))",
     "((define-fun x () (_ FloatingPoint 5 11) (_ +zero 5 11))(define-fun s () (_ BitVec 1) #b0)"
     "(define-fun e () (_ BitVec 5) #b00001)(define-fun m () (_ BitVec 10) #b0000000000))"},
    {"strings", kZ3 | kCvc5 | kCvc4,
     "(declare-const x String)(declare-const y String)(declare-const z (_ BitVec 8))"
     "(assert (or (= x \"a\") (str.in_re y (re.* (str.to_re x))) (= z #x00)))",
     "((define-fun x () String \"a\")(define-fun y () String \"b\")"
     "(define-fun z () (_ BitVec 8) #x01))"},
    {"strings", kZ3,
     "(declare-const x Unicode)(declare-const y String)(declare-const a (Array Unicode Bool))"
     "(declare-const b (_ BitVec 18))"
     "(assert (or (= y \"a\") (char.<= x x) (select a x) (= b #b000000000000000001)))",
     "((define-fun x () Unicode (_ Char 65))(define-fun y () String \"a\")"
     "(define-fun a () (Array Unicode Bool) ((as const (Array Unicode Bool)) false))"
     "(define-fun b () (_ BitVec 18) #b000000000000000000))"},
    {"arrays", kZ3 | kCvc5 | kCvc4,
     "(declare-const a (Array Int Int))(declare-const b (Array Int Bool))"
     "(assert (or (= (select a 1) 2) (select b 0) (= b (store b 0 true))))",
     "((define-fun a () (Array Int Int) ((as const (Array Int Int)) 2))"
     "(define-fun b () (Array Int Bool) ((as const (Array Int Bool)) false)))"},
    {"datatypes", kZ3 | kCvc5 | kCvc4,
     "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const x L)"
     "(declare-const y Int)(assert (or (= x nil) ((_ is cons) x) (= y 1)))",
     "((define-fun x () L nil)(define-fun y () Int 3))"},
    {"datatypes", kCvc5,
     "(declare-const x (Tuple Int Bool))(declare-const y (Nullable Int))(declare-const z Int)"
     "(assert (or (= z 1) ((_ tuple.select 1) x) (nullable.is_null y)))",
     "((define-fun x () (Tuple Int Bool) (tuple 1 true))"
     "(define-fun y () (Nullable Int) (nullable.some 1))(define-fun z () Int 1))"},
    {"sequences", kZ3 | kCvc5 | kCvc4,
     "(declare-const x (Seq Int))(declare-const y (Seq Int))(declare-const z Int)"
     "(assert (or (= x (seq.unit 1)) (seq.contains x y) (= z (seq.len y))))",
     "((define-fun x () (Seq Int) (seq.unit 1))(define-fun y () (Seq Int) (seq.unit 2))"
     "(define-fun z () Int 3))"},
    {"sequences", kZ3,
     "(declare-const x (Seq Int))(declare-const s String)(declare-const i Int)"
     "(declare-const a (Array Int Bool))"
     "(assert (or (= x (seq.unit 1)) (seq.in.re x (re.* (seq.to.re x))) (seq.contains s s)"
     " (select a i)))",
     "((define-fun x () (Seq Int) (seq.unit 1))(define-fun s () String \"a\")"
     "(define-fun i () Int 1)"
     "(define-fun a () (Array Int Bool) ((as const (Array Int Bool)) false)))"},
    {"sets", kCvc5,
     "(declare-const x (Set Int))(declare-const y Int)(declare-const r (Set (Tuple Int Int)))"
     "(declare-const u (Set (Tuple Int)))(declare-const v (Set (Tuple Int Int Int Int)))"
     "(assert (or (= y 1) (set.member y x) (= r (rel.tclosure r)) (= u u) (= v v)))",
     "((define-fun x () (Set Int) (as set.empty (Set Int)))(define-fun y () Int 1)"
     "(define-fun r () (Set (Tuple Int Int)) (as set.empty (Set (Tuple Int Int))))"
     "(define-fun u () (Set (Tuple Int)) (as set.empty (Set (Tuple Int))))"
     "(define-fun v () (Set (Tuple Int Int Int Int))"
     " (as set.empty (Set (Tuple Int Int Int Int)))))"},
    {"bags", kCvc5,
     "(declare-const x (Bag Int))(declare-const y Int)(declare-const s (Set Int))"
     "(declare-const t (Bag (Tuple Int)))(declare-const u (Bag (Tuple Int Int)))"
     "(assert (or (= y 1) (bag.member y x) (= s (bag.to_set x)) (= t t) (= u u)))",
     "((define-fun x () (Bag Int) (as bag.empty (Bag Int)))(define-fun y () Int 1)"
     "(define-fun s () (Set Int) (as set.empty (Set Int)))"
     "(define-fun t () (Bag (Tuple Int)) (as bag.empty (Bag (Tuple Int))))"
     "(define-fun u () (Bag (Tuple Int Int)) (as bag.empty (Bag (Tuple Int Int)))))"},
    {"finite_fields", kCvc5,
     "(declare-const x (_ FiniteField 7))(declare-const p Bool)"
     "(assert (or p (= x (ff.neg x))))",
     "((define-fun x () (_ FiniteField 7) (as ff1 (_ FiniteField 7)))"
     "(define-fun p () Bool true))"},
};

void add_operators_of(const Fitting& fitting, Known solver, std::set<const OpSpec*>& seen) {
  Pool pool;
  const std::string text = fmt::format("(set-logic ALL){}(check-sat)", fitting.script);
  const ParsedScript parsed = parse_script(pool, text);
  ASSERT_EQ(test::lines(parsed.errors), "") << text;
  const Result<Model> model = read_model(pool, parsed.script, fitting.model);
  ASSERT_TRUE(model) << fitting.model;
  DiverOptions options;
  options.dialect = {.solvers = solver, .specific = true};
  const Seed seed{.script = parsed.script, .answers = {Truth::Sat}, .model = &*model};
  const Result<std::unique_ptr<Mutator>> mutator = start_diver(pool, seed, options, Rng(1));
  ASSERT_TRUE(mutator) << text << ": " << mutator.error().message;
  for (uint64_t number = 1; number <= kMutants; ++number) {
    const std::optional<Mutant> mutant = (*mutator)->mutate(number);
    if (!mutant) continue;
    for (const Step& step : mutant->steps)
      post_order(pool, step.after, [&](Term term) {
        if (const OpSpec* op = pool.op(term)) seen.insert(op);
      });
  }
}

bool is_undrawn(const OpSpec& row) {
  return std::ranges::any_of(undrawn_rows(), [&](const Undrawn& each) {
    return each.name == row.name && (each.sig.empty() || each.sig == row.sig.text);
  });
}

// What no solver reads, or only releases that are newer than those at hand.
bool is_unread(const OpSpec& row) {
  return row.known == Known{} ||
         (!includes(row.known, kStandard) && includes(row.known, kStandard27 | kRecent));
}

TEST(DiverRows, EveryOperatorComesOrTheTableSaysWhyNot) {
  if (test::kSanitized) GTEST_SKIP() << "too slow";
  std::set<const OpSpec*> seen;
  for (const Fitting& fitting : kFitting)
    for (const Known solver : {kZ3, kCvc5, kCvc4, kDReal})
      if (includes(fitting.solvers, solver)) add_operators_of(fitting, solver, seen);
  std::string missing;
  std::string needless;
  for (const Theory* theory : theories())
    for (const OpSpec& row : theory->ops) {
      const std::string line = fmt::format("{}: {} {}\n", theory->name, row.name, row.sig.text);
      if (!seen.contains(&row) && !is_undrawn(row) && !is_unread(row)) missing += line;
      if (seen.contains(&row) && is_undrawn(row)) needless += line;
    }
  EXPECT_EQ(missing, "");
  EXPECT_EQ(needless, "");
}

TEST(DiverRows, EveryReasonIsThatOfARow) {
  for (const Undrawn& undrawn : undrawn_rows()) {
    bool found = false;
    for (const Theory* theory : theories())
      for (const OpSpec& row : theory->ops)
        found = found ||
                (row.name == undrawn.name && (undrawn.sig.empty() || undrawn.sig == row.sig.text));
    EXPECT_TRUE(found) << undrawn.name << " " << undrawn.sig;
    EXPECT_FALSE(undrawn.why.empty()) << undrawn.name;
  }
}

}  // namespace
}  // namespace pg
