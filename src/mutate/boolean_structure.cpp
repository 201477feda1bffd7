#include "mutate/boolean_structure.h"

#include <array>
#include <cstdlib>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "model/evaluator.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// A variable from 1 on, or its negation as a negative number.
using Literal = int;
using Clause = std::vector<Literal>;

// Looks for truth values that satisfy clauses: unit propagation and splitting. Nothing is learnt:
// what is trivial takes a few splits.
class Search {
 public:
  Search(std::span<const Clause> clauses, size_t variables, uint64_t max_steps)
      : clauses_(clauses),
        values_(variables + 1),
        occurrences_(2 * (variables + 1)),
        left_(max_steps) {
    for (uint32_t i = 0; i < clauses.size(); ++i)
      for (const Literal literal : clauses[i]) occurrences_[index(literal)].push_back(i);
  }

  // None: out of steps.
  std::optional<bool> satisfiable() {
    for (const Clause& clause : clauses_) {
      if (clause.size() != 1) continue;
      if (value(clause[0]) == kFalse) return false;
      assign(clause[0]);
    }
    if (!propagate()) return false;
    while (const Literal open = find_open()) {
      decisions_.push_back({trail_.size(), open, false});
      assign(open);
      while (!propagate())
        if (!backtrack()) return false;
      if (left_ == 0) return {};
    }
    return true;
  }

 private:
  static constexpr int8_t kTrue = 1;
  static constexpr int8_t kFalse = -1;

  struct Decision {
    size_t mark;  // of the trail
    Literal literal;
    bool flipped;
  };

  static size_t index(Literal literal) {
    return 2 * static_cast<size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
  }
  int value(Literal literal) const {
    const int value = values_[static_cast<size_t>(std::abs(literal))];
    return literal > 0 ? value : -value;
  }
  void assign(Literal literal) {
    if (value(literal) == kTrue) return;
    values_[static_cast<size_t>(std::abs(literal))] = literal > 0 ? kTrue : kFalse;
    trail_.push_back(literal);
  }

  Literal find_open() {
    for (size_t i = 1; i < values_.size(); ++i) {
      if (left_ > 0) --left_;
      if (values_[i] == 0) return static_cast<Literal>(i);
    }
    return 0;
  }

  // False: a clause is false. Out of steps it finds nothing more.
  bool propagate() {
    while (next_ < trail_.size() && left_ > 0) {
      for (const uint32_t clause : occurrences_[index(-trail_[next_++])])
        if (!visit(clauses_[clause])) return false;
    }
    return true;
  }

  bool visit(const Clause& clause) {
    Literal open = 0;
    for (const Literal literal : clause) {
      if (left_ > 0) --left_;
      if (value(literal) == kFalse) continue;
      if (value(literal) == kTrue || open != 0) return true;
      open = literal;
    }
    if (open == 0) return false;
    assign(open);
    return true;
  }

  // To the last decision that has another side.
  bool backtrack() {
    while (!decisions_.empty()) {
      Decision& last = decisions_.back();
      while (trail_.size() > last.mark) {
        values_[static_cast<size_t>(std::abs(trail_.back()))] = 0;
        trail_.pop_back();
      }
      next_ = trail_.size();
      if (!last.flipped) {
        last.flipped = true;
        assign(-last.literal);
        return true;
      }
      decisions_.pop_back();
    }
    return false;
  }

  std::span<const Clause> clauses_;
  std::vector<int8_t> values_;
  std::vector<std::vector<uint32_t>> occurrences_;
  std::vector<Literal> trail_;
  std::vector<Decision> decisions_;
  size_t next_ = 0;  // of the trail, to be propagated
  uint64_t left_;
};

// The connectives of formulas as clauses, each sub-formula with a variable of its own.
class Structure {
 public:
  explicit Structure(Pool& pool)
      : pool_(pool), evaluator_(pool, values_, nothing_, no_model_, Evaluator::Missing::Undefined) {
    evaluator_.set_max_steps(1000);
  }

  Literal add(Term root) {
    std::vector<std::pair<Term, bool>> work{{root, false}};
    while (!work.empty()) {
      const auto [term, ready] = work.back();
      work.pop_back();
      if (literals_.contains(term)) continue;
      if (ready) {
        literals_[term] = define(term);
        continue;
      }
      work.emplace_back(term, true);
      for (const Term part : parts(term)) work.emplace_back(part, false);
    }
    return literals_.at(root);
  }

