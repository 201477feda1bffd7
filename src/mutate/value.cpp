#include "mutate/value.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "model/evaluator.h"
#include "model/state.h"
#include "mutate/hole_values.h"
#include "mutate/meta_formula.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// Of evaluating a formula.
constexpr uint64_t kMaxSteps = 20'000;
// How often values are drawn before a solver is asked for them.
constexpr uint64_t kDraws = 16;
// Goals of one query that are wishes.
constexpr size_t kMaxSoft = 40;

using Goal = MetaFormula::Goal;

class ValueMutator final : public Mutator {
 public:
  ValueMutator(Pool& pool, const Seed& seed, const ValueOptions& options, const Rng& rng)
      : pool_(pool),
        options_(options),
        rng_(rng),
        in_place_(functions_with_literals(pool, seed.script)),
        base_(options.split ? with_bodies_in_place(pool, seed.script, in_place_) : seed.script),
        models_(seed.models),
        claims_(seed.answers.size()),
        state_(state_at(pool, base_, seed.check)),
        vocabulary_(pool, base_, {}),
        literals_(pool, values_, base_, vocabulary_),
        meta_(pool, base_, state_, holes_of(seed.check), in_place_, vocabulary_, options,
              rng.fork(0).fork(1)) {
    covered_.resize(conditions().size());
    tried_.resize(conditions().size());
    tally_.goals = 2 * conditions().size();
  }

  bool has_holes() const { return !holes().empty(); }
  const Script& base() const override { return base_; }
  const std::vector<std::pair<Head, Term>>& extension() const override { return extension_; }
  Tally tally() const override { return tally_; }

  std::optional<Mutant> mutate(uint64_t number) override {
    CHECK(number > 0, "mutants count from 1");
    if (options_.random) return mutate_at_random(number);
    // What is enforced depends on what was covered before.
    if (number < next_) restart();
    while (next_ < number) make(next_++);
    ++next_;
    return make(number);
  }

 private:
  const std::vector<Hole>& holes() const { return meta_.holes(); }
  const std::vector<Term>& conditions() const { return meta_.conditions(); }
  Holes holes_of(size_t check) {
    const std::vector<Formula> formulas = formulas_with_literals(pool_, base_, check);
    return find_holes(pool_, base_, formulas, vocabulary_, options_.split, rng_.fork(0));
  }

  void restart() {
    next_ = 1;
    covered_.assign(covered_.size(), {});
    tried_.assign(tried_.size(), {});
    tally_.covered = 0;
    made_.clear();
    last_values_.clear();
    other_sign_.clear();
    samples_left_ = 0;
  }

  std::optional<Mutant> mutate_at_random(uint64_t number) {
    ++tally_.tries;
    Rng rng = rng_.fork(number);
    std::vector<Term> values;
    for (const Hole& hole : holes()) {
      Term value;
      for (uint64_t draw = 0; draw < kDraws && !value; ++draw)
        value = literals_.draw(hole, options_.edges, rng);
      values.push_back(value);
    }
    return finish(values, {});
  }

  std::optional<Mutant> make(uint64_t number) {
    Rng rng = rng_.fork(number);
    if (samples_left_ > 0) {
      --samples_left_;
      if (std::optional<Mutant> mutant = sample(rng, number)) return mutant;
      samples_left_ = 0;
    }
    if (conditions().empty()) return {};
    if (options_.soft)
      if (std::optional<Mutant> mutant = make_softly(rng, number)) return mutant;
    // The formula and its negation, one after the other, with the same goals.
    const bool again = !other_sign_.empty();
    const std::vector<Goal> goals =
        again ? std::exchange(other_sign_, {}) : choose_goals(rng, options_.together, true);
    if (again)
      negate_ = !negate_;
    else if (options_.original) {
      negate_ = rng.chance(1, 2);
      other_sign_ = goals;
    }
    for (const bool all : {true, false}) {
      // If they do not hold together, one of them is enough.
      if (!all && goals.size() == 1) break;
      if (std::optional<Mutant> mutant =
              enforce(meta_.enforcing(goals, all, original()), goals, rng, number + (all ? 0 : 1)))
        return mutant;
      if (samples_left_ > 0) return {};
    }
    for (const Goal& goal : goals)
      if (!options_.original || again) tried_[goal.monitor][goal.truth ? 1 : 0] = true;
    return {};
  }

