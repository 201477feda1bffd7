#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "bug/paths.h"

namespace pg {

// What became of a table.
struct SavedTable {
  std::string name;
  uint64_t saved = 0;
  uint64_t lost = 0;     // rows that are there and cannot be read
  bool cut = false;      // and there may be more of those
  uint64_t adopted = 0;  // of the saved ones: from folders of bugs
};

struct Repair {
  bool needed = false;       // else nothing was changed
  std::string problem = {};  // what was wrong
  std::string damaged = {};  // where the old store is now; empty if there was none
  std::vector<SavedTable> tables = {};
  std::vector<std::string> unreadable = {};  // folders of bugs that are left out, with the reason
  bool lost_options = false;

  bool lost_any() const;
};

// Makes a new store of what can be read of a campaign's store and of its folders of bugs. The old
// store is put aside.
Result<Repair> repair_store(const CampaignPaths& paths);

}  // namespace pg
