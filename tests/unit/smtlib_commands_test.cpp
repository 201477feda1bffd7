#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "smtlib/script.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using test::errors_of;
using test::reprint;

struct Row {
  std::string_view text;
  std::string_view printed = {};  // empty: as it was written
};

void expect_rows(std::span<const Row> rows) {
  for (const Row& row : rows) {
    std::string expected(row.printed.empty() ? row.text : row.printed);
    expected += '\n';
    EXPECT_EQ(reprint(row.text), expected) << row.text;
    test::expect_round_trip(row.text);
  }
}

constexpr Row kCommands[] = {
    // SMT-LIB 2.6 and 2.7, in the order of the standard.
    {"(assert true)"},
    {"(check-sat)"},
    {"(declare-const p Bool)\n(check-sat-assuming (p (not p)))"},
    {"(check-sat-assuming ())"},
    {"(declare-const x (_ BitVec 8))"},
    {"(declare-datatype Color ((red) (green)))"},
    {"(declare-datatype Color (red green))", "(declare-datatype Color ((red) (green)))"},
    {"(declare-datatype Pair (par (X Y) ((pair (first X) (second Y)))))"},
    {"(declare-datatypes ((A 0) (B 0)) (((a) (fromB (b B))) ((c) (fromA (d A)))))"},
    {"(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))"},
    {"(declare-fun f (Int Real) Bool)"},
    {"(declare-fun c () Int)"},
    {"(declare-sort U 0)"},
    {"(declare-sort U)", "(declare-sort U 0)"},
    {"(declare-sort P 2)\n(declare-const x (P Int Bool))"},
    {"(declare-sort-parameter X)\n(declare-fun f (X) X)"},
    {"(define-const c Int 1)"},
    {"(define-fun f ((x Int) (y Int)) Int (+ x y))"},
    {"(define-fun c () Real 1.5)"},
    {"(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (* n (f (- n 1)))))"},
    {"(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((or (= n 0) (odd (- n 1))) "
     "(and (not (= n 0)) (even (- n 1)))))"},
    {"(define-sort Word () (_ BitVec 32))", "(define-sort Word () (_ BitVec 32))"},
    {"(define-sort Map (K V) (Array K V))\n(declare-const m (Map Int Bool))",
     "(define-sort Map (K V) (Array K V))\n(declare-const m (Array Int Bool))"},
    {"(echo \"a \"\"b\"\" c\")"},
    {"(exit)"},
    {"(get-assertions)"},
    {"(get-assignment)"},
    {"(get-info :reason-unknown)"},
    {"(get-model)"},
    {"(get-option :random-seed)"},
    {"(get-proof)"},
    {"(get-unsat-assumptions)"},
    {"(get-unsat-core)"},
    {"(declare-fun x () Int)\n(get-value (x (+ x 1)))"},
    {"(push 2)\n(pop 1)\n(pop 1)"},
    {"(push)\n(pop)", "(push 1)\n(pop 1)"},
    {"(push 0)\n(pop 0)"},
    {"(reset)"},
    {"(reset-assertions)"},
    {"(set-info :status sat)"},
    {"(set-info :source |a\n long (text|)"},
    {"(set-info :smt-lib-version 2.6)"},
    {"(set-logic QF_UFBV)"},
    {"(set-logic |a b|)"},
    {"(set-option :produce-models true)"},
    {"(set-option :opt (a (b)))"},
    // Extensions.
    {"(declare-codatatype Stream ((scons (shead Int) (stail Stream))))"},
    {"(declare-codatatypes ((S 1)) ((par (X) ((s (h X) (t (S X)))))))"},
    {"(define c (+ 1 2))"},
    {"(declare-const p Bool)\n(assert-soft p :weight 0.5 :id goal)"},
    {"(declare-const p Bool)\n(assert-soft (or p p))"},
    {"(declare-const x Int)\n(minimize (+ x 1))\n(maximize x :id |a b|)"},
    {"(check-sat-using (then simplify smt))"},
};

TEST(Commands, EveryCommandIsPrintedAsItWasMeant) { expect_rows(kCommands); }

TEST(Commands, TheTableKnowsEveryCommandWeInterpret) {
  for (const CommandSpec& spec : command_specs()) {
    bool found = false;
    for (const Row& row : kCommands) {
      const size_t at = row.text.find("(" + std::string(spec.name));
      if (at == std::string_view::npos) continue;
      const char after = row.text[at + 1 + spec.name.size()];
      found = found || after == ' ' || after == ')';
    }
    EXPECT_TRUE(found) << spec.name;
  }
}

