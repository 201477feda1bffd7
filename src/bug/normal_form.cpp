#include "bug/normal_form.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "smtlib/lexer.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

using Key = uint64_t;  // of a term: the same for terms of the same form

// Relations that say the same. Without the order of arguments (> x y) is (< x y), and its negation
// is (<= x y). There is no row for the negation of floats: of NaN nothing is true.
struct RelationForm {
  std::string_view name;
  std::string_view form;
  std::string_view negated;
};
constexpr auto kRelations = std::to_array<RelationForm>({
    {"=", "=", "distinct"},
    {"distinct", "distinct", "="},
    {"xor", "distinct", "="},
    {"<", "<", "<="},
    {">", "<", "<="},
    {"<=", "<=", "<"},
    {">=", "<=", "<"},
    {"str.<", "str.<", "str.<="},
    {"str.<=", "str.<=", "str.<"},
    {"bvult", "bvult", "bvule"},
    {"bvugt", "bvult", "bvule"},
    {"bvule", "bvule", "bvult"},
    {"bvuge", "bvule", "bvult"},
    {"bvslt", "bvslt", "bvsle"},
    {"bvsgt", "bvslt", "bvsle"},
    {"bvsle", "bvsle", "bvslt"},
    {"bvsge", "bvsle", "bvslt"},
    {"fp.gt", "fp.lt", ""},
    {"fp.geq", "fp.leq", ""},
});

class Former {
 public:
  explicit Former(Pool& pool) : pool_(pool) {}

  std::string form(const Script& script) {
    for (const Command& command : script.commands)
      if (command.kind == CommandKind::Assert) note_content(command.terms[0]);
    for (const Command& command : script.commands) add(command);
    flush();
    return nodes_text_ + commands_text_;
  }

 private:
  struct Node {
    std::string label;
    std::vector<Key> args;
    size_t line = 0;  // where it is written; 0: nowhere yet
  };

  void add(const Command& command) {
    switch (command.kind) {
      case CommandKind::DefineFun:
      case CommandKind::DefineFunRec:
      case CommandKind::DefineFunsRec:
        for (const Definition& definition : command.definitions)
          if (definition.body) bodies_[definition.function] = key_of(definition.body);
        return;
      case CommandKind::Assert:
        assert_all(command.terms[0]);
        return;
      case CommandKind::Objective:
      case CommandKind::CheckSat:
      case CommandKind::CheckSatAssuming:
      case CommandKind::Terms:
      case CommandKind::Push:
      case CommandKind::Pop:
      case CommandKind::Reset:
      case CommandKind::ResetAssertions:
        flush();
        ask(command);
        return;
      // Those are known by their uses.
      case CommandKind::DeclareSort:
      case CommandKind::DeclareSortParameter:
      case CommandKind::DefineSort:
      case CommandKind::DeclareDatatypes:
      case CommandKind::DeclareFun:
      case CommandKind::SetLogic:
      case CommandKind::SetOption:
      case CommandKind::SetInfo:
      case CommandKind::Other:
        return;
    }
  }

  // The parts of a conjunction are asserted one by one.
  std::vector<Term> conjuncts(Term root) const {
    std::vector<Term> work{root};
    std::vector<Term> parts;
    while (!work.empty()) {
      const Term term = work.back();
      work.pop_back();
      if (pool_.kind(term) == HeadKind::Annotation)
        work.push_back(pool_.args(term)[0]);
      else if (pool_.op(term) == &core::kAnd)
        work.insert(work.end(), pool_.args(term).begin(), pool_.args(term).end());
      else
        parts.push_back(term);
    }
    return parts;
  }
  void assert_all(Term root) {
    for (const Term term : conjuncts(root))
      if (!is_padding(term)) asserted_.push_back(key_of(term));
  }

  // A formula of truth values and constants that only such formulas have is what a reduction that
  // was cut short, or had to keep some load, leaves beside the bug.
  bool is_padding(Term term) const {
    return !content_.empty() && is_propositional(term) &&
           std::ranges::none_of(functions(pool_, term),
                                [&](Head function) { return content_.contains(function); });
  }
  void note_content(Term root) {
    for (const Term term : conjuncts(root))
      if (!is_propositional(term))
        for (const Head function : functions(pool_, term)) content_.insert(function);
  }
  bool is_propositional(Term root) const {
    bool all = true;
    post_order(pool_, root, [&](Term term) {
      const HeadKind kind = pool_.kind(term);
      all = all && pool_.sort(term) == kBool &&
            (kind == HeadKind::Operator || kind == HeadKind::Annotation ||
             (kind == HeadKind::Function && pool_.args(term).empty()));
    });
    return all;
  }

