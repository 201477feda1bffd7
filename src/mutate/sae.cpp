#include "mutate/sae.h"

#include <algorithm>
#include <array>

#include <absl/container/flat_hash_set.h>

#include "model/state.h"
#include "mutate/expand.h"
#include "mutate/rule_book.h"
#include "mutate/sites.h"
#include "mutate/vocabulary.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// A pair of a chain is one of n*(n-1)/2.
constexpr size_t kMaxPairwise = 8;

class Sae final : public Mutator {
 public:
  Sae(Pool& pool, const Seed& seed, const SaeOptions& options, const Rng& rng)
      : pool_(pool),
        options_(options),
        answers_(seed.answers),
        rng_(rng),
        vocabulary_(pool, seed.script, options.dialect),
        prepared_(prepare(pool, seed.script, vocabulary_, options.skeleton)),
        names_(options.skeleton == Skeleton::Cnf
                   ? Vocabulary(pool, prepared_.script, options.dialect)
                   : vocabulary_),
        book_(pool, names_, rng.fork(0).fork(0), options.own.get()),
        snippets_(pool, names_, options.snippet, rng.fork(0).fork(1)),
        expander_(pool, prepared_.script, names_),
        named_(named_terms(pool, prepared_.script)),
        context_{pool, expander_, named_} {
    find_formulas(seed.core);
    find_used_names();
    std::vector<Sites::Root> roots;
    for (uint32_t i = 0; i < roots_.size(); ++i) roots.push_back({i, roots_[i]});
    trees_.push_back({.sites = Sites(context_, roots)});
  }

  const Script& base() const override { return prepared_.script; }
  const std::vector<std::pair<Head, Term>>& extension() const override { return prepared_.defined; }

  Tally tally() const override { return tally_; }

  std::optional<Mutant> mutate(uint64_t number) override {
    if (trees_[0].sites.size() == 0) return {};
    ++tally_.tries;
    Rng rng = rng_.fork(number);
    const Aim aim = choose_aim(rng);
    Mutant mutant;
    snippets_.start(prepared_.defined.size());
    changed_.clear();
    for (uint32_t round = 1; round <= options_.rounds; ++round)
      mutate_round(aim, round < options_.rounds, mutant, rng);
    trees_.erase(trees_.begin() + 1, trees_.end());
    const bool keeps = std::ranges::all_of(changed_, [&](const auto& entry) {
      return keeps_names(entry.second, roots_[entry.first]);
    });
    // Back to the base for the next one.
    std::ranges::sort(changed_);
    for (const auto& [formula, original] : changed_) {
      mutant.assertions.emplace_back(formulas_[formula].at, roots_[formula]);
      roots_[formula] = original;
    }
    std::ranges::stable_sort(mutant.declared, {}, &NewConstant::command);
    if (mutant.steps.empty() || !keeps) return {};
    ++tally_.accepted;
    const Truth kept = aim.direction == Direction::Weaker ? Truth::Sat : Truth::Unsat;
    for (size_t check = 0; check < answers_.size(); ++check) {
      const bool stays = answers_[check] == kept || !sees_change(check);
      mutant.claims.push_back(stays ? answers_[check] : std::nullopt);
    }
    return mutant;
  }

 private:
  // A formula that can be mutated, and the check-sats that see it.
  struct Mutable {
    Formula at;
    CheckRange seen;
  };
  // A check-sat whose answer the mutant keeps, and what everything has to become for that.
  struct Aim {
    size_t check;
    Direction direction;
  };

  // Those that matter to a check-sat with a known answer.
  void find_formulas(std::span<const size_t> core) {
    const std::vector<CheckRange> seen = checks_that_see(base());
    for (size_t at = 0; at < base().commands.size(); ++at) {
      if (!core.empty() && std::ranges::find(core, at) == core.end()) continue;
      if (known_checks(seen[at]).empty()) continue;
      const std::vector<Term>& terms = base().commands[at].terms;
      for (size_t which = 0; which < terms.size(); ++which) {
        formulas_.push_back({{at, which}, seen[at]});
        roots_.push_back(terms[which]);
      }
    }
  }

  std::vector<size_t> known_checks(const CheckRange& range) const {
    std::vector<size_t> known;
    for (size_t check = range.begin; check < std::min(range.end, answers_.size()); ++check)
      if (answers_[check]) known.push_back(check);
    return known;
  }

