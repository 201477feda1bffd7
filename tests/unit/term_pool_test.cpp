#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/read.h"
#include "term/pool.h"
#include "theory/core/core.h"

namespace pg {
namespace {

using test::read_sort;
using test::read_term;
using test::read_terms;
using test::rows_named;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Handle, ADefaultOneNamesNothing) {
  EXPECT_FALSE(Term());
  EXPECT_TRUE(Term(0));
  EXPECT_EQ(Term(), Term());
  EXPECT_LT(Term(1), Term(2));
}

TEST(Symbols, AreKeptOnce) {
  Pool pool;
  const Symbol a = pool.intern("a");
  EXPECT_EQ(pool.intern(std::string("a")), a);
  EXPECT_NE(pool.intern("A"), a);
  EXPECT_EQ(pool.text(a), "a");
}

TEST(Symbols, TheEmptyTextAndBytesOfZeroAreTexts) {
  Pool pool;
  const Symbol empty = pool.intern("");
  const Symbol zero = pool.intern(std::string_view("\0", 1));
  const Symbol zeros = pool.intern(std::string_view("\0\0", 2));
  EXPECT_NE(empty, zero);
  EXPECT_NE(zero, zeros);
  EXPECT_EQ(pool.text(empty), "");
  EXPECT_EQ(pool.text(zeros), std::string_view("\0\0", 2));
}

TEST(Symbols, FindDoesNotIntern) {
  Pool pool;
  const size_t before = pool.symbol_count();
  EXPECT_FALSE(pool.find("never seen"));
  EXPECT_EQ(pool.symbol_count(), before);
  const Symbol seen = pool.intern("never seen");
  EXPECT_EQ(pool.find("never seen"), seen);
}

TEST(Symbols, TextsStayWhereTheyAre) {
  Pool pool;
  const Symbol first = pool.intern("the first of many");
  const std::string_view text = pool.text(first);
  for (int i = 0; i < 100'000; ++i) pool.intern("symbol" + std::to_string(i));
  EXPECT_EQ(pool.text(first).data(), text.data());
  EXPECT_EQ(text, "the first of many");
  EXPECT_EQ(pool.text(pool.find("symbol99999")), "symbol99999");
}

TEST(Sorts, PlainOnesHaveFixedHandles) {
  Pool pool;
  EXPECT_EQ(read_sort(pool, "Bool"), kBool);
  EXPECT_EQ(read_sort(pool, "Int"), kInt);
  EXPECT_EQ(read_sort(pool, "Real"), kReal);
  EXPECT_EQ(read_sort(pool, "String"), kString);
  EXPECT_EQ(read_sort(pool, "RegLan"), kRegLan);
  EXPECT_EQ(read_sort(pool, "RoundingMode"), kRoundingMode);
  EXPECT_EQ(read_sort(pool, "Unicode"), kChar);
  EXPECT_EQ(pool.kind(kUnknown), SortKind::Unknown);
}

TEST(Sorts, AreKeptOnce) {
  Pool pool;
  const Sort eight = pool.sort(SortKind::BitVec, {8});
  EXPECT_EQ(pool.sort(SortKind::BitVec, {8}), eight);
  EXPECT_NE(pool.sort(SortKind::BitVec, {9}), eight);
  const Sort array = pool.sort(SortKind::Array, {}, {kInt, eight});
  const size_t before = pool.sort_count();
  EXPECT_EQ(pool.sort(SortKind::Array, {}, {kInt, eight}), array);
  EXPECT_EQ(pool.sort_count(), before);
  EXPECT_NE(pool.sort(SortKind::Array, {}, {eight, kInt}), array);
}

TEST(Sorts, TellWhatTheyAreMadeOf) {
  Pool pool;
  const Sort single = pool.sort(SortKind::FloatingPoint, {8, 24});
  EXPECT_EQ(pool.kind(single), SortKind::FloatingPoint);
  EXPECT_THAT(pool.indices(single), ElementsAre(8, 24));
  EXPECT_THAT(pool.args(single), IsEmpty());
  const Sort set = pool.sort(SortKind::Set, {}, {single});
  EXPECT_THAT(pool.args(set), ElementsAre(single));
  EXPECT_EQ(pool.ctor(set), ctor_of(SortKind::Set));
}

TEST(Sorts, IndicesAndArgumentsAreNotMixedUp) {
  Pool pool;
  // The same three numbers, once as indices and once as handles.
  const Sort tuple = pool.sort(SortKind::Tuple, {}, {kBool, kInt});
  const Sort shorter = pool.sort(SortKind::Tuple, {}, {kBool});
  EXPECT_NE(tuple, shorter);
  EXPECT_NE(pool.sort(SortKind::Param, {1}), pool.sort(SortKind::Tuple, {}, {kBool}));
}

TEST(Sorts, TwoDeclarationsOfOneNameDiffer) {
  Pool pool;
  const Symbol name = pool.intern("U");
  const SortCtor first = pool.declare_sort(name, 0);
  const SortCtor second = pool.declare_sort(name, 1);
  EXPECT_NE(first, second);
  EXPECT_EQ(pool.name(second), name);
  EXPECT_EQ(pool.arity(second), 1u);
  EXPECT_EQ(pool.kind(pool.sort(first, {}, {})), SortKind::Declared);
}

TEST(Sorts, KnowWhetherAParameterIsInThem) {
  Pool pool;
  const Sort param = pool.sort(SortKind::Param, {0});
  const Sort set = pool.sort(SortKind::Set, {}, {param});
  EXPECT_TRUE(pool.has_param(param));
  EXPECT_TRUE(pool.has_param(pool.sort(SortKind::Array, {}, {kInt, set})));
  EXPECT_FALSE(pool.has_param(pool.sort(SortKind::Array, {}, {kInt, kBool})));
}

TEST(Sorts, NamedParametersDifferFromThoseOfADeclaration) {
  Pool pool;
  const Sort x = pool.declare_parameter(pool.intern("X"));
  const Sort y = pool.declare_parameter(pool.intern("Y"));
  EXPECT_NE(x, y);
  EXPECT_NE(x, pool.sort(SortKind::Param, {0}));
  EXPECT_EQ(pool.text(pool.parameter_name(x)), "X");
  EXPECT_EQ(pool.text(pool.parameter_name(y)), "Y");
}

TEST(Sorts, SizeCountsPartsAndSaturates) {
  Pool pool;
  Sort sort = kInt;
  EXPECT_EQ(pool.size(sort), 1u);
  sort = pool.sort(SortKind::Array, {}, {sort, sort});
  EXPECT_EQ(pool.size(sort), 3u);
  for (int i = 0; i < 40; ++i) sort = pool.sort(SortKind::Array, {}, {sort, sort});
  EXPECT_EQ(pool.size(sort), UINT32_MAX);
}

// (-> A (-> B C)) and (-> A B C) are one sort, however it comes about.
TEST(Sorts, FunctionsThatGiveFunctionsAreFlat) {
  Pool pool;
  const Sort inner = pool.sort(SortKind::Arrow, {}, {kInt, kBool});
  const Sort flat = pool.sort(SortKind::Arrow, {}, {kReal, kInt, kBool});
  EXPECT_EQ(pool.sort(SortKind::Arrow, {}, {kReal, inner}), flat);
  EXPECT_EQ(read_sort(pool, "(-> Real (-> Int Bool))"), flat);
  EXPECT_NE(pool.sort(SortKind::Arrow, {}, {inner, kReal}), flat);
  const Term nested =
      read_term(pool, "", "(lambda ((x Real)) (lambda ((y Int)) (= (to_real y) x)))");
  EXPECT_EQ(pool.sort(nested), flat);
}

TEST(Sorts, RegularExpressionsOverStringsAreRegLan) {
  Pool pool;
  EXPECT_EQ(pool.sort(SortKind::RegEx, {}, {kString}), kRegLan);
  EXPECT_EQ(read_sort(pool, "(RegEx String)"), kRegLan);
  EXPECT_NE(read_sort(pool, "(RegEx (Seq Int))"), kRegLan);
}

TEST(SortIndices, HaveARange) {
  const uint32_t zero[] = {0};
  const uint32_t one[] = {1};
  const uint32_t most[] = {kMaxWidth};
  const uint32_t more[] = {kMaxWidth + 1};
  EXPECT_FALSE(indices_in_range(SortKind::BitVec, zero));
  EXPECT_TRUE(indices_in_range(SortKind::BitVec, one));
  EXPECT_TRUE(indices_in_range(SortKind::BitVec, most));
  EXPECT_FALSE(indices_in_range(SortKind::BitVec, more));
  EXPECT_TRUE(indices_in_range(SortKind::Param, zero));
  const uint32_t thin[] = {2, 1};
  const uint32_t least[] = {2, 2};
  EXPECT_FALSE(indices_in_range(SortKind::FloatingPoint, thin));
  EXPECT_TRUE(indices_in_range(SortKind::FloatingPoint, least));
}

HeadData operator_head(Pool& pool, const OpSpec& op, std::string_view spelling) {
  HeadData data;
  data.name = pool.intern(spelling);
  data.op = &op;
  return data;
}

TEST(Heads, AreKeptOnce) {
  Pool pool;
  const OpSpec& extract = *rows_named("extract")[0];
  const Index low{pool.intern("0"), 0, {}};
  const Index high{pool.intern("7"), 7, {}};
  const Index upwards[] = {low, high};
  const Index downwards[] = {high, low};
  HeadData data = operator_head(pool, extract, "extract");
  data.indices = downwards;
  const Head head = pool.head(data);
  EXPECT_EQ(pool.head(data), head);
  data.indices = upwards;
  EXPECT_NE(pool.head(data), head);
  EXPECT_THAT(pool.data(head).indices, ElementsAre(high, low));
}

TEST(Heads, DifferBySpellingSortAndAttributes) {
  Pool pool;
  const HeadData plain = operator_head(pool, core::kAnd, "and");
  HeadData alias = operator_head(pool, core::kAnd, "&&");
  HeadData qualified = plain;
  qualified.sort = kBool;
  HeadData annotated;
  annotated.kind = HeadKind::Annotation;
  const Attribute one[] = {{pool.intern(":pattern"), {}, 1}};
  const Attribute two[] = {{pool.intern(":pattern"), {}, 2}};
  annotated.attributes = one;
  const Head first = pool.head(annotated);
  annotated.attributes = two;
  EXPECT_NE(pool.head(annotated), first);
  EXPECT_NE(pool.head(alias), pool.head(plain));
  EXPECT_NE(pool.head(qualified), pool.head(plain));
}

TEST(Heads, IndicesAreCopied) {
  Pool pool;
  std::vector<Index> indices{{pool.intern("3"), 3, {}}};
  HeadData data = operator_head(pool, *rows_named("zero_extend")[0], "zero_extend");
  data.indices = indices;
  const Head head = pool.head(data);
  indices[0].value = 4;
  EXPECT_EQ(pool.data(head).indices[0].value, 3u);
}

TEST(Heads, EachDeclarationIsNew) {
  Pool pool;
  const Symbol name = pool.intern("f");
  const Sort params[] = {kInt, kBool};
  const Head first = pool.declare(name, params, kReal);
  const Head second = pool.declare(name, params, kReal, FunctionRole::Defined);
  EXPECT_NE(first, second);
  EXPECT_THAT(pool.data(first).params, ElementsAre(kInt, kBool));
  EXPECT_EQ(pool.data(first).sort, kReal);
  EXPECT_EQ(pool.data(second).role, FunctionRole::Defined);
}

TEST(HeadsDeathTest, AFunctionThatWasNotDeclaredIsOurOwnBug) {
  Pool pool;
  HeadData data;
  data.kind = HeadKind::Function;
  EXPECT_EXIT((void)pool.head(data), testing::ExitedWithCode(kExitInternal), "declared");
}

TEST(Datatypes, KeepTheirConstructorsAndSelectorsInOrder) {
  Pool pool;
  const ParsedScript read = parse_script(
      pool, "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))");
  ASSERT_TRUE(read.errors.empty());
  const SortCtor list = read.script.commands[0].datatypes[0].sort;
  const std::span<const Head> constructors = pool.constructors(list);
  ASSERT_EQ(constructors.size(), 2u);
  EXPECT_EQ(pool.text(pool.data(constructors[1]).name), "cons");
  EXPECT_THAT(pool.selectors(constructors[0]), IsEmpty());
  const std::span<const Head> selectors = pool.selectors(constructors[1]);
  ASSERT_EQ(selectors.size(), 2u);
  EXPECT_EQ(pool.text(pool.data(selectors[0]).name), "head");
  EXPECT_EQ(pool.text(pool.data(selectors[1]).name), "tail");
  EXPECT_THAT(pool.constructors(ctor_of(SortKind::Array)), IsEmpty());
}

TEST(Terms, AreKeptOnce) {
  Pool pool;
  const Term p = pool.constant(pool.declare(pool.intern("p"), {}, kBool));
  const Term q = pool.constant(pool.declare(pool.intern("q"), {}, kBool));
  const Term both = pool.term(core::kAnd, {p, q});
  const size_t before = pool.term_count();
  EXPECT_EQ(pool.term(core::kAnd, {p, q}), both);
  EXPECT_EQ(pool.term_count(), before);
  EXPECT_NE(pool.term(core::kAnd, {q, p}), both);
  EXPECT_NE(pool.term(core::kOr, {p, q}), both);
  EXPECT_NE(pool.term(core::kAnd, {p, q, q}), both);
}

// More terms than any table starts with; every second one is asked for again.
TEST(Terms, AreStillKeptOnceWhenTheyAreMany) {
  Pool pool;
  const Term p = pool.constant(pool.declare(pool.intern("p"), {}, kBool));
  std::vector<Term> chain{p};
  for (int i = 0; i < 50'000; ++i) chain.push_back(pool.term(core::kAnd, {chain.back(), p}));
  const size_t before = pool.term_count();
  for (size_t i = 0; i + 1 < chain.size(); ++i)
    ASSERT_EQ(pool.term(core::kAnd, {chain[i], p}), chain[i + 1]);
  EXPECT_EQ(pool.term_count(), before);
}

// Every pair of many arguments is a term of its own, whatever their hashes are.
TEST(Terms, ArgumentsAreComparedNotJustHashed) {
  Pool pool;
  std::vector<Term> leaves;
  for (int i = 0; i < 60; ++i)
    leaves.push_back(pool.constant(pool.declare(pool.intern("p"), {}, kBool)));
  std::set<Term> made;
  for (Term a : leaves)
    for (Term b : leaves) made.insert(pool.term(core::kAnd, {a, b}));
  EXPECT_EQ(made.size(), 3600u);
  for (Term term : made) EXPECT_EQ(pool.args(term).size(), 2u);
}

TEST(Terms, OneHeadMakesLeavesOfSeveralSorts) {
  Pool pool;
  const Term integer = pool.literal(LiteralKind::Numeral, "1", kInt);
  const Term real = pool.literal(LiteralKind::Numeral, "1", kReal);
  EXPECT_NE(integer, real);
  EXPECT_EQ(pool.literal(LiteralKind::Numeral, "1", kInt), integer);
  EXPECT_EQ(pool.literal(LiteralKind::Numeral, "1", kReal), real);
  EXPECT_EQ(pool.sort(integer), kInt);
  EXPECT_EQ(pool.sort(real), kReal);
}

TEST(Terms, LiteralsKeepTheirSpelling) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool, "", {"#xff", "#xFF", "#b11111111", "(_ bv255 8)", "#xff", "1.0", "1.00"});
  for (size_t i = 0; i < 4; ++i)
    for (size_t j = 0; j < i; ++j) EXPECT_NE(terms[i], terms[j]);
  for (size_t i = 1; i < 4; ++i) EXPECT_EQ(pool.sort(terms[i]), pool.sort(terms[0]));
  EXPECT_EQ(terms[4], terms[0]);
  EXPECT_NE(terms[5], terms[6]);
  EXPECT_EQ(pool.text(pool.data(terms[1]).name), "#xFF");
  EXPECT_EQ(pool.data(terms[2]).literal, LiteralKind::Binary);
  EXPECT_EQ(pool.data(terms[3]).literal, LiteralKind::IndexedBv);
}

TEST(Terms, AliasesAndNamesOfOneOperatorAreDifferentTerms) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool, "(declare-const p Bool)", {"(=> p p)", "(implies p p)"});
  EXPECT_NE(terms[0], terms[1]);
  EXPECT_EQ(pool.op(terms[0]), pool.op(terms[1]));
}

