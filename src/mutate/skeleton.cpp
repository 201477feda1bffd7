#include "mutate/skeleton.h"

#include <array>
#include <cstdint>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/check.h"
#include "theory/core/core.h"

namespace pg {
namespace {

constexpr auto kSpecs = std::to_array<SkeletonSpec>({
    {Skeleton::Original, "original", "as written"},
    {Skeleton::Nnf, "nnf", "negations at the literals only"},
    {Skeleton::Cnf, "cnf", "clauses, by Tseitin's transformation"},
});

enum class Connective : uint8_t { None, Not, And, Or, Implies, Xor, Equal, Distinct, Ite };

// What a Boolean term is made with, as far as normal forms look into it.
Connective connective_of(const Pool& pool, Term term) {
  const OpSpec* op = pool.op(term);
  if (!op || pool.sort(term) != kBool) return Connective::None;
  if (op == &core::kNot) return Connective::Not;
  if (op == &core::kAnd) return Connective::And;
  if (op == &core::kOr) return Connective::Or;
  if (op == &core::kImplies) return Connective::Implies;
  if (op == &core::kXor) return Connective::Xor;
  if (op == &core::kIte) return Connective::Ite;
  const bool of_formulas = pool.args(term).size() >= 2 && pool.sort(pool.args(term)[0]) == kBool;
  if (of_formulas && op == &core::kEqual) return Connective::Equal;
  if (of_formulas && op == &core::kDistinct) return Connective::Distinct;
  return Connective::None;
}

class Builder {
 public:
  explicit Builder(Pool& pool) : pool_(pool) {}

  Term negate(Term term) {
    const OpSpec* op = pool_.op(term);
    if (op == &core::kNot) return pool_.args(term)[0];
    if (op == &core::kTrue) return pool_.term(core::kFalse, {});
    if (op == &core::kFalse) return pool_.term(core::kTrue, {});
    return pool_.term(core::kNot, {term});
  }
  // Of one argument it is that argument, of none the neutral one.
  Term join(const OpSpec& op, std::span<const Term> args) {
    if (args.size() == 1) return args[0];
    if (args.empty()) return pool_.term(&op == &core::kAnd ? core::kTrue : core::kFalse, {});
    HeadData data;
    data.name = pool_.intern(op.name);
    data.op = &op;
    return pool_.make(pool_.head(data), kBool, args);
  }
  Term both(Term a, Term b) { return pool_.term(core::kAnd, {a, b}); }
  Term either(Term a, Term b) { return pool_.term(core::kOr, {a, b}); }
  Term differ(Term a, Term b, Term not_a, Term not_b) {
    const Term one = either(a, b);
    const Term other = either(not_a, not_b);
    return both(one, other);
  }

 private:
  Pool& pool_;
};

// Negations inwards. Each sub-formula is made at most twice, so that sharing stays.
class Negations {
 public:
  explicit Negations(Pool& pool) : pool_(pool), build_(pool) {}

  Term normalise(Term root) {
    work_.assign(1, {root, true});
    while (!work_.empty()) {
      const auto [term, positive] = work_.back();
      if (known(term, positive)) {
        work_.pop_back();
        continue;
      }
      const size_t before = work_.size();
      const Term made = make(term, positive);
      if (work_.size() > before) continue;  // for its parts
      work_.pop_back();
      made_[{term, positive}] = made;
    }
    return made_.at({root, true});
  }

 private:
  Term known(Term term, bool positive) const {
    const auto it = made_.find({term, positive});
    return it == made_.end() ? Term() : it->second;
  }
  // None, and more work, where it is not made yet.
  Term need(Term term, bool positive) {
    const Term found = known(term, positive);
    if (!found) work_.emplace_back(term, positive);
    return found;
  }

