#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/result.h"
#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// Values to try for the variables of a quantifier, by their names. They decide nothing by
// themselves: the body is evaluated there.
struct Instance {
  std::vector<std::pair<Symbol, Term>> values;
};

// What a solver says that the symbols of a script mean.
struct Model {
  // Functions of the script, constants included, and of the model's own.
  absl::flat_hash_map<Head, Definition> functions;
  // Those of the model's own, by name: helpers such as k!0, and what it gives to cases that SMT-LIB
  // leaves open, such as /0. Z3's seq.nth_u is there once for each sort of elements.
  absl::flat_hash_map<Symbol, std::vector<Definition>> others;
  // Those that may call themselves, by define-fun-rec.
  absl::flat_hash_set<Head> recursive;
  // Constants of the model's own that are elements of uninterpreted sorts.
  absl::flat_hash_set<Head> elements;
  // Elements of uninterpreted sorts, where the model declares all of them.
  std::vector<std::pair<Sort, std::vector<Symbol>>> universes;
  // Why its text may not say what the solver means; empty if there is no doubt. What such a model
  // makes false is no evidence.
  std::string doubt;
  // Comments of the text, so that nobody else takes them for a part of the model.
  std::vector<Instance> instances;
};

// Reads a model as z3, cvc5 and cvc4 print it, the `sat` before it and comments included:
// (model ...), a bare list of definitions, or the list that get-value prints. The script says what
// is declared. A model that contradicts the script or itself is an error. Z3 does not escape
// backslashes in strings, so that an escape sequence is doubtful unless the solver is known to.
Result<Model> read_model(Pool& pool, const Script& script, std::string_view text,
                         bool escapes_strings = false);

// The model as a list of definitions, in the order of their names, and its instances.
std::string print_model(const Pool& pool, const Model& model);

// The instances of a model's text, as they stand there.
std::string instance_lines(std::string_view text);

// The comment by which a model's text has an instance: names of variables and texts of values.
std::string instance_line(std::span<const std::pair<std::string, std::string>> values);

}  // namespace pg
