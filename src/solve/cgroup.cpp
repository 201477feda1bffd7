#include "solve/cgroup.h"

#include <atomic>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

namespace pg {
namespace {

namespace fs = std::filesystem;

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  return file.good();
}

// The path of our own group; empty if there is none of version 2.
std::string own_group(const std::string& file) {
  std::ifstream groups(file);
  std::string line;
  while (std::getline(groups, line))
    if (line.starts_with("0::")) return line.substr(3);
  return {};
}

}  // namespace

std::unique_ptr<Cgroup> Cgroup::create(uint64_t memory_mb, const std::string& root,
                                       const std::string& own) {
  static std::atomic<uint64_t> next{0};
  std::error_code error;
  if (!fs::exists(root + "/cgroup.controllers", error)) return nullptr;
  const std::string parent = own_group(own);
  if (parent.empty()) return nullptr;
  const std::string folder =
      fmt::format("{}{}/polygraph-{}-{}", root, parent == "/" ? "" : parent, ::getpid(), next++);
  if (!fs::create_directory(folder, error)) return nullptr;
  std::unique_ptr<Cgroup> group(new Cgroup(folder));
  if (!fs::exists(folder + "/cgroup.kill", error) || !fs::exists(group->entrance(), error))
    return nullptr;
  // The controller is there only where the parent passes it on.
  if (memory_mb > 0 && fs::exists(folder + "/memory.max", error))
    group->limits_memory_ = write_file(folder + "/memory.max", std::to_string(memory_mb << 20)) &&
                            (!fs::exists(folder + "/memory.swap.max", error) ||
                             write_file(folder + "/memory.swap.max", "0"));
  return group;
}

Cgroup::~Cgroup() { ::rmdir(folder_.c_str()); }

void Cgroup::kill() const { write_file(folder_ + "/cgroup.kill", "1"); }

const std::string& limits_in_words() {
  static const std::string words = [] {
    const std::unique_ptr<Cgroup> group = Cgroup::create(64);
    if (!group) return "memory and CPU time by rlimit";
    return group->limits_memory() ? "memory by cgroup, CPU time by rlimit"
                                  : "memory and CPU time by rlimit, the end by cgroup";
  }();
  return words;
}

}  // namespace pg
