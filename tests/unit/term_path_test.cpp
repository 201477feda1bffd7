#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/read.h"
#include "term/path.h"
#include "theory/core/core.h"

namespace pg {
namespace {

using test::read_term;
using test::read_terms;
using test::show;
using testing::ElementsAre;

constexpr std::string_view kDeclarations =
    "(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)"
    "(declare-fun b (Bool) Bool) (declare-const c Int)"
    "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))"
    "(declare-const list List)";

TEST(At, FollowsThePath) {
  Pool pool;
  const Term term = read_term(pool, kDeclarations, "(and p (or q (not r)))");
  EXPECT_EQ(at(pool, term, {}), term);
  EXPECT_EQ(show(pool, at(pool, term, Path{1})), "(or q (not r))");
  EXPECT_EQ(show(pool, at(pool, term, Path{1, 1, 0})), "r");
}

TEST(AtDeathTest, APathThatIsNotThereIsOurOwnBug) {
  Pool pool;
  const Term term = read_term(pool, kDeclarations, "(and p q)");
  const Path path{0, 0};
  EXPECT_EXIT((void)at(pool, term, path), testing::ExitedWithCode(kExitInternal), "no such path");
  EXPECT_EXIT((void)replace_at(pool, term, path, term), testing::ExitedWithCode(kExitInternal),
              "no such path");
  EXPECT_EXIT((void)polarity_at(pool, term, path), testing::ExitedWithCode(kExitInternal),
              "no such path");
}

TEST(ReplaceAt, ChangesOneOccurrenceOfASharedTerm) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool, kDeclarations, {"(and (or p q) (not (or p q)))", "r"});
  EXPECT_EQ(show(pool, replace_at(pool, terms[0], Path{0}, terms[1])), "(and r (not (or p q)))");
  EXPECT_EQ(show(pool, replace_at(pool, terms[0], Path{1, 0}, terms[1])), "(and (or p q) (not r))");
  EXPECT_EQ(show(pool, replace_at(pool, terms[0], Path{1, 0, 1}, terms[1])),
            "(and (or p q) (not (or p r)))");
}

TEST(ReplaceAt, TheRootAndTheSameTerm) {
  Pool pool;
  const std::vector<Term> terms = read_terms(pool, kDeclarations, {"(and p (not q))", "r", "q"});
  EXPECT_EQ(replace_at(pool, terms[0], {}, terms[1]), terms[1]);
  EXPECT_EQ(replace_at(pool, terms[0], Path{1, 0}, terms[2]), terms[0]);
}

TEST(ReplaceAll, ChangesSeveralOccurrencesInAnyOrder) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool, kDeclarations, {"(and (or p q) (not (or p q)) q)", "r", "(not r)"});
  EXPECT_EQ(show(pool, replace_all(pool, terms[0],
                                   {{{1, 0, 1}, terms[1]}, {{2}, terms[2]}, {{0}, terms[1]}})),
            "(and r (not (or p r)) (not r))");
  EXPECT_EQ(show(pool, replace_all(pool, terms[0], {{{0, 1}, terms[2]}, {{0, 0}, terms[1]}})),
            "(and (or r (not r)) (not (or p q)) q)");
  EXPECT_EQ(replace_all(pool, terms[0], {{{}, terms[1]}}), terms[1]);
  EXPECT_EQ(replace_all(pool, terms[0], {}), terms[0]);
}

TEST(ReplaceAt, KeepsIndicesAnnotationsAndSpelling) {
  Pool pool;
  const std::vector<Term> terms =
      read_terms(pool, "(declare-const v (_ BitVec 8))",
                 {"(! (implies true (= ((_ extract 3 0) #xFF) #b1010)) :weight 3)", "v"});
  EXPECT_EQ(show(pool, replace_at(pool, terms[0], Path{0, 1, 0, 0}, terms[1])),
            "(! (implies true (= ((_ extract 3 0) v) #b1010)) :weight 3)");
}

