#include "smtlib/script.h"

#include <algorithm>
#include <array>

#include "smtlib/carried.h"

namespace pg {

std::span<const CommandSpec> command_specs() {
  // Commands that are not here (get-model, echo, exit, eval, synth-fun, ...) are carried along.
  static constexpr auto kSpecs = std::to_array<CommandSpec>({
      {"set-logic", CommandKind::SetLogic},
      {"set-option", CommandKind::SetOption},
      {"set-info", CommandKind::SetInfo},
      {"declare-sort", CommandKind::DeclareSort},
      {"declare-sort-parameter", CommandKind::DeclareSortParameter},
      {"define-sort", CommandKind::DefineSort},
      {"declare-datatype", CommandKind::DeclareDatatypes},
      {"declare-datatypes", CommandKind::DeclareDatatypes},
      {"declare-codatatype", CommandKind::DeclareDatatypes},
      {"declare-codatatypes", CommandKind::DeclareDatatypes},
      {"declare-fun", CommandKind::DeclareFun},
      {"declare-const", CommandKind::DeclareFun},
      {"define-fun", CommandKind::DefineFun},
      {"define-const", CommandKind::DefineFun},
      {"define", CommandKind::DefineFun},
      {"define-fun-rec", CommandKind::DefineFunRec},
      {"define-funs-rec", CommandKind::DefineFunsRec},
      {"assert", CommandKind::Assert},
      {"assert-soft", CommandKind::Objective},
      {"minimize", CommandKind::Objective},
      {"maximize", CommandKind::Objective},
      {"check-sat", CommandKind::CheckSat},
      {"check-sat-using", CommandKind::CheckSat},
      {"check-sat-assuming", CommandKind::CheckSatAssuming},
      {"get-value", CommandKind::Terms},
      {"push", CommandKind::Push},
      {"pop", CommandKind::Pop},
      {"reset", CommandKind::Reset},
      {"reset-assertions", CommandKind::ResetAssertions},
  });
  return kSpecs;
}

bool is_foreign(const Pool& pool, const Command& command) {
  if (command.kind != CommandKind::Other) return false;
  const std::optional<Carried> what = carried(pool.text(command.name));
  return !what || *what == Carried::Changes || *what == Carried::Applies;
}

std::string_view logic_of(const Pool& pool, const Script& script) {
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::SetLogic) return pool.text(command.text);
  return {};
}

}  // namespace pg
