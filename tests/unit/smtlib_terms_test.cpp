#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/smtlib.h"
#include "term/traverse.h"

namespace pg {
namespace {

using test::errors_of;
using test::reprint;

struct Row {
  std::string_view term;
  std::string_view printed = {};  // empty: as it was written
};

// Constants and functions that the terms below use.
constexpr std::string_view kDeclarations =
    "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(declare-const y Int)"
    "(declare-const r Real)(declare-fun f (Int) Int)(declare-fun g (Int Int) Int)"
    "(declare-fun pred (Int) Bool)(declare-const b (_ BitVec 8))(declare-const s String)"
    "(declare-const a (Array Int Int))"
    "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))"
    "(declare-const l (List Int))(declare-const m (List (List Int)))"
    "(declare-datatypes ((Color 0)) (((red) (green) (mix (one Color) (two Color)))))"
    "(declare-const c Color)";

// The term printed again, without let and on one line, or what is wrong with it.
std::string reprint_term(std::string_view term) {
  Pool pool;
  const std::string text = std::string(kDeclarations) + "\n(get-value (" + std::string(term) + "))";
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return test::lines(parsed.errors);
  return print_term(pool, parsed.script.commands.back().terms[0], test::kPlain);
}

void expect_rows(std::span<const Row> rows) {
  for (const Row& row : rows) {
    EXPECT_EQ(reprint_term(row.term), row.printed.empty() ? row.term : row.printed) << row.term;
    test::expect_round_trip(std::string(kDeclarations) + "(get-value (" + std::string(row.term) +
                            "))");
  }
}

TEST(Terms, LetIsParallel) {
  expect_rows(std::to_array<Row>({
      {"(let ((z 1)) (+ z x))", "(+ 1 x)"},
      // The values see the outside.
      {"(let ((x y) (y x)) (- x y))", "(- y x)"},
      {"(let ((x 1)) (let ((x 2) (z x)) (+ x z)))", "(+ 2 1)"},
      {"(let () p)", "p"},
      {"(let ((z 1)) (let ((w (+ z z))) (* w w)))", "(* (+ 1 1) (+ 1 1))"},
      // Not used.
      {"(let ((z (+ 1 2))) p)", "p"},
  }));
}

TEST(Terms, LetShadowsAndEnds) {
  expect_rows(std::to_array<Row>({
      {"(let ((x 1)) x)", "1"},
      {"(+ (let ((x 1)) x) x)", "(+ 1 x)"},
      {"(let ((x 1)) (+ (let ((x 2)) x) x))", "(+ 2 1)"},
      // A constant hides a function, but leaves it to be applied.
      {"(let ((f 1)) (f f))", "(f 1)"},
      // An operator's name.
      {"(let ((+ 1)) (+ + +))", "(+ 1 1)"},
  }));
}

TEST(Terms, LetCarriesABoundVariableThroughABinderOfItsName) {
  expect_rows(std::to_array<Row>({
      {"(forall ((x Int)) (let ((z x)) (exists ((x Int)) (< x z))))",
       "(forall ((x Int)) (exists ((x!1 Int)) (< x!1 x)))"},
      {"(forall ((x Int)) (let ((z (+ x 1))) (and (exists ((x Int)) (exists ((x Int)) (< x z))) "
       "(< z x))))",
       "(forall ((x Int)) (and (exists ((x!1 Int)) (exists ((x!2 Int)) (< x!2 (+ x 1)))) (< (+ x "
       "1) x)))"},
      // The new name is free in the term.
      {"(forall ((x Int) (x!1 Int)) (let ((z x)) (exists ((x Int)) (< x z x!1))))",
       "(forall ((x Int) (x!1 Int)) (exists ((x!1! Int)) (< x!1! x x!1)))"},
      // A constant of the script is carried in as well.
      {"(let ((z x)) (forall ((x Int)) (< x z)))", "(forall ((x!0 Int)) (< x!0 x))"},
      {"(let ((z (f 1))) (forall ((f Int)) (< f z)))", "(forall ((f!0 Int)) (< f!0 (f 1)))"},
      // Through a pattern of match and the parameters of lambda.
      {"(match l (((cons h t) (let ((z h)) (match t (((cons h u) (+ h z)) (nil 0))))) (nil 1)))",
       "(match l (((cons h t) (match t (((cons h!1 u) (+ h!1 h)) (nil 0)))) (nil 1)))"},
      {"(lambda ((x Int)) (let ((z x)) (lambda ((x Int)) (+ x z))))",
       "(lambda ((x Int)) (lambda ((x!1 Int)) (+ x!1 x)))"},
  }));
}

TEST(Terms, BindersOfOneNameNest) {
  expect_rows(std::to_array<Row>({
      {"(forall ((x Int)) (exists ((x Bool)) x))", "(forall ((x Int)) (exists ((x!1 Bool)) x!1))"},
      // Side by side they may have one name, and different sorts.
      {"(and (forall ((x Int)) (pred x)) (exists ((x Int)) (pred x)) (forall ((x Bool)) x))"},
      {"(forall ((x Int) (z Int)) (exists ((w Int) (z Int)) (< x z w)))",
       "(forall ((x Int) (z Int)) (exists ((w Int) (z!1 Int)) (< x z!1 w)))"},
      // The later of two variables counts.
      {"(forall ((z Int) (z Bool)) z)", "(forall ((z Int) (z!1 Bool)) z!1)"},
      // A global constant of the same name outside of the binder.
      {"(and (pred x) (forall ((x Int)) (pred x)))",
       "(and (pred x) (forall ((x!0 Int)) (pred x!0)))"},
      {"(forall ((x Int)) (pred x))"},
      // Bound variables may have names of operators.
      {"(forall ((and Bool)) (and and p))", "(forall ((and!0 Bool)) (and and!0 p))"},
      {"(forall ((|exists| Bool)) (exists ((z Int)) |exists|))",
       "(forall ((exists!0 Bool)) (exists ((z Int)) exists!0))"},
  }));
}

TEST(Terms, EqualTextUnderDifferentBindersIsOneTerm) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool,
                   "(declare-fun p (Int) Bool)(get-value ((forall ((x Int)) (p x)) (exists "
                   "((x Int)) (p x)) (forall ((x Int)) (p x)) (forall ((y Int)) (p y))))");
  ASSERT_TRUE(parsed.errors.empty());
  const std::vector<Term>& terms = parsed.script.commands.back().terms;
  EXPECT_EQ(terms[0], terms[2]);
  EXPECT_EQ(pool.args(terms[0])[1], pool.args(terms[1])[1]);
  EXPECT_NE(terms[0], terms[3]);
}

