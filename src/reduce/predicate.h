#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ask/trial.h"
#include "judge/judge.h"
#include "solve/session.h"

namespace pg {

// A lie that has to stay while a script becomes smaller.
struct Target {
  Case found;
  std::vector<Solver> solvers;      // the liar first, then its witnesses
  size_t opponents = 0;             // solvers that give the opposite answer
  std::vector<std::string> errors;  // that the liar prints beside its answer already

  const Solver& liar() const { return solvers[0]; }
};

// What a case of a trial comes to; the first of the solvers is the liar.
Target target_of(const Trial& trial, const Case& found, std::span<const Solver> solvers);

// The case of a trial that is this lie, if there is one: the same one, or one that says more of the
// same answer.
std::optional<Case> find_target(const Target& target, const Trial& trial);

// A disagreement as the given solver's case, with what it said; none if it has no part in it.
std::optional<Case> turned_to(const Trial& trial, const Case& found, const SolverId& liar);

// The liar contradicts all others that answer. That convicts nobody; a user can ask for it.
std::optional<Case> find_loner(const Trial& trial, const SolverId& liar);

// What a trial of a wrong unsat is told beforehand: where the model holds.
Claims claims_by(Pool& pool, const Script& script, const std::string& model);

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

// The judge's own case, with its certificate established anew. What a session says is believed
// only if a fresh process says it too.
std::unique_ptr<Predicate> lie_predicate(const Target& target, Asking asking,
                                         const QueryLimits& limits);

// A breakdown of one of the solvers on a text that nobody but a solver can read. The liar and the
// kind are free where none is given.
std::optional<Target> find_breakdown(std::span<const Solver> solvers,
                                     const std::optional<SolverId>& liar, std::optional<Kind> kind,
                                     const std::string& text, const QueryLimits& limits);
std::unique_ptr<Predicate> breakdown_predicate(const Target& target, const QueryLimits& limits);

// A command of the user's: the name of a file is appended, exit code 0 means interesting.
std::unique_ptr<Predicate> command_predicate(std::vector<std::string> command,
                                             const QueryLimits& limits);

}  // namespace pg
