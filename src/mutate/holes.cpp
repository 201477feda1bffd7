#include "mutate/holes.h"

#include <algorithm>

#include "base/check.h"
#include "model/state.h"
#include "smtlib/inline.h"
#include "smtlib/plan.h"
#include "term/traverse.h"
#include "theory/core/core.h"
#include "theory/theories.h"

namespace pg {
namespace {

constexpr size_t kMaxHoles = 400;
constexpr size_t kMaxVisited = 20'000;  // terms of an assertion, split
constexpr size_t kMaxInlined = 2'000;   // terms of an assertion

// A quotient, such as div and mod, where a logic wants literals below them.
bool is_quotient(const OpSpec* op) {
  return op && op->linear == Linear::ByLiterals && op->name != "*";
}

// Walks through a term as the printer writes it, and puts constants in the place of literals.
class HoleWalk {
 public:
  HoleWalk(Pool& pool, const absl::flat_hash_set<Term>& named, bool linear, bool split)
      : pool_(pool), named_(named), linear_(linear), split_(split) {}

  // Calls fill(hole) for each literal, which returns what stands there. The result is the term with
  // all these.
  template <typename Fill>
  Term walk(const Command& command, size_t which, Fill fill) {
    const std::span<const Term> params = command.kind == CommandKind::DefineFun
                                             ? command.definitions[0].params
                                             : std::span<const Term>();
    const Term root = term_at(command, which);
    const PrintPlan plan(pool_, root, params, true);
    written_.clear();
    visited_ = 0;
    path_.clear();
    if (is_literal(pool_, root)) return fill(Hole{.literal = root});
    if (!is_entered(root)) return root;
    frames_.push_back(frame_of(plan.root(), root));
    while (true) {
      Frame& frame = frames_.back();
      const std::span<const Term> args = pool_.args(frame.term);
      if (frame.args.size() == args.size()) {
        const Term made = pool_.with_args(frame.term, frame.args);
        if (plan.instance(frame.id).name > 0) written_[frame.id] = made;
        frames_.pop_back();
        if (frames_.empty()) return made;
        path_.pop_back();
        frames_.back().args.push_back(made);
        continue;
      }
      const auto index = static_cast<uint32_t>(frame.args.size());
      const Term child = args[index];
      const uint32_t id = plan.children(frame.id)[index].instance;
      if (!takes_other_terms(frame, index)) {
        frame.args.push_back(child);
      } else if (is_literal(pool_, child)) {
        path_.push_back(index);
        frame.args.push_back(fill(hole_at(frame, index, child)));
        path_.pop_back();
      } else if (const auto known = written_.find(id); known != written_.end() && !split_) {
        frame.args.push_back(known->second);
      } else if (!is_entered(child)) {
        frame.args.push_back(child);
      } else {
        path_.push_back(index);
        Frame next = frame_of(id, child);
        next.factor = frame.factor || is_factor(frame);
        next.quotient = is_quotient(pool_.op(frame.term));
        next.divisor = frame.divisor || is_divisor(frame, index);
        frames_.push_back(std::move(next));
      }
    }
  }

 private:
  struct Frame {
    uint32_t id;  // of the plan
    Term term;
    uint32_t first = 0;      // children before it are variables that it binds
    bool factor = false;     // below a product or a quotient
    bool quotient = false;   // right below a quotient
    bool divisor = false;    // below what divides
    std::vector<Term> args;  // the new ones, as far as they are known
  };

  Frame frame_of(uint32_t id, Term term) const {
    return {.id = id,
            .term = term,
            .first = static_cast<uint32_t>(bound_variables(pool_, term).size()),
            .args = {}};
  }
  bool is_entered(Term term) {
    return !pool_.args(term).empty() && !named_.contains(term) && !pool_.has(term, kHasOpaque) &&
           (!split_ || ++visited_ < kMaxVisited);
  }
  bool takes_other_terms(const Frame& frame, uint32_t which) const {
    const OpSpec* op = pool_.op(frame.term);
    const bool attribute = pool_.kind(frame.term) == HeadKind::Annotation && which > 0;
    return which >= frame.first && !attribute &&
           !(op && (op->literals || op->linear == Linear::Never));
  }
  bool is_factor(const Frame& frame) const {
    const OpSpec* op = pool_.op(frame.term);
    return op && op->linear == Linear::ByLiterals;
  }
  bool is_divisor(const Frame& frame, uint32_t which) const {
    return which > 0 && is_quotient(pool_.op(frame.term));
  }
  Hole hole_at(const Frame& frame, uint32_t which, Term literal) const {
    Hole hole{.path = path_, .literal = literal};
    if (!linear_) return hole;
    const OpSpec* op = pool_.op(frame.term);
    hole.factor = frame.factor || is_factor(frame);
    // Z3 takes for literals: (/ 1 3), its negation, and both with negated numbers, but nothing that
    // nests deeper.
    const bool negated = op && op->name == "-";
    hole.fraction = !hole.factor || !(is_quotient(op) || negated);
    hole.sign = !(negated && frame.quotient);
    hole.zero = !frame.divisor && !is_divisor(frame, which);
    return hole;
  }

