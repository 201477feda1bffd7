#pragma once

#include <span>
#include <string>
#include <vector>

#include "campaign/store.h"

namespace pg {

// Folders of bugs that the store does not know, seen from the campaign's folder: bugs/z3-crash-01.
std::vector<std::string> stray_folders(const CampaignPaths& paths,
                                       std::span<const FindingRow> findings);

// A sentence about what is wrong, and what to do about it. There is at least one stray.
std::string stray_text(const CampaignPaths& paths, std::span<const std::string> strays);
std::string unreadable_text(const CampaignPaths& paths, const FindingRow& finding);

}  // namespace pg
