#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pg {

// Replaces a part of a text.
struct SourceEdit {
  size_t begin = 0;
  size_t end = 0;
  std::string text;
};
// In the order of the text, and apart from each other.
using SourceChange = std::vector<SourceEdit>;

// The text with the change.
std::string apply_change(std::string_view text, const SourceChange& change);

// One change of the program. Number 0 is the program as it is.
struct Fault {
  uint32_t id = 0;
  std::string op;        // the operator's name: AOR
  std::string function;  // that it is in
  std::string file;      // that its line is in, as clang names it
  Place place;
  std::string change;          // in words: "+ becomes -"
  std::string before;          // the lines of source
  std::string after = {};      // the same with the change; empty if C does not write it
  SourceChange patch = {};     // the change of the source that was compiled and compared
  std::string unpatched = {};  // why there is none
};

}  // namespace pg
