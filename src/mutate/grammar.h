#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/node_hash_map.h>

#include "base/rng.h"
#include "mutate/vocabulary.h"
#include "term/pool.h"

namespace pg {

// How terms of each sort can be made of others: the operators and functions that a script may use,
// their signatures read backwards from the sort that is wanted.
class Grammar {
 public:
  static constexpr size_t kNothing = SIZE_MAX;

  // One way to apply an operator or a function.
  struct Production {
    // What stands for the arguments after the first: any terms, or literals where more would not be
    // linear.
    enum class Fill : uint8_t { Terms, Factors, Divisors };

    Head head;
    std::vector<Sort> args;
    Fill fill = Fill::Terms;
    size_t repeated = kNothing;  // this argument may come several times
    bool binder = false;         // the arguments but the last are bound variables
    size_t begin = 0;            // the commands that may use it
    size_t end = SIZE_MAX;
    bool in_scope(size_t command) const { return begin <= command && command < end; }
  };
  // All ways to apply one operator, whatever its overloads, sorts and indices: operators are drawn
  // alike, however many ways they have.
  struct Operation {
    std::vector<Production> ways;
    bool in_seed = false;  // the script has it
  };
  struct Choices {
    std::vector<Operation> operations;
    std::vector<Term> literals;
    std::vector<Term> factors;   // of them, those that are numbers or negated numbers
    std::vector<Term> divisors;  // of these, those that are not zero
  };

  // Of the connectives, these alone are used.
  Grammar(Pool& pool, const Vocabulary& vocabulary, std::span<const std::string> connectives,
          const Rng& rng);

  // How to make terms of a sort; found when it is asked for the first time.
  const Choices& choices(Sort sort);
  // One way to get a term of the sort by an operator, whether the script may use it or not.
  std::optional<Production> way(const OpSpec& row, Sort sort);
  // Another literal to draw.
  void add_literal(Term literal);

 private:
  static constexpr size_t kLiterals = 24;  // drawn for each sort

  void add_literals(Sort sort, Choices& made);
  void add_literal(Term literal, Choices& made);
  void add_functions(Sort sort, Choices& made);
  void add_operators(Sort sort, Choices& made);
  void add_ways(const OpSpec& row, Sort sort, Operation& operation, Rng& rng);
  void add_quantifiers(Choices& made);
  bool add_names(const OpSpec& row, std::vector<Sort>& args, std::vector<Index>& indices, Rng& rng);
  Production production_of(const OpSpec& row, const std::vector<Index>& indices,
                           std::vector<Sort> args, Sort qualifier);
  Rng stream(Sort sort, uint64_t which) const;

  Pool& pool_;
  const Vocabulary& vocabulary_;
  Rng rng_;
  std::vector<Sort> sorts_;  // of arguments that the result does not determine
  std::vector<std::vector<const OpSpec*>> operators_;  // the rows of each name
  absl::node_hash_map<Sort, Choices> choices_;         // references to them stay valid
};

// A row that no mutant gets from the grammar, and why.
struct Undrawn {
  std::string_view name;
  std::string_view why;
  std::string_view sig = {};  // where other rows of the name are drawn
};
std::span<const Undrawn> undrawn_rows();

// Binders and literals are made elsewhere.
bool is_drawn(const OpSpec& row);

}  // namespace pg