TEST(Terms, BindersOfTheRows) {
  expect_rows(std::to_array<Row>({
      {"(forall ((z Int) (w Real)) (> w z))"},
      {"(exists ((z (Array Int (_ BitVec 4)))) (= (select z 1) #xf))"},
      {"((lambda ((z Int)) (+ z 1)) 2)"},
      {"(lambda ((z Int) (w Bool)) (ite w z 0))"},
      {"(witness ((z Int)) (> z 1))"},
      {"(choice ((z Int)) (> z 1))"},
  }));
}

TEST(Terms, Match) {
  expect_rows(std::to_array<Row>({
      {"(match c ((red 1) (green 2) ((mix u v) 3)))"},
      {"(match c (((mix u v) (= u v)) (other (= other red))))"},
      {"(match c ((z z)))"},
      {"(match c (((red) 1) (z 2)))", "(match c ((red 1) (z 2)))"},
      // Parametric: the variables have the sorts of the instance.
      {"(match l ((nil 0) ((cons h t) (+ h (head t)))))"},
      {"(match m (((cons h t) (head h)) (nil 0)))"},
      // Nested, in a case and as the subject.
      {"(match c (((mix u v) (match u ((red 1) (z 2)))) (z 3)))"},
      {"(match (match c ((red l) (z (tail l)))) ((nil 0) ((cons h t) h)))"},
      // A variable of a pattern is local to its case.
      {"(match l (((cons x t) (+ x 1)) (nil x)))", "(match l (((cons x!0 t) (+ x!0 1)) (nil x)))"},
      // Cases of different numbers.
      {"(match c ((red 1) (z r)))"},
  }));
}

