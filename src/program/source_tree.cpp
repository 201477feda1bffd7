#include "program/source_tree.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "program/module.h"

namespace pg {

using Json = nlohmann::ordered_json;

namespace {

// A place as clang's tree names it.
struct Spot {
  size_t offset = kNowhere;    // in the file; of what a macro makes, where the macro is called
  size_t length = 0;           // of the word there
  size_t argument = kNowhere;  // where the argument of the macro is written that it comes from
  size_t argument_length = 0;
  bool in_macro = false;
};

size_t number_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_number_unsigned() ? found->get<size_t>() : kNowhere;
}

std::string text_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string type_of(const Json& json, const char* which) {
  const auto found = json.find(which);
  if (found == json.end()) return "";
  std::string name = text_in(*found, "desugaredQualType");
  if (name.empty()) name = text_in(*found, "qualType");
  for (const std::string_view word : {"const ", "volatile ", "restrict "})
    while (name.starts_with(word)) name.erase(0, word.size());
  return name;
}

// The bracket that closes the one there; nowhere if none does.
size_t closing(std::string_view text, size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '"' || text[at] == '\'') {
      const char quote = text[at];
      for (++at; at < text.size() && text[at] != quote; ++at) at += text[at] == '\\';
      continue;
    }
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) return at;
  }
  return kNowhere;
}

}  // namespace

size_t skip_blanks(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (text.substr(at).starts_with("/*")) {
      const size_t end = text.find("*/", at + 2);
      at = end == text.npos ? text.size() : end + 2;
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (std::string_view(" \t\r\n\f\v\\").find(text[at]) != text.npos) {
      ++at;
    } else {
      return at;
    }
  }
  return at;
}

// Reads what `clang -ast-dump=json` prints. A file is only named where it is not that of the place
// printed before, so that places are read in order.
class TreeReader {
 public:
  TreeReader(std::string file, SourceTree& tree) : file_(std::move(file)), tree_(tree) {}

  void read(const Json& root) {
    std::vector<std::pair<const Json*, uint32_t>> pending{{&root, 0}};
    while (!pending.empty()) {
      const auto [json, parent] = pending.back();
      pending.pop_back();
      const auto index = static_cast<uint32_t>(tree_.nodes_.size());
      add(*json, parent);
      if (index > 0) tree_.nodes_[parent].children.push_back(index);
      const auto inner = json->find("inner");
      if (inner == json->end()) continue;
      for (size_t i = inner->size(); i-- > 0;) pending.emplace_back(&(*inner)[i], index);
    }
    for (SourceNode& node : tree_.nodes_) place(node);
  }

 private:
  struct Range {
    Spot loc, begin, end;
  };

  void add(const Json& json, uint32_t parent) {
    SourceNode node;
    node.kind = text_in(json, "kind");
    node.type = type_of(json, "type");
    node.compute = type_of(json, "computeLHSType");
    node.opcode = text_in(json, "opcode");
    node.name = text_in(json, "name");
    node.is_postfix = json.contains("isPostfix") && json.at("isPostfix") == true;
    node.parent = parent;
    Range range;
    if (const auto loc = json.find("loc"); loc != json.end()) range.loc = read_spot(*loc);
    if (const auto whole = json.find("range"); whole != json.end()) {
      if (whole->contains("begin")) range.begin = read_spot(whole->at("begin"));
      if (whole->contains("end")) range.end = read_spot(whole->at("end"));
    }
    set_text(node, range, parent);
    ranges_.push_back(range);
    tree_.nodes_.push_back(std::move(node));
  }

  Spot read_spot(const Json& json) {
    if (!json.contains("expansionLoc")) return read_plain(json);
    const Spot spelled = json.contains("spellingLoc") ? read_plain(json.at("spellingLoc")) : Spot{};
    Spot spot = read_plain(json.at("expansionLoc"));
    spot.in_macro = true;
    if (spot.offset == kNowhere) return spot;
    if (json.at("expansionLoc").contains("isMacroArgExpansion") && spelled.offset > spot.offset &&
        spelled.offset < call_end(spot)) {
      spot.argument = spelled.offset;
      spot.argument_length = spelled.length;
    }
    return spot;
  }

