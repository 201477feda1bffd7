#pragma once

#include <atomic>

#include "solve/process.h"

namespace pg {

// How long a search may go on: until its time is over, or somebody asks it to stop. What was not
// decided by then stays unknown.
class Budget {
 public:
  Budget() = default;  // as long as it takes
  // No seconds: no limit. The flag may be missing.
  explicit Budget(double seconds, const std::atomic<bool>* stop = nullptr);

  bool is_over() const { return is_stopped() || Clock::now() >= end_; }
  // Why the rest is unknown.
  const char* reason() const { return is_stopped() ? "interrupted" : "no time"; }

  // A part of it, of at most so many seconds.
  Budget part(double seconds) const;
  Clock::time_point end() const { return end_; }
  // The seconds that are left, at most these; 0 means no limit, here too.
  double at_most(double seconds) const;

 private:
  bool is_stopped() const { return stop_ && stop_->load(std::memory_order_relaxed); }

  Clock::time_point end_ = Clock::time_point::max();
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace pg