TEST(Commands, UnknownCommandsAreCarriedAlongAsWritten) {
  expect_rows(std::to_array<Row>({
      {"(simplify (f 1 x))"},
      {"(eval undeclared)"},
      {"(get-objectives)"},
      {"(synth-fun f ((x Int)) Int ((I Int)) ((I Int (0 x))))"},
      {"(declare-heap (Int Int))"},
      {"(echo)"},
      {"(include \"file.smt2\")"},
      {"(block-model :values)"},
      {"(apply (then a b) :opt 1)"},
      {"(my-command a   \"b  c\" |d e| #x0 1.5 :k ())"},
      {"(my-command a ; a comment\n b)"},
      {"( my-command a )", "(my-command a)"},
      {"(|my command| a)"},
      {"(|assert| true)", "(assert true)"},
  }));
}

TEST(Commands, CommentsAndLayoutBetweenCommandsAreDropped) {
  EXPECT_EQ(reprint("; first\n\n  (check-sat)   ; second\n(exit)\n; third"),
            "(check-sat)\n(exit)\n");
}

TEST(Commands, KindAndPlaceOfEachCommandAreKept) {
  Pool pool;
  const ParsedScript parsed = parse_script(
      pool,
      "(set-logic QF_LIA)\n  (declare-fun x () Int) (assert (> x 0))\n(echo \"\")(check-sat)");
  ASSERT_TRUE(parsed.errors.empty());
  const std::vector<Command>& commands = parsed.script.commands;
  ASSERT_EQ(commands.size(), 5u);
  EXPECT_EQ(commands[0].kind, CommandKind::SetLogic);
  EXPECT_EQ(commands[0].place, (Place{1, 1}));
  EXPECT_EQ(commands[1].kind, CommandKind::DeclareFun);
  EXPECT_EQ(commands[1].place, (Place{2, 3}));
  EXPECT_EQ(commands[2].kind, CommandKind::Assert);
  EXPECT_EQ(commands[2].place, (Place{2, 26}));
  EXPECT_EQ(commands[3].kind, CommandKind::Other);
  EXPECT_EQ(commands[4].kind, CommandKind::CheckSat);
  EXPECT_EQ(commands[4].place, (Place{3, 10}));
  EXPECT_EQ(logic_of(pool, parsed.script), "QF_LIA");
}

TEST(Commands, TheTextMayGoAwayAfterParsing) {
  Pool pool;
  std::string text = "(set-info :a \"text\")(declare-fun |a b| (Int) Int)(assert (= (|a b| 17) 3))";
  const ParsedScript parsed = parse_script(pool, text);
  text.assign(text.size(), '#');
  text.clear();
  text.shrink_to_fit();
  EXPECT_EQ(print_script(pool, parsed.script, test::kPlain),
            "(set-info :a \"text\")\n(declare-fun |a b| (Int) Int)\n(assert (= (|a b| 17) 3))\n");
}

TEST(Commands, OldStyleDatatypesArePrintedInTheNewStyle) {
  expect_rows(std::to_array<Row>({
      {"(declare-datatypes () ((Color red green (mix (a Color) (b Color)))))",
       "(declare-datatypes ((Color 0)) (((red) (green) (mix (a Color) (b Color)))))"},
      {"(declare-datatypes (X) ((List nil (cons (head X) (tail List)))))",
       "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))"},
      {"(declare-datatypes (X) ((Tree (node (value X) (kids Forest))) (Forest none (more (first "
       "Tree) (rest Forest)))))",
       "(declare-datatypes ((Tree 1) (Forest 1)) ((par (X) ((node (value X) (kids (Forest X))))) "
       "(par (X) ((none) (more (first (Tree X)) (rest (Forest X)))))))"},
      {"(declare-datatypes () ())"},
  }));
}

TEST(Commands, DatatypesAreKnownToLaterCommands) {
  expect_rows(std::to_array<Row>({
      // Constructor, selector, both testers.
      {"(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))\n"
       "(declare-const l List)\n"
       "(assert (= (head (cons 1 nil)) (head (tail l))))\n"
       "(assert (and ((_ is cons) l) (is-cons l)))"},
      // Mutually recursive.
      {"(declare-datatypes ((T 0) (F 0)) (((node (kids F))) ((none) (more (first T) (rest F)))))\n"
       "(assert (= (kids (node none)) none))"},
      // Parametric: sorts of parameters are found from the arguments, or said by `as`.
      {"(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))\n"
       "(declare-const l (List Int))\n"
       "(assert (= l (cons 1 (as nil (List Int)))))\n"
       "(assert (= (head l) 1))\n"
       "(declare-const m (List (List Bool)))\n"
       "(assert (head (head m)))"},
      // Mutually recursive and parametric.
      {"(declare-datatypes ((T 1) (F 1)) ((par (X) ((node (value X) (kids (F X))))) (par (X) "
       "((none) (more (first (T X)) (rest (F X)))))))\n"
       "(declare-const t (T Int))\n"
       "(assert (= (kids t) (more (node 1 (as none (F Int))) (as none (F Int)))))"},
      // Each parameter by itself.
      {"(declare-datatype Either (par (A B) ((left (l A)) (right (r B)))))\n"
       "(assert (= ((as left (Either Int Bool)) 1) ((as right (Either Int Bool)) true)))"},
  }));
}