  // By a place, so that formulas that few check-sats see are mutated as often as others.
  Aim choose_aim(Rng& rng) const {
    const Sites& sites = trees_[0].sites;
    const uint32_t formula = sites.formula(rng.below(sites.size()));
    const std::vector<size_t> known = known_checks(formulas_[formula].seen);
    const size_t check = known[rng.below(known.size())];
    return {check, answers_[check] == Truth::Sat ? Direction::Weaker : Direction::Stronger};
  }

  // Names that the script uses, even if only get-value does, have to be given somewhere.
  void find_used_names() {
    for_each_subterm(pool_, base(), [&](Term term) {
      const HeadData& data = pool_.data(term);
      if (data.kind == HeadKind::Function && data.annotation) used_names_.insert(data.name);
    });
  }
  absl::flat_hash_set<Symbol> names_given(Term root) const {
    absl::flat_hash_set<Symbol> given;
    post_order(pool_, root, [&](Term term) {
      for (const Attribute& attribute : pool_.data(term).attributes)
        if (used_names_.contains(attribute.text)) given.insert(attribute.text);
    });
    return given;
  }
  bool keeps_names(Term before, Term after) const {
    if (used_names_.empty()) return true;
    const absl::flat_hash_set<Symbol> given = names_given(after);
    return std::ranges::all_of(names_given(before),
                               [&](Symbol name) { return given.contains(name); });
  }

  bool sees_change(size_t check) const {
    return std::ranges::any_of(
        changed_, [&](const auto& entry) { return formulas_[entry.first].seen.contains(check); });
  }

  // Places to mutate: those of all formulas, and those of what was put somewhere.
  struct Tree {
    Path prefix = {};      // to its roots
    bool positive = true;  // the polarity of these
    size_t steps = 0;      // that were taken when it was made
    Sites sites;
  };
  // What a mutated place makes of a formula.
  struct Change {
    uint32_t formula;
    Path anchor;
    bool positive;  // the polarity there
    Term top;       // what is there then
    std::vector<Step> steps;
  };

  void mutate_round(const Aim& aim, bool more, Mutant& mutant, Rng& rng) {
    size_t total = 0;
    for (const Tree& tree : trees_) total += tree.sites.size();
    const uint64_t wanted = 1 + rng.below(options_.literals);
    std::vector<Change> changes;
    for (uint64_t attempt = 0; attempt < 4 * wanted && changes.size() < wanted; ++attempt) {
      size_t site = rng.below(total);
      auto tree = trees_.begin();
      for (; site >= tree->sites.size(); ++tree) site -= tree->sites.size();
      const uint32_t formula = tree->sites.formula(site);
      if (!formulas_[formula].seen.contains(aim.check)) continue;
      // Connectives have many rules that drop a part: rarely.
      if (tree->sites.is_connective(site) && !rng.chance(1, 8)) continue;
      Change change{.formula = formula, .anchor = tree->prefix, .positive = tree->positive};
      const Path anchor = tree->sites.anchor(site);
      change.anchor.insert(change.anchor.end(), anchor.begin(), anchor.end());
      const bool taken = std::ranges::any_of(changes, [&](const Change& other) {
        return other.formula == formula && overlap(other.anchor, change.anchor);
      });
      if (taken || is_gone(*tree, change, mutant.steps)) continue;
      if (mutate_site(*tree, site, aim.direction, change, mutant, rng))
        changes.push_back(std::move(change));
    }
    apply(changes, more, mutant);
  }

  // One is inside of the other.
  static bool overlap(const Path& a, const Path& b) {
    const auto common = static_cast<ptrdiff_t>(std::min(a.size(), b.size()));
    return std::equal(a.begin(), a.begin() + common, b.begin());
  }

  // Something was put in its place, or in that of something around it.
  bool is_gone(const Tree& tree, const Change& change, const std::vector<Step>& steps) const {
    return std::any_of(
        steps.begin() + static_cast<ptrdiff_t>(tree.steps), steps.end(), [&](const Step& step) {
          return step.formula() == formulas_[change.formula].at &&
                 step.path.size() <= change.anchor.size() && overlap(step.path, change.anchor);
        });
  }

  // All changes of a round at once: the terms around them are made once.
  void apply(std::vector<Change>& changes, bool more, Mutant& mutant) {
    std::vector<Tree> grown;
    for (Change& change : changes) {
      mutant.steps.insert(mutant.steps.end(), change.steps.begin(), change.steps.end());
      if (!more) continue;
      const Sites::Root root{change.formula, change.top};
      grown.push_back({change.anchor, change.positive, 0, Sites(context_, {&root, 1})});
    }
    for (Tree& tree : grown) {
      tree.steps = mutant.steps.size();
      trees_.push_back(std::move(tree));
    }
    std::ranges::sort(changes, {}, [](const Change& change) { return change.formula; });
    for (auto begin = changes.begin(); begin != changes.end();) {
      const uint32_t formula = begin->formula;
      std::vector<std::pair<Path, Term>> replaced;
      for (; begin != changes.end() && begin->formula == formula; ++begin)
        replaced.emplace_back(std::move(begin->anchor), begin->top);
      const bool is_new =
          std::ranges::none_of(changed_, [&](const auto& entry) { return entry.first == formula; });
      if (is_new) changed_.emplace_back(formula, roots_[formula]);
      roots_[formula] = replace_all(pool_, roots_[formula], std::move(replaced));
    }
  }