TEST(Terms, ArgumentsStayWhereTheyAre) {
  Pool pool;
  const Term p = pool.constant(pool.declare(pool.intern("p"), {}, kBool));
  const Term first = pool.term(core::kAnd, {p, p});
  const std::span<const Term> args = pool.args(first);
  Term chain = p;
  for (int i = 0; i < 200'000; ++i) chain = pool.term(core::kNot, {chain});
  EXPECT_EQ(pool.args(first).data(), args.data());
  EXPECT_THAT(args, ElementsAre(p, p));
}

TEST(Terms, FlagsComeFromSubTerms) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool, "(declare-const p Bool)",
                 {"(not p)", "(not (forall ((x Bool)) x))", "(not (unheard-of p))",
                  "(not (forall ((x Bool)) p))"});
  for (TermFlag flag : {kHasVariable, kHasBinder, kHasOpaque})
    EXPECT_FALSE(pool.has(terms[0], flag));
  EXPECT_TRUE(pool.has(terms[1], kHasVariable));
  EXPECT_TRUE(pool.has(terms[1], kHasBinder));
  EXPECT_FALSE(pool.has(terms[1], kHasOpaque));
  EXPECT_TRUE(pool.has(terms[2], kHasOpaque));
  EXPECT_FALSE(pool.has(terms[2], kHasBinder));
  EXPECT_TRUE(pool.has(terms[3], kHasBinder));
}

