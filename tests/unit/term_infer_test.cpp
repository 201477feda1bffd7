#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/read.h"
#include "term/infer.h"

namespace pg {
namespace {

using test::read_sort;
using test::read_terms;
using test::rows_named;
using testing::ElementsAre;

// One application: an operator, its indices, its arguments' sorts, and the sort that comes out.
struct Application {
  std::string_view name;
  std::vector<uint32_t> indices;
  std::vector<std::string_view> args;
  std::string_view result;
  std::string_view qualifier = {};  // of (as name Sort)
};

constexpr std::string_view kIllSorted = "ill-sorted";

// The first row of the name that takes the arguments decides, as in the parser.
void check(const std::vector<Application>& table) {
  for (const Application& application : table) {
    Pool pool;
    std::string text(application.name);
    std::vector<Index> indices;
    for (uint32_t index : application.indices) {
      indices.push_back({pool.intern(std::to_string(index)), index, {}});
      text += " " + std::to_string(index);
    }
    std::vector<Sort> args;
    for (std::string_view arg : application.args) {
      args.push_back(read_sort(pool, arg));
      text.append(" ").append(arg);
    }
    const Sort qualifier =
        application.qualifier.empty() ? Sort() : read_sort(pool, application.qualifier);
    Sort result;
    const std::vector<const OpSpec*> rows = rows_named(application.name);
    ASSERT_FALSE(rows.empty()) << text;
    for (const OpSpec* row : rows) {
      result = infer(pool, *row, indices, args, qualifier);
      if (result) break;
    }
    const std::string got = result ? print_sort(pool, result) : std::string(kIllSorted);
    EXPECT_EQ(got, application.result) << "of " << text;
  }
}

TEST(Infer, CountsArguments) {
  check({
      {"not", {}, {"Bool"}, "Bool"},
      {"not", {}, {}, kIllSorted},
      {"not", {}, {"Bool", "Bool"}, kIllSorted},
      {"not", {}, {"Int"}, kIllSorted},
      {"ite", {}, {"Bool", "Int", "Int"}, "Int"},
      {"ite", {}, {"Bool", "Int"}, kIllSorted},
      {"ite", {}, {"Int", "Int", "Int"}, kIllSorted},
      {"true", {}, {}, "Bool"},
      {"true", {}, {"Bool"}, kIllSorted},
      {"store", {}, {"(Array Int Bool)", "Int", "Bool"}, "(Array Int Bool)"},
      {"store", {}, {"(Array Int Bool)", "Int"}, kIllSorted},
  });
}

TEST(Infer, PicksTheOverloadByTheArguments) {
  check({
      {"-", {}, {"Int"}, "Int"},
      {"-", {}, {"Real"}, "Real"},
      {"-", {}, {"Int", "Int"}, "Int"},
      {"-", {}, {"Real", "Real"}, "Real"},
      {"-", {}, {"Bool"}, kIllSorted},
      {"abs", {}, {"Real"}, "Real"},
      {"str.++", {}, {"String", "String"}, "String"},
      {"str.++", {}, {"(Seq Int)", "(Seq Int)"}, "(Seq Int)"},
      {"str.++", {}, {"(Seq Int)", "String"}, kIllSorted},
      {"to_fp", {5, 11}, {"(_ BitVec 16)"}, "Float16"},
      {"to_fp", {5, 11}, {"(_ BitVec 17)"}, kIllSorted},
      {"to_fp", {5, 11}, {"RoundingMode", "(_ BitVec 17)"}, "Float16"},
      {"to_fp", {5, 11}, {"RoundingMode", "Float64"}, "Float16"},
      {"to_fp", {5, 11}, {"RoundingMode", "Real"}, "Float16"},
      {"to_fp", {5, 11}, {"RoundingMode", "Int"}, "Float16"},
      {"to_fp", {5, 11}, {"RoundingMode", "Bool"}, kIllSorted},
      {"to_fp", {5, 11}, {"RoundingMode", "Real", "Int"}, "Float16"},
      {"to_fp", {5, 11}, {"(_ BitVec 1)", "(_ BitVec 5)", "(_ BitVec 10)"}, "Float16"},
      {"to_fp", {5, 11}, {"(_ BitVec 1)", "(_ BitVec 5)", "(_ BitVec 11)"}, kIllSorted},
      {"to_fp", {5}, {"RoundingMode", "Real"}, kIllSorted},
      {"union", {}, {"(Array Int Bool)", "(Array Int Bool)"}, "(Array Int Bool)"},
      {"re.union", {}, {"RegLan", "RegLan"}, "RegLan"},
      {"re.union", {}, {"(RegEx (Seq Int))", "(RegEx (Seq Int))"}, "(RegEx (Seq Int))"},
  });
}

TEST(Infer, TakesAnIntForAReal) {
  check({
      {"+", {}, {"Int", "Real"}, "Real"},
      {"+", {}, {"Real", "Int", "Int"}, "Real"},
      {"+", {}, {"Int", "Int"}, "Int"},
      {"/", {}, {"Int", "Int"}, "Real"},
      {"<", {}, {"Int", "Real"}, "Bool"},
      {"=", {}, {"Int", "Real"}, "Bool"},
      {"=", {}, {"Real", "Int"}, "Bool"},
      {"distinct", {}, {"Int", "Int", "Real"}, "Bool"},
      // More arguments than any signature has.
      {"distinct", {}, {"Int", "Int", "Int", "Int", "Int", "Int", "Int", "Int"}, "Bool"},
      {"ite", {}, {"Bool", "Int", "Real"}, "Real"},
      {"ite", {}, {"Bool", "Real", "Int"}, "Real"},
      {"to_int", {}, {"Int"}, "Int"},
      {"mod", {}, {"Real", "Int"}, kIllSorted},
      {"select", {}, {"(Array Real Bool)", "Int"}, "Bool"},
      {"store", {}, {"(Array Int Real)", "Int", "Int"}, "(Array Int Real)"},
  });
}

TEST(Infer, PromotesNothingInsideASort) {
  check({
      {"=", {}, {"(Array Int Int)", "(Array Int Real)"}, kIllSorted},
      {"=", {}, {"(Set Int)", "(Set Real)"}, kIllSorted},
      {"ite", {}, {"Bool", "(Seq Int)", "(Seq Real)"}, kIllSorted},
      {"select", {}, {"(Array Int Bool)", "Real"}, kIllSorted},
      {"store", {}, {"(Array Int Int)", "Int", "Real"}, kIllSorted},
      {"set.member", {}, {"Real", "(Set Int)"}, kIllSorted},
      {"set.union", {}, {"(Set Int)", "(Set Real)"}, kIllSorted},
      {"set.insert", {}, {"Int", "Real", "(Set Int)"}, kIllSorted},
  });
}

// A variable that is bound at the top first, then inside another sort, is fixed from then on.
TEST(Infer, WhatWasMetInsideASortIsFixed) {
  constexpr OpSpec kRow{.name = "f", .sig = sig("A Set(A) A -> A")};
  Pool pool;
  const Sort ints = read_sort(pool, "(Set Int)");
  const Sort good[] = {kInt, ints, kInt};
  const Sort bad[] = {kInt, ints, kReal};
  EXPECT_EQ(infer(pool, kRow, {}, good), kInt);
  EXPECT_FALSE(infer(pool, kRow, {}, bad));
}

TEST(Infer, ChainsTakeManyArguments) {
  check({
      {"and", {}, {"Bool", "Bool", "Bool", "Bool", "Bool"}, "Bool"},
      {"and", {}, {"Bool"}, "Bool"},
      {"and", {}, {}, kIllSorted},
      {"and", {}, {"Bool", "Bool", "Int"}, kIllSorted},
      {"=>", {}, {"Bool", "Bool", "Bool"}, "Bool"},
      {"=", {}, {"Int", "Int", "Int", "Int"}, "Bool"},
      {"=", {}, {"Int"}, kIllSorted},
      {"=", {}, {"Int", "Int", "Bool"}, kIllSorted},
      {"<=", {}, {"Int", "Int", "Int"}, "Bool"},
      {"<=", {}, {"Int"}, kIllSorted},
      {"+", {}, {"Int", "Int", "Int", "Int", "Int", "Int", "Int"}, "Int"},
      {"bvadd", {}, {"(_ BitVec 8)", "(_ BitVec 8)", "(_ BitVec 8)"}, "(_ BitVec 8)"},
      {"bvadd", {}, {"(_ BitVec 8)", "(_ BitVec 8)", "(_ BitVec 9)"}, kIllSorted},
      {"bvsub", {}, {"(_ BitVec 8)", "(_ BitVec 8)", "(_ BitVec 8)"}, kIllSorted},
      {"bvult", {}, {"(_ BitVec 8)", "(_ BitVec 8)", "(_ BitVec 8)"}, kIllSorted},
      {"fp.lt", {}, {"Float16", "Float16", "Float16"}, "Bool"},
      {"set.union", {}, {"(Set Int)", "(Set Int)", "(Set Int)"}, "(Set Int)"},
  });
}

TEST(Infer, ConcatAddsUpItsWidths) {
  check({
      {"concat", {}, {"(_ BitVec 3)", "(_ BitVec 5)"}, "(_ BitVec 8)"},
      {"concat",
       {},
       {"(_ BitVec 1)", "(_ BitVec 2)", "(_ BitVec 3)", "(_ BitVec 4)"},
       "(_ BitVec 10)"},
      {"concat", {}, {"(_ BitVec 1)"}, kIllSorted},
      {"concat", {}, {"(_ BitVec 1)", "(_ BitVec 2)", "Int"}, kIllSorted},
      {"concat", {}, {"(_ BitVec 16777215)", "(_ BitVec 1)"}, "(_ BitVec 16777216)"},
      {"concat", {}, {"(_ BitVec 16777216)", "(_ BitVec 1)"}, kIllSorted},
      {"concat", {}, {"(_ BitVec 16777215)", "(_ BitVec 1)", "(_ BitVec 1)"}, kIllSorted},
  });
}

TEST(Infer, ExtractStaysWithinItsArgument) {
  check({
      {"extract", {7, 0}, {"(_ BitVec 8)"}, "(_ BitVec 8)"},
      {"extract", {7, 7}, {"(_ BitVec 8)"}, "(_ BitVec 1)"},
      {"extract", {6, 3}, {"(_ BitVec 8)"}, "(_ BitVec 4)"},
      {"extract", {8, 0}, {"(_ BitVec 8)"}, kIllSorted},
      {"extract", {3, 4}, {"(_ BitVec 8)"}, kIllSorted},
      {"extract", {7}, {"(_ BitVec 8)"}, kIllSorted},
      {"extract", {}, {"(_ BitVec 8)"}, kIllSorted},
      {"extract", {4294967294, 0}, {"(_ BitVec 8)"}, kIllSorted},
      {"extract", {7, 0}, {"Int"}, kIllSorted},
  });
}

TEST(Infer, ComputesWidths) {
  check({
      {"zero_extend", {0}, {"(_ BitVec 8)"}, "(_ BitVec 8)"},
      {"sign_extend", {24}, {"(_ BitVec 8)"}, "(_ BitVec 32)"},
      {"sign_extend", {16777216}, {"(_ BitVec 8)"}, kIllSorted},
      {"repeat", {3}, {"(_ BitVec 8)"}, "(_ BitVec 24)"},
      {"repeat", {0}, {"(_ BitVec 8)"}, kIllSorted},
      {"repeat", {4294967294}, {"(_ BitVec 16777216)"}, kIllSorted},
      {"int_to_bv", {8}, {"Int"}, "(_ BitVec 8)"},
      {"int_to_bv", {0}, {"Int"}, kIllSorted},
      {"bvcomp", {}, {"(_ BitVec 8)", "(_ BitVec 8)"}, "(_ BitVec 1)"},
      {"fp", {}, {"(_ BitVec 1)", "(_ BitVec 8)", "(_ BitVec 23)"}, "Float32"},
      {"fp", {}, {"(_ BitVec 2)", "(_ BitVec 8)", "(_ BitVec 23)"}, kIllSorted},
      {"fp", {}, {"(_ BitVec 1)", "(_ BitVec 1)", "(_ BitVec 23)"}, kIllSorted},
      {"+oo", {8, 24}, {}, "Float32"},
      {"+oo", {1, 24}, {}, kIllSorted},
      {"NaN", {8}, {}, kIllSorted},
      {"fp.to_ieee_bv", {}, {"Float32"}, "(_ BitVec 32)"},
      {"fp.to_sbv", {16}, {"RoundingMode", "Float32"}, "(_ BitVec 16)"},
      {"fp.add", {}, {"RoundingMode", "Float32", "Float64"}, kIllSorted},
      {"char.to_bv", {}, {"Unicode"}, "(_ BitVec 18)"},
      {"char.from_bv", {}, {"(_ BitVec 17)"}, kIllSorted},
  });
}

TEST(Infer, ChecksItsConditions) {
  check({
      {"bit2bool", {7}, {"(_ BitVec 8)"}, "Bool"},
      {"bit2bool", {8}, {"(_ BitVec 8)"}, kIllSorted},
      {"iand", {1}, {"Int", "Int"}, "Int"},
      {"iand", {0}, {"Int", "Int"}, kIllSorted},
  });
}

TEST(Infer, RepeatsWhatTheSignatureRepeats) {
  check({
      {"set.insert", {}, {"Int", "(Set Int)"}, "(Set Int)"},
      {"set.insert", {}, {"Int", "Int", "Int", "(Set Int)"}, "(Set Int)"},
      {"set.insert", {}, {"(Set Int)"}, kIllSorted},
      {"set.insert", {}, {"Int", "Bool", "(Set Int)"}, kIllSorted},
      {"at-most", {2}, {"Bool", "Bool", "Bool"}, "Bool"},
      {"at-most", {2}, {}, kIllSorted},
      {"at-most", {2}, {"Bool", "Int"}, kIllSorted},
      {"ff.bitsum", {}, {"(_ FiniteField 7)", "(_ FiniteField 7)"}, "(_ FiniteField 7)"},
      {"ff.bitsum", {}, {"(_ FiniteField 7)", "(_ FiniteField 5)"}, kIllSorted},
      {"tuple", {}, {}, "UnitTuple"},
      {"tuple", {}, {"Int", "Bool"}, "(Tuple Int Bool)"},
      {"mkbv", {}, {"Bool", "Bool", "Bool"}, "(_ BitVec 3)"},
  });
}

TEST(Infer, TakesAnyNumberOfIndicesWhereTheSignatureSaysSo) {
  check({
      {"tuple.project", {}, {"(Tuple Int Bool)"}, "UnitTuple"},
      {"tuple.project", {1, 0, 1}, {"(Tuple Int Bool)"}, "(Tuple Bool Int Bool)"},
      {"tuple.project", {2}, {"(Tuple Int Bool)"}, kIllSorted},
      {"pble", {3, 1, 2}, {"Bool", "Bool"}, "Bool"},
      {"rotate_left", {1, 2}, {"(_ BitVec 8)"}, kIllSorted},
  });
}

TEST(Infer, TheQualifierSettlesWhatTheArgumentsLeaveOpen) {
  check({
      {"set.empty", {}, {}, "(Set Int)", "(Set Int)"},
      {"set.empty", {}, {}, "(Set ?)"},
      {"set.empty", {}, {}, kIllSorted, "Int"},
      {"seq.empty", {}, {}, "(Seq Bool)", "(Seq Bool)"},
      {"seq.empty", {}, {}, "String", "String"},
      {"const", {}, {"Bool"}, "(Array Int Bool)", "(Array Int Bool)"},
      {"const", {}, {"Int"}, kIllSorted, "(Array Int Bool)"},
      {"const", {}, {"Bool"}, kIllSorted, "Bool"},
      {"re.none", {}, {}, "RegLan"},
      {"re.none", {}, {}, "(RegEx (Seq Int))", "(RegEx (Seq Int))"},
      {"nullable.null", {}, {}, "(Nullable Int)", "(Nullable Int)"},
  });
}

TEST(Infer, TheUnknownSortIsTakenAnywhere) {
  check({
      {"not", {}, {"?"}, "Bool"},
      {"+", {}, {"?", "Int"}, "Int"},
      {"=", {}, {"?", "Int"}, "Bool"},
      {"=", {}, {"?", "Int", "Bool"}, kIllSorted},
      {"bvadd", {}, {"?", "(_ BitVec 8)"}, "(_ BitVec 8)"},
      {"bvadd", {}, {"?", "?"}, "?"},
      {"concat", {}, {"?", "(_ BitVec 8)"}, "?"},
      {"extract", {7, 0}, {"?"}, "(_ BitVec 8)"},
      {"extract", {0, 7}, {"?"}, kIllSorted},
      {"select", {}, {"?", "Int"}, "?"},
      {"store", {}, {"?", "Int", "Bool"}, "(Array Int Bool)"},
      {"ite", {}, {"?", "?", "Int"}, "Int"},
      {"ite", {}, {"Bool", "?", "?"}, "?"},
      {"fp.add", {}, {"?", "?", "Float32"}, "Float32"},
      {"rel.join", {}, {"?", "(Set (Tuple Int))"}, "?"},
      {"tuple.select", {3}, {"?"}, "?"},
  });
}

// (set.singleton ?) is a (Set ?): its context must take that too.
TEST(Infer, UnknownPartsOfASortAreTakenAnywhere) {
  Pool pool;
  const Sort vague = pool.sort(SortKind::Set, {}, {kUnknown});
  const Sort ints = pool.sort(SortKind::Set, {}, {kInt});
  const Sort vaguer = pool.sort(SortKind::Set, {}, {vague});
  const Sort sets = pool.sort(SortKind::Set, {}, {ints});
  EXPECT_TRUE(fits(pool, ints, vague));
  EXPECT_TRUE(fits(pool, vague, ints));
  EXPECT_TRUE(fits(pool, sets, vaguer));
  EXPECT_FALSE(fits(pool, sets, ints));
  EXPECT_FALSE(fits(pool, pool.sort(SortKind::Bag, {}, {kInt}), vague));
  const Sort equal[] = {vague, ints};
  EXPECT_EQ(infer(pool, *rows_named("=")[0], {}, equal), kBool);
  const Sort inside[] = {sets, vaguer};
  EXPECT_EQ(infer(pool, *rows_named("set.subset")[0], {}, inside), kBool);
  EXPECT_EQ(infer(pool, *rows_named("set.union")[0], {}, inside), sets);
}

TEST(Infer, AFunctionStandsForAnArray) {
  check({
      {"select", {}, {"(-> Int Bool)", "Int"}, "Bool"},
      {"select", {}, {"(-> Int Int Bool)", "Int"}, kIllSorted},
      {"=", {}, {"(Array Int Bool)", "(-> Int Bool)"}, "Bool"},
      {"=", {}, {"(Array Int Bool)", "(-> Int Int)"}, kIllSorted},
      {"set.map", {}, {"(-> Int Bool)", "(Set Int)"}, "(Set Bool)"},
      {"set.map", {}, {"(Array Int Bool)", "(Set Int)"}, kIllSorted},
      {"seq.map", {}, {"(-> Int Bool)", "(Seq Int)"}, "(Seq Bool)"},
      {"seq.map", {}, {"(Array Int Bool)", "(Seq Int)"}, "(Seq Bool)"},
      {"set.fold", {}, {"(-> Int Bool Bool)", "Bool", "(Set Int)"}, "Bool"},
      {"set.fold", {}, {"(-> Int Bool Int)", "Bool", "(Set Int)"}, kIllSorted},
  });
}

TEST(Infer, RelationsAndTuples) {
  check({
      {"rel.join",
       {},
       {"(Set (Tuple Int Bool))", "(Set (Tuple Bool Real))"},
       "(Set (Tuple Int Real))"},
      {"rel.join", {}, {"(Set (Tuple Int Bool))", "(Set (Tuple Int))"}, kIllSorted},
      {"rel.product", {}, {"(Set (Tuple Int))", "(Set (Tuple Bool))"}, "(Set (Tuple Int Bool))"},
      {"rel.transpose", {}, {"(Set (Tuple Int Bool Real))"}, "(Set (Tuple Real Bool Int))"},
      {"rel.transpose", {}, {"(Set Int)"}, kIllSorted},
      {"table.product", {}, {"(Set (Tuple Int))", "(Set (Tuple Int))"}, kIllSorted},
      {"table.project", {1}, {"(Bag (Tuple Int Bool))"}, "(Bag (Tuple Bool))"},
      {"tuple.select", {1}, {"(Tuple Int Bool)"}, "Bool"},
      {"tuple.select", {2}, {"(Tuple Int Bool)"}, kIllSorted},
      {"tuple.select", {0}, {"Int"}, kIllSorted},
      {"tuple.update", {0}, {"(Tuple Int Bool)", "Int"}, "(Tuple Int Bool)"},
      {"tuple.update", {0}, {"(Tuple Int Bool)", "Bool"}, kIllSorted},
      {"@", {}, {"(-> Int Bool Real)", "Int"}, "(-> Bool Real)"},
      {"@", {}, {"(-> Int Bool Real)", "Int", "Bool"}, "Real"},
      {"@", {}, {"(-> Int Bool)", "Bool"}, kIllSorted},
      {"@", {}, {"(-> Int Bool)", "Int", "Int"}, kIllSorted},
      {"nullable.lift", {}, {"(-> Int Bool)", "(Nullable Int)"}, "(Nullable Bool)"},
      {"nullable.lift", {}, {"(-> Int Bool)", "(Nullable Bool)"}, kIllSorted},
  });
}

TEST(Fits, IsNotSymmetric) {
  Pool pool;
  EXPECT_TRUE(fits(pool, kReal, kInt));
  EXPECT_FALSE(fits(pool, kInt, kReal));
  const Sort array = read_sort(pool, "(Array Int Bool)");
  const Sort function = read_sort(pool, "(-> Int Bool)");
  EXPECT_TRUE(fits(pool, array, function));
  EXPECT_FALSE(fits(pool, function, array));
}

// Two sorts of forty nested pairs that differ in one leaf have 2^40 parts and forty distinct ones.
TEST(Fits, SharedPartsAreComparedOnce) {
  Pool pool;
  Sort known = kInt;
  Sort vague = kUnknown;
  for (int i = 0; i < 40; ++i) {
    known = pool.sort(SortKind::Tuple, {}, {known, known});
    vague = pool.sort(SortKind::Tuple, {}, {vague, vague});
  }
  EXPECT_TRUE(fits(pool, known, vague));
}

constexpr std::string_view kList =
    "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))"
    "(declare-const ints (List Int)) (declare-const reals (List Real))"
    "(declare-const bools (List Bool))";

Head list_function(Pool& pool, std::string_view text) {
  return pool.head(read_terms(pool, kList, {text})[0]);
}

TEST(InferFunction, FindsTheSortsOfAConstructor) {
  Pool pool;
  const std::vector<Term> terms = read_terms(
      pool, kList, {"(cons true bools)", "(tail ints)", "(head reals)", "ints", "reals"});
  EXPECT_EQ(print_sort(pool, pool.sort(terms[0])), "(List Bool)");
  EXPECT_EQ(print_sort(pool, pool.sort(terms[1])), "(List Int)");
  EXPECT_EQ(pool.sort(terms[2]), kReal);
  const Head cons = pool.head(terms[0]);
  const Sort mixed[] = {kBool, pool.sort(terms[3])};
  EXPECT_FALSE(infer(pool, cons, mixed));
}

TEST(InferFunction, PromotesAtTheTopOnly) {
  Pool pool;
  const std::vector<Term> terms = read_terms(pool, kList, {"(cons 1 ints)", "ints", "reals"});
  const Head cons = pool.head(terms[0]);
  const Sort ints = pool.sort(terms[1]);
  const Sort reals = pool.sort(terms[2]);
  const Sort int_to_reals[] = {kInt, reals};
  const Sort real_to_ints[] = {kReal, ints};
  EXPECT_EQ(infer(pool, cons, int_to_reals), reals);
  EXPECT_FALSE(infer(pool, cons, real_to_ints));
}

// Parameters in the other order: the list binds the parameter first.
TEST(InferFunction, PromotesAtTheTopOnlyInEitherOrder) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool,
                 "(declare-datatypes ((L 1)) ((par (X) ((e) (snoc (init (L X)) (last X))))))"
                 "(declare-const ints (L Int)) (declare-const reals (L Real))",
                 {"(snoc ints 1)", "ints", "reals"});
  const Head snoc = pool.head(terms[0]);
  const Sort ints = pool.sort(terms[1]);
  const Sort reals = pool.sort(terms[2]);
  const Sort int_to_reals[] = {reals, kInt};
  const Sort real_to_ints[] = {ints, kReal};
  EXPECT_EQ(infer(pool, snoc, int_to_reals), reals);
  EXPECT_FALSE(infer(pool, snoc, real_to_ints));
}