  MetaFormula::Original original() const {
    if (!options_.original) return MetaFormula::Original::Free;
    return negate_ ? MetaFormula::Original::Fails : MetaFormula::Original::Holds;
  }

  // A mutant of a meta-formula. Values that are drawn cost no call, so they come first.
  std::optional<Mutant> enforce(const Script& script, const std::vector<Goal>& goals, Rng& rng,
                                uint64_t number) {
    ++tally_.tries;
    std::optional<Mutant> mutant;
    if (options_.samples > 1 && !last_values_.empty()) mutant = draw(script, goals, rng);
    if (!mutant) mutant = ask(script, goals, number);
    // The values were there before: others that hold as well need no solver.
    if (!mutant && modelled_ && options_.samples > 1) mutant = sample(rng, number);
    samples_left_ = mutant || modelled_ ? options_.samples - 1 : 0;
    return mutant;
  }

  // One query for as many open goals as hold together.
  std::optional<Mutant> make_softly(Rng& rng, uint64_t number) {
    const std::vector<Goal> goals = choose_goals(rng, kMaxSoft, false);
    if (goals.empty()) return {};
    ++tally_.tries;
    std::optional<Mutant> mutant = ask(meta_.wishing(goals, original()), goals, number);
    if (!modelled_) return {};
    for (const Goal& goal : goals)
      if (std::ranges::find(last_goals_, goal) == last_goals_.end())
        tried_[goal.monitor][goal.truth ? 1 : 0] = true;
    last_script_ = meta_.enforcing(last_goals_, true, original());
    samples_left_ = options_.samples - 1;
    return mutant;
  }

  // What was enforced last, with other values: such that our own evaluator says that it still
  // holds, or those of a solver that is told not to repeat itself.
  std::optional<Mutant> sample(Rng& rng, uint64_t number) {
    ++tally_.tries;
    // Copies: what is taken becomes the last one.
    const Script script = last_script_;
    const std::vector<Goal> goals = last_goals_;
    if (std::optional<Mutant> mutant = draw(script, goals, rng)) return mutant;
    return ask(meta_.without(script, last_values_), goals, number);
  }

  // Values at random around the last model that there was, where our evaluator says that a
  // meta-formula holds.
  std::optional<Mutant> draw(const Script& script, const std::vector<Goal>& goals, Rng& rng) {
    for (uint64_t draw = 0; draw < kDraws; ++draw) {
      Model model = last_model_;
      for (size_t i = 0; i < meta_.monitors().size(); ++i)
        model.functions[meta_.monitors()[i]] = {meta_.monitors()[i], {}, conditions()[i]};
      const size_t always = rng.below(holes().size());
      for (size_t i = 0; i < holes().size(); ++i)
        if (i == always || rng.chance(1, 2))
          if (const Term value = draw_value(holes()[i], rng))
            model.functions[holes()[i].constant] = {holes()[i].constant, {}, value};
      if (!holds(script, model)) continue;
      if (std::optional<Mutant> mutant = take(script, model, goals)) return mutant;
    }
    return {};
  }

  Term draw_value(const Hole& hole, Rng& rng) {
    const bool edge = rng.chance(1, 2);
    return literals_.draw(hole, edge, rng);
  }

  bool holds(const Script& script, const Model& model) {
    Evaluator evaluator(pool_, values_, script, model, Evaluator::Missing::Default);
    evaluator.set_max_steps(kMaxSteps);
    for (const Command& command : script.commands)
      if (command.kind == CommandKind::Assert) {
        const Value value = evaluator.eval(command.terms[0]);
        if (!value.is_defined() || !value.is_true()) return false;
      }
    return true;
  }

