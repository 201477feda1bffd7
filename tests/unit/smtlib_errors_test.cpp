#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "support/smtlib.h"

namespace pg {
namespace {

using test::errors_of;

struct Row {
  std::string_view text;
  std::string_view error;
};

void expect_rows(std::span<const Row> rows) {
  for (const Row& row : rows)
    EXPECT_EQ(errors_of(row.text), std::string(row.error) + "\n") << row.text;
}

TEST(ParseErrors, Shape) {
  expect_rows(std::to_array<Row>({
      {"garbage", "1:1: expected '(' and a command, found 'garbage'"},
      {"\n\n  )", "3:3: expected '(' and a command, found ')'"},
      {"\"text\"", "1:1: expected '(' and a command, found the string \"text\""},
      {"(", "1:2: expected a command, found the end of the input"},
      {"()", "1:2: expected a command, found ')'"},
      {"(1)", "1:2: expected a command, found '1'"},
      {"(:assert true)", "1:2: expected a command, found ':assert'"},
      {"(exit", "1:6: expected ')' at the end of the command, found the end of the input"},
      {"(assert", "1:8: expected a term, found the end of the input"},
      {"(assert\n  (not (and true",
       "2:17: the input ends before the '(' of line 2, column 8 is closed"},
      {"(assert true", "1:13: expected ')' at the end of the command, found the end of the input"},
      {"(assert true false)", "1:14: expected ')' at the end of the command, found 'false'"},
      {"(assert)", "1:8: expected a term, found ')'"},
      {"(assert ())", "1:10: expected an operator, found ')'"},
      {"(assert (1 2))", "1:10: expected an operator, found '1'"},
      {"(assert (not))", "1:13: expected an argument of 'not', found ')'"},
      {"(assert ((_ extract 1 0)))", "1:25: expected an argument of 'extract', found ')'"},
      {"(assert ((lambda ((x Int)) x)))", "1:30: expected an argument, found ')'"},
      {"(assert :key)", "1:9: expected a term, found ':key'"},
      {"(assert (and true :named))", "1:19: expected a term, found ':named'"},
  }));
}

TEST(ParseErrors, Tokens) {
  expect_rows(std::to_array<Row>({
      {"(assert \"abc)", "1:9: unterminated string"},
      {"(assert |abc)", "1:9: unterminated quoted symbol"},
      {"(set-info :a \"x)", "1:14: unterminated string"},
      {"(echo [)", "1:7: unexpected character"},
      {"[", "1:1: unexpected character"},
      {"(assert (= 1 #xg))", "1:14: expected #x or #b and digits"},
      {"(assert (= 1 1a))", "1:14: a number with a character that it cannot have"},
      {"(assert (\x80))",
       "1:10: a character beyond ASCII can stand only in a string, a quoted symbol or a comment"},
      {"(declare-const x \x80)",
       "1:18: a character beyond ASCII can stand only in a string, a quoted symbol or a comment"},
      {"(assert (! true [))", "1:17: unexpected character"},
      {"(assert (! true :a [))", "1:20: unexpected character"},
      {"(assert (_ bv1 [))", "1:16: unexpected character"},
      // A long token is shortened.
      {"(assert true aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeee)",
       "1:14: expected ')' at the end of the command, found "
       "'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd...'"},
  }));
}

TEST(ParseErrors, LetAndBinders) {
  expect_rows(std::to_array<Row>({
      {"(assert (let x 1))", "1:14: expected '(' before the variables of let, found 'x'"},
      {"(assert (let (x) 1))", "1:15: expected '(' before a variable of let, found 'x'"},
      {"(assert (let ((1 1)) true))", "1:16: expected a variable of let, found '1'"},
      {"(assert (let ((x)) 1))", "1:17: expected a term, found ')'"},
      {"(assert (let ((x true 1)) x))",
       "1:23: expected ')' after the value of a let variable, found '1'"},
      {"(assert (let ((x 1) 2) x))", "1:21: expected ')' or another variable of let, found '2'"},
      {"(assert (let ((x true)) x x))", "1:27: expected ')' after the body of let, found 'x'"},
      {"(assert (let ((x true))))", "1:24: expected a term, found ')'"},
      {"(assert (let ((x 1) (y x)) true))", "1:24: undeclared symbol 'x'"},
      {"(assert (forall x true))", "1:17: expected '(' before the variables, found 'x'"},
      {"(assert (forall ((x)) true))", "1:20: expected a sort, found ')'"},
      {"(assert (forall ((1 Int)) true))", "1:19: expected a variable, found '1'"},
      {"(assert (forall ((x Int) y) true))",
       "1:26: expected ')' or another (variable Sort), found 'y'"},
      {"(assert (exists ((x Int y)) true))",
       "1:25: expected ')' after the sort of a variable, found 'y'"},
      {"(assert (forall () true))", "1:9: 'forall' does not take (Bool); it takes ?+ Bool -> Bool"},
      {"(assert (forall ((x Int))))", "1:26: 'forall' has 1 body after its variables, found 0"},
      {"(assert (forall ((x Int)) true false))",
       "1:37: 'forall' has 1 body after its variables, found 2"},
      {"(assert (forall ((x Int)) x))",
       "1:9: 'forall' does not take (Int Int); it takes ?+ Bool -> Bool"},
      {"(assert (and (forall ((x Bool)) x) x))", "1:36: undeclared symbol 'x'"},
      // A reserved word in bars is a name like any other.
      {"(assert (|forall| ((x Int)) true))", "1:23: undeclared symbol 'Int'"},
  }));
}

TEST(ParseErrors, Annotations) {
  expect_rows(std::to_array<Row>({
      {"(assert (! true named))",
       "1:17: expected an attribute such as :named or ')', found 'named'"},
      {"(assert (! true :named 1))", "1:24: expected a name, found '1'"},
      {"(assert (! true :named))", "1:23: expected a name, found ')'"},
      {"(assert (! :named a))", "1:12: expected a term, found ':named'"},
      {"(assert (! true :a (b))",
       "1:24: expected ')' at the end of the command, found the end of the input"},
      {"(assert (! true :a (b)",
       "1:23: expected an attribute such as :named or ')', found the end of the input"},
      {"(assert (! true :pattern (x)))", "1:27: undeclared symbol 'x'"},
      {"(assert (! true :no-pattern))", "1:28: expected a term, found ')'"},
      {"(assert (forall ((x Int)) (! (> x 0) :named a)))",
       "1:27: 'a' cannot name a term with a bound variable in it"},
      {"(define-fun f ((x Int)) Int (! x :named a))",
       "1:29: 'a' cannot name a term with a bound variable in it"},
  }));
}

TEST(ParseErrors, Match) {
  expect_rows(std::to_array<Row>({
      {"(assert (match 1))", "1:17: expected '(' before the cases of match, found ')'"},
      {"(assert (match 1 ()))", "1:19: expected '(' before a case of match, found ')'"},
      {"(assert (match 1 (())))", "1:20: expected a constructor or a variable, found ')'"},
      {"(assert (match 1 ((x true) 2)))", "1:28: expected ')' or another case, found '2'"},
      {"(assert (match 1 ((x true 2))))", "1:27: expected ')' after the body of a case, found '2'"},
      {"(assert (match 1 (((cons a) true))))", "1:21: 'cons' is no constructor of Int"},
      {"(declare-datatype D ((c (s Int))))(declare-const d D)\n(assert (match d (((c) true))))",
       "2:22: expected a variable of the pattern, found ')'"},
      {"(declare-datatype D ((c (s Int))))(declare-const d D)\n(assert (match d (((c x y) true))))",
       "2:25: expected ')' after the pattern, found 'y'"},
      {"(declare-datatype D ((c) (e)))(declare-const d D)\n(assert (match d ((c true) (e 1))))",
       "2:9: the cases of match have the sorts Bool and Int"},
  }));
}

TEST(ParseErrors, SortsOfTerms) {
  expect_rows(std::to_array<Row>({
      {"(assert 1)", "1:9: an assertion must have sort Bool, but this term has sort Int"},
      {"(assert x)", "1:9: undeclared symbol 'x'"},
      {"(assert |x y|)", "1:9: undeclared symbol 'x y'"},
      {"(assert (+ 1 true))",
       "1:9: '+' does not take (Int Bool); it takes Int Int -> Int or Real Real -> Real"},
      {"(assert (select 1 2))",
       "1:9: 'select' does not take (Int Int); it takes Array(A,B) A -> B or Fun(A,B) A -> B or "
       "Set(A) A -> Bool"},
      {"(assert (distinct 1))", "1:9: 'distinct' does not take (Int); it takes A A -> Bool"},
      {"(assert (ite true 1 #x0))",
       "1:9: 'ite' does not take (Bool Int (_ BitVec 4)); it takes Bool A A -> A"},
      {"(assert (bvadd 0 1 2 3 4 5 6 7 8 9))",
       "1:9: 'bvadd' does not take (Int Int Int Int Int Int Int Int and 2 more); it takes BV(n) "
       "BV(n) -> BV(n)"},
      {"(assert (const 1))",
       "1:9: 'const' does not take (Int); it takes B -> Array(A,B) as (as const Sort) "
       "or Bool -> Set(A) as (as const Sort)"},
      {"(assert (as true Int))", "1:9: '(as true Int)' does not take (); it takes -> Bool"},
      {"(assert ((_ extract 8 0) #x00))",
       "1:9: '(_ extract 8 0)' does not take ((_ BitVec 8)); it takes [i j] BV(n) -> BV(i-j+1) "
       "where j<=i i<n"},
      {"(declare-fun f (Int) Int)(assert (f 1 2))",
       "1:34: 'f' does not take (Int Int); it takes Int -> Int"},
      {"(declare-fun f (Int) Int)(declare-fun f (Bool) Int)(assert (f 1.5))",
       "1:60: 'f' does not take (Real); it takes Bool -> Int or Int -> Int"},
      {"(declare-const x Int)(assert (x 1))", "1:30: 'x' does not take (Int); it takes -> Int"},
      {"(assert (let ((x 1)) (x 1)))", "1:22: a term of sort Int cannot take 1 argument"},
      {"(declare-const h (-> Int Bool))(assert (h true))",
       "1:40: argument 1 must have sort Int, not Bool"},
      {"(declare-const h (-> Int Bool))(assert (h 1 2))",
       "1:40: a term of sort (-> Int Bool) cannot take 2 arguments"},
      {"(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (head T) (tail (L T)))))))\n(assert "
       "(cons "
       "1 2))",
       "2:9: 'cons' does not take (Int Int); it takes X1 (L X1) -> (L X1)"},
      {"(define-fun f ((x Int)) Int true)",
       "1:29: the body must have sort Int, but this term has sort Bool"},
      {"(assert (_ bv5 0))", "1:9: the width of a bit-vector is 1 to 16777216"},
      {"(assert (_ bv5 99999999999))", "1:9: the width of a bit-vector is 1 to 16777216"},
  }));
}

TEST(ParseErrors, Identifiers) {
  expect_rows(std::to_array<Row>({
      {"(assert (as))", "1:12: expected a name after 'as', found ')'"},
      {"(assert (as x Foo))", "1:15: unknown sort 'Foo'"},
      {"(assert (as true Bool Bool))", "1:23: expected ')' after the sort of 'as', found 'Bool'"},
      {"(assert (as (f) Bool))", "1:15: expected an operator after '_', found ')'"},
      {"(assert (_ ))", "1:12: expected an operator after '_', found ')'"},
      {"(assert ((_ 1 2) 3))", "1:13: expected an operator after '_', found '1'"},
      {"(assert (_ bv1 8", "1:17: expected an index or ')', found the end of the input"},
  }));
}

TEST(ParseErrors, Sorts) {
  expect_rows(std::to_array<Row>({
      {"(declare-const x)", "1:17: expected a sort, found ')'"},
      {"(declare-const x 1)", "1:18: expected a sort, found '1'"},
      {"(declare-const x ())", "1:19: expected a sort's name, found ')'"},
      {"(declare-const x Foo)", "1:18: unknown sort 'Foo'"},
      {"(declare-const x (Array Int (Foo Int)))", "1:29: unknown sort 'Foo'"},
      {"(declare-const x (_ BitVec 0))",
       "1:18: an index of sort 'BitVec' is out of range: the limit is 16777216"},
      {"(declare-const x (_ BitVec foo))",
       "1:18: an index of sort 'BitVec' is out of range: the limit is 16777216"},
      {"(declare-const x (_ BitVec))", "1:18: sort 'BitVec' takes 1 index, found 0"},
      {"(declare-const x (_ BitVec 1 2))", "1:18: sort 'BitVec' takes 1 index, found 2"},
      {"(declare-const x (_ FloatingPoint 8))",
       "1:18: sort 'FloatingPoint' takes 2 indices, found 1"},
      {"(declare-const x BitVec)", "1:18: sort 'BitVec' takes 1 index, found 0"},
      {"(declare-const x (_ FloatingPoint 1 5))",
       "1:18: an index of sort 'FloatingPoint' is out of range: the limit is 16777216"},
      {"(declare-const x (Array Int))", "1:18: sort 'Array' takes 2 arguments, found 1"},
      {"(declare-const x (-> Int))", "1:18: sort '->' takes at least 2 arguments, found 1"},
      {"(declare-const x (Float32 Int))", "1:18: sort 'Float32' takes 0 arguments, found 1"},
      {"(declare-sort U 1)(declare-const x U)", "1:36: sort 'U' takes 1 argument, found 0"},
      {"(declare-sort U 0)(declare-const x (U Int))", "1:36: sort 'U' takes 0 arguments, found 1"},
      {"(define-sort S (X) X)(declare-const x S)", "1:39: sort 'S' takes 1 argument, found 0"},
      // A parameter ends with its declaration.
      {"(define-sort S (X) X)(declare-const x X)", "1:39: unknown sort 'X'"},
      {"(declare-datatype D (par (X) ((c (s X)))))(declare-const x X)", "1:60: unknown sort 'X'"},
  }));
}

TEST(ParseErrors, Declarations) {
  expect_rows(std::to_array<Row>({
      {"(declare-fun f Int Int)", "1:16: expected '(' before the parameters' sorts, found 'Int'"},
      {"(declare-fun f (Int))", "1:21: expected a sort, found ')'"},
      {"(declare-fun 1 () Int)", "1:14: expected the name of a function, found '1'"},
      {"(declare-sort)", "1:14: expected the name of a sort, found ')'"},
      {"(declare-sort U 1001)", "1:17: expected a number of parameters, at most 1000"},
      {"(declare-sort-parameter)", "1:24: expected the name of a sort parameter, found ')'"},
      {"(define-sort S)", "1:15: expected '(' before the parameters, found ')'"},
      {"(define-sort S (1) Int)", "1:17: expected a sort parameter or ')', found '1'"},
      {"(define-sort S (X) (Array X Y))", "1:29: unknown sort 'Y'"},
      {"(define-fun f (x Int) Int x)", "1:16: expected ')' or another (variable Sort), found 'x'"},
      {"(define-fun f ((x Int)) Int x x)",
       "1:31: expected ')' at the end of the command, found 'x'"},
      {"(define-fun-rec f ((x Int)) Int (f true))",
       "1:33: 'f' does not take (Bool); it takes Int -> Int"},
      {"(define-fun f ((x Int)) Int (f x))\n(assert (= 1 (f true)))",
       "2:14: 'f' does not take (Bool); it takes Int -> Int"},
      {"(define-funs-rec f)", "1:18: expected '(' before the functions, found 'f'"},
      {"(define-funs-rec ((f () Int) (g () Int)) (1))", "1:44: expected a term, found ')'"},
      {"(define-funs-rec ((f () Int)) (1 2))", "1:34: expected ')' after the bodies, found '2'"},
      {"(define-const c Int true)",
       "1:21: the body must have sort Int, but this term has sort Bool"},
      {"(declare-datatypes ((D 0)) ())", "1:29: expected '(' before the constructors, found ')'"},
      {"(declare-datatypes ((D 0)) (((c)) ((d))))",
       "1:35: expected ')' after the constructors, found '('"},
      {"(declare-datatypes ((D 1)) (((c))))", "1:29: datatype 'D' has 1 parameters, found 0"},
      {"(declare-datatypes ((D 1)) ((par (X Y) ((c)))))",
       "1:29: datatype 'D' has 1 parameters, found 2"},
      {"(declare-datatypes ((D)) (((c))))", "1:23: expected a number of parameters, at most 1000"},
      {"(declare-datatype D)", "1:20: expected '(' before the constructors, found ')'"},
      {"(declare-datatype D ((c (s))))", "1:27: expected a sort, found ')'"},
      {"(declare-datatype D ((c s)))", "1:25: expected ')' or another (selector Sort), found 's'"},
      {"(declare-datatype D (((c))))", "1:23: expected a constructor, found '('"},
      {"(declare-datatypes (X) ((D (c (s Y)))))", "1:34: unknown sort 'Y'"},
  }));
}

TEST(ParseErrors, OtherCommands) {
  expect_rows(std::to_array<Row>({
      {"(set-logic)", "1:11: expected a logic, found ')'"},
      {"(set-logic A B)", "1:14: expected ')' at the end of the command, found 'B'"},
      {"(pop 1)", "1:6: pop without a push before it"},
      {"(push 1)(pop 2)", "1:14: pop without a push before it"},
      {"(push -1)", "1:7: expected ')' at the end of the command, found '-1'"},
      {"(push 1000001)", "1:7: at most 1000000 levels"},
      {"(push 600000)(push 600000)", "1:20: at most 1000000 levels"},
      {"(check-sat-assuming p)", "1:21: expected '(' before the terms, found 'p'"},
      {"(get-value x)", "1:12: expected '(' before the terms, found 'x'"},
      {"(minimize)", "1:10: expected a term, found ')'"},
  }));
}

TEST(ParseErrors, ReadingGoesOnWithTheNextCommand) {
  EXPECT_EQ(errors_of("(assert x)\n(assert (+ 1))(assert (and true 1))\nstray\n(check-sat)\n(pop)"),
            "1:9: undeclared symbol 'x'\n"
            "2:9: an assertion must have sort Bool, but this term has sort Int\n"
            "2:23: 'and' does not take (Bool Int); it takes Bool Bool -> Bool\n"
            "3:1: expected '(' and a command, found 'stray'\n"
            "5:5: pop without a push before it\n");
}

TEST(ParseErrors, RecoveryPassesOverAnythingInTheCommand) {
  // Deep inside, with bad tokens, parentheses in strings and comments after the error.
  EXPECT_EQ(errors_of("(assert (and (x 1) (and y \")\" |)| [ #x ; )\n ((((1))))) ) )\n(assert z)"),
            "1:25: undeclared symbol 'y'\n3:9: undeclared symbol 'z'\n");
  // What is missing at the end takes the rest of the file along.
  EXPECT_EQ(errors_of("(assert (and x\n(assert y)\n(assert z)"), "1:14: undeclared symbol 'x'\n");
  // Local names of the failed command are gone, those of sorts too.
  EXPECT_EQ(errors_of("(assert (forall ((x Int)) (let ((y 1)) (bad\n))))\n(assert (and x y))\n"
                      "(define-sort S (X) (Foo X))(declare-const c X)"),
            "2:1: expected an argument of 'bad', found ')'\n3:14: undeclared symbol 'x'\n"
            "4:20: unknown sort 'Foo'\n4:45: unknown sort 'X'\n");
}

TEST(ParseErrors, TheCommandWithTheErrorIsLeftOut) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "(declare-const p Bool)(assert p)(assert q)(assert (not p))");
  EXPECT_EQ(parsed.errors.size(), 1u);
  EXPECT_EQ(print_script(pool, parsed.script, test::kPlain),
            "(declare-const p Bool)\n(assert p)\n(assert (not p))\n");
}