TEST(Terms, MatchOnSomethingUnknownFindsTheConstructor) {
  EXPECT_EQ(reprint("(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\n"
                    "(assert (match (unknown 1) ((nil true) ((cons h t) (> h 0)))))"),
            "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\n"
            "(assert (match (unknown 1) ((nil true) ((cons h t) (> h 0)))))\n");
}

TEST(Terms, AnnotationsAreKept) {
  expect_rows(std::to_array<Row>({
      {"(! p :named foo)"},
      {"(! p :named |a b|)"},
      {"(! p)"},
      {"(! p :weight 10 :qid name :skolemid |a b|)"},
      {"(! p :flag :other)"},
      {"(! p :list (a (b \"c\") #x1))"},
      {"(forall ((z Int)) (! (pred z) :pattern ((pred z))))"},
      {"(forall ((z Int)) (! (pred z) :pattern ((pred z) (f z)) :pattern ((g z z))))"},
      {"(forall ((z Int)) (! (pred z) :no-pattern (f z) :weight 3 :pattern ((pred z)) :qid q))"},
      {"(forall ((z Int)) (! (pred (f z)) :pattern ()))"},
      {"(! p :pattern x)"},
      {"(! (! p :named one) :named two)"},
      {"(! p :named one :named two)"},
      {"(+ (! x :named an-int) an-int)"},
  }));
}

TEST(Terms, AnnotationsBelongToTheTerm) {
  Pool pool;
  const ParsedScript parsed = parse_script(
      pool,
      "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :pattern ((p x) (p 1)) "
      ":weight 2 :no-pattern (p 2))))");
  ASSERT_TRUE(parsed.errors.empty());
  const Term body = pool.args(parsed.script.commands.back().terms[0])[1];
  ASSERT_EQ(pool.kind(body), HeadKind::Annotation);
  EXPECT_EQ(pool.args(body).size(), 4u);  // the term, two of the pattern, one of no-pattern
  const std::span<const Attribute> attributes = pool.data(body).attributes;
  ASSERT_EQ(attributes.size(), 3u);
  EXPECT_EQ(pool.text(attributes[0].keyword), ":pattern");
  EXPECT_EQ(attributes[0].terms, 2u);
  EXPECT_EQ(pool.text(attributes[1].text), "2");
  EXPECT_EQ(attributes[2].terms, 1u);
}

