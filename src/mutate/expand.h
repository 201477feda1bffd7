#pragma once

#include <cstdint>
#include <span>

#include <absl/container/flat_hash_map.h>

#include "mutate/vocabulary.h"
#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// Formulas written differently, so that a part of them gets a polarity: calls become the bodies of
// their functions, and what depends on a part in both ways is split by that part.
class Expander {
 public:
  Expander(Pool& pool, const Script& script, const Vocabulary& vocabulary);

  // The body of a defined function over the arguments of a call; none where there is none, or
  // where it cannot stand in the place of the call.
  Term body_of(Term call);
  // As the script has it, with its parameters.
  Term written_body(Term call) const;
  // How many terms the body has; 0 where there is none.
  size_t body_size(Term call) const;

  // Whether a term can be split by a formula among its arguments, or below one of these: its value
  // must depend on the values of its arguments alone.
  bool is_function(Term term) const;
  // Whether it may be written twice. What has a name must not.
  bool has_name(Term term) { return (facts_of(term) & kNamed) != 0; }
  // Whether a term that is no formula has formulas in it that it can be split by.
  bool has_formula(Term term) { return (facts_of(term) & kFormula) != 0; }

  // (and (=> part F1) (or part F0)): the formula where the part at the path is true, and where it
  // is false. No formula is between the two, and is_function() holds of all on the way.
  Term split(Term formula, std::span<const uint32_t> path);
  // Where the part is then, with the polarity that it has there.
  static constexpr uint32_t kNegativePart[] = {0, 0};
  static constexpr uint32_t kPositivePart[] = {1, 0};

 private:
  enum Fact : uint8_t { kNamed = 1, kFormula = 2 };
  uint8_t facts_of(Term root);
  uint8_t collect_facts(Term term);
  Term with_part(Term formula, std::span<const uint32_t> path, bool truth);

  struct Function {
    const Definition* definition;
    size_t size;  // of the body
  };

  Pool& pool_;
  absl::flat_hash_map<Head, Function> functions_;
  absl::flat_hash_map<Term, uint8_t> facts_;
};

}  // namespace pg
