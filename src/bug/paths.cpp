#include "bug/paths.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <xxhash.h>

namespace pg {
namespace {

constexpr auto kShelfNames = std::to_array<std::string_view>({"bugs", "held", "flaky"});

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

}  // namespace

std::string_view name_of(Shelf shelf) { return kShelfNames[static_cast<size_t>(shelf)]; }

std::optional<Shelf> read_shelf(std::string_view name) {
  for (size_t i = 0; i < kShelfNames.size(); ++i)
    if (kShelfNames[i] == name) return static_cast<Shelf>(i);
  return {};
}

bool is_fingerprint(std::string_view text) {
  return !text.empty() && text.front() != '.' &&
         std::ranges::all_of(text, [](char c) { return is_plain(c) || c == '+' || c == '@'; });
}

std::string safe_name(std::string_view text) {
  constexpr size_t kMaxLength = 100;
  std::string name(text.substr(0, kMaxLength));
  for (char& c : name) {
    if (!is_plain(c)) c = '_';
  }
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, 1, '_');
  if (name == text) return name;
  return fmt::format("{}-{:016x}", name, XXH3_64bits(text.data(), text.size()));
}

std::string CampaignPaths::bug_below(Shelf shelf, std::string_view fingerprint) {
  return fmt::format("{}/{}", name_of(shelf), safe_name(fingerprint));
}

}  // namespace pg
