#include "program/source_change.h"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "program/c_forms.h"

namespace pg {
namespace {

using llvm::Instruction;

// More guesses than this are none.
constexpr size_t kMostGuesses = 24;

// Whether the new operator takes its operands as signed numbers; nothing if it is all the same.
std::optional<bool> wanted_sign(const FaultShape& shape) {
  const uint32_t code = shape.variant.code;
  if (shape.opcode == Instruction::ICmp) {
    const auto predicate = static_cast<llvm::CmpInst::Predicate>(code);
    if (llvm::CmpInst::isSigned(predicate)) return true;
    if (llvm::CmpInst::isUnsigned(predicate)) return false;
    return std::nullopt;
  }
  if (code == Instruction::SDiv || code == Instruction::SRem || code == Instruction::AShr)
    return true;
  if (code == Instruction::UDiv || code == Instruction::URem || code == Instruction::LShr)
    return false;
  return std::nullopt;
}

// "(signed)>>" tells two shifts apart that C writes alike.
std::string written(const std::string& token) {
  return token.substr(token.starts_with('(') ? token.find(')') + 1 : 0);
}

bool is_shift(const std::string& token) { return token == "<<" || token == ">>"; }

class Guesser {
 public:
  Guesser(const SourceTree& tree, const SourceNode& function, const Fault& fault,
          const FaultShape& shape, bool strict)
      : tree_(tree),
        forms_(tree),
        function_(function),
        fault_(fault),
        shape_(shape),
        strict_(strict),
        place_(tree.offset(fault.place.line, fault.place.column)) {}

  std::vector<SourceChange> guess() {
    if (shape_.kind == SiteKind::Operand && shape_.opcode == Instruction::Ret) {
      guess_returned();
      return std::move(changes_);
    }
    guess_all();
    // Debug information puts a branch at its condition, at its operator, or at its statement.
    near_ = true;
    if (shape_.opcode == Instruction::Br && changes_.size() < kMostGuesses) guess_all();
    return std::move(changes_);
  }

 private:
  void guess_all() {
    const auto first = static_cast<size_t>(&function_ - tree_.nodes().data());
    for (size_t i = first; i < tree_.nodes().size(); ++i) {
      const SourceNode& node = tree_.nodes()[i];
      if (i > first && node.parent < first) break;
      guess_at(node);
      if (changes_.size() > kMostGuesses) break;
    }
  }

  void replace(const SourceNode& node, std::string text) {
    if (node.has_text()) changes_.push_back({{node.begin, node.end, std::move(text)}});
  }

  const SourceNode& child(const SourceNode& node, size_t i) const { return tree_.child(node, i); }

  bool is_branch() const { return shape_.opcode == Instruction::Br; }

  void guess_at(const SourceNode& node) {
    if (near_ ? is_near(node) : node.place == place_) {
      if (shape_.kind == SiteKind::Result) guess_result(node);
      if (shape_.kind == SiteKind::Target) guess_connector(node);
      if (shape_.kind == SiteKind::Execution) guess_deleted(node);
      if (shape_.kind == SiteKind::Operand && shape_.opcode == Instruction::Store)
        guess_assigned(node);
      if (shape_.kind == SiteKind::Operand && is_branch()) guess_condition(node);
      if (shape_.kind == SiteKind::Operand && !is_branch() && shape_.opcode != Instruction::Store)
        guess_constant(node);
    }
    if (shape_.kind == SiteKind::Operand && node.kind == "InitListExpr") guess_elements(node);
  }

  bool is_near(const SourceNode& node) const {
    return node.has_text() && node.place != place_ && node.begin <= place_ && place_ < node.end;
  }

  // ---- operators

  bool is_binary(const SourceNode& node) const {
    return node.kind == "BinaryOperator" && node.opcode == written(shape_.token);
  }
  bool is_compound(const SourceNode& node) const {
    return node.kind == "CompoundAssignOperator" && node.opcode == written(shape_.token) + "=";
  }
  bool is_step(const SourceNode& node) const {
    return node.kind == "UnaryOperator" && (node.opcode == "++" || node.opcode == "--") &&
           (shape_.opcode == Instruction::Add || shape_.opcode == Instruction::FAdd ||
            shape_.opcode == Instruction::Store);
  }
  bool is_negation(const SourceNode& node) const {
    return node.kind == "UnaryOperator" && node.opcode == "-" && shape_.opcode == Instruction::Sub;
  }