  // Writes what was asserted since the last command that is not an assertion.
  void flush() {
    std::ranges::sort(asserted_);
    const auto repeated = std::ranges::unique(asserted_);
    asserted_.erase(repeated.begin(), repeated.end());
    for (const Key key : asserted_) commands_text_ += fmt::format("assert {}\n", line_of(key));
    asserted_.clear();
  }

  void ask(const Command& command) {
    std::vector<Key> keys;
    for (const Term term : command.terms) keys.push_back(key_of(term));
    std::ranges::sort(keys);
    std::vector<size_t> lines;
    for (const Key key : keys) lines.push_back(line_of(key));
    commands_text_ += fmt::format("{} {}\n", pool_.text(command.name), fmt::join(lines, " "));
  }

  // Terms are met once, however many assertions share them.
  Key key_of(Term root) {
    std::vector<Term> work{root};
    while (!work.empty()) {
      const Term term = work.back();
      const size_t waiting = work.size();
      if (!keys_.contains(term))
        for (const Term arg : pool_.args(term))
          if (!keys_.contains(arg)) work.push_back(arg);
      if (work.size() > waiting) continue;
      work.pop_back();
      if (!keys_.contains(term)) keys_.emplace(term, make_key(term));
    }
    return keys_.at(root);
  }

  Key make_key(Term term) {
    const HeadData& data = pool_.data(term);
    const std::span<const Term> args = pool_.args(term);
    if (data.kind == HeadKind::Annotation) return keys_.at(args[0]);
    if (is_value(term)) {
      values_.insert(term);
      return add_node({leaf_label(term), {}});
    }
    Node node;
    const std::string_view negated = negated_form(term);
    const Term shown = negated.empty() ? term : without_notes(args[0]);
    node.label = negated.empty() ? label_of(term) : std::string(negated);
    for (const Term arg : pool_.args(shown).subspan(bound_variables(pool_, shown).size()))
      node.args.push_back(keys_.at(arg));
    if (const auto body = bodies_.find(pool_.head(term)); body != bodies_.end())
      node.args.push_back(body->second);
    if (std::ranges::all_of(pool_.args(shown), [&](Term arg) { return pool_.sort(arg) == kBool; }))
      move_negations(node);
    // What is not in a complement is in the language.
    if (node.label == "str.in_re" && node.args.size() == 2) {
      const Node& language = nodes_.at(node.args[1]);
      if (language.label == "re.comp" && !language.args.empty()) {
        node.args[1] = language.args[0];
        const Key outside = add_node(std::move(node));
        node = {std::string(core::kNot.name), {outside}};
      }
    }
    return add_node(std::move(node));
  }

  // Of truth values, (= p (not q)) is (distinct p q).
  void move_negations(Node& node) const {
    if (node.args.size() != 2) return;
    for (Key& arg : node.args) {
      const RelationForm* relation = relation_of_name(node.label);
      const Node& inner = nodes_.at(arg);
      if (!relation || inner.label != core::kNot.name) continue;
      node.label = relation->negated;
      arg = inner.args[0];
    }
  }

  Key add_node(Node node) {
    // Two negations are none, and so are two complements.
    if ((node.label == core::kNot.name || node.label == "re.comp") && !node.args.empty())
      if (const Node& inner = nodes_.at(node.args[0]); inner.label == node.label)
        return inner.args[0];
    std::ranges::sort(node.args);
    XXH64_hash_t key = XXH3_64bits(node.label.data(), node.label.size());
    key = XXH3_64bits_withSeed(node.args.data(), node.args.size() * sizeof(Key), key);
    nodes_.try_emplace(key, std::move(node));
    return key;
  }

  Term without_notes(Term term) const {
    while (pool_.kind(term) == HeadKind::Annotation) term = pool_.args(term)[0];
    return term;
  }

