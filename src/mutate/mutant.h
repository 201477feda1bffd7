#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "base/rng.h"
#include "model/model.h"
#include "mutate/rules.h"
#include "smtlib/script.h"
#include "term/path.h"

namespace pg {

enum class Truth : uint8_t { Sat, Unsat };
std::string_view name_of(Truth truth);

// What is known of each check-sat of a script; shorter lists say nothing of the rest.
using Answers = std::vector<std::optional<Truth>>;

// What a script makes a solver satisfy: an assertion, or one of the assumptions of a
// check-sat-assuming. Also the body of a function that these call, which is the only term of its
// command.
struct Formula {
  size_t command = 0;
  size_t which = 0;  // of the command's terms
  auto operator<=>(const Formula&) const = default;
};

// One change: the term at a path of a formula became another.
struct Step {
  enum class How : uint8_t {
    Weaker,  // by rules, or by a snippet where there are none: what `after` is to `before`
    Stronger,
    Other,       // a term that the model, or the unsat core, does not mind
    Value,       // another literal
    Constraint,  // with what the values of new constants have to satisfy
    Equal,       // the same formula, expanded so that a part of it has a polarity
  };
  size_t command = 0;
  size_t which = 0;  // of the command's terms
  Path path;
  Term before;
  Term after;
  How how = How::Weaker;
  std::vector<const Rule*> rules = {};  // one after the other
  std::vector<Term> constants = {};     // of all the rules

  Formula formula() const { return {command, which}; }
};

std::string_view name_of(Step::How how);

// A constant that the script does not have.
struct NewConstant {
  size_t command = 0;  // before which it is declared
  Head head;
  Term value;  // under the seed's model; none: any
};

// What a mutant changes about the script that its mutator starts from.
struct Mutant {
  std::vector<std::pair<Formula, Term>> assertions;  // in their order: the new term
  std::vector<NewConstant> declared;                 // by command, in their order
  std::vector<Step> steps;                           // in the order in which they were taken
  Answers claims;                                    // by check-sat: what it must say
  bool needs_model = false;                          // nothing but the seed's model makes it true
  std::vector<size_t> core;  // commands whose formulas, as the seed has them, are unsat together

  // The new term of a formula, which may be the one that it has.
  void set(const Formula& formula, Term term);
};

// Solvers that choose values.
class ModelSource {
 public:
  virtual ~ModelSource() = default;
  // A model of a script with one check-sat, by a solver and with a random seed that the number
  // says; none if none gives one.
  virtual std::optional<Model> model(Pool& pool, const Script& script, uint64_t number) = 0;
};

// What a strategy starts from: a script and what is known of it.
struct Seed {
  const Script& script;
  Answers answers;                // by check-sat
  size_t check = 0;               // the one that the model and the core are of
  const Model* model = nullptr;   // one that makes it true, if there is one
  std::vector<size_t> core = {};  // of an unsat one: commands whose formulas are unsat together
  ModelSource* models = nullptr;
  std::vector<Seed> others = {};  // more of them, with names of their own and the same answers
};

// How often a mutator tried, and how often that made a mutant; of what it wants to see, how much it
// saw.
struct Tally {
  uint64_t tries = 0;
  uint64_t accepted = 0;
  uint64_t goals = 0;
  uint64_t covered = 0;
};

// Makes mutants of one seed.
class Mutator {
 public:
  virtual ~Mutator() = default;
  // The script that mutants change.
  virtual const Script& base() const = 0;
  // What its own symbols mean under a model of the seed: the value of a term over the seed's.
  virtual const std::vector<std::pair<Head, Term>>& extension() const = 0;
  // The mutant of a number from 1 on, always the same; none if that number makes none.
  virtual std::optional<Mutant> mutate(uint64_t number) = 0;
  virtual Tally tally() const = 0;
};

// Terms that formulas of the script use by their name, or that have one and stand in several
// places: changing one would change all its places.
absl::flat_hash_set<Term> named_terms(const Pool& pool, const Script& script);

// The term of a formula, in its command.
Term& term_at(Command& command, size_t which);
Term term_at(const Command& command, size_t which);

// (declare-const c Sort)
Command declaration_of(Pool& pool, Head constant);

// The mutant as a script.
Script script_of(Pool& pool, const Script& base, const Mutant& mutant);

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
