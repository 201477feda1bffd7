#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/random_terms.h"
#include "term/path.h"
#include "term/traverse.h"

namespace pg {
namespace {

using test::BooleanTerms;
using test::Choices;

constexpr size_t kMost = 12;

struct Occurrence {
  Path path;
  Term term;
};

std::vector<Occurrence> occurrences(const Pool& pool, Term root, uint64_t limit = UINT64_MAX) {
  std::vector<Occurrence> found;
  for_each_occurrence(pool, root, limit, [&](const Path& path, Term term) {
    found.push_back({path, term});
    return true;
  });
  return found;
}

uint64_t naive_count(const Pool& pool, Term term) {
  uint64_t count = 1;
  for (Term child : pool.args(term).subspan(bound_variables(pool, term).size()))
    count += naive_count(pool, child);
  return count;
}

RC_GTEST_PROP(TermWalks, PostOrderVisitsEachOnceAfterItsChildren, (const Choices& choices)) {
  Pool pool;
  const Term root = BooleanTerms(pool).make(choices, kMost);
  std::map<Term, size_t> position;
  size_t visits = 0;
  post_order(pool, root, [&](Term term) {
    for (Term child : pool.args(term)) RC_ASSERT(position.contains(child));
    position[term] = visits++;
  });
  std::set<Term> expected;
  test::naive_subterms(pool, root, expected);
  RC_ASSERT(position.size() == visits);
  RC_ASSERT(visits == expected.size());
  RC_ASSERT(dag_size(pool, root) == visits);
  RC_ASSERT(position[root] == visits - 1);
}

RC_GTEST_PROP(TermWalks, OccurrencesComeInTheOrderOfTheirPaths, (const Choices& choices)) {
  Pool pool;
  const Term root = BooleanTerms(pool).make(choices, kMost);
  const std::vector<Occurrence> found = occurrences(pool, root);
  RC_ASSERT(found.size() == naive_count(pool, root));
  for (size_t i = 0; i < found.size(); ++i) {
    RC_ASSERT(at(pool, root, found[i].path) == found[i].term);
    // Outer before inner and left before right is the order of the dictionary.
    if (i > 0) RC_ASSERT(found[i - 1].path < found[i].path);
  }
}

RC_GTEST_PROP(TermWalks, ALimitGivesTheFirstOccurrences, (const Choices& choices, uint8_t limit)) {
  Pool pool;
  const Term root = BooleanTerms(pool).make(choices, kMost);
  const std::vector<Occurrence> all = occurrences(pool, root);
  const std::vector<Occurrence> some = occurrences(pool, root, limit);
  RC_ASSERT(some.size() == std::min<size_t>(all.size(), limit));
  for (size_t i = 0; i < some.size(); ++i) RC_ASSERT(some[i].path == all[i].path);
}

RC_GTEST_PROP(TermWalks, ReplacingChangesOnePlaceOnly, (const Choices& choices, uint16_t which)) {
  Pool pool;
  BooleanTerms terms(pool);
  const Term root = terms.make(choices, kMost);
  const std::vector<Occurrence> found = occurrences(pool, root, 500);
  const Occurrence& place = found[which % found.size()];
  RC_ASSERT(replace_at(pool, root, place.path, place.term) == root);
  const Term fresh = pool.constant(pool.declare(pool.intern("new"), {}, kBool));
  const Term changed = replace_at(pool, root, place.path, fresh);
  RC_ASSERT(at(pool, changed, place.path) == fresh);
  for (const Occurrence& other : found) {
    const size_t common = std::min(other.path.size(), place.path.size());
    const bool related = std::equal(other.path.begin(), other.path.begin() + common,
                                    place.path.begin(), place.path.begin() + common);
    if (!related) RC_ASSERT(at(pool, changed, other.path) == other.term);
  }
}

RC_GTEST_PROP(TermWalks, FreeVariablesAreThoseOfTheDefinition, (const Choices& choices)) {
  Pool pool;
  const Term root = BooleanTerms(pool).make(choices, kMost);
  FreeVariables free(pool);
  // Every sub-term too, of one object, so that what it remembers is used.
  std::set<Term> subterms;
  test::naive_subterms(pool, root, subterms);
  for (Term term : subterms) {
    const std::set<Term> expected = test::naive_free(pool, term);
    RC_ASSERT(free.of(term) == std::vector<Term>(expected.begin(), expected.end()));
  }
}

RC_GTEST_PROP(TermWalks, BuiltAgainItIsTheSameTerm, (const Choices& choices)) {
  Pool pool;
  BooleanTerms terms(pool);
  const Term root = terms.make(choices, kMost);
  const size_t before = pool.term_count();
  RC_ASSERT(terms.make(choices, kMost) == root);
  post_order(pool, root, [&](Term term) {
    const std::vector<Term> args(pool.args(term).begin(), pool.args(term).end());
    RC_ASSERT(pool.with_args(term, args) == term);
  });
  RC_ASSERT(pool.term_count() == before);
}

}  // namespace
}  // namespace pg
