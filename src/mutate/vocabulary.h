#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "smtlib/logic.h"
#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

using Rows = absl::flat_hash_set<const OpSpec*>;

// Who has to understand mutants, and how far they may go.
struct Dialect {
  Known solvers = kZ3 | kCvc5;
  bool specific = false;  // operators that these solvers have and SMT-LIB has not, in any logic
  bool widened = false;   // operators and sorts of all theories: the script's logic becomes ALL
  // What the solvers refuse in the script's logic. None: nobody was asked, so that what is new in
  // SMT-LIB or in a solver is left out.
  std::optional<Rows> refused = {};
};

// Solvers with operators of their own, by the names of their rows.
struct KnownSolver {
  std::string_view name;
  Known known;
};
std::span<const KnownSolver> known_solvers();

// The kinds of sorts that a signature names.
std::vector<SortKind> kinds_of(const Sig& sig);

// Sorts whose constants every solver declares.
bool is_declarable(const Pool& pool, Sort sort);

// What a mutant of a script may say: the sorts and operators of its logic that the solvers under
// test know, and its own symbols where they are in scope.
class Vocabulary {
 public:
  Vocabulary(Pool& pool, const Script& script, const Dialect& dialect);

  const Logic& logic() const { return logic_; }
  const Dialect& dialect() const { return dialect_; }

  bool allows(Sort sort) const;
  // Whether the script has the operator.
  bool uses(const OpSpec& row) const { return used_.contains(&row); }
  // The operator; whether its application is linear depends on its arguments.
  bool allows(const OpSpec& row) const;
  // All of a term but its variables, which stand for any terms; those that are given, for literals.
  bool allows(Term term, std::span<const Term> literals = {}) const;

  // A symbol of the script, and the commands that may use it.
  struct Entry {
    Head function;
    size_t begin;
    size_t end;
    bool in_scope(size_t command) const { return begin < command && command < end; }
  };
  // Several symbols have its name at the same time, so that only (as f Sort) tells which is meant;
  // or the script uses it as a value.
  bool is_unusable(Head function) const { return unusable_.contains(pool_.data(function).name); }
  // Without parameters, by their sort; and with parameters, none of them a sort variable.
  std::span<const Entry> constants(Sort sort) const;
  std::span<const Entry> functions() const { return functions_; }

  // The sorts of its symbols and terms, in the order in which they are met; then those that
  // operators of its logic give or take beside them, as str.len needs Int.
  std::span<const Sort> sorts() const { return sorts_; }
  // The commands that may speak of a sort: those after the declarations that it needs.
  Entry scope_of(Sort sort) const;

  // A name that the script does not use, the same at each call with the same number or text.
  Symbol fresh_name(size_t number);
  Symbol fresh_name(std::string text);

 private:
  bool uses_theory_of(const OpSpec& row) const;
  void add_sort(Sort sort);
  void introduce_sorts();
  void add_symbols(const Command& command, size_t at);
  void add_symbol(Head function, size_t at);
  void add_use(Term term);
  void leave(size_t mark, size_t at);

  Pool& pool_;
  Dialect dialect_;
  Logic logic_;
  absl::flat_hash_set<const OpSpec*> used_;
  absl::flat_hash_set<Sort> known_sorts_;
  absl::flat_hash_set<Symbol> names_;
  std::vector<Sort> sorts_;
  absl::flat_hash_map<Sort, std::vector<Entry>> constants_;
  std::vector<Entry> functions_;
  absl::flat_hash_map<SortCtor, Entry> declared_sorts_;
  absl::flat_hash_map<Symbol, size_t> open_names_;
  absl::flat_hash_set<Symbol> unusable_;
  // Symbols that no pop has ended yet: where they are kept.
  struct Open {
    enum class Kind : uint8_t { Constant, Function, DeclaredSort } kind;
    Symbol name;
    Sort sort;      // Constant
    SortCtor ctor;  // DeclaredSort
    size_t index;
  };
  std::vector<Open> open_;
};

}  // namespace pg