TEST(Terms, NamesCanBeUsedAfterTheyAreGiven) {
  struct Script {
    std::string_view text;
    std::string_view printed;
  };
  const Script scripts[] = {
      {"(declare-const p Bool)(assert (! p :named a))(assert (not a))",
       "(declare-const p Bool)\n(assert (! p :named a))\n(assert (not a))\n"},
      // In the same command, after it.
      {"(declare-const p Bool)(assert (and (! (not p) :named a) a))",
       "(declare-const p Bool)\n(assert (and (! (not p) :named a) a))\n"},
      // Given inside let, used twice and before its place: the first place gives the name.
      {"(declare-const p Bool)(assert (let ((z (! (not p) :named a))) (and z z)))",
       "(declare-const p Bool)\n(assert (and (! (not p) :named a) a))\n"},
      {"(declare-const p Bool)(assert (let ((z (! (not p) :named a))) (and a z)))",
       "(declare-const p Bool)\n(assert (and (! (not p) :named a) a))\n"},
      // Given inside the value of a let variable that is not used.
      {"(declare-const p Bool)(assert (let ((z (! (not p) :named a))) p))(assert a)",
       "(declare-const p Bool)\n(define-fun a () Bool (not p))\n(assert p)\n(assert a)\n"},
      {"(declare-const p Bool)(assert (let ((z (! (not p) :named a))) a))",
       "(declare-const p Bool)\n(define-fun a () Bool (not p))\n(assert a)\n"},
      // The outer name takes the inner one along.
      {"(assert (let ((z (! (not (! true :named a)) :named b))) false))(assert (or a b))",
       "(define-fun b () Bool (not (! true :named a)))\n(assert false)\n(assert (or a b))\n"},
      {"(assert (let ((y (! true :named a)) (z (! false :named b))) true))(assert (or a b))",
       "(define-fun a () Bool true)\n(define-fun b () Bool false)\n(assert true)\n(assert (or a "
       "b))\n"},
      // The name of a term that mentions the function under definition.
      {"(define-fun-rec f ((x Int)) Int (let ((y (! (f 1) :named a))) x))(assert (= a 1))",
       "(define-fun-rec f ((x Int)) Int x)\n(define-fun a () Int (f 1))\n(assert (= a 1))\n"},
      // In check-sat-assuming and get-value.
      {"(declare-const p Bool)(check-sat-assuming ((! p :named a)))(get-value (a))",
       "(declare-const p Bool)\n(check-sat-assuming ((! p :named a)))\n(get-value (a))\n"},
      // A closed term under a binder.
      {"(declare-const p Bool)(assert (forall ((x Int)) (or (! p :named a) (> x 0))))(assert a)",
       "(declare-const p Bool)\n(assert (forall ((x Int)) (or (! p :named a) (> x 0))))\n(assert "
       "a)\n"},
      {"(assert (! (forall ((x Int)) (> x 0)) :named a))(assert a)",
       "(assert (! (forall ((x Int)) (> x 0)) :named a))\n(assert a)\n"},
  };
  for (const Script& script : scripts) {
    EXPECT_EQ(reprint(script.text), script.printed) << script.text;
    test::expect_round_trip(script.text);
  }
}

TEST(Terms, LetMovesNoNameBeforeItIsGiven) {
  // The shared term mentions the name; large enough to be written with let.
  std::string sum = "(+ a";
  for (int i = 0; i < 400; ++i) sum += " (* x " + std::to_string(i) + ")";
  sum += ")";
  const std::string text = "(declare-const x Int)(assert (let ((s " + sum +
                           ")) (and (> s 1) true (= s 2) (let ((z (! (+ x 1) :named b))) (> z 0)) "
                           "(< s 3) (> b 7))))";
  const std::string named =
      "(declare-const x Int)(assert (and (> (! (+ x 5) :named a) 0) (let ((s " + sum +
      ")) (and (> s 1) (= s 2) (< s 3) (= s 4) (> s 5) (< s 6)))))";
  EXPECT_EQ(errors_of(text), "1:42: undeclared symbol 'a'\n");
  test::expect_round_trip(named);
  const std::string printed = reprint(named, {.share = true, .width = 0});
  EXPECT_LT(printed.size(), 2 * named.size());
}

TEST(Terms, QualifiedAndIndexedIdentifiers) {
  expect_rows(std::to_array<Row>({
      {"(as nil (List Int))"},
      {"((as const (Array Int Bool)) true)"},
      {"(as x Int)", "x"},
      {"((_ extract 7 4) b)"},
      {"((_ repeat 2) b)"},
      {"((_ is cons) l)"},
      {"((_ is |cons|) l)", "((_ is cons) l)"},
      {"((_ divisible 3) x)"},
      {"(_ +oo 8 24)"},
      {"(_ bv255 8)"},
      {"((_ to_fp 8 24) RNE r)"},
      {"((_ map f) a)"},
      {"((_ map (+ (Int Int) Int)) a a)"},
      {"((_ re.loop 1 3) re.all)"},
      {"(_ as-array f)"},
      {"(_ char #x41)"},
      {"(_ Char 65)"},
  }));
}

