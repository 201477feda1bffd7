#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/evaluator.h"
#include "mutate/rules.h"

namespace pg {

// The rules of the tables that are described by this text: several where only their sorts differ.
std::vector<const Rule*> rules_named(std::string_view description);

// Applies rules to terms with constants that are given. It shares no matching with the strategies,
// which makes it a check of what they did.
class RuleApplier {
 public:
  explicit RuleApplier(Pool& pool);

  struct Applied {
    Term term;
    std::vector<Number> numbers;  // that the letters of the rule stand for
  };

  // What the rule makes of the term in this direction; a rule that holds both ways serves either.
  // Several results where the rule leaves a choice: of a function of the script, for which these
  // are tried, and of constructors. None where the term is no instance or the constants break the
  // rule's condition; `reason` says what failed last.
  std::vector<Applied> apply(const Rule& rule, Direction direction, Term term,
                             std::span<const Term> constants, std::span<const Head> functions,
                             std::string& reason);

  // How many constants the rule takes; functions are none.
  static size_t constants_of(const Rule& rule);

 private:
  struct Call {
    const Rule& rule;
    Direction side;
    Term term;
    std::span<const Term> constants;
    std::vector<Applied>& results;
    std::string& reason;
  };

  bool find_letters(const Rule& rule, std::string_view pattern, Term term, Letters& letters) const;
  void choose_constructors(const Call& call, const Letters& letters, std::string_view open,
                           Head function);
  void add_result(const Call& call, const Letters& letters, Head function);

  Pool& pool_;
  TermReader reader_;
  Script nothing_;
  Model no_model_;
  ValuePool values_;
  Evaluator evaluator_;
};

}  // namespace pg
