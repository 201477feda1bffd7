#include "reduce/tokens.h"

#include "smtlib/lexer.h"

namespace pg {

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