  Term make(Term term, bool positive) {
    const std::vector<Term> args(pool_.args(term).begin(), pool_.args(term).end());
    switch (connective_of(pool_, term)) {
      case Connective::None:
        return leaf(term, args, positive);
      case Connective::Not:
        return need(args[0], !positive);
      case Connective::And:
        return all(args, positive, 0, positive ? core::kAnd : core::kOr);
      case Connective::Or:
        return all(args, positive, 0, positive ? core::kOr : core::kAnd);
      case Connective::Implies:
        return all(args, positive, args.size() - 1, positive ? core::kOr : core::kAnd);
      case Connective::Xor: {
        // From the left: the parity of all.
        Parts so_far = parts(args[0]);
        for (size_t i = 1; i < args.size(); ++i) so_far = parity(so_far, parts(args[i]));
        return so_far.missing ? Term() : positive ? so_far.yes : so_far.no;
      }
      case Connective::Equal: {
        std::vector<Term> links;
        bool missing = false;
        for (size_t i = 0; i + 1 < args.size(); ++i) {
          const Parts link = parity(parts(args[i]), parts(args[i + 1]));
          missing = missing || link.missing;
          links.push_back(positive ? link.no : link.yes);
        }
        return missing ? Term() : build_.join(positive ? core::kAnd : core::kOr, links);
      }
      case Connective::Distinct: {
        // There are two truth values only.
        if (args.size() > 2) return pool_.term(positive ? core::kFalse : core::kTrue, {});
        const Parts link = parity(parts(args[0]), parts(args[1]));
        return link.missing ? Term() : positive ? link.yes : link.no;
      }
      case Connective::Ite: {
        const Parts condition = parts(args[0]);
        const Term then = need(args[1], positive);
        const Term otherwise = need(args[2], positive);
        if (condition.missing || !then || !otherwise) return {};
        const Term one = build_.either(condition.no, then);
        const Term other = build_.either(condition.yes, otherwise);
        return build_.both(one, other);
      }
    }
    return {};
  }

  // Quantifiers and annotations without a name are walked through; anything else is a literal.
  Term leaf(Term term, std::vector<Term> args, bool positive) {
    const HeadData& data = pool_.data(term);
    const bool forall = data.op == &core::kForall;
    if (forall || data.op == &core::kExists) {
      const Term body = need(args.back(), positive);
      if (!body) return {};
      args.back() = body;
      if (positive) return pool_.with_args(term, args);
      return build_.join(forall ? core::kExists : core::kForall, args);
    }
    if (data.kind == HeadKind::Annotation && !is_named(data)) {
      const Term inner = need(args[0], positive);
      if (!inner) return {};
      args[0] = inner;
      return pool_.with_args(term, args);
    }
    return positive ? term : build_.negate(term);
  }
  bool is_named(const HeadData& data) const {
    for (const Attribute& attribute : data.attributes)
      if (pool_.text(attribute.keyword) == ":named") return true;
    return false;
  }

  // All arguments under one connective. The premises of an implication are negated.
  Term all(const std::vector<Term>& args, bool positive, size_t premises, const OpSpec& op) {
    std::vector<Term> made;
    bool missing = false;
    for (size_t i = 0; i < args.size(); ++i) {
      made.push_back(need(args[i], i < premises ? !positive : positive));
      missing = missing || !made.back();
    }
    return missing ? Term() : build_.join(op, made);
  }

  // A formula and its negation.
  struct Parts {
    Term yes;
    Term no;
    bool missing = false;
  };
  Parts parts(Term term) {
    Parts made{need(term, true), need(term, false), false};
    made.missing = !made.yes || !made.no;
    return made;
  }
  Parts parity(const Parts& a, const Parts& b) {
    if (a.missing || b.missing) return {{}, {}, true};
    const Term yes = build_.differ(a.yes, b.yes, a.no, b.no);
    const Term no = build_.differ(a.yes, b.no, a.no, b.yes);
    return {yes, no, false};
  }