  void guess_result(const SourceNode& node) {
    const std::string token = written(shape_.variant.token);
    if (is_binary(node)) {
      guess_binary(node, token);
    } else if (is_compound(node)) {
      guess_compound(node, token);
    } else if (is_step(node)) {
      guess_step(node, token);
    } else if (is_negation(node)) {
      const std::string text = fmt::format("0 {} {}", token, forms_.operand(child(node, 0)));
      replace(node, forms_.placed(node, text));
    }
  }

  // The machine takes the amount modulo the width, and C leaves it open.
  std::string amount(const SourceNode& node, uint32_t bits) const {
    const std::string text = forms_.factor(node);
    if (strict_ || shape_.fixed_amount || is_shift(written(shape_.token))) return text;
    return fmt::format("({} & {})", text, bits - 1);
  }

  struct Operands {
    std::string left;
    std::string right;
    std::optional<CType> back;  // what the result is cast to
    bool left_as_is = true;
  };

  // The operands of the new operator as C has to write them, so that it computes in the type that
  // the old one computes in.
  Operands operands(const SourceNode& left, const SourceNode& right, const std::string& token,
                    const std::optional<CType>& type) const {
    const std::optional<bool> sign = wanted_sign(shape_);
    const bool shifts = is_shift(token);
    if (!type || type->is_float) return {forms_.factor(left), forms_.factor(right), {}};
    if (sign && type->is_signed != *sign) {
      const CType other{type->bits, *sign};
      return {forms_.cast(other, left),
              shifts ? amount(right, type->bits) : forms_.cast(other, right), type, false};
    }
    auto fits = [&](const SourceNode& node) {
      const std::optional<CType> own = forms_.written_type(node);
      return own && promoted(*own) == *type;
    };
    Operands made{
        forms_.operand(left), shifts ? amount(right, type->bits) : forms_.factor(right), {}};
    const bool shifted = is_shift(written(shape_.token));
    if (shifts && !shifted && !fits(left)) {
      made.left = forms_.cast(*type, left);
      made.left_as_is = false;
    }
    if (shifted && !shifts && !fits(right)) made.right = forms_.cast(*type, right);
    return made;
  }

  void guess_binary(const SourceNode& node, const std::string& token) {
    const SourceNode& left = child(node, 0);
    const SourceNode& right = child(node, 1);
    if (!left.has_text() || !right.has_text()) return;
    const Operands made = operands(left, right, token, c_type(left.type));
    const bool compares = shape_.opcode == Instruction::ICmp;
    std::string text = fmt::format("{} {} {}", made.left, token, made.right);
    if (made.back && !compares) text = fmt::format("({})({})", name_of(*made.back), text);
    replace(node, made.back ? forms_.placed(node, text) : forms_.placed_binary(node, text, token));
  }

  void guess_compound(const SourceNode& node, const std::string& token) {
    const SourceNode& left = child(node, 0);
    const SourceNode& right = child(node, 1);
    if (!left.has_text() || !right.has_text()) return;
    const Operands made = operands(left, right, token, c_type(node.compute));
    if (made.left_as_is) {
      replace(node,
              fmt::format("{} {}= {}", tree_.text_of(left), token,
                          made.right == forms_.factor(right) ? tree_.text_of(right) : made.right));
    } else if (forms_.is_pure(left)) {
      replace(node, forms_.placed(node, fmt::format("{} = {} {} {}", tree_.text_of(left), made.left,
                                                    token, made.right)));
    }
  }

  // x++ is x + 1, and x-- is x + -1, in the type of x.
  std::string stepped(const SourceNode& node, const std::string& old,
                      const std::string& token) const {
    const std::string step = node.opcode == "++" ? "1" : "-1";
    const std::optional<CType> type = c_type(child(node, 0).type);
    const std::optional<bool> sign = wanted_sign(shape_);
    if (!type || type->is_float || !sign || (type->is_signed == *sign && type->bits >= 32))
      return fmt::format("{} {} {}", old, token, step);
    const std::string name = name_of(CType{type->bits, *sign});
    return fmt::format("({0}){1} {2} ({0}){3}", name, old, token, step);
  }

