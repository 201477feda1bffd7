#include "base/stop.h"

#include <utility>

namespace pg {
namespace {

thread_local const std::atomic<bool>* current = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* flag) : before_(std::exchange(current, flag)) {}
StopScope::~StopScope() { current = before_; }

const std::atomic<bool>* stop_flag() { return current; }
bool must_stop() { return current && current->load(std::memory_order_relaxed); }

}  // namespace pg
