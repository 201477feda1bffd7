#include "base/toml.h"

#include <algorithm>

namespace pg {
namespace {

// The library makes a table for each part of a dotted key, one in the other, and its stack is not
// endless.
Result<bool> check_keys(std::string_view text) {
  constexpr ptrdiff_t kMostDots = 1000;
  for (Place place{1, 1}; !text.empty(); ++place.line) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (std::ranges::count(line, '.') > kMostDots) return Error{place, "a line with too many dots"};
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return true;
}

}  // namespace

Error toml_error(const toml::source_region& source, std::string message) {
  return {{source.begin.line, source.begin.column}, std::move(message)};
}

Result<toml::table> read_toml(std::string_view text) {
  if (const Result<bool> flat = check_keys(text); !flat) return flat.error();
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return toml_error(error.source(), std::string(error.description()));
  }
}

}  // namespace pg
