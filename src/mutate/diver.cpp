#include "mutate/diver.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include "model/domains.h"
#include "model/evaluator.h"
#include "model/state.h"
#include "mutate/constraint.h"
#include "mutate/core_diver.h"
#include "mutate/occurrences.h"
#include "mutate/places.h"
#include "mutate/snippets.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// Every so many mutants one becomes a seed itself, for those that come after it (Algorithm 1, line
// 21). After so many numbers it starts again from the first seed.
constexpr uint64_t kBlock = 8;
constexpr uint64_t kEpoch = 1024;

// Seeds are forgotten, and made again where they are needed, when they have so many places.
constexpr size_t kMaxPlacesKept = 500'000;

// What one evaluation of a candidate may take; quantifiers can take any time.
constexpr uint64_t kMaxSteps = 50'000;
// And all assertions of the seed; what takes longer makes slow mutants.
constexpr uint64_t kMaxSeedSteps = 1'000'000;

SnippetOptions snippet_options(const DiverOptions& options) {
  SnippetOptions made;
  made.depth = options.depth;
  made.connectives = {"not", "and", "or", "=>", "xor", "=", "distinct", "ite"};
  return made;
}

Script widened(Pool& pool, const Script& script, bool widen) {
  Script made = script;
  if (!widen) return made;
  for (Command& command : made.commands)
    if (command.kind == CommandKind::SetLogic) command.text = pool.intern("ALL");
  return made;
}

class Diver final : public Mutator {
 public:
  Diver(Pool& pool, const Seed& seed, const DiverOptions& options, const Rng& rng)
      : pool_(pool),
        options_(options),
        rng_(rng),
        base_(widened(pool, seed.script, options.dialect.widened)),
        claims_(seed.answers.size()),
        state_(state_at(pool, base_, seed.check)),
        model_(*seed.model),
        evaluator_(pool, values_, base_, model_, Evaluator::Missing::Undefined),
        writer_(pool, values_),
        vocabulary_(pool, base_, options.dialect),
        snippets_(pool, vocabulary_, snippet_options(options), rng.fork(0)),
        named_(named_terms(pool, base_)),
        expander_(pool, base_, vocabulary_) {
    if (claims_.size() <= seed.check) claims_.resize(seed.check + 1);
    claims_[seed.check] = Truth::Sat;
    complete_model();
  }

  // Why it cannot start; empty if it can.
  std::string prepare() {
    uint64_t steps = kMaxSeedSteps;
    for (const Assertion& assertion : state_.assertions) {
      evaluator_.set_max_steps(steps);
      const Value value = evaluator_.eval(assertion.term);
      steps -= std::min(steps, evaluator_.steps());
      if (value.is_true()) continue;
      if (value.is_false()) return "the model makes an assertion false";
      if (value.kind() == ValueKind::Unspecified)
        return "the model leaves open what SMT-LIB leaves open, or a symbol";
      return fmt::format("an assertion has no known value: {}", values_.reason(value));
    }
    evaluator_.set_max_steps(kMaxSteps);
    add_literals();
    analyse(first_);
    largest_ = 2 * first_.places->size() + 500;
    return first_.sites.empty() ? "there is no term to replace" : "";
  }

  const Script& base() const override { return base_; }
  const std::vector<std::pair<Head, Term>>& extension() const override { return extension_; }
  Tally tally() const override { return tally_; }

  std::optional<Mutant> mutate(uint64_t number) override {
    CHECK(number > 0, "mutants count from 1");
    if (std::exchange(epoch_, epoch_of(number)) != epoch_of(number) ||
        places_kept_ > kMaxPlacesKept) {
      states_.clear();
      places_kept_ = 0;
    }
    Rng rng = rng_.fork(number);
    const uint64_t parent = choose_parent(number, rng);
    const Tally before = tally_;
    const State& state = seed_at(parent);
    tally_ = before;
    return make(state, rng);
  }

 private:
  // A mutant as a seed: what it changed, and its places.
  struct State {
    Mutant changes;
    std::unique_ptr<Occurrences> places;
    std::vector<uint32_t> sites;     // places to replace
    std::vector<double> cumulative;  // of their scores
  };