  // What is not covered yet comes first; then, if that is wanted, anything.
  std::vector<Goal> choose_goals(Rng& rng, size_t count, bool any) const {
    std::vector<Goal> open;
    std::vector<Goal> all;
    for (size_t i = 0; i < covered_.size(); ++i)
      for (const bool truth : {true, false}) {
        all.push_back({i, truth});
        if (!covered_[i][truth ? 1 : 0] && !tried_[i][truth ? 1 : 0]) open.push_back({i, truth});
      }
    std::vector<Goal> goals;
    std::vector<bool> taken(covered_.size());
    if (!any) all.clear();
    for (std::vector<Goal>* list : {&open, &all}) {
      for (size_t i = 0; i < list->size() && goals.size() < count; ++i) {
        std::swap((*list)[i], (*list)[i + rng.below(list->size() - i)]);
        const Goal goal = (*list)[i];
        if (taken[goal.monitor]) continue;
        taken[goal.monitor] = true;
        goals.push_back(goal);
      }
    }
    return goals;
  }

  std::optional<Mutant> ask(const Script& script, const std::vector<Goal>& goals, uint64_t number) {
    const std::optional<Model> model = models_->model(pool_, script, number);
    modelled_ = model.has_value();
    if (!model) return {};
    return take(script, *model, goals);
  }

  // The mutant that a model of the meta-formula is.
  std::optional<Mutant> take(const Script& script, const Model& model,
                             const std::vector<Goal>& goals) {
    Evaluator evaluator(pool_, values_, script, model, Evaluator::Missing::Default);
    evaluator.set_max_steps(kMaxSteps);
    std::vector<Term> found;
    for (const Hole& hole : holes()) {
      const Value value = evaluator.eval(pool_.constant(hole.constant));
      found.push_back(literals_.literal(hole, value));
    }
    const std::vector<Goal> reached = cover(script, model, found, goals);
    last_script_ = script;
    last_model_ = model;
    last_goals_ = options_.soft ? reached : goals;
    last_values_ = found;
    return finish(found, reached);
  }

  // Notes what the mutant's own literals make true and false: those of the model, but where these
  // cannot stand in the hole. Returns the goals that are reached.
  std::vector<Goal> cover(const Script& script, const Model& model, std::span<const Term> found,
                          std::span<const Goal> goals) {
    Model own = model;
    for (size_t i = 0; i < holes().size(); ++i) {
      const Hole& hole = holes()[i];
      own.functions[hole.constant] = {hole.constant, {}, found[i] ? found[i] : hole.literal};
    }
    const bool same = std::ranges::all_of(found, [](Term value) { return bool(value); });
    Evaluator evaluator(pool_, values_, script, own, Evaluator::Missing::Default);
    evaluator.set_max_steps(kMaxSteps);
    std::vector<Goal> reached;
    for (size_t i = 0; i < conditions().size(); ++i) {
      const auto goal = std::ranges::find(goals, i, &Goal::monitor);
      Value value = evaluator.eval(conditions()[i]);
      // Where we cannot tell, the solver's word counts.
      if (!value.is_defined() && same && goal != goals.end())
        value = evaluator.eval(pool_.constant(meta_.monitors()[i]));
      if (!value.is_defined()) continue;
      if (goal != goals.end() && goal->truth == value.is_true()) reached.push_back(*goal);
      bool& covered = covered_[i][value.is_true() ? 1 : 0];
      tally_.covered += covered ? 0 : 1;
      covered = true;
    }
    return reached;
  }

  // The seed with these values; none if nothing changed, or if it was made before.
  std::optional<Mutant> finish(std::span<const Term> found, std::span<const Goal> goals) {
    const bool is_new = options_.random || options_.enforce_finally ||
                        made_.insert(std::vector<Term>(found.begin(), found.end())).second;
    if (!is_new) return {};
    Mutant mutant;
    mutant.claims = claims_;
    for (size_t i = 0; i < holes().size(); ++i)
      if (found[i] && found[i] != holes()[i].literal)
        mutant.steps.push_back({.command = holes()[i].formula.command,
                                .which = holes()[i].formula.which,
                                .path = holes()[i].path,
                                .before = holes()[i].literal,
                                .after = found[i],
                                .how = Step::How::Value});
    if (mutant.steps.empty()) return {};
    const Substitution values = substitution(found);
    for (const auto& [formula, term] : meta_.skeleton()) {
      const Term changed = substitute(pool_, term, values);
      if (changed != term_at(base_.commands[formula.command], formula.which))
        mutant.assertions.emplace_back(formula, changed);
    }
    if (options_.enforce_finally && !goals.empty()) append(mutant, values, goals);
    ++tally_.accepted;
    return mutant;
  }

