#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "reduce/predicate.h"

namespace pg {

// Threads that test candidates, each with a predicate of its own, since sessions end with the
// thread that started them.
class Workers {
 public:
  using MakePredicate = std::function<std::unique_ptr<Predicate>()>;
  Workers(size_t count, MakePredicate make);
  ~Workers();

  // Tests are begun in the order in which they are submitted.
  uint64_t submit(Candidate candidate);
  // Waits for the outcome of one, once.
  Outcome wait(uint64_t ticket);
  // Nobody will wait for those that are submitted so far.
  void forget();

 private:
  struct Task {
    uint64_t ticket;
    Candidate candidate;
  };
  void run();

  MakePredicate make_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable done_;
  std::deque<Task> tasks_;
  std::map<uint64_t, Outcome> outcomes_;
  uint64_t submitted_ = 0;
  uint64_t forgotten_ = 0;  // tickets up to this one
  bool ending_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace pg
