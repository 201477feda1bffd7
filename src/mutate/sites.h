#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/rng.h"
#include "mutate/expand.h"
#include "term/path.h"
#include "term/pool.h"

namespace pg {

// The places of formulas where a literal stands that can be made weaker or stronger. Polarity
// belongs to a place, never to the shared term. A place that has none gets one when the formulas
// around it are expanded, which is done for a chosen place alone.
class Sites {
 public:
  struct Root {
    uint32_t formula;  // whatever its owner means by it
    Term term;
  };
  struct Context {
    Pool& pool;
    Expander& expander;
    const absl::flat_hash_set<Term>& named;  // terms that are used by their names
  };

  Sites(const Context& context, std::span<const Root> roots);

  size_t size() const { return sites_.size(); }
  uint32_t formula(size_t site) const { return places_[sites_[site].place].formula; }
  // A rule may replace it, but its parts are literals.
  bool is_connective(size_t site) const { return sites_[site].connective; }
  // Something around it has to be expanded.
  bool is_expanded(size_t site) const { return places_[sites_[site].place].expansions > 0; }
  // The literal as the script has it.
  Term written(size_t site) const { return places_[sites_[site].place].written; }

  // The path to what has to be expanded first, or to the place itself.
  Path anchor(size_t site) const;

  struct Expansion {
    Path path;  // below the anchor
    Term before;
    Term after;
  };
  // What is at the anchor, written so that the place has a polarity.
  struct Opened {
    std::vector<Expansion> expansions;  // one after the other
    Term top;                           // what is at the anchor then
    Path path;                          // from there to the place
    bool positive = true;               // the polarity of the place
    bool anchor_positive = true;
  };
  // `top` is what is at the anchor now: what stands beside the way to the place may have changed. A
  // formula that another is split by is there twice, once with each polarity: the generator
  // chooses.
  Opened open(const Context& context, size_t site, Term top, Rng& rng) const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kBody = UINT32_MAX;

  // What a place is to its parent.
  enum class Way : uint8_t {
    Same,     // a formula with the polarity of the parent
    Flipped,  // with the other one
    Inner,    // a term with formulas in it
    Split,    // a formula that the one around it is split by
    Body,     // of the function that the parent calls
  };
  struct Place {
    Term term;
    Term written;  // as the script has it: in the body of a function, without arguments
    uint32_t parent = kNone;
    uint32_t child = 0;  // which argument of the parent it is, or kBody
    uint32_t formula = 0;
    uint32_t around = 0;  // the innermost place of a formula that it is in, perhaps itself
    Way way = Way::Same;
    uint8_t expansions = 0;  // that lead here
  };
  struct Site {
    uint32_t place;
    bool connective;
  };

  void add_site(const Context& context, uint32_t index);
  void add_children(const Context& context, uint32_t index);
  void add_arguments(const Context& context, uint32_t index);
  void add_body(const Context& context, uint32_t index);
  void add(const Context& context, uint32_t parent, uint32_t child, Term term, Way way);
  bool can_expand(const Context& context, const Place& place) const;
  Term written(const Context& context, const Place& above, uint32_t child, Term term) const;
  std::vector<uint32_t> way_to(size_t site) const;
  size_t anchored(std::span<const uint32_t> way) const;

  std::vector<Place> places_;
  std::vector<Site> sites_;
  absl::flat_hash_map<Term, uint32_t> entered_;  // how often
  size_t inlined_ = 0;
};

}  // namespace pg
