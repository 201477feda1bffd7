#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "term/pool.h"

namespace pg {

// What a name means in sort position.
struct SortMeaning {
  enum class Kind : uint8_t { Builtin, Alias, Declared, Defined };
  Kind kind = Kind::Builtin;
  SortCtor ctor = {};  // Builtin, Declared
  const SortAlias* alias = nullptr;
  uint32_t params = 0;  // Defined
  Sort body = {};       // Defined; parameters are Param sorts
};

// The rows of one name, each with its head without indices and qualifier.
struct RowChoice {
  const OpSpec* op;
  Head plain;
};

// What each symbol means at the current place of a script: local variables, functions and sorts of
// the script with their scopes, and the operators and sorts of the theories.
class Names {
 public:
  explicit Names(Pool& pool);

  // Local variables (let, binders, parameters); scopes are left in reverse order.
  Term local(Symbol name) const { return entry(name).local; }
  // The same, as if the value of a let stood here: a binder in it that a let carries into another
  // one of its variable's name gets the depth that it would have. Not where that would take long.
  Term local_here(Symbol name);
  size_t mark() const { return local_trail_.size(); }
  void bind_let(Symbol name, Term value);
  Term bind_variable(Symbol name, Sort sort);
  void leave(size_t mark);

  // Functions of the script, newest first: next(function(name)), until none.
  struct Function {
    Head head;
    uint32_t next;
  };
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t first_function(Symbol name) const { return entry(name).functions; }
  const Function& function(uint32_t index) const { return functions_[index]; }
  void add_function(Symbol name, Head head);

  std::span<const RowChoice> rows(Symbol name);

  const SortMeaning* sort(Symbol name) const;
  void add_sort(Symbol name, const SortMeaning& meaning);

  // Forgets the functions and sorts that were added since the mark.
  size_t global_mark() const { return global_trail_.size(); }
  void forget(size_t mark);

  // A name whose declaration failed; what uses it is not reported again.
  void poison(Symbol name) { entry_of(name).poisoned = true; }
  bool is_poisoned(Symbol name) const { return entry(name).poisoned; }

  // push, pop and reset of the script. With global declarations pop forgets nothing.
  void push();
  bool pop(uint32_t levels);
  size_t levels() const { return levels_.size(); }
  void reset();
  void set_global_declarations(bool global) { global_ = global; }

 private:
  struct Entry {
    Term local;
    uint32_t binders = 0;       // of this name, around the current place
    uint32_t let_mark = kNone;  // of a let: the local scope of its value
    uint32_t functions = kNone;
    uint32_t sort = kNone;
    uint32_t rows = kNone;
    bool poisoned = false;
  };
  struct LocalChange {
    Symbol name;
    Term local;
    uint32_t binders;
    uint32_t let_mark;
    bool is_variable;  // what is bound, not what was before
  };
  struct GlobalChange {
    Symbol name;
    uint32_t functions;
    uint32_t sort;
  };

  const Entry& entry(Symbol name) const {
    static const Entry kEmpty;
    return name.id() < entries_.size() ? entries_[name.id()] : kEmpty;
  }
  Entry& entry_of(Symbol name);

  static constexpr uint64_t kMaxCarrySteps = 1'000'000;

  Pool& pool_;
  uint64_t carry_steps_ = 0;
  std::vector<Entry> entries_;  // by symbol
  std::vector<Function> functions_;
  std::vector<SortMeaning> sorts_;
  std::vector<std::vector<RowChoice>> rows_;
  std::vector<LocalChange> local_trail_;
  std::vector<GlobalChange> global_trail_;
  std::vector<size_t> levels_;
  bool global_ = false;
};

}  // namespace pg