  Pool& pool_;
  Builder build_;
  std::vector<std::pair<Term, bool>> work_;
  absl::flat_hash_map<std::pair<Term, bool>, Term> made_;
};

// Tseitin's transformation of one assertion at a time: a definition made in a scope that is left
// would be gone.
class Clauses {
 public:
  Clauses(Pool& pool, Vocabulary& vocabulary, std::vector<std::pair<Head, Term>>& defined)
      : pool_(pool), build_(pool), vocabulary_(vocabulary), defined_(defined) {}

  // Its clauses, and those that define the new constants in them.
  std::vector<Term> transform(Term root) {
    literals_.clear();
    clauses_.clear();
    // A conjunct counts once, in however many places it stands.
    absl::flat_hash_set<std::pair<Term, bool>> seen;
    std::vector<std::pair<Term, bool>> work{{root, true}};
    while (!work.empty()) {
      const auto [term, positive] = work.back();
      work.pop_back();
      if (!seen.emplace(term, positive).second) continue;
      const std::span<const Term> args = pool_.args(term);
      const Connective connective = connective_of(pool_, term);
      if (connective == Connective::Not) {
        work.emplace_back(args[0], !positive);
      } else if (connective == (positive ? Connective::And : Connective::Or)) {
        for (size_t i = args.size(); i > 0; --i) work.emplace_back(args[i - 1], positive);
      } else if (connective == Connective::Implies && !positive) {
        for (size_t i = args.size(); i > 0; --i) work.emplace_back(args[i - 1], i < args.size());
      } else {
        top(term, positive);
      }
    }
    return std::move(clauses_);
  }

 private:
  // A disjunction or literal of the top level: its own clause, without a name for it.
  void top(Term term, bool positive) {
    const std::vector<Term> args(pool_.args(term).begin(), pool_.args(term).end());
    const Connective connective = connective_of(pool_, term);
    std::vector<Term> clause;
    if (connective == (positive ? Connective::Or : Connective::And)) {
      for (const Term arg : args) clause.push_back(signed_literal(arg, positive));
    } else if (connective == Connective::Implies && positive) {
      for (size_t i = 0; i < args.size(); ++i)
        clause.push_back(signed_literal(args[i], i + 1 == args.size()));
    } else {
      clause.push_back(signed_literal(term, positive));
    }
    add(clause);
  }

  void add(std::span<const Term> clause) { clauses_.push_back(build_.join(core::kOr, clause)); }
  void add(std::initializer_list<Term> clause) { add(std::span(clause.begin(), clause.size())); }

  Term signed_literal(Term term, bool positive) {
    const Term literal = literal_of(term);
    return positive ? literal : build_.negate(literal);
  }

  // The literal that stands for a formula; parts first, with a stack of its own.
  Term literal_of(Term root) {
    std::vector<Term> work{root};
    while (!work.empty()) {
      const Term term = work.back();
      if (literals_.contains(term)) {
        work.pop_back();
        continue;
      }
      const Connective connective = connective_of(pool_, term);
      if (connective == Connective::None) {
        literals_[term] = term;
        continue;
      }
      const size_t before = work.size();
      for (const Term arg : pool_.args(term))
        if (!literals_.contains(arg)) work.push_back(arg);
      if (work.size() > before) continue;
      work.pop_back();
      std::vector<Term> parts;
      for (const Term arg : pool_.args(term)) parts.push_back(literals_.at(arg));
      literals_[term] = define(term, connective, parts);
    }
    return literals_.at(root);
  }

  // A new constant for a formula that has this value in every model of the script.
  Term name(Term formula) {
    const Symbol symbol = vocabulary_.fresh_name(defined_.size());
    const Head head = pool_.declare(symbol, {}, kBool);
    defined_.emplace_back(head, formula);
    return pool_.constant(head);
  }

