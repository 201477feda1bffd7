#include "mutate/value.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "model/evaluator.h"
#include "model/state.h"
#include "mutate/constants.h"
#include "mutate/constraint.h"
#include "mutate/holes.h"
#include "mutate/monitors.h"
#include "mutate/uniform_literals.h"
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

// The logic of a formula in which constants stand for literals. Difference logics want literals
// everywhere, linear ones in products. Elsewhere the logic stays what it is: z3 takes a fifth of
// the time in QF_LIA that it takes in QF_NIA, and half of the time in that that it takes in ALL.
struct WiderLogic {
  std::string_view name;
  std::string_view with_holes;
  std::string_view with_factors;  // holes that are factors
};
constexpr auto kWiderLogics = std::to_array<WiderLogic>({
    {"QF_IDL", "QF_LIA", "QF_NIA"},
    {"QF_LIA", "QF_LIA", "QF_NIA"},
    {"QF_RDL", "QF_LRA", "QF_NRA"},
    {"QF_LRA", "QF_LRA", "QF_NRA"},
    {"QF_UFIDL", "QF_UFLIA", "QF_UFNIA"},
    {"QF_UFLIA", "QF_UFLIA", "QF_UFNIA"},
    {"QF_UFLRA", "QF_UFLRA", "QF_UFNRA"},
    {"QF_NIA", "QF_NIA", "QF_NIA"},
    {"QF_NRA", "QF_NRA", "QF_NRA"},
    {"QF_UFNIA", "QF_UFNIA", "QF_UFNIA"},
    {"QF_UFNRA", "QF_UFNRA", "QF_UFNRA"},
    {"QF_BV", "QF_BV", "QF_BV"},
    {"QF_ABV", "QF_ABV", "QF_ABV"},
    {"QF_UFBV", "QF_UFBV", "QF_UFBV"},
    {"QF_AUFBV", "QF_AUFBV", "QF_AUFBV"},
});
std::string_view logic_with_holes(std::string_view logic, bool factors) {
  const auto row = std::ranges::find(kWiderLogics, logic, &WiderLogic::name);
  if (row == kWiderLogics.end()) return "ALL";
  return factors ? row->with_factors : row->with_holes;
}

