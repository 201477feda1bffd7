#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace pg::test {

// A solver that reads commands from its standard input and lives until it crashes, gives up or is
// too slow; the next question starts it again.
class SolverSession {
 public:
  enum class End {
    Answered,
    Gone,     // it ended before it had answered
    Timeout,  // it was ended
  };
  struct Reply {
    End end;
    std::string out;  // standard output and errors
    int signal = 0;   // that ended it, if one did
  };

  // The first commands are given at each start.
  SolverSession(std::vector<std::string> command, std::string first, int timeout_ms)
      : command_(std::move(command)), first_(std::move(first)), timeout_ms_(timeout_ms) {}
  SolverSession(SolverSession&& other) noexcept;
  SolverSession(const SolverSession&) = delete;
  SolverSession& operator=(const SolverSession&) = delete;
  ~SolverSession() { stop(); }

  Reply ask(std::string_view commands);

  // The next question starts a new process. The signal that ended this one, if one did; it may end
  // by itself within the grace.
  int stop(int grace_ms = 0);

 private:
  void start();

  std::vector<std::string> command_;
  std::string first_;
  int timeout_ms_;
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
};

// True if the program can be found.
bool is_installed(const std::string& program);

}  // namespace pg::test
