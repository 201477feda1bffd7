#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/assumption.h"
#include "program/fault.h"
#include "program/interface.h"
#include "program/kill.h"

namespace pg {

enum class MutantStatus : uint8_t {
  Killed,
  KilledByTrap,
  KilledByTimeout,
  KilledBySanitizer,
  ProvedEquivalent,  // for all inputs, and nothing was assumed
  EquivalentIf,      // what it assumes holds
  BoundExceeded,     // it needs more iterations than the bound where the original does not
  Unknown,
  Alive,  // only while it is searched for, and of suites that were given
};
std::string_view name_of(MutantStatus status);
bool is_killed(MutantStatus status);
MutantStatus status_of(KillKind kind);
// How it is killed; nothing if it is not.
std::optional<KillKind> kind_of(MutantStatus status);

// Execution is not what a solver's model, or our encoding, says.
struct Contradiction {
  std::string message;
  bool solver_lied = false;
  std::string query = {};  // where a solver lied
};

struct MutantResult {
  Fault fault;
  MutantStatus status = MutantStatus::Alive;
  uint32_t test = 0;             // the first that kills it, from 1; 0: none
  std::string note;              // why it is unknown
  Assumptions assumptions = {};  // EquivalentIf: what it rests on
  bool accepted = false;         // the user says that all of it holds
};
// Nothing has to be done about it: it is proved, or the user accepts what the proof rests on.
bool is_equivalent(const MutantResult& mutant);
// Where something is contradicted, nothing that rests on a proof is known: either our encoding is
// wrong or a solver is.
void withdraw_proofs(const std::vector<Contradiction>& contradictions,
                     std::vector<MutantResult>& mutants);
// The status with what belongs to it.
std::string verdict_text(const MutantResult& mutant);

struct Test {
  Input input;
  Observation expected;
  std::vector<uint32_t> kills;  // in a way that is as easy to see as the verdict says
};

// Mutants that were too hard with the bound that the user gave, and were decided with a lower one.
struct LoweredBound {
  uint32_t unwind = 1;
  size_t mutants = 0;
};

// How far a search has come.
struct SearchProgress {
  std::string_view doing;
  size_t mutants = 0;
  size_t decided = 0;
  size_t killed = 0;
};

// What became of the mutants of one function.
struct TestgenReport {
  std::string file;
  std::string source;              // its text, if it is C
  std::vector<std::string> clang;  // further words for the compiler
  bool strict = false;             // what C leaves undefined kills mutants
  bool described = false;          // its faults have their changes of the source
  uint32_t unwind = 0;
  std::vector<LoweredBound> lowered;
  std::vector<Contradiction> contradictions;  // nothing is called equivalent if there are any
  Interface interface;
  std::vector<MutantResult> mutants;  // the one with number i at i-1
  std::vector<Test> tests;
  size_t given = 0;            // how many of the tests were there before
  size_t killed_by_given = 0;  // by those
  size_t lower_bound = 0;      // no suite out of the inputs that were tried is smaller
  size_t candidates = 0;       // inputs that the suite was chosen from
  bool exhausted = false;      // every input was run on the mutants that were not killed
  uint64_t executions = 0;
  uint64_t queries = 0;
  double solver_seconds = 0;
  std::string solver;

  size_t count(MutantStatus status) const;
  size_t killed() const;
  size_t equivalent() const;
  size_t conditional() const;  // equivalent, but only if what is assumed holds
};

// The assumptions that mutants rest on, with how many do.
std::map<Assumption, size_t> assumptions_of(const TestgenReport& report);

}  // namespace pg
