#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "judge/trial.h"
#include "solve/session.h"

namespace pg {

// A lie that has to stay while a script becomes smaller.
struct Lie {
  std::vector<Solver> solvers;
  size_t liar = 0;
  FindingKind kind = FindingKind::Crash;
  AnswerKind answer = AnswerKind::Unknown;  // what the liar says
  size_t opponents = 0;                     // solvers that say the opposite
  std::string fingerprint;                  // of a crash: the same breakdown
  std::vector<std::string> errors;          // that the liar prints beside its answer already
};

// What the finding of a trial comes to.
Lie lie_of(const Trial& trial, const Finding& finding, std::span<const Solver> solvers);

// The finding of a trial that is this lie, if there is one.
const Finding* find_lie(const Lie& lie, const Trial& trial);

// What a trial of that lie is told beforehand: where the model holds, or what others say.
Claims claims_of(Pool& pool, const Script& script, FindingKind kind, AnswerKind answer,
                 const std::string& model);

// How solvers are asked. Sessions are fast, without a reset most of all; some lies show only in a
// fresh process, or only without the options that models need.
enum class Asking : uint8_t { Scope, PlainSession, Session, Fresh };

// A smaller script on trial, as text: each thread reads it into a pool of its own.
struct Candidate {
  std::string text;
  std::string model;  // one that may hold, of a wrong unsat
};

struct Outcome {
  bool interesting = false;
  bool malformed = false;  // our own bug: it cannot be read
  std::string model;       // of a wrong unsat: one that holds
  uint64_t queries = 0;    // check-sat commands that solvers were asked
  double slowest = 0;      // seconds for one of them, where a session was asked
};

// Says of scripts whether they are still what is looked for. Belongs to the thread that uses it.
class Predicate {
 public:
  virtual ~Predicate() = default;
  virtual Outcome test(const Candidate& candidate) = 0;
};

// The judge's own finding, with its certificate established anew. What a session says is believed
// only if a fresh process says it too.
std::unique_ptr<Predicate> lie_predicate(const Lie& lie, Asking asking, const QueryLimits& limits);

// A breakdown of one of the solvers on a text that nobody but a solver can read; it is alone in the
// lie. The liar and the kind are free where none is given.
std::optional<Lie> find_breakdown(std::span<const Solver> solvers, std::optional<size_t> liar,
                                  std::optional<FindingKind> kind, const std::string& text,
                                  const QueryLimits& limits);
std::unique_ptr<Predicate> breakdown_predicate(const Lie& lie, const QueryLimits& limits);
// That breakdown as the judge words it, with what the solver said; an empty one if it does not
// show.
Finding finding_in(const Lie& lie, const std::string& text, const QueryLimits& limits,
                   std::string& output);

// A command of the user's: the name of a file is appended, exit code 0 means interesting.
std::unique_ptr<Predicate> command_predicate(std::vector<std::string> command,
                                             const QueryLimits& limits);

}  // namespace pg
