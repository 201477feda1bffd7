#pragma once

#include <string_view>
#include <vector>

#include "term/sort.h"

namespace pg {

// A sort as rules write it: "Array(A,B)" is "Array" and {A, B}.
struct WrittenSort {
  std::string_view name;
  std::vector<std::string_view> args;
};
WrittenSort read_written_sort(std::string_view text);

// The kind of sort that a name stands for; it is no letter.
SortKind kind_of_written(std::string_view name);

}  // namespace pg
