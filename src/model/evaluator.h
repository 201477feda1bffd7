#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "model/domains.h"
#include "model/model.h"
#include "smtlib/script.h"
#include "term/pool.h"
#include "term/traverse.h"
#include "theory/value.h"

namespace pg {

// Exact values of terms under a model, through the rows. Keeps the value of every term that it
// meets: after one sub-term was replaced, only the terms on the path to the root are new and
// evaluated. Works with a stack of its own; only quantifiers and functions that are values recurse,
// to a limit.
class Evaluator final : public EvalContext {
 public:
  // What a symbol means that the model leaves out, and a case that SMT-LIB leaves open: undefined,
  // or one fixed value of its sort.
  enum class Missing { Undefined, Default };
  // What to take for open cases: an operator or selector with its arguments, and its value.
  using Choices = absl::flat_hash_map<Value, Value>;

  Evaluator(Pool& pool, ValuePool& values, const Script& script, const Model& model,
            Missing missing, Choices choices = {});

  // The value of a term without free variables. Sub-terms that do not matter (the other branch of
  // an ite) may stay without one.
  Value eval(Term term);

  // The value that an application would have if one of its arguments had another one. None where
  // that takes more than values: below a binder, in the call of a function.
  std::optional<Value> with_argument(Term term, size_t which, Value value);

  // At most this many steps in one call, instead of many.
  void set_max_steps(uint64_t steps) { max_steps_ = steps; }
  // How many the last call took.
  uint64_t steps() const { return steps_; }

  // Symbols that got a default, in the order in which they were met; and the names of operators and
  // selectors of which a case that SMT-LIB leaves open got one.
  std::span<const Head> defaulted() const { return defaulted_; }
  std::span<const std::string_view> opened() const { return opened_; }
  // The open cases themselves, as keys of choices, with their sorts.
  struct OpenCase {
    Value key;
    Sort sort;
  };
  std::span<const OpenCase> open_cases() const { return open_cases_; }
  // Values of a sort that terms were found to have, and a few others: candidates for an open case.
  std::vector<Value> candidates(Sort sort);

  // A quantifier that stayed undecided, and the values of its free variables.
  struct OpenQuantifier {
    Term binder;
    std::vector<std::pair<Term, Value>> outer;
    bool operator==(const OpenQuantifier&) const = default;
  };
  // Those whose value can matter, at most a few; what was only sampled around them is left out.
  std::span<const OpenQuantifier> open_quantifiers() const { return open_quantifiers_; }
  // The values of its variables that decide a quantifier without free variables: a counterexample
  // or a witness. Empty if it is not decided so.
  std::span<const Value> deciding(Term quantifier) const;

  ValuePool& values() { return values_; }

  Value open(std::string_view name, Sort sort, std::span<const Value> args) override;
  Value apply(Value function, std::span<const Value> args) override;
  std::span<const Value> domain(Sort sort) override { return domains_.all(sort); }
  std::span<const Value> samples(Term binder, Sort sort) override;
  Value body(size_t which, std::span<const Value> assignment) override;
  Value function(Symbol name) override;
  bool spend(uint64_t steps) override;

 private:
  // The variables of one call, binder or case, and the values of terms that mention them.
  struct Scope {
    std::vector<std::pair<Term, Value>> variables;
    uint32_t parent;
    absl::flat_hash_map<Term, Value> known;
  };
  static constexpr uint32_t kNoScope = UINT32_MAX;
  struct Frame {
    Term term;
    uint32_t scope;
    uint32_t next = 0;          // the children before it are known
    Term body = {};             // whose value is this one's, once it is known
    uint32_t inner = kNoScope;  // the scope of that body
  };
  // Limits on what one call of eval may do.
  uint64_t max_steps_ = 20'000'000;
  static constexpr size_t kMaxBytes = size_t{1} << 28;
  static constexpr size_t kMaxScopes = 100'000;
  static constexpr size_t kMaxFrames = 4'000'000;
  static constexpr uint32_t kMaxNesting = 100;

  Value run(Term root, uint32_t scope);
  const Value* find(Term term, uint32_t scope) const;
  void keep(Term term, uint32_t scope, Value value);
  uint32_t open_scope(uint32_t parent, std::span<const Term> variables,
                      std::span<const Value> values);

  void share_variables(uint32_t outer, uint32_t inner);

  // The next child to evaluate, or the number of children if no more is needed.
  uint32_t next_child(Frame& frame);
  // The value of a term whose needed children are known. None while it waits for a body.
  bool finish(Frame& frame, Value& result);
  bool finish_function(Frame& frame, Value& result);
  bool finish_match(Frame& frame, Value& result);
  bool finish_apply(Frame& frame, Value& result);
  bool enter(Frame& frame, const Definition& definition, std::span<const Value> args,
             Value& result);
  Value finish_operator(const Frame& frame);
  Value apply_row(const OpSpec& op, Term term, std::span<const Value> args);
  Value finish_binder(const OpSpec& op, const Frame& frame);
  Value try_instances(Term quantifier, Value decides);
  bool assignment_of(const Instance& instance, std::span<const Term> variables,
                     std::vector<Value>& assignment);
  void leave_open();
  Value closure(Term lambda, uint32_t scope);
  Value missing_value(Head function, Sort sort);
  Value open_value(Value result, Term term, uint32_t scope);
  const Definition* definition_of(Head function) const;
  bool takes(const Definition& definition, Term application) const;
  bool tabulate(const Definition& definition, Value& array);
  Value as_array(Value function, Sort sort);
  void collect_args(const Frame& frame);
  std::string_view why_given_up() const;

  Pool& pool_;
  ValuePool& values_;
  const Model& model_;
  Missing missing_;
  Choices choices_;
  Domains domains_;
  FreeVariables free_;
  absl::flat_hash_map<Head, Definition> defined_;  // by the script
  std::vector<Value> known_;                       // by term, of terms without variables
  std::vector<Scope> scopes_;
  std::vector<Frame> frames_;
  std::vector<Value> args_;
  std::vector<Head> defaulted_;
  std::vector<std::string_view> opened_;
  std::vector<OpenCase> open_cases_;
  // The binder whose bodies are being asked for.
  struct Binder {
    Term term;
    uint32_t scope;
    bool sampled = false;              // a few values stand for all
    std::vector<Value> assigned = {};  // last
  };
  std::vector<Binder> binders_;
  Term applied_;  // whose row is being evaluated
  std::map<std::pair<Term, Sort>, std::vector<Value>> samples_;
  std::vector<OpenQuantifier> open_quantifiers_;
  absl::flat_hash_map<Term, std::vector<Value>> deciding_;
  uint64_t steps_ = 0;
  uint32_t nesting_ = 0;
};

}  // namespace pg