TEST(ParseErrors, TheLimitStopsTheReading) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "(assert x)\n";
  Pool pool;
  EXPECT_EQ(parse_script(pool, text).errors.size(), 20u);
  EXPECT_EQ(parse_script(pool, text, 3).errors.size(), 3u);
  EXPECT_EQ(parse_script(pool, text, 3).errors[2].place, (Place{3, 9}));
  EXPECT_EQ(parse_script(pool, text, 100).errors.size(), 30u);
}

TEST(ParseErrors, AFailedDeclarationIsReportedOnce) {
  struct Script {
    std::string_view text;
    std::string_view errors;
  };
  const Script scripts[] = {
      {"(declare-const x Foo)(assert (> x 1))(assert (= x (+ x 2)))", "1:18: unknown sort 'Foo'\n"},
      {"(declare-fun f (Foo) Int)(assert (= (f 1) (f true) 2))", "1:17: unknown sort 'Foo'\n"},
      {"(define-fun f ((x Int)) Bool 1)(assert (f 1))",
       "1:30: the body must have sort Bool, but this term has sort Int\n"},
      {"(define-fun-rec f ((x Foo)) Bool true)(assert (f 1))", "1:23: unknown sort 'Foo'\n"},
      {"(define-funs-rec ((f ((x Foo)) Bool)) (true))(assert (f 1))", "1:26: unknown sort 'Foo'\n"},
      {"(define-sort S () Foo)(declare-const x S)(declare-const y (Array S Int))"
       "(assert (= (select y x) 1))",
       "1:19: unknown sort 'Foo'\n"},
      {"(declare-sort U 2000)(declare-const x (U Int))(assert (= x x))",
       "1:17: expected a number of parameters, at most 1000\n"},
      // A datatype with its constructors, selectors and testers, also in match.
      {"(declare-datatypes ((L 0)) (((nil) (cons (head Foo) (tail L)))))(declare-const l L)"
       "(assert (= l (cons 1 nil)))(assert (= (head l) 1))(assert ((_ is cons) l))"
       "(assert (match l ((nil true) ((cons h t) (> h 1)))))",
       "1:48: unknown sort 'Foo'\n"},
      // A later declaration that succeeds counts.
      {"(declare-const x Foo)(declare-const x Int)\n(assert x)",
       "1:18: unknown sort 'Foo'\n"
       "2:9: an assertion must have sort Bool, but this term has sort Int\n"},
  };
  for (const Script& script : scripts) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, script.text);
    EXPECT_EQ(test::lines(parsed.errors), script.errors) << script.text;
    EXPECT_EQ(test::lines(parsed.warnings), "") << script.text;
    EXPECT_EQ(parsed.opaque_terms, 0u) << script.text;
  }
}

TEST(ParseErrors, MessagesNameLongSortsInShort) {
  std::string sort = "Int";
  for (int i = 0; i < 100; ++i) sort = "(Array Int " + sort + ")";
  const std::string errors = errors_of("(declare-const a " + sort + ")(assert a)");
  EXPECT_LT(errors.size(), 400u);
  EXPECT_NE(errors.find("...\n"), std::string::npos);
}

}  // namespace
}  // namespace pg
