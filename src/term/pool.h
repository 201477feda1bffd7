#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/arena.h"
#include "base/check.h"
#include "base/id_table.h"
#include "term/handles.h"
#include "term/op.h"
#include "term/sort.h"

namespace pg {

// What a term is made with.
enum class HeadKind : uint8_t {
  Operator,    // a row, with its indices and the sort of (as f Sort)
  Function,    // declared or defined by the script; a constant is a function without parameters
  Variable,    // bound by a binder, a parameter list or a pattern
  Literal,     // a numeral, decimal, bit-vector, string or character, with its spelling
  Apply,       // the first child is a function-valued term, the others are its arguments
  Annotation,  // (! t ...): t is the first child, terms of its attributes are the others
  Match,       // the matched term, then its cases
  Case,        // of a match: the variables of the pattern, then the body; no term by itself
  Opaque,      // an operator we do not know, kept as written
};

enum class LiteralKind : uint8_t {
  Numeral,
  Decimal,
  Hex,
  Binary,
  IndexedBv,
  String,
  Char,
  Algebraic,  // a root of a polynomial, as models have it
};

// What a script says a function is.
enum class FunctionRole : uint8_t { Declared, Defined, Named, Constructor, Selector, Tester };

// One attribute of an annotation: `terms` many children, or a text kept as written (may be empty).
struct Attribute {
  Symbol keyword;
  Symbol text;
  uint32_t terms = 0;
  bool operator==(const Attribute&) const = default;
};

struct HeadData {
  HeadKind kind = HeadKind::Operator;
  LiteralKind literal = LiteralKind::Numeral;  // Literal
  FunctionRole role = FunctionRole::Declared;  // Function
  bool overloaded = false;                     // Function: only (as f Sort) says which is meant
  uint32_t depth = 0;                          // Variable: tells equal names apart
  Symbol name;                                 // as written
  const OpSpec* op = nullptr;                  // Operator
  Sort sort;                                   // Operator: of (as f Sort); Function: the result
  Head constructor;                            // Case; none where the pattern is a variable
  Term annotation;                             // Function: (! t :named f), where that names it
  std::span<const Index> indices = {};         // Operator
  std::span<const Sort> params = {};           // Function
  std::span<const Attribute> attributes = {};  // Annotation
};

// Facts that hold of a term if they hold of one of its sub-terms.
enum TermFlag : uint8_t {
  kHasVariable = 1,  // a bound variable occurs in it
  kHasOpaque = 2,    // something we do not understand occurs in it
  kHasBinder = 4,    // a quantifier, lambda or match occurs in it
};

// Owns symbols, sorts, heads and terms, each kept once. Belongs to one thread. Spans and texts that
// it returns stay valid as long as it lives.
class Pool {
 public:
  Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Makes room for a text of that many bytes.
  void reserve(size_t text_size);

  // Symbols.
  Symbol intern(std::string_view text);
  Symbol find(std::string_view text) const;  // none if never interned
  std::string_view text(Symbol symbol) const { return symbols_[symbol.id()]; }
  size_t symbol_count() const { return symbols_.size(); }

  // Sorts.
  Sort sort(SortCtor ctor, std::span<const uint32_t> indices, std::span<const Sort> args);
  Sort sort(SortKind kind, std::initializer_list<uint32_t> indices,
            std::initializer_list<Sort> args = {});
  SortCtor declare_sort(Symbol name, uint32_t arity);
  // A sort variable of the whole script; those of one declaration are plain Param sorts, which
  // count from 0 and are fewer than this.
  static constexpr uint32_t kFirstNamedParameter = 1024;
  Sort declare_parameter(Symbol name);
  Symbol parameter_name(Sort parameter) const;
  SortKind kind(Sort sort) const { return kind(sorts_[sort.id()].ctor); }
  SortCtor ctor(Sort sort) const { return sorts_[sort.id()].ctor; }
  std::span<const uint32_t> indices(Sort sort) const { return sorts_[sort.id()].indices; }
  std::span<const Sort> args(Sort sort) const { return sorts_[sort.id()].args; }
  bool has_param(Sort sort) const { return sorts_[sort.id()].has_param; }
  // How many sorts its text names; saturates.
  uint32_t size(Sort sort) const { return sorts_[sort.id()].size; }
  size_t sort_count() const { return sorts_.size(); }