TEST(Commands, PopForgetsWhatWasDeclaredSincePush) {
  EXPECT_EQ(errors_of("(push 1)(declare-const x Bool)(declare-sort U 0)(pop 1)\n"
                      "(assert x)\n(declare-const u U)"),
            "2:9: undeclared symbol 'x'\n3:18: unknown sort 'U'\n");
  EXPECT_EQ(errors_of("(declare-const x Bool)(push 1)(declare-const y Bool)(push 1)(pop 1)\n"
                      "(assert (and x y))(pop 1)\n(assert (and x y))"),
            "3:16: undeclared symbol 'y'\n");
  // Names given by annotations too.
  EXPECT_EQ(errors_of("(push 1)(assert (! true :named a))(assert a)(pop 1)\n(assert a)"),
            "2:9: undeclared symbol 'a'\n");
  // What was hidden is seen again.
  EXPECT_EQ(errors_of("(declare-const x Int)(push 1)(declare-const x Bool)(assert x)(pop 1)\n"
                      "(assert (> x 0))"),
            "");
  EXPECT_EQ(errors_of("(push 3)(declare-const x Bool)(pop 2)(assert x)"),
            "1:46: undeclared symbol 'x'\n");
}

TEST(Commands, GlobalDeclarationsOutlivePop) {
  EXPECT_EQ(errors_of("(set-option :global-declarations true)\n"
                      "(push 1)(declare-const x Bool)(pop 1)(assert x)"),
            "");
  EXPECT_EQ(errors_of("(set-option  :global-declarations ; yes\n  true )\n"
                      "(push 1)(declare-const x Bool)(pop 1)(assert x)"),
            "");
  EXPECT_EQ(errors_of("(set-option :global-declarations true)\n"
                      "(set-option :global-declarations false)\n"
                      "(push 1)(declare-const x Bool)(pop 1)(assert x)"),
            "3:46: undeclared symbol 'x'\n");
}

TEST(Commands, ResetForgetsEverything) {
  EXPECT_EQ(errors_of("(set-logic QF_LRA)(set-option :global-declarations true)\n"
                      "(push 1)(declare-const x Real)(reset)\n"
                      "(assert (= x 1))\n(pop 1)"),
            "3:12: undeclared symbol 'x'\n4:6: pop without a push before it\n");
  // The logic too: numerals are integers again, declarations local.
  EXPECT_EQ(errors_of("(set-logic QF_LRA)(set-option :global-declarations true)(reset)\n"
                      "(declare-const i Int)(assert (= (mod i 2) 1))\n"
                      "(push 1)(declare-const x Bool)(pop 1)(assert x)"),
            "3:46: undeclared symbol 'x'\n");
  // Only what the script declared.
  EXPECT_EQ(errors_of("(reset)(declare-const x Int)(assert (> x 0))"), "");
}

TEST(Commands, LogicsAreReadFromTheirNames) {
  EXPECT_EQ(errors_of("(set-logic HO_ALL)(declare-fun f (Int Int) Int)"
                      "(declare-fun g ((-> Int Int)) Int)(assert (= (g (f 1)) 0))"),
            "");
  EXPECT_EQ(errors_of("(set-logic QF_UFLIA)(declare-fun f (Int Int) Int)"
                      "(declare-fun g ((-> Int Int)) Int)\n(assert (= (g (f 1)) 0))"),
            "2:15: 'f' does not take (Int); it takes Int Int -> Int\n");
  // The value of a function may be asked for in any logic.
  EXPECT_EQ(errors_of("(set-logic QF_UFLIA)(declare-fun f (Int) Int)(get-value (f))"), "");
  EXPECT_EQ(errors_of("(set-logic QF_UFLIA)(declare-fun f (Int) Int)(get-value (f))\n(assert (= f "
                      "f))"),
            "2:12: 'f' does not take (); it takes Int -> Int\n");
}

}  // namespace
}  // namespace pg
