#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "judge/judge.h"
#include "mutate/mutant.h"
#include "solve/session.h"

namespace pg {

// Solvers that are asked for models in turn, in sessions, with random seeds. What they say is
// judged like any other answer: what a strategy asks on its way is a test, too. Their work is
// limited where they measure it, so that they choose the same on any machine.
class SolverModels final : public ModelSource {
 public:
  SolverModels(std::span<const Solver> solvers, QueryLimits limits);
  ~SolverModels() override;

  // From now on only these are asked, and get at most so much time.
  void use(std::span<const size_t> solvers, double seconds);

  // Called with why a solver cannot be started: true means to try again. And when it could be.
  void set_patience(std::function<bool(const std::string&)> wait, std::function<void()> over) {
    wait_ = std::move(wait);
    over_ = std::move(over);
  }

  std::optional<Model> model(Pool& pool, const Script& script, uint64_t number) override;

  struct Counts {
    uint64_t asked = 0;
    uint64_t sat = 0;
    uint64_t unsat = 0;
    uint64_t timeouts = 0;  // by the clock
  };
  const Counts& counts() const { return counts_; }
  // Who said what since the last call.
  struct Said {
    size_t solver = 0;
    AnswerKind answer = AnswerKind::Unknown;
  };
  std::vector<Said> take_answers() { return std::exchange(answers_, {}); }
  // How long we waited for solvers.
  double waited() const;

  // What the answers show, with the scripts.
  const std::vector<Case>& shown() const { return shown_; }
  // Those since the last call.
  std::vector<Case> take_shown() { return std::exchange(shown_, {}); }

 private:
  static constexpr size_t kMaxShown = 100;

  // Of so many unsats, one is asked of another solver, too.
  static constexpr uint64_t kUnsatsTrusted = 8;

  std::optional<Model> ask(Pool& pool, const Script& script, size_t which,
                           std::vector<Evidence>& evidence);
  void show(const Pool& pool, std::span<const Evidence> evidence, std::span<const Script> asked);

  // Of evaluating an assertion: there are many, of the same formulas again and again.
  static constexpr uint64_t kMaxSteps = 50'000;

  std::vector<std::unique_ptr<Session>> sessions_;
  std::vector<size_t> used_;  // of the sessions
  std::function<bool(const std::string&)> wait_ = [](const std::string&) { return false; };
  std::function<void()> over_ = [] {};
  double seconds_ = 0;  // 0: what the limits say
  Counts counts_;
  std::vector<Said> answers_;
  std::vector<Case> shown_;
};

}  // namespace pg