  SortKind kind(SortCtor ctor) const {
    return ctor.id() < kSortSpecs.size() ? kSortSpecs[ctor.id()].kind : SortKind::Declared;
  }
  Symbol name(SortCtor ctor) const { return ctors_[ctor.id()].name; }
  uint32_t arity(SortCtor ctor) const { return ctors_[ctor.id()].arity; }

  // Datatypes: the constructors of a sort constructor; empty for any other. Selectors of a
  // constructor in the order of its parameters.
  void set_constructors(SortCtor ctor, std::vector<Head> constructors);
  std::span<const Head> constructors(SortCtor ctor) const;
  void set_selectors(Head constructor, std::vector<Head> selectors);
  std::span<const Head> selectors(Head constructor) const;

  // Heads. A declared function is new at each call; all others are kept once.
  Head declare(Symbol name, std::span<const Sort> params, Sort result,
               FunctionRole role = FunctionRole::Declared);
  void set_overloaded(Head function) { heads_[function.id()].overloaded = true; }
  void set_annotation(Head function, Term named) { heads_[function.id()].annotation = named; }
  Head head(const HeadData& data);
  const HeadData& data(Head head) const { return heads_[head.id()]; }

  // Terms. make() trusts the sort; term() infers it and checks.
  Term make(Head head, Sort sort, std::span<const Term> args);
  Term constant(Head function) { return make(function, data(function).sort, {}); }
  Term variable(Symbol name, Sort sort, uint32_t depth = 0);
  // A variable of the same name and sort that occurs in no term yet.
  Term fresh_variable(Term variable);
  Term literal(LiteralKind kind, std::string_view spelling, Sort sort);
  Term term(const OpSpec& op, std::initializer_list<Term> args,
            std::initializer_list<uint32_t> indices = {}, Sort qualifier = {});

  bool owns(Term term) const { return term.id() < terms_.size(); }
  Head head(Term term) const { return terms_[term.id()].head; }
  const HeadData& data(Term term) const { return heads_[terms_[term.id()].head.id()]; }
  HeadKind kind(Term term) const { return data(term).kind; }
  // The row of an operator application; null for anything else.
  const OpSpec* op(Term term) const { return data(term).op; }
  Sort sort(Term term) const { return terms_[term.id()].sort; }
  std::span<const Term> args(Term term) const {
    const TermData& node = terms_[term.id()];
    return {node.args, node.count};
  }
  bool has(Term term, TermFlag flag) const { return (terms_[term.id()].flags & flag) != 0; }
  size_t term_count() const { return terms_.size(); }

  // The same term over other arguments of the same sorts.
  Term with_args(Term term, std::span<const Term> args) {
    return make(head(term), sort(term), args);
  }

 private:
  struct CtorData {
    Symbol name;
    uint32_t arity;
    std::vector<Head> constructors;
  };
  struct SortData {
    SortCtor ctor;
    bool has_param;
    uint32_t size;
    std::span<const uint32_t> indices;
    std::span<const Sort> args;
  };
  struct TermData {
    Head head;
    Sort sort;
    const Term* args;
    uint32_t count;
    uint32_t flags;
  };

  Term add(Head head, Sort sort, std::span<const Term> args);

  Arena arena_;
  std::vector<std::string_view> symbols_;
  IdTable symbol_table_;
  std::vector<CtorData> ctors_;
  std::vector<SortData> sorts_;
  std::vector<Symbol> parameters_;
  IdTable sort_table_;
  std::vector<HeadData> heads_;
  IdTable head_table_;
  // Short cuts around the tables, by handle: the first term that a head made without arguments, the
  // first literal that a symbol spells.
  std::vector<Term> leaves_;
  std::vector<Head> literals_;
  absl::flat_hash_map<Head, std::vector<Head>> selectors_;
  uint32_t max_depth_ = 0;  // of all variables
  std::vector<TermData> terms_;
  IdTable term_table_;
};

}  // namespace pg
