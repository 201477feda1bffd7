#pragma once

#include <functional>
#include <string>

namespace pg {

// What to do about something that may pass, such as a full disk or a solver that cannot be started.
struct Patience {
  // Waits a while, longer each time. False: it is time to give up.
  std::function<bool(const std::string& why)> wait = [](const std::string&) { return false; };
  // It has passed.
  std::function<void()> over = [] {};
};

}  // namespace pg
