#pragma once

#include <string>

#include "program/budget.h"
#include "solve/session.h"

namespace pg {

// Who is asked, and what that cost. What was asked is kept as files.
class Panel {
 public:
  // No folder: nothing is kept.
  Panel(const Solver& solver, const QueryLimits& limits, std::string folder, const Budget& budget);

  // Asks a script with one check-sat for its answer and its model, at most so many seconds. The
  // name is the file's.
  Answer ask(const std::string& script, const std::string& name, double seconds);

  const QueryLimits& limits() const { return limits_; }
  const Budget& budget() const { return budget_; }
  double seconds() const { return session_.waited(); }
  uint64_t queries() const { return queries_; }

 private:
  void keep(const std::string& script, const std::string& name, const Answer& answer) const;

  QueryLimits limits_;
  Session session_;
  std::string folder_;
  Budget budget_;
  uint64_t queries_ = 0;
};

}  // namespace pg