Command command_of(Pool& pool, CommandKind kind, std::string_view name) {
  Command command;
  command.kind = kind;
  command.name = pool.intern(name);
  return command;
}

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
        writer_(pool, values_),
        uniform_(pool),
        ground_(pool, values_, base_, nothing_, Evaluator::Missing::Default) {
    const std::vector<Formula> formulas = formulas_with_literals(pool, base_, seed.check);
    Holes found = find_holes(pool, base_, formulas, vocabulary_, options.split, rng_.fork(0));
    holes_ = std::move(found.list);
    skeleton_ = std::move(found.skeleton);
    if (holes_.empty() || options.random) return;
    add_monitors();
  }

  bool has_holes() const { return !holes_.empty(); }
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
  bool is_body(const Formula& formula) const {
    return base_.commands[formula.command].kind == CommandKind::DefineFun;
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

  void add_monitors() {
    std::vector<Term> constants;
    for (const Hole& hole : holes_) constants.push_back(pool_.constant(hole.constant));
    Monitors monitors(pool_, vocabulary_, options_, holes_.size());
    // Formulas in bodies of functions are watched as their calls have them.
    Script skeleton = base_;
    for (const auto& [formula, term] : skeleton_)
      term_at(skeleton.commands[formula.command], formula.which) = term;
    const Script in_place = with_bodies_in_place(pool_, skeleton, in_place_);
    for (const auto& [formula, term] : skeleton_)
      if (!is_body(formula))
        monitors.add_formulas(in_place.commands[formula.command].terms[formula.which]);
    if (options_.domains || options_.all_domains)
      for (const Command& command : state_.script.commands)
        if (command.kind == CommandKind::DeclareFun)
          for (const Definition& declared : command.definitions)
            if (pool_.data(declared.function).params.empty())
              monitors.add_domains(pool_.constant(declared.function));
    if (options_.domains || options_.all_domains)
      for (const Term constant : constants) monitors.add_domains(constant);
    if (options_.domains || options_.all_domains)
      for (const Head skolem : monitors.skolems()) monitors.add_domains(pool_.constant(skolem));
    add_relations(monitors, constants);
    conditions_ = monitors.conditions();
    skolems_ = monitors.skolems();
    size_t name = holes_.size() + skolems_.size();
    for (size_t i = 0; i < conditions_.size(); ++i)
      monitors_.push_back(pool_.declare(vocabulary_.fresh_name(name++), {}, kBool));
    declarations_ = declarations();
    covered_.resize(conditions_.size());
    tried_.resize(conditions_.size());
    tally_.goals = 2 * conditions_.size();
  }

  // Between a few holes: all pairs of all would be most of what there is.
  void add_relations(Monitors& monitors, std::vector<Term> constants) {
    Rng rng = rng_.fork(0).fork(1);
    for (size_t i = 0; i < std::min<size_t>(options_.related, constants.size()); ++i)
      std::swap(constants[i], constants[i + rng.below(constants.size() - i)]);
    constants.resize(std::min<size_t>(options_.related, constants.size()));
    for (size_t i = 0; i < constants.size(); ++i)
      for (size_t j = i + 1; j < constants.size(); ++j)
        monitors.add_relations(constants[i], constants[j]);
  }

  std::optional<Mutant> mutate_at_random(uint64_t number) {
    ++tally_.tries;
    Rng rng = rng_.fork(number);
    std::vector<Term> values;
    for (const Hole& hole : holes_) {
      Term value;
      for (uint64_t draw = 0; draw < kDraws && !value; ++draw)
        value = usable(hole, draw_literal(pool_.sort(hole.literal), options_.edges, rng));
      values.push_back(value);
    }
    return finish(values, {});
  }

  // The literal as it can stand in the hole; none if it cannot. Negative numbers and fractions are
  // terms of operators, which a logic may not have, or not everywhere.
  Term usable(const Hole& hole, Term literal) {
    if (!literal) return {};
    const Value value = ground_.eval(literal);
    if (!hole.zero && values_.sign(value) == 0) return {};
    if (fits(hole, literal)) return literal;
    if (pool_.sort(literal) != kReal) return {};
    const Term decimal = writer_.decimal(value);
    return decimal && fits(hole, decimal) ? decimal : Term();
  }
  // The fields of a float are bit-vectors, which the logic may otherwise not have.
  bool fits(const Hole& hole, Term literal) const {
    if (is_literal(pool_, literal)) return true;
    return hole.sign && vocabulary_.allows(literal) && (hole.fraction || !has_quotient(literal));
  }
  bool has_quotient(Term literal) const {
    bool found = false;
    post_order(pool_, literal, [&](Term term) {
      const OpSpec* op = pool_.op(term);
      found = found || (op && op->linear == Linear::ByLiterals);
    });
    return found;
  }

  // A monitor and what it is enforced to be.
  struct Goal {
    size_t monitor;
    bool truth;
    bool operator==(const Goal&) const = default;
  };

  std::optional<Mutant> make(uint64_t number) {
    Rng rng = rng_.fork(number);
    if (samples_left_ > 0) {
      --samples_left_;
      if (std::optional<Mutant> mutant = sample(rng, number)) return mutant;
      samples_left_ = 0;
    }
    if (conditions_.empty()) return {};
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
              enforce(test_script(goals, all), goals, rng, number + (all ? 0 : 1)))
        return mutant;
      if (samples_left_ > 0) return {};
    }
    for (const Goal& goal : goals)
      if (!options_.original || again) tried_[goal.monitor][goal.truth ? 1 : 0] = true;
    return {};
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
    std::optional<Mutant> mutant = ask(soft_script(goals), goals, number);
    if (!modelled_) return {};
    for (const Goal& goal : goals)
      if (std::ranges::find(last_goals_, goal) == last_goals_.end())
        tried_[goal.monitor][goal.truth ? 1 : 0] = true;
    last_script_ = test_script(last_goals_, true);
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
    std::vector<Term> others;
    for (size_t i = 0; i < holes_.size(); ++i)
      if (last_values_[i])
        others.push_back(
            pool_.term(core::kDistinct, {pool_.constant(holes_[i].constant), last_values_[i]}));
    Script again = script;
    again.commands.insert(again.commands.end() - 1, assertion(any_of(others)));
    return ask(again, goals, number);
  }

  // Values at random around the last model that there was, where our evaluator says that a
  // meta-formula holds.
  std::optional<Mutant> draw(const Script& script, const std::vector<Goal>& goals, Rng& rng) {
    for (uint64_t draw = 0; draw < kDraws; ++draw) {
      Model model = last_model_;
      for (size_t i = 0; i < monitors_.size(); ++i)
        model.functions[monitors_[i]] = {monitors_[i], {}, conditions_[i]};
      const size_t always = rng.below(holes_.size());
      for (size_t i = 0; i < holes_.size(); ++i)
        if (i == always || rng.chance(1, 2))
          if (const Term value = draw_value(holes_[i], rng))
            model.functions[holes_[i].constant] = {holes_[i].constant, {}, value};
      if (!holds(script, model)) continue;
      if (std::optional<Mutant> mutant = take(script, model, goals)) return mutant;
    }
    return {};
  }

  Term draw_literal(Sort sort, bool edge, Rng& rng) {
    return edge ? Constants(pool_, rng).draw(sort) : uniform_.draw(sort, rng);
  }
  Term draw_value(const Hole& hole, Rng& rng) {
    const bool edge = rng.chance(1, 2);
    return usable(hole, draw_literal(pool_.sort(hole.literal), edge, rng));
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

  Command assertion(Term term) {
    Command command = command_of(pool_, CommandKind::Assert, "assert");
    command.terms = {term};
    return command;
  }
  Term any_of(std::span<const Term> formulas) {
    Term result = formulas.empty() ? pool_.term(core::kFalse, {}) : formulas[0];
    for (const Term formula : formulas.subspan(std::min<size_t>(1, formulas.size())))
      result = pool_.term(core::kOr, {result, formula});
    return result;
  }
  Term negated(Term formula) { return pool_.term(core::kNot, {formula}); }

  // What the script declares, and the holes, in a logic that has both. Bodies of functions may
  // speak of holes.
  Script declarations() {
    const bool factors = std::ranges::any_of(holes_, &Hole::factor);
    absl::flat_hash_map<Head, Term> bodies;
    for (const auto& [formula, term] : skeleton_)
      if (is_body(formula)) bodies[base_.commands[formula.command].definitions[0].function] = term;
    Script script;
    std::vector<Command> rest;
    for (const Command& command : state_.script.commands) {
      const bool sets =
          command.kind == CommandKind::SetLogic || command.kind == CommandKind::SetOption;
      if (command.kind == CommandKind::Assert || command.kind == CommandKind::SetInfo) continue;
      Command& made = (sets ? script.commands : rest).emplace_back(command);
      if (command.kind == CommandKind::SetLogic)
        made.text = pool_.intern(logic_with_holes(pool_.text(command.text), factors));
      if (command.kind == CommandKind::DefineFun)
        if (const auto body = bodies.find(command.definitions[0].function); body != bodies.end())
          term_at(made, 0) = body->second;
    }
    for (const Hole& hole : holes_) script.commands.push_back(declaration_of(pool_, hole.constant));
    script.commands.insert(script.commands.end(), rest.begin(), rest.end());
    return script;
  }

  // The meta-formula with goals: monitors that are enforced, or one of these at least. What all the
  // other conditions are is for our own evaluator: a solver takes several times as long with them.
  Script test_script(std::span<const Goal> goals, bool all) {
    Script script = watched(goals);
    std::vector<Term> enforced;
    for (const Goal& goal : goals) enforced.push_back(formula_of(goal));
    if (!all) enforced = {any_of(enforced)};
    for (const Term term : enforced) script.commands.push_back(assertion(term));
    return finished(std::move(script));
  }

  // The same where each goal is a wish.
  Script soft_script(std::span<const Goal> goals) {
    Script script = watched(goals);
    for (const Goal& goal : goals) {
      Command command = command_of(pool_, CommandKind::Objective, "assert-soft");
      command.terms = {formula_of(goal)};
      script.commands.push_back(std::move(command));
    }
    return finished(std::move(script));
  }

  Term formula_of(const Goal& goal) {
    const Term monitor = pool_.constant(monitors_[goal.monitor]);
    return goal.truth ? monitor : negated(monitor);
  }

  // The monitors of goals, with what they stand for.
  Script watched(std::span<const Goal> goals) {
    Script script = declarations_;
    for (const Head skolem : skolems_) script.commands.push_back(declaration_of(pool_, skolem));
    for (const Goal& goal : goals) {
      const Term monitor = pool_.constant(monitors_[goal.monitor]);
      script.commands.push_back(declaration_of(pool_, monitors_[goal.monitor]));
      script.commands.push_back(
          assertion(pool_.term(core::kEqual, {monitor, conditions_[goal.monitor]})));
    }
    return script;
  }

  // With the formula itself, or its negation, where that is wanted.
  Script finished(Script script) {
    if (options_.original) {
      std::vector<Term> wrong;  // its negation is that of all assertions together
      for (const auto& [formula, term] : skeleton_) {
        if (is_body(formula)) continue;
        if (!negate_) script.commands.push_back(assertion(term));
        wrong.push_back(negated(term));
      }
      if (negate_) script.commands.push_back(assertion(any_of(wrong)));
    }
    script.commands.push_back(command_of(pool_, CommandKind::CheckSat, "check-sat"));
    return script;
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
    for (const Hole& hole : holes_) {
      const Value value = evaluator.eval(pool_.constant(hole.constant));
      found.push_back(usable(hole, writer_.literal(value, pool_.sort(hole.literal))));
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
    for (size_t i = 0; i < holes_.size(); ++i) {
      const Hole& hole = holes_[i];
      own.functions[hole.constant] = {hole.constant, {}, found[i] ? found[i] : hole.literal};
    }
    const bool same = std::ranges::all_of(found, [](Term value) { return bool(value); });
    Evaluator evaluator(pool_, values_, script, own, Evaluator::Missing::Default);
    evaluator.set_max_steps(kMaxSteps);
    std::vector<Goal> reached;
    for (size_t i = 0; i < conditions_.size(); ++i) {
      const auto goal = std::ranges::find(goals, i, &Goal::monitor);
      Value value = evaluator.eval(conditions_[i]);
      // Where we cannot tell, the solver's word counts.
      if (!value.is_defined() && same && goal != goals.end())
        value = evaluator.eval(pool_.constant(monitors_[i]));
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
    for (size_t i = 0; i < holes_.size(); ++i)
      if (found[i] && found[i] != holes_[i].literal)
        mutant.steps.push_back({.command = holes_[i].formula.command,
                                .which = holes_[i].formula.which,
                                .path = holes_[i].path,
                                .before = holes_[i].literal,
                                .after = found[i],
                                .how = Step::How::Value});
    if (mutant.steps.empty()) return {};
    const Substitution values = substitution(found);
    for (const auto& [formula, term] : skeleton_) {
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
    for (size_t i = 0; i < holes_.size(); ++i)
      values[pool_.constant(holes_[i].constant)] = found[i] ? found[i] : holes_[i].literal;
    return values;
  }

  // What was enforced, beside the last formula, as far as that may speak of it.
  void append(Mutant& mutant, const Substitution& values, std::span<const Goal> goals) {
    const Formula last = skeleton_.back().first;
    std::vector<Term> conditions;
    absl::flat_hash_set<Head> used;
    for (const Goal& goal : goals) {
      const std::vector<Head> mentioned = functions(pool_, conditions_[goal.monitor]);
      if (std::ranges::any_of(mentioned, [&](Head head) { return is_later(head, last.command); }))
        continue;
      used.insert(mentioned.begin(), mentioned.end());
      const Term condition = substitute(pool_, conditions_[goal.monitor], values);
      conditions.push_back(goal.truth ? condition : negated(condition));
    }
    if (conditions.empty()) return;
    const bool changed = !mutant.assertions.empty() && mutant.assertions.back().first == last;
    if (!changed)
      mutant.assertions.emplace_back(last, base_.commands[last.command].terms[last.which]);
    Term& root = mutant.assertions.back().second;
    const Term before = root;
    for (const Term condition : conditions) root = pool_.term(core::kAnd, {root, condition});
    for (const Head skolem : skolems_)
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
  ConstraintWriter writer_;
  UniformLiterals uniform_;
  const Model nothing_;
  Evaluator ground_;  // of literals
  std::vector<Hole> holes_;
  std::vector<std::pair<Formula, Term>> skeleton_;
  Script declarations_;
  std::vector<Term> conditions_;
  std::vector<Head> skolems_;
  std::vector<Head> monitors_;                // one a condition
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
