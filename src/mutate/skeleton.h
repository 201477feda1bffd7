#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "mutate/vocabulary.h"
#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

// The Boolean structure that literals are mutated in.
enum class Skeleton : uint8_t {
  Original,  // as written
  Nnf,       // negations at the literals; implications, xor, =, ite over Bool expanded
  Cnf,       // clauses, by Tseitin; formulas below quantifiers stay as they are
};

struct SkeletonSpec {
  Skeleton skeleton;
  std::string_view name;
  std::string_view summary;
};
std::span<const SkeletonSpec> skeleton_specs();

struct PreparedScript {
  Script script;
  // New constants, and the term whose value they have in every model of the original script.
  std::vector<std::pair<Head, Term>> defined;
};

// The script with its assertions and assumptions in that form: satisfiable exactly where the
// original is. What has a name stays as it is, as the script may speak of it.
PreparedScript prepare(Pool& pool, const Script& script, Vocabulary& vocabulary, Skeleton skeleton);

}  // namespace pg
