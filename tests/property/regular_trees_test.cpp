#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/scale.h"
#include "theory/datatypes/regular.h"

namespace pg {
namespace {

using datatypes::TreeNode;

// A graph of a few constructors with up to two fields each.
std::vector<TreeNode> random_graph(Rng& rng) {
  std::vector<TreeNode> graph(1 + rng.below(6));
  for (TreeNode& node : graph) {
    const auto arity = static_cast<uint32_t>(rng.below(3));
    node.constructor = Head(1 + 2 * arity + static_cast<uint32_t>(rng.below(2)));
    for (uint32_t i = 0; i < arity; ++i) {
      const bool is_node = rng.chance(3, 4);
      const uint64_t what = rng.below(is_node ? graph.size() : 2);
      if (is_node)
        node.fields.push_back({{}, what, true});
      else
        node.fields.push_back({Value::integer(static_cast<int64_t>(what))});
    }
  }
  return graph;
}

// The same tree from another graph: nodes are written twice, and fields go to either copy.
std::vector<TreeNode> written_twice(const std::vector<TreeNode>& graph, Rng& rng) {
  std::vector<TreeNode> made = graph;
  made.insert(made.end(), graph.begin(), graph.end());
  for (TreeNode& node : made)
    for (TreeNode::Field& field : node.fields)
      if (field.is_node && rng.chance(1, 2)) field.node += graph.size();
  return made;
}

// Whether two nodes have the same tree as far as one looks: no difference is deeper than there are
// pairs of nodes.
bool same_trees(const std::vector<TreeNode>& a, const std::vector<TreeNode>& b) {
  std::set<std::pair<size_t, size_t>> seen{{0, 0}};
  std::vector<std::pair<size_t, size_t>> work{{0, 0}};
  while (!work.empty()) {
    const TreeNode& left = a[work.back().first];
    const TreeNode& right = b[work.back().second];
    work.pop_back();
    if (left.constructor != right.constructor) return false;
    for (size_t i = 0; i < left.fields.size(); ++i) {
      const TreeNode::Field& one = left.fields[i];
      const TreeNode::Field& other = right.fields[i];
      if (one.is_node != other.is_node || one.value != other.value) return false;
      if (one.is_node && seen.emplace(one.node, other.node).second)
        work.emplace_back(one.node, other.node);
    }
  }
  return true;
}

TEST(RegularTrees, HandlesAreEqualIfAndOnlyIfTreesAre) {
  Rng rng(1);
  ValuePool values;
  size_t infinite = 0;
  size_t equal = 0;
  for (size_t round = 0; round < test::scaled(3000); ++round) {
    const std::vector<TreeNode> a = random_graph(rng);
    const std::vector<TreeNode> b = random_graph(rng);
    const std::vector<TreeNode> again = written_twice(a, rng);
    const Value value = datatypes::tree_of(values, a);
    ASSERT_EQ(datatypes::tree_of(values, again), value);
    ASSERT_EQ(datatypes::tree_of(values, b) == value, same_trees(a, b));
    infinite += datatypes::is_infinite(values, value) ? 1 : 0;
    equal += same_trees(a, b) ? 1 : 0;
    if (datatypes::is_infinite(values, value)) {
      EXPECT_EQ(datatypes::tree_of(values, datatypes::graph_of(values, value)), value);
    }
  }
  EXPECT_GT(infinite, test::scaled(3000) / 5);
  EXPECT_GT(equal, 0u);
}

TEST(RegularTrees, AConstructorUndoesItsFields) {
  Rng rng(2);
  ValuePool values;
  for (size_t round = 0; round < test::scaled(1000); ++round) {
    const std::vector<TreeNode> graph = random_graph(rng);
    const Value value = datatypes::tree_of(values, graph);
    const std::vector<Value> fields = datatypes::fields_of(values, value);
    ASSERT_EQ(fields.size(), graph[0].fields.size());
    EXPECT_EQ(datatypes::construct(values, graph[0].constructor, fields), value);
    for (size_t i = 0; i < fields.size(); ++i)
      EXPECT_EQ(datatypes::field_of(values, value, i), fields[i]);
  }
}

TEST(RegularTrees, LargeOnesAreNotSupported) {
  ValuePool values;
  std::vector<TreeNode> graph;
  for (size_t i = 0; i < 1000; ++i)
    graph.push_back(
        {Head(1), {{Value::integer(static_cast<int64_t>(i))}, {{}, (i + 1) % 1000, true}}});
  EXPECT_EQ(datatypes::tree_of(values, graph).kind(), ValueKind::Unsupported);
}

}  // namespace
}  // namespace pg
