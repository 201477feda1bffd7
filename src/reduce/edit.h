#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "smtlib/rename.h"
#include "smtlib/script.h"
#include "term/path.h"
#include "term/substitute.h"

namespace pg {

// One occurrence and what becomes of it. Terms of a command count as for_each_term visits them.
struct Spot {
  size_t command = 0;
  size_t term = 0;
  Path path;
  Term to;
};

// A constant that new terms use. Some bugs depend on the order of declarations.
struct NewSymbol {
  Head head;
  bool last = false;  // declared after the other functions, not before them
};

// What a pass proposes to change about a script. Edits of one pass can be made together: commands
// are dropped first, then spots are changed, then terms wherever they stand.
struct Edit {
  std::vector<size_t> dropped;
  std::vector<std::pair<size_t, Command>> replaced;
  std::vector<Spot> spots;  // none inside of another
  std::vector<std::pair<Term, Term>> terms;
  std::vector<NewSymbol> declared;
  std::optional<Script> script;  // instead of all that
  Renaming renaming;             // of the symbols of `script`
};

// The script with these edits; where two speak of the same thing, the first one counts.
Script apply(Pool& pool, const Script& script, std::span<const Edit> edits);

// The root with terms replaced wherever they stand, bound variables included in what they are.
Term rewrite(Pool& pool, Term root, const Substitution& replacements);

// What reduction makes smaller: definitions first, then terms and commands, then bytes, then ranks
// of operators, then digits.
struct Size {
  uint64_t definitions = 0;
  uint64_t weight = 0;
  uint64_t bytes = 0;
  uint64_t ranks = 0;
  uint64_t digits = 0;
  auto operator<=>(const Size&) const = default;
};
Size size_of(const Pool& pool, const Script& script, std::string_view text);

// Where an operator stands in the order of theories and rows: of two that do as well, the first one
// is taken, whatever the script had.
uint64_t rank_of(const OpSpec& op);

// How many terms a script has, shared ones once.
uint64_t count_terms(const Pool& pool, const Script& script);

}  // namespace pg