TEST(Terms, IndicesKeepTheirBars) {
  EXPECT_EQ(reprint("(declare-datatypes ((D 0)) (((|a b| (s Int)) (|let|))))\n"
                    "(declare-const d D)\n"
                    "(assert ((_ is |a b|) d))\n(assert ((_ is |let|) d))"),
            "(declare-datatypes ((D 0)) (((|a b| (s Int)) (|let|))))\n(declare-const d D)\n"
            "(assert ((_ is |a b|) d))\n(assert ((_ is |let|) d))\n");
  EXPECT_EQ(reprint("(assert ((_ unknown |a b| |(| |c|) true))"),
            "(assert ((_ unknown |a b| |(| c) true))\n");
}

TEST(Terms, LiteralsKeepTheirSpelling) {
  expect_rows(std::to_array<Row>({
      {"0"},
      {"007"},
      {"123456789012345678901234567890"},
      {"1.50"},
      {"00.0"},
      {"#xFf"},
      {"#b0011"},
      {"(_ bv3 4)"},
      {"(_ bv300 8)"},
      {"\"\""},
      {"\"a\"\"b\""},
      {"\"\\u{48}\\u0041\\x\""},
      {"\"two\nlines\""},
      {"(= #xff #b11111111 (_ bv255 8))"},
  }));
}

TEST(Terms, OldSpellingsAreKept) {
  expect_rows(std::to_array<Row>({
      {"(str.to.int s)"},
      {"(int.to.str x)"},
      {"(str.in.re s (str.to.re \"a\"))"},
      {"(str.in_re s re.nostr)"},
      {"(implies p q)"},
      {"(iff p q)"},
      {"(if p x y)"},
      {"(bv2int b)"},
      {"(fp.add roundNearestTiesToEven (fp #b0 #x00 #b00000000000000000000000) (_ +zero 8 24))"},
      {"(fp.add RNE (fp #b0 #x00 #b00000000000000000000000) (_ +zero 8 24))"},
  }));
}

TEST(Terms, ApplicationsStayAsWritten) {
  expect_rows(std::to_array<Row>({
      {"(and p)"},
      {"(and p q p)"},
      {"(=> p q p)"},
      {"(= x y x)"},
      {"(distinct x y 1)"},
      {"(- x)"},
      {"(- x y 1)"},
      {"(< x y 3)"},
      {"(bvadd b b b)"},
      {"(concat b b b)"},
      {"(str.++ s s s)"},
      {"(xor p q p)"},
  }));
}

TEST(Terms, IntegersStandWhereRealsAreExpected) {
  expect_rows(std::to_array<Row>({
      {"(+ r 1)"},
      {"(+ x r)"},
      {"(= 1 r)"},
      {"(ite p 1 r)"},
      {"(< x r 2)"},
      {"(/ x y)"},
      {"(to_real x)"},
  }));
  EXPECT_EQ(reprint("(declare-fun h (Real) Real)(define-fun k () Real 1)(assert (= (h 1) k))"),
            "(declare-fun h (Real) Real)\n(define-fun k () Real 1)\n(assert (= (h 1) k))\n");
  // Not inside another sort, and not back.
  EXPECT_EQ(errors_of("(declare-const a (Array Int Real))(declare-const b (Array Int Int))\n"
                      "(assert (= a b))"),
            "2:9: '=' does not take ((Array Int Real) (Array Int Int)); it takes A A -> Bool\n");
  EXPECT_EQ(errors_of("(declare-const r Real)\n(assert (= (mod r 2) 1))"),
            "2:12: 'mod' does not take (Real Int); it takes Int Int -> Int\n");
}

