#include "prove/check_step.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "mutate/canonical.h"
#include "term/path.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// Terms of a formula that are looked at for the one that it is split by.
constexpr uint64_t kMaxVisited = 1'000'000;

Error wrong(std::string message) { return {{}, std::move(message)}; }

}  // namespace

StepChecker::StepChecker(Pool& pool, const RuleChain& chain)
    : pool_(pool), answer_(chain.answer), applier_(pool) {
  for (const RuleText& text : chain.own_rules) own_rules_.push_back(text.rule());
}

void StepChecker::read_names(const Script& script) {
  for_each_subterm(pool_, script, [&](Term term) {
    const HeadData& data = pool_.data(term);
    if (data.kind == HeadKind::Function && data.annotation) used_names_.insert(data.name);
  });
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::DefineFun)
      definitions_[command.definitions[0].function] = command.definitions[0];
}

Result<bool> StepChecker::check(const ChainStep& step, const StepTerms& texts, Term& root,
                                CheckedChain& done) {
  if (!step.equal && !step.direction) return wrong("it is neither weaker nor stronger");
  const std::optional<bool> positive = is_positive(root, step.path);
  if (!positive) return wrong("the place has no polarity");
  const Direction kept = answer_ == Truth::Sat ? Direction::Weaker : Direction::Stronger;
  const Direction wanted = *positive ? kept : opposite(kept);
  if (!step.equal && *step.direction != wanted)
    return wrong(fmt::format("a {} formula there does not keep {}", name_of(*step.direction),
                             name_of(answer_)));
  const std::vector<Term> bound = bound_at(pool_, root, step.path);
  const Term before = at(pool_, root, step.path);
  if (!is_text(bound, before, texts.before))
    return wrong("the formula there is not the one that the step changes");
  const Term after = open(pool_, texts.after, bound);
  if (!after || pool_.sort(after) != kBool)
    return wrong("what replaces it is no formula over the variables there");
  if (step.equal) {
    if (!is_split(before, after, bound) && !is_inlined(before, after, bound))
      return wrong("no expansion makes that of it");
    ++done.expanded;
  } else if (step.rules.empty()) {
    if (!is_snippet(before, after, bound, *step.direction))
      return wrong("no snippet beside the formula makes that of it");
    ++done.by_snippet;
  } else {
    const Result<bool> made = check_rules({step, texts, bound, done}, before, after);
    if (!made) return made.error();
    ++done.by_rule;
  }
  root = replace_at(pool_, root, step.path, after);
  return true;
}

// Whether weakening the place weakens the root; none if there is no such place, or if it depends.
// Polarity is a matter of the rows; a term that is used by its name has several places.
std::optional<bool> StepChecker::is_positive(Term root, const Path& path) {
  bool positive = true;
  for (const uint32_t child : path) {
    const std::span<const Term> args = pool_.args(root);
    if (child < bound_variables(pool_, root).size() || child >= args.size()) return {};
    const HeadData& data = pool_.data(root);
    char sign = '*';
    if (data.op)
      sign = polarity_of(*data.op, child, args.size());
    else if (data.kind == HeadKind::Annotation && child == 0 && !is_named(root))
      sign = '+';
    else if (data.kind == HeadKind::Case || (data.kind == HeadKind::Match && child > 0))
      sign = '+';
    if (sign == '*' || pool_.sort(root) != kBool) return {};
    if (sign == '-') positive = !positive;
    root = args[child];
  }
  if (pool_.sort(root) != kBool || is_named(root)) return {};
  return positive;
}

// The term is used by a name that it is given here. The seed's and the mutant's have the same
// names.
bool StepChecker::is_named(Term term) {
  const Symbol keyword = pool_.intern(":named");
  return std::ranges::any_of(pool_.data(term).attributes, [&](const Attribute& attribute) {
    return attribute.keyword == keyword && used_names_.contains(attribute.text);
  });
}

// A formula over these variables is what a text without free variables says.
bool StepChecker::is_text(std::span<const Term> bound, Term formula, Term closed) {
  const Term own = close(pool_, bound, formula);
  return own == closed || canonical(pool_, own) == canonical(pool_, closed);
}
bool StepChecker::is_same(std::span<const Term> bound, Term a, Term b) {
  return a == b || is_text(bound, a, close(pool_, bound, b));
}

// (or f s), (=> s f) are weaker than f, (and f s), (not (=> f s)) are stronger, whatever s is.
bool StepChecker::is_snippet(Term before, Term after, std::span<const Term> bound,
                             Direction direction) {
  auto is_before = [&](Term term) { return is_same(bound, before, term); };
  const std::span<const Term> args = pool_.args(after);
  const OpSpec* op = pool_.op(after);
  if (direction == Direction::Weaker)
    return (op == &core::kOr && std::ranges::any_of(args, is_before)) ||
           (op == &core::kImplies && is_before(args.back()));
  if (op == &core::kNot && pool_.op(args[0]) == &core::kImplies)
    return is_before(pool_.args(args[0]).front());
  return op == &core::kAnd && std::ranges::any_of(args, is_before);
}