TEST(ReplaceAtDeathTest, ATermOfAnotherPoolIsOurOwnBug) {
  Pool pool;
  const Term term = read_term(pool, kDeclarations, "p");
  const Term foreign(static_cast<uint32_t>(pool.term_count()));
  EXPECT_EXIT((void)replace_at(pool, term, {}, foreign), testing::ExitedWithCode(kExitInternal),
              "another pool");
}

Polarity polarity(std::string_view text, const Path& path) {
  Pool pool;
  return polarity_at(pool, read_term(pool, kDeclarations, text), path);
}

TEST(PolarityAt, IsKeptByAndOrAndFlippedByNot) {
  EXPECT_EQ(polarity("p", {}), Polarity::Positive);
  EXPECT_EQ(polarity("(and p (or q r))", {1, 0}), Polarity::Positive);
  EXPECT_EQ(polarity("(not p)", {0}), Polarity::Negative);
  EXPECT_EQ(polarity("(not (and p (not q)))", {0, 0}), Polarity::Negative);
  EXPECT_EQ(polarity("(not (and p (not q)))", {0, 1, 0}), Polarity::Positive);
}

TEST(PolarityAt, OfAnImplicationIsNegativeButForTheLast) {
  EXPECT_EQ(polarity("(=> p q)", {0}), Polarity::Negative);
  EXPECT_EQ(polarity("(=> p q)", {1}), Polarity::Positive);
  EXPECT_EQ(polarity("(=> p q r)", {0}), Polarity::Negative);
  EXPECT_EQ(polarity("(=> p q r)", {1}), Polarity::Negative);
  EXPECT_EQ(polarity("(=> p q r)", {2}), Polarity::Positive);
  EXPECT_EQ(polarity("(implies (implies p q) r)", {0, 0}), Polarity::Positive);
}

TEST(PolarityAt, OfIteIsMixedInTheConditionOnly) {
  EXPECT_EQ(polarity("(ite p q r)", {0}), Polarity::Mixed);
  EXPECT_EQ(polarity("(ite p q r)", {1}), Polarity::Positive);
  EXPECT_EQ(polarity("(not (ite p q r))", {0, 2}), Polarity::Negative);
  EXPECT_EQ(polarity("(ite (not p) q r)", {0, 0}), Polarity::Mixed);
}

TEST(PolarityAt, IsMixedUnderXorEqualsAndFunctions) {
  EXPECT_EQ(polarity("(xor p q)", {0}), Polarity::Mixed);
  EXPECT_EQ(polarity("(= p q)", {1}), Polarity::Mixed);
  EXPECT_EQ(polarity("(distinct p q)", {1}), Polarity::Mixed);
  EXPECT_EQ(polarity("(b p)", {0}), Polarity::Mixed);
  EXPECT_EQ(polarity("(not (xor (and p q) r))", {0, 0, 1}), Polarity::Mixed);
  EXPECT_EQ(polarity("(> (ite p c 1) 0)", {0, 0}), Polarity::Mixed);
}

TEST(PolarityAt, GoesThroughQuantifiersAndAnnotations) {
  EXPECT_EQ(polarity("(forall ((x Int)) (or p (> x 0)))", {1, 1}), Polarity::Positive);
  EXPECT_EQ(polarity("(not (exists ((x Int) (y Int)) (> x y)))", {0, 2}), Polarity::Negative);
  EXPECT_EQ(polarity("(not (! (not p) :named n))", {0, 0, 0}), Polarity::Positive);
  EXPECT_EQ(polarity("(forall ((x Int)) (! (> x 0) :pattern ((+ x 1))))", {1, 0}),
            Polarity::Positive);
  EXPECT_EQ(polarity("(forall ((x Int)) (! (> x 0) :pattern ((+ x 1))))", {1, 1}), Polarity::Mixed);
}

TEST(PolarityAt, GoesThroughTheCasesOfAMatch) {
  constexpr std::string_view kMatch = "(not (match list ((nil p) ((cons h t) (not q)))))";
  EXPECT_EQ(polarity(kMatch, {0, 1, 0}), Polarity::Negative);
  EXPECT_EQ(polarity(kMatch, {0, 2, 2}), Polarity::Negative);
  EXPECT_EQ(polarity(kMatch, {0, 2, 2, 0}), Polarity::Positive);
  EXPECT_EQ(polarity(kMatch, {0, 0}), Polarity::Mixed);
}

