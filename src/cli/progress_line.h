#pragma once

#include <string>

#include "solve/process.h"

namespace pg {

// One line on the terminal, a few times a second; it is gone at the end.
class ProgressLine {
 public:
  explicit ProgressLine(bool shown) : shown_(shown) {}
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool is_due() const;
  void show(const std::string& text);

 private:
  bool shown_;
  Clock::time_point last_;
};

}  // namespace pg