  // Symbols that the model leaves out have one value from here on.
  void complete_model() {
    Domains domains(pool_, values_);
    for (const Command& command : state_.script.commands) {
      if (command.kind != CommandKind::DeclareFun) continue;
      for (const Definition& declared : command.definitions) {
        const HeadData& data = pool_.data(declared.function);
        if (model_.functions.contains(declared.function)) continue;
        const Term body = writer_.literal(domains.some(data.sort), data.sort);
        if (!body) continue;
        Definition& definition = model_.functions[declared.function];
        definition.function = declared.function;
        definition.body = body;
        for (size_t i = 0; i < data.params.size(); ++i)
          definition.params.push_back(
              pool_.variable(pool_.intern(fmt::format("x{}", i)), data.params[i]));
        if (data.params.empty()) extension_.emplace_back(declared.function, body);
      }
    }
  }

  // Constants of the seed and of its model.
  void add_literals() {
    std::vector<Term> found;
    for_each_subterm(pool_, base_, [&](Term term) {
      if (pool_.kind(term) == HeadKind::Literal) found.push_back(term);
    });
    for (const Command& command : state_.script.commands)
      for (const Definition& declared : command.definitions) {
        const auto it = model_.functions.find(declared.function);
        if (it == model_.functions.end() || !it->second.params.empty()) continue;
        const Term body = it->second.body;
        // Roots of polynomials are no literals of SMT-LIB.
        if (body && evaluator_.eval(body).kind() == ValueKind::Algebraic) {
          has_roots_ = true;
          continue;
        }
        if (body && !pool_.has(body, kHasOpaque) && !pool_.has(body, kHasBinder) &&
            functions(pool_, body).empty())
          found.push_back(body);
      }
    for (const Term literal : found)
      if (vocabulary_.allows(literal)) snippets_.add_literal(literal);
  }

  void analyse(State& state) {
    std::vector<Occurrences::Root> roots;
    auto changed = state.changes.assertions.begin();
    const auto end = state.changes.assertions.end();
    for (const Assertion& assertion : state_.assertions) {
      const Formula formula{assertion.command, assertion.which};
      while (changed != end && changed->first < formula) ++changed;
      const bool is_changed = changed != end && changed->first == formula;
      roots.push_back(
          {formula.command, formula.which, is_changed ? changed->second : assertion.term});
    }
    state.places = std::make_unique<Occurrences>(pool_, evaluator_, expander_, roots, named_);
    double sum = 0;
    for (uint32_t i = 0; i < state.places->size(); ++i) {
      const Occurrence& place = (*state.places)[i];
      if (allowed(*state.places, place) == Allowed::Nothing) continue;
      const Value value = place.bound ? Value() : evaluator_.eval(place.term);
      sum += options_.weighted ? score(values_, place.requirement, value) : 1;
      state.sites.push_back(i);
      state.cumulative.push_back(sum);
    }
  }

  Allowed allowed(const Occurrences& list, const Occurrence& place) const {
    if (place.child == Occurrence::kBody) return Allowed::Nothing;  // the place of the call
    const Term parent = place.parent == Occurrence::kRoot ? Term() : list[place.parent].term;
    return allowed_at(pool_, vocabulary_, parent, place.child, place.term);
  }

  static uint64_t epoch_of(uint64_t number) { return (number - 1) / kEpoch; }

  // Which seed the mutant of a number is made of: 0 is the first seed, and N the mutant that ends
  // the N-th block of the epoch. Half of them go on with the newest.
  static uint64_t choose_parent(uint64_t number, Rng& rng) {
    const uint64_t newest = (number - 1) % kEpoch / kBlock;
    return rng.chance(1, 2) ? newest : rng.below(newest + 1);
  }

  uint64_t number_of(uint64_t state) const { return epoch_ * kEpoch + state * kBlock; }

