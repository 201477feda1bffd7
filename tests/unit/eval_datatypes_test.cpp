#include "support/eval_stub.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

constexpr std::string_view kDeclarations =
    "(declare-datatypes ((List 1) (Color 0) (Tree 0)) ("
    " (par (T) ((nil) (cons (head T) (tail (List T)))))"
    " ((red) (green))"
    " ((leaf) (node (left Tree) (label Int) (right Tree)))))"
    "(declare-fun plus (Int Int) Int)";

constexpr EvalCase kCases[] = {
    {"(cons 1 (as nil (List Int)))", "cons(1, nil)"},
    {"((_ is cons) (cons 1 (as nil (List Int))))", "true"},
    {"((_ is nil) (cons 1 (as nil (List Int))))", "false"},
    {"((_ is nil) (as nil (List Int)))", "true"},
    {"((_ is red) red)", "true"},
    {"((_ is green) red)", "false"},
    {"((_ is (cons (Int (List Int)) (List Int))) (cons 1 (as nil (List Int))))", "true"},
    {"(= (cons 1 (as nil (List Int))) (cons 1 (as nil (List Int))))", "true"},
    {"(= (cons 1 (as nil (List Int))) (cons 2 (as nil (List Int))))", "false"},
    {"(= red green)", "false"},
    {"((_ update head) (cons 1 (as nil (List Int))) 5)", "cons(5, nil)"},
    {"((_ update head) (as nil (List Int)) 5)", "nil"},
    {"((_ update-field tail) (cons 1 (as nil (List Int))) (cons 2 (as nil (List Int))))",
     "cons(1, cons(2, nil))"},
    {"((_ update label) (node leaf 1 leaf) 2)", "node(leaf, 2, leaf)"},
    {"((_ update right) (node leaf 1 leaf) (node leaf 2 leaf))",
     "node(leaf, 1, node(leaf, 2, leaf))"},
    {"(dt.size leaf)", "0"},
    {"(dt.size (node leaf 1 leaf))", "1"},
    {"(dt.size (node (node leaf 1 leaf) 1 (node leaf 1 leaf)))", "3"},
    {"(dt.size 5)", "unsupported"},
    {"(dt.size (cons 1 (cons 2 (as nil (List Int)))))", "2"},

    {"(tuple 1 true)", "(1, true)"},
    {"tuple.unit", "()"},
    {"((_ tuple.select 1) (tuple 1 true))", "true"},
    {"((_ tuple.update 0) (tuple 1 true) 7)", "(7, true)"},
    {"((_ tuple.project 1 0 1) (tuple 1 true))", "(true, 1, true)"},
    {"(tuple.project (tuple 1 true))", "()"},
    {"(= (tuple 1 2) (tuple 1 2))", "true"},
    {"(= (tuple 1 2) (tuple 2 1))", "false"},

    {"(nullable.some 5)", "(5)"},
    {"(as nullable.null (Nullable Int))", "()"},
    {"(nullable.val (nullable.some 5))", "5"},
    {"(nullable.val (as nullable.null (Nullable Int)))", "unspecified"},
    {"(nullable.is_null (as nullable.null (Nullable Int)))", "true"},
    {"(nullable.is_null (nullable.some 5))", "false"},
    {"(nullable.is_some (nullable.some 5))", "true"},
    {"(nullable.is_some (as nullable.null (Nullable Int)))", "false"},
    {"(= (nullable.some 5) (as nullable.null (Nullable Int)))", "false"},
    {"(nullable.lift (lambda ((x Int) (y Int)) (+ x y)) (nullable.some 5) (nullable.some 6))",
     "(11)"},
    {"(nullable.lift (lambda ((x Int) (y Int)) (+ x y)) (nullable.some 5)"
     " (as nullable.null (Nullable Int)))",
     "()"},
    {"((_ nullable.lift plus) (nullable.some 5) (nullable.some 6))", "(11)"},
};

TEST(EvalDatatypes, GroundTerms) {
  EvalStub stub;
  stub.declare(kDeclarations);
  stub.define("plus", [](std::span<const Value> args) {
    return Value::integer(args[0].as_int64() + args[1].as_int64());
  });
  expect_values(stub, kCases);
}

// A list that is deeper than any stack: walked without recursion, also where it is shared.
TEST(EvalDatatypes, DeepValues) {
  EvalStub stub;
  stub.declare(kDeclarations);
  const Term leaf = stub.parse("(dt.size leaf)");
  const Term node = stub.parse("(node leaf 1 leaf)");
  const Head constructor = stub.pool.head(node);
  Value tree = stub.eval(stub.pool.args(leaf)[0]);
  for (int i = 0; i < 300; ++i)
    tree = stub.values.datatype(constructor, std::vector{tree, Value::integer(i), tree});
  const mpz_class expected = (mpz_class(1) << 300) - 1;
  EXPECT_EQ(stub.show(stub.call(leaf, std::vector{tree})), expected.get_str());
  for (int i = 0; i < 200000; ++i)
    tree = stub.values.datatype(constructor, std::vector{tree, Value::integer(i), tree});
  const Value other = stub.values.datatype(constructor, std::vector{tree, Value::integer(1), tree});
  const Value same = stub.values.datatype(constructor, std::vector{tree, Value::integer(1), tree});
  const Term equal = stub.parse("(= leaf leaf)");
  EXPECT_TRUE(stub.call(equal, std::vector{same, other}).is_true());
  EXPECT_TRUE(stub.call(equal, std::vector{tree, other}).is_false());
}

}  // namespace
}  // namespace pg
