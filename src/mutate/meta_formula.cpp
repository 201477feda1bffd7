#include "mutate/meta_formula.h"

#include <algorithm>
#include <array>

#include <absl/container/flat_hash_map.h>

#include "theory/core/core.h"

namespace pg {
namespace {

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

// Between a few holes: all pairs of all would be most of what there is.
void watch_relations(Monitors& monitors, std::vector<Term> constants, uint32_t related, Rng rng) {
  const size_t count = std::min<size_t>(related, constants.size());
  for (size_t i = 0; i < count; ++i)
    std::swap(constants[i], constants[i + rng.below(constants.size() - i)]);
  constants.resize(count);
  for (size_t i = 0; i < constants.size(); ++i)
    for (size_t j = i + 1; j < constants.size(); ++j)
      monitors.add_relations(constants[i], constants[j]);
}

}  // namespace

MetaFormula::MetaFormula(Pool& pool, const Script& base, const CheckState& state, Holes holes,
                         const absl::flat_hash_set<Head>& in_place, Vocabulary& vocabulary,
                         const ValueOptions& options, const Rng& rng)
    : pool_(pool),
      base_(base),
      state_(state),
      holes_(std::move(holes.list)),
      skeleton_(std::move(holes.skeleton)) {
  if (holes_.empty() || options.random) return;
  watch(in_place, vocabulary, options, rng);
  declarations_ = declarations();
}

bool MetaFormula::is_body(const Formula& formula) const {
  return base_.commands[formula.command].kind == CommandKind::DefineFun;
}

void MetaFormula::watch(const absl::flat_hash_set<Head>& in_place, Vocabulary& vocabulary,
                        const ValueOptions& options, const Rng& rng) {
  std::vector<Term> constants;
  for (const Hole& hole : holes_) constants.push_back(pool_.constant(hole.constant));
  Monitors monitors(pool_, vocabulary, options, holes_.size());
  // Formulas in bodies of functions are watched as their calls have them.
  Script skeleton = base_;
  for (const auto& [formula, term] : skeleton_)
    term_at(skeleton.commands[formula.command], formula.which) = term;
  const Script whole = with_bodies_in_place(pool_, skeleton, in_place);
  for (const auto& [formula, term] : skeleton_)
    if (!is_body(formula))
      monitors.add_formulas(whole.commands[formula.command].terms[formula.which]);
  if (options.domains || options.all_domains) watch_signs(monitors, constants);
  watch_relations(monitors, constants, options.related, rng);
  conditions_ = monitors.conditions();
  skolems_ = monitors.skolems();
  size_t name = holes_.size() + skolems_.size();
  for (size_t i = 0; i < conditions_.size(); ++i)
    monitors_.push_back(pool_.declare(vocabulary.fresh_name(name++), {}, kBool));
}

void MetaFormula::watch_signs(Monitors& monitors, std::span<const Term> constants) const {
  for (const Command& command : state_.script.commands)
    if (command.kind == CommandKind::DeclareFun)
      for (const Definition& declared : command.definitions)
        if (pool_.data(declared.function).params.empty())
          monitors.add_domains(pool_.constant(declared.function));
  for (const Term constant : constants) monitors.add_domains(constant);
  for (const Head skolem : monitors.skolems()) monitors.add_domains(pool_.constant(skolem));
}

Command MetaFormula::assertion(Term term) const {
  Command command = command_of(pool_, CommandKind::Assert, "assert");
  command.terms = {term};
  return command;
}

Term MetaFormula::any_of(std::span<const Term> formulas) {
  Term result = formulas.empty() ? pool_.term(core::kFalse, {}) : formulas[0];
  for (const Term formula : formulas.subspan(std::min<size_t>(1, formulas.size())))
    result = pool_.term(core::kOr, {result, formula});
  return result;
}

Term MetaFormula::negated(Term formula) { return pool_.term(core::kNot, {formula}); }

// What the script declares, and the holes, in a logic that has both. Bodies of functions may
// speak of holes.
Script MetaFormula::declarations() const {
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

// What all the other conditions are is for our own evaluator: a solver takes several times as long
// with them.
Script MetaFormula::enforcing(std::span<const Goal> goals, bool all, Original original) {
  Script script = watched(goals);
  std::vector<Term> enforced;
  for (const Goal& goal : goals) enforced.push_back(formula_of(goal));
  if (!all) enforced = {any_of(enforced)};
  for (const Term term : enforced) script.commands.push_back(assertion(term));
  return finished(std::move(script), original);
}

Script MetaFormula::wishing(std::span<const Goal> goals, Original original) {
  Script script = watched(goals);
  for (const Goal& goal : goals) {
    Command command = command_of(pool_, CommandKind::Objective, "assert-soft");
    command.terms = {formula_of(goal)};
    script.commands.push_back(std::move(command));
  }
  return finished(std::move(script), original);
}

Script MetaFormula::without(const Script& script, std::span<const Term> values) {
  std::vector<Term> others;
  for (size_t i = 0; i < holes_.size(); ++i)
    if (values[i])
      others.push_back(
          pool_.term(core::kDistinct, {pool_.constant(holes_[i].constant), values[i]}));
  Script again = script;
  again.commands.insert(again.commands.end() - 1, assertion(any_of(others)));
  return again;
}

Term MetaFormula::formula_of(const Goal& goal) {
  const Term monitor = pool_.constant(monitors_[goal.monitor]);
  return goal.truth ? monitor : negated(monitor);
}

// The monitors of goals, with what they stand for.
Script MetaFormula::watched(std::span<const Goal> goals) const {
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

Script MetaFormula::finished(Script script, Original original) {
  if (original != Original::Free) {
    std::vector<Term> wrong;  // its negation is that of all assertions together
    for (const auto& [formula, term] : skeleton_) {
      if (is_body(formula)) continue;
      if (original == Original::Holds) script.commands.push_back(assertion(term));
      wrong.push_back(negated(term));
    }
    if (original == Original::Fails) script.commands.push_back(assertion(any_of(wrong)));
  }
  script.commands.push_back(command_of(pool_, CommandKind::CheckSat, "check-sat"));
  return script;
}

}  // namespace pg