  // Makes that seed and those that it comes from; no others are needed. Where a number made no
  // mutant, the first seed stands for it.
  const State& seed_at(uint64_t wanted) {
    struct Missing {
      uint64_t state;
      uint64_t parent;
      Rng rng;
    };
    std::vector<Missing> missing;
    for (uint64_t at = wanted; at != 0 && !states_.contains(at); at = missing.back().parent) {
      Rng rng = rng_.fork(number_of(at));
      const uint64_t parent = choose_parent(number_of(at), rng);
      missing.push_back({at, parent, rng});
    }
    for (; !missing.empty(); missing.pop_back()) {
      std::optional<Mutant> mutant = make(found(missing.back().parent), missing.back().rng);
      std::unique_ptr<State>& made = states_[missing.back().state];
      if (mutant) made = seed_of(*std::move(mutant));
      if (made) places_kept_ += made->places->size();
    }
    return found(wanted);
  }

  const State& found(uint64_t state) const {
    const auto it = states_.find(state);
    return it == states_.end() || !it->second ? first_ : *it->second;
  }

  std::unique_ptr<State> seed_of(Mutant&& mutant) {
    auto made = std::make_unique<State>();
    made->changes = std::move(mutant);
    analyse(*made);
    return made->places->size() > largest_ || made->sites.empty() ? nullptr : std::move(made);
  }

  uint32_t choose_site(const State& state, Rng& rng) const {
    constexpr uint64_t kGrains = uint64_t{1} << 40;
    const double at = state.cumulative.back() * static_cast<double>(rng.below(kGrains)) /
                      static_cast<double>(kGrains);
    const auto it = std::ranges::upper_bound(state.cumulative, at);
    const auto index = static_cast<size_t>(it - state.cumulative.begin());
    return state.sites[std::min(index, state.sites.size() - 1)];
  }

  std::optional<Mutant> make(const State& state, Rng& rng) {
    const uint32_t index = choose_site(state, rng);
    const Occurrence& place = (*state.places)[index];
    const Allowed may = allowed(*state.places, place);
    const Sort sort = pool_.sort(place.term);
    const std::vector<Term> bound =
        place.bound ? state.places->bound_variables(index) : std::vector<Term>();
    for (uint32_t attempt = 0; attempt < options_.tries; ++attempt) {
      ++tally_.tries;
      const Term term = may == Allowed::Terms ? snippets_.term(sort, place.command, bound, rng)
                                              : snippets_.plain_literal(sort, rng);
      if (!term || term == place.term || !fits(pool_, may, term)) continue;
      if (!stays_true(*state.places, index, term)) continue;
      const Term root = rebuild(*state.places, index, term);
      if (!evaluator_.eval(root).is_true()) continue;
      Mutant mutant = finish(state, index, term, rng);
      if (has_roots_ && !holds_afresh(mutant)) continue;
      ++tally_.accepted;
      return mutant;
    }
    return {};
  }

  // Whether what was changed is true for who knows no values yet. Of roots of polynomials it
  // depends on what was computed before whether a computation is given up.
  bool holds_afresh(const Mutant& mutant) {
    ValuePool values;
    Evaluator evaluator(pool_, values, base_, model_, Evaluator::Missing::Undefined);
    return std::ranges::all_of(mutant.assertions, [&](const auto& entry) {
      return evaluator.eval(entry.second).is_true();
    });
  }

  // Whether another term in a place leaves the formula true, by values alone where that is
  // possible: few candidates become part of a formula.
  bool stays_true(const Occurrences& list, uint32_t index, Term term) {
    if (list[index].bound) return true;  // the whole has to tell
    Value value = evaluator_.eval(term);
    if (value.is_defined() && admits(values_, list[index].requirement, value)) return true;
    for (uint32_t at = index; list[at].parent != Occurrence::kRoot; at = list[at].parent) {
      const Term parent = list[list[at].parent].term;
      const bool body = list[at].child == Occurrence::kBody;
      std::optional<Value> next =
          body ? value : evaluator_.with_argument(parent, list[at].child, value);
      if (!next) next = evaluator_.eval(rebuild(list, index, term, list[at].parent));
      value = *next;
      if (value.is_defined() && value == evaluator_.eval(parent)) return true;
    }
    return value.is_true();
  }

  Term replaced(Term parent, uint32_t child, Term term) {
    if (child == Occurrence::kBody) return term;
    std::vector<Term> args(pool_.args(parent).begin(), pool_.args(parent).end());
    args[child] = term;
    return pool_.with_args(parent, args);
  }

