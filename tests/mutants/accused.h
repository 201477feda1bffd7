#pragma once

#include <memory>
#include <span>
#include <vector>

#include "judge/judge.h"
#include "smtlib/script.h"
#include "solve/session.h"
#include "term/pool.h"

namespace pg {

// What one solver says to a script, and what that shows of it.
struct Testimony {
  std::vector<Evidence> evidence;        // of the accused, by check-sat; fewer if it was lost
  std::vector<std::vector<Case>> cases;  // by check-sat: its lies, and disagreements that it is in
};

// Asks a solver about scripts, and others about the answers that these can refute.
class Accuser {
 public:
  Accuser(std::span<const Solver> references, const QueryLimits& limits);

  Testimony ask(Pool& pool, const Script& script, Session& accused);

  const QueryLimits& limits() const { return limits_; }

 private:
  QueryLimits limits_;
  std::vector<std::unique_ptr<Session>> references_;
};

}  // namespace pg
