#include "reduce/workers.h"

#include "base/stop.h"

namespace pg {

Workers::Workers(size_t count, MakePredicate make) : make_(std::move(make)) {
  for (size_t i = 0; i < count; ++i)
    threads_.emplace_back([this, stop = stop_flag()] {
      const StopScope scope(stop);
      run();
    });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  work_.notify_all();
}

uint64_t Workers::submit(Candidate candidate) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back({++submitted_, std::move(candidate)});
  work_.notify_one();
  return submitted_;
}

Outcome Workers::wait(uint64_t ticket) {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return outcomes_.contains(ticket); });
  return std::move(outcomes_.extract(ticket).mapped());
}

void Workers::forget() {
  const std::lock_guard lock(mutex_);
  tasks_.clear();
  outcomes_.clear();
  forgotten_ = submitted_;
}

void Workers::run() {
  const std::unique_ptr<Predicate> predicate = make_();
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return ending_ || !tasks_.empty(); });
    if (ending_) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    Outcome outcome = predicate->test(task.candidate);
    lock.lock();
    if (task.ticket <= forgotten_) continue;
    outcomes_.emplace(task.ticket, std::move(outcome));
    done_.notify_all();
  }
}

}  // namespace pg
