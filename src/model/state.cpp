#include "model/state.h"

#include <algorithm>

namespace pg {
namespace {

bool is_check(const Command& command) {
  return command.kind == CommandKind::CheckSat || command.kind == CommandKind::CheckSatAssuming;
}

bool declares(const Command& command) {
  switch (command.kind) {
    case CommandKind::DeclareSort:
    case CommandKind::DeclareSortParameter:
    case CommandKind::DefineSort:
    case CommandKind::DeclareDatatypes:
    case CommandKind::DeclareFun:
    case CommandKind::DefineFun:
    case CommandKind::DefineFunRec:
    case CommandKind::DefineFunsRec:
      return true;
    case CommandKind::SetLogic:
    case CommandKind::SetOption:
    case CommandKind::SetInfo:
    case CommandKind::Assert:
    case CommandKind::Objective:
    case CommandKind::CheckSat:
    case CommandKind::CheckSatAssuming:
    case CommandKind::Terms:
    case CommandKind::Push:
    case CommandKind::Pop:
    case CommandKind::Reset:
    case CommandKind::ResetAssertions:
    case CommandKind::Other:
      return false;
  }
  return false;
}

}  // namespace

size_t count_checks(const Script& script) {
  return static_cast<size_t>(std::ranges::count_if(script.commands, is_check));
}

CheckState state_at(const Pool& pool, const Script& script, size_t check) {
  CheckState state;
  std::vector<Command>& kept = state.script.commands;
  std::vector<size_t> levels;
  bool global = false;
  std::vector<Term> assumptions;
  // What a pop or reset leaves of the commands from `begin` on.
  auto forget = [&](size_t begin, bool declarations) {
    const auto first = kept.begin() + static_cast<ptrdiff_t>(begin);
    kept.erase(std::remove_if(first, kept.end(),
                              [&](const Command& command) {
                                return command.kind == CommandKind::Assert ||
                                       (declarations && declares(command));
                              }),
               kept.end());
  };
  for (const Command& command : script.commands) {
    if (is_check(command)) {
      state.place = command.place;
      assumptions = command.terms;
      if (check-- == 0) break;
    } else if (command.kind == CommandKind::Push) {
      levels.insert(levels.end(), command.levels, kept.size());
    } else if (command.kind == CommandKind::Pop) {
      const size_t count = std::min<size_t>(command.levels, levels.size());
      if (count == 0) continue;
      forget(levels[levels.size() - count], !global);
      levels.resize(levels.size() - count);
    } else if (command.kind == CommandKind::Reset) {
      kept.clear();
      levels.clear();
      global = false;
    } else if (command.kind == CommandKind::ResetAssertions) {
      // Solvers keep the declarations of the first level.
      forget(0, false);
      levels.clear();
    } else {
      if (command.kind == CommandKind::SetOption &&
          pool.text(command.text) == ":global-declarations true")
        global = true;
      kept.push_back(command);
    }
  }
  for (const Command& command : kept)
    if (command.kind == CommandKind::Assert)
      for (const Term term : command.terms) state.assertions.push_back({term, command.place});
  for (const Term term : assumptions) state.assertions.push_back({term, state.place});
  return state;
}

}  // namespace pg
