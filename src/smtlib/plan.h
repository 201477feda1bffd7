#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "term/pool.h"

namespace pg {

// How a term will be written: what is named by let and where, and what bound variables are called.
//
// A region is a place where let can stand: the top of the term, and each body of a binder. What
// does not mention bound variables belongs to the top; what does, to the innermost binder that it
// depends on. An instance is a term in its region. Each instance is written once, however often it
// is used, so the text is linear in the number of instances.
//
// A named term (! t :named f) and the name f are one instance: what is written first gives the
// name, what follows uses it, in whatever order lets make the text.
class PrintPlan {
 public:
  static constexpr uint32_t kRoot = 0;
  static constexpr uint32_t kLong = 1u << 20;  // lengths saturate here

  struct Instance {
    Term term;
    uint32_t region = kRoot;
    uint32_t children = 0;  // where its children begin in children()
    uint32_t uses = 1;
    uint32_t length = 0;   // of its text in one line, about
    uint32_t name = 0;     // of let; 0: written where it stands
    uint32_t level = 0;    // of let: those of one level do not mention each other
    bool applied = false;  // it is the function of an application
  };
  struct Region {
    uint32_t depth = 0;
    uint32_t floor = kRoot;      // nothing inside may be named outside of this region
    std::vector<uint32_t> lets;  // instances, by level
  };
  // A child of an instance and, where it is a body, the region that opens there.
  struct Child {
    uint32_t instance;
    uint32_t region;  // kSame: none opens
  };
  static constexpr uint32_t kSame = UINT32_MAX;
  static constexpr size_t kMaxSteps = size_t{1} << 24;  // of looking for nested binders

  // `params` are variables that are bound around the term.
  PrintPlan(const Pool& pool, Term root, std::span<const Term> params, bool share);

  const Instance& instance(uint32_t id) const { return instances_[id]; }
  const Region& region(uint32_t id) const { return regions_[id]; }
  std::span<const Child> children(uint32_t id) const {
    return std::span(children_).subspan(instances_[id].children,
                                        pool_.args(instances_[id].term).size());
  }
  uint32_t root() const { return 0; }
  // True for the (f a) of ((f a) b) that is written (f a b).
  bool is_spliced(uint32_t id) const;
  // The name that the instance gives, or none.
  Symbol given_name(uint32_t id) const;

  std::string_view variable_name(Term variable) const;
  std::string let_name(uint32_t name) const;

 private:
  struct FreeSets;

  void collect_names(Term root, std::span<const Term> params);
  void find_apart(Term root, std::span<const Term> params);
  void name_variable(Term variable);
  void build(Term root, const FreeSets& free, std::span<const Term> params);
  uint32_t scope_of(Term term, uint32_t context, const FreeSets& free);
  uint32_t open_region(uint32_t parent, bool barrier);
  uint64_t full_size() const;
  void choose_lets(bool share);
  uint32_t length_of(uint32_t id) const;
  uint32_t level_of(uint32_t id) const;

  const Pool& pool_;
  std::vector<Instance> instances_;
  std::vector<Child> children_;
  std::vector<Region> regions_;
  std::vector<uint32_t> finished_;                             // instances, children first
  absl::flat_hash_map<Term, std::vector<uint32_t>> bound_in_;  // open regions of a variable
  absl::flat_hash_map<uint64_t, uint32_t>
      scopes_;                                   // of large sets of variables, by set and context
  absl::flat_hash_map<Term, Symbol> named_;      // the annotations that give a name
  absl::flat_hash_set<Term> apart_;              // binders that must not stand inside of others
  absl::flat_hash_set<std::string_view> taken_;  // names that something else in the term has
  absl::flat_hash_map<Term, std::string_view> variable_names_;
  std::deque<std::string> made_names_;
  std::string let_prefix_ = "$";
};

}  // namespace pg
