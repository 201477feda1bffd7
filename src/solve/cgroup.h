#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace pg {

// A control group (version 2) for one process and all that it starts: nothing leaves it, and it is
// ended as a whole.
class Cgroup {
 public:
  // None where the system has no such groups or does not let us make one.
  static std::unique_ptr<Cgroup> create(uint64_t memory_mb,
                                        const std::string& root = "/sys/fs/cgroup",
                                        const std::string& own = "/proc/self/cgroup");
  ~Cgroup();
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;

  // The file that a process writes 0 to, to enter.
  std::string entrance() const { return folder_ + "/cgroup.procs"; }
  bool limits_memory() const { return limits_memory_; }
  void kill() const;

 private:
  explicit Cgroup(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
  bool limits_memory_ = false;
};

// How processes are limited here, in a few words.
const std::string& limits_in_words();

}  // namespace pg
