#include "smtlib/rename.h"

#include <algorithm>

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include "smtlib/lexer.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {

absl::flat_hash_set<std::string> names_in(std::string_view text) {
  absl::flat_hash_set<std::string> names;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next())
    if (token.kind == TokenKind::Name) names.insert(std::string(token.text));
  return names;
}

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

std::string rename_tokens(std::string_view text, const Renaming& renaming) {
  Renaming printed = renaming;
  for (auto& [from, to] : printed) to = print_symbol(to);
  return replace_names(text, printed);
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

std::string with_names_apart(const std::string& text, size_t number) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  const absl::flat_hash_set<std::string> taken = names_in(text);
  std::string ending = fmt::format("_{}", number);
  const auto clashes = [&](const std::string& name) { return taken.contains(name + ending); };
  Renaming renaming;
  for (const Command& command : parsed.script.commands)
    for (std::string& name : names_declared(pool, command)) renaming.emplace_back(name, name);
  while (std::ranges::any_of(renaming, [&](const auto& each) { return clashes(each.first); }))
    ending += "_";
  for (auto& [from, to] : renaming) to += ending;
  return rename_tokens(text, renaming);
}

}  // namespace pg
