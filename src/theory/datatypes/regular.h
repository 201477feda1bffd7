#pragma once

#include <span>
#include <vector>

#include "theory/value.h"

namespace pg::datatypes {

// Values of codatatypes may be infinite. Those that come from a finite graph (regular trees) are
// values like any other: of all graphs of a tree the least one is kept, its nodes numbered from the
// root, so that equal trees are equal handles. A datatype's value that has one as a field is one,
// too. What has a field that is infinite deeper inside (a sequence of trees) is none.
bool is_infinite(const ValuePool& values, Value value);

// The fields of a datatype's value, finite or not.
std::vector<Value> fields_of(ValuePool& values, Value value);
Value field_of(ValuePool& values, Value value, size_t which);

// The value of a constructor with these fields. Unsupported if it has too many nodes.
Value construct(ValuePool& values, Head constructor, std::span<const Value> fields);

// A graph of constructors.
struct TreeNode {
  struct Field {
    Value value = {};
    size_t node = 0;       // of the graph, if it is one
    bool is_node = false;  // else a value
  };
  Head constructor;
  std::vector<Field> fields;
};

// The tree that the first node of a graph is the root of. Unsupported if it has too many nodes.
Value tree_of(ValuePool& values, std::vector<TreeNode> graph);

// The least graph of an infinite tree, with the root first. Its fields that are values are finite.
std::vector<TreeNode> graph_of(const ValuePool& values, Value tree);

}  // namespace pg::datatypes
