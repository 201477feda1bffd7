#include "theory/datatypes/regular.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/check.h"

namespace pg::datatypes {
namespace {

using Graph = std::vector<TreeNode>;
using Field = TreeNode::Field;

// Graphs are made small in quadratic time.
constexpr size_t kMaxNodes = 256;

// What the items of a tree begin with: an element of a sort that there is not.
constexpr Value kMark{ValueKind::Element, UINT32_MAX, 0};

// Graph with the trees that are fields as nodes.
Graph with_trees_as_nodes(const ValuePool& values, Graph graph) {
  std::map<Value, size_t> roots;
  for (size_t i = 0; i < graph.size() && graph.size() <= kMaxNodes; ++i)
    for (size_t k = 0; k < graph[i].fields.size(); ++k) {
      const Field field = graph[i].fields[k];
      if (field.is_node || !is_infinite(values, field.value)) continue;
      const auto [root, is_new] = roots.try_emplace(field.value, graph.size());
      if (is_new) {
        Graph inner = graph_of(values, field.value);
        for (TreeNode& node : inner) {
          for (Field& each : node.fields)
            if (each.is_node) each.node += root->second;
          graph.push_back(std::move(node));
        }
      }
      graph[i].fields[k] = {{}, root->second, true};
    }
  return graph;
}

// Nodes from which no cycle is reached become values. Returns that of the first, if it is one.
Value fold_finite(ValuePool& values, Graph& graph) {
  std::vector<Value> known(graph.size(), kMark);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = graph.size(); i-- > 0;) {
      if (known[i] != kMark) continue;
      std::vector<Value> items;
      for (Field& field : graph[i].fields) {
        if (field.is_node && known[field.node] != kMark) field = {known[field.node]};
        if (!field.is_node) items.push_back(field.value);
      }
      if (items.size() < graph[i].fields.size()) continue;
      known[i] = values.datatype(graph[i].constructor, items);
      changed = true;
    }
  }
  return known[0];
}

// A number for each node: the same for nodes with the same tree, and no others. Nodes are told
// apart by what they are, then by what their fields were told to be, until nothing changes.
std::vector<size_t> classes_of(const Graph& graph) {
  using Part = std::tuple<bool, size_t, Value>;
  std::vector<size_t> classes(graph.size());
  for (size_t count = 1;;) {
    std::map<std::pair<Head, std::vector<Part>>, size_t> numbers;
    std::vector<size_t> finer(graph.size());
    for (size_t i = 0; i < graph.size(); ++i) {
      std::vector<Part> parts;
      parts.emplace_back(true, classes[i], Value());  // nodes that were told apart stay so
      for (const Field& field : graph[i].fields)
        parts.emplace_back(field.is_node, field.is_node ? classes[field.node] : 0, field.value);
      finer[i] = numbers.try_emplace({graph[i].constructor, std::move(parts)}, numbers.size())
                     .first->second;
    }
    classes = std::move(finer);
    if (std::exchange(count, numbers.size()) == numbers.size()) return classes;
  }
}

// One node for each class, numbered in the order in which they are met from the root.
Graph least(const Graph& graph) {
  const std::vector<size_t> classes = classes_of(graph);
  std::map<size_t, size_t> numbers{{classes[0], 0}};
  std::vector<size_t> members{0};
  Graph made;
  for (size_t at = 0; at < members.size(); ++at) {
    TreeNode node = graph[members[at]];
    for (Field& field : node.fields) {
      if (!field.is_node) continue;
      const auto [number, is_new] = numbers.try_emplace(classes[field.node], members.size());
      if (is_new) members.push_back(field.node);
      field.node = number->second;
    }
    made.push_back(std::move(node));
  }
  return made;
}

// The mark, then of each node its constructor, and of each field whether it is a node, and what.
Value encoded(ValuePool& values, const Graph& graph) {
  std::vector<Value> items{kMark};
  for (const TreeNode& node : graph) {
    items.push_back(Value::integer(node.constructor.id()));
    items.push_back(Value::integer(static_cast<int64_t>(node.fields.size())));
    for (const Field& field : node.fields) {
      items.push_back(Value::boolean(field.is_node));
      items.push_back(field.is_node ? Value::integer(static_cast<int64_t>(field.node))
                                    : field.value);
    }
  }
  return values.datatype(graph[0].constructor, items);
}

}  // namespace

bool is_infinite(const ValuePool& values, Value value) {
  if (value.kind() != ValueKind::Datatype) return false;
  const std::span<const Value> items = values.items(value);
  return !items.empty() && items[0] == kMark;
}

Graph graph_of(const ValuePool& values, Value tree) {
  CHECK(is_infinite(values, tree), "a finite value has no graph");
  Graph graph;
  std::span<const Value> items = values.items(tree).subspan(1);
  while (!items.empty()) {
    TreeNode& node = graph.emplace_back();
    node.constructor = Head(static_cast<uint32_t>(items[0].as_int64()));
    const auto count = static_cast<size_t>(items[1].as_int64());
    for (size_t i = 0; i < count; ++i) {
      const Value what = items[2 * i + 3];
      if (items[2 * i + 2].is_true())
        node.fields.push_back({{}, static_cast<size_t>(what.as_int64()), true});
      else
        node.fields.push_back({what});
    }
    items = items.subspan(2 * count + 2);
  }
  return graph;
}

Value tree_of(ValuePool& values, Graph graph) {
  graph = with_trees_as_nodes(values, std::move(graph));
  if (graph.size() > kMaxNodes) return values.unsupported("an infinite value with many parts");
  if (const Value finite = fold_finite(values, graph); finite != kMark) return finite;
  return encoded(values, least(graph));
}

std::vector<Value> fields_of(ValuePool& values, Value value) {
  const std::span<const Value> items = values.items(value);
  if (!is_infinite(values, value)) return {items.begin(), items.end()};
  const Graph graph = graph_of(values, value);
  std::vector<Value> fields;
  for (const Field& field : graph[0].fields) {
    if (!field.is_node) {
      fields.push_back(field.value);
      continue;
    }
    // Its root comes first.
    Graph inner = graph;
    inner.insert(inner.begin(), graph[field.node]);
    for (TreeNode& node : inner)
      for (Field& each : node.fields) each.node += each.is_node ? 1 : 0;
    fields.push_back(tree_of(values, std::move(inner)));
  }
  return fields;
}

Value field_of(ValuePool& values, Value value, size_t which) {
  return is_infinite(values, value) ? fields_of(values, value)[which] : values.items(value)[which];
}

Value construct(ValuePool& values, Head constructor, std::span<const Value> fields) {
  if (std::ranges::none_of(fields, [&](Value field) { return is_infinite(values, field); }))
    return values.datatype(constructor, fields);
  TreeNode root{constructor, {}};
  for (const Value& field : fields) root.fields.push_back({field});
  return tree_of(values, {std::move(root)});
}

}  // namespace pg::datatypes
