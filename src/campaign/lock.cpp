#include "campaign/lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace pg {

CampaignLock::CampaignLock(const CampaignPaths& paths, bool create)
    : folder_(paths.folder().string()),
      file_(::open(paths.lock().c_str(), O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0), 0644)),
      writable_(file_ >= 0 || !create),
      free_(file_ < 0 || ::flock(file_, LOCK_EX | LOCK_NB) == 0) {}

CampaignLock::~CampaignLock() {
  if (file_ >= 0) ::close(file_);
}

Result<bool> CampaignLock::held() const {
  if (!writable_) return environment_error(fmt::format("cannot write to {}", folder_));
  if (!free_) return environment_error(fmt::format("another campaign is running in {}", folder_));
  return true;
}

}  // namespace pg