  // The relation of two arguments that the operator is; null if it is none.
  const RelationForm* relation_of(Term term) const {
    const OpSpec* op = pool_.op(term);
    return op && pool_.args(term).size() == 2 ? relation_of_name(op->name) : nullptr;
  }

  static const RelationForm* relation_of_name(std::string_view name) {
    const auto row = std::ranges::find(kRelations, name, &RelationForm::name);
    return row == kRelations.end() ? nullptr : &*row;
  }

  // What (not (= x y)) is: distinct. Empty for terms that are no negated relation.
  std::string_view negated_form(Term term) const {
    if (pool_.op(term) != &core::kNot) return {};
    const Term inner = without_notes(pool_.args(term)[0]);
    const RelationForm* relation = relation_of(inner);
    return relation ? loosened(inner, relation->negated) : std::string_view();
  }

  // The form of a relation; of integers (< x 3) is (<= x 2).
  std::string_view loosened(Term term, std::string_view form) const {
    const std::span<const Term> args = pool_.args(term);
    const bool whole =
        std::ranges::all_of(args, [&](Term arg) { return pool_.sort(arg) == kInt; }) &&
        std::ranges::any_of(args, [&](Term arg) { return pool_.kind(arg) == HeadKind::Literal; });
    return whole && form == "<" ? "<=" : form;
  }

  // A literal, or a value that is written with an operator: -3, a float by its fields, an array
  // that has one value everywhere. Its arguments have been met.
  bool is_value(Term term) const {
    static constexpr auto kWriting = std::to_array<std::string_view>({"-", "fp", "const"});
    if (pool_.kind(term) == HeadKind::Literal) return true;
    const OpSpec* op = pool_.op(term);
    const std::span<const Term> args = pool_.args(term);
    if (!op || args.empty()) return op != nullptr;
    if (std::ranges::find(kWriting, op->name) == kWriting.end()) return false;
    if (op->name == "-" && args.size() != 1) return false;
    return std::ranges::all_of(args, [&](Term arg) { return values_.contains(arg); });
  }

  std::string label_of(Term term) {
    const HeadData& data = pool_.data(term);
    switch (data.kind) {
      case HeadKind::Operator:
        if (const RelationForm* relation = relation_of(term))
          return std::string(loosened(term, relation->form));
        return std::string(data.op->name);
      case HeadKind::Variable:
        return leaf_label(term);
      case HeadKind::Function:
        if (data.role == FunctionRole::Declared && pool_.args(term).empty())
          return leaf_label(term);
        return fmt::format("{}{} {}", kRoles[static_cast<size_t>(data.role)], data.params.size(),
                           sort_label(pool_.sort(term)));
      case HeadKind::Apply:
        return "apply";
      case HeadKind::Match:
        return "match";
      case HeadKind::Case:
        return "case";
      case HeadKind::Opaque:
        return std::string(pool_.text(data.name));
      case HeadKind::Literal:
      case HeadKind::Annotation:
        break;
    }
    CHECK(false, "values and annotated terms have a form of their own");
  }

  // A value does as well as a constant for most bugs: which of them is left is chance.
  std::string leaf_label(Term term) { return "leaf " + sort_label(pool_.sort(term)); }

  // Sorts by what they are made of, without names and widths.
  const std::string& sort_label(Sort root) {
    std::vector<Sort> work{root};
    while (!work.empty()) {
      const Sort sort = work.back();
      if (sorts_.contains(sort)) {
        work.pop_back();
        continue;
      }
      const size_t waiting = work.size();
      for (const Sort arg : pool_.args(sort))
        if (!sorts_.contains(arg)) work.push_back(arg);
      if (work.size() > waiting) continue;
      work.pop_back();
      sorts_[sort] = make_sort_label(sort);
    }
    return sorts_.at(root);
  }

  std::string make_sort_label(Sort sort) {
    const SortCtor ctor = pool_.ctor(sort);
    const bool own = pool_.kind(sort) == SortKind::Declared;
    std::string label = own ? fmt::format("sort{}", pool_.constructors(ctor).size())
                            : std::string(pool_.text(pool_.name(ctor)));
    for (const Sort arg : pool_.args(sort)) label += " " + sorts_.at(arg);
    if (pool_.args(sort).empty()) return label;
    // Deep sorts share their parts: what is long is told by its hash.
    if (label.size() > kMaxLabel)
      label = fmt::format("{:x}", XXH3_64bits(label.data(), label.size()));
    return "(" + label + ")";
  }

