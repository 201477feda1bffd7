#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>
#include <absl/container/inlined_vector.h>

#include "base/result.h"
#include "smtlib/lexer.h"
#include "smtlib/names.h"
#include "term/pool.h"
#include "term/traverse.h"

namespace pg {

// Reads terms and sorts and finds their sorts. Works with stacks of its own: input nests a million
// deep. A method that returns nothing (no handle, false) has recorded an error.
class TermParser {
 public:
  TermParser(Pool& pool, Lexer& lexer, Names& names);

  Term term();
  Sort sort();

  // A Boolean term, or a term of a sort that fits the expected one.
  Term term_of(Sort expected, std::string_view what);

  bool expect(TokenKind kind, std::string_view what);
  bool symbol(Symbol& name, std::string_view what);
  // A list of (name sort), bound as variables.
  bool sorted_variables(std::vector<Term>& variables);

  bool fail(uint32_t offset, std::string message);
  bool failed() const { return failed_; }
  const Error& error() const { return error_; }
  void clear_error();

  void set_numerals_are_real(bool real) { numerals_are_real_ = real; }
  // Whether a function may stand without all of its arguments.
  void set_higher_order(bool allowed) { higher_order_ = allowed; }
  // In an old-style parametric datatype a sort's name alone stands for itself with its parameters.
  void set_implicit_parameters(bool implicit) { implicit_parameters_ = implicit; }

  // The annotations with a name since the last call.
  struct NamedTerm {
    Head name;
    Term annotation;
  };
  std::vector<NamedTerm> take_named() { return std::exchange(named_, {}); }

  uint64_t opaque_terms() const { return opaque_terms_; }
  std::vector<Error>& warnings() { return warnings_; }

  std::string describe(const Token& token) const;
  std::string describe(Sort sort) const;

 private:
  // The head of an application: f, (_ f i), (as f S), (as (_ f i) S).
  struct Identifier {
    Symbol name;
    absl::InlinedVector<Index, 2> indices;
    Sort qualifier;
    bool quoted = false;
    bool plain() const { return indices.empty() && !qualifier; }
  };
  static constexpr size_t kLongestMessage = 1000;

  enum class FrameKind : uint8_t {
    Application,  // of an identifier
    Apply,        // of a term
    LetValue,     // the value of one let variable
    LetBody,
    Binder,       // extra: how many variables
    Annotated,    // the term of (! t ...); extra: its first attribute
    PatternList,  // the terms of :pattern ( ... )
    PatternTerm,  // the one term of :no-pattern t
    MatchSubject,
    MatchBody,  // extra: where the variables of the case begin in args_
  };
  struct Frame {
    FrameKind kind;
    uint32_t offset = 0;                // of its opening parenthesis
    Symbol name = {};                   // Application: the head; LetValue: the variable
    uint32_t args = 0;                  // where its arguments begin in args_
    uint32_t extra = 0;                 // see above; LetValue: where its variables begin in lets_
    size_t mark = 0;                    // the local scope that it leaves
    bool has_identifier = false;        // Application: its head is on identifiers_
    const RowChoice* binder = nullptr;  // Binder
    Head constructor = {};              // MatchBody
  };

  // Steps of term(): each gives a finished term, or none if a frame was opened or on failure.
  Term atom(const Token& token);
  Term open(uint32_t offset);
  void open_compound_head(uint32_t offset);
  Term close(uint32_t offset);
  // Hands a finished term to the innermost frame; gives the frame's term if that finishes it.
  Term deliver(Term value);

  Frame& push_frame(FrameKind kind, uint32_t offset);
  Term drop_frame(Term result);
  void open_let(uint32_t offset);
  Term let_value(Frame& frame, Term value);
  void open_let_body(Frame& frame);
  void open_binder(uint32_t offset, const RowChoice& row);
  Term close_binder(const Frame& frame, uint32_t offset);
  Term attributes(Frame& frame);
  Term finish_annotation(const Frame& frame);
  Head constructor_named(Symbol name, Sort subject) const;
  void open_case(Frame& frame);
  void open_poisoned_case(Frame& frame, Symbol constructor);
  Term close_case(Frame& frame, Term body);
  Term finish_match(const Frame& frame);

  bool identifier(Identifier& id, bool indices);  // after `(_` (indices) or `(as`
  bool index(Index& index);
  Term literal_of(const Identifier& id, uint32_t offset);  // (_ bv5 8); none if it is no literal
  Term algebraic(uint32_t offset);
  Term bit_vector(LiteralKind kind, std::string_view spelling, uint64_t width, uint32_t offset);

  Term local_value(Symbol name);
  Term apply(const Identifier& id, std::span<const Term> args, uint32_t offset);
  Term apply_function(const Identifier& id, std::span<const Term> args, uint32_t offset);
  bool is_overloaded(Symbol name, Head function);
  Term apply_partly(const Identifier& id, std::span<const Term> args, uint32_t offset);
  Term apply_row(const Identifier& id, std::span<const Term> args);
  bool is_callable(Sort sort) const;
  Term apply_term(Term function, std::span<const Term> args, uint32_t offset);
  Term opaque(const Identifier& id, std::span<const Term> args, uint32_t offset);
  bool no_match(const Identifier& id, std::span<const Term> args, uint32_t offset);
  std::string spelling(const Identifier& id) const;
  void sorts_of(std::span<const Term> args);  // into arg_sorts_

  Sort indexed_sort(uint32_t offset);
  Sort make_sort(Symbol name, std::span<const uint32_t> indices, std::span<const Sort> args,
                 uint32_t offset);
  Sort make_builtin(SortKind kind, std::span<const uint32_t> indices, std::span<const Sort> args,
                    uint32_t offset);

  Pool& pool_;
  Lexer& lexer_;
  Names& names_;
  // The words that no unquoted symbol can be.
  const Symbol let_, annotate_, as_, underscore_, match_;
  const Symbol root_;  // of a polynomial, in Z3's models
  std::vector<Frame> frames_;
  std::vector<Term> args_;
  std::vector<Sort> arg_sorts_;
  std::vector<Identifier> identifiers_;
  std::vector<std::pair<Symbol, Term>> lets_;
  std::vector<Attribute> attributes_;
  std::vector<NamedTerm> named_;
  FreeVariables free_variables_{pool_};
  uint32_t patterns_ = 0;  // that the current place is in
  bool numerals_are_real_ = false;
  bool higher_order_ = true;
  bool implicit_parameters_ = false;
  bool failed_ = false;
  Error error_;
  uint64_t opaque_terms_ = 0;
  std::vector<Error> warnings_;
  absl::flat_hash_set<Symbol> warned_;
};

}  // namespace pg
