#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/random_terms.h"
#include "term/substitute.h"

namespace pg {
namespace {

using test::BooleanTerms;
using test::Choices;

constexpr size_t kMost = 9;

// The term with its bound variables counted from the inside (de Bruijn), as a text: terms that
// differ in the names of bound variables only have one text. Free occurrences of keys appear as
// what they are replaced by; its free variables are written by their identity, so that nothing can
// capture them.
class Canonical {
 public:
  Canonical(const Pool& pool, const Substitution& replacements)
      : pool_(pool), replacements_(replacements) {}

  std::string of(Term term) {
    if (const auto it = replacements_.find(term); it != replacements_.end()) {
      const std::set<Term> free = test::naive_free(pool_, term);
      const bool captured = std::ranges::any_of(free, [&](Term variable) {
        return std::find(bound_.begin(), bound_.end(), variable) != bound_.end();
      });
      if (!captured) return Canonical(pool_, {}).of(it->second);
    }
    if (pool_.kind(term) == HeadKind::Variable) {
      const auto it = std::find(bound_.rbegin(), bound_.rend(), term);
      if (it == bound_.rend()) return "free" + std::to_string(term.id());
      return "#" + std::to_string(it - bound_.rbegin());
    }
    const std::span<const Term> bound = bound_variables(pool_, term);
    bound_.insert(bound_.end(), bound.begin(), bound.end());
    std::string text =
        "(" + std::to_string(pool_.head(term).id()) + "/" + std::to_string(bound.size());
    for (Term child : pool_.args(term).subspan(bound.size())) text += " " + of(child);
    bound_.resize(bound_.size() - bound.size());
    return text + ")";
  }

 private:
  const Pool& pool_;
  const Substitution replacements_;
  std::vector<Term> bound_;
};

// Any sub-term of the first may be a key, any term a replacement.
RC_GTEST_PROP(TermSubstitute, DoesWhatTheDefinitionSays,
              (const Choices& choices, const Choices& other,
               const std::vector<std::pair<uint16_t, uint16_t>>& picks)) {
  Pool pool;
  BooleanTerms terms(pool);
  const Term root = terms.make(choices, kMost);
  std::set<Term> found;
  test::naive_subterms(pool, root, found);
  std::vector<Term> keys(found.begin(), found.end());
  keys.insert(keys.end(), terms.variables().begin(), terms.variables().end());
  test::naive_subterms(pool, terms.make(other, kMost), found);
  const std::vector<Term> values(found.begin(), found.end());

  Substitution replacements;
  for (const auto& [from, to] : picks) {
    if (replacements.size() == 3) break;
    replacements[keys[from % keys.size()]] = values[to % values.size()];
  }
  const std::string expected = Canonical(pool, replacements).of(root);
  const Term result = substitute(pool, root, replacements);
  RC_ASSERT(Canonical(pool, {}).of(result) == expected);
}

RC_GTEST_PROP(TermSubstitute, OfATermForItselfChangesNothing,
              (const Choices& choices, uint16_t which)) {
  Pool pool;
  BooleanTerms terms(pool);
  const Term root = terms.make(choices, kMost);
  std::set<Term> found;
  test::naive_subterms(pool, root, found);
  const std::vector<Term> keys(found.begin(), found.end());
  const Term key = keys[which % keys.size()];
  RC_ASSERT(Canonical(pool, {}).of(substitute(pool, root, {{key, key}})) ==
            Canonical(pool, {}).of(root));
}

RC_GTEST_PROP(TermSubstitute, OfWhatIsNotFreeInItIsTheSameTerm, (const Choices& choices)) {
  Pool pool;
  BooleanTerms terms(pool);
  const Term root = terms.make(choices, kMost);
  const std::set<Term> free = test::naive_free(pool, root);
  Substitution replacements;
  for (Term variable : terms.variables())
    if (!free.contains(variable)) replacements[variable] = terms.constants()[0];
  RC_ASSERT(substitute(pool, root, replacements) == root);
}

}  // namespace
}  // namespace pg