  // What stands in the holes; where nothing was found, the literal stays.
  Substitution substitution(std::span<const Term> found) {
    Substitution values;
    for (size_t i = 0; i < holes().size(); ++i)
      values[pool_.constant(holes()[i].constant)] = found[i] ? found[i] : holes()[i].literal;
    return values;
  }

  // What was enforced, beside the last formula, as far as that may speak of it.
  void append(Mutant& mutant, const Substitution& values, std::span<const Goal> goals) {
    const Formula last = meta_.skeleton().back().first;
    std::vector<Term> enforced;
    absl::flat_hash_set<Head> used;
    for (const Goal& goal : goals) {
      const std::vector<Head> mentioned = functions(pool_, conditions()[goal.monitor]);
      if (std::ranges::any_of(mentioned, [&](Head head) { return is_later(head, last.command); }))
        continue;
      used.insert(mentioned.begin(), mentioned.end());
      const Term condition = substitute(pool_, conditions()[goal.monitor], values);
      enforced.push_back(goal.truth ? condition : meta_.negated(condition));
    }
    if (enforced.empty()) return;
    const bool changed = !mutant.assertions.empty() && mutant.assertions.back().first == last;
    if (!changed)
      mutant.assertions.emplace_back(last, base_.commands[last.command].terms[last.which]);
    Term& root = mutant.assertions.back().second;
    const Term before = root;
    for (const Term condition : enforced) root = pool_.term(core::kAnd, {root, condition});
    for (const Head skolem : meta_.skolems())
      if (used.contains(skolem)) mutant.declared.push_back({last.command, skolem, {}});
    mutant.steps.push_back({.command = last.command,
                            .which = last.which,
                            .path = {},
                            .before = before,
                            .after = root,
                            .how = Step::How::Constraint});
  }

  // Whether the script declares a constant only after a command.
  bool is_later(Head head, size_t command) const {
    return std::ranges::any_of(
        std::span(base_.commands).subspan(command), [&](const Command& after) {
          return std::ranges::find(after.definitions, head, &Definition::function) !=
                 after.definitions.end();
        });
  }

  Pool& pool_;
  const ValueOptions options_;
  const Rng rng_;
  const absl::flat_hash_set<Head> in_place_;  // functions whose bodies are watched in their calls
  const Script base_;
  ModelSource* models_;
  const Answers claims_;
  CheckState state_;
  Vocabulary vocabulary_;
  ValuePool values_;
  HoleValues literals_;
  MetaFormula meta_;
  std::vector<std::array<bool, 2>> covered_;  // was it false, was it true
  std::vector<std::array<bool, 2>> tried_;    // no solver made it so
  std::vector<std::pair<Head, Term>> extension_;
  Tally tally_;
  uint64_t next_ = 1;
  absl::flat_hash_set<std::vector<Term>> made_;  // the values of all mutants so far
  // The last enforcement that was satisfiable.
  Script last_script_;
  Model last_model_;
  std::vector<Goal> last_goals_;
  std::vector<Term> last_values_;
  uint32_t samples_left_ = 0;
  bool modelled_ = false;         // the last query had a model
  bool negate_ = false;           // with the formula's negation, if with any
  std::vector<Goal> other_sign_;  // to be enforced with the other one
};

}  // namespace

Result<std::unique_ptr<Mutator>> start_value(Pool& pool, const Seed& seed,
                                             const ValueOptions& options, const Rng& rng) {
  if (!options.random && !seed.models) return Error{{}, "there is no solver to choose values"};
  auto made = std::make_unique<ValueMutator>(pool, seed, options, rng);
  if (!made->has_holes()) return Error{{}, "there is no literal to change"};
  return std::unique_ptr<Mutator>(std::move(made));
}

}  // namespace pg
