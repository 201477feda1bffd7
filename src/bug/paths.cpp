#include "bug/paths.h"

#include <array>

#include <fmt/format.h>
#include <xxhash.h>

namespace pg {
namespace {

constexpr auto kShelves = std::to_array<std::string_view>({"bugs", "held", "flaky"});

}  // namespace

std::string_view name_of(Shelf shelf) { return kShelves[static_cast<size_t>(shelf)]; }

std::optional<Shelf> read_shelf(std::string_view name) {
  for (size_t i = 0; i < kShelves.size(); ++i)
    if (kShelves[i] == name) return static_cast<Shelf>(i);
  return {};
}

std::string safe_name(std::string_view text) {
  constexpr size_t kMaxLength = 100;
  std::string name(text.substr(0, kMaxLength));
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    if (!plain) c = '_';
  }
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, 1, '_');
  if (name == text) return name;
  return fmt::format("{}-{:016x}", name, XXH3_64bits(text.data(), text.size()));
}

std::string CampaignPaths::bug_below(Shelf shelf, std::string_view fingerprint) {
  return fmt::format("{}/{}", name_of(shelf), safe_name(fingerprint));
}

}  // namespace pg
