#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "program/fault.h"
#include "program/operators.h"

namespace pg {

// Lines of source files; those that are not there have none.
class SourceLines {
 public:
  std::string line(const std::string& file, uint32_t number);

 private:
  absl::flat_hash_map<std::string, std::vector<std::string>> files_;
};

// The line as the mutant would have it. Where the text does not show what is changed, the change is
// added as a comment.
std::string mutated_line(std::string_view line, uint32_t column, const Site& site,
                         const Variant& variant);

}  // namespace pg