TEST(Terms, NumeralsAreRealInLogicsOfReals) {
  const auto sort_of_one = [](std::string_view logic) {
    Pool pool;
    const ParsedScript parsed =
        parse_script(pool, "(set-logic " + std::string(logic) + ")(get-value ((+ 1 2)))");
    EXPECT_TRUE(parsed.errors.empty());
    return print_sort(pool, pool.sort(parsed.script.commands.back().terms[0]));
  };
  for (const std::string_view logic : {"QF_LRA", "QF_UFLRA", "LRA", "QF_RDL", "NRA", "QF_FPLRA"})
    EXPECT_EQ(sort_of_one(logic), "Real") << logic;
  for (const std::string_view logic :
       {"QF_LIA", "QF_LIRA", "AUFLIRA", "ALL", "QF_SLIA", "UFNIA", "nonsense", "QF_BV"})
    EXPECT_EQ(sort_of_one(logic), "Int") << logic;
}

TEST(Terms, FunctionsMayBeOverloaded) {
  EXPECT_EQ(errors_of("(declare-fun f (Int) Int)(declare-fun f (Bool) Bool)(declare-fun f () Int)"
                      "(assert (f (= (f f) 1)))"),
            "");
  // The newest of those that fit.
  EXPECT_EQ(errors_of("(declare-fun f () Int)(declare-fun f () Bool)(assert f)"), "");
  // Beside an operator.
  EXPECT_EQ(errors_of("(declare-fun select (Int) Int)(declare-const a (Array Int Int))"
                      "(assert (= (select 1) (select a 1)))"),
            "");
  // One that only its sort tells apart is written with it.
  constexpr std::string_view kText =
      "(declare-fun f () Int)(declare-fun f () Bool)(declare-fun h (Int) Int)(declare-fun h (Int) "
      "Bool)(assert (= (as f Int) 1))(assert (= ((as h Int) 1) 2))(assert (h 1))";
  EXPECT_EQ(reprint(kText),
            "(declare-fun f () Int)\n(declare-fun f () Bool)\n(declare-fun h (Int) Int)\n"
            "(declare-fun h (Int) Bool)\n(assert (= (as f Int) 1))\n(assert (= ((as h Int) 1) "
            "2))\n(assert (h 1))\n");
  test::expect_round_trip(kText);
}

TEST(Terms, ParametricConstantsAreWrittenWithTheirSort) {
  constexpr std::string_view kText =
      "(declare-sort-parameter X)\n(declare-fun c () X)\n(declare-fun d () (Array X (Seq X)))\n"
      "(declare-fun id (X) X)\n(assert (= (as c Int) (id 1)))\n"
      "(assert (= (select (as d (Array Bool (Seq Bool))) true) (seq.unit (id false))))\n";
  EXPECT_EQ(reprint(kText), kText);
  // Without a sort there is none to write.
  EXPECT_EQ(reprint("(declare-datatypes ((L 1)) ((par (T) ((nil) (one (it T))))))\n"
                    "(assert (= nil nil))"),
            "(declare-datatypes ((L 1)) ((par (T) ((nil) (one (it T))))))\n(assert (= nil nil))\n");
}

TEST(Terms, HigherOrder) {
  constexpr std::string_view kText =
      "(set-logic HO_ALL)\n(declare-fun f (Int Int) Int)\n(declare-const h (-> Int Int Int))\n"
      "(declare-fun twice ((-> Int Int) Int) Int)\n"
      "(assert (= (f 1) (h 1)))\n"
      "(assert (= ((f 1) 2) (h 1 2)))\n"
      "(assert (= (twice (f 1) 2) (twice (lambda ((x Int)) (+ x 1)) 3)))\n"
      "(assert (= f h))\n"
      "(assert (forall ((k (-> Int Bool))) (k 1)))\n"
      "(assert (= ((lambda ((x Int) (y Int)) (* x y)) 2 3) 6))\n"
      "(assert (= (@ h 1) (f 1)))\n";
  EXPECT_EQ(reprint(kText), kText);
  test::expect_round_trip(kText);
  // A function that gives a function, and an array that is called, as Z3 has it.
  EXPECT_EQ(reprint("(declare-fun k (Int) (-> Int Bool))(declare-const a (Array Int Bool))"
                    "(assert (k 1 2))(assert (a 1))"),
            "(declare-fun k (Int) (-> Int Bool))\n(declare-const a (Array Int Bool))\n"
            "(assert (k 1 2))\n(assert (select a 1))\n");
}

