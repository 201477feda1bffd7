#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/result.h"
#include "solve/cgroup.h"

namespace pg {

using Clock = std::chrono::steady_clock;

// What one process may use. Zero: no limit.
struct ProcessLimits {
  uint64_t memory_mb = 0;
  uint64_t cpu_seconds = 0;
  size_t output_bytes = size_t{64} << 20;
  // It runs in a new folder of its own, can write nowhere else, and is not told our environment.
  bool confined = false;
};

// A child process with pipes, in a process group of its own. Whatever it does, it and what it has
// started are gone when its owner is done with it. It ends with the thread that started it.
class Process {
 public:
  // Arguments are passed as they are, no shell is asked. The folder is where it runs, unless it is
  // confined.
  static Result<std::unique_ptr<Process>> start(const std::vector<std::string>& argv,
                                                const ProcessLimits& limits,
                                                const std::string& folder = "/");
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  enum class Stop : uint8_t {
    Found,    // the output has the text that was waited for
    Ended,    // the process is gone
    Timeout,  // the deadline has passed
    Flood,    // too much output
  };
  // Sends the input and reads until the output has `until` in it. With an empty `until` the input
  // is closed after that, and the end of the process is waited for.
  Stop exchange(std::string_view input, std::string_view until, Clock::time_point deadline);

  // The same in two steps, for several at a time: while one of them is waited for, the others are
  // looked after, too, and each has the time at which it stopped.
  void send(std::string_view input, std::string_view until, Clock::time_point deadline);
  Stop wait(std::span<Process* const> others = {});
  // Until one of them has stopped.
  static void wait_for_one(std::span<Process* const> all);
  bool has_stopped() const { return stop_.has_value(); }
  // It gets no more time than that.
  void hurry(Clock::time_point deadline) { deadline_ = std::min(deadline_, deadline); }
  Clock::time_point stopped_at() const { return stopped_at_; }

  // What it has written since this was taken last.
  std::string take_output() { return std::exchange(output_, {}); }
  std::string take_errors() { return std::exchange(errors_, {}); }

  // Ends what solvers that are gone have started and what left their group: such processes are our
  // children now. Each end of a process does this too.
  static void sweep();

  // Ends it, and all that it has started. After that the exit is known.
  void kill();
  bool ended() const { return ended_; }
  int exit_code() const { return exit_code_; }  // -1 if a signal ended it
  int signal() const { return signal_; }        // 0 if none did

 private:
  Process() = default;

  // Waits for something to happen, and looks after all that have not stopped.
  static void look_after(std::span<Process* const> all);
  // Moves on what was sent, without waiting.
  void advance();
  void write_some();
  bool found();
  void read_all();
  bool read_from(int& fd, std::string& into, size_t limit);
  bool look();

  std::unique_ptr<Cgroup> cgroup_;
  std::string own_folder_;
  pid_t pid_ = -1;
  int pidfd_ = -1;
  int in_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::string input_;  // of this exchange
  size_t sent_ = 0;    // of the input
  std::string until_;
  Clock::time_point deadline_;
  std::optional<Stop> stop_;
  Clock::time_point stopped_at_;
  size_t searched_ = 0;  // of the output, for `until_`
  size_t output_limit_ = 0;
  size_t output_read_ = 0;  // in this exchange
  std::string output_;
  std::string errors_;
  std::string tag_;
  bool ended_ = false;
  int exit_code_ = -1;
  int signal_ = 0;
};

}  // namespace pg
