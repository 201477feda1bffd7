#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <llvm/IR/Module.h>

#include "base/result.h"
#include "program/assumption.h"
#include "program/budget.h"
#include "program/interface.h"
#include "program/terms.h"

namespace pg {

// The memory of a pointer parameter is read or written.
struct Access {
  std::string name;
  Term condition;
};

// What a program does for all inputs, as terms over them.
struct Encoding {
  Term cut;        // a loop or a recursion goes on beyond the bound
  Term trap;       // it ends in a trap
  Term undefined;  // it met what C leaves undefined
  Term unset;      // it used what was never given a value
  Term exited;     // it ended by exit
  // What can be seen of it where it ends: exit code, result, arrays, globals, external calls; in
  // the same order in every encoding of one interface.
  std::vector<Term> outputs;
  std::vector<Access> accesses;  // of each pointer parameter
  bool complete = true;          // no loop was cut, whatever the input
  Assumptions assumptions;       // what was taken for granted on the way
};

struct EncodeOptions {
  uint32_t unwind = 10;
  uint32_t wanted = 10;    // what the user asked for; more if that was too large
  bool any_state = false;  // global variables start with any values, not with those of the source
  bool any_unset = false;  // and so do locals and padding, not with zeros
  // Functions that may not be what they are in the original.
  std::vector<std::string> changed = {};
  uint64_t most_terms = 2'000'000;  // that it may make
  Budget budget = {};
};

// The terms that stand for the values of an input, and what holds of them.
struct InputTerms {
  std::vector<Term> values;
  Term domain;
  // Of a global variable: what its leaves hold at the start if that can be anything. Those that
  // have pointers or many leaves are not among them.
  absl::flat_hash_map<std::string, std::vector<Term>> state;
};
InputTerms make_inputs(Terms& terms, const Interface& interface);

// The program is right, and only too large or too intricate to be encoded: it can be run.
inline bool is_too_hard(const Error& error) { return error.kind == Error::Kind::Environment; }

// Walks the program forwards, block by block and iteration by iteration, with the condition under
// which each is reached. `fault` is the number of the mutant, or a constant that stands for any.
Result<Encoding> encode(Terms& terms, llvm::Module& module, const Interface& interface,
                        const InputTerms& inputs, Term fault, const EncodeOptions& options);

// Takes away assumptions about what variables start with, where a proof does without them.
// `prove` says what is assumed when the two programs are encoded in this way, if they are still
// the same.
using Prove = std::function<std::optional<Assumptions>(const EncodeOptions& options)>;
Assumptions with_less(Assumptions all, EncodeOptions options, const Prove& prove);

// The pointer parameters that must not be null, because the mutant uses their memory where the
// original, which does nothing undefined, may do without. `possible` asks a solver.
Assumptions null_assumptions(Terms& terms, const Encoding& original, const Encoding& mutant,
                             const std::function<bool(Term)>& possible);

// Where two programs differ if the original uses such a thing.
inline constexpr const char* kNothingUnset =
    "nothing is used in the original before it is given a value";

// Nothing goes beyond the bound.
Assumption bound_assumption(const EncodeOptions& options);

// The program ends within the bound and does nothing undefined.
Term defined(Terms& terms, const Encoding& original);

// And uses only what has a value, so that a test may do the same.
Term sound(Terms& terms, const Encoding& original);

// The mutant ends within the bound, uses only what has a value, and something else can be seen of
// it.
Term difference(Terms& terms, const Encoding& original, const Encoding& mutant);

// The two differ, but one of them uses what has no value, so that it is no test. Of these inputs,
// those where only the mutant does, and those where the original does.
struct UnsetDifference {
  Term only_mutant;
  Term original;
};
UnsetDifference unset_difference(Terms& terms, const Encoding& original, const Encoding& mutant);

// No proof is possible that the two are the same: they differ, or one is cut where the original
// does nothing undefined. Unless `within`, only inputs count on which the original stays within the
// bound.
Term may_differ(Terms& terms, const Encoding& original, const Encoding& mutant, bool within);

}  // namespace pg
