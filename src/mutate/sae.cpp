#include "mutate/sae.h"

#include <algorithm>
#include <array>

#include <absl/container/flat_hash_set.h>

#include "mutate/rule_book.h"
#include "mutate/vocabulary.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// An occurrence of a literal. Polarity belongs to it, never to the shared term.
struct Site {
  uint32_t command;
  Path path;
  bool positive;
  bool connective;  // a rule may replace it, but its parts are literals
};

// Seeds have at most this many places that are mutated: shared terms can have exponentially many.
constexpr size_t kMaxSites = 4096;
constexpr size_t kMaxVisited = 100'000;
// And at most about this many steps in the paths to them: those of deep terms are long.
constexpr size_t kMaxPaths = size_t{1} << 22;

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
        book_(pool, names_, rng.fork(0).fork(0)),
        snippets_(pool, names_, options.snippet, rng.fork(0).fork(1)) {
    named_ = named_terms(pool, base());
    for (size_t at = 0; at < base().commands.size(); ++at) {
      const Command& command = base().commands[at];
      const bool mutated = seed.core.empty() || std::ranges::find(seed.core, at) != seed.core.end();
      roots_.push_back(command.kind == CommandKind::Assert && mutated ? command.terms[0] : Term());
    }
    sites_ = find_sites(roots_);
    for (const std::optional<Truth>& answer : answers_)
      if (answer)
        directions_.push_back(*answer == Truth::Sat ? Direction::Weaker : Direction::Stronger);
  }

  const Script& base() const override { return prepared_.script; }
  const std::vector<std::pair<Head, Term>>& extension() const override { return prepared_.defined; }

  Tally tally() const override { return tally_; }

  std::optional<Mutant> mutate(uint64_t number) override {
    if (directions_.empty()) return {};
    ++tally_.tries;
    Rng rng = rng_.fork(number);
    const Direction direction = directions_[rng.below(directions_.size())];
    Mutant mutant;
    snippets_.start(prepared_.defined.size());
    changed_.clear();
    for (uint32_t round = 0; round < options_.rounds; ++round) {
      const bool first = round == 0;
      if (!first) later_sites_ = find_sites(roots_);
      mutate_round(first ? sites_ : later_sites_, direction, mutant, rng);
    }
    // Back to the base for the next one.
    std::ranges::sort(changed_);
    for (const auto& [command, original] : changed_) {
      mutant.assertions.emplace_back(command, roots_[command]);
      roots_[command] = original;
    }
    std::ranges::stable_sort(mutant.declared, {}, &NewConstant::command);
    if (mutant.steps.empty()) return {};
    ++tally_.accepted;
    const Truth kept = direction == Direction::Weaker ? Truth::Sat : Truth::Unsat;
    for (const std::optional<Truth>& answer : answers_)
      mutant.claims.push_back(answer == kept ? answer : std::nullopt);
    return mutant;
  }

 private:
  // What a child's polarity is, as '+', '-' or '*'.
  char sign_of(Term term, size_t child) const {
    const HeadData& data = pool_.data(term);
    if (data.op) return polarity_of(*data.op, child, pool_.args(term).size());
    return data.kind == HeadKind::Annotation && child == 0 && !named_.contains(term) ? '+' : '*';
  }

  std::vector<Site> find_sites(const std::vector<Term>& roots) const {
    std::vector<Site> sites;
    size_t visited = 0;
    Rng reservoir(0);
    size_t most = kMaxSites;
    size_t length = 0;
    auto keep = [&](uint32_t command, const Path& path, bool positive, bool connective) {
      ++visited;
      if (sites.size() < most) {
        sites.push_back({command, path, positive, connective});
        length += path.size();
        if (length > kMaxPaths) most = sites.size();
      } else if (const uint64_t at = reservoir.below(visited); at < most) {
        sites[at] = {command, path, positive, connective};
      }
    };
    for (size_t command = 0; command < roots.size() && visited < kMaxVisited; ++command)
      if (roots[command]) walk(static_cast<uint32_t>(command), roots[command], visited, keep);
    return sites;
  }

  template <typename Keep>
  void walk(uint32_t command, Term root, const size_t& visited, Keep keep) const {
    struct Frame {
      Term term;
      uint32_t next;
      bool positive;
      bool has_child;  // that was walked into
    };
    Path path;
    std::vector<Frame> stack{{root, 0, true, false}};
    while (!stack.empty() && visited < kMaxVisited) {
      Frame& frame = stack.back();
      const std::span<const Term> args = pool_.args(frame.term);
      const size_t variables = bound_variables(pool_, frame.term).size();
      uint32_t child = std::max(frame.next, static_cast<uint32_t>(variables));
      while (child < args.size() && sign_of(frame.term, child) == '*') ++child;
      if (child < args.size() && pool_.sort(frame.term) == kBool) {
        const bool flips = sign_of(frame.term, child) == '-';
        frame.next = child + 1;
        frame.has_child = true;
        const bool positive = frame.positive != flips;
        path.push_back(child);
        stack.push_back({args[child], 0, positive, false});
        continue;
      }
      const HeadKind kind = pool_.kind(frame.term);
      const bool literal = !frame.has_child && kind != HeadKind::Annotation;
      const bool connective = frame.has_child && kind == HeadKind::Operator &&
                              pool_.op(frame.term)->binder == 0 &&
                              pool_.op(frame.term) != &core::kNot;
      if (literal || connective) keep(command, path, frame.positive, connective);
      stack.pop_back();
      if (!path.empty()) path.pop_back();
    }
  }

  void mutate_round(const std::vector<Site>& sites, Direction direction, Mutant& mutant, Rng& rng) {
    if (sites.empty()) return;
    const uint64_t wanted = 1 + rng.below(options_.literals);
    std::vector<const Site*> taken;
    for (uint64_t attempt = 0; attempt < 4 * wanted && taken.size() < wanted; ++attempt) {
      const Site& site = sites[rng.below(sites.size())];
      // Connectives have many rules that drop a part: rarely.
      if (site.connective && !rng.chance(1, 8)) continue;
      if (std::ranges::any_of(taken, [&](const Site* other) { return overlap(*other, site); }))
        continue;
      Step step;
      if (!mutate_site(site, direction, step, mutant, rng)) continue;
      taken.push_back(&site);
      mutant.steps.push_back(std::move(step));
    }
  }

  static Step::How how(Direction direction) {
    return direction == Direction::Weaker ? Step::How::Weaker : Step::How::Stronger;
  }

  // One is inside of the other.
  static bool overlap(const Site& a, const Site& b) {
    if (a.command != b.command) return false;
    const size_t common = std::min(a.path.size(), b.path.size());
    return std::equal(a.path.begin(), a.path.begin() + static_cast<ptrdiff_t>(common),
                      b.path.begin());
  }

  bool mutate_site(const Site& site, Direction direction, Step& step, Mutant& mutant, Rng& rng) {
    const Term root = roots_[site.command];
    const Term literal = at(pool_, root, site.path);
    step.command = site.command;
    step.path = site.path;
    const Direction wanted = site.positive ? direction : opposite(direction);
    step.how = how(wanted);
    const bool by_rule =
        options_.rules && (site.connective || !options_.snippets || rng.chance(1, 2));
    bool done = by_rule && transform(root, literal, site, wanted, step, rng);
    if (!done && !site.connective && options_.snippets)
      done = inject(root, literal, wanted, step, mutant, rng);
    if (!done) return false;
    const bool is_new = std::ranges::none_of(
        changed_, [&](const auto& entry) { return entry.first == site.command; });
    if (is_new) changed_.emplace_back(site.command, root);
    roots_[site.command] = replace_at(pool_, root, step.path, step.after);
    return true;
  }

  // Predicate symbol transformation.
  bool transform(Term root, Term literal, const Site& site, Direction direction, Step& step,
                 Rng& rng) {
    // A negated atom may have an equivalent one without the negation.
    if (!site.path.empty() && rng.chance(1, 2)) {
      const std::span<const uint32_t> outer(site.path.data(), site.path.size() - 1);
      const Term parent = at(pool_, root, outer);
      if (pool_.op(parent) == &core::kNot) {
        const Direction of_parent = opposite(direction);
        const std::optional<Replacement> positive = book_.rewrite(parent, site.command, rng);
        std::optional<Replacement> changed;
        if (positive) changed = book_.replace(positive->term, of_parent, site.command, rng);
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
    step.before = literal;
    const std::optional<Replacement> changed = replace(literal, direction, site.command, rng);
    if (!changed) return false;
    step.after = changed->term;
    step.rules = {changed->rule};
    step.constants = changed->constants;
    return true;
  }

  // One application of two arguments, or one link of a chain.
  std::optional<Replacement> replace(Term literal, Direction direction, size_t command, Rng& rng) {
    const OpSpec* op = pool_.op(literal);
    if (!op) return {};
    const std::vector<Term> args(pool_.args(literal).begin(), pool_.args(literal).end());
    const bool chain = (op->chain == Chain::Chainable || op->chain == Chain::Pairwise);
    if (!chain || args.size() == 2) return book_.replace(literal, direction, command, rng);
    std::vector<Term> links;
    auto link = [&](size_t i, size_t j) {
      const std::array<Term, 2> pair{args[i], args[j]};
      links.push_back(pool_.with_args(literal, pair));
    };
    if (op->chain == Chain::Pairwise) {
      if (args.size() > kMaxPairwise) return {};
      for (size_t i = 0; i < args.size(); ++i)
        for (size_t j = i + 1; j < args.size(); ++j) link(i, j);
    } else {
      for (size_t i = 0; i + 1 < args.size(); ++i) link(i, i + 1);
    }
    if (links.empty()) return {};
    const size_t which = rng.below(links.size());
    std::optional<Replacement> changed = book_.replace(links[which], direction, command, rng);
    if (!changed) return {};
    links[which] = changed->term;
    changed->term = conjunction(links);
    return changed;
  }

  Term conjunction(std::span<const Term> links) {
    HeadData data;
    data.name = pool_.intern(core::kAnd.name);
    data.op = &core::kAnd;
    return pool_.make(pool_.head(data), kBool, links);
  }

  // Live predicate injection.
  bool inject(Term root, Term literal, Direction direction, Step& step, Mutant& mutant, Rng& rng) {
    const std::vector<Term> bound = bound_at(pool_, root, step.path);
    const Term snippet = snippets_.formula(step.command, bound, rng);
    if (!snippet) return false;
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
  absl::flat_hash_set<Term> named_;
  std::vector<Term> roots_;  // by command, of assertions; changed while a mutant is made
  std::vector<Site> sites_;
  std::vector<Site> later_sites_;
  std::vector<Direction> directions_;
  std::vector<std::pair<size_t, Term>> changed_;  // commands, and what they were
};

}  // namespace

std::unique_ptr<Mutator> start_sae(Pool& pool, const Seed& seed, const SaeOptions& options,
                                   const Rng& rng) {
  return std::make_unique<Sae>(pool, seed, options, rng);
}

}  // namespace pg