  // The term of a place above, or the root, with another term in the place.
  Term rebuild(const Occurrences& list, uint32_t index, Term term,
               uint32_t top = Occurrence::kRoot) {
    for (uint32_t at = index; at != top && list[at].parent != Occurrence::kRoot;
         at = list[at].parent)
      term = replaced(list[list[at].parent].term, list[at].child, term);
    return term;
  }

  Mutant finish(const State& state, uint32_t index, Term term, Rng& rng) {
    const Occurrence& place = (*state.places)[index];
    Mutant mutant = state.changes;
    mutant.claims = claims_;
    mutant.needs_model = true;
    std::vector<Term> constraints;
    if (options_.complicate && !place.bound && rng.chance(1, 2))
      term = complicate(state, index, term, mutant.declared, constraints, rng);
    Term root = rebuild(*state.places, index, term);
    for (const uint32_t body : state.places->bodies(index))
      mutant.steps.push_back({.command = place.command,
                              .which = place.which,
                              .path = state.places->path(body),
                              .before = (*state.places)[(*state.places)[body].parent].term,
                              .after = (*state.places)[body].term,
                              .how = Step::How::Equal});
    mutant.steps.push_back({.command = place.command,
                            .which = place.which,
                            .path = state.places->path(index),
                            .before = place.term,
                            .after = term,
                            .how = Step::How::Other});
    if (!constraints.empty()) {
      const Term before = root;
      for (const Term constraint : constraints) root = pool_.term(core::kAnd, {root, constraint});
      mutant.steps.push_back({.command = place.command,
                              .which = place.which,
                              .path = {},
                              .before = before,
                              .after = root,
                              .how = Step::How::Constraint});
    }
    mutant.set({place.command, place.which}, root);
    return mutant;
  }

  // A constant or literal of a new term that a new constant can stand for.
  struct Leaf {
    Path path;
    Term term;
    Term value;  // as the model has it
  };

  std::vector<Leaf> leaves_of(Term root) {
    constexpr uint64_t kMaxVisited = 100;
    std::vector<Leaf> leaves;
    for_each_occurrence(pool_, root, kMaxVisited, [&](const Path& path, Term term) {
      if (pool_.has(term, kHasBinder) && pool_.op(term) && pool_.op(term)->binder != 0)
        return false;
      const HeadKind kind = pool_.kind(term);
      const bool is_leaf =
          pool_.args(term).empty() &&
          (kind == HeadKind::Literal || kind == HeadKind::Function || kind == HeadKind::Operator);
      if (!is_leaf || path.empty()) return true;
      const Term parent = at(pool_, root, std::span(path).first(path.size() - 1));
      const Sort sort = pool_.sort(term);
      if (!is_declarable(pool_, sort) ||
          allowed_at(pool_, vocabulary_, parent, path.back(), term) != Allowed::Terms ||
          (is_number(sort) && vocabulary_.logic().differences))
        return true;
      if (const Term value = model_value(term)) leaves.push_back({path, term, value});
      return true;
    });
    return leaves;
  }

  // What the model says that a leaf is, as a term.
  Term model_value(Term leaf) {
    if (pool_.kind(leaf) != HeadKind::Function) return leaf;
    if (const auto it = model_.functions.find(pool_.head(leaf));
        it != model_.functions.end() && it->second.params.empty())
      return it->second.body;
    return writer_.literal(evaluator_.eval(leaf), pool_.sort(leaf));
  }