  void guess_step(const SourceNode& node, const std::string& token) {
    const SourceNode& left = child(node, 0);
    if (!left.has_text()) return;
    const std::string text = tree_.text_of(left);
    if (token == "-") {
      const char* other = node.opcode == "++" ? "--" : "++";
      replace(node, node.is_postfix ? text + other : other + text);
    }
    const bool plain = stepped(node, "", token).find('(') == std::string::npos;
    if (plain && !forms_.is_used(node))
      replace(node, text + " " + token + (node.opcode == "++" ? "= 1" : "= -1"));
    assign(node, left, [&](const std::string& old) { return stepped(node, old, token); });
  }

  // Something else is assigned to what `++`, `--` and `+=` change.
  void assign(const SourceNode& node, const SourceNode& left,
              const std::function<std::string(const std::string&)>& value) {
    const bool wants_old = node.is_postfix && forms_.is_used(node);
    const std::string place = tree_.text_of(left);
    if (forms_.is_pure(left) && !wants_old) {
      replace(node, forms_.placed(node, place + " = " + value(forms_.operand(left))));
      return;
    }
    const std::string old = "polygraph_old";
    if (forms_.is_pure(left)) {
      replace(node, fmt::format("({{ const __typeof__(({0}) + 0) {1} = {0}; {0} = {2}; {1}; }})",
                                place, old, value(old)));
      return;
    }
    replace(node, fmt::format("({{ __typeof__(&({0})) polygraph_place = &({0}); "
                              "const __typeof__(*polygraph_place + 0) {1} = *polygraph_place; "
                              "*polygraph_place = {2}; {3}; }})",
                              place, old, value(old), wants_old ? old : "*polygraph_place"));
  }

  // ---- values

  bool is_constant() const { return shape_.variant.wrap.find('{') == std::string::npos; }

  std::string wrapped(const std::string& text) const {
    return fmt::format(fmt::runtime(shape_.variant.wrap), text);
  }

  // Without the brackets that the text brings along.
  std::string around(const std::string& text) const {
    const size_t at = shape_.variant.wrap.find("({})");
    std::string made = shape_.variant.wrap;
    return at == made.npos ? wrapped(text) : made.replace(at, 4, text);
  }

  // Ways to write the changed value of an expression of which `type` is made.
  std::vector<std::string> values(const SourceNode& node, const std::string& type) const {
    const std::optional<CType> to = c_type(type);
    const std::optional<CType> from = forms_.written_type(node);
    if (is_constant()) {
      std::vector<std::string> texts{
          shape_.variant.wrap, fmt::format("({}, {})", forms_.operand(node), shape_.variant.wrap)};
      if (to && !to->is_float) texts.insert(texts.begin() + 1, fmt::format("({})0", name_of(*to)));
      return texts;
    }
    // Truth values have no other than 0 and 1 in C.
    if (!to || !from || to->bits == 1) return {};
    std::vector<std::string> texts;
    const bool as_is =
        to->is_float ? *to == *from : !from->is_float && to->bits <= promoted(*from).bits;
    const std::string type_name =
        to->is_float ? (to->bits == 32 ? "float" : "double") : name_of(*to);
    if (as_is)
      texts.push_back(around(forms_.operand(node)));
    else
      texts.push_back(around(fmt::format("({}){}", type_name, forms_.operand(node))));
    if (!to->is_float)  // without overflow
      texts.push_back(fmt::format(
          "({})({})", type_name,
          around(fmt::format("({}){}", name_of({to->bits, false}), forms_.operand(node)))));
    return texts;
  }

  void guess_value(const SourceNode& node, const std::string& type) {
    if (!node.has_text()) return;
    for (const std::string& text : values(node, type)) replace(node, forms_.placed(node, text));
  }

