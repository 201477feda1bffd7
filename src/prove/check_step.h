#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/result.h"
#include "mutate/chain.h"
#include "prove/apply_rule.h"
#include "prove/check_chain.h"

namespace pg {

// The texts of a step as terms.
struct StepTerms {
  Term before;
  Term after;
  std::vector<Term> constants;
};

// Checks single steps of a chain, by a matcher of its own.
class StepChecker {
 public:
  // Both must stay.
  StepChecker(Pool& pool, const RuleChain& chain);

  // What the script that steps are read in defines, and which names it uses.
  void read_names(const Script& script);
  bool is_used_name(Symbol name) const { return used_names_.contains(name); }

  // Makes the step in a formula, and counts it; says why not where it is none that keeps the
  // answer.
  Result<bool> check(const ChainStep& step, const StepTerms& texts, Term& root, CheckedChain& done);

 private:
  struct Call {
    const ChainStep& step;
    const StepTerms& texts;
    std::span<const Term> bound;  // variables of the binders around the place
    CheckedChain& done;
  };
  struct Named {
    const Rule* rule;
    std::optional<size_t> own;  // its number, of a rule that the chain carries
  };

  std::optional<bool> is_positive(Term root, const Path& path);
  bool is_named(Term term);
  bool is_text(std::span<const Term> bound, Term formula, Term closed);
  bool is_same(std::span<const Term> bound, Term a, Term b);
  bool is_snippet(Term before, Term after, std::span<const Term> bound, Direction direction);
  bool is_function(Term term) const;
  bool is_split(Term before, Term after, std::span<const Term> bound);
  bool is_with(std::span<const Term> bound, Term formula, const Path& path, bool truth, Term made);
  bool is_inlined(Term before, Term after, std::span<const Term> bound);
  Result<bool> check_rules(const Call& call, Term before, Term after);
  std::vector<Term> groupings_of(Term term);
  std::vector<Term> negated_groupings_of(Term term);
  std::vector<Term> links_of(Term term);
  std::vector<Named> rules_named(std::string_view description) const;
  bool makes(const Call& call, Term before, Term after, std::string& reason);

  Pool& pool_;
  const Truth answer_;
  RuleApplier applier_;
  std::vector<Rule> own_rules_;                        // of the chain
  absl::flat_hash_map<Head, Definition> definitions_;  // that are not recursive
  absl::flat_hash_set<Symbol> used_names_;             // that stand for the terms they are given to
};

}  // namespace pg
