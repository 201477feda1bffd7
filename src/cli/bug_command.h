#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace pg {

// A command of the user's that is run for each new bug, with the bug's folder as its last argument.
// One after the other, in a thread of its own: a campaign does not wait for mail to be sent.
class BugCommand {
 public:
  explicit BugCommand(std::string command);
  ~BugCommand();  // after the last one has ended
  BugCommand(const BugCommand&) = delete;
  BugCommand& operator=(const BugCommand&) = delete;

  void run_for(const std::string& folder);

 private:
  void work();

  const std::string command_;
  std::mutex lock_;  // for what follows
  std::condition_variable changed_;
  std::deque<std::string> folders_;
  bool ending_ = false;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace pg
