#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "mutate/holes.h"
#include "mutate/value.h"
#include "smtlib/parser.h"
#include "term/pool.h"

namespace pg {

// Formulas over the skeleton of a script whose truth is watched and enforced.
class Monitors {
 public:
  Monitors(Pool& pool, Vocabulary& vocabulary, const ValueOptions& options, size_t first_name);

  // Every formula inside an assertion of the skeleton.
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

  void add(Term condition);
  void add_text(std::string_view text, const TermScope& scope);
  // A formula below binders as one of its own; none if that cannot be.
  Term extracted(Term formula, std::span<const Term> binders);

  Pool& pool_;
  Vocabulary& vocabulary_;
  const ValueOptions options_;
  TermReader reader_;
  size_t next_name_;
  std::vector<Term> conditions_;
  absl::flat_hash_map<Term, Term> constants_;  // of bound variables
  std::vector<Head> skolems_;
};

}  // namespace pg
