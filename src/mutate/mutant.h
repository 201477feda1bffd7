#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "mutate/rules.h"
#include "smtlib/script.h"
#include "term/path.h"

namespace pg {

enum class Truth : uint8_t { Sat, Unsat };
std::string_view name_of(Truth truth);

// What is known of each check-sat of a script; shorter lists say nothing of the rest.
using Answers = std::vector<std::optional<Truth>>;

// One change: the term at a path of an assertion became another.
struct Step {
  size_t command = 0;
  Path path;
  Term before;
  Term after;
  Direction direction = Direction::Weaker;  // what `after` is to `before`
  std::vector<const Rule*> rules;           // one after the other; none: a snippet was injected
  std::vector<Term> constants;              // of all the rules
};

// What a mutant changes about the script that its mutator starts from.
struct Mutant {
  std::vector<std::pair<size_t, Term>> assertions;  // by command, in their order: the new term
  std::vector<std::pair<size_t, Head>> declared;    // constants, each before that command
  std::vector<Step> steps;                          // in the order in which they were taken
  Answers claims;                                   // by check-sat: what it must say
};

// Makes mutants of one seed.
class Mutator {
 public:
  virtual ~Mutator() = default;
  // The script that mutants change.
  virtual const Script& base() const = 0;
  // What its own symbols mean under a model of the seed: the value of a term over the seed's.
  virtual const std::vector<std::pair<Head, Term>>& extension() const = 0;
  // None if this draw makes no mutant.
  virtual std::optional<Mutant> mutate(Rng& rng) = 0;
};

// The mutant as a script.
Script script_of(Pool& pool, const Script& base, const Mutant& mutant);

// The same with only some of the steps, as a list of flags; steps that no longer find their term
// are left out. For undoing them one by one.
Mutant with_steps(Pool& pool, const Script& base, const Mutant& mutant,
                  const std::vector<bool>& taken);

// Prints mutants of one script; commands that stay the same are printed once.
class MutantPrinter {
 public:
  MutantPrinter(Pool& pool, const Script& base);
  // Valid until the next call.
  const std::string& print(const Mutant& mutant);

 private:
  Pool& pool_;
  const Script& base_;
  std::vector<std::string> pieces_;  // by command
  size_t size_ = 0;
  std::string text_;
};

// One line a step: where, by which rule, what became what.
std::string describe(const Pool& pool, const Step& step);

}  // namespace pg
