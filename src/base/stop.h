#pragma once

#include <atomic>

namespace pg {

// Whoever waits for a thread may want it to give up: all that can take long in it, an evaluation or
// a wait for a solver, looks at this flag now and then and ends with "unknown" or "timeout". Who
// sets it drops what comes of it. Scopes nest; threads that are started take it over from
// stop_flag().
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>* flag);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::atomic<bool>* before_;
};

// Of this thread; none outside of a scope.
const std::atomic<bool>* stop_flag();
bool must_stop();

}  // namespace pg
