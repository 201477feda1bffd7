#include "program/c_forms.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace pg {
namespace {

struct TypeRow {
  std::string_view name;
  CType type;
};

// On the machines that we run on.
constexpr auto kTypes = std::to_array<TypeRow>({
    {"int", {32, true}},
    {"unsigned int", {32, false}},
    {"char", {8, true}},
    {"signed char", {8, true}},
    {"unsigned char", {8, false}},
    {"short", {16, true}},
    {"unsigned short", {16, false}},
    {"long", {64, true}},
    {"unsigned long", {64, false}},
    {"long long", {64, true}},
    {"unsigned long long", {64, false}},
    {"float", {32, true, true}},
    {"double", {64, true, true}},
    {"_Bool", {1, false}},
    {"bool", {1, false}},
});

bool is_one_of(std::string_view kind, std::initializer_list<std::string_view> kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

bool is_assignment(const SourceNode& node) {
  return node.kind == "CompoundAssignOperator" ||
         (node.kind == "BinaryOperator" && node.opcode == "=");
}

}  // namespace

std::optional<CType> c_type(std::string_view name) {
  if (name.starts_with("enum ")) return CType{32, false};
  for (const TypeRow& row : kTypes)
    if (row.name == name) return row.type;
  return std::nullopt;
}

std::string name_of(const CType& type) {
  for (const TypeRow& row : kTypes)
    if (row.type == type && row.name != "char") return std::string(row.name);
  return "int";
}

CType promoted(const CType& type) {
  return type.is_float || type.bits >= 32 ? type : CType{32, true};
}

std::string CForms::operand(const SourceNode& node) const {
  const bool is_primary =
      is_one_of(tree_.written(node).kind,
                {"DeclRefExpr", "IntegerLiteral", "FloatingLiteral", "ParenExpr",
                 "CharacterLiteral", "ArraySubscriptExpr", "MemberExpr", "CallExpr"});
  const std::string text = tree_.text_of(node);
  return is_primary ? text : "(" + text + ")";
}

std::string CForms::factor(const SourceNode& node) const {
  const bool is_tight = is_one_of(tree_.written(node).kind, {"UnaryOperator", "CStyleCastExpr"});
  return is_tight ? tree_.text_of(node) : operand(node);
}

std::string CForms::cast(const CType& type, const SourceNode& node) const {
  return fmt::format("({}){}", name_of(type), operand(node));
}

const SourceNode& CForms::parent_of(const SourceNode& node, const SourceNode*& child) const {
  child = &node;
  const SourceNode* parent = &tree_.node(node.parent);
  while (is_one_of(parent->kind, {"ImplicitCastExpr", "ConstantExpr", "ExprWithCleanups"})) {
    child = parent;
    parent = &tree_.node(parent->parent);
  }
  return *parent;
}

std::string CForms::placed(const SourceNode& node, const std::string& text) const {
  const SourceNode* child = nullptr;
  const SourceNode& parent = parent_of(node, child);
  const bool is_first = !parent.children.empty() && &tree_.child(parent, 0) == child;
  const bool is_apart =
      is_one_of(parent.kind, {"ParenExpr", "ReturnStmt", "VarDecl", "CompoundStmt", "IfStmt",
                              "WhileStmt", "DoStmt", "ForStmt", "SwitchStmt", "InitListExpr",
                              "LabelStmt", "CaseStmt", "DefaultStmt"}) ||
      (!is_first &&
       (is_one_of(parent.kind, {"CallExpr", "ArraySubscriptExpr"}) || is_assignment(parent)));
  return is_apart ? text : "(" + text + ")";
}

std::string CForms::placed_binary(const SourceNode& node, const std::string& text,
                                  std::string_view token) const {
  const SourceNode* child = nullptr;
  const SourceNode& parent = parent_of(node, child);
  const bool joined = is_one_of(parent.opcode, {"&&", "||"});
  const bool compared = is_one_of(parent.opcode, {"<", "<=", ">", ">=", "==", "!="}) &&
                        is_one_of(token, {"+", "-", "*", "/", "%"});
  const bool is_loose = parent.kind == "BinaryOperator" && (joined || compared);
  return is_loose ? text : placed(node, text);
}

bool CForms::is_used(const SourceNode& node) const {
  const SourceNode* child = nullptr;
  const SourceNode* parent = &parent_of(node, child);
  while (parent->kind == "ParenExpr") parent = &parent_of(*parent, child);
  const auto index = static_cast<size_t>(
      std::ranges::find_if(parent->children,
                           [&](uint32_t each) { return &tree_.node(each) == child; }) -
      parent->children.begin());
  const size_t last = parent->children.size() - 1;
  if (parent->kind == "CompoundStmt") {
    // The last expression of ({ ... }) is its value.
    return tree_.node(parent->parent).kind == "StmtExpr" && index == last;
  }
  if (parent->kind == "ForStmt") return index == 2;
  if (is_one_of(parent->kind, {"IfStmt", "WhileStmt", "SwitchStmt", "CaseStmt"})) return index == 0;
  if (parent->kind == "DoStmt") return index == 1;
  if (parent->kind == "BinaryOperator" && parent->opcode == ",") return index == 1;
  return !is_one_of(parent->kind, {"LabelStmt", "DefaultStmt"});
}

bool CForms::is_pure(const SourceNode& node) const {
  std::vector<const SourceNode*> pending{&node};
  while (!pending.empty()) {
    const SourceNode& next = *pending.back();
    pending.pop_back();
    const bool is_value =
        is_one_of(next.kind, {"DeclRefExpr", "MemberExpr", "ArraySubscriptExpr", "ImplicitCastExpr",
                              "CStyleCastExpr", "ParenExpr", "IntegerLiteral", "FloatingLiteral",
                              "CharacterLiteral", "BinaryOperator", "ConditionalOperator"}) ||
        (next.kind == "UnaryOperator" && next.opcode != "++" && next.opcode != "--");
    if (!is_value || is_assignment(next)) return false;
    for (const uint32_t each : next.children) pending.push_back(&tree_.node(each));
  }
  return true;
}

std::optional<CType> CForms::written_type(const SourceNode& node) const {
  return c_type(tree_.written(node).type);
}

}  // namespace pg