TEST(Terms, FreshVariablesAreNew) {
  Pool pool;
  const Symbol name = pool.intern("x");
  const Term x = pool.variable(name, kInt);
  const Term inner = pool.variable(name, kInt, 7);
  EXPECT_NE(x, inner);
  EXPECT_EQ(pool.variable(name, kInt, 7), inner);
  const Term fresh = pool.fresh_variable(x);
  const Term other = pool.fresh_variable(x);
  EXPECT_NE(fresh, x);
  EXPECT_NE(fresh, inner);
  EXPECT_NE(fresh, other);
  EXPECT_EQ(pool.sort(fresh), kInt);
  EXPECT_EQ(pool.data(fresh).name, name);
}

TEST(Terms, TermInfersTheSort) {
  Pool pool;
  const Term byte = pool.literal(LiteralKind::Hex, "#xff", pool.sort(SortKind::BitVec, {8}));
  const Term nibble = pool.term(*rows_named("extract")[0], {byte}, {6, 3});
  EXPECT_EQ(pool.sort(nibble), pool.sort(SortKind::BitVec, {4}));
  EXPECT_EQ(test::show(pool, nibble), "((_ extract 6 3) #xff)");
  const Sort set = pool.sort(SortKind::Set, {}, {kInt});
  const Term empty = pool.term(*rows_named("set.empty")[0], {}, {}, set);
  EXPECT_EQ(pool.sort(empty), set);
  EXPECT_EQ(test::show(pool, empty), "(as set.empty (Set Int))");
}

