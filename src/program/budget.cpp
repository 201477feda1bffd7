#include "program/budget.h"

#include <algorithm>

namespace pg {
namespace {

// A solver cannot be given less.
constexpr double kLeastSeconds = 0.01;

Clock::time_point after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

Budget::Budget(double seconds, const std::atomic<bool>* stop) : stop_(stop) {
  if (seconds > 0) end_ = after(seconds);
}

Budget Budget::part(double seconds) const {
  Budget part = *this;
  if (seconds > 0) part.end_ = std::min(end_, after(seconds));
  return part;
}

double Budget::at_most(double seconds) const {
  if (end_ == Clock::time_point::max()) return seconds;
  const double left = std::chrono::duration<double>(end_ - Clock::now()).count();
  return std::max(kLeastSeconds, seconds > 0 ? std::min(seconds, left) : left);
}

}  // namespace pg
