#include "model/state.h"

#include <algorithm>

namespace pg {
namespace {

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

std::vector<CheckRange> checks_that_see(const Script& script) {
  std::vector<CheckRange> seen(script.commands.size());
  std::vector<size_t> asserted;  // and still in force
  std::vector<size_t> levels;    // how many were when it was entered
  size_t check = 0;
  auto forget = [&](size_t begin) {
    for (size_t i = begin; i < asserted.size(); ++i) seen[asserted[i]].end = check;
    asserted.resize(std::min(begin, asserted.size()));
  };
  for (size_t at = 0; at < script.commands.size(); ++at) {
    const Command& command = script.commands[at];
    if (is_check(command)) {
      seen[at] = {check, check + 1};
      ++check;
    } else if (command.kind == CommandKind::Assert) {
      seen[at].begin = check;
      asserted.push_back(at);
    } else if (command.kind == CommandKind::Push) {
      levels.insert(levels.end(), command.levels, asserted.size());
    } else if (command.kind == CommandKind::Pop) {
      const size_t count = std::min<size_t>(command.levels, levels.size());
      if (count == 0) continue;
      forget(levels[levels.size() - count]);
      levels.resize(levels.size() - count);
    } else if (command.kind == CommandKind::Reset || command.kind == CommandKind::ResetAssertions) {
      forget(0);
      levels.clear();
    }
  }
  check = std::max<size_t>(1, check);
  forget(0);
  return seen;
}

CheckState state_at(const Pool& pool, const Script& script, size_t check) {
  CheckState state;
  std::vector<size_t> kept;
  std::vector<size_t> levels;
  bool global = false;
  size_t asked = script.commands.size();
  // What a pop or reset leaves of the commands from `begin` on.
  auto forget = [&](size_t begin, bool declarations) {
    const auto first = kept.begin() + static_cast<ptrdiff_t>(begin);
    kept.erase(std::remove_if(first, kept.end(),
                              [&](size_t at) {
                                const Command& command = script.commands[at];
                                return command.kind == CommandKind::Assert ||
                                       (declarations && declares(command));
                              }),
               kept.end());
  };
  for (size_t at = 0; at < script.commands.size(); ++at) {
    const Command& command = script.commands[at];
    if (is_foreign(pool, command)) state.foreign = pool.text(command.name);
    if (is_check(command)) {
      asked = at;
      if (check-- == 0) break;
    } else if (command.kind == CommandKind::Push) {
      levels.insert(levels.end(), command.levels, kept.size());
    } else if (command.kind == CommandKind::Pop) {
      const size_t count = std::min<size_t>(command.levels, levels.size());
      if (count == 0) continue;
      forget(levels[levels.size() - count], !global);
      levels.resize(levels.size() - count);
    } else if (command.kind == CommandKind::Reset) {
      state.foreign.clear();
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
      kept.push_back(at);
    }
  }
  for (const size_t at : kept) {
    const Command& command = script.commands[at];
    state.script.commands.push_back(command);
    if (command.kind == CommandKind::Assert)
      for (size_t i = 0; i < command.terms.size(); ++i)
        state.assertions.push_back({command.terms[i], command.place, at, i});
  }
  if (asked == script.commands.size()) return state;
  const Command& check_sat = script.commands[asked];
  state.place = check_sat.place;
  for (size_t i = 0; i < check_sat.terms.size(); ++i)
    state.assertions.push_back({check_sat.terms[i], check_sat.place, asked, i});
  return state;
}

}  // namespace pg