  Pool& pool_;
  const absl::flat_hash_set<Term>& named_;
  const bool linear_;
  const bool split_;
  std::vector<Frame> frames_;
  Path path_;
  absl::flat_hash_map<uint32_t, Term> written_;  // what a let names, once it was walked through
  size_t visited_ = 0;
};

// Which of the holes to take: all, or as many as there may be.
std::vector<bool> drawn(size_t holes, Rng& rng) {
  std::vector<bool> taken(holes, holes <= kMaxHoles);
  if (holes <= kMaxHoles) return taken;
  std::vector<size_t> order(holes);
  for (size_t i = 0; i < holes; ++i) order[i] = i;
  for (size_t i = 0; i < kMaxHoles; ++i) {
    std::swap(order[i], order[i + rng.below(holes - i)]);
    taken[order[i]] = true;
  }
  return taken;
}

}  // namespace

// Without arguments, or a float written by its fields.
bool is_literal(const Pool& pool, Term term) {
  const HeadData& data = pool.data(term);
  const std::span<const Term> args = pool.args(term);
  const SortKind sort = pool.kind(pool.sort(term));
  if (data.kind == HeadKind::Literal)
    return data.literal != LiteralKind::Algebraic && data.literal != LiteralKind::Char;
  if (data.kind != HeadKind::Operator) return false;
  if (args.empty())
    return sort == SortKind::Bool || sort == SortKind::RoundingMode ||
           sort == SortKind::FloatingPoint;
  return sort == SortKind::FloatingPoint && std::ranges::all_of(args, [&](Term arg) {
           return pool.kind(arg) == HeadKind::Literal &&
                  pool.kind(pool.sort(arg)) == SortKind::BitVec;
         });
}

std::vector<Formula> formulas_with_literals(const Pool& pool, const Script& script, size_t check) {
  const CheckState state = state_at(pool, script, check);
  std::vector<Formula> formulas;
  absl::flat_hash_set<Head> called;
  const auto add_calls = [&](Term root) {
    for (const Head function : functions(pool, root)) called.insert(function);
  };
  for (const Assertion& assertion : state.assertions) {
    add_calls(assertion.term);
    formulas.push_back({assertion.command, assertion.which});
  }
  // The last one first: its body may call those before it. Of several of one name the last counts.
  const size_t end = formulas.empty() ? 0 : formulas.back().command;
  for (size_t at = end; at > 0; --at) {
    const Command& command = script.commands[at - 1];
    if (command.kind != CommandKind::DefineFun) continue;
    if (called.erase(command.definitions[0].function) == 0) continue;
    add_calls(command.definitions[0].body);
    formulas.push_back({at - 1, 0});
  }
  std::ranges::sort(formulas);
  return formulas;
}

absl::flat_hash_set<Head> functions_with_literals(const Pool& pool, const Script& script) {
  absl::flat_hash_set<Head> found;
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::DefineFun) continue;
    bool literals = false;
    bool annotated = false;  // names and patterns must not be there twice
    post_order(pool, command.definitions[0].body, [&](Term term) {
      literals = literals || is_literal(pool, term) || found.contains(pool.head(term));
      annotated = annotated || pool.kind(term) == HeadKind::Annotation;
    });
    if (literals && !annotated) found.insert(command.definitions[0].function);
  }
  return found;
}

Script with_bodies_in_place(Pool& pool, const Script& script,
                            const absl::flat_hash_set<Head>& functions) {
  Script made = script;
  // The last one first: its body may call those before it.
  for (size_t at = made.commands.size(); at > 0; --at) {
    const Command& defining = script.commands[at - 1];
    if (defining.kind != CommandKind::DefineFun ||
        !functions.contains(defining.definitions[0].function))
      continue;
    for (Command& command : std::span(made.commands).subspan(at)) {
      if (command.kind != CommandKind::Assert && !is_check(command)) continue;
      for (Term& term : command.terms) {
        const Term inlined = with_body(pool, term, defining.definitions[0]);
        if (dag_size(pool, inlined) <= kMaxInlined) term = inlined;
      }
    }
  }
  return made;
}

Holes find_holes(Pool& pool, const Script& script, std::span<const Formula> formulas,
                 Vocabulary& vocabulary, bool split, Rng rng) {
  const absl::flat_hash_set<Term> named = named_terms(pool, script);
  HoleWalk walk(pool, named, !vocabulary.logic().nonlinear, split);
  size_t count = 0;
  for (const auto& [command, which] : formulas)
    walk.walk(script.commands[command], which, [&](const Hole& hole) {
      ++count;
      return hole.literal;
    });
  const std::vector<bool> taken = drawn(count, rng);
  Holes holes;
  size_t next = 0;
  for (const Formula& formula : formulas) {
    const Command& command = script.commands[formula.command];
    const Term made = walk.walk(command, formula.which, [&](Hole hole) {
      if (!taken[next++]) return hole.literal;
      hole.formula = formula;
      const Symbol name = vocabulary.fresh_name(holes.list.size());
      hole.constant = pool.declare(name, {}, pool.sort(hole.literal));
      holes.list.push_back(std::move(hole));
      return pool.constant(holes.list.back().constant);
    });
    holes.skeleton.emplace_back(formula, made);
  }
  return holes;
}

}  // namespace pg
