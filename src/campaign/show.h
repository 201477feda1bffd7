#pragma once

#include <string>

#include "campaign/status.h"

namespace pg {

// Where a campaign is shown.
struct Terminal {
  size_t width = 80;
  bool colour = false;
};

// A screenful, no line of it wider than the terminal; one line for a log.
std::string screen_of(const Status& status, const Terminal& terminal);
std::string line_of(const Status& status);

// What a run came to, and what to do next. `interrupted`: by the user.
std::string summary_of(const Status& status, const std::string& out, bool interrupted,
                       const Terminal& terminal = {.width = 100});

// [#####.....] 50 %
std::string bar(double part, size_t width);

// Seconds until the next line of a log: rarer and rarer as a campaign grows old.
double pause_after(double run_seconds);

}  // namespace pg
