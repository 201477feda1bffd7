#pragma once

#include "base/result.h"
#include "bug/paths.h"

namespace pg {

// A campaign's folder for one process alone.
class CampaignLock {
 public:
  // `create` makes the file; without it a folder that has none is free.
  CampaignLock(const CampaignPaths& paths, bool create);
  ~CampaignLock();
  CampaignLock(const CampaignLock&) = delete;
  CampaignLock& operator=(const CampaignLock&) = delete;

  // Ours; else why not.
  Result<bool> held() const;

 private:
  const std::string folder_;
  int file_;
  bool writable_;
  bool free_;
};

}  // namespace pg
