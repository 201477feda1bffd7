#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/node_hash_map.h>

#include "base/rng.h"
#include "mutate/vocabulary.h"
#include "term/pool.h"

namespace pg {

struct SnippetOptions {
  uint32_t depth = 2;  // of the terms in an atom
  uint32_t size = 30;  // of the whole, about: terms become variables and literals beyond
  bool fresh = false;  // also over constants that the script does not have
  std::vector<std::string> connectives = {"not", "and", "or", "=>", "xor"};
};

// Draws formulas in the vocabulary of a script, from the rows of all theories.
class Snippets {
 public:
  Snippets(Pool& pool, Vocabulary& vocabulary, const SnippetOptions& options, const Rng& rng);

  // A formula over what is in scope at the command and over these bound variables; none if there is
  // nothing to speak of.
  Term formula(size_t command, std::span<const Term> bound, Rng& rng);

  // A term of a sort, in the same way; none if no term of it can be made.
  Term term(Sort sort, size_t command, std::span<const Term> bound, Rng& rng);
  // A literal of a sort that is no application, as a negative number is one; none if none is drawn.
  Term plain_literal(Sort sort, Rng& rng);
  // Another literal to draw: a constant of the script or of its model.
  void add_literal(Term literal);

  // The constants that the last formula has and the script does not.
  std::span<const Head> fresh() const { return fresh_; }
  // Numbers names of fresh constants from here on.
  void start(size_t number) { next_fresh_ = number; }

 private:
  static constexpr size_t kLiterals = 24;  // drawn for each sort

  // How a term of a sort can be made of others.
  struct Production {
    Head head;
    std::vector<Sort> args;
    bool by_literals = false;  // all arguments but the first are literals, and not zero
    size_t begin = 0;          // the commands that may use it
    size_t end = SIZE_MAX;
  };
  struct Choices {
    std::vector<Production> productions;
    std::vector<Term> literals;
    std::vector<Term> divisors;  // of them, those that are not zero
  };

  void add_rows();
  void add_functions();
  void add_row(const OpSpec& row, Rng& rng);
  bool draw_sorts(const OpSpec& row, Rng& rng, std::vector<Sort>& sorts);
  void add_literals(Sort sort, Choices& choices);
  Choices& choices(Sort sort);

  void start_drawing(size_t command, std::span<const Term> bound);
  Term literal(Sort sort, Rng& rng);
  Term atom(Rng& rng);
  Term term(Sort sort, uint32_t depth, Rng& rng);
  Term leaf(Sort sort, Rng& rng);
  Term variable(Sort sort, Rng& rng);
  Term produce(const Production& production, Sort sort, uint32_t depth, Rng& rng);
  const Production* pick(const std::vector<Production>& list, Rng& rng) const;

  Pool& pool_;
  Vocabulary& vocabulary_;
  SnippetOptions options_;
  Rng rng_;
  absl::node_hash_map<Sort, Choices> choices_;  // references to them stay valid
  std::vector<const OpSpec*> connectives_;
  bool prepared_ = false;
  // Of the formula that is being drawn.
  size_t command_ = 0;
  std::span<const Term> bound_;
  uint32_t left_ = 0;
  std::vector<Head> fresh_;
  size_t next_fresh_ = 0;
};

}  // namespace pg
