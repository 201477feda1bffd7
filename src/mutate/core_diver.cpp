#include "mutate/core_diver.h"

#include <algorithm>

#include "model/state.h"
#include "mutate/places.h"
#include "mutate/snippets.h"
#include "term/path.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

constexpr uint64_t kMaxPlaces = 4096;
constexpr uint64_t kMaxReplaced = 5;  // in one mutant

class CoreDiver final : public Mutator {
 public:
  CoreDiver(Pool& pool, const Seed& seed, const DiverOptions& options, const Rng& rng)
      : pool_(pool),
        rng_(rng),
        script_(seed.script),
        core_(seed.core),
        vocabulary_(pool, script_, options.dialect),
        snippets_(pool, vocabulary_, snippet_options(options), rng.fork(0)) {
    SaeOptions sae;
    sae.dialect = options.dialect;
    Answers answers(std::max(seed.answers.size(), seed.check + 1));
    answers[seed.check] = Truth::Unsat;
    claims_ = answers;
    inside_ = start_sae(pool, {.script = script_, .answers = answers, .core = seed.core}, sae, rng);
    find_places(seed);
  }

  const Script& base() const override { return script_; }
  const std::vector<std::pair<Head, Term>>& extension() const override {
    return inside_->extension();
  }
  Tally tally() const override { return tally_; }

  std::optional<Mutant> mutate(uint64_t number) override {
    ++tally_.tries;
    Rng rng = rng_.fork(number).fork(1);
    Mutant mutant;
    mutant.claims = claims_;
    const bool outside = !places_.empty() && rng.chance(3, 4);
    if (!outside || rng.chance(1, 2))
      if (std::optional<Mutant> strengthened = inside_->mutate(number))
        mutant = *std::move(strengthened);
    if (outside) replace_outside(mutant, rng);
    if (mutant.steps.empty()) return {};
    mutant.core = core_;
    ++tally_.accepted;
    return mutant;
  }

 private:
  struct Place {
    Formula formula;
    Path path;
    Allowed allowed;
  };

  static SnippetOptions snippet_options(const DiverOptions& options) {
    SnippetOptions made;
    made.depth = options.depth;
    return made;
  }

  void find_places(const Seed& seed) {
    const absl::flat_hash_set<Term> named = named_terms(pool_, script_);
    for (const Assertion& assertion : state_at(pool_, script_, seed.check).assertions) {
      const bool in_core = std::ranges::find(seed.core, assertion.command) != seed.core.end();
      if (in_core) continue;
      const uint64_t left = kMaxPlaces - std::min<uint64_t>(kMaxPlaces, places_.size());
      for_each_occurrence(pool_, assertion.term, left, [&](const Path& path, Term term) {
        if (named.contains(term) || pool_.kind(term) == HeadKind::Opaque) return false;
        const Term parent = path.empty()
                                ? Term()
                                : at(pool_, assertion.term, std::span(path).first(path.size() - 1));
        const bool is_term =
            !parent || pool_.kind(parent) != HeadKind::Annotation || path.back() == 0;
        if (!is_term) return false;
        const Allowed allowed =
            allowed_at(pool_, vocabulary_, parent, path.empty() ? 0 : path.back(), term);
        if (allowed != Allowed::Nothing)
          places_.push_back({{assertion.command, assertion.which}, path, allowed});
        return true;
      });
    }
  }

  // Nothing has to stay true here.
  void replace_outside(Mutant& mutant, Rng& rng) {
    for (uint64_t wanted = 1 + rng.below(kMaxReplaced); wanted > 0; --wanted) {
      const Place& place = places_[rng.below(places_.size())];
      const auto& [command, which] = place.formula;
      // One place in a formula: others may be gone with it.
      if (std::ranges::find(mutant.assertions, place.formula, &std::pair<Formula, Term>::first) !=
          mutant.assertions.end())
        continue;
      const Term root = script_.commands[command].terms[which];
      const Term before = at(pool_, root, place.path);
      const std::vector<Term> bound = bound_at(pool_, root, place.path);
      const Sort sort = pool_.sort(before);
      const Term after = place.allowed == Allowed::Terms ? snippets_.term(sort, command, bound, rng)
                                                         : snippets_.plain_literal(sort, rng);
      if (!after || after == before || !fits(pool_, place.allowed, after)) continue;
      mutant.set(place.formula, replace_at(pool_, root, place.path, after));
      mutant.steps.push_back({.command = command,
                              .which = which,
                              .path = place.path,
                              .before = before,
                              .after = after,
                              .how = Step::How::Other});
    }
  }

  Pool& pool_;
  const Rng rng_;
  const Script script_;
  const std::vector<size_t> core_;
  Answers claims_;
  Vocabulary vocabulary_;
  Snippets snippets_;
  std::unique_ptr<Mutator> inside_;
  std::vector<Place> places_;
  Tally tally_;
};

}  // namespace

std::unique_ptr<Mutator> start_core_diver(Pool& pool, const Seed& seed, const DiverOptions& options,
                                          const Rng& rng) {
  return std::make_unique<CoreDiver>(pool, seed, options, rng);
}

Script with_separate_conjuncts(const Pool& pool, const Script& script) {
  constexpr size_t kMaxCommands = 20'000;  // shared conjunctions can have exponentially many parts
  Script made;
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::Assert) {
      made.commands.push_back(command);
      continue;
    }
    std::vector<Term> work{command.terms[0]};
    while (!work.empty() && made.commands.size() <= kMaxCommands) {
      const Term term = work.back();
      work.pop_back();
      const std::span<const Term> args = pool.args(term);
      if (pool.op(term) == &core::kAnd) {
        work.insert(work.end(), args.rbegin(), args.rend());
        continue;
      }
      made.commands.push_back(command);
      made.commands.back().terms[0] = term;
    }
  }
  return made.commands.size() > kMaxCommands ? script : made;
}

}  // namespace pg
