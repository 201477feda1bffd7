#pragma once

#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "term/pool.h"

namespace pg {

// Solvers take no variables in regular expressions, and a proof for a few expressions is none for
// all. So what a formula says of a regular expression is replaced by what SMT-LIB says that it
// means: a variable becomes a predicate of words, (str.in_re w (re.union r s)) becomes "w is in r
// or w is in s", and so on. What holds for all predicates holds for all regular expressions.
class Languages {
 public:
  explicit Languages(Pool& pool) : pool_(pool) {}

  // The formula says something of a regular expression that is no constant.
  bool has_variables(Term formula) const;

  // The formula with symbols for all that it says of regular expressions; none if it uses an
  // operator that has no definition here.
  Term define(Term formula);

  // The declarations and definitions of these symbols, and true facts of stars.
  std::string text() const { return declarations_ + definitions_; }

 private:
  bool is_closed(Term regex) const;
  std::string member(const std::string& word, Term regex);
  std::string product(const std::string& word, std::vector<std::string> factors);
  std::string factor(Term regex);
  std::string named(Term regex);
  std::string star(Term regex);
  std::string apply(const std::string& predicate, const std::string& word) const;

  Pool& pool_;
  bool failed_ = false;
  size_t variables_ = 0;
  absl::flat_hash_map<Term, std::string> predicates_;       // of regular expressions
  std::vector<std::pair<std::string, std::string>> stars_;  // and what they are stars of
  std::string declarations_;
  std::string definitions_;
};

}  // namespace pg
