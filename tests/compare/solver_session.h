#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solve/process.h"

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

  Reply ask(std::string_view commands);
  // The next question starts a new process.
  void stop() { process_.reset(); }

 private:
  std::vector<std::string> command_;
  std::string first_;
  int timeout_ms_;
  std::unique_ptr<Process> process_;
};

}  // namespace pg::test
