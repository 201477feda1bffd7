#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "program/budget.h"
#include "program/report.h"
#include "solve/session.h"

namespace pg {

struct PanelOptions {
  std::vector<Solver> solvers;
  QueryLimits limits;
  size_t jobs = 1;     // questions at a time
  std::string folder;  // where they are kept; empty: nowhere
};

// A script with one check-sat.
struct PanelQuestion {
  std::string script;
  std::string name;  // of the file that keeps it
};

// The solvers that are asked, and what that cost. All are asked at the same time, and the first
// that decides a question counts. If another one contradicts it, nothing is decided.
class Panel {
 public:
  Panel(PanelOptions options, const Budget& budget);

  // The answers with their models, in the order of the questions; at most so many seconds for each.
  std::vector<Answer> ask(std::span<const PanelQuestion> questions, double seconds);

  const Budget& budget() const { return budget_; }
  double seconds() const { return seconds_; }
  uint64_t queries() const { return queries_; }
  const std::vector<Contradiction>& contradictions() const { return contradictions_; }

 private:
  using Team = std::vector<std::unique_ptr<Session>>;  // one of each solver

  Answer verdict_of(const PanelQuestion& question, const std::vector<Answer>& answers);
  void keep(const PanelQuestion& question, const Answer& answer);

  PanelOptions options_;
  Budget budget_;
  std::vector<Team> teams_;
  std::vector<Contradiction> contradictions_;
  double seconds_ = 0;
  uint64_t queries_ = 0;
};

}  // namespace pg
