#include "base/result.h"

#include <fmt/format.h>

namespace pg {

std::string format_error(const std::string& file, const Error& error, const char* severity) {
  if (error.place.line == 0) return fmt::format("{}: {}: {}", file, severity, error.message);
  return fmt::format("{}:{}:{}: {}: {}", file, error.place.line, error.place.column, severity,
                     error.message);
}

}  // namespace pg
