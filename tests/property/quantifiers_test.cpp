// Verdicts on quantified formulas, against all values of variables that are bounded by the formula
// itself. Whatever values a stranger proposes, true is true and false is false.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "model/check.h"
#include "smtlib/parser.h"
#include "support/scale.h"

namespace pg {
namespace {

constexpr int kMost = 3;  // variables lie between minus this and this

// A formula and its value, computed side by side.
class RandomFormula {
 public:
  explicit RandomFormula(uint64_t seed) : rng_(seed) { nodes_.push_back({}); }

  int make(int depth, int variables) {
    Node node;
    node.kind = depth == 0 ? Kind::Atom : static_cast<Kind>(rng_.below(6));
    node.variable = variables;
    for (int& number : node.numbers) number = static_cast<int>(rng_.below(9)) - 4;
    node.relation = static_cast<int>(rng_.below(4));
    const bool binds = node.kind == Kind::Forall || node.kind == Kind::Exists;
    if (node.kind != Kind::Atom) node.left = make(depth - 1, variables + (binds ? 1 : 0));
    if (node.kind == Kind::And || node.kind == Kind::Same) node.right = make(depth - 1, variables);
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
  }

  bool value(int at, std::vector<int>& assigned) const {
    const Node& node = nodes_[static_cast<size_t>(at)];
    switch (node.kind) {
      case Kind::Atom:
        return atom(node, assigned);
      case Kind::Not:
        return !value(node.left, assigned);
      case Kind::And:
        return value(node.left, assigned) && value(node.right, assigned);
      case Kind::Same:
        return value(node.left, assigned) == value(node.right, assigned);
      case Kind::Forall:
      case Kind::Exists:
        break;
    }
    const bool exists = node.kind == Kind::Exists;
    for (int x = -kMost; x <= kMost; ++x) {
      assigned.push_back(x);
      const bool here = value(node.left, assigned);
      assigned.pop_back();
      if (here == exists) return exists;
    }
    return !exists;
  }

  std::string text(int at) const {
    const Node& node = nodes_[static_cast<size_t>(at)];
    switch (node.kind) {
      case Kind::Atom:
        return atom_text(node);
      case Kind::Not:
        return fmt::format("(not {})", text(node.left));
      case Kind::And:
        return fmt::format("(and {} {})", text(node.left), text(node.right));
      case Kind::Same:
        return fmt::format("(= {} {})", text(node.left), text(node.right));
      case Kind::Forall:
      case Kind::Exists:
        break;
    }
    const bool exists = node.kind == Kind::Exists;
    return fmt::format("({} ((v{} Int)) ({} (<= {} v{} {}) {}))", exists ? "exists" : "forall",
                       node.variable, exists ? "and" : "=>", number(-kMost), node.variable, kMost,
                       text(node.left));
  }

 private:
  enum class Kind { Atom, Not, And, Same, Forall, Exists };
  struct Node {
    Kind kind = Kind::Atom;
    int variable = 0;  // how many are bound around it: its own is the next
    int numbers[3] = {};
    int relation = 0;
    int left = 0;
    int right = 0;
  };

  static std::string number(int n) { return n < 0 ? fmt::format("(- {})", -n) : fmt::to_string(n); }

  // Two of the variables in scope, the constant n among them.
  static std::pair<int, int> used(const Node& node) {
    return {(node.numbers[1] + 4) % (node.variable + 1) - 1,
            (node.numbers[2] + 4) % (node.variable + 1) - 1};
  }
  static std::string name(int variable) {
    return variable < 0 ? "n" : fmt::format("v{}", variable);
  }
  static constexpr const char* kRelations[] = {"=", "<", "<=", "distinct"};

  static std::string atom_text(const Node& node) {
    const auto [a, b] = used(node);
    return fmt::format("({} (+ (* {} {}) {}) (* {} {}))", kRelations[node.relation],
                       number(node.numbers[0]), name(a), number(node.numbers[1]), name(b), name(a));
  }
  static bool atom(const Node& node, const std::vector<int>& assigned) {
    const auto [a, b] = used(node);
    const auto at = [&](int variable) {
      return variable < 0 ? 2 : assigned[static_cast<size_t>(variable)];
    };
    const int left = node.numbers[0] * at(a) + node.numbers[1];
    const int right = at(b) * at(a);
    return node.relation == 0   ? left == right
           : node.relation == 1 ? left < right
           : node.relation == 2 ? left <= right
                                : left != right;
  }

  Rng rng_;
  std::vector<Node> nodes_;
};

TEST(Quantifiers, VerdictsAreRightWhateverIsProposed) {
  size_t decided = 0;
  for (uint64_t seed = 0; seed < test::scaled(3000); ++seed) {
    RandomFormula formula(seed);
    const int root = formula.make(4, 0);
    Rng rng(seed);
    std::string model = "((define-fun n () Int 2))\n";
    for (int i = 0; i < 4; ++i) {
      const auto variable = rng.below(3);
      const auto value = static_cast<int>(rng.below(11)) - 5;
      model += fmt::format("; polygraph: try ((v{} ({} {})))\n", variable, value < 0 ? "-" : "+",
                           value < 0 ? -value : value);
    }
    Pool pool;
    const std::string script =
        fmt::format("(declare-const n Int)(assert {})(check-sat)", formula.text(root));
    const ParsedScript parsed = parse_script(pool, script);
    ASSERT_TRUE(parsed.errors.empty()) << script;
    const CheckState state = state_at(pool, parsed.script, 0);
    const Result<Model> read = read_model(pool, state.script, model, true);
    ASSERT_TRUE(read) << model;
    ValuePool values;
    const Verdict verdict = check_model(pool, values, state, *read).verdict;
    if (verdict == Verdict::Unknown) continue;
    ++decided;
    std::vector<int> none;
    EXPECT_EQ(verdict == Verdict::True, formula.value(root, none)) << script << model;
  }
  EXPECT_GT(decided, 0u);
}

}  // namespace
}  // namespace pg
