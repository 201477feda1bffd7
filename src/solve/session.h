#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solve/answer.h"
#include "solve/process.h"
#include "solve/solver.h"

namespace pg {

struct QueryLimits {
  double seconds = 10;   // for each check-sat
  bool by_work = false;  // see TimeLimit
  uint64_t memory_mb = 4096;
  uint64_t output_mb = 64;  // that it may print, and that a file of its may have
  bool unconfined = false;  // it may write files anywhere, talk, and see our environment
};

// Commands up to and with a check-sat, and those after it that only print.
struct QueryPart {
  std::string text;
  std::string after;
};

// A script for solvers, cut after each check-sat.
struct Query {
  std::vector<QueryPart> parts;
  std::string rest;  // what the script does after its last check-sat
  Needs needs = 0;
  bool models = true;  // ask for a model after each sat
  size_t header = 0;   // characters of the first part that only set options and the logic
  // Ask between push and pop, without a reset as long as the header stays: faster by far, but not
  // as a fresh process would be asked.
  bool scoped = false;
};

// A solver process that takes one query after another. It is made anew when it broke down, ran out
// of time, said an error, needs other options, and after many queries.
class Session {
 public:
  Session(Solver solver, QueryLimits limits);
  ~Session();

  // One answer a check-sat; fewer if the solver was lost on the way. It may get less time than the
  // session's limit: 0 means all of it.
  std::vector<Answer> ask(const Query& query, double seconds = 0);
  // Several at the same time, each with its limit. While they work, the caller can, too.
  static std::vector<std::vector<Answer>> ask_all(std::span<Session* const> sessions,
                                                  const Query& query,
                                                  std::span<const double> seconds,
                                                  const std::function<void()>& meanwhile = {});

  // The same in steps, for whoever waits for several: what was begun, and is not lost, has a
  // process to wait for, and what it says is taken when that has stopped.
  std::optional<Answer> begin(const Query& query, double seconds);
  Process* process() { return process_.get(); }
  std::vector<Answer> take(const Query& query, std::span<Process* const> others);

  const Solver& solver() const { return solver_; }
  // What this process was asked, oldest first; empty if it is fresh.
  const std::vector<std::string>& transcript() const { return transcript_; }
  // How long we waited for the solver, the part of it until processes were ready, and how often it
  // was started.
  double waited() const { return waited_; }
  double starting() const { return starting_; }
  uint64_t starts() const { return starts_; }

 private:
  friend std::vector<Answer> ask_once(const Solver& solver, const Query& query,
                                      const QueryLimits& limits);

  // A process that can take the query; false if there is none.
  bool prepare(const Query& query, double seconds, Answer& failure);
  // Sends the first part; the rest follows its answer.
  void begin(const Query& query);
  std::vector<Answer> converse(const Query& query, std::span<Process* const> others = {});
  std::string limit_command();
  std::vector<Answer> without_crash_of_limit(const Query& query, std::vector<Answer> answers) const;
  Answer answer(Process::Stop stop, std::string output, const QueryPart& part, bool models);
  void add_afterwards(const std::string& after, Answer& answer);
  void lose(Process::Stop stop, Answer& answer);
  void finish(const std::string& rest, Answer& last);
  void send(const std::string& text);
  std::string_view sent() const;  // what the query at hand says
  Process::Stop receive(std::string& output, std::span<Process* const> others = {});
  Process::Stop exchange(const std::string& text, std::string& output);
  void add_model(Answer& answer);
  void add_reason(Answer& answer);
  void classify_end(Process::Stop stop, Answer& answer);
  bool is_harmless(const std::string& message) const;
  AnswerKind kind_of_error(const std::string& message) const;
  bool start(const Query& query, bool session, Answer& failure);
  // Of a solver that answers at the end of its input.
  std::string input_file() const;
  Result<bool> write_input(const Query& query);
  std::vector<Answer> answers_at_end(const Query& query, std::span<Process* const> others);
  void add_model_at_end(const Query& query, size_t check, Answer& answer) const;

  Solver solver_;
  QueryLimits limits_;
  TimeLimit limit_;         // for the query at hand
  bool told_time_ = false;  // the process has got a limit of a query's own
  std::unique_ptr<Process> process_;
  Needs needs_ = 0;
  bool in_doubt_ = false;
  bool sets_options_ = false;  // what was sent last, after its header
  std::vector<std::string> transcript_;
  std::optional<std::string> scope_;  // the header of what was asked last, if that was in a scope
  std::string marker_;                // what the process says after what was sent
  std::string header_end_;            // and after options and the logic; empty: those were not sent
  Clock::time_point sent_at_;
  double waited_ = 0;
  double starting_ = 0;
  uint64_t starts_ = 0;
};

// Asks a fresh process, with the options of a single run.
std::vector<Answer> ask_once(const Solver& solver, const Query& query, const QueryLimits& limits);

}  // namespace pg