TEST(InferFunction, TheQualifierBindsParameters) {
  Pool pool;
  const Head nil = list_function(pool, "(as nil (List Int))");
  const Sort ints = pool.sort(read_terms(pool, kList, {"ints"})[0]);
  EXPECT_EQ(print_sort(pool, infer(pool, nil, {})), "(List ?)");
  // Another List of another script is another sort.
  EXPECT_FALSE(infer(pool, nil, {}, ints));
  EXPECT_FALSE(infer(pool, nil, {}, kInt));
}

TEST(InferFunction, WithFewerArgumentsItIsAFunction) {
  Pool pool;
  const Sort params[] = {kInt, kBool, kReal};
  const Head f = pool.declare(pool.intern("f"), params, kString);
  const Sort one[] = {kInt};
  const Sort wrong[] = {kBool};
  const Sort all[] = {kInt, kBool, kInt};
  const Sort more[] = {kInt, kBool, kReal, kReal};
  EXPECT_EQ(print_sort(pool, infer(pool, f, {})), "(-> Int Bool Real String)");
  EXPECT_EQ(print_sort(pool, infer(pool, f, one)), "(-> Bool Real String)");
  EXPECT_EQ(infer(pool, f, all), kString);
  EXPECT_FALSE(infer(pool, f, wrong));
  EXPECT_FALSE(infer(pool, f, more));
  EXPECT_FALSE(infer(pool, f, all, kInt));
}