  static Step::How how(Direction direction) {
    return direction == Direction::Weaker ? Step::How::Weaker : Step::How::Stronger;
  }

  // Makes the change at its anchor, and the steps that lead to it.
  bool mutate_site(const Tree& tree, size_t site, Direction direction, Change& change,
                   Mutant& mutant, Rng& rng) {
    const Term root = roots_[change.formula];
    const Term top = at(pool_, root, change.anchor);
    Sites::Opened opened = tree.sites.open(context_, site, top, rng);
    change.positive = change.positive == opened.anchor_positive;
    const bool positive = tree.positive == opened.positive;
    if (opened.expansions.empty()) include_negation(root, opened, change);
    Step step;
    step.command = formulas_[change.formula].at.command;
    step.which = formulas_[change.formula].at.which;
    const Direction wanted = positive ? direction : opposite(direction);
    step.how = how(wanted);
    step.path = opened.path;  // below the anchor
    const bool connective = tree.sites.is_connective(site);
    const bool by_rule = options_.rules && (connective || !options_.snippets || rng.chance(1, 2));
    bool done = by_rule && transform(opened.top, wanted, step, rng);
    if (!done && !connective && options_.snippets) {
      std::vector<Term> bound = bound_at(pool_, root, change.anchor);
      const std::vector<Term> inner = bound_at(pool_, opened.top, opened.path);
      bound.insert(bound.end(), inner.begin(), inner.end());
      done = inject(opened.top, bound, wanted, step, mutant, rng);
    }
    if (!done) return false;
    change.top = replace_at(pool_, opened.top, step.path, step.after);
    for (const Sites::Expansion& expansion : opened.expansions) {
      Step expanded;
      expanded.command = step.command;
      expanded.which = step.which;
      expanded.how = Step::How::Equal;
      expanded.path = below(change.anchor, expansion.path);
      expanded.before = expansion.before;
      expanded.after = expansion.after;
      change.steps.push_back(std::move(expanded));
    }
    step.path = below(change.anchor, step.path);
    change.steps.push_back(std::move(step));
    return true;
  }

  static Path below(Path path, const Path& inner) {
    path.insert(path.end(), inner.begin(), inner.end());
    return path;
  }

  // The negation around a literal is changed with it, perhaps.
  void include_negation(Term root, Sites::Opened& opened, Change& change) const {
    if (change.anchor.empty()) return;
    const std::span<const uint32_t> outer(change.anchor.data(), change.anchor.size() - 1);
    const Term parent = at(pool_, root, outer);
    if (pool_.op(parent) != &core::kNot) return;
    opened.top = parent;
    opened.path = {0};
    change.anchor.pop_back();
    change.positive = !change.positive;
  }

  // Predicate symbol transformation.
  bool transform(Term top, Direction direction, Step& step, Rng& rng) {
    // A negated atom may have an equivalent one without the negation.
    if (!step.path.empty() && rng.chance(1, 2)) {
      const std::span<const uint32_t> outer(step.path.data(), step.path.size() - 1);
      const Term parent = at(pool_, top, outer);
      if (pool_.op(parent) == &core::kNot) {
        const Direction of_parent = opposite(direction);
        const Term spelled = spell_chain(parent);
        const std::optional<Replacement> positive = book_.rewrite(spelled, step.command, rng);
        std::optional<Replacement> changed;
        if (positive) changed = book_.replace(positive->term, of_parent, step.command, rng);
        if (changed) {
          step.path.pop_back();
          step.how = how(of_parent);
          step.before = parent;
          step.after = changed->term;
          step.rules = {positive->rule, changed->rule};
          step.constants = positive->constants;
          step.constants.insert(step.constants.end(), changed->constants.begin(),
                                changed->constants.end());
          return true;
        }
      }
    }
    step.before = at(pool_, top, step.path);
    const std::optional<Replacement> changed = replace(step.before, direction, step.command, rng);
    if (!changed) return false;
    step.after = changed->term;
    step.rules = {changed->rule};
    step.constants = changed->constants;
    return true;
  }

