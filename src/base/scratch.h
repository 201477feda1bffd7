#pragma once

#include <filesystem>
#include <string>

namespace pg {

// A folder below the system's temporary one, gone with its owner. It is locked as long as that
// lives: what a process that was killed has left behind is removed by the next one.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  // "/" where none can be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_ = "/";
  int lock_ = -1;
};

// Removes the folders below `parent` whose owner is gone. Very new ones stay: they may not be
// locked yet.
void sweep_scratch(const std::filesystem::path& parent);

// Removes those of this process, before it ends without destructors.
void remove_scratch();

}  // namespace pg
