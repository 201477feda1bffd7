#include "base/scratch.h"

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <set>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace pg {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "polygraph-run-";
constexpr std::chrono::minutes kNew{1};

// Folders of this process.
struct Owned {
  std::mutex lock;
  std::set<std::string> paths;
};
Owned& owned() {
  static Owned* all = new Owned;  // outlives every folder
  return *all;
}

// A descriptor that holds the lock; -1 if somebody else has it.
int lock_folder(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  ::close(fd);
  return -1;
}

void remove_folder(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  static std::once_flag once;
  std::call_once(once, [&] { sweep_scratch(parent); });
  std::string name = (parent / kPrefix).string() + "XXXXXX";
  if (!::mkdtemp(name.data())) return;
  path_ = name;
  lock_ = lock_folder(path_);
  const std::lock_guard lock(owned().lock);
  owned().paths.insert(path_);
}

ScratchFolder::~ScratchFolder() {
  if (path_ == "/") return;
  remove_folder(path_);
  if (lock_ >= 0) ::close(lock_);
  const std::lock_guard lock(owned().lock);
  owned().paths.erase(path_);
}

void sweep_scratch(const fs::path& parent) {
  std::error_code error;
  for (fs::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
    if (!at->path().filename().string().starts_with(kPrefix)) continue;
    std::error_code gone;
    const fs::file_time_type changed = at->last_write_time(gone);
    if (gone || fs::file_time_type::clock::now() - changed < kNew) continue;
    const int lock = lock_folder(at->path().string());
    if (lock < 0) continue;
    remove_folder(at->path().string());
    ::close(lock);
  }
}

void remove_scratch() {
  const std::lock_guard lock(owned().lock);
  for (const std::string& path : owned().paths) remove_folder(path);
}

}  // namespace pg
