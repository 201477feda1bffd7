#include "mutate/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "model/evaluator.h"
#include "model/state.h"
#include "mutate/constants.h"
#include "mutate/constraint.h"
#include "mutate/holes.h"
#include "mutate/monitors.h"
#include "term/substitute.h"
#include "theory/core/core.h"
#include "theory/literals.h"

namespace pg {
namespace {

// Of evaluating a formula.
constexpr uint64_t kMaxSteps = 20'000;
// How often other values are drawn before a solver is asked for them.
constexpr uint64_t kDraws = 16;

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

// Literals that are spread evenly over what a sort has, or over a large part of it.
class UniformLiterals {
 public:
  UniformLiterals(Pool& pool, Rng& rng) : pool_(pool), reader_(pool), rng_(rng) {}

  Term draw(Sort sort) {
    const std::string text = text_of(sort);
    const Result<Term> read = text.empty() ? Error{{}, ""} : reader_.read(text);
    return read && pool_.sort(*read) == sort ? *read : Term();
  }

 private:
  std::string number() {
    const auto value = static_cast<int64_t>(rng_.below(uint64_t{1} << 32)) - (int64_t{1} << 31);
    return value < 0 ? fmt::format("(- {})", -value) : std::to_string(value);
  }
  std::string bits(uint32_t width) {
    std::string text = "#b";
    for (uint32_t i = 0; i < width; ++i) text += rng_.chance(1, 2) ? '1' : '0';
    return text;
  }
  std::string text_of(Sort sort) {
    constexpr std::string_view kModes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
    switch (pool_.kind(sort)) {
      case SortKind::Bool:
        return rng_.chance(1, 2) ? "true" : "false";
      case SortKind::Int:
        return number();
      case SortKind::Real: {
        const std::string numerator = number();
        return fmt::format("(/ (to_real {}) {}.0)", numerator, 1 + rng_.below(1000));
      }
      case SortKind::BitVec:
        return bits(pool_.indices(sort)[0]);
      case SortKind::FloatingPoint: {
        const std::string sign = bits(1);
        const std::string exponent = bits(pool_.indices(sort)[0]);
        return fmt::format("(fp {} {} {})", sign, exponent, bits(pool_.indices(sort)[1] - 1));
      }
      case SortKind::RoundingMode:
        return std::string(kModes[rng_.below(std::size(kModes))]);
      case SortKind::String: {
        std::string text = "\"";
        for (uint64_t length = rng_.below(9); length > 0; --length) {
          const auto letter = static_cast<char>(' ' + rng_.below(95));
          text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
        }
        return text + "\"";
      }
      default:
        return {};
    }
  }

