#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "program/source_tree.h"

namespace pg {

// What arithmetic depends on.
struct CType {
  uint32_t bits = 0;
  bool is_signed = false;
  bool is_float = false;
  bool operator==(const CType&) const = default;
};
// Of the types that have arithmetic, enumerations included.
std::optional<CType> c_type(std::string_view name);
// As C writes it. Integers only.
std::string name_of(const CType& type);
// What an operand becomes before anything is computed.
CType promoted(const CType& type);

// Pieces of C text around nodes of a tree.
class CForms {
 public:
  explicit CForms(const SourceTree& tree) : tree_(tree) {}

  // Its text, in brackets if an operator beside it could take a part of it.
  std::string operand(const SourceNode& node) const;
  // The same where no operator of one operand comes before it.
  std::string factor(const SourceNode& node) const;
  std::string cast(const CType& type, const SourceNode& node) const;
  // A text that takes the place of the node, in brackets where they are needed.
  std::string placed(const SourceNode& node, const std::string& text) const;
  // The same of `a token b`.
  std::string placed_binary(const SourceNode& node, const std::string& text,
                            std::string_view token) const;
  // Whether somebody looks at its value.
  bool is_used(const SourceNode& node) const;
  // Evaluating it changes nothing.
  bool is_pure(const SourceNode& node) const;
  // What it computes with before casts that nobody wrote.
  std::optional<CType> written_type(const SourceNode& node) const;

 private:
  const SourceNode& parent_of(const SourceNode& node, const SourceNode*& child) const;

  const SourceTree& tree_;
};

}  // namespace pg