TEST(Terms, UnknownOperatorsAreKeptCountedAndWarnedAboutOnce) {
  constexpr std::string_view kText =
      "(declare-const x Int)\n(assert (magic x 1))\n(assert (= (magic x 1) ((_ spell 3 |a b|) "
      "x)))\n"
      "(assert (and (as token Bool) (|odd name| (magic (spell x)))))\n";
  Pool pool;
  const ParsedScript parsed = parse_script(pool, kText);
  EXPECT_EQ(test::lines(parsed.errors), "");
  EXPECT_EQ(test::lines(parsed.warnings),
            "2:9: unknown operator 'magic', kept as written\n"
            "3:24: unknown operator 'spell', kept as written\n"
            "4:14: unknown operator 'token', kept as written\n"
            "4:30: unknown operator 'odd name', kept as written\n");
  EXPECT_EQ(parsed.opaque_terms, 7u);
  EXPECT_EQ(print_script(pool, parsed.script, test::kPlain), kText);
  const Term first = parsed.script.commands[1].terms[0];
  EXPECT_EQ(pool.kind(first), HeadKind::Opaque);
  EXPECT_TRUE(pool.has(first, kHasOpaque));
}

TEST(Terms, ReservedWordsInBarsAreOrdinaryNames) {
  constexpr std::string_view kText =
      "(declare-fun |forall| (Bool) Bool)\n(declare-fun |let| (Int) Int)\n(declare-const |_| Int)\n"
      "(declare-fun |as| (Int) Int)\n(declare-fun |!| (Int) Int)\n(declare-fun |match| (Int) Int)\n"
      "(assert (|forall| (forall ((x Int)) (= (|let| |_|) (|as| (|!| (|match| x)))))))\n"
      "(declare-datatype D ((|par|) (b)))\n(define-sort |!| (|_|) (Array |_| |_|))\n";
  EXPECT_EQ(reprint(kText), kText);
  EXPECT_EQ(reprint("(declare-datatype D (|par| b))"), "(declare-datatype D ((|par|) (b)))\n");
}

TEST(Terms, OneTermByItself) {
  Pool pool;
  const Result<Term> term = parse_term(pool, " (bvudiv #x07 ; by zero\n #x00) ");
  ASSERT_TRUE(term);
  EXPECT_EQ(print_term(pool, *term), "(bvudiv #x07 #x00)");
  struct Bad {
    std::string_view text;
    Place place;
    std::string_view message;
  };
  const Bad rows[] = {
      {"", {1, 1}, "expected a term, found the end of the input"},
      {"1 2", {1, 3}, "expected the end of the term, found '2'"},
      {"x", {1, 1}, "undeclared symbol 'x'"},
      {"(+ 1", {1, 5}, "the input ends before the '(' of line 1, column 1 is closed"},
      {"(+ 1 true)",
       {1, 1},
       "'+' does not take (Int Bool); it takes Int Int -> Int or Real Real -> Real"},
  };
  for (const Bad& row : rows) {
    const Result<Term> bad = parse_term(pool, row.text);
    ASSERT_FALSE(bad) << row.text;
    EXPECT_EQ(bad.error().message, row.message) << row.text;
    EXPECT_EQ(bad.error().place, row.place) << row.text;
  }
}

}  // namespace
}  // namespace pg