  // The line of a term, written with all that it needs.
  size_t line_of(Key root) {
    std::vector<Key> work{root};
    while (!work.empty()) {
      Node& node = nodes_.at(work.back());
      const size_t waiting = work.size();
      if (node.line == 0)
        for (const Key arg : node.args)
          if (nodes_.at(arg).line == 0) work.push_back(arg);
      if (work.size() > waiting) continue;
      work.pop_back();
      if (node.line != 0) continue;
      std::vector<size_t> args;
      for (const Key arg : node.args) args.push_back(nodes_.at(arg).line);
      std::ranges::sort(args);
      node.line = ++lines_;
      nodes_text_ += fmt::format("{} {} {}\n", node.line, node.label, fmt::join(args, " "));
    }
    return nodes_.at(root).line;
  }

  static constexpr std::array<std::string_view, 6> kRoles = {"symbol",      "definition", "named",
                                                             "constructor", "selector",   "tester"};
  static constexpr size_t kMaxLabel = 100;

  Pool& pool_;
  absl::flat_hash_map<Term, Key> keys_;
  absl::flat_hash_map<Key, Node> nodes_;
  absl::flat_hash_map<Head, Key> bodies_;
  absl::flat_hash_map<Sort, std::string> sorts_;
  absl::flat_hash_set<Term> values_;
  absl::flat_hash_set<Head> content_;  // what assertions have that are about something
  std::vector<Key> asserted_;
  size_t lines_ = 0;
  std::string nodes_text_;
  std::string commands_text_;
};

bool is_alpha(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// A function with its namespace, or a file of a program.
bool names_place(std::string_view word) {
  if (word.find("::") != word.npos) return true;
  const size_t dot = word.rfind('.');
  if (dot == word.npos || dot == 0 || !is_alpha(word[dot - 1])) return false;
  static constexpr auto kEndings =
      std::to_array<std::string_view>({"c", "cc", "cpp", "h", "hpp", "rs", "ml"});
  const size_t end = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz", dot + 1);
  return std::ranges::find(kEndings, word.substr(dot + 1, end - dot - 1)) != kEndings.end();
}

}  // namespace

std::string normal_form(Pool& pool, const Script& script) { return Former(pool).form(script); }

std::string normal_form(std::string_view text) {
  static constexpr auto kDeclaring = std::to_array<std::string_view>(
      {"declare-fun", "declare-const", "define-fun", "define-const", "declare-sort"});
  absl::flat_hash_map<std::string_view, size_t> names;
  Lexer lexer(text);
  std::string form;
  bool declaring = false;
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    if (token.kind == TokenKind::Bad) return std::string(text);
    if (declaring && token.kind == TokenKind::Name) names.try_emplace(token.text, names.size());
    declaring = std::ranges::find(kDeclaring, token.text) != kDeclaring.end();
    const auto name = token.kind == TokenKind::Name ? names.find(token.text) : names.end();
    form += name == names.end() ? std::string(token.text) : fmt::format("symbol{}", name->second);
    form += ' ';
  }
  return form;
}

std::string crash_signature(std::string_view message) {
  std::string signature;
  bool placed = false;
  size_t at = 0;
  while (at < message.size()) {
    const size_t begin = message.find_first_not_of(" \t\r\n", at);
    if (begin == message.npos) break;
    const size_t end = std::min(message.find_first_of(" \t\r\n", begin), message.size());
    std::string_view word = message.substr(begin, end - begin);
    at = end;
    if (const size_t slash = word.rfind('/'); slash != word.npos && slash + 1 < word.size())
      word.remove_prefix(slash + 1);
    if (word.find("0x") != word.npos) continue;
    placed = placed || names_place(word);
    std::string kept;
    for (const char c : word)
      if (!is_digit(c)) kept += c;
    // What is left of 12:34 says nothing.
    if (std::ranges::none_of(kept, is_alpha)) continue;
    signature += (signature.empty() ? "" : " ") + kept;
  }
  return placed ? signature : std::string();
}

}  // namespace pg