TEST(PolarityAt, OfCardinalityConstraints) {
  EXPECT_EQ(polarity("((_ at-most 1) p q r)", {1}), Polarity::Negative);
  EXPECT_EQ(polarity("((_ at-least 1) p q r)", {1}), Polarity::Positive);
  EXPECT_EQ(polarity("((_ pbeq 1 1 1) p q)", {1}), Polarity::Mixed);
}

struct Walk {
  std::vector<std::string> visited;  // path and term
  bool complete = false;
};

Walk walk(std::string_view text, uint64_t limit, std::string_view stay_out_of = "") {
  Pool pool;
  const Term root = read_term(pool, kDeclarations, text);
  Walk result;
  result.complete = for_each_occurrence(pool, root, limit, [&](const Path& path, Term term) {
    EXPECT_EQ(at(pool, root, path), term);
    const std::string shown = show(pool, term);
    result.visited.push_back(fmt::format("{}: {}", fmt::join(path, "."), shown));
    return shown != stay_out_of;
  });
  return result;
}

TEST(ForEachOccurrence, GoesOuterBeforeInnerAndLeftToRight) {
  const Walk result = walk("(and (or p q) (not (or p q)))", 100);
  EXPECT_TRUE(result.complete);
  EXPECT_THAT(result.visited,
              ElementsAre(": (and (or p q) (not (or p q)))", "0: (or p q)", "0.0: p", "0.1: q",
                          "1: (not (or p q))", "1.0: (or p q)", "1.0.0: p", "1.0.1: q"));
}

TEST(ForEachOccurrence, StopsAtItsLimit) {
  EXPECT_THAT(walk("(and p q)", 0).visited, ElementsAre());
  EXPECT_FALSE(walk("(and p q)", 0).complete);
  EXPECT_THAT(walk("(and p q)", 2).visited, ElementsAre(": (and p q)", "0: p"));
  EXPECT_FALSE(walk("(and p q)", 2).complete);
  EXPECT_EQ(walk("(and p q)", 3).visited.size(), 3u);
  EXPECT_TRUE(walk("(and p q)", 3).complete);
  EXPECT_TRUE(walk("p", 1).complete);
}

TEST(ForEachOccurrence, StaysOutWhereItIsTold) {
  EXPECT_THAT(walk("(and (or p q) (not r))", 100, "(or p q)").visited,
              ElementsAre(": (and (or p q) (not r))", "0: (or p q)", "1: (not r)", "1.0: r"));
  EXPECT_THAT(walk("(and p q)", 100, "(and p q)").visited, ElementsAre(": (and p q)"));
}

TEST(ForEachOccurrence, PassesOverBindingOccurrencesAndCases) {
  EXPECT_THAT(
      walk("(forall ((x Bool) (y Bool)) (or x p))", 100).visited,
      ElementsAre(": (forall ((x Bool) (y Bool)) (or x p))", "2: (or x p)", "2.0: x", "2.1: p"));
  EXPECT_THAT(
      walk("(match list ((nil p) ((cons h t) q)))", 100).visited,
      ElementsAre(": (match list ((nil p) ((cons h t) q)))", "0: list", "1.0: p", "2.2: q"));
}

// A hundred doublings have 2^101 occurrences; the limit keeps the walk short.
TEST(ForEachOccurrence, IsBoundedOnSharedTerms) {
  Pool pool;
  Term term = read_term(pool, kDeclarations, "p");
  for (int i = 0; i < 100; ++i) term = pool.term(core::kAnd, {term, term});
  uint64_t count = 0;
  EXPECT_FALSE(for_each_occurrence(pool, term, 1000, [&](const Path&, Term) {
    ++count;
    return true;
  }));
  EXPECT_EQ(count, 1000u);
}

}  // namespace
}  // namespace pg