// Whether the value of a term depends on the values of its arguments alone.
bool StepChecker::is_function(Term term) const {
  const HeadKind kind = pool_.kind(term);
  const OpSpec* op = pool_.op(term);
  return op ? op->eval && op->binder == 0 : kind == HeadKind::Function || kind == HeadKind::Apply;
}

// (and (=> a F1) (or a F0)) is F, where the formula a is an argument of it, or of terms that are,
// F1 is F with true there, and F0 is F with false there.
bool StepChecker::is_split(Term before, Term after, std::span<const Term> bound) {
  if (pool_.op(after) != &core::kAnd || pool_.args(after).size() != 2) return false;
  const Term if_true = pool_.args(after)[0];
  const Term if_false = pool_.args(after)[1];
  if (pool_.op(if_true) != &core::kImplies || pool_.args(if_true).size() != 2 ||
      pool_.op(if_false) != &core::kOr || pool_.args(if_false).size() != 2)
    return false;
  const Term part = pool_.args(if_true)[0];
  if (!is_same(bound, part, pool_.args(if_false)[0])) return false;
  bool found = false;
  for_each_occurrence(pool_, before, kMaxVisited, [&](const Path& path, Term term) {
    const bool inside = path.empty() || pool_.sort(term) != kBool;
    if (inside || found) return !found && is_function(term);
    found = is_same(bound, term, part) &&
            is_with(bound, before, path, true, pool_.args(if_true)[1]) &&
            is_with(bound, before, path, false, pool_.args(if_false)[1]);
    return false;
  });
  return found;
}

// Whether a formula is another one with the part at the path true, or false. An ite with such a
// condition is one of its branches; what is compared with such a part is itself, or its negation.
bool StepChecker::is_with(std::span<const Term> bound, Term formula, const Path& path, bool truth,
                          Term made) {
  const std::span<const uint32_t> outer(path.data(), path.size() - 1);
  const Term parent = at(pool_, formula, outer);
  const std::vector<Term> args(pool_.args(parent).begin(), pool_.args(parent).end());
  const OpSpec* op = pool_.op(parent);
  std::vector<Term> forms;
  const Term constant = pool_.term(truth ? core::kTrue : core::kFalse, {});
  forms.push_back(replace_at(pool_, formula, path, constant));
  if (op == &core::kIte && path.back() == 0)
    forms.push_back(replace_at(pool_, formula, outer, args[truth ? 1 : 2]));
  const bool equal = op == &core::kEqual;
  if (args.size() == 2 && (equal || op == &core::kXor || op == &core::kDistinct)) {
    const Term other = args[1 - path.back()];
    const Term same = truth == equal ? other : pool_.term(core::kNot, {other});
    forms.push_back(replace_at(pool_, formula, outer, same));
  }
  return std::ranges::any_of(forms, [&](Term form) { return is_same(bound, form, made); });
}

// Whether the body of a function is in the place of one of its calls.
bool StepChecker::is_inlined(Term before, Term after, std::span<const Term> bound) {
  while (true) {
    const auto definition = definitions_.find(pool_.head(before));
    const std::vector<Term> args(pool_.args(before).begin(), pool_.args(before).end());
    if (definition != definitions_.end() && definition->second.params.size() == args.size()) {
      Substitution values;
      for (size_t i = 0; i < args.size(); ++i) values[definition->second.params[i]] = args[i];
      if (is_same(bound, substitute(pool_, definition->second.body, values), after)) return true;
    }
    const std::span<const Term> others = pool_.args(after);
    if (!is_function(before) || pool_.head(before) != pool_.head(after) ||
        args.size() != others.size())
      return false;
    std::vector<size_t> changed;
    for (size_t i = 0; i < args.size(); ++i)
      if (!is_same(bound, args[i], others[i])) changed.push_back(i);
    if (changed.size() != 1) return false;
    before = args[changed[0]];
    after = others[changed[0]];
  }
}

Result<bool> StepChecker::check_rules(const Call& call, Term before, Term after) {
  std::string reason;
  if (makes(call, before, after, reason)) return true;
  // A chain is the conjunction of its links, of which one was changed.
  const std::vector<Term> links = links_of(before);
  const std::span<const Term> args = pool_.args(after);
  if (!links.empty() && pool_.op(after) == &core::kAnd && args.size() == links.size()) {
    std::vector<size_t> changed;
    for (size_t i = 0; i < links.size(); ++i)
      if (!is_same(call.bound, links[i], args[i])) changed.push_back(i);
    if (changed.size() == 1 && makes(call, links[changed[0]], args[changed[0]], reason))
      return true;
  }
  for (const Term grouped : groupings_of(before))
    if (makes(call, grouped, after, reason)) return true;
  for (const Term grouped : negated_groupings_of(before))
    if (makes(call, grouped, after, reason)) return true;
  return wrong(reason);
}

