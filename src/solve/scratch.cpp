#include "solve/scratch.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pg {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "polygraph-";
constexpr std::string_view kEnding = "XXXXXX";
constexpr const char* kLock = "lock";  // held by the process whose folder it is

int take_lock(const fs::path& folder, int more_flags) {
  const int fd =
      ::open((folder / kLock).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | more_flags, 0600);
  if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  if (fd >= 0) ::close(fd);
  return -1;
}

bool is_folder_of_ours(const fs::path& path) {
  const std::string name = path.filename().string();
  struct stat about {};
  return name.starts_with(kPrefix) && name.size() == kPrefix.size() + kEnding.size() &&
         ::lstat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode) &&
         about.st_uid == ::geteuid();
}

// Removes the folders of processes that are gone.
void sweep(const fs::path& place) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(place, error)) {
    if (!is_folder_of_ours(entry.path())) continue;
    const int lock = take_lock(entry.path(), 0);
    if (lock < 0) continue;
    std::error_code ignored;
    fs::remove_all(entry.path(), ignored);
    ::close(lock);
  }
}

class Scratch {
 public:
  Scratch() {
    std::error_code error;
    const fs::path place = fs::temp_directory_path(error);
    if (error) {
      problem_ = fmt::format("no folder for temporary files: {}; check TMPDIR", error.message());
      return;
    }
    sweep(place);
    std::string name = (place / kPrefix).string() + std::string(kEnding);
    if (!::mkdtemp(name.data())) {
      problem_ =
          fmt::format("cannot make a folder in {}: {}", place.string(), std::strerror(errno));
      return;
    }
    path_ = name;
    lock_ = take_lock(path_, O_CREAT | O_EXCL);
  }
  ~Scratch() {
    remove();
    if (lock_ >= 0) ::close(lock_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void remove() const {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  Result<std::string> path() const {
    if (!problem_.empty()) return environment_error(problem_);
    // Not where something else has taken its place.
    if (!is_folder_of_ours(path_) && ::mkdir(path_.c_str(), 0700) != 0)
      return environment_error(
          fmt::format("cannot make {}: {}", path_.string(), std::strerror(errno)));
    return path_.string();
  }

 private:
  std::string problem_;
  fs::path path_;
  int lock_ = -1;
};

std::atomic<const Scratch*> g_made = nullptr;

}  // namespace

Result<std::string> scratch_folder() {
  static const Scratch scratch;
  g_made = &scratch;
  return scratch.path();
}

void remove_scratch() {
  if (const Scratch* scratch = g_made) scratch->remove();
}

Result<std::string> new_scratch_folder() {
  static std::atomic<uint64_t> next = 0;
  const Result<std::string> scratch = scratch_folder();
  if (!scratch) return scratch;
  std::string folder = fmt::format("{}/{}", *scratch, ++next);
  if (::mkdir(folder.c_str(), 0700) != 0)
    return environment_error(fmt::format("cannot make {}: {}", folder, std::strerror(errno)));
  return folder;
}

}  // namespace pg
