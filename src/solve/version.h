#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pg {

// A solver's version: a number for tables, and the whole line that has it, for reports.
struct Version {
  std::string number;  // 4.8.12, 1.3.5.dev+main@91e5f3c
  std::string line;
  bool operator==(const Version&) const = default;
};

// Reads what a solver prints when it is asked for its version; empty if there is none in it.
Version read_version(std::string_view text);

// Runs the command, and reads its output or else its errors.
Version ask_version(const std::vector<std::string>& command);

}  // namespace pg