  Spot read_plain(const Json& json) {
    if (const std::string file = text_in(json, "file"); !file.empty()) current_ = file;
    Spot spot;
    if (current_ != file_) return spot;
    spot.offset = number_of(json, "offset");
    spot.length = number_of(json, "tokLen");
    if (spot.offset == kNowhere || spot.length == kNowhere ||
        spot.offset + spot.length > tree_.text_.size())
      return {};
    return spot;
  }

  // The end of a call of a macro: its name, and its arguments if there are any.
  size_t call_end(const Spot& spot) const {
    const size_t end = spot.offset + spot.length;
    const size_t next = skip_blanks(tree_.text_, end);
    if (next >= tree_.text_.size() || tree_.text_[next] != '(') return end;
    const size_t close = closing(tree_.text_, next);
    return close == kNowhere ? end : close + 1;
  }

  void set_text(SourceNode& node, const Range& range, uint32_t parent) {
    const Spot& begin = range.begin;
    const Spot& end = range.end;
    node.in_macro = begin.in_macro || end.in_macro;
    if (begin.offset == kNowhere || end.offset == kNowhere) return;
    if (begin.in_macro && end.in_macro && begin.offset == end.offset) {
      if (begin.argument != kNowhere && end.argument != kNowhere) {
        node.begin = begin.argument;
        node.end = end.argument + end.argument_length;
        return;
      }
      // Only the outermost node of what a macro makes has the text of its call.
      const Range& outer = ranges_[parent];
      const bool is_inner = outer.begin.in_macro && outer.end.in_macro &&
                            outer.begin.offset == begin.offset && outer.end.offset == end.offset;
      if (is_inner) return;
    }
    node.begin = begin.offset;
    node.end = end.in_macro ? call_end(end) : end.offset + end.length;
  }

  void place(SourceNode& node) const {
    const Range& range = ranges_[static_cast<size_t>(&node - tree_.nodes_.data())];
    node.place = range.loc.offset != kNowhere ? range.loc.offset : range.begin.offset;
    if (node.kind == "UnaryOperator" && node.is_postfix) node.place = range.end.offset;
    const bool is_binary = node.kind == "BinaryOperator" || node.kind == "CompoundAssignOperator";
    if (!is_binary || node.children.size() != 2) return;
    const SourceNode& left = tree_.child(node, 0);
    if (!left.has_text()) return;
    const size_t at = skip_blanks(tree_.text_, left.end);
    // In a macro everything is where it is called.
    if (std::string_view(tree_.text_).substr(at).starts_with(node.opcode) &&
        !(range.begin.in_macro && range.end.in_macro && range.begin.offset == range.end.offset))
      node.place = at;
  }

  std::string file_;
  std::string current_;
  SourceTree& tree_;
  std::vector<Range> ranges_;  // of the nodes
};

Result<SourceTree> SourceTree::read(const std::string& file, std::string text,
                                    const std::vector<std::string>& words) {
  std::vector<std::string> command{"-w", "-fsyntax-only", "-Xclang", "-ast-dump=json"};
  command.insert(command.end(), words.begin(), words.end());
  command.push_back(file);
  const Result<std::string> dump = clang_output(file, command);
  if (!dump) return dump.error();
  const Json json = Json::parse(*dump, nullptr, false);
  if (json.is_discarded()) return Error{{}, "clang's tree is not JSON"};
  SourceTree tree;
  tree.text_ = std::move(text);
  tree.lines_.push_back(0);
  for (size_t i = 0; i < tree.text_.size(); ++i)
    if (tree.text_[i] == '\n') tree.lines_.push_back(i + 1);
  TreeReader(file, tree).read(json);
  return tree;
}

size_t SourceTree::offset(uint32_t line, uint32_t column) const {
  if (line == 0 || column == 0 || line > lines_.size()) return kNowhere;
  return lines_[line - 1] + column - 1;
}

const SourceNode& SourceTree::written(const SourceNode& node) const {
  const SourceNode* inner = &node;
  while (inner->kind == "ImplicitCastExpr" && inner->children.size() == 1)
    inner = &child(*inner, 0);
  return *inner;
}

}  // namespace pg
