#pragma once

#include <atomic>
#include <thread>

namespace pg {

// SIGINT, SIGTERM and SIGHUP of a command. They end the process at once, and nothing of it is left
// behind: no solvers, none of what those have started, no scratch folders. A command that has
// something to save asks for a flag instead; then the second signal ends it.
class SignalWatch {
 public:
  // Before there are threads: they take over that the signals are blocked.
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // The flag is set, and notified, by the first signal. The other one, if there is one, is set a
  // little later, for what does not come to an end by itself (base/stop.h).
  static void stop_in_order(std::atomic<bool>& flag, std::atomic<bool>* give_up = nullptr);

 private:
  void watch();

  std::thread thread_;
};

}  // namespace pg
