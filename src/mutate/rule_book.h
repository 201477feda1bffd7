#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/rng.h"
#include "model/evaluator.h"
#include "mutate/own_rules.h"
#include "mutate/rules.h"
#include "mutate/vocabulary.h"

namespace pg {

// What a rule makes of an atom.
struct Replacement {
  Term term;
  const Rule* rule = nullptr;
  std::vector<Term> constants;  // in the order of the rule
};

// The rules for one script: each at the sorts that it meets there, with constants drawn for it.
// What is drawn depends on the rule and the generator given here alone, never on the order of
// calls.
class RuleBook {
 public:
  // Rules of a user, if there are any, must stay.
  RuleBook(Pool& pool, const Vocabulary& vocabulary, const Rng& rng, const OwnRules* own = nullptr);

  // The atom replaced by one of the rules that fit, which are drawn by their weights. Symbols are
  // those in scope at the command. A connective with more than two arguments is split into two
  // groups first: (and p q r) is (and p (and q r)).
  std::optional<Replacement> replace(Term atom, Direction direction, size_t command, Rng& rng);
  // The same by a rule that holds both ways; the connective may be below a negation.
  std::optional<Replacement> rewrite(Term atom, size_t command, Rng& rng);

 private:
  static constexpr size_t kDrawn = 8;  // constants for each rule
  static constexpr size_t kMaxVariables = 4;

  // What a rule is wanted for.
  enum class Use : uint8_t { Weaken, Strengthen, Rewrite };
  static constexpr size_t kUses = 3;
  using Kinds = uint32_t;  // a set of kinds of sorts

  // One direction of a rule, as written; of one that holds both ways it serves both.
  struct Side {
    const Rule* rule = nullptr;
    Direction direction = Direction::Weaker;
    uint32_t index = 0;   // of the rule
    uint32_t weight = 1;  // how often it is drawn, compared with others that fit
    RuleShape pattern;
    std::vector<RuleVariable> terms;
    std::vector<char> constructors;  // letters that the pattern leaves open
    std::string_view from;           // of A -> B, where it has a function
    std::string_view to;
    // The operators of the pattern, the root's first. An argument is another of them (from 0), a
    // variable (from -1 down), or a literal.
    struct Node {
      std::string_view op;
      std::vector<int32_t> args;
    };
    static constexpr int32_t kLiteral = INT32_MIN;
    std::vector<Node> nodes;
    std::vector<Kinds> kinds;  // that the arguments of the root may have
  };

  // All that decides early whether a side may fit an atom: its operator, and the sorts of its
  // arguments and the operators at their roots.
  static constexpr size_t kShapeArgs = 4;
  struct Shape {
    Use use = Use::Weaken;
    const OpSpec* op = nullptr;
    size_t args = 0;
    std::array<SortKind, kShapeArgs> kinds{};
    std::array<const OpSpec*, kShapeArgs> ops{};
    bool operator==(const Shape&) const = default;
    template <typename H>
    friend H AbslHashValue(H h, const Shape& shape) {
      return H::combine(std::move(h), shape.use, shape.op, shape.args, shape.kinds, shape.ops);
    }
  };

  // A result as a list of applications, each of earlier ones (from 0) and of slots (from -1 down).
  struct Step {
    Head head;
    Sort sort;
    std::vector<int32_t> args;
  };
  // A side at concrete sorts; without steps and pattern if it does not fit there.
  struct Instance {
    Term pattern;  // over the variables of the slots
    std::vector<Term> slots;
    size_t terms = 0;  // how many slots the pattern fills
    // For the other slots: some choices, with nothing where there is no literal of the sort.
    std::vector<std::vector<Term>> drawn;
    std::vector<bool> open;  // by constant: any term will do, not only a literal
    std::vector<Step> steps;
    int32_t result = 0;
  };
  struct Key {
    const Side* side;
    std::array<Sort, kMaxVariables> sorts;  // of the rule's variables, in their order
    Head choice;
    Head other;
    bool operator==(const Key&) const = default;
    template <typename H>
    friend H AbslHashValue(H h, const Key& key) {
      return H::combine(std::move(h), key.side, key.sorts, key.choice, key.other);
    }
  };

  using Sides = std::vector<const Side*>;

  struct Table {
    std::deque<Side> sides;
    // By the operator of the pattern.
    std::array<absl::flat_hash_map<std::string_view, Sides>, kUses> by_use;
  };
  // All rules of the theories, the same for every script.
  static const Table& table();
  static void add_sides(Table& table, const Rule& rule, uint32_t index, uint32_t weight);
  static Side read_side(const Rule& rule, Direction direction, uint32_t index);

  std::optional<Replacement> draw_rule(Use use, Term atom, size_t command, Rng& rng);
  const Sides& candidates(Use use, Term atom);
  static bool may_fit(const Side& side, const Shape& shape);
  std::optional<Replacement> apply(const Side& side, Term atom, size_t command, Rng& rng);
  bool choose_constants(const Instance& instance, size_t command, Rng& rng, Replacement& made);
  Term build(const Instance& instance);
  Term regroup(Term connective, Rng& rng);
  Term regroup_negated(Term negation, Rng& rng);
  const Instance& instance(const Key& key, Term atom);
  Instance make(const Key& key, Term atom);
  bool draw(const Side& side, const RuleInstance& rule, Instance& made);
  static int32_t add_node(Side& side, std::string_view pattern);
  bool find_sorts(const Side& side, size_t node, Term term);
  bool bind(const Side& side, Letters& letters) const;
  bool match(const Instance& instance, Term atom);
  void find_open(const RuleInstance& rule, Term result, Instance& made) const;
  void compile(Term result, Instance& made);
  Head choose_function(const Side& side, size_t command, Rng& rng);
  Term term_in_scope(Sort sort, size_t command, Rng& rng);

  const Table& table_;
  Table own_;  // the user's
  Pool& pool_;
  const Vocabulary& vocabulary_;
  Rng rng_;
  TermReader reader_;
  absl::flat_hash_map<Key, std::unique_ptr<Instance>> instances_;
  absl::flat_hash_map<Shape, std::unique_ptr<Sides>> candidates_;
  // For conditions on constants.
  Script nothing_;
  Model no_model_;
  ValuePool values_;
  Evaluator evaluator_;
  std::array<Sort, kMaxVariables> found_{};  // the sorts that find_sorts found
  std::vector<Term> bound_;                  // what match found for the slots
  Sides left_;                               // candidates that were not tried yet
  std::vector<Term> built_;
  std::vector<Term> args_;
};

}  // namespace pg
