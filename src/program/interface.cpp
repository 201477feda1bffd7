#include "program/interface.h"

#include <algorithm>

#include <fmt/format.h>

namespace pg {

size_t Interface::value_count() const {
  size_t count = 0;
  for (const Parameter& parameter : parameters) count += parameter.length * parameter.leaves.size();
  return count;
}

std::string print_number(uint64_t value, uint32_t bits, bool is_signed) {
  if (!is_signed || bits == 0) return fmt::format("{}", value);
  const auto number = static_cast<int64_t>(value << (64 - bits)) >> (64 - bits);
  return fmt::format("{}", number);
}

uint64_t read_leaf(const std::vector<uint8_t>& bytes, uint64_t offset, uint32_t bits) {
  uint64_t value = 0;
  // Of a global variable that is wider, only the lowest bytes are shown.
  for (uint32_t i = 0; i < std::min((bits + 7) / 8, 8u); ++i)
    value |= uint64_t{bytes[offset + i]} << (8 * i);
  return value;
}

}  // namespace pg
