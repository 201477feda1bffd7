#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "base/rng.h"
#include "model/state.h"
#include "mutate/holes.h"
#include "mutate/monitors.h"
#include "mutate/value.h"
#include "mutate/vocabulary.h"

namespace pg {

// A seed whose literals are constants, and what is watched in it. It writes the scripts that
// solvers are asked for values.
class MetaFormula {
 public:
  // A monitor and what it is enforced to be.
  struct Goal {
    size_t monitor;
    bool truth;
    bool operator==(const Goal&) const = default;
  };
  // What else holds: the formula itself, or its negation.
  enum class Original : uint8_t { Free, Holds, Fails };

  MetaFormula(Pool& pool, const Script& base, const CheckState& state, Holes holes,
              const absl::flat_hash_set<Head>& in_place, Vocabulary& vocabulary,
              const ValueOptions& options, const Rng& rng);

  const std::vector<Hole>& holes() const { return holes_; }
  const std::vector<std::pair<Formula, Term>>& skeleton() const { return skeleton_; }
  // What is watched, over the constants of holes, with a constant each that stands for it.
  const std::vector<Term>& conditions() const { return conditions_; }
  const std::vector<Head>& monitors() const { return monitors_; }
  // Constants that stand for bound variables.
  const std::vector<Head>& skolems() const { return skolems_; }

  // All goals, or one of them at least.
  Script enforcing(std::span<const Goal> goals, bool all, Original original);
  // The same where each goal is a wish.
  Script wishing(std::span<const Goal> goals, Original original);
  // A script of these without the values that holes have had; none: any value.
  Script without(const Script& script, std::span<const Term> values);

  // A disjunction.
  Term any_of(std::span<const Term> formulas);
  Term negated(Term formula);
  // Whether a formula is the body of a function.
  bool is_body(const Formula& formula) const;

 private:
  void watch(const absl::flat_hash_set<Head>& in_place, Vocabulary& vocabulary,
             const ValueOptions& options, const Rng& rng);
  void watch_signs(Monitors& monitors, std::span<const Term> constants) const;
  Script declarations() const;
  Script watched(std::span<const Goal> goals) const;
  Script finished(Script script, Original original);
  Command assertion(Term term) const;
  Term formula_of(const Goal& goal);

  Pool& pool_;
  const Script& base_;
  const CheckState& state_;
  const std::vector<Hole> holes_;
  const std::vector<std::pair<Formula, Term>> skeleton_;
  std::vector<Term> conditions_;
  std::vector<Head> skolems_;
  std::vector<Head> monitors_;
  Script declarations_;
};

}  // namespace pg