// A connective of more than two arguments as the same one of two groups, cut after the first
// argument, in the middle or before the last; none of others. An implication is cut after the
// first, as it associates to the right.
std::vector<Term> StepChecker::groupings_of(Term term) {
  std::vector<Term> groupings;
  const OpSpec* op = pool_.op(term);
  const bool associative = op == &core::kAnd || op == &core::kOr || op == &core::kXor;
  const std::vector<Term> args(pool_.args(term).begin(), pool_.args(term).end());
  if ((!associative && op != &core::kImplies) || args.size() < 3) return groupings;
  for (const size_t cut : {size_t{1}, args.size() / 2, args.size() - 1}) {
    const std::span<const Term> left(args.data(), cut);
    const std::span<const Term> right(args.data() + cut, args.size() - cut);
    const Term first = cut == 1 ? left[0] : pool_.with_args(term, left);
    const Term second = right.size() == 1 ? right[0] : pool_.with_args(term, right);
    groupings.push_back(pool_.with_args(term, std::array<Term, 2>{first, second}));
    if (!associative) break;
  }
  return groupings;
}

// The negation of such a connective, or of a chain, which is the conjunction of its links.
std::vector<Term> StepChecker::negated_groupings_of(Term term) {
  std::vector<Term> groupings;
  if (pool_.op(term) != &core::kNot) return groupings;
  const Term inner = pool_.args(term)[0];
  groupings = groupings_of(inner);
  if (const std::vector<Term> links = links_of(inner); !links.empty()) {
    const Term all = pool_.with_args(pool_.term(core::kAnd, {links[0], links[1]}), links);
    groupings = groupings_of(all);
    if (links.size() == 2) groupings.push_back(all);
  }
  for (Term& grouping : groupings) grouping = pool_.term(core::kNot, {grouping});
  return groupings;
}

// The pairs of arguments that an application to more than two speaks of; none of others.
std::vector<Term> StepChecker::links_of(Term term) {
  std::vector<Term> links;
  const OpSpec* op = pool_.op(term);
  const std::vector<Term> args(pool_.args(term).begin(), pool_.args(term).end());
  if (!op || args.size() < 3) return links;
  for (size_t i = 0; i < args.size(); ++i) {
    for (size_t j = i + 1; j < args.size(); ++j) {
      const std::array<Term, 2> pair{args[i], args[j]};
      const bool next = op->chain == Chain::Chainable && j == i + 1;
      if (next || op->chain == Chain::Pairwise) links.push_back(pool_.with_args(term, pair));
    }
  }
  return links;
}

// The rules with this description: of the tables, and of the chain itself.
std::vector<StepChecker::Named> StepChecker::rules_named(std::string_view description) const {
  std::vector<Named> found;
  for (const Rule* rule : pg::rules_named(description)) found.push_back({rule, {}});
  for (size_t i = 0; i < own_rules_.size(); ++i)
    if (describe(own_rules_[i]) == description) found.push_back({&own_rules_[i], i});
  return found;
}

// Whether the rules of the step, one after the other, make one of the other.
bool StepChecker::makes(const Call& call, Term before, Term after, std::string& reason) {
  const std::vector<Head> functions = pg::functions(pool_, after);
  // What each rule could have made, with how many of the constants.
  struct Made {
    Term term;
    size_t constants;
    std::vector<OwnUse> own;
  };
  std::vector<Made> made{{before, 0, {}}};
  const std::span<const Term> constants = call.texts.constants;
  for (const std::string& name : call.step.rules) {
    const std::vector<Named> rules = rules_named(name);
    if (rules.empty()) {
      reason = fmt::format("there is no rule '{}'", name);
      return false;
    }
    std::vector<Made> next;
    for (const Made& from : made) {
      for (const auto& [rule, own] : rules) {
        const size_t count = RuleApplier::constants_of(*rule);
        if (from.constants + count > constants.size()) {
          reason = fmt::format("'{}' takes more constants", name);
          continue;
        }
        for (RuleApplier::Applied& result :
             applier_.apply(*rule, *call.step.direction, from.term,
                            constants.subspan(from.constants, count), functions, reason)) {
          next.push_back({result.term, from.constants + count, from.own});
          if (own) next.back().own.push_back({*own, std::move(result.numbers)});
        }
      }
    }
    made = std::move(next);
  }
  for (const Made& each : made) {
    if (each.constants != constants.size() || !is_same(call.bound, each.term, after)) continue;
    for (const OwnUse& use : each.own)
      if (std::ranges::find(call.done.own, use) == call.done.own.end())
        call.done.own.push_back(use);
    return true;
  }
  if (!made.empty()) reason = "the rules make something else of it";
  return false;
}

}  // namespace pg
