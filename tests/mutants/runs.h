#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

namespace pg {

// Prints a line of JSON, one caller at a time.
inline void print_record(const nlohmann::json& record) {
  static std::mutex output;
  const std::lock_guard lock(output);
  std::puts(record.dump().c_str());
  std::fflush(stdout);
}

// Calls a function with a worker and each number below the limit, on all processors. A worker is
// made for each of them.
template <typename MakeWorker, typename Work>
void for_each_run(const MakeWorker& make_worker, uint64_t limit, const Work& work) {
  std::atomic<uint64_t> next = 0;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back([&] {
      auto worker = make_worker();
      for (uint64_t mine = next++; mine < limit; mine = next++) work(worker, mine);
    });
}

}  // namespace pg