  // What `++` and `+=` assign, before it is changed.
  std::string computed(const SourceNode& node, const std::string& old) const {
    if (is_step(node)) return old + (node.opcode == "++" ? " + 1" : " - 1");
    return fmt::format("{} {} {}", old, node.opcode.substr(0, node.opcode.size() - 1),
                       forms_.operand(child(node, 1)));
  }

  void guess_assigned(const SourceNode& node) {
    if (node.kind == "BinaryOperator" && node.opcode == "=") guess_value(child(node, 1), node.type);
    if (node.kind == "VarDecl" && !node.children.empty())
      guess_value(tree_.node(node.children.back()), node.type);
    if (node.kind == "ReturnStmt" && !node.children.empty())
      guess_value(child(node, 0), child(node, 0).type);
    if (is_step(node) || node.kind == "CompoundAssignOperator") guess_changed(node);
  }

  void guess_changed(const SourceNode& node) {
    const SourceNode& left = child(node, 0);
    if (!left.has_text()) return;
    const std::optional<CType> type = c_type(left.type);
    if (!type || type->bits == 1) return;
    if (is_constant()) {
      assign(node, left, [&](const std::string&) { return shape_.variant.wrap; });
      assign(node, left, [&](const std::string& old) {
        return fmt::format("({}, {})", computed(node, old), shape_.variant.wrap);
      });
      return;
    }
    const char* cast = !type->is_float ? "" : type->bits == 32 ? "(float)" : "(double)";
    assign(node, left, [&](const std::string& old) {
      return around(fmt::format("{}({})", cast, computed(node, old)));
    });
    if (type->is_float) return;
    const std::string name = name_of({type->bits, false});
    assign(node, left, [&](const std::string& old) {
      return around(fmt::format("({})({})", name, computed(node, old)));
    });
  }

  void guess_elements(const SourceNode& list) {
    for (const uint32_t each : list.children) {
      const SourceNode& element = tree_.node(each);
      const SourceNode& inner = tree_.written(element);
      if (element.place == place_ || element.begin == place_ || inner.place == place_)
        guess_value(element, element.type);
    }
  }

  void guess_constant(const SourceNode& node) {
    if (is_step(node)) {
      const SourceNode& left = child(node, 0);
      if (!left.has_text() || shape_.operand != 1) return;
      const std::string step = node.opcode == "++" ? "1" : "-1";
      assign(node, left,
             [&](const std::string& old) { return fmt::format("{} + ({})", old, wrapped(step)); });
    } else if (is_negation(node) && shape_.operand == 0) {
      replace(node, forms_.placed(node, fmt::format("({}) - {}", wrapped("0"),
                                                    forms_.operand(child(node, 0)))));
    } else if (node.children.size() == 2 && shape_.operand < 2 &&
               (node.kind == "BinaryOperator" || node.kind == "CompoundAssignOperator")) {
      const SourceNode& part = child(node, shape_.operand);
      guess_value(part, part.type);
    }
  }

  // Of all ways out of the function.
  void guess_returned() {
    const auto first = static_cast<size_t>(&function_ - tree_.nodes().data());
    std::vector<SourceChange> ways;
    bool is_first = true;
    for (size_t i = first + 1; i < tree_.nodes().size() && tree_.nodes()[i].parent >= first; ++i) {
      const SourceNode& node = tree_.nodes()[i];
      if (node.kind != "ReturnStmt" || node.children.empty()) continue;
      const SourceNode& value = child(node, 0);
      if (!value.has_text()) return;
      const std::vector<std::string> texts = values(value, value.type);
      if (is_first) ways.resize(texts.size());
      is_first = false;
      if (ways.size() != texts.size()) return;
      for (size_t way = 0; way < texts.size(); ++way)
        ways[way].push_back({value.begin, value.end, texts[way]});
    }
    changes_ = std::move(ways);
  }

  // ---- conditions

  // The single tests of a condition.
  void add_tests(const SourceNode& node, std::vector<const SourceNode*>& tests) const {
    std::vector<const SourceNode*> pending{&node};
    while (!pending.empty()) {
      const SourceNode& next = *pending.back();
      pending.pop_back();
      const bool joins =
          next.kind == "BinaryOperator" && (next.opcode == "&&" || next.opcode == "||");
      const bool passes = next.kind == "ParenExpr" || next.kind == "ImplicitCastExpr" ||
                          (next.kind == "UnaryOperator" && next.opcode == "!");
      if (!joins) tests.push_back(&next);
      if (joins || passes)
        for (const uint32_t each : next.children) pending.push_back(&tree_.node(each));
    }
  }

