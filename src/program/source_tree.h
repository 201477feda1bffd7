#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pg {

inline constexpr size_t kNowhere = static_cast<size_t>(-1);

// A node of clang's tree.
struct SourceNode {
  std::string kind;     // as clang calls it: BinaryOperator; empty where a part is left out
  std::string type;     // without names that stand for others
  std::string opcode;   // of operators, as written
  std::string name;     // of what is declared
  std::string compute;  // of `a += b`: the type that the operation has
  bool is_postfix = false;
  uint32_t parent = 0;
  std::vector<uint32_t> children;
  // Its text in the file; nowhere if it is in another file or inside of a macro.
  size_t begin = kNowhere;
  size_t end = kNowhere;
  // Where debug information puts it: at its operator, its name, the macro that it is in.
  size_t place = kNowhere;
  bool in_macro = false;

  bool has_text() const { return begin != kNowhere && end != kNowhere && begin < end; }
};

// A C file as clang understands it.
class SourceTree {
 public:
  // `words` go to clang.
  static Result<SourceTree> read(const std::string& file, std::string text,
                                 const std::vector<std::string>& words);

  const SourceNode& node(uint32_t index) const { return nodes_[index]; }
  const SourceNode& child(const SourceNode& node, size_t index) const {
    return nodes_[node.children[index]];
  }
  const std::vector<SourceNode>& nodes() const { return nodes_; }
  const std::string& text() const { return text_; }
  std::string text_of(const SourceNode& node) const {
    return text_.substr(node.begin, node.end - node.begin);
  }
  // The place of a line and column, which count from 1.
  size_t offset(uint32_t line, uint32_t column) const;
  // What is behind casts that nobody wrote.
  const SourceNode& written(const SourceNode& node) const;

 private:
  friend class TreeReader;

  std::string text_;
  std::vector<size_t> lines_;  // where they begin
  std::vector<SourceNode> nodes_;
};

// Behind blanks and comments.
size_t skip_blanks(std::string_view text, size_t at);

}  // namespace pg