// A row built by hand is the term that the parser builds.
TEST(Terms, TermAndParserAgree) {
  Pool pool;
  const Term read = read_term(pool, "", "((_ extract 6 3) (bvadd #xff #xff))");
  const Term byte = pool.literal(LiteralKind::Hex, "#xff", pool.sort(SortKind::BitVec, {8}));
  const Term sum = pool.term(*rows_named("bvadd")[0], {byte, byte});
  EXPECT_EQ(pool.term(*rows_named("extract")[0], {sum}, {6, 3}), read);
}

TEST(TermsDeathTest, AnIllSortedTermIsOurOwnBug) {
  Pool pool;
  const Term one = pool.literal(LiteralKind::Numeral, "1", kInt);
  EXPECT_EXIT((void)pool.term(core::kNot, {one}), testing::ExitedWithCode(kExitInternal),
              "ill-sorted");
}

TEST(Terms, WithArgsKeepsHeadAndSort) {
  Pool pool;
  const Term x = pool.constant(pool.declare(pool.intern("x"), {}, kInt));
  const Term y = pool.constant(pool.declare(pool.intern("y"), {}, kInt));
  const Term equal = pool.term(core::kEqual, {x, x});
  const Term args[] = {x, y};
  EXPECT_EQ(pool.with_args(equal, args), pool.term(core::kEqual, {x, y}));
  EXPECT_TRUE(pool.owns(equal));
  EXPECT_FALSE(pool.owns(Term(static_cast<uint32_t>(pool.term_count()))));
}

}  // namespace
}  // namespace pg