  Pool& pool_;
  TermReader reader_;
  Rng& rng_;
};

class ValueMutator final : public Mutator {
 public:
  ValueMutator(Pool& pool, const Seed& seed, const ValueOptions& options, const Rng& rng)
      : pool_(pool),
        options_(options),
        rng_(rng),
        base_(with_literals_in_place(pool, seed.script)),
        models_(seed.models),
        claims_(seed.answers.size()),
        state_(state_at(pool, base_, seed.check)),
        vocabulary_(pool, base_, {}),
        writer_(pool, values_) {
    for (const Assertion& assertion : state_.assertions) {
      formulas_.push_back({assertion.command, assertion.which});
      if (assertion.which == 0) commands_.push_back(assertion.command);
    }
    holes_ = find_holes(pool, base_, commands_, vocabulary_);
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
  void restart() {
    next_ = 1;
    covered_.assign(covered_.size(), {});
    tried_.assign(tried_.size(), {});
    tally_.covered = 0;
    made_.clear();
    samples_left_ = 0;
  }

  void add_monitors() {
    std::vector<Term> constants;
    for (const Hole& hole : holes_) constants.push_back(pool_.constant(hole.constant));
    Monitors monitors(pool_, vocabulary_, options_, holes_.size());
    for (const Formula& formula : formulas_) {
      const Term root = root_of(formula);
      skeleton_.push_back(with_values(pool_, root, formula, holes_, constants));
      monitors.add_formulas(skeleton_.back());
    }
    if (options_.domains || options_.all_domains)
      for (const Command& command : state_.script.commands)
        if (command.kind == CommandKind::DeclareFun)
          for (const Definition& declared : command.definitions)
            if (pool_.data(declared.function).params.empty())
              monitors.add_domains(pool_.constant(declared.function));
    if (options_.domains || options_.all_domains)
      for (const Term constant : constants) monitors.add_domains(constant);
    add_relations(monitors, constants);
    conditions_ = monitors.conditions();
    skolems_ = monitors.skolems();
    size_t name = holes_.size() + skolems_.size();
    for (size_t i = 0; i < conditions_.size(); ++i)
      monitors_.push_back(pool_.declare(vocabulary_.fresh_name(name++), {}, kBool));
    covered_.resize(conditions_.size());
    tried_.resize(conditions_.size());
    tally_.goals = 2 * conditions_.size();
  }

  // Between a few holes: all pairs of all would be most of what there is.
  void add_relations(Monitors& monitors, std::vector<Term> constants) {
    Rng rng = rng_.fork(0);
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
    UniformLiterals uniform(pool_, rng);
    Constants edges(pool_, rng);
    std::vector<Term> values;
    for (const Hole& hole : holes_) {
      const Sort sort = pool_.sort(hole.literal);
      values.push_back(usable(hole, options_.edges ? edges.draw(sort) : uniform.draw(sort)));
    }
    return finish(values, {});
  }

  // Negative numbers and fractions are terms of operators, which a logic may not have, or not
  // everywhere; none then.
  Term usable(const Hole& hole, Term literal) {
    if (!literal || !vocabulary_.allows(literal)) return {};
    if (!hole.plain) return literal;
    const bool plain = pool_.kind(literal) == HeadKind::Literal &&
                       values_.sign(literal_value(pool_, values_, literal)) != 0;
    return plain ? literal : Term();
  }

  // A monitor and what it is enforced to be.
  struct Goal {
    size_t monitor;
    bool truth;
  };

  std::optional<Mutant> make(uint64_t number) {
    Rng rng = rng_.fork(number);
    if (samples_left_ > 0) {
      --samples_left_;
      if (std::optional<Mutant> mutant = sample(rng, number)) return mutant;
      samples_left_ = 0;
    }
    if (conditions_.empty()) return {};
    const std::vector<Goal> goals = choose_goals(rng);
    const bool negate = options_.original && rng.chance(1, 2);
    for (const bool all : {true, false}) {
      // If they do not hold together, one of them is enough.
      if (!all && goals.size() == 1) break;
      ++tally_.tries;
      if (std::optional<Mutant> mutant =
              ask(test_script(goals, all, negate), goals, number + (all ? 0 : 1))) {
        samples_left_ = options_.samples - 1;
        return mutant;
      }
      // The values were there before: others that hold as well need no solver.
      if (modelled_ && options_.samples > 1) {
        samples_left_ = options_.samples - 1;
        return sample(rng, number);
      }
    }
    for (const Goal& goal : goals) tried_[goal.monitor][goal.truth ? 1 : 0] = true;
    return {};
  }

  // What was enforced last, with other values: such that our own evaluator says that it still
  // holds, or those of a solver that is told not to repeat itself.
  std::optional<Mutant> sample(Rng& rng, uint64_t number) {
    ++tally_.tries;
    for (uint64_t draw = 0; draw < kDraws; ++draw) {
      Model model = last_model_;
      for (size_t i = 0; i < monitors_.size(); ++i)
        model.functions[monitors_[i]] = {monitors_[i], {}, conditions_[i]};
      for (const Hole& hole : holes_)
        if (rng.chance(1, 2))
          if (const Term value = usable(hole, draw_literal(pool_.sort(hole.literal), rng)))
            model.functions[hole.constant] = {hole.constant, {}, value};
      if (!holds(last_script_, model)) continue;
      if (std::optional<Mutant> mutant = take(last_script_, model, last_goals_)) return mutant;
    }
    std::vector<Term> others;
    for (size_t i = 0; i < holes_.size(); ++i)
      if (last_values_[i])
        others.push_back(
            pool_.term(core::kDistinct, {pool_.constant(holes_[i].constant), last_values_[i]}));
    Script again = last_script_;
    again.commands.insert(again.commands.end() - 1, assertion(any_of(others)));
    return ask(again, last_goals_, number);
  }

  Term draw_literal(Sort sort, Rng& rng) {
    return rng.chance(1, 2) ? Constants(pool_, rng).draw(sort)
                            : UniformLiterals(pool_, rng).draw(sort);
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

  // What is not covered yet comes first.
  std::vector<Goal> choose_goals(Rng& rng) const {
    std::vector<Goal> open;
    std::vector<Goal> all;
    for (size_t i = 0; i < covered_.size(); ++i)
      for (const bool truth : {true, false}) {
        all.push_back({i, truth});
        if (!covered_[i][truth ? 1 : 0] && !tried_[i][truth ? 1 : 0]) open.push_back({i, truth});
      }
    std::vector<Goal> goals;
    std::vector<bool> taken(covered_.size());
    for (std::vector<Goal>* list : {&open, &all}) {
      for (size_t i = 0; i < list->size() && goals.size() < options_.together; ++i) {
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

  // The meta-formula with goals: monitors that are enforced, or one of these at least. What all the
  // other conditions are is for our own evaluator: a solver takes several times as long with them.
  Script test_script(std::span<const Goal> goals, bool all, bool negate) {
    Script script;
    for (const Command& command : state_.script.commands) {
      if (command.kind == CommandKind::Assert || command.kind == CommandKind::SetInfo) continue;
      script.commands.push_back(command);
      if (command.kind == CommandKind::SetLogic)
        script.commands.back().text = pool_.intern(
            logic_with_holes(pool_.text(command.text), std::ranges::any_of(holes_, &Hole::plain)));
    }
    for (const Hole& hole : holes_) script.commands.push_back(declaration_of(pool_, hole.constant));
    for (const Head skolem : skolems_) script.commands.push_back(declaration_of(pool_, skolem));
    std::vector<Term> enforced;
    for (const Goal& goal : goals) {
      const Term monitor = pool_.constant(monitors_[goal.monitor]);
      script.commands.push_back(declaration_of(pool_, monitors_[goal.monitor]));
      script.commands.push_back(
          assertion(pool_.term(core::kEqual, {monitor, conditions_[goal.monitor]})));
      enforced.push_back(goal.truth ? monitor : negated(monitor));
    }
    if (!all) enforced = {any_of(enforced)};
    for (const Term term : enforced) script.commands.push_back(assertion(term));
    if (options_.original) {
      // Its negation is that of all assertions together.
      std::vector<Term> wrong;
      for (const Term root : skeleton_) wrong.push_back(negated(root));
      if (negate)
        script.commands.push_back(assertion(any_of(wrong)));
      else
        for (const Term root : skeleton_) script.commands.push_back(assertion(root));
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
    std::vector<Goal> reached;
    for (size_t i = 0; i < conditions_.size(); ++i) {
      // Where we cannot tell, the solver's word counts.
      Value value = evaluator.eval(conditions_[i]);
      const bool asked = std::ranges::find(goals, i, &Goal::monitor) != goals.end();
      if (!value.is_defined() && asked) value = evaluator.eval(pool_.constant(monitors_[i]));
      if (!value.is_defined()) continue;
      for (const Goal& goal : goals)
        if (goal.monitor == i && goal.truth == value.is_true()) reached.push_back(goal);
      bool& covered = covered_[i][value.is_true() ? 1 : 0];
      tally_.covered += covered ? 0 : 1;
      covered = true;
    }
    last_script_ = script;
    last_model_ = model;
    last_goals_ = goals;
    last_values_ = found;
    return finish(found, reached);
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
        mutant.steps.push_back({.command = holes_[i].command,
                                .which = holes_[i].which,
                                .path = holes_[i].path,
                                .before = holes_[i].literal,
                                .after = found[i],
                                .how = Step::How::Value});
    if (mutant.steps.empty()) return {};
    for (const Formula& formula : formulas_) {
      const Term root = root_of(formula);
      const Term changed = with_values(pool_, root, formula, holes_, found);
      if (changed != root) mutant.assertions.emplace_back(formula, changed);
    }
    if (options_.enforce_finally && !goals.empty()) enforce(mutant, found, goals);
    ++tally_.accepted;
    return mutant;
  }

  Term root_of(const Formula& formula) const {
    return base_.commands[formula.command].terms[formula.which];
  }

  // What was enforced, beside the last formula.
  void enforce(Mutant& mutant, std::span<const Term> found, std::span<const Goal> goals) {
    Substitution values;
    for (size_t i = 0; i < holes_.size(); ++i)
      values[pool_.constant(holes_[i].constant)] = found[i] ? found[i] : holes_[i].literal;
    const Formula last = formulas_.back();
    const bool changed = !mutant.assertions.empty() && mutant.assertions.back().first == last;
    if (!changed) mutant.assertions.emplace_back(last, root_of(last));
    Term& root = mutant.assertions.back().second;
    const Term before = root;
    for (const Goal& goal : goals) {
      const Term condition = substitute(pool_, conditions_[goal.monitor], values);
      root = pool_.term(core::kAnd, {root, goal.truth ? condition : negated(condition)});
    }
    for (const Head skolem : skolems_) mutant.declared.push_back({last.command, skolem, {}});
    mutant.steps.push_back({.command = last.command,
                            .which = last.which,
                            .path = {},
                            .before = before,
                            .after = root,
                            .how = Step::How::Constraint});
  }

  Pool& pool_;
  const ValueOptions options_;
  const Rng rng_;
  const Script base_;
  ModelSource* models_;
  const Answers claims_;
  CheckState state_;
  Vocabulary vocabulary_;
  ValuePool values_;
  ConstraintWriter writer_;
  std::vector<size_t> commands_;   // whose formulas are in force
  std::vector<Formula> formulas_;  // of these
  std::vector<Hole> holes_;
  std::vector<Term> skeleton_;  // by place in formulas_
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
  bool modelled_ = false;  // the last query had a model
};

// The thesis leaves samples for later.
constexpr uint32_t kBlendSamples = 8;

struct Refinement {
  std::string_view name;
  void (*apply)(ValueOptions& options, uint32_t number);
  uint32_t number = 0;  // the default of one that takes a number
};
constexpr auto kRefinements = std::to_array<Refinement>({
    {"SKOLU", [](ValueOptions& o, uint32_t) { o.quantifiers = ValueOptions::Quantifiers::Skolem; }},
    {"SKOLE",
     [](ValueOptions& o, uint32_t) { o.quantifiers = ValueOptions::Quantifiers::Existential; }},
    {"NOSKOLE", [](ValueOptions& o, uint32_t) { o.quantifiers = ValueOptions::Quantifiers::Copy; }},
    {"ADOMAINE", [](ValueOptions& o, uint32_t) { o.all_domains = true; }},
    {"ADOMAIN", [](ValueOptions& o, uint32_t) { o.domains = true; }},
    {"LEAFOPT", [](ValueOptions& o, uint32_t) { o.leaves = true; }},
    {"CPOG", [](ValueOptions& o, uint32_t) { o.original = true; }},
    {"EFFINAL", [](ValueOptions& o, uint32_t) { o.enforce_finally = true; }},
    {"MULTIEF", [](ValueOptions& o, uint32_t n) { o.together = n; }, 7},
    {"RELC", [](ValueOptions& o, uint32_t n) { o.related = n; }, 3},
    {"SAMPLES", [](ValueOptions& o, uint32_t n) { o.samples = n; }, 2},
    {"BLENDA",
     [](ValueOptions& o, uint32_t) {
       o.domains = o.original = true;
       o.samples = kBlendSamples;
     }},
    {"BLENDBLEAF",
     [](ValueOptions& o, uint32_t) {
       o.domains = o.leaves = true;
       o.together = 7;
       o.related = 3;
       o.samples = kBlendSamples;
     }},
    {"BLENDB",
     [](ValueOptions& o, uint32_t) {
       o.domains = true;
       o.together = 7;
       o.related = 3;
       o.samples = kBlendSamples;
     }},
    {"RBASE", [](ValueOptions& o, uint32_t) { o.random = true; }},
    {"EDGES", [](ValueOptions& o, uint32_t) { o.edges = true; }},
});

bool apply_refinement(std::string_view word, ValueOptions& options) {
  for (const Refinement& row : kRefinements) {
    if (!word.starts_with(row.name)) continue;
    const std::string_view rest = word.substr(row.name.size());
    uint32_t number = row.number;
    if (!rest.empty()) {
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
      if (row.number == 0 || error != std::errc() || end != rest.data() + rest.size() ||
          number == 0 || number > 1000)
        continue;
    }
    row.apply(options, number);
    return true;
  }
  return false;
}

}  // namespace

Result<ValueOptions> read_value_options(std::string_view text) {
  // Nothing but the basic approach, one monitor at a time.
  ValueOptions options{
      .domains = false, .together = 1, .related = 0, .samples = 1, .variant = std::string(text)};
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, end);
    if (!apply_refinement(word, options))
      return Error{{}, fmt::format("there is no refinement '{}'", word)};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return options;
}

Result<std::unique_ptr<Mutator>> start_value(Pool& pool, const Seed& seed,
                                             const ValueOptions& options, const Rng& rng) {
  if (!options.random && !seed.models) return Error{{}, "there is no solver to choose values"};
  auto made = std::make_unique<ValueMutator>(pool, seed, options, rng);
  if (!made->has_holes()) return Error{{}, "there is no literal to change"};
  return std::unique_ptr<Mutator>(std::move(made));
}

}  // namespace pg
