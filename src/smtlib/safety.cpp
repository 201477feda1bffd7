#include "smtlib/safety.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/safe_option.h"
#include "smtlib/lexer.h"

namespace pg {
namespace {

// Commands beyond those whose effect we know. They print, or work on what is asserted.
constexpr auto kSafe = std::to_array<std::string_view>({
    "assert-not",
    "block-model",
    "block-model-values",
    "check-synth",
    "check-synth-next",
    "constraint",
    "declare-heap",
    "declare-pool",
    "declare-rel",
    "declare-var",
    "echo",
    "eval",
    "exit",
    "get-abduct",
    "get-abduct-next",
    "get-assertions",
    "get-assignment",
    "get-consequences",
    "get-difficulty",
    "get-info",
    "get-interpolant",
    "get-interpolant-next",
    "get-learned-literals",
    "get-model",
    "get-objectives",
    "get-option",
    "get-proof",
    "get-qe",
    "get-qe-disjunct",
    "get-timeout-core",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "inv-constraint",
    "query",
    "rule",
    "simplify",
    "synth-fun",
    "synth-inv",
});
// These take options, too: nothing but words may follow.
constexpr auto kSafeWithWords = std::to_array<std::string_view>({"apply", "check-sat-using"});

// ":name value"
bool is_safe_setting(std::string_view text) {
  Lexer lexer(text);
  const Token name = lexer.next();
  const Token value = lexer.next();
  if (name.kind != TokenKind::Keyword || lexer.next().kind != TokenKind::End) return false;
  std::string_view word = value.text;
  switch (value.kind) {
    case TokenKind::String:
      word = word.substr(1, word.size() - 2);
      break;
    case TokenKind::Name:
    case TokenKind::Numeral:
    case TokenKind::Decimal:
    case TokenKind::Hex:
    case TokenKind::Binary:
      break;
    default:
      return false;
  }
  const bool bits = value.kind == TokenKind::Hex || value.kind == TokenKind::Binary;
  return is_safe_option(name.text.substr(1), bits ? "0" : word);
}

bool has_words_only(std::string_view text) {
  Lexer lexer(text);
  while (true) {
    const Token token = lexer.next();
    if (token.kind == TokenKind::End) return true;
    if (token.kind == TokenKind::String || token.kind == TokenKind::Bad) return false;
    if (token.kind == TokenKind::Keyword && !is_safe_option(token.text.substr(1), "true"))
      return false;
    if (token.quoted || token.text.find('/') != std::string_view::npos) return false;
  }
}

bool is_safe_command(CommandKind kind, std::string_view name, std::string_view text) {
  if (kind == CommandKind::SetOption) return is_safe_setting(text);
  if (std::ranges::find(kSafeWithWords, name) != kSafeWithWords.end()) return has_words_only(text);
  return kind != CommandKind::Other || std::ranges::find(kSafe, name) != kSafe.end();
}

// Where the list ends that is open at an offset; the lexer goes on behind it.
std::optional<uint32_t> find_closing(Lexer& lexer, uint32_t from) {
  lexer.seek(from);
  for (size_t depth = 1;;) {
    const Token token = lexer.next();
    if (token.kind == TokenKind::End) return {};
    if (token.kind == TokenKind::Open) ++depth;
    if (token.kind == TokenKind::Close && --depth == 0) return token.offset;
  }
}

CommandKind kind_of(std::string_view name) {
  for (const CommandSpec& spec : command_specs())
    if (spec.name == name) return spec.kind;
  return CommandKind::Other;
}

}  // namespace

bool is_safe(const Pool& pool, const Command& command) {
  return is_safe_command(command.kind, pool.text(command.name),
                         command.text ? pool.text(command.text) : std::string_view());
}

Script safe_script(const Pool& pool, const Script& script, std::vector<std::string>* dropped) {
  Script made;
  for (const Command& command : script.commands) {
    if (is_safe(pool, command))
      made.commands.push_back(command);
    else if (dropped)
      dropped->push_back(fmt::format("({}{}{})", pool.text(command.name), command.text ? " " : "",
                                     command.text ? pool.text(command.text) : std::string_view()));
  }
  return made;
}

std::string safe_text(std::string_view text) {
  std::string made;
  Lexer lexer(text);
  uint32_t kept = 0;  // up to here
  while (true) {
    const Token open = lexer.next();
    if (open.kind == TokenKind::End) break;
    if (open.kind != TokenKind::Open) continue;
    const Token name = lexer.next();
    const uint32_t inside = name.kind == TokenKind::Name ? lexer.offset() : name.offset;
    const std::optional<uint32_t> closing = find_closing(lexer, inside);
    const uint32_t end = closing ? *closing + 1 : static_cast<uint32_t>(text.size());
    const std::string_view rest = text.substr(inside, closing.value_or(end) - inside);
    if (name.kind == TokenKind::Name && is_safe_command(kind_of(name.text), name.text, rest))
      continue;
    made += text.substr(kept, open.offset - kept);
    kept = end;
    if (!closing) break;
  }
  return made += text.substr(kept);
}

}  // namespace pg
