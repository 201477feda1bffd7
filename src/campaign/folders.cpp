#include "campaign/folders.h"

#include <algorithm>
#include <filesystem>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "solve/solver.h"

namespace pg {
namespace fs = std::filesystem;

std::vector<std::string> stray_folders(const CampaignPaths& paths,
                                       std::span<const FindingRow> findings) {
  absl::flat_hash_set<std::string> known;
  for (const FindingRow& finding : findings) known.insert(safe_name(finding.found.fingerprint));
  std::vector<std::string> strays;
  for (const Shelf shelf : kShelves) {
    std::error_code error;
    fs::directory_iterator at(paths.shelf(shelf), error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
      const std::string name = at->path().filename().string();
      std::error_code ignored;
      // Those with a dot are half written.
      if (!name.starts_with(".") && !known.contains(name) &&
          fs::is_regular_file(at->path() / bug_file::kBug, ignored))
        strays.push_back(fmt::format("{}/{}", name_of(shelf), name));
    }
  }
  std::ranges::sort(strays);
  return strays;
}

std::string stray_text(const CampaignPaths& paths, std::span<const std::string> strays) {
  const std::string more =
      strays.size() > 1 ? fmt::format(" and {} more", strays.size() - 1) : std::string();
  return fmt::format("{} does not know {}{}; try: polygraph repair {}", paths.store().string(),
                     strays[0], more, shell_quoted(paths.folder().string()));
}

std::string unreadable_text(const CampaignPaths& paths, const FindingRow& finding) {
  return fmt::format("{}: table findings, row {}: cannot be read: {}; try: polygraph repair {}",
                     paths.store().string(), safe_name(finding.found.fingerprint), finding.problem,
                     shell_quoted(paths.folder().string()));
}

}  // namespace pg
