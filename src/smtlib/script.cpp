#include "smtlib/script.h"

#include <algorithm>
#include <array>

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
  // Carried along, and without an effect on what is asserted. The names of separation logic declare
  // what its terms mean; those terms are opaque.
  static constexpr auto kHarmless = std::to_array<std::string_view>({"declare-heap",
                                                                     "declare-pool",
                                                                     "display",
                                                                     "echo",
                                                                     "eval",
                                                                     "exit",
                                                                     "get-abduct",
                                                                     "get-abduct-next",
                                                                     "get-assertions",
                                                                     "get-assignment",
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
                                                                     "help",
                                                                     "labels",
                                                                     "simplify"});
  return command.kind == CommandKind::Other &&
         std::ranges::find(kHarmless, pool.text(command.name)) == kHarmless.end();
}

std::string_view logic_of(const Pool& pool, const Script& script) {
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::SetLogic) return pool.text(command.text);
  return {};
}

}  // namespace pg