// A function over a sort parameter of the script, applied to a variable of that parameter.
TEST(InferFunction, AParameterMayStandForItself) {
  Pool pool;
  const Sort x = pool.declare_parameter(pool.intern("X"));
  const Sort params[] = {x};
  const Head f = pool.declare(pool.intern("f"), params, x);
  const Sort same[] = {x};
  const Sort other[] = {kInt};
  EXPECT_EQ(infer(pool, f, same), x);
  EXPECT_EQ(infer(pool, f, other), kInt);
}

TEST(Unify, BindsEachParameterOnce) {
  Pool pool;
  const Sort a = pool.sort(SortKind::Param, {0});
  const Sort b = pool.sort(SortKind::Param, {1});
  const Sort pattern = pool.sort(SortKind::Array, {}, {b, pool.sort(SortKind::Set, {}, {a})});
  Unifier unifier(pool);
  EXPECT_TRUE(unifier.unify(pattern, read_sort(pool, "(Array Int (Set Bool))")));
  EXPECT_THAT(unifier.bindings(), ElementsAre(kBool, kInt));
  EXPECT_TRUE(unifier.unify(a, kBool));
  EXPECT_FALSE(unifier.unify(a, kInt));
  EXPECT_FALSE(Unifier(pool).unify(pattern, read_sort(pool, "(Array Int (Bag Bool))")));
  EXPECT_FALSE(Unifier(pool).unify(pattern, kInt));
  const Sort twice = pool.sort(SortKind::Array, {}, {a, a});
  EXPECT_FALSE(Unifier(pool).unify(twice, read_sort(pool, "(Array Int Real)")));
  EXPECT_FALSE(Unifier(pool).unify(twice, read_sort(pool, "(Array Real Int)")));
}

TEST(Instantiate, ReplacesAllParametersAtOnce) {
  Pool pool;
  const Sort a = pool.sort(SortKind::Param, {0});
  const Sort b = pool.sort(SortKind::Param, {1});
  const Sort pattern = pool.sort(SortKind::Array, {}, {a, pool.sort(SortKind::Set, {}, {b})});
  const Sort swapped[] = {b, a};
  const Sort bindings[] = {kInt};
  EXPECT_EQ(instantiate(pool, pattern, swapped),
            pool.sort(SortKind::Array, {}, {b, pool.sort(SortKind::Set, {}, {a})}));
  EXPECT_EQ(print_sort(pool, instantiate(pool, pattern, bindings)), "(Array Int (Set ?))");
  EXPECT_EQ(instantiate(pool, kInt, {}), kInt);
}

}  // namespace
}  // namespace pg