  // New constants for some leaves of a new term, and what their values must satisfy: true at the
  // values of the leaves. The term as it was if that does not work out.
  Term complicate(const State& state, uint32_t index, Term term, std::vector<NewConstant>& declared,
                  std::vector<Term>& constraints, Rng& rng) {
    constexpr uint64_t kMaxConstants = 3;
    std::vector<Leaf> leaves = leaves_of(term);
    if (leaves.empty()) return term;
    const Occurrence& place = (*state.places)[index];
    std::vector<NewConstant> made;
    Term changed = term;
    for (uint64_t wanted = 1 + rng.below(kMaxConstants); wanted > 0 && !leaves.empty(); --wanted) {
      const auto which = leaves.begin() + static_cast<ptrdiff_t>(rng.below(leaves.size()));
      const Leaf leaf = *which;
      leaves.erase(which);
      const Head head = new_constant(declared.size() + made.size(), leaf);
      const Term constant = pool_.constant(head);
      changed = replace_at(pool_, changed, leaf.path, constant);
      const Requirement needed = requirement_below(place.requirement, term, leaf.path);
      if (const Term constraint = constraint_on(constant, leaf.term, needed))
        constraints.push_back(constraint);
      made.push_back({place.command, head, leaf.value});
    }
    bool good = evaluator_.eval(rebuild(*state.places, index, changed)).is_true();
    for (const Term constraint : constraints) good = good && evaluator_.eval(constraint).is_true();
    if (!good) {
      constraints.clear();
      return term;
    }
    declared.insert(declared.end(), made.begin(), made.end());
    std::ranges::stable_sort(declared, {}, &NewConstant::command);
    return changed;
  }

  // The constant of that number with the value of the leaf; the same one each time.
  Head new_constant(size_t number, const Leaf& leaf) {
    const Sort sort = pool_.sort(leaf.term);
    Head& head = constants_[{number, sort, leaf.value}];
    if (!head) {
      head = pool_.declare(vocabulary_.fresh_name(number), {}, sort);
      model_.functions[head] = {head, {}, leaf.value};
    }
    return head;
  }

  // What is required of a sub-term of a term of which something is required.
  Requirement requirement_below(Requirement needed, Term term, const Path& path) {
    for (const uint32_t child : path) {
      std::vector<Value> args;
      for (const Term arg : pool_.args(term)) args.push_back(evaluator_.eval(arg));
      needed = requirement_of({values_, pool_, term, args, evaluator_.eval(term), needed, child});
      term = pool_.args(term)[child];
    }
    return needed;
  }

  // None where anything goes; that it is what it stands for where nothing better can be said.
  Term constraint_on(Term constant, Term leaf, const Requirement& needed) {
    if (needed.kind == Requirement::Kind::Any) return {};
    const Term formula = writer_.formula(needed, constant);
    if (formula && vocabulary_.allows(formula) && evaluator_.eval(formula).is_true())
      return formula;
    return pool_.term(core::kEqual, {constant, leaf});
  }

  Pool& pool_;
  const DiverOptions options_;
  const Rng rng_;
  const Script base_;
  Answers claims_;
  CheckState state_;
  Model model_;  // grows by new constants
  ValuePool values_;
  Evaluator evaluator_;
  ConstraintWriter writer_;
  Vocabulary vocabulary_;
  Snippets snippets_;
  absl::flat_hash_set<Term> named_;
  Expander expander_;
  std::vector<std::pair<Head, Term>> extension_;
  absl::flat_hash_map<std::tuple<size_t, Sort, Term>, Head> constants_;
  Tally tally_;
  bool has_roots_ = false;  // the model has irrational numbers
  size_t largest_ = 0;      // places of a mutant that becomes a seed
  State first_;             // the seed itself
  uint64_t epoch_ = 0;
  absl::flat_hash_map<uint64_t, std::unique_ptr<State>> states_;  // of the epoch; none: the seed
  size_t places_kept_ = 0;                                        // of them all
};

}  // namespace

Result<std::unique_ptr<Mutator>> start_diver(Pool& pool, const Seed& seed,
                                             const DiverOptions& options, const Rng& rng) {
  const bool unsat = seed.check < seed.answers.size() && seed.answers[seed.check] == Truth::Unsat;
  if (unsat && seed.core.empty()) return Error{{}, "there is no unsat core"};
  if (unsat) return start_core_diver(pool, seed, options, rng);
  if (!seed.model) return Error{{}, "there is no model"};
  auto made = std::make_unique<Diver>(pool, seed, options, rng);
  std::string why = made->prepare();
  if (!why.empty()) return Error{{}, std::move(why)};
  return std::unique_ptr<Mutator>(std::move(made));
}

}  // namespace pg
