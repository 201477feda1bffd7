#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "mutate/holes.h"
#include "mutate/value.h"
#include "smtlib/parser.h"
#include "term/pool.h"

namespace pg {

// Formulas over the skeleton of a script whose truth is watched and enforced.
class Monitors {
 public:
  Monitors(Pool& pool, Vocabulary& vocabulary, const ValueOptions& options, size_t first_name);

  // Every formula inside an assertion of the skeleton; with all domains, those of its terms.
  void add_formulas(Term skeleton);
  // What the sign of a term can be, by its sort.
  void add_domains(Term term);
  // How two holes can be related.
  void add_relations(Term a, Term b);

  const std::vector<Term>& conditions() const { return conditions_; }
  // Constants that stand for bound variables.
  const std::vector<Head>& skolems() const { return skolems_; }

 private:
  static constexpr size_t kMaxConditions = 600;
  static constexpr size_t kMaxVisited = 20'000;

  void add(Term condition);
  void add_text(std::string_view text, const TermScope& scope);
  bool is_skolemised(Term quantifier) const;
  // Without annotations, and without the quantifiers whose variables become constants.
  Term skolemised(Term skeleton);
  // The body of a quantifier with constants for its variables, which are its own.
  Term opened(Term quantifier, Term body);
  // A formula with the binders around it that it needs.
  Term closed(Term formula, std::span<const Term> binders);
  absl::flat_hash_set<Term> outer_terms(Term root) const;

  Pool& pool_;
  Vocabulary& vocabulary_;
  const ValueOptions options_;
  TermReader reader_;
  size_t next_name_;
  std::vector<Term> conditions_;
  absl::flat_hash_map<std::pair<Term, Term>, Term> constants_;  // by quantifier and variable
  std::vector<Head> skolems_;
};

}  // namespace pg
