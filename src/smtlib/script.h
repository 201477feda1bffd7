#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "base/result.h"
#include "term/pool.h"

namespace pg {

// What a command does to the state of a solver; commands that we only carry along are Other.
enum class CommandKind : uint8_t {
  SetLogic,
  SetOption,
  SetInfo,
  DeclareSort,
  DeclareSortParameter,
  DefineSort,
  DeclareDatatypes,
  DeclareFun,
  DefineFun,
  DefineFunRec,
  DefineFunsRec,
  Assert,
  Objective,  // assert-soft, minimize, maximize: a term and attributes
  CheckSat,
  CheckSatAssuming,
  Terms,  // get-value: a list of terms
  Push,
  Pop,
  Reset,
  ResetAssertions,
  Other,
};

// A function with its parameters and body; declarations have neither.
struct Definition {
  Head function;
  std::vector<Term> params;
  Term body;
};

struct DatatypeDeclaration {
  SortCtor sort;
  std::vector<Symbol> params;
};

struct Command {
  CommandKind kind = CommandKind::Other;
  Place place;
  Symbol name;              // the command's word as written: declare-const, check-sat-using
  Symbol text;              // what follows as written, for what we only carry along
  uint32_t levels = 0;      // push, pop
  std::vector<Term> terms;  // assert, objectives, assumptions, get-value
  std::vector<Definition> definitions;
  std::vector<DatatypeDeclaration> datatypes;  // also the one sort of declare-sort
  std::vector<Symbol> sort_params;             // define-sort
  Sort sort;                                   // define-sort
};

struct Script {
  std::vector<Command> commands;
};

// Whether we do not know what a command does to the assertions, so that nothing can be said of the
// check-sats after it: block-model, assert-not, get-consequences. Those that only print are known.
bool is_foreign(const Pool& pool, const Command& command);

inline bool is_check(const Command& command) {
  return command.kind == CommandKind::CheckSat || command.kind == CommandKind::CheckSatAssuming;
}

// Which command is spelled how.
struct CommandSpec {
  std::string_view name;
  CommandKind kind;
};
std::span<const CommandSpec> command_specs();

// The logic that a script sets; empty if none.
std::string_view logic_of(const Pool& pool, const Script& script);

// Calls visit(Term&) for every term of a command, bodies of definitions included.
template <typename CommandType, typename Visit>
void for_each_term(CommandType& command, Visit visit) {
  for (auto& term : command.terms) visit(term);
  for (auto& definition : command.definitions)
    if (definition.body) visit(definition.body);
}

// Calls visit(Term) once for each distinct term of a script, parents first.
template <typename Visit>
void for_each_subterm(const Pool& pool, const Script& script, Visit visit) {
  absl::flat_hash_set<Term> seen;
  std::vector<Term> work;
  auto add = [&](Term term) {
    if (seen.insert(term).second) work.push_back(term);
  };
  for (const Command& command : script.commands) {
    for_each_term(command, add);
    while (!work.empty()) {
      const Term term = work.back();
      work.pop_back();
      visit(term);
      for (const Term arg : pool.args(term)) add(arg);
    }
  }
}

}  // namespace pg