  Term define(Term term, Connective connective, std::span<const Term> parts) {
    switch (connective) {
      case Connective::None:
        break;
      case Connective::Not:
        return build_.negate(parts[0]);
      case Connective::And:
        return conjunction(term, parts);
      case Connective::Or: {
        std::vector<Term> negated;
        for (const Term part : parts) negated.push_back(build_.negate(part));
        return build_.negate(conjunction(build_.negate(term), negated));
      }
      case Connective::Implies: {
        std::vector<Term> negated(parts.begin(), parts.end());
        negated.back() = build_.negate(negated.back());
        return build_.negate(conjunction(build_.negate(term), negated));
      }
      case Connective::Xor: {
        Term so_far = parts[0];
        for (size_t i = 1; i < parts.size(); ++i) so_far = parity(so_far, parts[i]);
        return so_far;
      }
      case Connective::Equal: {
        std::vector<Term> links;
        for (size_t i = 0; i + 1 < parts.size(); ++i)
          links.push_back(build_.negate(parity(parts[i], parts[i + 1])));
        return links.size() == 1 ? links[0] : conjunction(term, links);
      }
      case Connective::Distinct:
        // There are two truth values only.
        return parts.size() > 2 ? pool_.term(core::kFalse, {}) : parity(parts[0], parts[1]);
      case Connective::Ite: {
        const Term named = name(term);
        const Term unnamed = build_.negate(named);
        const Term condition = parts[0];
        const Term otherwise = build_.negate(condition);
        add({unnamed, otherwise, parts[1]});
        add({unnamed, condition, parts[2]});
        add({named, otherwise, build_.negate(parts[1])});
        add({named, condition, build_.negate(parts[2])});
        return named;
      }
    }
    CHECK(false, "a literal defines nothing");
  }

  Term conjunction(Term formula, std::span<const Term> parts) {
    const Term named = name(formula);
    const Term unnamed = build_.negate(named);
    std::vector<Term> back{named};
    for (const Term part : parts) {
      add({unnamed, part});
      back.push_back(build_.negate(part));
    }
    add(back);
    return named;
  }

  Term parity(Term a, Term b) {
    const Term named = name(pool_.term(core::kXor, {a, b}));
    const Term unnamed = build_.negate(named);
    const Term not_a = build_.negate(a);
    const Term not_b = build_.negate(b);
    add({unnamed, a, b});
    add({unnamed, not_a, not_b});
    add({named, not_a, b});
    add({named, a, not_b});
    return named;
  }

  Pool& pool_;
  Builder build_;
  Vocabulary& vocabulary_;
  std::vector<std::pair<Head, Term>>& defined_;
  absl::flat_hash_map<Term, Term> literals_;
  std::vector<Term> clauses_;
};

}  // namespace

std::span<const SkeletonSpec> skeleton_specs() { return kSpecs; }

PreparedScript prepare(Pool& pool, const Script& script, Vocabulary& vocabulary,
                       Skeleton skeleton) {
  PreparedScript made;
  Negations negations(pool);
  Clauses clauses(pool, vocabulary, made.defined);
  for (const Command& command : script.commands) {
    const bool assumes = command.kind == CommandKind::CheckSatAssuming;
    const bool formulas = command.kind == CommandKind::Assert || assumes;
    if (!formulas || skeleton == Skeleton::Original) {
      made.script.commands.push_back(command);
      continue;
    }
    if (skeleton == Skeleton::Nnf) {
      Command& changed = made.script.commands.emplace_back(command);
      for (Term& term : changed.terms) term = negations.normalise(term);
      continue;
    }
    const size_t before = made.defined.size();
    std::vector<Term> all;
    for (const Term term : command.terms) {
      const std::vector<Term> parts = clauses.transform(term);
      all.insert(all.end(), parts.begin(), parts.end());
    }
    for (size_t i = before; i < made.defined.size(); ++i) {
      Command& declared = made.script.commands.emplace_back();
      declared.kind = CommandKind::DeclareFun;
      declared.name = pool.intern("declare-const");
      declared.definitions.push_back({made.defined[i].first, {}, {}});
    }
    if (assumes) {
      made.script.commands.emplace_back(command).terms = all;
      continue;
    }
    for (const Term clause : all) {
      Command& changed = made.script.commands.emplace_back(command);
      changed.terms[0] = clause;
    }
  }
  return made;
}

}  // namespace pg