  const SourceNode* condition_of(const SourceNode& node) const {
    const std::pair<const char*, size_t> kinds[] = {
        {"IfStmt", 0}, {"WhileStmt", 0}, {"DoStmt", 1}, {"ForStmt", 2}, {"ConditionalOperator", 0}};
    for (const auto& [kind, index] : kinds)
      if (node.kind == kind && index < node.children.size()) return &child(node, index);
    return nullptr;
  }

  static bool connects(const SourceNode& node) {
    return node.kind == "BinaryOperator" && (node.opcode == "&&" || node.opcode == "||") &&
           node.children.size() == 2;
  }

  void guess_condition(const SourceNode& node) {
    std::vector<const SourceNode*> tests;
    if (is_constant()) {
      if (connects(node)) add_tests(child(node, 0), tests);
    } else {
      if (const SourceNode* condition = condition_of(node)) add_tests(*condition, tests);
      if (connects(node)) add_tests(node, tests);
    }
    for (const SourceNode* test : tests) {
      if (!test->has_text()) continue;
      if (is_constant()) {
        replace(*test, shape_.variant.wrap);
        replace(*test, fmt::format("({}, {})", forms_.operand(*test), shape_.variant.wrap));
      } else {
        replace(*test, "!" + forms_.operand(*test));
      }
    }
  }

  void guess_connector(const SourceNode& node) {
    if (!connects(node) || node.opcode != shape_.token) return;
    const SourceNode& left = child(node, 0);
    const SourceNode& right = child(node, 1);
    if (!left.has_text() || !right.has_text()) return;
    // a || b || c is read as (a || b) || c, and its code does not show the brackets.
    const SourceNode& inner = tree_.written(left);
    if (connects(inner) && inner.opcode == node.opcode && child(inner, 1).has_text())
      changes_.push_back({{child(inner, 1).begin, right.end,
                           fmt::format("({} {} {})", tree_.text_of(child(inner, 1)),
                                       shape_.variant.token, tree_.text_of(right))}});
    const auto side = [&](const SourceNode& part) {
      return connects(tree_.written(part)) ? forms_.operand(part) : tree_.text_of(part);
    };
    replace(node, forms_.placed(node, fmt::format("{} {} {}", side(left), shape_.variant.token,
                                                  side(right))));
  }

  // ---- statements

  void guess_deleted(const SourceNode& node) {
    if (node.kind == "CallExpr") {
      std::string arguments;
      for (size_t i = 1; i < node.children.size(); ++i) {
        if (!child(node, i).has_text()) return;
        arguments += forms_.operand(child(node, i)) + ", ";
      }
      replace(node, "(void)0");
      if (!arguments.empty()) replace(node, "(" + arguments + "(void)0)");
    }
    if (node.kind == "BinaryOperator" && node.opcode == "=" && child(node, 1).has_text()) {
      const std::string value = forms_.operand(child(node, 1));
      replace(node, forms_.is_used(node) ? "(" + value + ")" : "(void)" + value);
    }
    if ((is_step(node) || node.kind == "CompoundAssignOperator") && child(node, 0).has_text()) {
      const std::string old = forms_.operand(child(node, 0));
      const std::string value = node.is_postfix ? old : computed(node, old);
      replace(node, forms_.is_used(node) ? "(" + value + ")" : "(void)(" + value + ")");
    }
  }

  const SourceTree& tree_;
  CForms forms_;
  const SourceNode& function_;
  const Fault& fault_;
  const FaultShape& shape_;
  bool strict_;
  size_t place_;
  bool near_ = false;
  std::vector<SourceChange> changes_;
};

}  // namespace

std::vector<SourceChange> possible_changes(const SourceTree& tree, const SourceNode& function,
                                           const Fault& fault, const FaultShape& shape,
                                           bool strict) {
  return Guesser(tree, function, fault, shape, strict).guess();
}

}  // namespace pg
