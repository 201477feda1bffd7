// Passes over commands: what is asked, in which scopes, and what nobody uses.
#include <algorithm>
#include <array>

#include "mutate/diver.h"
#include "reduce/passes.h"
#include "reduce/tokens.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// True for what can go whatever the others say; the logic is a pass of its own.
bool is_droppable(CommandKind kind) {
  switch (kind) {
    case CommandKind::SetOption:
    case CommandKind::SetInfo:
    case CommandKind::Assert:
    case CommandKind::Objective:
    case CommandKind::CheckSat:
    case CommandKind::CheckSatAssuming:
    case CommandKind::Terms:
    case CommandKind::ResetAssertions:
    case CommandKind::Other:
      return true;
    case CommandKind::SetLogic:
    case CommandKind::DeclareSort:
    case CommandKind::DeclareSortParameter:
    case CommandKind::DefineSort:
    case CommandKind::DeclareDatatypes:
    case CommandKind::DeclareFun:
    case CommandKind::DefineFun:
    case CommandKind::DefineFunRec:
    case CommandKind::DefineFunsRec:
    case CommandKind::Push:
    case CommandKind::Pop:
    case CommandKind::Reset:
      return false;
  }
  return false;
}

// True for what tells a solver nothing about the formula.
bool is_setting(CommandKind kind) {
  return kind == CommandKind::SetOption || kind == CommandKind::SetInfo ||
         kind == CommandKind::Terms || kind == CommandKind::Other;
}

Command plain(Pool& pool, CommandKind kind, std::string_view name) {
  Command command;
  command.kind = kind;
  command.name = pool.intern(name);
  return command;
}

std::vector<Edit> drop(const PassInput& input, bool (*is_wanted)(CommandKind)) {
  std::vector<Edit> edits;
  // The last ones first: what comes after the lie is never needed.
  for (size_t at = input.script.commands.size(); at > 0; --at) {
    const Command& command = input.script.commands[at - 1];
    if (!is_wanted(command.kind)) continue;
    if (gives_used_names(input.pool, input.script, command)) continue;
    edits.emplace_back().dropped.push_back(at - 1);
  }
  return edits;
}

// Logics that say less than most others.
constexpr auto kLogics = std::to_array<std::string_view>(
    {"QF_UF", "QF_BV", "QF_LIA", "QF_LRA",  "QF_NIA",  "QF_NRA",  "QF_S",    "QF_AX",
     "QF_FP", "QF_DT", "QF_ABV", "QF_UFBV", "QF_SLIA", "QF_SNIA", "QF_ALIA", "UF",
     "LIA",   "LRA",   "NIA",    "NRA",     "BV",      "S",       "SLIA"});

}  // namespace

std::vector<Edit> drop_settings(const PassInput& input) { return drop(input, is_setting); }

std::vector<Edit> drop_commands(const PassInput& input) { return drop(input, is_droppable); }

std::vector<Edit> drop_rest(const PassInput& input) {
  std::vector<Edit> edits;
  const std::vector<Command>& commands = input.script.commands;
  for (size_t at = 0; at + 1 < commands.size(); ++at) {
    if (!is_check(commands[at])) continue;
    Edit& edit = edits.emplace_back();
    for (size_t after = at + 1; after < commands.size(); ++after) edit.dropped.push_back(after);
  }
  return edits;
}

std::vector<Edit> split_conjunctions(const PassInput& input) {
  Edit edit;
  edit.script = with_separate_conjuncts(input.pool, input.script);
  if (edit.script->commands.size() == input.script.commands.size()) return {};
  return {std::move(edit)};
}

