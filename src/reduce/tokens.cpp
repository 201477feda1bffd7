#include "reduce/tokens.h"

#include <absl/container/flat_hash_map.h>

#include "smtlib/lexer.h"
#include "smtlib/printer.h"

namespace pg {

absl::flat_hash_set<std::string> names_in(std::string_view text) {
  absl::flat_hash_set<std::string> names;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next())
    if (token.kind == TokenKind::Name) names.insert(std::string(token.text));
  return names;
}

namespace {

// The text with other texts in the place of symbols.
std::string replace_names(std::string_view text, const Renaming& replacements) {
  const absl::flat_hash_map<std::string_view, std::string_view> names(replacements.begin(),
                                                                      replacements.end());
  std::string made;
  size_t done = 0;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    if (token.kind != TokenKind::Name) continue;
    const auto it = names.find(token.text);
    if (it == names.end()) continue;
    made += text.substr(done, token.offset - done);
    made += it->second;
    done = lexer.offset();
  }
  made += text.substr(done);
  return made;
}

}  // namespace

std::string rename_tokens(std::string_view text, const Renaming& renaming) {
  Renaming printed = renaming;
  for (auto& [from, to] : printed) to = print_symbol(to);
  return replace_names(text, printed);
}

std::string spell_negations(std::string_view text) {
  Renaming renaming;
  for (const std::string& name : names_in(text))
    if (name.size() > 1 && name[0] == '-' &&
        name.find_first_not_of("0123456789.", 1) == std::string::npos)
      renaming.emplace_back(name, "(- " + name.substr(1) + ")");
  return replace_names(text, renaming);
}

std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  std::vector<size_t> open;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    if (token.kind == TokenKind::Close) {
      if (open.empty()) return {};
      pieces[open.back()].end = lexer.offset();
      open.pop_back();
      continue;
    }
    if (token.kind == TokenKind::Open) open.push_back(pieces.size());
    pieces.push_back({token.offset, lexer.offset()});
  }
  return pieces;
}

std::vector<std::string> names_declared(const Pool& pool, const Command& command) {
  std::vector<std::string> names;
  auto add = [&](Head function) { names.emplace_back(pool.text(pool.data(function).name)); };
  for (const Definition& definition : command.definitions) add(definition.function);
  for (const DatatypeDeclaration& datatype : command.datatypes) {
    names.emplace_back(pool.text(pool.name(datatype.sort)));
    for (const Head constructor : pool.constructors(datatype.sort)) {
      add(constructor);
      for (const Head selector : pool.selectors(constructor)) add(selector);
    }
  }
  // The name of a defined sort is part of its text.
  if (command.kind == CommandKind::DefineSort && command.text)
    names.emplace_back(pool.text(command.text));
  return names;
}

bool gives_used_names(const Pool& pool, const Script& script, const Command& command) {
  bool given = false;
  for_each_subterm(pool, Script{{command}}, [&](Term term) {
    for (const Attribute& attribute : pool.data(term).attributes)
      given = given || pool.text(attribute.keyword) == ":named";
  });
  if (!given) return false;
  bool used = false;
  for_each_subterm(pool, script, [&](Term term) {
    used = used ||
           (pool.kind(term) == HeadKind::Function && pool.data(term).role == FunctionRole::Named);
  });
  return used;
}

bool declares_once(const Pool& pool, const Script& script) {
  absl::flat_hash_set<std::string> seen;
  for (const Command& command : script.commands)
    for (std::string& name : names_declared(pool, command))
      if (!seen.insert(std::move(name)).second) return false;
  return true;
}

}  // namespace pg