  // One application of two arguments, or one link of a chain.
  std::optional<Replacement> replace(Term literal, Direction direction, size_t command, Rng& rng) {
    if (!pool_.op(literal)) return {};
    if (!is_chain(literal)) return book_.replace(literal, direction, command, rng);
    std::vector<Term> links = links_of(literal);
    if (links.empty()) return {};
    const size_t which = rng.below(links.size());
    std::optional<Replacement> changed = book_.replace(links[which], direction, command, rng);
    if (!changed) return {};
    links[which] = changed->term;
    changed->term = conjunction(links);
    return changed;
  }

  bool is_chain(Term literal) const {
    const OpSpec* op = pool_.op(literal);
    return op && (op->chain == Chain::Chainable || op->chain == Chain::Pairwise) &&
           pool_.args(literal).size() != 2;
  }

  // What a chain says of two arguments each; none if that is too much.
  std::vector<Term> links_of(Term chain) {
    const std::vector<Term> args(pool_.args(chain).begin(), pool_.args(chain).end());
    std::vector<Term> links;
    auto link = [&](size_t i, size_t j) {
      const std::array<Term, 2> pair{args[i], args[j]};
      links.push_back(pool_.with_args(chain, pair));
    };
    if (pool_.op(chain)->chain == Chain::Pairwise) {
      if (args.size() > kMaxPairwise) return {};
      for (size_t i = 0; i < args.size(); ++i)
        for (size_t j = i + 1; j < args.size(); ++j) link(i, j);
    } else {
      for (size_t i = 0; i + 1 < args.size(); ++i) link(i, i + 1);
    }
    return links;
  }

  // The negation of a chain as that of a conjunction; others as they are.
  Term spell_chain(Term negation) {
    const Term chain = pool_.args(negation)[0];
    const std::vector<Term> links = is_chain(chain) ? links_of(chain) : std::vector<Term>();
    if (links.size() < 2) return negation;
    const std::array<Term, 1> spelled{conjunction(links)};
    return pool_.with_args(negation, spelled);
  }

  Term conjunction(std::span<const Term> links) {
    HeadData data;
    data.name = pool_.intern(core::kAnd.name);
    data.op = &core::kAnd;
    return pool_.make(pool_.head(data), kBool, links);
  }

  // Live predicate injection.
  bool inject(Term top, std::span<const Term> bound, Direction direction, Step& step,
              Mutant& mutant, Rng& rng) {
    const Term snippet = snippets_.formula(step.command, bound, rng);
    if (!snippet) return false;
    const Term literal = at(pool_, top, step.path);
    step.before = literal;
    step.after = direction == Direction::Weaker ? weaken(literal, snippet, rng)
                                                : strengthen(literal, snippet, rng);
    for (const Head head : snippets_.fresh()) mutant.declared.push_back({step.command, head, {}});
    return true;
  }

  Term weaken(Term literal, Term snippet, Rng& rng) {
    switch (rng.below(4)) {
      case 0:
        return pool_.term(core::kOr, {snippet, literal});
      case 1:
        return pool_.term(core::kImplies, {snippet, literal});
      default:
        return pool_.term(core::kOr, {literal, snippet});
    }
  }
  Term strengthen(Term literal, Term snippet, Rng& rng) {
    switch (rng.below(4)) {
      case 0:
        return pool_.term(core::kAnd, {snippet, literal});
      case 1:
        return pool_.term(core::kNot, {pool_.term(core::kImplies, {literal, snippet})});
      default:
        return pool_.term(core::kAnd, {literal, snippet});
    }
  }

  Pool& pool_;
  const SaeOptions options_;
  const Answers answers_;
  const Rng rng_;
  Tally tally_;
  Vocabulary vocabulary_;  // of the seed
  PreparedScript prepared_;
  Vocabulary names_;  // of the script that mutants change
  RuleBook book_;
  Snippets snippets_;
  Expander expander_;
  absl::flat_hash_set<Term> named_;
  absl::flat_hash_set<Symbol> used_names_;
  Sites::Context context_;
  std::vector<Mutable> formulas_;
  std::vector<Term> roots_;                         // of these; changed while a mutant is made
  std::vector<Tree> trees_;                         // the first one is that of all formulas
  std::vector<std::pair<uint32_t, Term>> changed_;  // formulas, and what they were
};

}  // namespace

std::unique_ptr<Mutator> start_sae(Pool& pool, const Seed& seed, const SaeOptions& options,
                                   const Rng& rng) {
  return std::make_unique<Sae>(pool, seed, options, rng);
}

}  // namespace pg
