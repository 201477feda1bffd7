#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "mutate/grammar.h"
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
  using Production = Grammar::Production;

  void start_drawing(size_t command, std::span<const Term> bound);
  Term literal(Sort sort, Rng& rng);
  Term atom(Rng& rng);
  Term term(Sort sort, uint32_t depth, Rng& rng);
  Term leaf(Sort sort, Rng& rng);
  Term variable(Sort sort, Rng& rng);
  Term again(Sort sort, Rng& rng) const;
  Term produce(const Production& production, Sort sort, uint32_t depth, Rng& rng);
  Term argument(const Production& production, size_t which, uint32_t depth, Rng& rng);
  Term quantify(const Production& production, uint32_t depth, Rng& rng);
  const Production* pick(Sort sort, Rng& rng);
  Symbol bound_name();
  size_t uses(const Grammar::Operation& operation) const;

  Pool& pool_;
  Vocabulary& vocabulary_;
  SnippetOptions options_;
  Grammar grammar_;
  std::vector<const OpSpec*> connectives_;
  // Of the formula that is being drawn.
  size_t command_ = 0;
  std::vector<Term> bound_;
  uint32_t left_ = 0;
  std::vector<Term> made_;                          // applications in it so far
  std::vector<const Grammar::Operation*> applied_;  // the operations that made them
  bool quantified_ = false;
  std::vector<Head> fresh_;
  size_t next_fresh_ = 0;
};

}  // namespace pg
