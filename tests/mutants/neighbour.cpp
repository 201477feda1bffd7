#include "neighbour.h"

#include <algorithm>
#include <vector>

#include "mutate/constants.h"
#include "mutate/holes.h"
#include "mutate/mutant.h"
#include "mutate/places.h"
#include "mutate/uniform_literals.h"
#include "mutate/vocabulary.h"
#include "term/infer.h"
#include "term/path.h"
#include "theory/theories.h"

namespace pg {
namespace {

// Occurrences of a formula that are looked at.
constexpr uint64_t kMaxOccurrences = 5'000;

struct Place {
  Formula formula;
  Path path;
  Term term;
  Allowed allowed;
};

class Changer {
 public:
  Changer(Pool& pool, const Script& script)
      : pool_(pool),
        script_(script),
        vocabulary_(pool, script, {}),
        named_(named_terms(pool, script)),
        uniform_(pool) {}

  bool change_literal(Rng& rng) {
    return change(
        [&](const Place& place) {
          return place.allowed != Allowed::Nothing && is_literal(pool_, place.term);
        },
        [&](const Place& place) { return other_literal(place, rng); }, rng);
  }

  bool change_operator(Rng& rng) {
    return change(
        [&](const Place& place) { return place.allowed == Allowed::Terms && pool_.op(place.term); },
        [&](const Place& place) { return other_application(place.term, rng); }, rng);
  }

  const Script& script() const { return script_; }

 private:
  // Puts what `make` gives into one of the places that suit; tries them in random order.
  template <typename Suits, typename Make>
  bool change(const Suits& suits, const Make& make, Rng& rng) {
    std::vector<Place> places = find_places(suits);
    while (!places.empty()) {
      std::swap(places[rng.below(places.size())], places.back());
      const Place place = std::move(places.back());
      places.pop_back();
      const Term made = make(place);
      if (!made) continue;
      Term& root = term_at(script_.commands[place.formula.command], place.formula.which);
      root = replace_at(pool_, root, place.path, made);
      return true;
    }
    return false;
  }

  template <typename Suits>
  std::vector<Place> find_places(const Suits& suits) const {
    std::vector<Place> found;
    for (size_t command = 0; command < script_.commands.size(); ++command) {
      const Command& each = script_.commands[command];
      if (each.kind != CommandKind::Assert && each.kind != CommandKind::CheckSatAssuming) continue;
      for (size_t which = 0; which < each.terms.size(); ++which)
        add_places({command, which}, each.terms[which], suits, found);
    }
    return found;
  }

  template <typename Suits>
  void add_places(const Formula& formula, Term root, const Suits& suits,
                  std::vector<Place>& found) const {
    for_each_occurrence(pool_, root, kMaxOccurrences, [&](const Path& path, Term term) {
      // A name that others use, and what solvers take as a hint.
      if (named_.contains(term) || pool_.kind(term) == HeadKind::Annotation) return false;
      const Term parent =
          path.empty() ? Term() : at(pool_, root, std::span(path).first(path.size() - 1));
      const size_t child = path.empty() ? 0 : path.back();
      const Place place{formula, path, term, allowed_at(pool_, vocabulary_, parent, child, term)};
      if (suits(place)) found.push_back(place);
      return !is_literal(pool_, term);
    });
  }

  Term other_literal(const Place& place, Rng& rng) {
    constexpr int kDraws = 8;
    for (int i = 0; i < kDraws; ++i) {
      const bool edge = rng.chance(1, 2);
      const Term made = edge ? Constants(pool_, rng).draw(pool_.sort(place.term))
                             : uniform_.draw(pool_.sort(place.term), rng);
      if (made && made != place.term && fits(pool_, place.allowed, made) &&
          vocabulary_.allows(made))
        return made;
    }
    return {};
  }

  // The same arguments with another operator that takes them and gives the same sort.
  Term other_application(Term term, Rng& rng) {
    const HeadData data = pool_.data(term);  // a copy: new heads move those that are there
    const std::span<const Term> args = pool_.args(term);
    if (args.empty() || data.op->binder > 0 || !data.indices.empty()) return {};
    std::vector<Sort> sorts;
    for (const Term arg : args) sorts.push_back(pool_.sort(arg));
    std::vector<Term> made;
    for (const Theory* theory : theories())
      for (const OpSpec& row : theory->ops) {
        if (&row == data.op || row.binder > 0 || row.literals || row.call ||
            !vocabulary_.allows(row) || infer(pool_, row, {}, sorts) != pool_.sort(term))
          continue;
        const Head head = pool_.head(HeadData{.name = pool_.intern(row.name), .op = &row});
        const Term other = pool_.make(head, pool_.sort(term), args);
        if (vocabulary_.allows(other)) made.push_back(other);
      }
    return made.empty() ? Term() : made[rng.below(made.size())];
  }

  Pool& pool_;
  Script script_;
  const Vocabulary vocabulary_;
  const absl::flat_hash_set<Term> named_;
  UniformLiterals uniform_;
};

}  // namespace

std::optional<Script> neighbour_of(Pool& pool, const Script& script, size_t changes, Rng& rng) {
  Changer changer(pool, script);
  bool changed = false;
  for (size_t i = 0; i < changes; ++i) {
    const bool literal = changer.change_literal(rng);
    const bool application = changer.change_operator(rng);
    changed = changed || literal || application;
  }
  if (!changed) return {};
  return changer.script();
}

}  // namespace pg