  Literal all(std::span<const Literal> parts) {
    const Literal made = variable();
    Clause back{made};
    for (const Literal part : parts) {
      clauses_.push_back({-made, part});
      back.push_back(-part);
    }
    clauses_.push_back(std::move(back));
    return made;
  }

  // With this literal true.
  std::optional<bool> satisfiable(Literal root, uint64_t max_steps) {
    clauses_.push_back({root});
    const std::optional<bool> found = Search(clauses_, variables_, max_steps).satisfiable();
    clauses_.pop_back();
    return found;
  }

 private:
  // What a connective, or an annotation, is about; none of an atom.
  std::span<const Term> parts(Term term) const {
    const std::span<const Term> args = pool_.args(term);
    if (pool_.kind(term) == HeadKind::Annotation) return args.first(1);
    const OpSpec* op = pool_.op(term);
    const bool connective = op == &core::kNot || op == &core::kAnd || op == &core::kOr ||
                            op == &core::kImplies || op == &core::kXor || op == &core::kIte;
    const bool equality = op == &core::kEqual || op == &core::kDistinct;
    if (connective || (equality && pool_.sort(args[0]) == kBool)) return args;
    return {};
  }

  Literal define(Term term) {
    std::vector<Literal> args;
    for (const Term part : parts(term)) args.push_back(literals_.at(part));
    const OpSpec* op = pool_.op(term);
    if (args.empty()) return atom(term);
    if (pool_.kind(term) == HeadKind::Annotation) return args[0];
    if (op == &core::kNot) return -args[0];
    if (op == &core::kAnd) return all(args);
    if (op == &core::kOr) return any(args);
    if (op == &core::kImplies) {
      for (size_t i = 0; i + 1 < args.size(); ++i) args[i] = -args[i];
      return any(args);
    }
    if (op == &core::kIte) {
      const std::array<Literal, 2> cases{any(std::array{-args[0], args[1]}),
                                         any(std::array{args[0], args[2]})};
      return all(cases);
    }
    if (op == &core::kXor) {
      Literal odd = args[0];
      for (size_t i = 1; i < args.size(); ++i) odd = -same(odd, args[i]);
      return odd;
    }
    // There are no three different truth values.
    if (op == &core::kDistinct) return args.size() == 2 ? -same(args[0], args[1]) : any({});
    std::vector<Literal> links;
    for (size_t i = 0; i + 1 < args.size(); ++i) links.push_back(same(args[i], args[i + 1]));
    return all(links);
  }

  Literal atom(Term term) {
    const Literal made = variable();
    if (pool_.has(term, kHasVariable) || pool_.has(term, kHasBinder) || pool_.has(term, kHasOpaque))
      return made;
    const Value value = evaluator_.eval(term);
    if (value.is_true()) clauses_.push_back({made});
    if (value.is_false()) clauses_.push_back({-made});
    return made;
  }

  Literal any(std::span<const Literal> parts) {
    std::vector<Literal> negated;
    for (const Literal part : parts) negated.push_back(-part);
    return -all(negated);
  }

  Literal same(Literal a, Literal b) {
    const Literal made = variable();
    clauses_.push_back({-made, -a, b});
    clauses_.push_back({-made, a, -b});
    clauses_.push_back({made, a, b});
    clauses_.push_back({made, -a, -b});
    return made;
  }

  Literal variable() { return static_cast<Literal>(++variables_); }

  Pool& pool_;
  Script nothing_;
  Model no_model_;
  ValuePool values_;
  Evaluator evaluator_;
  size_t variables_ = 0;
  std::vector<Clause> clauses_;
  absl::flat_hash_map<Term, Literal> literals_;
};

}  // namespace

std::optional<Truth> trivial_answer(Pool& pool, const CheckState& state, uint64_t max_steps) {
  Structure structure(pool);
  std::vector<Literal> roots;
  for (const Assertion& assertion : state.assertions)
    roots.push_back(structure.add(assertion.term));
  const Literal formula = structure.all(roots);
  if (structure.satisfiable(formula, max_steps) == false) return Truth::Unsat;
  if (structure.satisfiable(-formula, max_steps) == false) return Truth::Sat;
  return {};
}

bool is_trivial(Pool& pool, const Script& script) {
  for (size_t check = 0; check < std::max<size_t>(1, count_checks(script)); ++check)
    if (!trivial_answer(pool, state_at(pool, script, check))) return false;
  return true;
}

}  // namespace pg