std::vector<Edit> drop_scopes(const PassInput& input) {
  std::vector<Edit> edits;
  const std::vector<Command>& commands = input.script.commands;
  const bool once = declares_once(input.pool, input.script);
  std::vector<size_t> open;  // by level: the push that opened it
  std::vector<std::pair<size_t, size_t>> scopes;
  for (size_t at = 0; at < commands.size(); ++at) {
    const Command& command = commands[at];
    if (command.kind == CommandKind::Reset || command.kind == CommandKind::ResetAssertions) {
      if (once && open.empty()) edits.emplace_back().dropped.push_back(at);
      open.clear();
    } else if (command.kind == CommandKind::Push) {
      open.insert(open.end(), command.levels, at);
    } else if (command.kind == CommandKind::Pop && command.levels <= open.size() &&
               command.levels > 0) {
      const size_t first = open[open.size() - command.levels];
      // One that closes what one push opened, no more and no less.
      if (first == open.back() && commands[first].levels == command.levels)
        scopes.emplace_back(first, at);
      open.resize(open.size() - command.levels);
    }
  }
  // A scope as a whole, then its ends alone.
  for (const auto& [begin, end] : scopes) {
    Edit& edit = edits.emplace_back();
    for (size_t at = begin; at <= end; ++at) edit.dropped.push_back(at);
  }
  if (once)
    for (const auto& [begin, end] : scopes) edits.emplace_back().dropped = {begin, end};
  for (const size_t at : open)
    if (std::ranges::count(open, at) == commands[at].levels)
      edits.emplace_back().dropped.push_back(at);
  return edits;
}

std::vector<Edit> drop_unused(const PassInput& input) {
  std::vector<Edit> edits;
  const std::vector<Command>& commands = input.script.commands;
  // How many commands mention a name; the text tells what no table would: attributes, options,
  // terms that are kept as written.
  absl::flat_hash_map<std::string, size_t> mentions;
  std::string text;
  for (const Command& command : commands) {
    text.clear();
    print_command(input.pool, command, {}, text);
    for (const std::string& name : names_in(text)) ++mentions[name];
  }
  for (size_t at = 0; at < commands.size(); ++at) {
    const std::vector<std::string> names = names_declared(input.pool, commands[at]);
    const bool used = std::ranges::any_of(names, [&](const std::string& name) {
      const auto tester = mentions.find("is-" + name);
      return mentions[name] > 1 || (tester != mentions.end() && tester->second > 0);
    });
    if (names.empty() || used) continue;
    if (!gives_used_names(input.pool, input.script, commands[at]))
      edits.emplace_back().dropped.push_back(at);
  }
  return edits;
}

std::vector<Edit> simplify_checks(const PassInput& input) {
  std::vector<Edit> edits;
  Pool& pool = input.pool;
  auto replace = [&](size_t at, Command command) {
    edits.emplace_back().replaced.emplace_back(at, std::move(command));
  };
  for (size_t at = 0; at < input.script.commands.size(); ++at) {
    const Command& command = input.script.commands[at];
    if (is_check(command) && pool.text(command.name) != "check-sat")
      replace(at, plain(pool, CommandKind::CheckSat, "check-sat"));
    for (size_t i = 0; i < command.terms.size() && command.terms.size() > 1; ++i) {
      Command fewer = command;
      fewer.terms.erase(fewer.terms.begin() + static_cast<ptrdiff_t>(i));
      replace(at, std::move(fewer));
    }
    if (command.definitions.size() != 1) continue;
    if (gives_used_names(pool, input.script, command)) continue;
    const Definition& definition = command.definitions[0];
    const bool constant = pool.data(definition.function).params.empty();
    Command declaration =
        plain(pool, CommandKind::DeclareFun, constant ? "declare-const" : "declare-fun");
    declaration.definitions = {{definition.function, {}, {}}};
    if (definition.body || (constant && command.name != declaration.name))
      replace(at, std::move(declaration));
  }
  return edits;
}

std::vector<Edit> narrow_logic(const PassInput& input) {
  std::vector<Edit> edits;
  // What numerals mean can depend on the logic: the script is read again.
  auto propose = [&](const Edit& edit) {
    const std::string text = print_script(input.pool, apply(input.pool, input.script, {&edit, 1}));
    ParsedScript parsed = parse_script(input.pool, text, 1);
    if (parsed.errors.empty()) edits.emplace_back().script = std::move(parsed.script);
  };
  for (size_t at = 0; at < input.script.commands.size(); ++at) {
    const Command& command = input.script.commands[at];
    if (command.kind != CommandKind::SetLogic) continue;
    Edit dropped;
    dropped.dropped.push_back(at);
    propose(dropped);
    for (const std::string_view logic : kLogics) {
      if (logic.size() >= input.pool.text(command.text).size()) continue;
      Edit narrower;
      narrower.replaced.emplace_back(at, command);
      narrower.replaced[0].second.text = input.pool.intern(logic);
      propose(narrower);
    }
  }
  return edits;
}

}  // namespace pg
